import type { Microscope, Run } from "./microscope";
import { count, ideaText, valueText } from "./words";

/** Switches for the ideas of the search with what each costs, and the ladder. */
export function Ideas({ scope }: { scope: Microscope }) {
  const summary = scope.tree.value?.summary;
  if (!summary) return null;
  const [off, runs] = [scope.off.value, scope.runs.value];
  const run = (names: readonly string[]) => runs.find((one) => one.off.join() === names.join());
  const full = run([]);
  const now = run([...off].sort());
  return (
    <div class="scope-ideas">
      <p data-testid="ideas-now">
        With all ideas <strong>{full ? nodesText(full) : "not counted yet"}</strong>
        {off.size > 0 && now && (
          <>
            , now <strong>{nodesText(now)}</strong>
            {full && ` (${ratio(now, full)})`}
          </>
        )}
        .{" "}
        {off.size > 0 && (
          <button type="button" class="button wide" data-testid="ideas-all" onClick={() => scope.allOn()}>
            All on
          </button>
        )}
      </p>
      <table class="scope-table scope-switches">
        <caption>Ideas: switch one off and see what it costs</caption>
        <thead>
          <tr>
            <th scope="col">Idea</th>
            <th scope="col">Nodes without it</th>
          </tr>
        </thead>
        <tbody>
          {summary.ideas.map(({ name }) => {
            const [title, what] = ideaText(name);
            const without = run([name]);
            return (
              <tr key={name}>
                <th scope="row">
                  <label class="switch">
                    <input
                      type="checkbox"
                      role="switch"
                      checked={!off.has(name)}
                      data-testid={`idea-${name}`}
                      onChange={() => scope.toggle(name)}
                    />
                    <span>
                      {title} <small class="soft">{what}</small>
                    </span>
                  </label>
                </th>
                <td data-testid={`without-${name}`}>
                  {without ? `${nodesText(without)}${full ? ` (${ratio(without, full)})` : ""}` : ""}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Ladder scope={scope} />
    </div>
  );
}

const nodesText = ({ nodes, stopped }: Run) => (stopped ? `over ${rounded(nodes)} nodes` : `${count(nodes)} nodes`);

/** A search that is stopped at a limit goes a little beyond it. */
const rounded = (nodes: number) => count(nodes > 1000 ? Math.floor(nodes / 1000) * 1000 : nodes);

function ratio(run: Run, full: Run): string {
  const times = run.nodes / Math.max(1, full.nodes);
  return `${run.stopped ? "over " : ""}${times < 100 ? times.toFixed(2) : count(Math.floor(times))} ×`;
}

/** From plain minimax to the full search. */
function Ladder({ scope }: { scope: Microscope }) {
  const rungs = scope.rungs.value;
  const most = Math.log(Math.max(10, ...rungs.map(({ nodes }) => nodes)));
  return (
    <section>
      <h3>From plain minimax to the full search</h3>
      <button
        type="button"
        class="button wide"
        data-testid="ladder"
        disabled={scope.busy.value !== ""}
        onClick={() => scope.climb()}
      >
        Count the nodes of each step
      </button>
      {rungs.length > 0 && (
        <table class="scope-table" data-testid="ladder-table">
          <caption>Nodes with one idea more each time, at depth {scope.depth.value} (logarithmic)</caption>
          <tbody>
            {rungs.map(({ idea, nodes, whole, value }) => (
              <tr key={idea ?? "minimax"} class="why-all" data-testid="rung">
                <th scope="row">{idea === null ? "Plain minimax" : `+ ${ideaText(idea)[0]}`}</th>
                <td>{whole ? count(nodes) : `over ${rounded(nodes)}`}</td>
                <td>{whole ? valueText(value) : ""}</td>
                <td class="scope-plot">
                  <span
                    class={`scope-bar${whole ? "" : " open"}`}
                    style={{ width: `${(100 * Math.log(Math.max(2, nodes))) / most}%` }}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
