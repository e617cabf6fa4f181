import { computed, signal } from "@preact/signals";
import { Pace } from "./analysis/pace";
import { Review } from "./analysis/review";
import { Searches } from "./analysis/searches";
import { Play } from "./game/play";
import { Records } from "./game/records";
import { Table } from "./game/table";
import { Server } from "./server";
import { Settings } from "./settings";
import { Setup } from "./setup/setup";
import type { World } from "./world";

export type DialogName = "new" | "rules" | "help" | "settings" | "menu" | "resign";

/**
 * All that a tab knows and can do. It is made once, with the world it lives in, and every component gets it from
 * {@link useSession}; there is no state beside it but what a component shows and forgets.
 */
export class Session {
  /** Where rules and engine are. */
  readonly engine: World["engine"];
  /** How to put a newer version of the page in place of this one, once there is one. */
  readonly newer: World["newer"];
  readonly server: Server;
  readonly settings: Settings;
  /** The game in progress. */
  readonly table: Table;
  /** What can be done with it. */
  readonly play: Play;
  readonly records: Records;
  readonly searches: Searches;
  readonly review: Review;
  readonly setup: Setup;

  /** What is said while rules and engine do not answer; nothing if they do, or if a fault says more. */
  readonly absence = computed<string>(() => {
    const { connected, ready, fault } = this.server;
    if (this.engine === "server") return connected.value ? "" : "Reconnecting…";
    return ready.value || fault.value ? "" : "Loading the engine…";
  });

  /** The dialog that is open. */
  readonly dialog = signal<DialogName | null>(null);
  /** The game that the dialog for a new game begins with; `null` for the one on the table. */
  readonly dialogGame = signal<string | null>(null);

  constructor(world: World) {
    this.engine = world.engine;
    this.newer = world.newer;
    this.server = new Server(world);
    this.settings = new Settings(world, this.server.limits);
    this.table = new Table(this.server);
    this.play = new Play(world, this.server, this.settings, this.table);
    this.records = new Records(world, this.server, this.table, this.play);
    const pace = new Pace(world, this.settings, this.table);
    this.searches = new Searches(this.server, this.settings, this.table, this.play, pace);
    this.review = new Review(this.table, this.searches);
    this.setup = new Setup(this.server, this.table, this.play);
    this.searches.followTheBoard();
    this.review.startWhenOver();
    // The address is read within the server's limits.
    this.server.whenGreeted(() => this.play.readAddress());
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
