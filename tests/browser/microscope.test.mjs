// The microscope: the search of a position, and traces.

import assert from "node:assert/strict";
import { at, browser, done, server } from "./served.mjs";
import { it } from "./which.mjs";
import { open, picture, seriousFaults, soon, test, until } from "./tools.mjs";

const BOTH = "&south=person&north=person";

/** A tab with the microscope open on a position, once its search is over. */
async function looking(hash, options) {
  const tab = await at(`${hash}${BOTH}`, options);
  await test(tab, "analysis").click();
  await test(tab, "how").click();
  await searched(tab);
  return tab;
}

/** Waits for the end of a search. */
const searched = (tab) =>
  tab.waitForSelector('[data-testid="microscope"]:not([data-busy]) [role=tab]');

const rows = (tab) => test(tab, "scope-row");

/** The numbers in a text, without separators. */
const numbers = (text) =>
  (text.replaceAll(",", "").match(/\d+/g) ?? []).map(Number);

/** Drops a file on the page. */
async function drop(tab, name, text) {
  const transfer = await tab.evaluateHandle(
    ({ name, text }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name));
      return transfer;
    },
    { name, text },
  );
  await tab.dispatchEvent("body", "drop", { dataTransfer: transfer });
}

for (const game of ["hiya", "refusal"]) {
  it(`${game}: the tree opens step by step, with the board beside it`, async () => {
    const tab = await looking(`#game=${game}`);
    const best = await test(tab, "scope-best").textContent();
    const top = await tab.locator('[role=treeitem][aria-level="1"]').count();
    assert.ok(top >= 1, `${top} roots`);
    await test(tab, "scope-pv").click();
    const line = tab.locator(".scope-row.best[data-move]");
    const first = await line.first().getAttribute("data-move");
    assert.ok(best.includes(first), `${first} in ${best}`);
    // The board follows the path.
    const last = await line.last().getAttribute("data-move");
    await tab.waitForSelector(
      `[data-testid="scope-board"][data-after$="${last}"]`,
    );
    // A node closes and opens.
    const before = await rows(tab).count();
    const root = tab.locator('.scope-row.best[aria-level="1"]');
    await root.click();
    await soon(async () =>
      assert.equal(await root.getAttribute("aria-expanded"), "false"),
    );
    await soon(async () => assert.ok((await rows(tab).count()) < before));
    await root.click();
    await soon(async () => assert.equal(await rows(tab).count(), before));
    await done(tab);
  });
}

it("the tree works by keyboard, as ARIA says", async () => {
  const tab = await looking("#game=hiya&moves=C2C4");
  // The focus moves with the next frame after a key.
  const focused = (attributes) =>
    tab.waitForFunction((attributes) => {
      const row = document.activeElement;
      const matches = ([name, value]) =>
        new RegExp(`^${value}$`).test(row?.getAttribute(name));
      return Object.entries(attributes).every(matches);
    }, attributes);
  await tab.locator('[role=treeitem][tabindex="0"]').focus();
  await soon(async () =>
    assert.equal(await tab.locator('[role=treeitem][tabindex="0"]').count(), 1),
  );
  await focused({ role: "treeitem", "aria-expanded": "true" });
  await tab.keyboard.press("ArrowRight");
  await focused({ "aria-level": "2", "aria-posinset": "1" });
  await tab.keyboard.press("ArrowDown");
  await focused({ "aria-level": "2", "aria-posinset": "2" });
  await tab.keyboard.press("ArrowLeft");
  await focused({ "aria-level": "1" });
  await tab.keyboard.press("ArrowLeft");
  await focused({ "aria-level": "1", "aria-expanded": "false" });
  await tab.keyboard.press("Enter");
  await focused({ "aria-level": "1", "aria-expanded": "true" });
  await tab.keyboard.press("Home");
  await focused({ "aria-level": "1", "aria-posinset": "1" });
  await tab.keyboard.press("End");
  await focused({ "aria-level": "2" });
  // A letter leads to the next move that begins with it.
  await tab.keyboard.press("a");
  await focused({ "data-move": "A.*" });
  // The keys of the page are silent: nothing was analysed, flipped or played.
  await tab.keyboard.press("f");
  // The tabs, too.
  await test(tab, "scope-tree").focus();
  await tab.keyboard.press("ArrowRight");
  await test(tab, "scope-film-view").waitFor();
  await tab.keyboard.press("Escape");
  await soon(async () =>
    assert.equal(await test(tab, "microscope").count(), 0),
  );
  await until(tab, { ply: 0 });
  await soon(async () =>
    assert.equal(await test(tab, "flip").getAttribute("aria-pressed"), "false"),
  );
  // Analysis goes on.
  await test(tab, "line").first().waitFor();
  await done(tab);
});

