import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { Interval, nodeInterval } from "./Interval";
import type { Microscope } from "./microscope";
import { canOpen, filtered, rowsOf, walk, type Row, type TreeNode } from "./tree";
import { boundText, count, endText, groupOf, GROUPS, purposeText, reasonText, type ReasonGroup } from "./words";

/** More rows would make the page slow; nodes can be closed. */
const MAX_ROWS = 1500;

/** The tree as an outline, by the pattern of ARIA. */
export function Outline({ scope }: { scope: Microscope }) {
  const [tree, opened, hidden] = [scope.tree.value, scope.opened.value, scope.hidden.value];
  const roots = useMemo(() => tree?.roots ?? [], [tree]);
  const shown = useMemo(() => filtered(roots, hidden), [roots, hidden]);
  const rows = useMemo(() => rowsOf(roots, opened, shown), [roots, opened, shown]);
  const list = useRef<HTMLDivElement>(null);
  const selected = rows.find(({ node }) => node === scope.selected.value) ?? rows[0];
  const moved = useRef(false);
  const revealed = useRef(false);
  useLayoutEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('[tabindex="0"]');
    if (moved.current) row?.focus();
    else if (revealed.current) row?.scrollIntoView({ block: "nearest" });
    moved.current = revealed.current = false;
  });
  const go = (row: Row | undefined) => {
    if (!row) return;
    moved.current = true;
    scope.select(row.node);
  };
  const showBestLine = () => {
    openBestLine(scope);
    revealed.current = true;
  };
  const onKey = (event: KeyboardEvent) => {
    if (!selected || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = rows.indexOf(selected);
    const { node } = selected;
    const isOpen = opened.has(node);
    switch (event.key) {
      case "ArrowDown":
        go(rows[index + 1]);
        break;
      case "ArrowUp":
        go(rows[index - 1]);
        break;
      case "Home":
        go(rows[0]);
        break;
      case "End":
        go(rows[Math.min(rows.length, MAX_ROWS) - 1]);
        break;
      case "ArrowRight":
        if (isOpen) go(rows[index + 1]?.node.parent === node ? rows[index + 1] : undefined);
        else if (canOpen(node)) scope.open(node);
        break;
      case "ArrowLeft":
        if (isOpen) scope.close(node);
        else go(rows.find((row) => row.node === node.parent));
        break;
      case "Enter":
      case " ":
        toggle(scope, node);
        break;
      default:
        if (!/^[a-z0-9]$/i.test(event.key)) return;
        // As in lists of the system: to the next move that begins so.
        go(
          [...rows.slice(index + 1), ...rows.slice(0, index)].find(({ node: { data } }) =>
            data.move?.toLowerCase().startsWith(event.key.toLowerCase()),
          ),
        );
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <Legend scope={scope} roots={roots} />
      <p class="row">
        <button type="button" class="button wide" data-testid="scope-pv" onClick={showBestLine}>
          Show the best line
        </button>
      </p>
      <div class="scope-tree" role="tree" aria-label="Tree of the search" ref={list} onKeyDown={onKey}>
        {rows.slice(0, MAX_ROWS).map((row) => (
          <TreeRow key={keyOf(row.node)} scope={scope} row={row} isCurrent={row === selected} />
        ))}
      </div>
      {rows.length > MAX_ROWS && <p>More than {count(MAX_ROWS)} lines: close some nodes to see the others.</p>}
      {rows.length === 0 && <p>No node has a reason that is shown.</p>}
    </>
  );
}

const keys = new WeakMap<TreeNode, number>();
let lastKey = 0;

function keyOf(node: TreeNode): number {
  let key = keys.get(node);
  if (key === undefined) keys.set(node, (key = ++lastKey));
  return key;
}

function toggle(scope: Microscope, node: TreeNode): void {
  if (scope.opened.value.has(node)) scope.close(node);
  else if (canOpen(node)) scope.open(node);
}

function openBestLine(scope: Microscope): void {
  const line = [...scope.pv.value];
  scope.opened.value = new Set([...scope.opened.value, ...line.filter((node) => node.children.length > 0)]);
  scope.select(line.at(-1) ?? null);
}

function TreeRow({ scope, row, isCurrent }: { scope: Microscope; row: Row; isCurrent: boolean }) {
  const { node, level, place, siblings } = row;
  const { data } = node;
  const isOpen = scope.opened.value.has(node);
  const isBest = scope.pv.value.has(node);
  const group = groupOf(data.end);
  const dimmed = scope.hidden.value.has(group);
  const name = nameOf(node);
  const value = data.skipped ? "" : boundText(data.value, data.bound);
  const reason = `${reasonText(data.end)}${data.by ? ` by ${data.by}` : ""}`;
  const window = `window ${endText(data.low, "−∞")} to ${endText(data.high, "+∞")}`;
  const purpose = purposeText(data.search);
  const nodes = data.nodes > 1 ? `${count(data.nodes)} nodes` : "";
  return (
    <div
      role="treeitem"
      class={`scope-row why-${group}${isBest ? " best" : ""}${dimmed ? " dimmed" : ""}${data.skipped ? " skipped" : ""}`}
      style={{ "--level": String(level - 1) }}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-expanded={canOpen(node) ? isOpen : undefined}
      aria-selected={isCurrent}
      tabIndex={isCurrent ? 0 : -1}
      data-testid="scope-row"
      data-number={data.number}
      data-end={data.end}
      data-move={data.move}
      onClick={() => {
        scope.select(node);
        toggle(scope, node);
      }}
      onFocus={() => scope.selected.value !== node && scope.select(node)}
    >
      <span class="scope-twist" aria-hidden="true">
        {canOpen(node) ? (isOpen ? "▾" : "▸") : ""}
      </span>
      <span class="scope-move">
        {isBest && <span aria-hidden="true">★ </span>}
        {name}
        <Unseen text={isBest ? "best line" : ""} />
      </span>
      <span class="scope-score">{value}</span>
      <Unseen text={data.skipped ? "" : window} />
      <span class="scope-why">
        <span class="scope-swatch" aria-hidden="true" />
        {reason}
        {purpose && <small> · {purpose}</small>}
      </span>
      <span class="scope-count">{nodes}</span>
      {!data.skipped && <Interval {...nodeInterval(data)} scale={scope.scale.value} />}
    </div>
  );
}

/** A part of a line for those who cannot see it; the interval shows the same. */
function Unseen({ text }: { text: string }) {
  return text === "" ? null : <span class="visually-hidden">, {text}, </span>;
}

/** A node without a move is a search of the root, or of the same position again. */
function nameOf({ data, parent }: TreeNode): string {
  if (data.move !== undefined) return data.move;
  return parent === null ? `Depth ${data.depth}` : "Same position";
}

/** The colours, as filters. */
function Legend({ scope, roots }: { scope: Microscope; roots: readonly TreeNode[] }) {
  const hidden = scope.hidden.value;
  const counts = useMemo(() => {
    const found = new Map<ReasonGroup, number>();
    walk(roots, ({ data }) => {
      const group = groupOf(data.end);
      found.set(group, (found.get(group) ?? 0) + 1);
    });
    return found;
  }, [roots]);
  return (
    <fieldset class="scope-legend" data-testid="scope-legend">
      <legend>Show nodes by reason</legend>
      {GROUPS.filter(({ group }) => counts.has(group)).map(({ group, label }) => (
        <label key={group} class={`why-${group}`}>
          <input
            type="checkbox"
            checked={!hidden.has(group)}
            data-testid={`scope-filter-${group}`}
            onChange={() => {
              const next = new Set(hidden);
              if (!next.delete(group)) next.add(group);
              scope.hidden.value = next;
            }}
          />
          <span class="scope-swatch" aria-hidden="true" />
          <span>
            {label} <span class="soft">{count(counts.get(group) ?? 0)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
