import { batch } from "@preact/signals";
import type { Inquiry } from "../connection";
import type { Message, PositionInfo, Side, Squares } from "../messages";
import type { Server } from "../server";
import type { Settings } from "../settings";
import type { Sound } from "../sounds";
import type { World } from "../world";
import { addressFault, facing, formatAddress, parseAddress, type Place } from "./address";
import type { Table } from "./table";
import { moveBetween, takesAPiece } from "./words";
import { actionsTo, endOf, fromActions, nodeOf, pathTo, play, promote, remove, ROOT } from "./tree";

/** How many variations of a linked game are looked through for the list of moves. */
const MOST_VARIATIONS = 40;

/** A way to begin a new game. */
export type NewGame = Omit<Place, "tree" | "at" | "resigned">;

/** Everything that can be done with the game on the table: begin it, act in it, walk through it, leave it. */
export class Play {
  readonly #world: World;
  readonly #server: Server;
  readonly #settings: Settings;
  readonly #table: Table;
  /** The request for a position that is under way: a newer one takes its place. */
  #inquiry: Inquiry | null = null;
  /** Takes what somebody wants to do away from the game, and says whether it did: while mistakes are tried again. */
  catcher: ((text: string) => boolean) | null = null;
  /** Where each node was left last, so that going forward returns there. */
  #ways = new Map<number, number>();

  constructor(world: World, server: Server, settings: Settings, table: Table) {
    this.#world = world;
    this.#server = server;
    this.#settings = settings;
    this.#table = table;
  }

  /** Puts a game on the table, at the place it names. Back leads to what was there before, unless it is the same game. */
  open(next: Place, arrival: "new" | "same" = "new"): void {
    const table = this.#table;
    if (arrival === "new") this.#world.pushAddress(formatAddress(next));
    batch(() => {
      table.place.value = next;
      table.serial.value += 1;
      table.positions.value = new Map();
      table.deeds.value = new Map();
      table.shown.value = null;
      table.notice.value = null;
      table.paused.value = false;
      table.settingUp.value = false;
    });
    this.#ways = new Map();
    this.#writeAddress();
    this.#show();
    this.#learnDeeds();
  }

  /** Begins a game. The board turns to whom it is played by, unless two people or two engines play. */
  newGame(choice: NewGame): void {
    const flipped = choice.south === choice.north ? choice.flipped : facing(choice);
    this.open({ ...choice, flipped, tree: fromActions([]), at: ROOT, resigned: null });
  }

  /** Leaves the table for the choice of games. Back leads to the game again. */
  leave(): void {
    this.clear();
    this.#world.pushAddress("");
  }

  /** Takes the game off the table; the address is another's concern. */
  clear(): void {
    const table = this.#table;
    this.#inquiry?.drop();
    batch(() => {
      table.place.value = null;
      table.shown.value = null;
      table.settingUp.value = false;
      table.notice.value = null;
    });
  }

  /** Brings back what the address names, and says what it does not understand of it. Not before the server was heard of. */
  readAddress(): void {
    const limits = this.#server.limits.value;
    if (!limits) return;
    const hash = this.#world.readAddress();
    const next = parseAddress(hash, limits);
    const fault = addressFault(hash, limits);
    if (next) this.open(next, "same");
    else this.clear();
    if (fault) this.#table.notice.value = { text: fault, tone: "error" };
  }

  /** Changes something about the game that is no action: who plays, the level, which way round. */
  change(part: Partial<Place>): void {
    const { place } = this.#table;
    if (!place.value) return;
    place.value = { ...place.value, ...part };
    this.#writeAddress();
  }

  /** Turns the board around. */
  flip(): void {
    this.change({ flipped: !this.#table.place.value?.flipped });
  }

  /** Goes to a node of the tree. */
  goTo(at: number): void {
    const { place, notice } = this.#table;
    const here = place.value;
    if (!here || at === here.at) return;
    for (const index of pathTo(here.tree, at)) this.#ways.set(nodeOf(here.tree, index).parent, index);
    batch(() => {
      place.value = { ...here, at };
      notice.value = null;
    });
    this.#writeAddress();
    this.#show();
  }

  /** Does something at the current node, typed or chosen; what the rules say against it becomes a notice. */
  act(text: string): void {
    const table = this.#table;
    const here = table.place.value;
    if (!here || table.outcome.value !== null || this.catcher?.(text)) return;
    this.#inquiry?.drop();
    this.#inquiry = this.#server.ask({ type: "play", course: table.courseTo(here.at), text }, (message) => {
      if (message.type === "position") this.#follow(here.at, message);
      else if (message.type === "illegal" || message.type === "error") this.#object(message.sentence);
      else return false;
      return true;
    });
  }

