import type { SearchSummary, WordCount } from "../messages";
import type { Microscope } from "./microscope";
import { count, groupOf, reasonText, valueText } from "./words";

/** What was counted. */
export function Summary({ scope }: { scope: Microscope }) {
  const tree = scope.tree.value;
  if (!tree) return null;
  const { counts, summary } = tree;
  return (
    <div class="scope-summary" data-testid="scope-summary-view">
      {summary && <Numbers summary={summary} />}
      {summary && <Iterations summary={summary} />}
      <Bars title="Nodes by reason" bars={wordBars(counts.ends)} total={counts.nodes} />
      {counts.skips.length > 0 && (
        <Bars title="Moves skipped" bars={wordBars(counts.skips)} total={sum(counts.skips.map((one) => one.count))} />
      )}
      <Bars
        title="Nodes by ply"
        bars={counts.plies.map((nodes, ply) => ({ label: `ply ${ply}`, count: nodes ?? 0, why: "all" }))}
        total={counts.nodes}
      />
    </div>
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);

const wordBars = (words: readonly WordCount[]) =>
  [...words]
    .sort((one, other) => other.count - one.count)
    .map(({ word, count: many }) => ({ label: reasonText(word), count: many, why: groupOf(word) }));

const share = (part: number, whole: number) => (whole > 0 ? `${Math.round((100 * part) / whole)} %` : "–");

function Numbers({ summary }: { summary: SearchSummary }) {
  const cutoffs = summary.ends.find(({ word }) => word === "cutoff")?.count ?? 0;
  const facts: [string, string][] = [
    ["Nodes", count(summary.nodes) + (summary.stopped ? ", then its limit" : "")],
    ["Effective branching factor", branching(summary)],
    ["Cut-offs by the first move", share(summary.firstMoveCutoffs, cutoffs)],
    ["Found in the table", count(summary.tableHits)],
    ["Searched again", count(summary.searchedAgain)],
    ["In quiescence search", share(summary.quiescence, summary.nodes)],
  ];
  return (
    <dl class="scope-numbers">
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The nodes of each depth, with its repetitions. */
function depthsOf({ roots }: SearchSummary) {
  const depths = new Map<number, { nodes: number; value: number }>();
  for (const { depth, nodes, value, stopped } of roots) {
    if (stopped) continue;
    depths.set(depth, { nodes: (depths.get(depth)?.nodes ?? 0) + nodes, value });
  }
  return [...depths].map(([depth, found]) => ({ depth, ...found }));
}

/** The root of the nodes of the last depth: as if every node had so many children. */
function branching(summary: SearchSummary): string {
  const last = depthsOf(summary).at(-1);
  return last && last.depth > 0 ? Math.pow(last.nodes, 1 / last.depth).toFixed(2) : "–";
}

function Iterations({ summary }: { summary: SearchSummary }) {
  const depths = depthsOf(summary);
  const most = Math.max(1, ...depths.map(({ nodes }) => nodes));
  return (
    <table class="scope-table">
      <caption>Nodes by depth</caption>
      <thead>
        <tr>
          <th scope="col">Depth</th>
          <th scope="col">Nodes</th>
          <th scope="col">Times</th>
          <th scope="col">Value</th>
          <th scope="col">
            <span class="visually-hidden">Plot</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {depths.map(({ depth, nodes, value }, index) => (
          <tr key={depth}>
            <th scope="row">{depth}</th>
            <td>{count(nodes)}</td>
            <td>{index > 0 ? (nodes / depths[index - 1]!.nodes).toFixed(1) : ""}</td>
            <td>{valueText(value)}</td>
            <td class="scope-plot">
              <span class="scope-bar why-all" style={{ width: `${(100 * nodes) / most}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Bar {
  label: string;
  count: number;
  why: string;
}

/** A bar chart that is also a table. */
function Bars({ title, bars, total }: { title: string; bars: readonly Bar[]; total: number }) {
  const most = Math.max(1, ...bars.map((bar) => bar.count));
  return (
    <table class="scope-table">
      <caption>{title}</caption>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.label} class={`why-${bar.why}`}>
            <th scope="row">{bar.label}</th>
            <td>{count(bar.count)}</td>
            <td>{share(bar.count, total)}</td>
            <td class="scope-plot">
              <span class="scope-bar" style={{ width: `${(100 * bar.count) / most}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
