import { batch, computed, signal, untracked } from "@preact/signals";
import type { PendingRequest } from "../connection";
import { moveIn } from "../game/text";
import type { GameInfo, LegalAction, LessonStep, Message, LessonBoard, Squares } from "../messages";
import { baseOf, type ServerClient } from "../server";
import type { Environment } from "../environment";
import { CompletedSteps } from "./completedSteps";

export type GradedAnswer = Extract<Message, { type: "graded" }>;

/** A step of a lesson, counted from 0. */
export interface LessonRef {
  game: string;
  step: number;
}

/** How long the board shows a wrong move. */
const WRONG_MOVE_MS = 1400;

/** The current lesson. The server grades the answers. */
export class Lessons {
  /** The current step; `null` if no lesson is open. */
  readonly lessonRef = signal<LessonRef | null>(null);
  /** The step on the screen: the current one, or the previous one while it loads. */
  readonly step = signal<LessonStep | null>(null);
  /** Its number. */
  readonly shown = signal<LessonRef | null>(null);
  /** The grade of the last answer. */
  readonly graded = signal<GradedAnswer | null>(null);
  /** The number of wrong answers to this step. */
  readonly failures = signal(0);
  /** Whether the hint and the answer are shown. */
  readonly hinted = signal(false);
  readonly revealed = signal(false);
  /** The question whether a move is really meant, or empty. */
  readonly asked = signal("");
  /** An error message, or empty. */
  readonly fault = signal("");
  /** Whether the board shows the position after the answer. */
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

  /** The game of the lesson. */
  readonly game = computed<GameInfo | null>(() => this.#server.gameOf(this.lessonRef.value?.game));

  readonly solved = computed<boolean>(() => this.graded.value?.verdict === "right");

  /** The position on the board. */
  readonly board = computed<LessonBoard | null>(() => {
    const after = this.#after.value ? this.graded.value?.after : null;
    return after ?? this.step.value?.board ?? null;
  });

  /** Whether an answer is expected. */
  readonly asking = computed<boolean>(
    () =>
      this.step.value !== null && this.shown.value === this.lessonRef.value && !this.solved.value && !this.#after.value,
  );

  /** Whether the answer is an action. */
  readonly expectsMove = computed<boolean>(() => this.asking.value && this.step.value?.legality === null);

  /** Possible answers that are not moves: accept, refuse, pass. */
  readonly wordActions = computed<readonly LegalAction[]>(() =>
    this.expectsMove.value ? this.step.value!.board.legal.filter(({ kind }) => kind !== "move") : [],
  );

  /** Opens the lesson of a game at the first step that is not done. Back returns to the previous view. */
  open(game: string): void {
    const info = this.#server.gameOf(game);
    if (!info || info.lesson.length === 0) return;
    const step = this.progress.next(info);
    this.#environment.pushAddress(formatLesson({ game: info.id, step }));
    this.goTo({ game: info.id, step });
  }

  /** Shows a step. */
  goTo(lessonRef: LessonRef): void {
    this.#request?.cancel();
    batch(() => {
      const sameGame = this.lessonRef.value?.game === lessonRef.game;
      this.lessonRef.value = lessonRef;
      // The board of the previous step stays until this one is loaded.
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
    this.asked.value = "";
    this.revealed.value = false;
    this.fault.value = "";
    this.#after.value = false;
  }

  /** Goes one step forward or back, if there is one. */
  turn(by: 1 | -1): void {
    const [here, game] = [this.lessonRef.value, this.game.value];
    const step = (here?.step ?? 0) + by;
    if (here && game && step >= 0 && step < game.lesson.length) this.goTo({ ...here, step });
  }

  /** Takes a wrong answer off the board at once; `undefined` if there is none on it. */
  get lookAgain(): (() => void) | undefined {
    return this.#after.value && !this.solved.value ? () => (this.#after.value = false) : undefined;
  }

  /** Restarts the step. */
  again(): void {
    this.#reset();
  }

  /** Closes the lesson; does not change the address. */
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
      this.asked.value = "";
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

/** Parses the hash of {@link formatLesson}; an error message if there is no such step. */
export function parseLesson(hash: string, gameOf: (id: string) => GameInfo | null): LessonRef | string {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const game = gameOf(baseOf(fields.get("learn") ?? ""));
  if (!game || game.lesson.length === 0) return "This link names a lesson that does not exist.";
  const step = Number(fields.get("step") ?? 1);
  const there = Number.isInteger(step) && step >= 1 && step <= game.lesson.length;
  return there ? { game: game.id, step: step - 1 } : `The lesson of ${game.title} has ${game.lesson.length} steps.`;
}
