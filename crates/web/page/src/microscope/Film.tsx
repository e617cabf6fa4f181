import { useEffect, useState } from "preact/hooks";
import { IconButton } from "../panels/Icon";
import { Interval } from "./Interval";
import type { Microscope } from "./microscope";
import { windowsAt, type Stop } from "./tree";
import { boundText, count, groupOf, reasonText, valueText } from "./words";

const FRAME_MS = 450;

/** The search node by node: a slider, and alpha and beta on the path. */
export function Film({ scope }: { scope: Microscope }) {
  const film = scope.film.value;
  const [playing, setPlaying] = useState(false);
  const at = Math.min(scope.stop.value, film.length - 1);
  const stop = film[at];
  const ended = at >= film.length - 1;
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => scope.goTo(scope.stop.value + 1), FRAME_MS);
    return () => clearInterval(timer);
  }, [scope, playing]);
  useEffect(() => {
    if (playing && ended) setPlaying(false);
  }, [playing, ended]);
  // The board shows where the film is.
  useEffect(() => scope.goTo(scope.stop.value), [scope]);
  if (!stop) return <p>There is no node to show.</p>;
  const windows = windowsAt(stop, scope.refusals.value);
  const sentence = sentenceOf(stop);
  const last = scope.tree.value?.counts.nodes ?? film.length;
  return (
    <div class="scope-film" data-testid="scope-film-view" data-stop={at}>
      <div class="row scope-player" role="group" aria-label="Film">
        <IconButton
          icon="first"
          label="To the first node"
          testid="film-first"
          onClick={() => scope.goTo(0)}
          disabled={at === 0}
        />
        <IconButton
          icon="previous"
          label="Step back"
          testid="film-back"
          onClick={() => scope.goTo(at - 1)}
          disabled={at === 0}
        />
        <IconButton
          icon={playing ? "pause" : "play"}
          label={playing ? "Pause" : "Play"}
          testid="film-play"
          onClick={() => setPlaying(!playing)}
          disabled={ended}
        />
        <IconButton icon="next" label="Step" testid="film-step" onClick={() => scope.goTo(at + 1)} disabled={ended} />
        <button
          type="button"
          class="button wide"
          data-testid="film-cutoff"
          disabled={!film.some(({ node, leaves }, index) => index > at && leaves && node.data.end === "cutoff")}
          onClick={() => scope.toNextCutoff()}
        >
          To the next cut-off
        </button>
      </div>
      <label class="scope-slider">
        <span>
          Node {count(stop.node.data.number)} of {count(last)}
        </span>
        <input
          type="range"
          min={0}
          max={film.length - 1}
          value={at}
          aria-valuetext={`Node ${stop.node.data.number} of ${last}: ${sentence}`}
          data-testid="film-slider"
          onInput={(event) => scope.goTo(Number(event.currentTarget.value))}
        />
      </label>
      <p class={`scope-now why-${groupOf(stop.leaves ? stop.node.data.end : "complete")}`} data-testid="film-now">
        <span class="scope-swatch" aria-hidden="true" />
        {sentence}
      </p>
      <table class="scope-windows">
        <caption>Alpha and beta on the path</caption>
        <thead>
          <tr>
            <th scope="col">Move</th>
            <th scope="col">Alpha</th>
            <th scope="col">Beta</th>
            <th scope="col">Window</th>
          </tr>
        </thead>
        <tbody>
          {windows.map(({ node, alpha, beta }, index) => {
            const asked = { low: node.data.low ?? -Infinity, high: node.data.high ?? Infinity };
            const value = index === windows.length - 1 && stop.leaves ? node.data.value : undefined;
            return (
              <tr key={index} data-testid="film-window">
                <th scope="row">{node.data.move ?? (index === 0 ? "Root" : "same")}</th>
                <td class={alpha > asked.low ? "moved" : ""}>{limitText(alpha)}</td>
                <td class={beta < asked.high ? "moved" : ""}>{limitText(beta)}</td>
                <td>
                  <Interval
                    low={alpha === -Infinity ? undefined : alpha}
                    high={beta === Infinity ? undefined : beta}
                    value={value}
                    scale={scope.scale.value}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p class="soft">
        The side to move at the root raises alpha, the other side lowers beta. Where they meet, the rest is cut off. The
        film shows {count(film.length)} steps{hasMissing(scope) ? "; nodes that are only counted are not in it" : ""}.
      </p>
    </div>
  );
}

const hasMissing = (scope: Microscope) =>
  scope.film.value.some(({ node }) => node.children.length === 0 && (node.data.missing ?? 0) > 0);

const limitText = (value: number): string =>
  value === Infinity ? "+∞" : value === -Infinity ? "−∞" : valueText(value);

/** What happens at a stop. */
function sentenceOf({ node: { data, parent }, leaves }: Stop): string {
  const name = data.move ?? (parent === null ? "The root" : "The same position");
  if (!leaves) return `${name}: the search begins here, ${data.depth} deep.`;
  const by = data.by ? ` by ${data.by}` : "";
  return `${name}: ${reasonText(data.end)}${by}. It returns ${boundText(data.value, data.bound)}.`;
}