it("what is only counted is loaded when it is opened", async () => {
  const tab = await looking("#game=refusal");
  await test(tab, "scope-depth").selectOption("10");
  await searched(tab);
  await test(tab, "scope-status")
    .filter({ hasText: /loaded when you open/ })
    .waitFor();
  await test(tab, "scope-pv").click();
  const last = tab.locator(".scope-row.best").last();
  await soon(async () =>
    assert.equal(await last.getAttribute("aria-expanded"), "false"),
  );
  const before = await rows(tab).count();
  const level = Number(await last.getAttribute("aria-level"));
  await last.click();
  await tab.waitForFunction(
    (before) =>
      document.querySelectorAll('[data-testid="scope-row"]').length > before,
    before,
  );
  const deeper = tab.locator(`.scope-row.best[aria-level="${level + 1}"]`);
  await deeper.waitFor();
  // The best line goes on there, and so does the board.
  const move = await deeper.getAttribute("data-move");
  await deeper.click();
  await tab.waitForSelector(
    `[data-testid="scope-board"][data-after$=" ${move}"]`,
  );
  await done(tab);
});

it("filters hide reasons and keep the way to the others", async () => {
  const tab = await looking("#game=hiya");
  const root = tab.locator('[role=treeitem][aria-expanded="true"]').first();
  await root.waitFor();
  const all = await rows(tab).count();
  for (const filter of await tab
    .locator('[data-testid^="scope-filter-"]:not([data-testid$="-cut"])')
    .all())
    await filter.uncheck();
  await soon(async () => {
    const ends = await rows(tab).evaluateAll((found) =>
      found.map((row) => [row.dataset.end, row.classList.contains("dimmed")]),
    );
    assert.ok(ends.length > 0 && ends.length < all, `${ends.length} of ${all}`);
    for (const [end, dimmed] of ends)
      assert.equal(dimmed, end !== "cutoff", end);
  });
  await test(tab, "scope-filter-cut").uncheck();
  await soon(async () => assert.equal(await rows(tab).count(), 0));
  await test(tab, "scope-filter-all").check();
  await soon(async () => assert.ok((await rows(tab).count()) > 0));
  await done(tab);
});

it("the film steps, plays, jumps to cut-offs and moves alpha and beta", async () => {
  const tab = await looking("#game=hiya");
  await test(tab, "scope-film").click();
  const view = test(tab, "scope-film-view");
  const stop = async () => Number(await view.getAttribute("data-stop"));
  const stopped = (at) =>
    view.and(tab.locator(`[data-stop="${at}"]`)).waitFor();
  await stopped(0);
  await test(tab, "film-step").click();
  await stopped(1);
  await test(tab, "film-back").click();
  await stopped(0);
  await test(tab, "film-cutoff").click();
  await soon(async () => assert.ok((await stop()) > 0));
  const cut = await stop();
  await test(tab, "film-now")
    .filter({ hasText: /cut-off by/ })
    .waitFor();
  // A cut-off has alpha and beta met.
  const limits = await test(tab, "film-window")
    .last()
    .locator("td")
    .allTextContents();
  const [alpha, beta] = limits
    .slice(0, 2)
    .map((text) => Number(text.replace("−", "-").replace("∞", "Infinity")));
  assert.ok(alpha >= beta, limits.join(" "));
  await test(tab, "film-cutoff").click();
  await soon(async () => assert.ok((await stop()) > cut));
  const slider = test(tab, "film-slider");
  await slider.focus();
  await tab.keyboard.press("End");
  await soon(async () =>
    assert.match(
      await slider.getAttribute("aria-valuetext"),
      /^Node \d+ of \d+/,
    ),
  );
  await soon(async () =>
    assert.equal(await test(tab, "film-step").isDisabled(), true),
  );
  await tab.keyboard.press("Home");
  await stopped(0);
  await test(tab, "film-play").click();
  await tab.waitForFunction(
    () =>
      Number(
        document.querySelector('[data-testid="scope-film-view"]').dataset.stop,
      ) >= 2,
  );
  await test(tab, "film-play").click();
  await done(tab);
});

