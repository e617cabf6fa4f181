import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useSession } from "../context";
import type { GameInfo } from "../messages";
import { Film } from "./Film";
import { Ideas } from "./Ideas";
import { LESSONS } from "./lessonSteps";
import { ThinkingLesson } from "./ThinkingLesson";
import { Microscope } from "./microscope";
import { NodeFacts } from "./NodeFacts";
import { Outline } from "./Outline";
import { PathBoard } from "./PathBoard";
import { Summary } from "./Summary";

const TABS = [
  ["tree", "Tree"],
  ["film", "Film"],
  ["summary", "Summary"],
  ["ideas", "Ideas"],
] as const;

type TabName = (typeof TABS)[number][0];

const DEPTHS = Array.from({ length: 12 }, (_, index) => index + 1);

/** The search of the position on the board, or a trace. */
export default function MicroscopeView({ file }: { file: File | null }) {
  const session = useSession();
  const [scope] = useState(() => new Microscope(session));
  const [tab, setTab] = useState<TabName>("tree");
  useEffect(() => () => scope.dispose(), [scope]);
  useEffect(() => {
    if (file) void scope.openTrace(file);
    else if (!scope.tree.value) scope.search();
  }, [scope, file]);
  const [lesson, setLesson] = useState(false);
  const game = useGame(scope);
  const tree = scope.tree.value;
  if (lesson && game) return <ThinkingLesson game={game} onEnd={() => setLesson(false)} />;
  const tabs = TABS.filter(([name]) => name !== "ideas" || tree?.program === null);
  const shown = tabs.some(([name]) => name === tab) ? tab : "tree";
  return (
    <div class="scope" data-testid="microscope" data-busy={scope.busy.value !== "" || undefined}>
      <Source scope={scope}>
        {game && (
          <button type="button" class="button wide" data-testid="scope-lesson" onClick={() => setLesson(true)}>
            How the computer thinks
          </button>
        )}
      </Source>
      <p class="soft scope-status" role="status" data-testid="scope-status">
        {scope.busy.value || scope.note.value}
      </p>
      {scope.fault.value && (
        <p class="notice error" role="alert" data-testid="scope-fault">
          {scope.fault.value}
        </p>
      )}
      {tree ? (
        <div class="scope-columns">
          <section class="scope-stage" aria-label="Path on the board">
            <PathBoard scope={scope} />
            <NodeFacts scope={scope} />
          </section>
          <section class="scope-study" aria-label="The search">
            <div class="scope-tabs" role="tablist" aria-label="Views of the search" onKeyDown={turnTabs}>
              {tabs.map(([name, label]) => (
                <button
                  type="button"
                  key={name}
                  role="tab"
                  id={`scope-tab-${name}`}
                  aria-selected={shown === name}
                  aria-controls="scope-panel"
                  tabIndex={shown === name ? 0 : -1}
                  data-testid={`scope-${name}`}
                  onClick={() => setTab(name)}
                >
                  {label}
                </button>
              ))}
            </div>
            <div class="scope-panel" role="tabpanel" id="scope-panel" aria-labelledby={`scope-tab-${shown}`}>
              {shown === "tree" && <Outline scope={scope} />}
              {shown === "film" && <Film scope={scope} />}
              {shown === "summary" && <Summary scope={scope} />}
              {shown === "ideas" && <Ideas scope={scope} />}
            </div>
          </section>
        </div>
      ) : (
        !scope.canSearch &&
        scope.busy.value === "" && <p>Open a trace, a file that a search program has written, to look at its search.</p>
      )}
    </div>
  );
}

/** The game that is looked at, if there is a lesson with it. */
function useGame(scope: Microscope): GameInfo | null {
  const { server, state } = useSession();
  const game = scope.tree.value ? server.gameOf(scope.tree.value.game ?? undefined) : state.game.value;
  return game && Object.hasOwn(LESSONS, game.id) ? game : null;
}

/** The arrow keys go from tab to tab. */
function turnTabs(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const next = tabs[(tabs.indexOf(document.activeElement as HTMLElement) + step + tabs.length) % tabs.length];
  next?.focus();
  next?.click();
}

/** What is searched, and how deep; and traces. */
function Source({ scope, children }: { scope: Microscope; children: ComponentChildren }) {
  const tree = scope.tree.value;
  const root = tree?.result?.data;
  return (
    <div class="scope-source row">
      {scope.canSearch && tree?.program == null && (
        <label>
          <span>Depth</span>{" "}
          <select
            value={String(scope.depth.value)}
            data-testid="scope-depth"
            onChange={(event) => scope.setDepth(Number(event.currentTarget.value))}
          >
            {DEPTHS.map((depth) => (
              <option key={depth} value={String(depth)} selected={depth === scope.depth.value}>
                {depth}
              </option>
            ))}
          </select>
        </label>
      )}
      {tree?.program != null && (
        <>
          <span data-testid="scope-program">
            Trace of <strong>{tree.program}</strong>
          </span>
          {scope.canSearch && (
            <button type="button" class="button wide" data-testid="scope-own" onClick={() => scope.search()}>
              Search the board instead
            </button>
          )}
        </>
      )}
      {root?.best && tree?.program === null && (
        <span data-testid="scope-best">
          Best: <strong>{root.best}</strong>
          {root.second && `, if refused ${root.second}`}
        </span>
      )}
      {children}
      <label class="button wide scope-file">
        <span>Open a trace…</span>
        <input
          type="file"
          class="visually-hidden"
          accept=".jsonl,.json,.txt"
          data-testid="scope-file"
          onChange={(event) => {
            const input = event.currentTarget;
            const [file] = input.files ?? [];
            if (file) void scope.openTrace(file);
            input.value = "";
          }}
        />
      </label>
    </div>
  );
}
