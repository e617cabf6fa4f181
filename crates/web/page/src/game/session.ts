import { batch } from "@preact/signals";
import type { Inquiry } from "../connection";
import type { Message, Side } from "../messages";
import { play as sound } from "../sounds";
import { formatAddress, parseAddress, type Place } from "./address";
import { link } from "./link";
import {
  announcement,
  atLeaf,
  courseTo,
  deeds,
  nameOf,
  notice,
  outcome,
  paused,
  place,
  positions,
  resignedHere,
  settingUp,
  shown,
  table,
  type Position,
} from "./state";
import { actionsTo, endOf, fromActions, nodeOf, pathTo, play, promote, remove as removeNode, ROOT } from "./tree";
import { announce } from "./words";

/** The request for a position that is under way: a newer one takes its place. */
let inquiry: Inquiry | null = null;
/** How many lines of a linked game are looked through for the list of moves. */
const MOST_LINES = 40;
/** Where each node was left last, so that going forward returns there. */
let ways = new Map<number, number>();

/** Puts a game on the table, at the place it names. */
export function openPlace(next: Place): void {
  batch(() => {
    place.value = next;
    table.value += 1;
    positions.value = new Map();
    deeds.value = new Map();
    shown.value = null;
    notice.value = null;
    paused.value = false;
    settingUp.value = false;
  });
  ways = new Map();
  writeAddress();
  show();
  learnDeeds();
}

/** Asks for the ends of all lines but the current one, so that the list of moves can tell who did what. */
function learnDeeds(): void {
  const { tree, at } = place.value!;
  const here = table.value;
  const path = new Set(pathTo(tree, at));
  const ends = tree.nodes.flatMap((node, index) =>
    node.children.length === 0 && !path.has(index) && index !== ROOT ? [index] : [],
  );
  for (const end of ends.slice(0, MOST_LINES)) {
    link.ask({ type: "show", course: courseTo(end) }, (message) => {
      if (message.type === "position" && table.value === here) learn(end, message);
      return true;
    });
  }
}

/** A position tells what was done at all nodes that lead to it. */
function learn(at: number, position: Position): void {
  const known = new Map(deeds.value);
  for (const [ply, index] of pathTo(place.value!.tree, at).entries()) {
    const deed = position.actions[ply];
    if (deed) known.set(index, deed);
  }
  deeds.value = known;
}

/** Leaves the table for the choice of games. */
export function leaveTable(): void {
  inquiry?.drop();
  batch(() => {
    place.value = null;
    shown.value = null;
    settingUp.value = false;
    notice.value = null;
  });
  history.replaceState(null, "", location.pathname + location.search);
}

/** Brings back what the address names; nothing if it names nothing. */
export function readAddress(): void {
  const next = parseAddress(location.hash);
  if (next) openPlace(next);
  else if (place.value) leaveTable();
}

/** Lets the address name what is on the table. */
export function writeAddress(): void {
  if (place.value) history.replaceState(null, "", location.pathname + location.search + formatAddress(place.value));
}

/** Changes something about the table that is no action: seats, level, which way round. */
export function change(part: Partial<Place>): void {
  if (!place.value) return;
  place.value = { ...place.value, ...part };
  writeAddress();
}

/** Shows the current node, asking the server if it was not shown before. */
function show(): void {
  const here = place.value;
  if (!here) return;
  inquiry?.drop();
  const known = positions.value.get(here.at);
  if (known) return arrive(here.at, known);
  inquiry = link.ask({ type: "show", course: courseTo(here.at) }, (message) => {
    if (message.type === "position") arrive(here.at, message);
    else if (message.type === "error") refuseLink(message);
    else return false;
    return true;
  });
}

/** A link with a game, start or action that is not right: says so and keeps what is. */
function refuseLink({ sentence, at }: Extract<Message, { type: "error" }>): void {
  const here = place.value;
  if (!here) return;
  if (at !== null) {
    const tree = fromActions(actionsTo(here.tree, here.at).slice(0, at));
    openPlace({ ...here, tree, at: endOf(tree, ROOT), resigned: null });
  } else if (here.start !== null) {
    openPlace({ ...here, start: null, tree: fromActions([]), at: ROOT, resigned: null });
  } else {
    leaveTable();
  }
  notice.value = { text: sentence, tone: "error" };
}

/** The board shows a node from now on. */
function arrive(at: number, position: Position): void {
  batch(() => {
    positions.value = new Map(positions.value).set(at, position);
    shown.value = position;
    learn(at, position);
    announcement.value = announce(position, nameOf, resignedHere.value);
  });
}

/** Goes to a node of the tree. */
export function goTo(at: number): void {
  const here = place.value;
  if (!here || at === here.at) return;
  for (const index of pathTo(here.tree, at)) ways.set(nodeOf(here.tree, index).parent, index);
  batch(() => {
    place.value = { ...here, at };
    notice.value = null;
  });
  writeAddress();
  show();
}