it("the summary adds up, ideas can be switched off, and the ladder is climbed", async () => {
  const tab = await looking("#game=hiya");
  await test(tab, "scope-depth").selectOption("3");
  await searched(tab);
  await test(tab, "scope-summary").click();
  const view = test(tab, "scope-summary-view");
  const [total] = numbers(await view.locator("dd").first().textContent());
  const reasons = await view
    .locator("table", { hasText: "Nodes by reason" })
    .locator("td:nth-child(2)")
    .allTextContents();
  const sum = reasons.flatMap(numbers).reduce((one, other) => one + other, 0);
  assert.equal(sum, total);
  await test(tab, "scope-ideas").click();
  await soon(async () =>
    assert.deepEqual(numbers(await test(tab, "ideas-now").textContent()), [
      total,
    ]),
  );
  await test(tab, "idea-history").uncheck();
  await tab.waitForFunction(
    () =>
      document.querySelector('[data-testid="without-history"]').textContent !==
      "",
  );
  const now = numbers(await test(tab, "ideas-now").textContent());
  assert.equal(now[0], total);
  await soon(async () =>
    assert.equal(
      numbers(await test(tab, "without-history").textContent())[0],
      now[1],
    ),
  );
  await test(tab, "ideas-all").click();
  await searched(tab);
  await test(tab, "ladder").click();
  await searched(tab);
  const rungs = (
    await test(tab, "rung").locator("td:nth-child(2)").allTextContents()
  ).flatMap(numbers);
  assert.ok(rungs.length > 5 && rungs[0] > rungs.at(-1), rungs.join(" "));
  assert.equal(rungs.at(-1), total);
  await picture(tab, "microscope-ideas");
  await done(tab);
});

const TRACE = [
  '{"trace":1,"game":"hiya","program":"a student"}',
  '{"enter":"","depth":2}',
  '{"enter":"A3B4"}',
  '{"enter":"G6F5"}',
  '{"leave":10}',
  '{"leave":-10}',
  '{"enter":"C3B4","alpha":-1000,"beta":-10}',
  '{"enter":"G6F5"}',
  '{"leave":4}',
  '{"leave":-4,"end":"cutoff","by":"G6F5"}',
  '{"leave":10,"best":"A3B4"}',
];

it("a dropped trace is shown, and a broken or huge one loses nothing", async () => {
  const tab = await at(`#game=hiya${BOTH}&moves=C2C4`);
  const { position } = await test(tab, "board").evaluate(
    ({ dataset }) => dataset,
  );
  await drop(tab, "mine.jsonl", TRACE.join("\n"));
  await test(tab, "scope-program").waitFor();
  await test(tab, "scope-program")
    .filter({ hasText: /a student/ })
    .waitFor();
  await test(tab, "scope-pv").click();
  await tab.waitForSelector(
    '[data-testid="scope-board"][data-after="A3B4"] .board',
  );
  const shown = await rows(tab).allTextContents();
  for (const [name, text, sentence] of [
    ["broken.jsonl", `${TRACE.slice(0, 4).join("\n")}\nnonsense`, /Line 5/],
    ["cut.jsonl", TRACE.join("\n").slice(0, 80), /ends in the middle/],
    ["picture.png", "\u0000\u0001PNG", /Line 1/],
    ["empty.jsonl", "", /no node/],
    ["long.jsonl", "x".repeat(3 << 20), /64 KiB/],
  ]) {
    await drop(tab, name, text);
    await tab.waitForFunction(
      (name) =>
        document
          .querySelector('[data-testid="scope-fault"]')
          ?.textContent.startsWith(name),
      name,
    );
    await test(tab, "scope-fault").filter({ hasText: sentence }).waitFor();
    await soon(async () =>
      assert.deepEqual(await rows(tab).allTextContents(), shown, name),
    );
  }
  // A huge one is read in parts: what does not fit is counted.
  const huge = [TRACE[0], '{"enter":""}'];
  for (let index = 0; index < 60_000; index += 1)
    huge.push(
      '{"enter":"A3B4"}',
      '{"enter":"G6F5"}',
      '{"enter":"B4C5"}',
      '{"leave":0}',
      '{"enter":"B4A5"}',
      '{"leave":0}',
      '{"leave":0}',
      '{"leave":0}',
    );
  huge.push('{"leave":0}');
  await drop(tab, "huge.jsonl", huge.join("\n"));
  await tab.waitForFunction(() =>
    document
      .querySelector('[data-testid="scope-status"]')
      ?.textContent.includes("deeper ones are counted"),
  );
  await soon(async () =>
    assert.equal(await test(tab, "scope-fault").count(), 0),
  );
  await test(tab, "scope-own").click();
  await test(tab, "scope-depth").waitFor();
  await test(tab, "close").click();
  await soon(async () =>
    assert.deepEqual(
      await test(tab, "board").evaluate(({ dataset }) => dataset.position),
      position,
    ),
  );
  await done(tab);
});

