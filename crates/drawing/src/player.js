"use strict";
/**
 * Shows positions on the empty board of a kit. Returns a function of a state: `board` has the token of each square, `changed` the
 * squares of the last move, `pending` the squares of a proposed move and 1 if it was refused, `signs` the number of its signs.
 */
function boardPlayer(svg, kit) {
  const part = (name) => svg.querySelector(`[data-part="${name}"]`);
  const places = [...svg.querySelectorAll("[data-place]")];
  const marks = [...svg.querySelectorAll("[data-last]")];
  const [arrow, ghost, signs, stamp] = ["arrow", "ghost", "signs", "stamp"].map(part);
  let drawn = [];
  return ({ board, changed, pending, signs: sign }) => {
    const [from, to, refused] = pending;
    const proposed = to !== undefined && !refused;
    places.forEach((place, at) => {
      if (drawn[at] !== board[at]) place.innerHTML = kit.pieces[board[at]] || "";
      place.setAttribute("opacity", proposed && at === to ? 0.28 : 1);
    });
    drawn = board;
    marks.forEach((mark, at) => mark.setAttribute("visibility", changed.includes(at) ? "visible" : "hidden"));
    signs.innerHTML = kit.signs[sign];
    arrow.setAttribute("d", (proposed && kit.arrows[`${from},${to}`]) || "M0 0");
    ghost.innerHTML = to === undefined ? "" : kit.ghosts[board[from]] || "";
    stamp.setAttribute("visibility", refused ? "visible" : "hidden");
    if (to === undefined) return;
    const small = refused && board[to] !== "-";
    ghost.setAttribute("transform", places[to].getAttribute("transform") + (small ? " scale(.5)" : ""));
    ghost.setAttribute("opacity", refused ? 0.5 : 0.7);
    stamp.setAttribute("transform", `translate(${places[to].dataset.place})`);
  };
}
