// Links, the connection, and several tabs.

import assert from "node:assert/strict";
import { browser, server } from "./served.mjs";
import { it, onSite } from "./which.mjs";
import {
  actionsOf,
  clickSomething,
  dice,
  move,
  open,
  PLAIN_NAME,
  soon,
  startServer,
  state,
  test,
  until,
  untilConnected,
  untilPly,
  untilTurn,
} from "./tools.mjs";

it("a reload and a copied link bring the same place back, variations included", async () => {
  const tab = await browser.tab();
  await open(tab, server, "#game=refusal&south=person&north=person");
  await untilTurn(tab);
  await move(tab, "A3", "B5");
  await untilPly(tab, 1);
  await test(tab, "word-refuse").click();
  await untilPly(tab, 2);
  await test(tab, "previous").click();
  await untilPly(tab, 1);
  await test(tab, "word-accept").click();
  await untilPly(tab, 2);
  const [url, before] = [tab.url(), await state(tab)];
  await tab.reload();
  await untilPly(tab, 2);
  await soon(async () => assert.deepEqual(await state(tab), before));
  const other = await browser.tab();
  await other.goto(url);
  await untilPly(other, 2);
  await soon(async () => assert.deepEqual(await state(other), before));
  await soon(async () => assert.equal(await other.locator(".step").count(), 3));
  assert.deepEqual([...tab.errors, ...other.errors], []);
  await tab.close();
  await other.close();
});

it("a link with a wrong move keeps what is right and says what is wrong", async () => {
  const tab = await browser.tab();
  await open(tab, server, "#game=hiya&north=person&moves=A3B4_Z9Z9_A1A2&at=3");
  await untilPly(tab, 1);
  await tab.waitForFunction(
    () =>
      document.querySelector('[data-testid="notice"]').textContent.length > 5,
  );
  await soon(() => assert.deepEqual(actionsOf(tab.url()), ["A3B4"]));
  await tab.close();
});

it("a link to a game that does not exist leads to the choice of games", async () => {
  const tab = await browser.tab();
  await tab.goto(`${server.address}#game=chess`);
  await tab.waitForSelector(".card");
  await tab.waitForSelector(".notice.error");
  await tab.close();
});

for (const [name, hash, words] of [
  ["names no game", "#moves=A3B4", /names no game/],
  ["is no link", "#nonsense", /names no game/],
  ["names no lesson", "#learn=chess", /a lesson that does not exist/],
  ["names no step", "#learn=hiya&step=99", /has 12 steps/],
])
  it(`a link that ${name} leads to the choice of games, with an error`, async () => {
    const tab = await browser.tab();
    await tab.goto(server.address + hash);
    await tab.waitForSelector(".card");
    await soon(async () =>
      assert.match(await tab.locator(".notice.error").textContent(), words),
    );
    assert.deepEqual(tab.errors, []);
    await tab.close();
  });

it("a link that was cut, or altered, shows what is right and says what is wrong", async () => {
  const tab = await browser.tab();
  for (const [hash, ply, words] of [
    ["#game=hiya&north=person&moves=A3B4_", 0, /are invalid: moves=A3B4_/],
    ["#game=hiya&level=77&north=person", 0, /are invalid: level=77/],
    ["#game=hiya&north=person&moves=A3B4&at=1&lev", 1, /are invalid: lev=/],
    ["#game=hiya&north=nobody", 0, /are invalid: north=nobody/],
  ]) {
    await open(tab, server, hash);
    await until(tab, { ply });
    const notice = await test(tab, "notice").textContent();
    assert.match(notice, words, hash);
  }
  assert.deepEqual(tab.errors, []);
  await tab.close();
});

it("a link is copied where the page comes by plain http", async () => {
  // Under other names the server needs a token.
  const own = onSite
    ? server
    : await startServer(undefined, "--listen", "127.0.0.1");
  const address = new URL(own.address);
  address.hostname = PLAIN_NAME;
  address.hash = "#game=hiya&north=person";
  const tab = await browser.tab({ viewport: { width: 1280, height: 860 } });
  await tab.goto(address.href);
  await untilTurn(tab);
  assert.equal(await tab.evaluate(() => navigator.clipboard), undefined);
  await soon(() => assert.equal(new URL(tab.url()).search, ""));
  await test(tab, "menu").click();
  await test(tab, "menu-link").click();
  await test(tab, "notice")
    .filter({ hasText: "copied to the clipboard" })
    .waitFor();
  // Read the clipboard in another tab with that permission: pasting by key is unreliable on a busy machine.
  const reader = await browser.tab({ permissions: ["clipboard-read"] });
  await open(reader, server);
  const copied = await reader.evaluate(() => navigator.clipboard.readText());
  await soon(() => assert.equal(copied, tab.url()));
  await reader.context().close();
  await tab.context().close();
  if (!onSite) await own.stop();
});

