import { computed, effect, signal, untracked } from "@preact/signals";
import { MoveDelay } from "./analysis/moveDelay";
import { MistakeDrill } from "./analysis/mistakeDrill";
import { GameReview } from "./analysis/review";
import { Searches } from "./analysis/searches";
import { StudySwitches } from "./coach/switches";
import { FriendGames } from "./friends/friends";
import { isFriendLink } from "./friends/link";
import { GameController } from "./game/controller";
import { Premoves } from "./game/premoves";
import { Progress } from "./game/progress";
import { RecordFiles } from "./game/records";
import { SavedGames } from "./game/savedGames";
import { GameState } from "./game/state";
import { isLesson, Lessons, parseLesson } from "./lesson/lessons";
import { isPuzzle, parsePuzzle, Puzzles } from "./puzzles/puzzles";
import { ServerClient } from "./server";
import { PageSettings } from "./settings";
import { PositionEditor } from "./setup/editor";
import type { Environment } from "./environment";
import type { Actor } from "./game/address";
import type { GameInfo, Side } from "./messages";

/** Who plays a new game. */
export type Opponents = "engine" | "friend" | "people" | "watch";

export type DialogName = "new" | "rules" | "help" | "settings" | "menu" | "resign" | "microscope";

/** The state of a tab. It is created once; components get it from {@link useSession} and have only view state of their own. */
export class PageSession {
  /** Where rules and engine run. */
  readonly engine: Environment["engine"];
  /** Activates a newer version of the page, once there is one. */
  readonly update: Environment["update"];
  readonly server: ServerClient;
  readonly settings: PageSettings;
  /** The game in progress. */
  readonly state: GameState;
  /** The actions on it. */
  readonly play: GameController;
  readonly premoves: Premoves;
  readonly records: RecordFiles;
  readonly searches: Searches;
  readonly review: GameReview;
  readonly editor: PositionEditor;
  /** Games that can be resumed. */
  readonly savedGames: SavedGames;
  /** Levels beaten, and days in a row. */
  readonly progress: Progress;
  readonly lessons: Lessons;
  readonly puzzles: Puzzles;
  /** Games with friends. */
  readonly friends: FriendGames;
  /** Practice with the mistakes of a reviewed game. */
  readonly drill: MistakeDrill;
  /** Coach and proven results. */
  readonly study = new StudySwitches();

  /** The status while the server does not respond; empty if it does, or if there is an error message. */
  readonly connectionStatus = computed<string>(() => {
    const { connected, ready, fault } = this.server;
    if (this.engine === "server") return connected.value ? "" : "Reconnecting…";
    return ready.value || fault.value ? "" : "Loading the engine…";
  });

  /** The dialog that is open. */
  readonly dialog = signal<DialogName | null>(null);
  /** The trace that the microscope shows; `null` for the search of the position on the board. */
  readonly trace = signal<File | null>(null);
  /** The preselected game of the new-game dialog; `null` for the current game. */
  readonly dialogGame = signal<string | null>(null);
  /** Who is preselected there. */
  readonly dialogOpponents = signal<Opponents>("engine");

  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
    this.engine = environment.engine;
    this.update = environment.update;
    this.server = new ServerClient(environment);
    this.settings = new PageSettings(environment, this.server.limits);
    this.state = new GameState(this.server);
    this.play = new GameController(environment, this.server, this.settings, this.state);
    this.premoves = new Premoves(this.state, this.play);
    this.records = new RecordFiles(environment, this.server, this.state, this.play);
    const moveDelay = new MoveDelay(environment, this.settings, this.state);
    this.searches = new Searches(this.server, this.settings, this.state, this.play, moveDelay);
    this.review = new GameReview(this.state, this.searches);
    this.editor = new PositionEditor(this.server, this.state, this.play);
    this.savedGames = new SavedGames(environment, this.state);
    this.progress = new Progress(environment);
    this.lessons = new Lessons(environment, this.server);
    this.puzzles = new Puzzles(environment, this.server);
    this.friends = new FriendGames(environment, this.server, this.state, this.play);
    this.drill = new MistakeDrill(environment, this.server, this.state, this.play, this.searches, this.review);
    this.premoves.followGame();
    this.progress.followGame(this.state);
    this.searches.followBoard();
    this.review.startWhenOver();
    this.savedGames.followGame();
    // The microscope searches, too, and a tab has one search at a time.
    effect(() => {
      this.searches.suspended.value = this.dialog.value === "microscope";
    });
    // Starting a game ends the lesson and the puzzle.
    effect(() => {
      if (this.state.gameRef.value) untracked(() => this.#closeStudies());
    });
    // Reading the address needs the server's limits.
    this.server.afterHello(() => this.readAddress());
  }