it("a trace opens on the home page, and from a file", async () => {
  const tab = await browser.tab();
  await open(tab, server);
  await drop(tab, "bad.jsonl", "{}");
  await test(tab, "scope-fault").waitFor();
  await test(tab, "scope-file").setInputFiles({
    name: "mine.jsonl",
    mimeType: "text/plain",
    buffer: Buffer.from(TRACE.join("\n")),
  });
  await test(tab, "scope-board").waitFor();
  await soon(async () =>
    assert.equal(await test(tab, "scope-fault").count(), 0),
  );
  await soon(async () =>
    assert.equal(await test(tab, "scope-ideas").count(), 0),
  );
  await done(tab);
});

for (const [name, size] of [
  ["desktop", { width: 1280, height: 860 }],
  ["phone", { width: 390, height: 844 }],
])
  it(`the microscope is accessible: ${name}`, async () => {
    const tab = await looking("#game=refusal", { viewport: size });
    const faults = [];
    for (const view of ["tree", "film", "summary", "ideas"]) {
      await test(tab, `scope-${view}`).click();
      if (view === "tree") await test(tab, "scope-pv").click();
      faults.push(
        ...(await seriousFaults(
          tab,
          `microscope-${name}-${view}`,
          "[data-testid=dialog-microscope]",
        )),
      );
      const wide = await test(tab, "dialog-microscope").evaluate(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      );
      assert.ok(wide <= 1, `${view} is ${wide} pixels too wide`);
    }
    assert.deepEqual(faults, []);
    const unnamed = await tab
      .locator(
        "[data-testid=dialog-microscope] :is(button, input, select, [role=treeitem])",
      )
      .evaluateAll((found) =>
        found
          .filter(
            (one) =>
              !one.textContent.trim() &&
              !one.getAttribute("aria-label") &&
              !(one.labels?.length > 0),
          )
          .map((one) => one.outerHTML.slice(0, 100)),
      );
    assert.deepEqual(unnamed, []);
    await done(tab);
    await tab.context().close();
  });

for (const game of ["hiya", "refusal"])
  it(`${game}: the lesson has eight steps, each with a prediction`, async () => {
    const tab = await looking(`#game=${game}`);
    await test(tab, "scope-lesson").click();
    for (let step = 1; step <= 8; step += 1) {
      await tab.waitForSelector(
        `[data-step="${step}"] [data-testid="thinking-option"]`,
      );
      await soon(async () =>
        assert.match(
          await test(tab, "thinking-title").textContent(),
          new RegExp(`^${step} of 8`),
        ),
      );
      // Nothing tells the answer before.
      await soon(async () =>
        assert.equal(await test(tab, "thinking-verdict").textContent(), ""),
      );
      const options = test(tab, "thinking-option");
      await soon(async () =>
        assert.equal(
          await options.and(tab.locator('[data-right="true"]')).count(),
          1,
          `step ${step}`,
        ),
      );
      await options.and(tab.locator('[data-right="false"]')).first().click();
      await test(tab, "thinking-verdict").filter({ hasText: /^No:/ }).waitFor();
      await options.and(tab.locator('[data-right="true"]')).click();
      await test(tab, "thinking-verdict")
        .filter({ hasText: /^Right\. \S+/ })
        .waitFor();
      if (step === 3)
        assert.deepEqual(
          await seriousFaults(
            tab,
            `microscope-lesson-${game}`,
            "[data-testid=dialog-microscope]",
          ),
          [],
        );
      if (step < 8) await test(tab, "thinking-next").click();
    }
    await test(tab, "thinking-end").click();
    await test(tab, "scope-best").waitFor();
    await done(tab);
  });

it("the microscope is loaded when it is opened, and tried again if that fails", async () => {
  const context = { serviceWorkers: "block" };
  const tab = await browser.tab(context);
  const loaded = [];
  tab.on("request", (request) => loaded.push(request.url()));
  const asked = () => loaded.filter((url) => url.includes("MicroscopeView"));
  let broken = true;
  await tab.route(/MicroscopeView/, (route) =>
    broken ? route.abort() : route.continue(),
  );
  await open(tab, server, `#game=hiya${BOTH}`);
  await until(tab, { phase: "person" });
  assert.deepEqual(asked(), []);
  await test(tab, "analysis").click();
  await test(tab, "how").click();
  const dialog = test(tab, "dialog-microscope");
  await dialog.getByRole("alert").waitFor();
  assert.equal(asked().length, 1);
  broken = false;
  await dialog.getByRole("button", { name: "Try again" }).click();
  await searched(tab);
  await tab.context().close();
});
