import { computed, effect, signal, untracked } from "@preact/signals";
import { MoveDelay } from "./analysis/moveDelay";
import { MistakeDrill } from "./analysis/mistakeDrill";
import { GameReview } from "./analysis/review";
import { Searches } from "./analysis/searches";
import { GameController } from "./game/controller";
import { RecordFiles } from "./game/records";
import { SavedGames } from "./game/savedGames";
import { GameState } from "./game/state";
import { isLesson, Lessons, parseLesson } from "./lesson/lessons";
import { ServerClient } from "./server";
import { PageSettings } from "./settings";
import { PositionEditor } from "./setup/editor";
import type { Environment } from "./environment";

export type DialogName = "new" | "rules" | "help" | "settings" | "menu" | "resign";

/**
 * All that a tab knows and can do. It is made once, with the world it lives in, and every component gets it from
 * {@link useSession}; there is no state beside it but what a component shows and forgets.
 */
export class PageSession {
  /** Where rules and engine are. */
  readonly engine: Environment["engine"];
  /** How to put a newer version of the page in place of this one, once there is one. */
  readonly update: Environment["update"];
  readonly server: ServerClient;
  readonly settings: PageSettings;
  /** The game in progress. */
  readonly state: GameState;
  /** What can be done with it. */
  readonly play: GameController;
  readonly records: RecordFiles;
  readonly searches: Searches;
  readonly review: GameReview;
  readonly editor: PositionEditor;
  /** Games that can be gone on with. */
  readonly savedGames: SavedGames;
  readonly lessons: Lessons;
  /** Trying one's mistakes again. */
  readonly drill: MistakeDrill;

  /** What is said while rules and engine do not answer; nothing if they do, or if a fault says more. */
  readonly connectionStatus = computed<string>(() => {
    const { connected, ready, fault } = this.server;
    if (this.engine === "server") return connected.value ? "" : "Reconnecting…";
    return ready.value || fault.value ? "" : "Loading the engine…";
  });

  /** The dialog that is open. */
  readonly dialog = signal<DialogName | null>(null);
  /** The game that the dialog for a new game begins with; `null` for the one on the table. */
  readonly dialogGame = signal<string | null>(null);

  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
    this.engine = environment.engine;
    this.update = environment.update;
    this.server = new ServerClient(environment);
    this.settings = new PageSettings(environment, this.server.limits);
    this.state = new GameState(this.server);
    this.play = new GameController(environment, this.server, this.settings, this.state);
    this.records = new RecordFiles(environment, this.server, this.state, this.play);
    const moveDelay = new MoveDelay(environment, this.settings, this.state);
    this.searches = new Searches(this.server, this.settings, this.state, this.play, moveDelay);
    this.review = new GameReview(this.state, this.searches);
    this.editor = new PositionEditor(this.server, this.state, this.play);
    this.savedGames = new SavedGames(environment, this.state);
    this.lessons = new Lessons(environment, this.server);
    this.drill = new MistakeDrill(environment, this.server, this.state, this.play, this.searches, this.review);
    this.searches.followBoard();
    this.review.startWhenOver();
    this.savedGames.followGame();
    // A game that begins ends the lesson.
    effect(() => {
      if (this.state.gameRef.value) untracked(() => this.lessons.lessonRef.value && this.lessons.clear());
    });
    // The address is read within the server's limits.
    this.server.afterHello(() => this.readAddress());
  }

  /** Brings back what the address names: a game, a lesson, or the choice of games. */
  readAddress(): void {
    const hash = this.#environment.readAddress();
    if (!isLesson(hash)) {
      this.lessons.clear();
      this.play.readAddress();
    } else if (this.server.catalogue.value) {
      this.play.clear();
      const gameRef = parseLesson(hash, (id) => this.server.gameOf(id));
      if (typeof gameRef !== "string") return this.lessons.goTo(gameRef);
      this.lessons.clear();
      this.state.notice.value = { text: gameRef, tone: "error" };
    } else {
      // Which lessons there are stands in the catalogue.
      const end = effect(() => {
        if (this.server.catalogue.value) queueMicrotask(() => (end(), this.readAddress()));
      });
    }
  }

  /** Opens the lesson of a game. The game on the table can be gone on with afterwards. */
  learn(game: string): void {
    this.closeDialog();
    this.play.clear();
    this.lessons.open(game);
  }

  /** Shows the choice of games; Back leads to what was there before. */
  goHome(): void {
    const away = this.state.gameRef.value !== null || this.lessons.lessonRef.value !== null;
    this.lessons.clear();
    if (away) this.play.leave();
  }

  /** Asks the questions before a new game. */
  askForNewGame(game: string | null = null): void {
    this.dialogGame.value = game;
    this.dialog.value = "new";
  }

  closeDialog(): void {
    this.dialog.value = null;
  }
}
