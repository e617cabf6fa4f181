import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { Inquiry } from "../connection";
import type { Play } from "../game/play";
import type { Table } from "../game/table";
import { nodeOf } from "../game/tree";
import type { Action, Mark, PositionInfo } from "../messages";
import type { Server } from "../server";
import type { World } from "../world";
import type { Review } from "./review";
import type { Searches } from "./searches";

/** Something that a person did, and that the review did not like. */
export interface Mistake {
  /** Where it led. */
  node: number;
  /** Where it was done. */
  before: number;
  mark: Mark;
  played: string;
  best: Action | null;
}

/** Another try. */
export interface Trial {
  text: string;
  /** The board after it. */
  position: PositionInfo;
  verdict: "judging" | "right" | "wrong";
  /** What the engine thinks of a wrong one; `null` if it was the same mistake again. */
  mark: Mark | null;
}

/** How long the board shows a wrong try, in milliseconds. */
const LOOK = 1400;

/**
 * Learning from one's mistakes: the board goes to each bad move of the person, who tries again until the engine agrees. What is
 * tried leaves no trace in the game.
 */
export class Practice {
  /** The mistake that is being tried again, by its place in {@link mistakes}. */
  readonly at = signal<number | null>(null);
  readonly trial = signal<Trial | null>(null);
  /** Whether somebody wants the answer. */
  readonly revealed = signal(false);
  /** Whether the board shows the try. */
  readonly #looking = signal(false);

  readonly #world: World;
  readonly #server: Server;
  readonly #table: Table;
  readonly #play: Play;
  readonly #searches: Searches;
  readonly #review: Review;
  #inquiry: Inquiry | null = null;

  constructor(world: World, server: Server, table: Table, play: Play, searches: Searches, review: Review) {
    this.#world = world;
    this.#server = server;
    this.#table = table;
    this.#play = play;
    this.#searches = searches;
    this.#review = review;
    // Whoever goes elsewhere in the game has had enough of it.
    effect(() => {
      const [task, here] = [this.task.value, table.place.value];
      if (this.at.value !== null && task?.before !== here?.at) untracked(() => this.#end());
    });
  }

  /** The mistakes of persons in the game that was reviewed, once all of it was. */
  readonly mistakes = computed<readonly Mistake[]>(() => {
    const [here, deeds, line] = [this.#table.place.value, this.#table.deeds.value, this.#review.here.value];
    if (!here || !line?.done) return [];
    return [...this.#review.marks.value].flatMap(([node, { mark, best }]) => {
      const deed = deeds.get(node);
      if (!deed || here[deed.side] !== "person") return [];
      return [{ node, before: nodeOf(here.tree, node).parent, mark, played: deed.action.text, best }];
    });
  });

  /** The one that is being tried again. */
  readonly task = computed<Mistake | null>(() => {
    const at = this.at.value;
    return at === null ? null : (this.mistakes.value[at] ?? null);
  });

  readonly solved = computed<boolean>(() => this.trial.value?.verdict === "right");

  /** The board to show instead of the game's. */
  readonly position = computed<PositionInfo | null>(() =>
    this.#looking.value ? (this.trial.value?.position ?? null) : null,
  );

  /** Goes to a mistake, the first one if none is named. */
  start(at = 0): void {
    const mistake = this.mistakes.value[at];
    if (!mistake) return this.stop();
    // The answer must not stand beside the question.
    this.#searches.analyzing.value = false;
    this.#inquiry?.drop();
    batch(() => {
      this.#forgetTrial();
      this.#play.catcher = (text) => this.#attempt(text);
      this.#play.goTo(mistake.before);
      this.at.value = at;
    });
  }

  /** Goes on to the next mistake, or back to the end of the game. */
  next(): void {
    this.start((this.at.value ?? -1) + 1);
  }

  /** Leaves it, at the end of the game. */
  stop(): void {
    this.#end();
    this.#play.goToEnd();
  }

  #end(): void {
    this.#inquiry?.drop();
    batch(() => {
      this.at.value = null;
      this.#play.catcher = null;
      this.#forgetTrial();
    });
  }

  #forgetTrial(): void {
    this.trial.value = null;
    this.revealed.value = false;
    this.#looking.value = false;
  }

  #attempt(text: string): boolean {
    const [task, here] = [this.task.value, this.#table.place.value];
    if (!task || !here) return false;
    if (this.#looking.value) return true;
    this.#inquiry?.drop();
    this.#inquiry = this.#server.ask({ type: "play", course: this.#table.courseTo(task.before), text }, (message) => {
      if (message.type === "position") this.#judge(task, message);
      else if (message.type === "illegal" || message.type === "error")
        this.#table.notice.value = { text: message.sentence, tone: "rule" };
      else return false;
      return true;
    });
    return true;
  }

  #judge(task: Mistake, position: PositionInfo): void {
    const text = position.actions.at(-1)?.action.text ?? "";
    const conclude = (verdict: Trial["verdict"], mark: Mark | null) => {
      if (this.task.value !== task) return;
      this.trial.value = { text, position, verdict, mark };
      if (verdict === "wrong") this.#takeBack();
    };
    batch(() => {
      this.#table.notice.value = null;
      this.#looking.value = true;
      conclude("judging", null);
    });
    if (text === task.played) return conclude("wrong", null);
    if (text === task.best?.text) return conclude("right", null);
    const course = this.#table.courseTo(task.before);
    const from = course.actions.length;
    let mark: Mark | null = null;
    this.#searches.search(
      "review",
      { type: "review", course: { ...course, actions: [...course.actions, text] }, from },
      (message) => {
        if (message.type === "reviewed") mark = message.mark;
        return message.type === "reviewEnd";
      },
      () => conclude(mark === null ? "right" : "wrong", mark),
    );
  }

  /** The board of a wrong try is shown for a moment. */
  #takeBack(): void {
    const shown = this.trial.value;
    this.#world.later(LOOK, () => {
      if (this.trial.value === shown) this.#looking.value = false;
    });
  }
}
