import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { PendingRequest } from "../connection";
import { moveIn } from "../game/text";
import type { GameInfo, LegalAction, PositionInfo, Side, Squares } from "../messages";
import type { Environment } from "../environment";
import type { PageSession } from "../session";
import type { Sound } from "../sounds";
import { dailyGame, dailyPuzzle, nextPuzzle } from "./choice";
import { parsePuzzles, themesOf, type Puzzle } from "./format";
import { updated, type Rating } from "./glicko";
import type { GameRecord } from "./progress";
import { findRefutation, type Refutation } from "./refutation";
import { ratingOf, type Playback, type PuzzlePhase, type RatedTry, type WrongAction } from "./state";
import { isForced, judge, rightActions } from "./solution";

/** The deviation of the ratings of puzzles, which are measured. */
const PUZZLE_DEVIATION = 60;
/** How long a reply waits, and how long each move of a line is shown. */
const REPLY_MS = 500;
const STEP_MS = 1100;

/** A puzzle on the board. */
export class Solver {
  readonly puzzles = signal<readonly Puzzle[] | null>(null);
  readonly puzzle = signal<Puzzle | null>(null);
  /** What is wrong, a sentence; empty if nothing is. */
  readonly fault = signal("");
  /** The chosen theme; empty for all. */
  readonly theme = signal("");
  readonly phase = signal<PuzzlePhase>("loading");
  /** The position to solve. */
  readonly base = signal<PositionInfo | null>(null);
  /** The position on the board. */
  readonly position = signal<PositionInfo | null>(null);
  /** The rule that a move breaks, or the question whether it is meant. */
  readonly notice = signal("");
  readonly wrong = signal<WrongAction | null>(null);
  readonly playback = signal<Playback | null>(null);
  /** The right action played last, and the answer to it. */
  readonly progress = signal<{ played: string; reply: string | null } | null>(null);
  readonly solved = signal(false);
  /** Whether the solution was shown. */
  readonly shown = signal(false);
  readonly rated = signal<RatedTry | null>(null);

  readonly #session: PageSession;
  readonly #environment: Environment;
  /** The solver's side. */
  #side: Side = "south";
  /** The line that is followed from the position to solve. */
  #line: readonly string[] = [];
  /** The positions on the way so far; the last is the one to solve. */
  #path: readonly PositionInfo[] = [];
  #request: PendingRequest | null = null;
  #search: { cancel(): void } | null = null;
  /** A new one makes timers of the old one do nothing. */
  #turn = {};
  #known = new Map<string, PositionInfo>();
  readonly #end: () => void;

