import { escapeField, GAME_ID } from "../game/address";
import type { PositionInfo, Side } from "../messages";

/** The version of the format; links of newer versions are refused. */
const FORMAT = 1;

export const MAX_NAME = 24;
export const MAX_NOTE = 200;

/** How a game ended other than by a move. */
export interface EarlyEnd {
  /** The side that lost. */
  side: Side;
  by: "resignation" | "time";
}

/** What a link to a game with a friend says. */
export interface FriendLink {
  /** The random id of the game, the same in all its links. */
  id: string;
  game: string;
  /** The start position; `null` for the default. */
  start: string | null;
  actions: readonly string[];
  ended: EarlyEnd | null;
  /** The side of the one who opens it; `null` to watch. */
  side: Side | null;
  /** The names of the players; may be empty. */
  names: Readonly<Record<Side, string>>;
  /** A note to the one who opens it; may be empty. */
  note: string;
  /** Whether it leads to a room of the server, and not to a game by links. */
  live: boolean;
  /** The time of each side in a room, in milliseconds; `null` without clocks. */
  clock: number | null;
}

/** A new id: 128 random bits. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=/g, "");
}

/** The id of the rematch of a game. Both players know it, so two of them are one game. */
export function rematchId(id: string): string {
  const [base, number] = id.split(".");
  return `${base}.${Number(number ?? 0) + 1}`;
}

/** A game id: random, with the number of the rematch. */
const ID = /^[A-Za-z0-9_-]{22}(\.[1-9]\d{0,2})?$/;
const SIDES: readonly string[] = ["south", "north"];
const isSide = (text: string | null): text is Side => text !== null && SIDES.includes(text);

/** Whether the hash of an address is a link to a game with a friend. */
export function isFriendLink(hash: string): boolean {
  return new URLSearchParams(hash.replace(/^#/, "")).has("friend");
}

/** A link as the hash of an address. It ends with a checksum, because messengers cut and change long links. */
export function formatFriendLink(link: FriendLink): string {
  const fields: [string, string][] = [
    ["friend", String(FORMAT)],
    ["id", link.id],
    ["game", link.game],
  ];
  const add = (name: string, value: string | number | null | undefined) => {
    if (value) fields.push([name, String(value)]);
  };
  add("start", link.start);
  add("moves", link.actions.join("_"));
  add(link.ended?.by === "time" ? "late" : "resigned", link.ended?.side);
  add("side", link.side);
  add("room", link.live ? 1 : null);
  add("clock", link.clock);
  add("south-name", link.names.south);
  add("north-name", link.names.north);
  add("note", link.note);
  fields.push(["check", checksum(fields)]);
  return `#${fields.map(([name, value]) => `${name}=${escapeField(value)}`).join("&")}`;
}

/** What is wrong with a link, as a sentence. */
export interface LinkFault {
  fault: string;
}

const NEWER: LinkFault = { fault: "This link is from a newer version of Skirmish. Update yours to open it." };
const DAMAGED: LinkFault = { fault: "This link is damaged: a part of it is missing or changed. Ask for it again." };

/** Parses the hash of {@link formatFriendLink}. Whether its actions are legal is for the server to say. */
export function parseFriendLink(hash: string): FriendLink | LinkFault {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const format = fields.get("friend") ?? "";
  if (/^[1-9]\d*$/.test(format) && Number(format) > FORMAT) return NEWER;
  const signed = [...fields].filter(([name]) => name !== "check");
  const [id, game, side] = [fields.get("id") ?? "", fields.get("game") ?? "", fields.get("side")];
  const actions = (fields.get("moves") ?? "").split("_").filter((action) => action !== "");
  const [resigned, late, clock] = [fields.get("resigned"), fields.get("late"), Number(fields.get("clock") ?? 0)];
  const valid =
    format === String(FORMAT) &&
    fields.get("check") === checksum(signed) &&
    ID.test(id) &&
    GAME_ID.test(game) &&
    (side === null || isSide(side)) &&
    actions.every((action) => /^[A-Za-z0-9]+$/.test(action)) &&
    Number.isSafeInteger(clock) &&
    clock >= 0;
  if (!valid) return DAMAGED;
  const ended = isSide(resigned) ? early(resigned, "resignation") : isSide(late) ? early(late, "time") : null;
  return {
    id,
    game,
    start: fields.get("start"),
    actions,
    ended,
    side,
    names: { south: tidy(fields.get("south-name"), MAX_NAME), north: tidy(fields.get("north-name"), MAX_NAME) },
    note: tidy(fields.get("note"), MAX_NOTE),
    live: fields.get("room") === "1",
    clock: clock || null,
  };
}

const early = (side: Side, by: EarlyEnd["by"]): EarlyEnd => ({ side, by });

/** A text of a person in one line of limited length. */
export function tidy(text: string | null, most: number): string {
  const line = (text ?? "").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return [...line].slice(0, most).join("");
}

/** FNV-1a of all names and values. */
function checksum(fields: readonly (readonly [string, string])[]): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(fields.map(([name, value]) => `${name}=${value}\n`).join("")))
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}

/** A line with how it ended, for comparisons. */
type Ending = Pick<FriendLink, "actions" | "ended">;

/** How another line relates to the one that is known. */
export type Comparison =
  | { kind: "same" | "newer" | "older" }
  /** They differ after this many actions. */
  | { kind: "differs"; ply: number };

/** Compares another line with the known one. An early end counts as a last action. */
export function compareLines(known: Ending, other: Ending): Comparison {
  const [mine, theirs] = [whole(known), whole(other)];
  const ply = mine.findIndex((action, index) => index < theirs.length && theirs[index] !== action);
  if (ply >= 0) return { kind: "differs", ply };
  return { kind: mine.length === theirs.length ? "same" : mine.length < theirs.length ? "newer" : "older" };
}

/** The actions of a line, with its early end. */
export function whole({ actions, ended }: Ending): readonly string[] {
  return ended ? [...actions, `${ended.by} of ${ended.side}`] : actions;
}

/**
 * Where a link that extends the kept game says something that only the person here can say: their own actions, and that they
 * resigned. Also an end that cannot be: games by links have no clocks. `null` if there is no such place.
 */
export function foreignPly(
  known: Pick<FriendLink, "actions" | "side">,
  { ended }: FriendLink,
  { actions, outcome }: PositionInfo,
): number | null {
  const ply = actions.findIndex(({ side }, index) => index >= known.actions.length && side === known.side);
  if (ply >= 0) return ply;
  const fair = !ended || (outcome === null && ended.by === "resignation" && ended.side !== known.side);
  return fair ? null : actions.length;
}
