import { computed, signal } from "@preact/signals";
import type { GameLine, GameInfo, LegalAction, Outcome, Played, PositionInfo, Side } from "../messages";
import type { ServerClient } from "../server";
import type { Actor, GameRef } from "./address";
import { actionsTo, endOf, nodeOf, ROOT } from "./tree";
import { announce } from "./text";

/** A sentence about what somebody tried; it goes away with the next action. */
export interface StatusNotice {
  text: string;
  tone: "rule" | "error" | "info";
}

/** The game in progress: what is known of it and what follows from that. {@link GameController} changes it. */
export class GameState {
  /** The game, its variations, and where in them it stands; `null` while a game is being picked. */
  readonly gameRef = signal<GameRef | null>(null);

  /** Counts the games put on the table, so that nodes of different ones are not taken for each other. */
  readonly gameSerial = signal(0);

  /** The positions of the tree as far as the server has shown them, by node. */
  readonly positions = signal<ReadonlyMap<number, PositionInfo>>(new Map());

  /** What was done at each node, as far as the server has told. */
  readonly playedMoves = signal<ReadonlyMap<number, Played>>(new Map());

  /** What is on the board: the position of the current node, or the last one shown while that is on its way. */
  readonly shown = signal<PositionInfo | null>(null);

  readonly notice = signal<StatusNotice | null>(null);

  /** What the board came to show last, and who had given up there. */
  readonly arrived = signal<{ position: PositionInfo; resigned: Side | null } | null>(null);

  /** Engine against engine, or an engine's turn, stands still. */
  readonly paused = signal(false);

  /** Whether a position is being set up. */
  readonly settingUp = signal(false);

  readonly #server: ServerClient;

  constructor(server: ServerClient) {
    this.#server = server;
  }

  /** What is known of the game, whatever its size. */
  readonly game = computed<GameInfo | null>(() => this.#server.gameOf(this.gameRef.value?.game));

  /** Whether what is on the board is the current node, and not one that was left. */
  readonly current = computed<boolean>(() => {
    const here = this.gameRef.value;
    return here !== null && this.shown.value !== null && this.positions.value.get(here.at) === this.shown.value;
  });

  /** The side that gave up, if the current node is where it did. */
  readonly resignedHere = computed<Side | null>(() => {
    const here = this.gameRef.value;
    return here?.resigned && here.at === endOf(here.tree, ROOT) ? here.resigned : null;
  });

  /** How the game ended, if it is over at the current node. */
  readonly outcome = computed<Outcome | null>(() => {
    if (this.resignedHere.value) return this.resignedHere.value === "south" ? "north" : "south";
    return this.shown.value?.outcome ?? null;
  });

  /** Whether the current node is the end of its line. */
  readonly atLeaf = computed<boolean>(() => {
    const here = this.gameRef.value;
    return here !== null && nodeOf(here.tree, here.at).children.length === 0;
  });

  /** Who acts for the side on turn; `null` when nobody can. */
  readonly actor = computed<Actor | null>(() => {
    const [here, position] = [this.gameRef.value, this.shown.value];
    if (!here || !position || this.outcome.value !== null) return null;
    return here[position.side];
  });

  /** Whether the engine should act now: on its turn, at the end of a line, unless it was told to wait. */
  readonly engineTurn = computed<boolean>(
    () =>
      this.current.value &&
      this.actor.value === "engine" &&
      this.atLeaf.value &&
      !this.paused.value &&
      !this.settingUp.value,
  );

  /** Whether a person may act on the board: for a person's side, or as a variation where the game went on. */
  readonly personMayAct = computed<boolean>(
    () => this.current.value && this.actor.value !== null && !this.engineTurn.value && !this.settingUp.value,
  );

  /** What a person may say here instead of moving a piece: answers to a proposal, a pass. */
  readonly wordActions = computed<readonly LegalAction[]>(() => {
    const legal = this.personMayAct.value ? (this.shown.value?.legal ?? []) : [];
    return legal.filter(({ kind }) => kind !== "move");
  });

  /** Whether a game against the engine is going on: its main line has no end yet. */
  readonly playing = computed<boolean>(() => {
    const here = this.gameRef.value;
    if (!here || here.south === here.north || here.resigned !== null) return false;
    const end = this.positions.value.get(endOf(here.tree, ROOT));
    return (end?.outcome ?? null) === null;
  });

  /** The node that "take back" leads to: the last decision of a person, or one step if persons do not play. */
  readonly takeBackTarget = computed<number | null>(() => {
    const here = this.gameRef.value;
    if (!here || here.at === ROOT) return null;
    const { parent } = nodeOf(here.tree, here.at);
    if (here.south === here.north || this.paused.value) return parent;
    const actions = this.shown.value?.actions ?? [];
    let at = here.at;
    for (let ply = actions.length - 1; ply >= 0; ply -= 1) {
      at = nodeOf(here.tree, at).parent;
      const side = actions[ply]?.side;
      if (side && here[side] === "person") return at;
    }
    return parent;
  });

  /** What a screen reader says after every action; also the status line. */
  readonly announcement = computed<string>(() => {
    const last = this.arrived.value;
    return last ? announce(last.position, (side) => this.nameOf(side), last.resigned) : "";
  });

  /** The name of a side. */
  nameOf(side: Side): string {
    return this.game.value?.sides[side === "south" ? 0 : 1] ?? (side === "south" ? "South" : "North");
  }

  /** The course that leads to a node. */
  lineTo(at: number): GameLine {
    const { game: id, start, tree } = this.gameRef.value!;
    return { game: id, start, actions: actionsTo(tree, at) };
  }
}