/** Does something at the current node, typed or chosen; what the rules say against it becomes a notice. */
export function act(text: string): void {
  const here = place.value;
  if (!here || outcome.value !== null) return;
  inquiry?.drop();
  inquiry = link.ask({ type: "play", course: courseTo(here.at), text }, (message) => {
    if (message.type === "position") follow(here.at, message);
    else if (message.type === "illegal" || message.type === "error") object(message.sentence);
    else return false;
    return true;
  });
}

function object(sentence: string): void {
  notice.value = { text: sentence, tone: "rule" };
  sound("illegal");
}

/** An action was played at a node: it joins the tree, and the board goes there. */
function follow(at: number, position: Position): void {
  const here = place.value;
  const last = position.actions.at(-1);
  if (!here || !last) return;
  const next = play(here.tree, at, last.action.text);
  // Whoever takes back in a game means to play another game; afterwards, other tries are variations.
  const instead = playing(here) && nodeOf(here.tree, at).children.length > 0;
  const tree = instead ? promote(next.tree, next.at) : next.tree;
  const before = shown.value;
  batch(() => {
    place.value = { ...here, tree, at: next.at };
    notice.value = null;
    arrive(next.at, position);
  });
  ways.set(at, next.at);
  writeAddress();
  sound(position.outcome ? "end" : last.remark ? "shout" : count(position) < count(before) ? "capture" : "move");
}

/** Whether a game against the engine is going on: its main line has no end yet. */
function playing({ tree, south, north, resigned }: Place): boolean {
  const end = positions.value.get(endOf(tree, ROOT));
  return south !== north && resigned === null && (end?.outcome ?? null) === null;
}

function count(position: Position | null): number {
  return position?.view.rows.flatMap((row) => row.cells).filter((cell) => cell.piece).length ?? 0;
}

/** The node that "take back" leads to: the last decision of a person, or one step if persons do not play. */
export function takeBackTarget(): number | null {
  const here = place.value;
  if (!here || here.at === ROOT) return null;
  if (here.south === here.north || paused.value) return nodeOf(here.tree, here.at).parent;
  const course = shown.value?.actions ?? [];
  let at = here.at;
  for (let ply = course.length - 1; ply >= 0; ply -= 1) {
    at = nodeOf(here.tree, at).parent;
    const side = course[ply]?.side;
    if (side && here[side] === "person") return at;
  }
  return nodeOf(here.tree, here.at).parent;
}

export function takeBack(): void {
  const target = takeBackTarget();
  if (target !== null) goTo(target);
}

/** One step back, whoever acted. */
export function stepBack(): void {
  if (place.value) goTo(nodeOf(place.value.tree, place.value.at).parent);
}

/** One step forward, where the game went on last. */
export function stepForward(): void {
  const here = place.value;
  if (!here) return;
  const next = ways.get(here.at) ?? nodeOf(here.tree, here.at).children[0];
  if (next !== undefined) goTo(next);
}

/** What was taken back, as far as the next decision of a person. */
export function redo(): void {
  const here = place.value;
  if (!here || atLeaf.value) return;
  stepForward();
  if (here.south === here.north) return;
  // Known positions tell whose turn it is; an unknown one ends the way.
  for (let now = place.value; now; now = place.value) {
    const position = positions.value.get(now.at);
    if (atLeaf.value || !position || now[position.side] === "person") return;
    stepForward();
  }
}

export function goToStart(): void {
  goTo(ROOT);
}

export function goToEnd(): void {
  if (place.value) goTo(endOf(place.value.tree, place.value.at));
}

/** The side of the person on turn gives up. */
export function resign(): void {
  const [here, position] = [place.value, shown.value];
  if (!here || !position || outcome.value !== null || !atLeaf.value) return;
  const persons = (["south", "north"] as Side[]).filter((side) => here[side] === "person");
  const side = persons.length === 1 ? persons[0]! : position.side;
  batch(() => {
    place.value = { ...here, tree: promote(here.tree, here.at), resigned: side };
    notice.value = null;
  });
  writeAddress();
  show();
  sound("end");
}

/** The line to a node becomes the main line. */
export function makeMain(at: number): void {
  if (place.value) change({ tree: promote(place.value.tree, at), resigned: null });
}

/** Forgets a node and what follows. */
export function forget(at: number): void {
  const here = place.value;
  if (!here || at === ROOT) return;
  const { tree, at: parent } = removeNode(here.tree, at);
  openPlace({ ...here, tree, at: parent, resigned: null });
}

/** A way to begin a new game. */
export interface NewGame {
  game: string;
  start: string | null;
  south: Place["south"];
  north: Place["north"];
  level: number;
  time: number;
  flipped: boolean;
}

export function newGame(choice: NewGame): void {
  openPlace({ ...choice, tree: fromActions([]), at: ROOT, resigned: null });
}
