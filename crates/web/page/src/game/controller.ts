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
import { viewAfter } from "./unconfirmed";
import { actionsTo, endOf, fromActions, nodeOf, pathTo, play, promote, remove, ROOT } from "./tree";

/** The most variations of a linked game that are loaded for the move list. */
const MAX_VARIATIONS = 40;

/** The choices of a new game. */
export type NewGame = Omit<GameRef, "tree" | "at" | "resigned">;

/** The actions on the current game: start, play, navigate, leave. */
export class GameController {
  readonly #environment: Environment;
  readonly #server: ServerClient;
  readonly #settings: PageSettings;
  readonly #state: GameState;
  /** The pending request for a position; a newer one replaces it. */
  #request: PendingRequest | null = null;
  /** Handles an action instead of the game, if it returns true: during the mistake drill. */
  interceptor: ((text: string) => boolean) | null = null;
  /** The address of a game; games with friends have their own. */
  addressOf: (gameRef: GameRef) => string = formatAddress;
  /** The child that was visited last, by node. */
  #lastChild = new Map<number, number>();

  constructor(environment: Environment, server: ServerClient, settings: PageSettings, state: GameState) {
    this.#environment = environment;
    this.#server = server;
    this.#settings = settings;
    this.#state = state;
  }

  /** Opens a game at its current node. Back returns to the previous view, unless it is the same game. */
  open(next: GameRef, arrival: "new" | "same" = "new"): void {
    const state = this.#state;
    if (next.friend === undefined) next = withoutFriend(next);
    // A game that is opened again stays on the board until its position arrives.
    const again = next.friend !== undefined && next.friend === state.gameRef.value?.friend;
    if (arrival === "new") this.#environment.pushAddress(this.addressOf(next));
    batch(() => {
      state.gameRef.value = next;
      state.gameSerial.value += 1;
      state.positions.value = new Map();
      state.playedMoves.value = new Map();
      if (!again) state.shown.value = null;
      state.notice.value = null;
      state.paused.value = false;
      state.settingUp.value = false;
      this.#forgetPlans();
    });
    this.#lastChild = new Map();
    this.#writeAddress();
    this.#show();
    this.#loadVariations();
  }

  /**
   * Follows a line that begins with the main line of this game, as a friend plays it, and how it ended; `position` is its end, if
   * known. Returns false if it begins otherwise.
   */
  extend(actions: readonly string[], ended: Pick<GameRef, "resigned" | "late">, position?: PositionInfo): boolean {
    const { gameRef, notice } = this.#state;
    const here = gameRef.value;
    const known = here && actionsTo(here.tree, endOf(here.tree, ROOT));
    if (!known || known.length > actions.length || known.some((action, ply) => action !== actions[ply])) return false;
    if (known.length === actions.length && here.resigned === ended.resigned) {
      this.#writeAddress();
      return true;
    }
    let [tree, at] = [here.tree, endOf(here.tree, ROOT)];
    for (const action of actions.slice(known.length)) ({ tree, at } = play(tree, at, action));
    batch(() => {
      gameRef.value = { ...here, ...ended, tree, at };
      notice.value = null;
      this.#forgetPlans();
    });
    this.#writeAddress();
    if (position) {
      this.#request?.cancel();
      this.#arrive(at, position);
      this.#soundOf(at, position);
    } else {
      this.#show((position) => this.#soundOf(at, position));
    }
    return true;
  }

  /** Starts a game, with the person at the bottom of the board unless two people or two engines play. */
  newGame(choice: NewGame): void {
    const flipped = choice.south === choice.north ? choice.flipped : flippedByDefault(choice);
    this.open({ ...choice, flipped, tree: fromActions([]), at: ROOT, resigned: null });
  }

  /** Leaves the game for the home page. Back returns to it. */
  leave(): void {
    this.clear();
    this.#environment.pushAddress("");
  }

  /** Closes the game; does not change the address. */
  clear(): void {
    const state = this.#state;
    this.#request?.cancel();
    batch(() => {
      state.gameRef.value = null;
      state.shown.value = null;
      state.settingUp.value = false;
      state.notice.value = null;
      this.#forgetPlans();
    });
  }

  /** Opens the game of the address and reports its invalid parts. Does nothing before the first greeting. */
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

  /** Changes players, level or orientation. */
  change(part: Partial<GameRef>): void {
    const { gameRef } = this.#state;
    if (!gameRef.value) return;
    batch(() => {
      if (part.south !== undefined || part.north !== undefined) this.#state.premove.value = null;
      gameRef.value = { ...gameRef.value!, ...part };
    });
    this.#writeAddress();
  }

