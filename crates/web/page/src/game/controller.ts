import { batch } from "@preact/signals";
import type { PendingRequest } from "../connection";
import type { Message, PositionInfo, Side, Squares } from "../messages";
import type { ServerClient } from "../server";
import type { PageSettings } from "../settings";
import type { Sound } from "../sounds";
import type { Environment } from "../environment";
import { addressFault, flippedByDefault, formatAddress, parseAddress, type GameRef } from "./address";
import type { GameState } from "./state";
import { moveBetween, takesAPiece } from "./text";
import { actionsTo, endOf, fromActions, nodeOf, pathTo, play, promote, remove, ROOT } from "./tree";

/** How many variations of a linked game are looked through for the list of moves. */
const MAX_VARIATIONS = 40;

/** A way to begin a new game. */
export type NewGame = Omit<GameRef, "tree" | "at" | "resigned">;

/** Everything that can be done with the game on the table: begin it, act in it, walk through it, leave it. */
export class GameController {
  readonly #environment: Environment;
  readonly #server: ServerClient;
  readonly #settings: PageSettings;
  readonly #state: GameState;
  /** The request for a position that is under way: a newer one takes its place. */
  #request: PendingRequest | null = null;
  /** Takes what somebody wants to do away from the game, and says whether it did: while mistakes are tried again. */
  interceptor: ((text: string) => boolean) | null = null;
  /** Where each node was left last, so that going forward returns there. */
  #ways = new Map<number, number>();

  constructor(environment: Environment, server: ServerClient, settings: PageSettings, state: GameState) {
    this.#environment = environment;
    this.#server = server;
    this.#settings = settings;
    this.#state = state;
  }

  /** Puts a game on the table, at the place it names. Back leads to what was there before, unless it is the same game. */
  open(next: GameRef, arrival: "new" | "same" = "new"): void {
    const state = this.#state;
    if (arrival === "new") this.#environment.pushAddress(formatAddress(next));
    batch(() => {
      state.gameRef.value = next;
      state.gameSerial.value += 1;
      state.positions.value = new Map();
      state.playedMoves.value = new Map();
      state.shown.value = null;
      state.notice.value = null;
      state.paused.value = false;
      state.settingUp.value = false;
    });
    this.#ways = new Map();
    this.#writeAddress();
    this.#show();
    this.#loadVariations();
  }

  /** Begins a game. The board turns to whom it is played by, unless two people or two engines play. */
  newGame(choice: NewGame): void {
    const flipped = choice.south === choice.north ? choice.flipped : flippedByDefault(choice);
    this.open({ ...choice, flipped, tree: fromActions([]), at: ROOT, resigned: null });
  }

  /** Leaves the table for the choice of games. Back leads to the game again. */
  leave(): void {
    this.clear();
    this.#environment.pushAddress("");
  }

  /** Takes the game off the table; the address is another's concern. */
  clear(): void {
    const state = this.#state;
    this.#request?.cancel();
    batch(() => {
      state.gameRef.value = null;
      state.shown.value = null;
      state.settingUp.value = false;
      state.notice.value = null;
    });
  }

  /** Brings back what the address names, and says what it does not understand of it. Not before the server was heard of. */
  readAddress(): void {
    const limits = this.#server.limits.value;
    if (!limits) return;
    const hash = this.#environment.readAddress();
    const next = parseAddress(hash, limits);
    const fault = addressFault(hash, limits);
    if (next) this.open(next, "same");
    else this.clear();
    if (fault) this.#state.notice.value = { text: fault, tone: "error" };
  }

  /** Changes something about the game that is no action: who plays, the level, which way round. */
  change(part: Partial<GameRef>): void {
    const { gameRef } = this.#state;
    if (!gameRef.value) return;
    gameRef.value = { ...gameRef.value, ...part };
    this.#writeAddress();
  }

  /** Turns the board around. */
  flip(): void {
    this.change({ flipped: !this.#state.gameRef.value?.flipped });
  }

  /** Goes to a node of the tree. */
  goTo(at: number): void {
    const { gameRef, notice } = this.#state;
    const here = gameRef.value;
    if (!here || at === here.at) return;
    for (const index of pathTo(here.tree, at)) this.#ways.set(nodeOf(here.tree, index).parent, index);
    batch(() => {
      gameRef.value = { ...here, at };
      notice.value = null;
    });
    this.#writeAddress();
    this.#show();
  }

  /** Does something at the current node, typed or chosen; what the rules say against it becomes a notice. */
  act(text: string): void {
    const state = this.#state;
    const here = state.gameRef.value;
    if (!here || state.outcome.value !== null || this.interceptor?.(text)) return;
    this.#request?.cancel();
    this.#request = this.#server.request({ type: "play", line: state.lineTo(here.at), text }, (message) => {
      if (message.type === "position") this.#follow(here.at, message);
      else if (message.type === "illegal" || message.type === "error") this.#reject(message.sentence);
      else return false;
      return true;
    });
  }