  constructor(session: PageSession) {
    this.#session = session;
    this.#environment = session.puzzles.environment;
    session.puzzles.answerWord = (kind) => {
      const action = this.wordActions.value.find((action) => action.kind === kind);
      if (action) this.answer(action.text);
    };
    let before: string | null | undefined;
    this.#end = effect(() => {
      const [ref, known] = [session.puzzles.here.value, session.server.known.value];
      if (!ref || !known) return;
      untracked(() => {
        const changed = before !== ref.game;
        before = ref.game;
        if (changed) void this.#load();
        else if (ref.id !== null && ref.id !== this.puzzle.value?.id) this.#open(ref.id);
      });
    });
  }

  /** Ends all that is going on. */
  dispose(): void {
    this.#end();
    this.#interrupt();
    this.#session.puzzles.answerWord = null;
  }

  readonly game = computed<GameInfo | null>(() => this.#session.puzzles.game.value);

  /** Whether this is the puzzle of the day. */
  readonly daily = computed<boolean>(() => this.#session.puzzles.here.value?.game === null);

  /** The themes to choose from. */
  readonly themes = computed<[string, number][]>(() => themesOf(this.puzzles.value ?? []));

  readonly record = computed<GameRecord | null>(() => {
    const game = this.game.value;
    return game && this.#session.puzzles.progress.of(game.id);
  });

  /** The personal rating now. */
  readonly rating = computed<Rating>(() => ratingOf(this.record.value, this.#environment.today()));

  /** Whether a move of the solver is expected. */
  readonly asking = computed<boolean>(() => this.phase.value === "asking");

  /** The right action is not yet found, and may still be. */
  readonly open = computed<boolean>(() => !this.solved.value && !this.shown.value);

  /** Possible actions that are not moves. */
  readonly wordActions = computed<readonly LegalAction[]>(() =>
    this.asking.value ? (this.position.value?.legal ?? []).filter(({ kind }) => kind !== "move") : [],
  );

  /** The solver's side. */
  get side(): Side {
    return this.#side;
  }

  /** Loads the puzzles of the game, and opens one. */
  async #load(): Promise<void> {
    const { puzzles, server } = this.#session;
    const ref = puzzles.here.value!;
    this.#interrupt();
    const turn = this.#turn;
    const game = ref.game === null ? dailyGame(server.games.value, this.#environment.today()) : server.gameOf(ref.game);
    batch(() => {
      this.puzzles.value = null;
      this.puzzle.value = null;
      this.position.value = null;
      this.theme.value = "";
      this.fault.value = "";
      this.phase.value = "loading";
      puzzles.shownGame.value = game?.id ?? null;
    });
    if (!game) return;
    try {
      const text = await this.#environment.loadPuzzles(game.id);
      if (this.#turn !== turn) return;
      this.puzzles.value = parsePuzzles(text, game.id);
    } catch (error) {
      if (this.#turn !== turn) return;
      const reason = error instanceof Error ? error.message : String(error);
      this.fault.value = `The puzzles of ${game.title} could not be loaded: ${reason}.`;
      return;
    }
    if (this.puzzles.value.length === 0) {
      this.fault.value = `There are no puzzles of ${game.title}.`;
      return;
    }
    if (ref.id !== null) this.#open(ref.id);
    else if (ref.game === null) this.#begin(dailyPuzzle(this.puzzles.value, this.#environment.today(), this.#turns()));
    else this.next();
  }

  #turns = () => this.#session.server.games.value.length;

  /** Loads again after a failure. */
  reload(): void {
    void this.#load();
  }

  #open(id: string): void {
    const found = this.puzzles.value?.find((puzzle) => puzzle.id === id);
    if (found) return this.#begin(found);
    if (!this.puzzles.value) return;
    this.next();
    this.notice.value = "There is no puzzle with this address any more. Here is another one.";
  }

  /** The puzzles of the chosen theme. */
  readonly chosen = computed<readonly Puzzle[]>(() => {
    const theme = this.theme.value;
    return (this.puzzles.value ?? []).filter(({ themes }) => theme === "" || themes.includes(theme));
  });

  /** Goes to the next puzzle. */
  next(): void {
    const { puzzles } = this.#session;
    const game = this.game.value;
    const next = nextPuzzle(
      this.chosen.value,
      this.record.value?.tried ?? {},
      this.rating.value.rating,
      this.puzzle.value?.id ?? null,
    );
    if (!game || !next) return;
    // The puzzle of the day leads to the puzzles of its game.
    if (this.daily.value) puzzles.open(game.id);
    else this.#begin(next);
  }

  /** Shows puzzles of one theme, or of all. */
  choose(theme: string): void {
    this.theme.value = theme;
    if (!this.chosen.value.some(({ id }) => id === this.puzzle.value?.id)) this.next();
  }

  /** Puts a puzzle on the board. */
  #begin(puzzle: Puzzle | undefined): void {
    if (!puzzle) return;
    this.#interrupt();
    this.#known.clear();
    const { puzzles } = this.#session;
    batch(() => {
      this.puzzle.value = puzzle;
      this.base.value = null;
      this.#reset();
      this.rated.value = null;
      this.phase.value = "loading";
      if (puzzles.here.value?.game != null) puzzles.goTo({ game: puzzles.here.value.game, id: puzzle.id });
    });
    this.#positionAfter([], (position) => {
      this.#side = position.side;
      this.base.value = position;
      this.#start();
    });
  }

  #reset(): void {
    this.fault.value = "";
    this.notice.value = "";
    this.wrong.value = null;
    this.playback.value = null;
    this.progress.value = null;
    this.solved.value = false;
    this.shown.value = false;
  }

  /** Begins at the position to solve. */
  #start(): void {
    const [puzzle, base] = [this.puzzle.value, this.base.value];
    if (!puzzle || !base) return;
    batch(() => {
      this.#line = puzzle.solution;
      this.#path = [base];
      this.position.value = base;
      this.#goOn();
    });
  }

  /** Begins anew, which no longer counts. */
  again(): void {
    this.#interrupt();
    batch(() => {
      this.#reset();
      this.#start();
    });
  }

  /** Takes a wrong action back. */
  retry(): void {
    this.#interrupt();
    batch(() => {
      this.notice.value = "";
      this.wrong.value = null;
      this.playback.value = null;
      this.position.value = this.#path.at(-1) ?? null;
      this.phase.value = "asking";
    });
  }

  /** The actions on the way so far. */
  #actions = (): string[] => this.#path.at(-1)?.actions.map(({ action }) => action.text) ?? [];

  /** Whether a right action is a proposal that will be refused. */
  get proposes(): boolean {
    return this.#path.at(-1)?.proposes ?? false;
  }

  /** The right actions now. */
  rightNow(): string[] {
    return rightActions(this.#line, this.#path.length - 1, this.proposes);
  }

  /** Moves a piece. */
  move({ from, to }: Squares): void {
    const legal = this.position.value?.legal ?? [];
    this.answer(moveIn(legal, from, to)?.text ?? `${from} ${to}`);
  }

  /** Answers with an action. */
  answer(text: string): void {
    const before = this.#path.at(-1);
    if (!before || !this.asking.value) return;
    this.#interrupt();
    const line = { game: before.game, start: before.start, actions: this.#actions() };
    this.#request = this.#session.server.request({ type: "play", line, text }, (message) => {
      if (message.type === "position") this.#judge(before, message);
      else if (message.type === "illegal" || message.type === "error") this.notice.value = message.sentence;
      else return false;
      return true;
    });
  }

  #judge(before: PositionInfo, after: PositionInfo): void {
    const text = after.actions.at(-1)?.action.text ?? "";
    const { right, line } = judge(this.#line, this.#path.length - 1, before.proposes, text);
    batch(() => {
      this.notice.value = "";
      this.position.value = after;
      if (right) {
        this.#line = line;
        this.#path = [...this.#path, after];
        this.progress.value = { played: text, reply: null };
        this.#sound("move");
        this.#goOn();
      } else {
        this.#sound("illegal");
        this.#count(false);
        this.#refute(after, text);
      }
    });
  }

  /** Follows the line to the next question, or to its end. */
  #goOn(): void {
    const [here, at] = [this.#path.at(-1)!, this.#path.length - 1];
    if (at >= this.#line.length) return this.#finish();
    if (!isForced(this.#line, at, here, this.#side)) {
      this.phase.value = "asking";
      return;
    }
    this.phase.value = "replying";
    const reply = this.#line[at]!;
    this.#after(REPLY_MS, () =>
      this.#positionAfter([...this.#actions(), reply], (position) =>
        batch(() => {
          this.#path = [...this.#path, position];
          this.position.value = position;
          this.#sound("move");
          const { value } = this.progress;
          if (value) this.progress.value = { ...value, reply: value.reply ? `${value.reply}, ${reply}` : reply };
          this.#goOn();
        }),
      ),
    );
  }

  /** The last right action is played. */
  #finish(): void {
    const actions = this.#path.at(-1)!.actions.map(({ action }) => action);
    this.solved.value = true;
    this.phase.value = "looking";
    this.playback.value = { kind: "solution", before: [], actions, at: actions.length };
    this.#sound("won");
    this.#count(true);
    this.#session.progress.played();
    if (this.daily.value) this.#session.puzzles.progress.solvedDaily();
  }

  #sound(sound: Sound): void {
    if (this.#session.settings.sounds.value) this.#environment.playSound(sound);
  }

  /** Counts the first try. */
  #count(right: boolean): void {
    const [puzzle, game] = [this.puzzle.value, this.game.value];
    if (!puzzle || !game) return;
    const before = this.rating.value;
    const opponent = { rating: puzzle.rating, deviation: PUZZLE_DEVIATION };
    const after = updated(before, [{ opponent, score: right ? 1 : 0 }]);
    if (this.#session.puzzles.progress.tried(game.id, puzzle.id, right, () => after))
      this.rated.value = { right, before, after };
  }

  /** Shows how a wrong action is answered. */
  #refute(position: PositionInfo, text: string): void {
    this.wrong.value = { text, position, refutation: null, searched: false };
    this.phase.value = "refuting";
    const conclude = (refutation: Refutation | null) =>
      batch(() => {
        this.wrong.value = { text, position, refutation, searched: true };
        this.phase.value = "looking";
        if (refutation && refutation.line.length > 0) {
          this.playback.value = {
            kind: "refutation",
            before: position.actions.map(({ action }) => action.text),
            actions: refutation.line,
            at: 0,
          };
          this.#playOn();
        }
      });
    if (position.outcome !== null) return conclude(null);
    this.#search = findRefutation(this.#environment, this.#session.server, position, conclude);
  }

  /** Plays the solution from here; then the puzzle no longer counts. */
  showSolution(): void {
    const before = this.#path.at(-1);
    if (!before) return;
    this.#interrupt();
    this.#count(false);
    const played = this.#actions();
    const line = { game: before.game, start: before.start, actions: [...this.#line] };
    batch(() => {
      this.notice.value = "";
      this.wrong.value = null;
      this.shown.value = true;
      this.phase.value = "looking";
      this.position.value = before;
    });
    this.#request = this.#session.server.request({ type: "show", line }, (message) => {
      if (message.type === "error") this.fault.value = message.sentence;
      if (message.type !== "position") return true;
      const actions = message.actions.slice(played.length).map(({ action }) => action);
      this.playback.value = { kind: "solution", before: played, actions, at: 0 };
      this.#playOn();
      return true;
    });
  }

  /** Shows the board after so many actions of the line. */
  step(at: number): void {
    this.#turn = {};
    this.#show(at);
  }

  /** Plays the line on, move by move. */
  #playOn(): void {
    const line = this.playback.value;
    if (!line || line.at >= line.actions.length) return;
    this.#after(STEP_MS, () => this.#show(line.at + 1, () => this.#playOn()));
  }

  /** Puts a position of the line on the board. */
  #show(at: number, then: () => void = () => {}): void {
    const line = this.playback.value;
    if (!line || at < 0 || at > line.actions.length) return;
    const actions = [...line.before, ...line.actions.slice(0, at).map(({ text }) => text)];
    this.#positionAfter(actions, (position) => {
      batch(() => {
        this.playback.value = { ...line, at };
        this.position.value = position;
      });
      then();
    });
  }

  /** Asks for the position after some actions. */
  #positionAfter(actions: readonly string[], then: (position: PositionInfo) => void): void {
    const puzzle = this.puzzle.value!;
    const key = actions.join(" ");
    const known = this.#known.get(key);
    if (known) return then(known);
    const line = { game: puzzle.game, start: puzzle.position, actions: [...actions] };
    const turn = this.#turn;
    this.#request?.cancel();
    this.#request = this.#session.server.request({ type: "show", line }, (message) => {
      if (this.#turn !== turn) return true;
      if (message.type === "error") this.fault.value = `This puzzle is damaged: ${message.sentence}`;
      if (message.type === "position") {
        this.#known.set(key, message);
        then(message);
      }
      return true;
    });
  }

  /** Runs an action later, unless something else has begun. */
  #after(milliseconds: number, action: () => void): void {
    const turn = this.#turn;
    this.#environment.later(milliseconds, () => {
      if (this.#turn === turn) action();
    });
  }

  /** Ends a search, a request and what is played out. */
  #interrupt(): void {
    this.#turn = {};
    this.#request?.cancel();
    this.#search?.cancel();
    this.#search = null;
  }
}
