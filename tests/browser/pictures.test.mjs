// The pictures of `skirmish position --svg` look like the boards of the page.

import assert from "node:assert/strict";
import { at, done } from "./served.mjs";
import { it } from "./which.mjs";
import { GAMES, output, state } from "./tools.mjs";

/** How far a channel of a pixel may be off: edges are drawn a little differently. */
const TOLERANCE = 48;

/** The share of pixels that may be off: the numbers beside Oska's board have another colour on purpose. */
const SHARE = 0.001;

/** The share of pixels by which two screenshots differ. */
const difference = (tab, shots) =>
  tab.evaluate(
    async ([shots, tolerance]) => {
      const [one, other] = await Promise.all(
        shots.map(async (shot) => {
          const bytes = Uint8Array.from(atob(shot), (c) => c.charCodeAt(0));
          const image = await createImageBitmap(new Blob([bytes]));
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext("2d");
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, image.width, image.height).data;
        }),
      );
      let off = 0;
      for (let at = 0; at < one.length; at += 4)
        if (
          [0, 1, 2].some(
            (c) => Math.abs(one[at + c] - other[at + c]) > tolerance,
          )
        )
          off += 1;
      return (4 * off) / one.length;
    },
    [shots.map((shot) => shot.toString("base64")), TOLERANCE],
  );

it("pictures of positions look like the board of the page, on light and dark pages", async () => {
  for (const game of GAMES) {
    const tab = await at(`#game=${game}&south=person&north=person`);
    for (const scheme of ["light", "dark"]) {
      await tab.emulateMedia({ colorScheme: scheme });
      await tab.waitForSelector(`html[data-theme="${scheme}"]`);
      const { position } = await state(tab);
      const words = ["position", game, "--position", position, "--svg"];
      const svg = output(...words, ...(scheme === "dark" ? ["--dark"] : []));
      // Neither a pointer nor a focused square.
      await tab.mouse.move(0, 0);
      const board = tab.locator('[data-testid="board"] svg.board');
      const clip = await board.boundingBox();
      const shot = await tab.screenshot({ clip });
      await board.evaluate((board, svg) => {
        const { left, top, width, height } = board.getBoundingClientRect();
        const picture = document.createElement("div");
        picture.id = "picture";
        picture.innerHTML = svg;
        picture.style.cssText = `position: fixed; z-index: 99; left: ${left}px; top: ${top}px; background: var(--paper)`;
        picture.firstElementChild.setAttribute("width", width);
        picture.firstElementChild.setAttribute("height", height);
        document.body.append(picture);
      }, svg);
      const picture = await tab.screenshot({ clip });
      const off = await difference(tab, [shot, picture]);
      assert.ok(off <= SHARE, `${game}, ${scheme}: ${100 * off} % differ`);
      // A missing piece is seen.
      await tab.evaluate(() =>
        document
          .querySelector("#picture path[paint-order]")
          .closest("#picture svg > g")
          .remove(),
      );
      const without = await tab.screenshot({ clip });
      assert.ok((await difference(tab, [shot, without])) > SHARE, game);
      await tab.evaluate(() => document.querySelector("#picture").remove());
    }
    await done(tab);
  }
});
