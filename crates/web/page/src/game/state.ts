import { computed, signal } from "@preact/signals";
import type {
  Effect,
  GameLine,
  GameInfo,
  LegalAction,
  Outcome,
  Played,
  PositionInfo,
  Side,
  Squares,
  View,
} from "../messages";
import type { ServerClient } from "../server";
import { personIn, type Actor, type GameRef } from "./address";
import { actionsTo, endOf, nodeOf, ROOT } from "./tree";
import { announce } from "./text";
import { toYou, type Voice } from "./voice";

/** A sentence about the last attempt; the next action clears it. */
export interface StatusNotice {
  text: string;
  tone: "rule" | "error" | "info";
}

/** A move of the person that the server has not confirmed yet. */
export interface UnconfirmedMove {
  action: LegalAction;
  /** The board after it. */
  view: View;
}

/** The state of the current game. {@link GameController} changes it. */
export class GameState {
  /** The game, its variations and the current node; `null` on the home page. */
  readonly gameRef = signal<GameRef | null>(null);

  /** Counts the opened games, to tell their nodes apart. */
  readonly gameSerial = signal(0);

  /** The known positions by node. */
  readonly positions = signal<ReadonlyMap<number, PositionInfo>>(new Map());

  /** The known actions by node. */
  readonly playedMoves = signal<ReadonlyMap<number, Played>>(new Map());

  /** The position on the board: that of the current node, or the previous one while it loads. */
  readonly shown = signal<PositionInfo | null>(null);

  readonly notice = signal<StatusNotice | null>(null);

  /** A move that is on the board and on its way to the server. */
  readonly unconfirmed = signal<UnconfirmedMove | null>(null);

  /** The name of the friend, in a game with one. */
  readonly friendName = signal("");

  /** The move that the person wants to answer with, whatever the engine plays. */
  readonly premove = signal<Squares | null>(null);

  /** The position shown last, who had resigned there or lost by the clock, and what the last action did. */
  readonly arrived = signal<{
    position: PositionInfo;
    resigned: Side | null;
    late: boolean;
    effects: readonly Effect[];
  } | null>(null);

  /** Whether the engine waits. */
  readonly paused = signal(false);

  /** Whether a position is being set up. */
  readonly settingUp = signal(false);

  readonly #server: ServerClient;

  constructor(server: ServerClient) {
    this.#server = server;
  }

  /** The game in the catalogue. */
  readonly game = computed<GameInfo | null>(() => this.#server.gameOf(this.gameRef.value?.game));

  /** Whether the board shows the current node. */
  readonly current = computed<boolean>(() => {
    const here = this.gameRef.value;
    return here !== null && this.shown.value !== null && this.positions.value.get(here.at) === this.shown.value;
  });

  /** The side that resigned at the current node. */
  readonly resignedHere = computed<Side | null>(() => {
    const here = this.gameRef.value;
    return here?.resigned && here.at === endOf(here.tree, ROOT) ? here.resigned : null;
  });

  /** The result at the current node, if the game is over there. */
  readonly outcome = computed<Outcome | null>(() => {
    if (this.resignedHere.value) return this.resignedHere.value === "south" ? "north" : "south";
    return this.shown.value?.outcome ?? null;
  });

  /** Whether the current node has no children. */
  readonly atLeaf = computed<boolean>(() => {
    const here = this.gameRef.value;
    return here !== null && nodeOf(here.tree, here.at).children.length === 0;
  });

  /** Who plays the side to move; `null` if the game is over. */
  readonly actor = computed<Actor | null>(() => {
    const [here, position] = [this.gameRef.value, this.shown.value];
    if (!here || !position || this.outcome.value !== null) return null;
    return here[position.side];
  });

  /** Whether the engine should move now. */
  readonly engineTurn = computed<boolean>(
    () =>
      this.current.value &&
      this.actor.value === "engine" &&
      this.atLeaf.value &&
      !this.paused.value &&
      !this.settingUp.value,
  );

  /** Whether a game with a friend goes on: then the engine is silent, and there are no variations. */
  readonly withFriend = computed<boolean>(() => {
    const here = this.gameRef.value;
    if (!here || here.friend === undefined || here.resigned !== null) return false;
    return (this.positions.value.get(endOf(here.tree, ROOT))?.outcome ?? null) === null;
  });

  /** Whether a person may move, for their own side or in a variation. */
  readonly personMayAct = computed<boolean>(() => {
    const waits = !this.current.value || this.actor.value === null || this.engineTurn.value || this.settingUp.value;
    if (waits || this.unconfirmed.value !== null) return false;
    return !(this.withFriend.value && (this.actor.value === "friend" || !this.atLeaf.value));
  });

  /** The legal actions of a person that are not moves: accept, refuse, pass. */
  readonly wordActions = computed<readonly LegalAction[]>(() => {
    const legal = this.personMayAct.value ? (this.shown.value?.legal ?? []) : [];
    return legal.filter(({ kind }) => kind !== "move");
  });

  /** Whether a game against the engine is unfinished. */
  readonly playing = computed<boolean>(() => {
    const here = this.gameRef.value;
    if (!here || here.south === here.north || here.resigned !== null) return false;
    const end = this.positions.value.get(endOf(here.tree, ROOT));
    return (end?.outcome ?? null) === null;
  });

  /** The node that "take back" goes to: the last decision of a person, or one action back. */
  readonly takeBackTarget = computed<number | null>(() => {
    const here = this.gameRef.value;
    if (!here || here.at === ROOT || this.withFriend.value) return null;
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

  /** The side of the only person at the board; `null` if there are two, or none. */
  readonly me = computed<Side | null>(() => this.gameRef.value && personIn(this.gameRef.value));

  /** How to speak of the sides. */
  readonly voice = computed<Voice>(() => {
    const me = this.me.value;
    const other = this.gameRef.value?.friend === undefined ? this.game.value?.player : this.friendName.value;
    return {
      me,
      nameOf: (side) => (me !== null && side !== me && other ? other : this.nameOf(side)),
      sideOf: (side) => this.nameOf(side),
    };
  });

  /** The side from whose view values are shown: the one that begins, South in most games. */
  readonly plus = computed<Side>(() => this.game.value?.opener ?? "south");

  /** The side that may prepare a move while the engine's is on its way; `null` if it may not. */
  readonly premoveSide = computed<Side | null>(() => {
    const waiting = this.engineTurn.value || this.unconfirmed.value !== null;
    return waiting && this.outcome.value === null && this.playing.value && !this.withFriend.value
      ? this.me.value
      : null;
  });

  /** The status line, which screen readers read out. */
  readonly announcement = computed<string>(() => {
    const last = this.arrived.value;
    return last ? announce(last.position, this.voice.value, last) : "";
  });

  /** A sentence of the rules for the person at the board. */
  toYou(sentence: string): string {
    return toYou(sentence, this.voice.value);
  }

  /** The effects of the action that leads to a node, if known. */
  effectsAt(at: number): readonly Effect[] {
    const { tree } = this.gameRef.value!;
    const { parent, action } = nodeOf(tree, at);
    const before = at === ROOT ? undefined : this.positions.value.get(parent);
    return before?.legal.find(({ text }) => text === action)?.effects ?? [];
  }

  /** The name of a side. */
  nameOf(side: Side): string {
    return this.game.value?.sides[side === "south" ? 0 : 1] ?? (side === "south" ? "South" : "North");
  }

  /** The line that leads to a node. */
  lineTo(at: number): GameLine {
    const { game: id, start, tree } = this.gameRef.value!;
    return { game: id, start, actions: actionsTo(tree, at) };
  }
}
