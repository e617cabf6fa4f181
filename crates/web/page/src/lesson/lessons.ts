import { batch, computed, signal, untracked } from "@preact/signals";
import type { PendingRequest } from "../connection";
import { moveIn } from "../game/text";
import type { GameInfo, LegalAction, LessonStep, Message, LessonBoard, Squares } from "../messages";
import { baseOf, type ServerClient } from "../server";
import type { Environment } from "../environment";
import { CompletedSteps } from "./completedSteps";

export type GradedAnswer = Extract<Message, { type: "graded" }>;

/** A step of a game's lesson, counted from 0. */
export interface LessonRef {
  game: string;
  step: number;
}

/** How long the board shows what a wrong move would do, in milliseconds. */
const WRONG_MOVE_MS = 1400;

/** The lesson that somebody takes. The rules and the lesson itself judge; here is only what is shown, and what was done before. */
export class Lessons {
  /** Where in which lesson; `null` if none is open. */
  readonly lessonRef = signal<LessonRef | null>(null);
  /** The step that is shown: the one there, or the one before while that is on its way. */
  readonly step = signal<LessonStep | null>(null);
  /** Where that is. */
  readonly shown = signal<LessonRef | null>(null);
  /** What came of the last answer to it. */
  readonly graded = signal<GradedAnswer | null>(null);
  /** Answers other than the right one since the step was shown. */
  readonly failures = signal(0);
  /** Whether somebody wants the hint, and the answer. */
  readonly hinted = signal(false);
  readonly revealed = signal(false);
  /** What went wrong, if something did. */
  readonly fault = signal("");
  /** Whether the board shows what came of the answer, and not the step. */
  readonly #after = signal(false);

  readonly progress: CompletedSteps;
  readonly #environment: Environment;
  readonly #server: ServerClient;
  #request: PendingRequest | null = null;

  constructor(environment: Environment, server: ServerClient) {
    this.#environment = environment;
    this.#server = server;
    this.progress = new CompletedSteps(environment);
  }

  /** What is known of the game that is taught. */
  readonly game = computed<GameInfo | null>(() => this.#server.gameOf(this.lessonRef.value?.game));

  readonly solved = computed<boolean>(() => this.graded.value?.verdict === "right");

  /** What is on the board. */
  readonly board = computed<LessonBoard | null>(() => {
    const after = this.#after.value ? this.graded.value?.after : null;
    return after ?? this.step.value?.board ?? null;
  });

  /** Whether the step waits for an answer. */
  readonly asking = computed<boolean>(
    () =>
      this.step.value !== null && this.shown.value === this.lessonRef.value && !this.solved.value && !this.#after.value,
  );

  /** Whether the answer is a move of a piece. */
  readonly expectsMove = computed<boolean>(() => this.asking.value && this.step.value?.legality === null);

  /** Answers that are actions but no moves of pieces: accept, refuse, pass. */
  readonly wordActions = computed<readonly LegalAction[]>(() =>
    this.expectsMove.value ? this.step.value!.board.legal.filter(({ kind }) => kind !== "move") : [],
  );

  /** Opens the lesson of a game, where somebody left it. Back leads to where that was. */
  open(game: string): void {
    const info = this.#server.gameOf(game);
    if (!info || info.lesson.length === 0) return;
    const step = this.progress.next(info);
    this.#environment.pushAddress(formatLesson({ game: info.id, step }));
    this.goTo({ game: info.id, step });
  }

  /** Shows a step, from its beginning. */
  goTo(lessonRef: LessonRef): void {
    this.#request?.cancel();
    batch(() => {
      const sameGame = this.lessonRef.value?.game === lessonRef.game;
      this.lessonRef.value = lessonRef;
      // The board of the step before stays until the next one is there.
      if (!sameGame) this.step.value = null;
      this.#reset();
    });
    this.#environment.writeAddress(formatLesson(lessonRef));
    this.#request = this.#server.request({ type: "lesson", ...lessonRef }, (message) => {
      if (message.type === "lesson")
        batch(() => {
          this.step.value = message.step;
          this.shown.value = lessonRef;
        });
      else if (message.type === "error") this.fault.value = message.sentence;
      else return false;
      return true;
    });
  }

  #reset(): void {
    this.graded.value = null;
    this.failures.value = 0;
    this.hinted.value = false;
    this.revealed.value = false;
    this.fault.value = "";
    this.#after.value = false;
  }

  /** One step on or back; nothing where there is none. */
  turn(by: 1 | -1): void {
    const [here, game] = [this.lessonRef.value, this.game.value];
    const step = (here?.step ?? 0) + by;
    if (here && game && step >= 0 && step < game.lesson.length) this.goTo({ ...here, step });
  }

  /** The step once more. */
  again(): void {
    this.#reset();
  }

  /** Leaves the lesson; the address is another's concern. */
  clear(): void {
    this.#request?.cancel();
    batch(() => {
      this.lessonRef.value = null;
      this.shown.value = null;
      this.step.value = null;
      this.#reset();
    });
  }

  /** Answers with a move of a piece, legal or not. */
  move({ from, to }: Squares): void {
    const legal = this.step.value?.board.legal ?? [];
    this.answer(moveIn(legal, from, to)?.text ?? `${from} ${to}`);
  }

  /** Answers the question of the step. */
  answer(text: string): void {
    const here = this.lessonRef.value;
    if (!here || !this.asking.value) return;
    this.#request?.cancel();
    this.#request = this.#server.request({ type: "answer", ...here, text }, (message) => {
      if (message.type === "graded") this.#onGraded(message);
      else if (message.type === "error") this.fault.value = message.sentence;
      else return false;
      return true;
    });
  }

  #onGraded(graded: GradedAnswer): void {
    const [here, game] = [this.lessonRef.value!, this.game.value];
    batch(() => {
      this.graded.value = graded;
      this.#after.value = graded.after !== null;
      if (graded.verdict === "wrong" || graded.verdict === "illegal") this.failures.value += 1;
      if (graded.verdict === "right" && game) this.progress.add(game, here.step);
    });
    if (graded.verdict !== "right" && graded.after)
      this.#environment.later(WRONG_MOVE_MS, () => {
        if (untracked(() => this.graded.value) === graded) this.#after.value = false;
      });
  }
}

/** The address of a step. */
export function formatLesson({ game, step }: LessonRef): string {
  return `#learn=${game}&step=${step + 1}`;
}

/** Whether an address is that of a lesson. */
export const isLesson = (hash: string) => new URLSearchParams(hash.replace(/^#/, "")).has("learn");

/** Reads what {@link formatLesson} writes; a sentence if there is no such step. */
export function parseLesson(hash: string, gameOf: (id: string) => GameInfo | null): LessonRef | string {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const game = gameOf(baseOf(fields.get("learn") ?? ""));
  if (!game || game.lesson.length === 0) return "This link names a lesson that there is not.";
  const step = Number(fields.get("step") ?? 1);
  const there = Number.isInteger(step) && step >= 1 && step <= game.lesson.length;
  return there ? { game: game.id, step: step - 1 } : `The lesson of ${game.title} has ${game.lesson.length} steps.`;
}
