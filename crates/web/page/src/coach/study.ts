import { computed, effect, signal, untracked, type Signal } from "@preact/signals";
import { nodeOf } from "../game/tree";
import type { Claim, CoachSentence, Message, PositionInfo } from "../messages";
import type { PageSession } from "../session";

export type Values = Extract<Message, { type: "values" }>;

/** What the coach says about a move, and about the position after it. */
export interface Advice {
  /** About the action that led to the position; `null` until it is known. */
  move: readonly CoachSentence[] | null;
  /** About the position, if that was asked for; `null` until it is known. */
  now: readonly CoachSentence[] | null;
}

type Wanted = { task: "values" } | { task: "coach"; about: keyof Advice };

/** Asks for sentences and results of the position on the board, when no other search has to run. */
export class Study {
  /** By the position of a game: its number and its node. */
  readonly #values = signal<ReadonlyMap<string, Values | null>>(new Map());
  readonly #advice = signal<ReadonlyMap<string, Advice>>(new Map());
  /** The position for which the advice of the moment is wanted, too. */
  readonly #asked = signal("");
  /** The search of this study that is running, and its position. */
  #running: { key: string; task: "values" | "coach" } | null = null;

  readonly #session: PageSession;
  readonly #end: () => void;

  constructor(session: PageSession) {
    this.#session = session;
    this.#end = effect(() => {
      const want = this.#wanted.value;
      const [key, task] = [this.#key.value, session.searches.task.value];
      untracked(() => {
        const mine = task === "values" || task === "coach" ? this.#running : null;
        const stale = mine && (mine.key !== key || want?.task !== mine.task);
        if (stale) session.searches.end();
        if (want && (stale || task === null || task === "analyze")) this.#begin(want, key);
      });
    });
  }

  dispose(): void {
    this.#end();
    if (this.#running) this.#session.searches.end();
  }

  readonly #key = computed<string>(() => {
    const { gameRef, gameSerial } = this.#session.state;
    return `${gameSerial.value} ${gameRef.value?.at ?? ""}`;
  });

  /** The position on the board, if it may be studied now. */
  readonly position = computed<PositionInfo | null>(() => {
    const { state, searches, drill } = this.#session;
    const waits = !state.current.value || state.settingUp.value || state.unconfirmed.value !== null;
    if (waits || state.withFriend.value || searches.suspended.value || drill.at.value !== null) return null;
    return state.shown.value;
  });

  /** The results here. */
  readonly values = computed<Values | null>(() =>
    this.position.value ? (this.#values.value.get(this.#key.value) ?? null) : null,
  );

  readonly advice = computed<Advice | null>(() =>
    this.position.value ? (this.#advice.value.get(this.#key.value) ?? null) : null,
  );

  /** Whether the advice of the moment was asked for here. */
  readonly asked = computed<boolean>(() => this.#asked.value === this.#key.value);

  /** Asks what to do now. */
  ask(): void {
    this.#asked.value = this.#key.value;
  }

  /** What should be searched next. */
  readonly #wanted = computed<Wanted | null>(() => {
    const { state, study } = this.#session;
    const [position, key] = [this.position.value, this.#key.value];
    if (!position || (state.engineTurn.value && state.playing.value)) return null;
    const over = position.outcome !== null;
    if (study.results.value && !over && !finished(this.#values.value.get(key))) return { task: "values" };
    if (!study.coach.value) return null;
    const advice = this.#advice.value.get(key);
    if (position.actions.length > 0 && !advice?.move) return { task: "coach", about: "move" };
    return this.asked.value && !over && !advice?.now ? { task: "coach", about: "now" } : null;
  });

  #begin(want: Wanted, key: string): void {
    const { searches, state } = this.#session;
    const line = state.lineTo(state.gameRef.value!.at);
    const end = () => {
      this.#running = null;
      searches.resume();
    };
    this.#running = { key, task: want.task };
    if (want.task === "values") {
      let found = this.#values.value.get(key) ?? null;
      searches.search(
        "values",
        { type: "values", line },
        (message) => {
          if (message.type !== "values") return false;
          found = message;
          // The last one is kept at the end, when something else may be searched.
          if (!message.done) this.#keep(this.#values, key, message);
          return message.done;
        },
        () => {
          // One that was refused or stopped is not asked for again.
          this.#keep(this.#values, key, { ...(found ?? NOTHING), done: true });
          end();
        },
      );
      return;
    }
    const { about } = want;
    const before = this.#advice.value.get(key) ?? { move: null, now: null };
    let told: readonly CoachSentence[] = [];
    const ply = about === "move" ? line.actions.length - 1 : line.actions.length;
    searches.search(
      "coach",
      { type: "coach", line, ply, you: state.me.value },
      (message) => {
        if (message.type !== "coach") return false;
        told = message.sentences;
        return true;
      },
      () => {
        this.#keep(this.#advice, key, { ...before, [about]: told });
        end();
      },
    );
  }

  #keep<V>(map: Signal<ReadonlyMap<string, V>>, key: string, value: V): void {
    map.value = new Map(map.value).set(key, value);
  }

  /** The node where the line of a claim begins; `null` if its position is made up, so that it is none of the game. */
  nodeOf({ kind }: Claim, about: keyof Advice): number | null {
    const here = this.#session.state.gameRef.value;
    if (!here || kind === "threat") return null;
    return about === "now" ? here.at : nodeOf(here.tree, here.at).parent;
  }
}

const NOTHING: Omit<Values, "done"> = {
  type: "values",
  id: 0,
  side: "south",
  proven: null,
  actions: [],
  source: "search",
  note: "",
};

const finished = (values: Values | null | undefined): boolean => values?.done ?? false;