  /** Opens what the address names: a game, a lesson, or the home page. */
  readAddress(): void {
    const hash = this.#environment.readAddress();
    this.friends.opening.value = false;
    if (isFriendLink(hash)) {
      this.#closeStudies();
      this.friends.readAddress(hash);
    } else if (!isLesson(hash) && !isPuzzle(hash)) {
      this.#closeStudies();
      this.play.readAddress();
    } else if (this.server.catalogue.value) {
      this.play.clear();
      const fault = this.#openStudy(hash);
      if (fault) this.state.notice.value = { text: fault, tone: "error" };
    } else {
      // The games are in the catalogue.
      const end = effect(() => {
        if (this.server.catalogue.value) queueMicrotask(() => (end(), this.readAddress()));
      });
    }
  }

  /** Opens the lesson or puzzle of an address; an error message if there is none. */
  #openStudy(hash: string): string {
    const gameOf = (id: string) => this.server.gameOf(id);
    const [lessonRef, puzzleRef] = isLesson(hash)
      ? [parseLesson(hash, gameOf), null]
      : [null, parsePuzzle(hash, gameOf)];
    const fault = [lessonRef, puzzleRef].find((ref) => typeof ref === "string") ?? "";
    // A lesson stays on the board until the next step of it is loaded.
    if (lessonRef === null || fault) this.lessons.clear();
    if (puzzleRef === null || fault) this.puzzles.clear();
    if (lessonRef !== null && typeof lessonRef !== "string") this.lessons.goTo(lessonRef);
    if (puzzleRef !== null && typeof puzzleRef !== "string") this.puzzles.goTo(puzzleRef);
    return fault;
  }

  /** Closes lesson and puzzle; does not change the address. */
  #closeStudies(): void {
    if (this.lessons.lessonRef.value) this.lessons.clear();
    if (this.puzzles.here.value) this.puzzles.clear();
  }

  /** Opens the lesson of a game. The current game can be resumed afterwards. */
  learn(game: string): void {
    this.closeDialog();
    this.play.clear();
    this.#closeStudies();
    this.lessons.open(game);
  }

  /** Opens the next puzzle of a game, or today's for `null`. The current game can be resumed afterwards. */
  solve(game: string | null): void {
    this.closeDialog();
    this.play.clear();
    this.#closeStudies();
    this.puzzles.open(game);
  }

  /** Starts the first game of a newcomer: the easiest level, and the side that begins. */
  playFirst(game: GameInfo): void {
    const side = game.opener ?? "south";
    const other = side === "south" ? "north" : "south";
    const actors = { [side]: "person", [other]: "engine" } as Record<Side, Actor>;
    const { time } = this.settings;
    this.play.newGame({ ...actors, game: game.id, start: null, level: 1, time: time.value, flipped: false });
  }

  /** Shows the home page; Back returns to the previous view. */
  goHome(): void {
    const studies = this.lessons.lessonRef.value !== null || this.puzzles.here.value !== null;
    const away = this.state.gameRef.value !== null || studies;
    this.#closeStudies();
    if (away) this.play.leave();
  }

  /** Whether something can be taken back. */
  readonly mayTakeBack = computed<boolean>(() =>
    this.state.withFriend.value ? this.friends.mayTakeBack.value : this.state.takeBackTarget.value !== null,
  );

  /** Takes back, in a game with a friend what the friend has not seen. */
  takeBack(): void {
    if (this.state.withFriend.value) this.friends.takeBackOrAsk();
    else this.play.takeBack();
  }

  /** Opens the new-game dialog. */
  askForNewGame(game: string | null = null, opponents: Opponents = "engine"): void {
    this.dialogGame.value = game;
    this.dialogOpponents.value = opponents;
    this.dialog.value = "new";
  }

  /** Opens the microscope: the search of the position on the board, or a trace. The engine waits meanwhile. */
  openMicroscope(trace: File | null = null): void {
    this.trace.value = trace;
    this.dialog.value = "microscope";
  }

  closeDialog(): void {
    this.dialog.value = null;
  }
}
