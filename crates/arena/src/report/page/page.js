// Shows games on boards that are drawn already. It knows no rules.
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const [NUMBER, ROUND, SOUTH, NORTH, POINTS, ENDING, START, PLIES, FAULT] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const PAGE = 100;
  const $ = (id) => document.getElementById(id);
  const html = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);
  function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }
  const score = (game) => ["0-1", "½-½", "1-0", "*"][game[POINTS]];
  const seconds = (micros) => (micros / 1e6).toFixed(micros < 1e5 ? 4 : 2) + " s";
  const tint = (side) => (side === data.dark ? "dark" : "pale");
  const list = (text) => (text === "" ? [] : text.split(",").map(Number));

  // Games.
  const startState = (start) => {
    const [board, pending, notes, signs] = data.starts[start].split("|");
    return { board: board.match(/.\d?/gu), changed: [], pending: list(pending), notes: list(notes), signs };
  };
  function open(game) {
    const states = [startState(game[START])];
    for (const ply of game[PLIES] === "" ? [] : game[PLIES].split(";")) {
      const [action, side, micros, changes, pending, remark, notes, signs] = ply.split("|");
      const board = states[states.length - 1].board.slice();
      const changed = [];
      for (const change of changes === "" ? [] : changes.split(",")) {
        const [, place, piece] = change.match(/^(\d+)(\D\d?)$/u);
        board[place] = piece;
        changed.push(Number(place));
      }
      states.push({ board, changed, pending: list(pending), notes: list(notes), action, side: Number(side), micros: Number(micros), remark: list(remark), signs });
    }
    return states;
  }

  // The board.
  $("board").innerHTML = data.kit.board;
  const board = $("board").firstElementChild;
  board.setAttribute("class", "board");
  board.setAttribute("aria-label", "Board");
  // A piece is named when the pointer is on it.
  for (const [token, drawing] of Object.entries(data.kit.pieces)) {
    const [side, kind] = data.pieces[token[0]];
    data.kit.pieces[token] = `<title>${data.sides[side]} ${kind}</title>${drawing}`;
  }
  const draw = boardPlayer(board, data.kit);

  // The game viewer.
  let chosen = null;
  let states = [];
  let at = 0;
  let timer = null;
  function show(next) {
    if (!chosen) return;
    at = Math.max(0, Math.min(next, states.length - 1));
    const state = states[at];
    draw(state);
    $("place").textContent = `${at} / ${states.length - 1}`;
    const notes = state.notes.map((number) => data.sentences[number]);
    if (at === states.length - 1) notes.push(`${score(chosen)} ${chosen[ENDING]}`);
    $("note").textContent = notes.join(" ");
    const items = $("moves").children;
    for (const item of items) item.classList.toggle("on", item === items[at - 1]);
    const item = items[at - 1];
    if (item) {
      const box = $("moves");
      const top = item.offsetTop - box.offsetTop;
      if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 24) box.scrollTop = top - box.clientHeight / 2;
    }
    if (at === states.length - 1) stop();
  }
  function stop() {
    clearInterval(timer);
    timer = null;
    $("play").textContent = "Play";
  }
  function play() {
    if (timer) return stop();
    if (at === states.length - 1) show(0);
    $("play").textContent = "Pause";
    timer = setInterval(() => show(at + 1), 700);
  }
  function choose(game, ply) {
    stop();
    chosen = game;
    states = open(game);
    $("stage").hidden = false;
    $("title").textContent = `Game ${game[NUMBER]}, round ${game[ROUND]}: ${score(game)}`;
    $("seats").replaceChildren(...[1, 0].map((side) =>
      html("p", { class: "seat" }, html("i", { class: tint(side) }), `${data.sides[side]}: ${data.engines[game[side === 0 ? SOUTH : NORTH]]}`)));
    $("moves").replaceChildren(...states.slice(1).map((state, index) => {
      const remark = state.remark.map((number) => " " + data.sentences[number]).join("");
      const item = html("li", {}, `${data.sides[state.side][0]} ${state.action}${remark} `, html("small", {}, seconds(state.micros)));
      item.addEventListener("click", () => show(index + 1));
      return item;
    }));
    for (const row of $("list").children) row.classList.toggle("on", row.dataset.number === String(game[NUMBER]));
    show(ply);
  }

  // The list of games.
  const filters = ["engine", "opponent", "kind"].map($);
  for (const select of filters.slice(0, 2)) {
    data.engines.forEach((name, index) => select.append(html("option", { value: index }, name)));
  }
  let found = [];
  let shown = 0;
  function filter() {
    const [engine, opponent, kind] = filters.map((select) => select.value);
    const plays = (game, who) => who === "" || game[SOUTH] === Number(who) || game[NORTH] === Number(who);
    const is = { "": () => true, fault: (game) => game[FAULT], draw: (game) => game[POINTS] === 1, south: (game) => game[POINTS] === 2, north: (game) => game[POINTS] === 0 }[kind];
    found = data.games.filter((game) => plays(game, engine) && plays(game, opponent) && is(game));
    $("count").textContent = `${found.length} of ${data.games.length} games`;
    $("list").replaceChildren();
    shown = 0;
    more();
  }
  function more() {
    for (const game of found.slice(shown, shown + PAGE)) {
      const plies = game[PLIES] === "" ? 0 : game[PLIES].split(";").length;
      const row = html("tr", { "data-number": game[NUMBER] },
        html("td", {}, String(game[NUMBER])), html("td", { class: "player" }, data.engines[game[SOUTH]]), html("td", { class: "player" }, data.engines[game[NORTH]]),
        html("td", {}, score(game)), html("td", {}, String(plies)), html("td", { class: game[FAULT] ? "ending bad" : "ending" }, game[ENDING]));
      row.classList.toggle("on", chosen === game);
      row.addEventListener("click", () => choose(game, 0));
      $("list").append(row);
    }
    shown += PAGE;
    $("more").hidden = shown >= found.length;
  }
  function step(by) {
    const index = found.indexOf(chosen) + by;
    if (found[index]) choose(found[index], 0);
  }
  filters.forEach((select) => select.addEventListener("change", filter));
  $("more").addEventListener("click", more);
  for (const link of document.querySelectorAll("a[data-pair]")) {
    link.addEventListener("click", () => {
      const [engine, opponent] = link.dataset.pair.split(" ");
      [filters[0].value, filters[1].value, filters[2].value] = [engine, opponent, ""];
      filter();
      if (found.length) choose(found[0], 0);
    });
  }

  // Buttons, keys and addresses.
  const actions = { first: () => show(0), back: () => show(at - 1), play, forth: () => show(at + 1), last: () => show(states.length - 1), previous: () => step(-1), next: () => step(1) };
  for (const [id, action] of Object.entries(actions)) $(id).addEventListener("click", action);
  const keys = { ArrowLeft: "back", ArrowRight: "forth", Home: "first", End: "last", " ": "play", p: "previous", n: "next" };
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest && event.target.closest("select, input, summary, a, button");
    const key = keys[event.key];
    if (!key || !chosen || event.ctrlKey || event.metaKey || event.altKey || (typing && (event.key === " " || typing.tagName === "SELECT"))) return;
    event.preventDefault();
    actions[key]();
  });
  function go() {
    const [, number, ply] = location.hash.match(/^#game-(\d+)(?:-(\d+))?$/) || [];
    const game = data.games.find((each) => String(each[NUMBER]) === number);
    if (!game) return false;
    choose(game, Number(ply || 0));
    $("games").scrollIntoView();
    return true;
  }
  window.addEventListener("hashchange", go);
  filter();
  if (!go() && data.games.length) choose(data.games[0], 0);
})();