  /** The engine has acted at the current node: this is where that leads. */
  actedTo(position: PositionInfo): void {
    const here = this.#state.gameRef.value;
    if (!here) return;
    this.#request?.cancel();
    this.#follow(here.at, position);
  }

  /** Goes on with several actions at once, as a variation where the game went on otherwise. */
  follow(texts: readonly string[]): void {
    const state = this.#state;
    const here = state.gameRef.value;
    if (!here || this.interceptor) return;
    this.#request?.cancel();
    const line = state.lineTo(here.at);
    const actions = [...line.actions, ...texts];
    this.#request = this.#server.request({ type: "show", line: { ...line, actions } }, (message) => {
      if (message.type === "error") this.#reject(message.sentence);
      if (message.type !== "position" || state.gameRef.value?.at !== here.at) return true;
      let [tree, at] = [here.tree, here.at];
      for (const { action } of message.actions.slice(line.actions.length)) ({ tree, at } = play(tree, at, action.text));
      batch(() => {
        state.gameRef.value = { ...here, tree, at };
        state.notice.value = null;
        this.#arrive(at, message);
      });
      this.#writeAddress();
      return true;
    });
  }

  /** Moves a piece from square to square. An illegal attempt is sent as a person would type it, for the rule that it breaks. */
  move({ from, to }: Squares): void {
    const position = this.#state.shown.value;
    const legal = position && moveBetween(position, from, to);
    this.act(legal?.text ?? `${from} ${to}`);
  }

  takeBack(): void {
    const target = this.#state.takeBackTarget.value;
    if (target !== null) this.goTo(target);
  }

  /** What was taken back, as far as the next decision of a person. */
  redo(): void {
    const { gameRef, positions, atLeaf } = this.#state;
    const here = gameRef.value;
    if (!here || atLeaf.value) return;
    this.stepForward();
    if (here.south === here.north) return;
    // Known positions tell whose turn it is; an unknown one ends the way.
    for (let now = gameRef.value; now; now = gameRef.value) {
      const position = positions.value.get(now.at);
      if (atLeaf.value || !position || now[position.side] === "person") return;
      this.stepForward();
    }
  }

  /** One step back, whoever acted. */
  stepBack(): void {
    const here = this.#state.gameRef.value;
    if (here) this.goTo(nodeOf(here.tree, here.at).parent);
  }

  /** One step forward, where the game went on last. */
  stepForward(): void {
    const here = this.#state.gameRef.value;
    if (!here) return;
    const next = this.#ways.get(here.at) ?? nodeOf(here.tree, here.at).children[0];
    if (next !== undefined) this.goTo(next);
  }

  goToStart(): void {
    this.goTo(ROOT);
  }

  goToEnd(): void {
    const here = this.#state.gameRef.value;
    if (here) this.goTo(endOf(here.tree, here.at));
  }

  /** The side of the person on turn gives up. */
  resign(): void {
    const { gameRef, shown, outcome, atLeaf, notice } = this.#state;
    const [here, position] = [gameRef.value, shown.value];
    if (!here || !position || outcome.value !== null || !atLeaf.value) return;
    const persons = (["south", "north"] as Side[]).filter((side) => here[side] === "person");
    const side = persons.length === 1 ? persons[0]! : position.side;
    batch(() => {
      gameRef.value = { ...here, tree: promote(here.tree, here.at), resigned: side };
      notice.value = null;
    });
    this.#writeAddress();
    this.#show();
    this.#sound("end");
  }

  /** The line to a node becomes the main line. */
  makeMain(at: number): void {
    const here = this.#state.gameRef.value;
    if (here) this.change({ tree: promote(here.tree, at), resigned: null });
  }

  /** Forgets a node and what follows. */
  forget(at: number): void {
    const here = this.#state.gameRef.value;
    if (!here || at === ROOT) return;
    const { tree, at: parent } = remove(here.tree, at);
    this.open({ ...here, tree, at: parent, resigned: null }, "same");
  }

  /** Lets the address name what is on the table. */
  #writeAddress(): void {
    const here = this.#state.gameRef.value;
    if (here) this.#environment.writeAddress(formatAddress(here));
  }

  /** Shows the current node, asking the server if it was not shown before. */
  #show(): void {
    const state = this.#state;
    const here = state.gameRef.value;
    if (!here) return;
    this.#request?.cancel();
    const known = state.positions.value.get(here.at);
    if (known) return this.#arrive(here.at, known);
    this.#request = this.#server.request({ type: "show", line: state.lineTo(here.at) }, (message) => {
      if (message.type === "position") this.#arrive(here.at, message);
      else if (message.type === "error") this.#recover(message);
      else return false;
      return true;
    });
  }

  /** The game, its start or one of its actions is not right, as in a link that was cut: says so and keeps what is right. */
  #recover({ sentence, at }: Extract<Message, { type: "error" }>): void {
    const { gameRef, notice } = this.#state;
    const here = gameRef.value;
    if (!here) return;
    if (at !== null) {
      const tree = fromActions(actionsTo(here.tree, here.at).slice(0, at));
      this.open({ ...here, tree, at: endOf(tree, ROOT), resigned: null }, "same");
    } else if (here.start !== null) {
      this.open({ ...here, start: null, tree: fromActions([]), at: ROOT, resigned: null }, "same");
    } else {
      this.clear();
      this.#environment.writeAddress("");
    }
    notice.value = { text: sentence, tone: "error" };
  }

  /** The board shows a node from now on. */
  #arrive(at: number, position: PositionInfo): void {
    const state = this.#state;
    batch(() => {
      state.positions.value = new Map(state.positions.value).set(at, position);
      state.shown.value = position;
      this.#recordMoves(at, position);
      state.arrived.value = { position, resigned: state.resignedHere.value };
    });
  }

  /** An action was played at a node: it joins the tree, and the board goes there. */
  #follow(at: number, position: PositionInfo): void {
    const { gameRef, shown, notice, playing } = this.#state;
    const here = gameRef.value;
    const last = position.actions.at(-1);
    if (!here || here.at !== at || !last) return;
    const next = play(here.tree, at, last.action.text);
    // Taking back during a game replaces what followed; after its end, other tries are variations.
    const instead = playing.value && nodeOf(here.tree, at).children.length > 0;
    const tree = instead ? promote(next.tree, next.at) : next.tree;
    const effects = shown.value?.legal.find(({ text }) => text === last.action.text)?.effects ?? [];
    batch(() => {
      gameRef.value = { ...here, tree, at: next.at };
      notice.value = null;
      this.#arrive(next.at, position);
    });
    this.#ways.set(at, next.at);
    this.#writeAddress();
    this.#sound(position.outcome ? "end" : last.remark ? "shout" : takesAPiece(effects) ? "capture" : "move");
  }

  #reject(sentence: string): void {
    this.#state.notice.value = { text: sentence, tone: "rule" };
    this.#sound("illegal");
  }

  /** Asks for the ends of all lines but the current one, so that the list of moves can tell who did what. */
  #loadVariations(): void {
    const { gameRef, gameSerial } = this.#state;
    if (!gameRef.value) return;
    const { tree, at } = gameRef.value;
    const here = gameSerial.value;
    const path = new Set(pathTo(tree, at));
    const ends = tree.nodes.flatMap((node, index) =>
      node.children.length === 0 && !path.has(index) && index !== ROOT ? [index] : [],
    );
    for (const end of ends.slice(0, MAX_VARIATIONS)) {
      this.#server.request({ type: "show", line: this.#state.lineTo(end) }, (message) => {
        if (message.type === "position" && gameSerial.value === here) this.#recordMoves(end, message);
        return true;
      });
    }
  }

  /** A position tells what was done at all nodes that lead to it. */
  #recordMoves(at: number, position: PositionInfo): void {
    const { gameRef, playedMoves } = this.#state;
    const known = new Map(playedMoves.value);
    for (const [ply, index] of pathTo(gameRef.value!.tree, at).entries()) {
      const played = position.actions[ply];
      if (played) known.set(index, played);
    }
    playedMoves.value = known;
  }

  #sound(sound: Sound): void {
    if (this.#settings.sounds.value) this.#environment.playSound(sound);
  }
}