  /** Forgets what was meant for the position that is left: an unconfirmed move and a premove. */
  #forgetPlans(): void {
    this.#state.unconfirmed.value = null;
    this.#state.premove.value = null;
  }

  /** Flips the board. */
  flip(): void {
    this.change({ flipped: !this.#state.gameRef.value?.flipped });
  }

  /** Goes to a node of the tree. */
  goTo(at: number): void {
    const { gameRef, notice } = this.#state;
    const here = gameRef.value;
    if (!here || at === here.at) return;
    for (const index of pathTo(here.tree, at)) this.#lastChild.set(nodeOf(here.tree, index).parent, index);
    batch(() => {
      gameRef.value = { ...here, at };
      notice.value = null;
      this.#forgetPlans();
    });
    this.#writeAddress();
    this.#show();
  }

  /** Plays an action at the current node, on the board at once; if illegal, shows the rule as a notice. */
  act(text: string): void {
    const state = this.#state;
    const here = state.gameRef.value;
    if (!here || state.outcome.value !== null || this.interceptor?.(text)) return;
    if (state.withFriend.value && !state.personMayAct.value) return;
    this.#request?.cancel();
    this.#playAhead(text);
    this.#request = this.#server.request({ type: "play", line: state.lineTo(here.at), text }, (message) => {
      if (message.type === "position") this.#follow(here.at, message);
      else if (message.type === "illegal" || message.type === "error") this.#reject(message.sentence);
      else return false;
      return true;
    });
  }

  /** Shows a legal move before the server has confirmed it. */
  #playAhead(text: string): void {
    const { current, shown, unconfirmed, notice } = this.#state;
    const position = current.value ? shown.value : null;
    const action = position?.legal.find((legal) => legal.text === text && legal.squares !== null);
    batch(() => {
      unconfirmed.value = position && action ? { action, view: viewAfter(position, action) } : null;
      if (action) notice.value = null;
    });
    if (action) this.#sound(!position!.proposes && takesAPiece(action.effects) ? "capture" : "move");
  }

  /** Plays the action of the engine, which leads to this position. */
  actedTo(position: PositionInfo): void {
    const here = this.#state.gameRef.value;
    if (!here) return;
    this.#request?.cancel();
    this.#follow(here.at, position);
  }

  /** Plays several actions at once, as a variation if the game has other moves there. */
  follow(texts: readonly string[]): void {
    const state = this.#state;
    const here = state.gameRef.value;
    if (!here || this.interceptor || state.withFriend.value) return;
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

  /** Moves a piece. An illegal move is sent as text, to get the rule that it breaks. */
  move({ from, to }: Squares): void {
    const position = this.#state.shown.value;
    const legal = position && moveBetween(position, from, to);
    this.act(legal?.text ?? `${from} ${to}`);
  }

  takeBack(): void {
    const target = this.#state.takeBackTarget.value;
    if (target !== null) this.goTo(target);
  }

  /** Goes forward to the next decision of a person. */
  redo(): void {
    const { gameRef, positions, atLeaf } = this.#state;
    const here = gameRef.value;
    if (!here || atLeaf.value) return;
    this.stepForward();
    if (here.south === here.north) return;
    // An unknown position stops the loop: whose turn it is, is unknown.
    for (let now = gameRef.value; now; now = gameRef.value) {
      const position = positions.value.get(now.at);
      if (atLeaf.value || !position || now[position.side] === "person") return;
      this.stepForward();
    }
  }

  /** One action back. */
  stepBack(): void {
    const here = this.#state.gameRef.value;
    if (here) this.goTo(nodeOf(here.tree, here.at).parent);
  }

  /** One action forward, along the line visited last. */
  stepForward(): void {
    const here = this.#state.gameRef.value;
    if (!here) return;
    const next = this.#lastChild.get(here.at) ?? nodeOf(here.tree, here.at).children[0];
    if (next !== undefined) this.goTo(next);
  }

  goToStart(): void {
    this.goTo(ROOT);
  }

  goToEnd(): void {
    const here = this.#state.gameRef.value;
    if (here) this.goTo(endOf(here.tree, here.at));
  }

  /** The person resigns; of two people, the one to move. */
  resign(): void {
    const { gameRef, shown, outcome, atLeaf, notice } = this.#state;
    const [here, position] = [gameRef.value, shown.value];
    if (!here || !position || outcome.value !== null || !atLeaf.value) return;
    const persons = (["south", "north"] as Side[]).filter((side) => here[side] === "person");
    if (persons.length === 0) return;
    const side = persons.length === 1 ? persons[0]! : position.side;
    batch(() => {
      gameRef.value = { ...here, tree: promote(here.tree, here.at), resigned: side };
      notice.value = null;
      this.#forgetPlans();
    });
    this.#writeAddress();
    this.#show();
    this.#sound(persons.length === 1 ? "lost" : "end");
  }

  /** Makes the line to a node the main line. */
  makeMain(at: number): void {
    const here = this.#state.gameRef.value;
    if (here) this.change({ tree: promote(here.tree, at), resigned: null });
  }

  /** Deletes a node and its descendants. */
  forget(at: number): void {
    const here = this.#state.gameRef.value;
    if (!here || at === ROOT) return;
    const isMain = pathTo(here.tree, endOf(here.tree, ROOT)).includes(at);
    const { tree, at: parent } = remove(here.tree, at);
    this.open({ ...here, tree, at: parent, resigned: isMain ? null : here.resigned }, "same");
  }

  /** Writes the game into the address. */
  #writeAddress(): void {
    const here = this.#state.gameRef.value;
    if (here) this.#environment.writeAddress(this.addressOf(here));
  }

  /** Shows the current node; requests its position if unknown. */
  #show(onArrival: (position: PositionInfo) => void = () => {}): void {
    const state = this.#state;
    const here = state.gameRef.value;
    if (!here) return;
    this.#request?.cancel();
    const known = state.positions.value.get(here.at);
    if (known) {
      this.#arrive(here.at, known);
      return onArrival(known);
    }
    this.#request = this.#server.request({ type: "show", line: state.lineTo(here.at) }, (message) => {
      if (message.type === "position") {
        this.#arrive(here.at, message);
        onArrival(message);
      } else if (message.type === "error") this.#recover(message);
      else return false;
      return true;
    });
  }

  /** Handles an invalid game, start or action, as in a damaged link: keeps the valid part and shows the error. */
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

  /** Shows a node on the board. */
  #arrive(at: number, position: PositionInfo): void {
    const state = this.#state;
    batch(() => {
      state.positions.value = new Map(state.positions.value).set(at, position);
      state.shown.value = position;
      state.unconfirmed.value = null;
      this.#recordMoves(at, position);
      const { resignedHere, gameRef } = state;
      const late = gameRef.value?.late === true;
      state.arrived.value = { position, resigned: resignedHere.value, late, effects: state.effectsAt(at) };
    });
  }

  /** Adds a played action to the tree and shows it. */
  #follow(at: number, position: PositionInfo): void {
    const { gameRef, notice, playing, unconfirmed } = this.#state;
    const here = gameRef.value;
    const last = position.actions.at(-1);
    if (!here || here.at !== at || !last) return;
    const heard = unconfirmed.value !== null;
    const next = play(here.tree, at, last.action.text);
    // During a game a new move replaces what was taken back; after its end it is a variation.
    const instead = playing.value && nodeOf(here.tree, at).children.length > 0;
    const tree = instead ? promote(next.tree, next.at) : next.tree;
    batch(() => {
      gameRef.value = { ...here, tree, at: next.at };
      notice.value = null;
      this.#arrive(next.at, position);
    });
    this.#lastChild.set(at, next.at);
    this.#writeAddress();
    this.#soundOf(next.at, position, heard);
  }

  /** The sound of the last action; an ordinary move may have been heard already. */
  #soundOf(at: number, position: PositionInfo, heard = false): void {
    const [outcome, me] = [this.#state.outcome.value, this.#state.me.value];
    if (outcome) this.#sound(me === null || outcome === "draw" ? "end" : outcome === me ? "won" : "lost");
    else if (position.actions.at(-1)?.remark) this.#sound("shout");
    else if (!heard) this.#sound(takes(position, this.#state.effectsAt(at)) ? "capture" : "move");
  }

  #reject(sentence: string): void {
    batch(() => {
      this.#state.unconfirmed.value = null;
      this.#state.notice.value = { text: this.#state.toYou(sentence), tone: "rule" };
    });
    this.#sound("illegal");
  }

  /** Loads the moves of all lines but the current one, for the move list. */
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

  /** Records the actions that lead to a node. */
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

/** A game that was made of one with a friend: who plays for the friend is here. */
function withoutFriend(gameRef: GameRef): GameRef {
  const actor = (side: Side) => (gameRef[side] === "friend" ? "person" : gameRef[side]);
  return { ...gameRef, south: actor("south"), north: actor("north") };
}

/** Whether the last action took a piece: a proposal does not. */
const takes = ({ view }: PositionInfo, effects: Parameters<typeof takesAPiece>[0]) =>
  view.pending === null && takesAPiece(effects);
