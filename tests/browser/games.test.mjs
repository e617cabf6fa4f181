// Whole games by clicks against level 1, as either side; the console checks the result.

import assert from "node:assert/strict";
import { browser, server } from "./served.mjs";
import { everything, it } from "./which.mjs";
import {
  actionsOf,
  clickSomething,
  dice,
  SOME_GAMES,
  open,
  referee,
  state,
  test,
  until,
  untilTurn,
} from "./tools.mjs";

for (const [index, game] of SOME_GAMES.entries()) {
  // One side per game; both with SKIRMISH_ALL.
  const sides = ["south", "north"];
  for (const side of everything ? sides : [sides[index % 2]]) {
    it(`${game}, a whole game as ${side}`, async () => {
      const tab = await browser.tab();
      const other = side === "south" ? "north" : "south";
      await open(
        tab,
        server,
        `#game=${game}&${side}=person&${other}=engine&level=1&time=100`,
      );
      const roll = dice(index * 2 + (side === "south" ? 1 : 2));
      for (let turns = 0; ; turns += 1) {
        assert.ok(turns < 300, "the game does not end");
        await untilTurn(tab);
        const { phase, ply } = await state(tab);
        if (phase === "over") break;
        await clickSomething(tab, roll);
        await until(tab, { above: ply });
      }
      const { outcome, position } = await state(tab);
      const result = await referee(game, actionsOf(tab.url()));
      assert.equal(result.outcome, outcome);
      assert.equal(result.position, position);
      const said = await test(tab, "status").textContent();
      const last = { [side]: /You win\.$/, [other]: / wins\.$/, draw: /draw/ };
      assert.match(said, last[outcome]);
      assert.deepEqual(tab.errors, []);
      await tab.close();
    });
  }
}
