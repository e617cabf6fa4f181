import type { Microscope } from "./microscope";
import { pathTo } from "./tree";
import { boundText, count, endText, markText, purposeText, reasonText, valueText } from "./words";

/** What happened at the selected node. */
export function NodeFacts({ scope }: { scope: Microscope }) {
  const node = scope.selected.value;
  if (!node) return null;
  const { data } = node;
  const path = pathTo(node).flatMap(({ data: { move } }) => move ?? []);
  const facts: [string, string][] = [];
  const add = (name: string, text: string | undefined | false) => {
    if (text) facts.push([name, text]);
  };
  add(data.skipped ? "Not searched" : "Ended", why(data.end, data.by, data.byPlace));
  add("Value", !data.skipped && boundText(data.value, data.bound));
  add("Window", !data.skipped && `${endText(data.low, "−∞")} to ${endText(data.high, "+∞")}`);
  add("Searched", purposeText(data.search));
  add("Type", data.kind && `${data.kind === "pv" ? "PV" : data.kind} node`);
  add(
    "Depth",
    `${String(data.depth).replace("-", "−")} at ply ${data.ply}${data.reduction ? `, reduced by ${data.reduction}` : ""}`,
  );
  add("Evaluation", data.eval !== undefined && valueText(data.eval));
  add("Table", data.table && `${boundText(data.table.value, data.table.bound)} from depth ${data.table.depth}`);
  add("Legal moves", data.moves > 0 && String(data.moves));
  add("Best", data.best && (data.second ? `${data.best}; refused, so ${data.second} counts` : data.best));
  add("Also", (data.marks ?? []).map(markText).join("; "));
  add("Nodes", !data.skipped && count(data.nodes));
  return (
    <div class="scope-facts" data-testid="scope-facts">
      <h3>{path.length > 0 ? path.join(" ") : "Root"}</h3>
      <dl>
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p class="soft">Values are those of the side to move at the root.</p>
    </div>
  );
}

/** A reason, with the move that caused a cut-off. */
function why(end: string, by: string | undefined, place: number | undefined): string {
  if (!by) return reasonText(end);
  return `${reasonText(end)} by ${by}${place ? `, number ${place} in the order` : ""}`;
}