  /** The engine has acted at the current node: this is where that leads. */
  actedTo(position: PositionInfo): void {
    const here = this.#table.place.value;
    if (!here) return;
    this.#inquiry?.drop();
    this.#follow(here.at, position);
  }

  /** Goes on with several actions at once, as a variation where the game went on otherwise. */
  follow(texts: readonly string[]): void {
    const table = this.#table;
    const here = table.place.value;
    if (!here || this.catcher) return;
    this.#inquiry?.drop();
    const course = table.courseTo(here.at);
    const actions = [...course.actions, ...texts];
    this.#inquiry = this.#server.ask({ type: "show", course: { ...course, actions } }, (message) => {
      if (message.type === "error") this.#object(message.sentence);
      if (message.type !== "position" || table.place.value?.at !== here.at) return true;
      let [tree, at] = [here.tree, here.at];
      for (const { action } of message.actions.slice(course.actions.length))
        ({ tree, at } = play(tree, at, action.text));
      batch(() => {
        table.place.value = { ...here, tree, at };
        table.notice.value = null;
        this.#arrive(at, message);
      });
      this.#writeAddress();
      return true;
    });
  }

  /** Moves a piece from square to square. An illegal attempt is sent as a person would type it, for the rule that it breaks. */
  move({ from, to }: Squares): void {
    const position = this.#table.shown.value;
    const legal = position && moveBetween(position, from, to);
    this.act(legal?.text ?? `${from} ${to}`);
  }

  takeBack(): void {
    const target = this.#table.takeBackTarget.value;
    if (target !== null) this.goTo(target);
  }

  /** What was taken back, as far as the next decision of a person. */
  redo(): void {
    const { place, positions, atLeaf } = this.#table;
    const here = place.value;
    if (!here || atLeaf.value) return;
    this.stepForward();
    if (here.south === here.north) return;
    // Known positions tell whose turn it is; an unknown one ends the way.
    for (let now = place.value; now; now = place.value) {
      const position = positions.value.get(now.at);
      if (atLeaf.value || !position || now[position.side] === "person") return;
      this.stepForward();
    }
  }

  /** One step back, whoever acted. */
  stepBack(): void {
    const here = this.#table.place.value;
    if (here) this.goTo(nodeOf(here.tree, here.at).parent);
  }

  /** One step forward, where the game went on last. */
  stepForward(): void {
    const here = this.#table.place.value;
    if (!here) return;
    const next = this.#ways.get(here.at) ?? nodeOf(here.tree, here.at).children[0];
    if (next !== undefined) this.goTo(next);
  }

  goToStart(): void {
    this.goTo(ROOT);
  }

  goToEnd(): void {
    const here = this.#table.place.value;
    if (here) this.goTo(endOf(here.tree, here.at));
  }

  /** The side of the person on turn gives up. */
  resign(): void {
    const { place, shown, outcome, atLeaf, notice } = this.#table;
    const [here, position] = [place.value, shown.value];
    if (!here || !position || outcome.value !== null || !atLeaf.value) return;
    const persons = (["south", "north"] as Side[]).filter((side) => here[side] === "person");
    const side = persons.length === 1 ? persons[0]! : position.side;
    batch(() => {
      place.value = { ...here, tree: promote(here.tree, here.at), resigned: side };
      notice.value = null;
    });
    this.#writeAddress();
    this.#show();
    this.#sound("end");
  }

  /** The line to a node becomes the main line. */
  makeMain(at: number): void {
    const here = this.#table.place.value;
    if (here) this.change({ tree: promote(here.tree, at), resigned: null });
  }

  /** Forgets a node and what follows. */
  forget(at: number): void {
    const here = this.#table.place.value;
    if (!here || at === ROOT) return;
    const { tree, at: parent } = remove(here.tree, at);
    this.open({ ...here, tree, at: parent, resigned: null }, "same");
  }

  /** Lets the address name what is on the table. */
  #writeAddress(): void {
    const here = this.#table.place.value;
    if (here) this.#world.writeAddress(formatAddress(here));
  }

  /** Shows the current node, asking the server if it was not shown before. */
  #show(): void {
    const table = this.#table;
    const here = table.place.value;
    if (!here) return;
    this.#inquiry?.drop();
    const known = table.positions.value.get(here.at);
    if (known) return this.#arrive(here.at, known);
    this.#inquiry = this.#server.ask({ type: "show", course: table.courseTo(here.at) }, (message) => {
      if (message.type === "position") this.#arrive(here.at, message);
      else if (message.type === "error") this.#mend(message);
      else return false;
      return true;
    });
  }

  /** The game, its start or one of its actions is not right, as in a link that was cut: says so and keeps what is right. */
  #mend({ sentence, at }: Extract<Message, { type: "error" }>): void {
    const { place, notice } = this.#table;
    const here = place.value;
    if (!here) return;
    if (at !== null) {
      const tree = fromActions(actionsTo(here.tree, here.at).slice(0, at));
      this.open({ ...here, tree, at: endOf(tree, ROOT), resigned: null }, "same");
    } else if (here.start !== null) {
      this.open({ ...here, start: null, tree: fromActions([]), at: ROOT, resigned: null }, "same");
    } else {
      this.clear();
      this.#world.writeAddress("");
    }
    notice.value = { text: sentence, tone: "error" };
  }

  /** The board shows a node from now on. */
  #arrive(at: number, position: PositionInfo): void {
    const table = this.#table;
    batch(() => {
      table.positions.value = new Map(table.positions.value).set(at, position);
      table.shown.value = position;
      this.#learn(at, position);
      table.arrived.value = { position, resigned: table.resignedHere.value };
    });
  }

  /** An action was played at a node: it joins the tree, and the board goes there. */
  #follow(at: number, position: PositionInfo): void {
    const { place, shown, notice, playing } = this.#table;
    const here = place.value;
    const last = position.actions.at(-1);
    if (!here || here.at !== at || !last) return;
    const next = play(here.tree, at, last.action.text);
    // Taking back during a game replaces what followed; after its end, other tries are variations.
    const instead = playing.value && nodeOf(here.tree, at).children.length > 0;
    const tree = instead ? promote(next.tree, next.at) : next.tree;
    const effects = shown.value?.legal.find(({ text }) => text === last.action.text)?.effects ?? [];
    batch(() => {
      place.value = { ...here, tree, at: next.at };
      notice.value = null;
      this.#arrive(next.at, position);
    });
    this.#ways.set(at, next.at);
    this.#writeAddress();
    this.#sound(position.outcome ? "end" : last.remark ? "shout" : takesAPiece(effects) ? "capture" : "move");
  }

  #object(sentence: string): void {
    this.#table.notice.value = { text: sentence, tone: "rule" };
    this.#sound("illegal");
  }

  /** Asks for the ends of all lines but the current one, so that the list of moves can tell who did what. */
  #learnDeeds(): void {
    const { place, serial } = this.#table;
    if (!place.value) return;
    const { tree, at } = place.value;
    const here = serial.value;
    const path = new Set(pathTo(tree, at));
    const ends = tree.nodes.flatMap((node, index) =>
      node.children.length === 0 && !path.has(index) && index !== ROOT ? [index] : [],
    );
    for (const end of ends.slice(0, MOST_VARIATIONS)) {
      this.#server.ask({ type: "show", course: this.#table.courseTo(end) }, (message) => {
        if (message.type === "position" && serial.value === here) this.#learn(end, message);
        return true;
      });
    }
  }

  /** A position tells what was done at all nodes that lead to it. */
  #learn(at: number, position: PositionInfo): void {
    const { place, deeds } = this.#table;
    const known = new Map(deeds.value);
    for (const [ply, index] of pathTo(place.value!.tree, at).entries()) {
      const deed = position.actions[ply];
      if (deed) known.set(index, deed);
    }
    deeds.value = known;
  }

  #sound(sound: Sound): void {
    if (this.#settings.sounds.value) this.#world.makeSound(sound);
  }
}
