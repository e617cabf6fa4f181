"use strict";
// Keeps a page up to date: draws the boards of running games as events come, and reads the page again when more has changed. It knows no
// rules, and a page without events is left alone.
(function () {
  const REREAD_MS = 2000;
  const SILENCE_MS = 12000;
  const body = document.body;
  let version = body.dataset.version;
  if (version === undefined) return;

  const kit = { board: "", pieces: {}, ghosts: {}, arrows: {}, signs: [] };
  const games = new Map();
  const players = new WeakMap();
  const $ = (id) => document.getElementById(id);
  const list = (text) => (text === "" ? [] : text.split(",").map(Number));

  // Boards and clocks.
  function drawBoard(article) {
    const game = games.get(Number(article.dataset.game));
    if (!game || !kit.board) return;
    let player = players.get(article);
    if (!player) {
      const place = article.querySelector(".board-place");
      place.innerHTML = kit.board;
      player = boardPlayer(place.firstElementChild, kit);
      players.set(article, player);
    }
    player({ board: game.board.match(/.\d?/gu), changed: game.changed, pending: list(game.pending), signs: game.signs });
    const label = game.last ? `Board after ${game.last}` : "Board";
    article.querySelector("svg").setAttribute("aria-label", label);
    const parts = [game.last, game.plies ? `${game.plies} plies` : "not moved yet", game.evaluation];
    if (game.silent !== null) parts.unshift(`no sign of life for ${game.silent} s`);
    article.querySelector(".last").textContent = parts.filter(Boolean).join(" · ");
    article.classList.toggle("silent", game.silent !== null);
    drawClocks(article);
  }
  function time(milliseconds) {
    const seconds = Math.max(0, Math.floor(milliseconds / 1000));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
  function drawClocks(article) {
    const game = games.get(Number(article.dataset.game));
    if (!game) return;
    const thinking = game.thinking === null ? null : game.thinking + performance.now() - game.heard;
    for (const seat of article.querySelectorAll(".seat")) {
      const side = Number(seat.dataset.side);
      const moves = side === game.side && thinking !== null;
      const [left, limit] = [game.left[side], game.limit[side]];
      let text = "";
      if (left !== null) text = time(moves ? left - thinking : left);
      else if (moves) text = limit === null ? time(thinking) : `${time(thinking)} of ${time(limit)}`;
      const clock = seat.querySelector(".clock");
      if (clock.textContent !== text) clock.textContent = text;
      seat.classList.toggle("on", moves);
    }
  }
  const articles = () => document.querySelectorAll("article[data-game]");

  // What the page says besides: parts that differ are replaced, and nothing else.
  let reading = false;
  let last = -Infinity;
  async function reread() {
    if (reading) return;
    reading = true;
    try {
      // Many pages hear of a change at once.
      const wait = Math.max(0, last + REREAD_MS - performance.now()) + Math.random() * 500;
      await new Promise((resolve) => setTimeout(resolve, wait));
      last = performance.now();
      const answer = await fetch(location.pathname, { cache: "no-cache" });
      if (answer.ok) replace(new DOMParser().parseFromString(await answer.text(), "text/html"));
    } catch {
      // The next event tries again.
    } finally {
      reading = false;
    }
  }
  function replace(page) {
    for (const old of document.querySelectorAll("[data-part]")) {
      const next = page.querySelector(`[data-part="${old.dataset.part}"]`);
      if (next && sources.get(old.dataset.part) !== next.outerHTML) swap(old, next);
    }
    const [now, then] = [$("games"), page.getElementById("games")];
    if (now && then && now.dataset.games !== then.dataset.games) $("newer").hidden = false;
    version = page.body.dataset.version;
    articles().forEach(drawBoard);
  }
  // What each part was before the boards were drawn.
  const sources = new Map();
  for (const part of document.querySelectorAll("[data-part]")) sources.set(part.dataset.part, part.outerHTML);
  function swap(old, next) {
    sources.set(old.dataset.part, next.outerHTML);
    const focus = old.contains(document.activeElement) ? document.activeElement : null;
    const scroll = old.querySelector(".scroll")?.scrollLeft ?? 0;
    const fresh = document.adoptNode(next);
    old.replaceWith(fresh);
    const scroller = fresh.querySelector(".scroll");
    if (scroller) scroller.scrollLeft = scroll;
    if (!focus) return;
    const href = focus.getAttribute("href");
    const same = href && [...fresh.querySelectorAll("a")].find((link) => link.getAttribute("href") === href);
    (same || (focus.classList.contains("scroll") && scroller) || null)?.focus({ preventScroll: true });
  }

  // Events.
  let heard = performance.now();
  let gone = null;
  function say(text) {
    if ($("status").textContent !== text) $("status").textContent = text;
  }
  function status() {
    const quiet = performance.now() - heard;
    const clock = (moment) => new Date(moment).toLocaleTimeString();
    if (quiet > SILENCE_MS) say("The connection to the server is lost. This page continues when it is back.");
    else if (gone !== null) say(`The tournament cannot be read since ${clock(gone)}. This page shows what was known then, and continues when it is back.`);
    else say("");
  }
  const source = new EventSource("events");
  source.onmessage = ({ data }) => {
    const event = JSON.parse(data);
    heard = performance.now();
    if (event.whole) games.clear();
    if (event.kit) {
      // A kit with a board is a new one; its boards are drawn anew.
      if (event.kit.board) {
        Object.assign(kit, { board: event.kit.board, pieces: {}, ghosts: {}, arrows: {}, signs: [] });
        articles().forEach((article) => players.delete(article));
      }
      for (const name of ["pieces", "ghosts", "arrows"]) Object.assign(kit[name], event.kit[name]);
      kit.signs.push(...event.kit.signs);
    }
    for (const game of event.games) games.set(game.number, { ...game, heard });
    for (const number of event.over) games.delete(number);
    if (event.news.length) $("news").textContent = event.news.join(" ");
    gone = event.gone;
    const changed = new Set(event.games.map((game) => game.number));
    for (const article of articles()) {
      const number = Number(article.dataset.game);
      if (changed.has(number) || event.kit) drawBoard(article);
    }
    status();
    if (String(event.version) !== version) reread();
  };
  source.onerror = status;
  setInterval(() => {
    articles().forEach(drawClocks);
    status();
  }, 250);
})();
