import type { Side } from "../messages";
import type { ServerClient } from "../server";
import type { Environment } from "../environment";
import { DEFAULTS, flippedByDefault, isLocal, levelWithin, type Actor } from "./address";
import type { GameController } from "./controller";
import type { GameState } from "./state";
import { endOf, fromActions, ROOT } from "./tree";

/** Saves and opens records, and copies links. */
export class RecordFiles {
  readonly #environment: Environment;
  readonly #server: ServerClient;
  readonly #state: GameState;
  readonly #play: GameController;

  constructor(environment: Environment, server: ServerClient, state: GameState, play: GameController) {
    this.#environment = environment;
    this.#server = server;
    this.#state = state;
    this.#play = play;
  }

  /** Downloads the line through the current node as a record. */
  save(): void {
    const { gameRef, game, notice } = this.#state;
    const here = gameRef.value;
    if (!here) return;
    const end = endOf(here.tree, here.at);
    const resigned = end === endOf(here.tree, ROOT) ? here.resigned : null;
    const headers: [string, string][] = [["Date", this.#environment.today()]];
    if (here.south === "engine" || here.north === "engine") headers.push(["Level", String(here.level)]);
    const players: [string, string] = [this.#playerName("south"), this.#playerName("north")];
    const line = this.#state.lineTo(end);
    this.#server.request({ type: "record", line, players, headers, resigned }, (message) => {
      if (message.type === "recorded")
        this.#environment.saveFile(`${game.value?.id ?? "game"}-${this.#environment.today()}.txt`, message.text);
      else if (message.type === "error") notice.value = { text: message.sentence, tone: "error" };
      return true;
    });
  }

  /** Downloads a picture of the board. */
  async savePicture(type: "svg" | "png"): Promise<void> {
    const name = `${this.#state.game.value?.id ?? "board"}-${this.#environment.today()}`;
    if (!(await this.#environment.savePicture(name, type)))
      this.#state.notice.value = { text: "The browser could not make the picture.", tone: "error" };
  }

  /** Lets the user pick a record and opens it. */
  async pick(): Promise<void> {
    const text = await this.#environment.pickFile();
    if (text !== null) this.open(text);
  }

  /** Opens the game of a record. */
  open(text: string): void {
    const { notice } = this.#state;
    this.#server.request({ type: "open", text }, (message) => {
      if (message.type === "error") notice.value = { text: message.sentence, tone: "error" };
      if (message.type !== "opened") return true;
      const limits = this.#server.limits.value;
      const { line, players, headers, resigned } = message;
      const tree = fromActions(line.actions);
      const engine = this.#server.gameOf(line.game)?.player;
      const actor = (name: string): Actor => (name === engine ? "engine" : "person");
      const actors = { south: actor(players[0]), north: actor(players[1]) };
      this.#play.open({
        game: line.game,
        start: line.start,
        tree,
        at: endOf(tree, ROOT),
        ...actors,
        level: limits ? levelWithin(limits, levelIn(headers)) : DEFAULTS.level,
        time: DEFAULTS.time,
        resigned,
        flipped: flippedByDefault(actors),
      });
      return true;
    });
  }

  /** Copies the link to this position. */
  async copyLink(): Promise<void> {
    const where = isLocal(this.#environment.baseAddress) ? " It works only on this machine." : "";
    const text = (await this.#environment.copyAddress())
      ? `Link copied to the clipboard.${where}`
      : "The browser did not allow copying. Copy the link from the address bar.";
    this.#state.notice.value = { text, tone: "info" };
  }

  /** The name of a player in a record. */
  #playerName(side: Side): string {
    const { gameRef, game } = this.#state;
    return gameRef.value?.[side] === "person"
      ? `Player (${this.#state.nameOf(side)})`
      : (game.value?.player ?? "engine");
  }
}

function levelIn(headers: readonly (readonly [string, string])[]): string | null {
  return headers.find(([name]) => name === "Level")?.[1] ?? null;
}