it("the token of a classroom goes from the address once it has done its work", async () => {
  const own = await startServer(undefined, "--listen", "127.0.0.1");
  assert.match(own.address, /\?token=/);
  const tab = await browser.tab({ viewport: { width: 1280, height: 860 } });
  await tab.goto(`${own.address}#game=oska&north=person`);
  await untilTurn(tab);
  await soon(() => assert.doesNotMatch(tab.url(), /token/));
  await soon(() => assert.match(tab.url(), /#game=oska/));
  await tab.reload();
  await untilTurn(tab);
  await tab.goto(new URL("/", own.address).href);
  await tab.waitForSelector(".card");
  assert.deepEqual(tab.errors, []);
  await tab.context().close();
  await own.stop();
});

it("colours follow in other tabs", async () => {
  const tab = await browser.tab({ viewport: { width: 900, height: 700 } });
  await open(tab, server);
  const other = await tab.context().newPage();
  await other.goto(`${server.address}#game=oska&north=person`);
  await untilTurn(other);
  const theme = (one) =>
    one.evaluate(() => document.documentElement.dataset.theme);
  const before = await theme(other);
  await test(tab, "theme").click();
  await other.waitForFunction(
    (before) => document.documentElement.dataset.theme !== before,
    before,
  );
  await soon(async () => assert.equal(await theme(other), await theme(tab)));
  await tab.context().close();
});

it("a server that goes away and comes back loses nothing", async () => {
  const own = await startServer();
  const tab = await browser.tab();
  await open(tab, own, "#game=gastank&level=1&time=100");
  await untilTurn(tab);
  await move(tab, "D2", "C4");
  await until(tab, { phase: "person", ply: 2 });
  await own.stop();
  await untilConnected(tab, false);
  // A move during the outage waits for the server.
  await move(tab, "F2", "G4");
  const again = await startServer(own.port);
  await until(tab, { phase: "person", ply: 4 });
  await untilConnected(tab, true);
  await soon(() => assert.equal(actionsOf(tab.url())[2], "F2G4"));
  assert.deepEqual(tab.errors, []);
  await tab.close();
  await again.stop();
});

it("the catalogue is loaded once, beside a short greeting", async () => {
  const tab = await browser.tab();
  const [asked, frames] = [[], []];
  tab.on("request", (request) => asked.push(new URL(request.url()).pathname));
  tab.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => frames.push(payload.length)),
  );
  await open(tab, server, "#game=oska&north=person");
  assert.equal(
    asked.filter((path) => path.endsWith("/catalogue.json")).length,
    1,
  );
  assert.ok(frames[0] <= 20_000, `${frames[0]} bytes`);
  // Sides have the names of the catalogue, whichever loads first.
  await test(tab, "status").filter({ hasText: "White to move." }).waitFor();
  assert.deepEqual(tab.errors, []);
  await tab.close();
});

it("a catalogue that does not come is told, and nothing is lost", async () => {
  // A service worker would serve its copy.
  const tab = await browser.tab({ serviceWorkers: "block" });
  let broken = true;
  await tab.route("**/catalogue.json", (route) =>
    broken
      ? route.fulfill({ status: 500, body: "no" })
      : route.fulfill({ json: catalogue }),
  );
  const catalogue = await (await fetch(server.catalogue)).json();
  await tab.goto(
    `${server.address}#game=trench&north=person&moves=A3B4_A5B4&at=2`,
  );
  await test(tab, "catalogue-fault").filter({ hasText: "500" }).waitFor();
  await test(tab, "retry").click();
  broken = false;
  await untilPly(tab, 2);
  await soon(() => assert.deepEqual(actionsOf(tab.url()), ["A3B4", "A5B4"]));
  await tab.close();
});

it("an engine that thinks when the server dies thinks again when it is back", async () => {
  const own = await startServer();
  const tab = await browser.tab();
  await open(tab, own, "#game=trench&level=10&time=30000");
  await untilTurn(tab);
  await move(tab, "A3", "B4");
  await test(tab, "move-now").waitFor();
  await own.stop();
  await untilConnected(tab, false);
  const thinking = test(tab, "plate-north").locator(".plate-state");
  await soon(async () =>
    assert.equal(await thinking.textContent(), "waiting", "nobody thinks"),
  );
  const again = await startServer(own.port);
  await untilConnected(tab, true);
  await tab.waitForFunction(() =>
    document
      .querySelector('[data-testid="plate-north"]')
      .textContent.includes("depth"),
  );
  await test(tab, "move-now").click();
  await until(tab, { ply: 2 });
  await tab.close();
  await again.stop();
});

it("two tabs play two games at once", async () => {
  const tabs = [await browser.tab(), await browser.tab()];
  await open(tabs[0], server, "#game=hiya&level=1&time=100");
  await open(
    tabs[1],
    server,
    "#game=oska:5&south=engine&north=person&level=1&time=100",
  );
  const rolls = [dice(5), dice(6)];
  for (let turn = 0; turn < 4; turn += 1) {
    for (const [index, tab] of tabs.entries()) {
      await untilTurn(tab);
      const { phase, ply } = await state(tab);
      if (phase === "over") continue;
      await clickSomething(tab, rolls[index]);
      await until(tab, { above: ply });
    }
  }
  for (const tab of tabs) {
    await soon(async () => assert.ok((await state(tab)).ply >= 4));
    assert.deepEqual(tab.errors, []);
    await tab.close();
  }
});
