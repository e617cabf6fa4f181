import type { Side } from "../messages";
import type { Server } from "../server";
import type { World } from "../world";
import { DEFAULTS, facing, levelWithin, type Actor } from "./address";
import type { Play } from "./play";
import type { Table } from "./table";
import { endOf, fromActions, ROOT } from "./tree";

/** Games as files, and as links. */
export class Records {
  readonly #world: World;
  readonly #server: Server;
  readonly #table: Table;
  readonly #play: Play;

  constructor(world: World, server: Server, table: Table, play: Play) {
    this.#world = world;
    this.#server = server;
    this.#table = table;
    this.#play = play;
  }

  /** Writes the line through the current node as a record and hands it out as a file. */
  save(): void {
    const { place, game, notice } = this.#table;
    const here = place.value;
    if (!here) return;
    const end = endOf(here.tree, here.at);
    const resigned = end === endOf(here.tree, ROOT) ? here.resigned : null;
    const headers: [string, string][] = [["Date", this.#world.today()]];
    if (here.south === "engine" || here.north === "engine") headers.push(["Level", String(here.level)]);
    const players: [string, string] = [this.#playerName("south"), this.#playerName("north")];
    const course = this.#table.courseTo(end);
    this.#server.ask({ type: "record", course, players, headers, resigned }, (message) => {
      if (message.type === "recorded")
        this.#world.save(`${game.value?.id ?? "game"}-${this.#world.today()}.txt`, message.text);
      else if (message.type === "error") notice.value = { text: message.sentence, tone: "error" };
      return true;
    });
  }

  /** Lets the person pick a file and opens the game in it. */
  async pick(): Promise<void> {
    const text = await this.#world.pick();
    if (text !== null) this.open(text);
  }

  /** Opens the game that a record tells. */
  open(text: string): void {
    const { notice } = this.#table;
    this.#server.ask({ type: "open", text }, (message) => {
      if (message.type === "error") notice.value = { text: message.sentence, tone: "error" };
      if (message.type !== "opened") return true;
      const limits = this.#server.limits.value;
      const { course, players, headers, resigned } = message;
      const tree = fromActions(course.actions);
      const engine = this.#server.gameOf(course.game)?.player;
      const actor = (name: string): Actor => (name === engine ? "engine" : "person");
      const seats = { south: actor(players[0]), north: actor(players[1]) };
      this.#play.open({
        game: course.game,
        start: course.start,
        tree,
        at: endOf(tree, ROOT),
        ...seats,
        level: limits ? levelWithin(limits, levelIn(headers)) : DEFAULTS.level,
        time: DEFAULTS.time,
        resigned,
        flipped: facing(seats),
      });
      return true;
    });
  }

  /** Puts the address of this place into the clipboard. */
  async copyLink(): Promise<void> {
    const text = (await this.#world.copyAddress())
      ? "The link to this position is in the clipboard."
      : "The browser did not allow copying. The address bar holds the link to this position.";
    this.#table.notice.value = { text, tone: "info" };
  }

  /** What a record calls who plays a side. */
  #playerName(side: Side): string {
    const { place, game } = this.#table;
    return place.value?.[side] === "person" ? `Player (${this.#table.nameOf(side)})` : (game.value?.player ?? "engine");
  }
}

function levelIn(headers: readonly (readonly [string, string])[]): string | null {
  return headers.find(([name]) => name === "Level")?.[1] ?? null;
}
