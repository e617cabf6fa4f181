import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { Environment } from "../environment";
import { DEFAULTS, formatAddress, isLocal, type GameRef } from "../game/address";
import type { GameController } from "../game/controller";
import type { GameState } from "../game/state";
import { actionsTo, endOf, fromActions, pathTo, ROOT } from "../game/tree";
import type { Challenge, PositionInfo, Side } from "../messages";
import type { ServerClient } from "../server";
import { newClocks } from "./clocks";
import { isOver, KeptGames, otherSide, type FriendGame, type RoomSeat } from "./keptGames";
import {
  compareLines,
  foreignPly,
  formatFriendLink,
  MAX_NAME,
  MAX_NOTE,
  newId,
  parseFriendLink,
  rematchId,
  tidy,
  whole,
  type FriendLink,
} from "./link";
import { FriendRoom } from "./room";

/** What is to be said about the link that was opened last. */
export type Arrival =
  /** It is older than the game kept here, by this many actions. */
  | { kind: "older"; behind: number }
  /** It contradicts the game kept here after this many actions. */
  | { kind: "differs"; ply: number; link: FriendLink }
  /** It says that the person here did something that was not done here, after this many actions. */
  | { kind: "foreign"; ply: number; link: FriendLink };

/** The choices of a new game with a friend. */
export interface Invitation {
  game: string;
  start: string | null;
  side: Side;
  /** For a game in a room: the milliseconds of each side, if there are clocks, and whether the lobby lists it. */
  live: { clock: number | null; listed: boolean } | null;
}

const NAME_KEY = "skirmish.name";

/** Games with friends: their links, and what this browser keeps of them. */
export class FriendGames {
  readonly kept: KeptGames;
  readonly room: FriendRoom;
  /** The name of the person at this browser. */
  readonly name = signal("");
  /** The note to be sent with the next link. */
  readonly note = signal("");
  /** Whether a link is being checked. */
  readonly opening = signal(false);
  readonly arrival = signal<Arrival | null>(null);
  /** How the last link was sent from here; `null` if it was not. */
  readonly sent = signal<"shared" | "copied" | "refused" | "onlyHere" | null>(null);

  readonly #environment: Environment;
  readonly #server: ServerClient;
  readonly #state: GameState;
  readonly #play: GameController;

  constructor(environment: Environment, server: ServerClient, state: GameState, play: GameController) {
    this.#environment = environment;
    this.#server = server;
    this.#state = state;
    this.#play = play;
    this.kept = new KeptGames(environment);
    this.room = new FriendRoom(environment, server, {
      kept: this.kept,
      here: () => this.here.value,
      show: (game, position) => this.show(game, position),
      contradict: (told, ply) => this.#contradict(told, ply),
      notice: (text) => (state.notice.value = { text, tone: "error" }),
    });
    this.name.value = tidy(environment.readItem(NAME_KEY), MAX_NAME);
    play.addressOf = (gameRef) => {
      const game = this.kept.find(gameRef.friend);
      return game ? formatFriendLink(this.linkOf(game)) : formatAddress(gameRef);
    };
    this.#followGame();
    this.#followTabs();
    effect(() => {
      const game = this.here.value;
      const name = game ? this.friendName(game) : "";
      untracked(() => (state.friendName.value = name === "your friend" ? "Your friend" : name));
    });
    this.room.follow();
  }

  /** The game with a friend on the board; `null` if it is another game. */
  readonly here = computed<FriendGame | null>(() => this.kept.find(this.#state.gameRef.value?.friend));

  /** Whether the person here has played something in the game on the board. */
  readonly begun = computed<boolean>(() => {
    const game = this.here.value;
    const played = [...this.#state.playedMoves.value.values()];
    return game !== null && played.some(({ side }) => side === game.side);
  });

  /** Whether the friend has to see what was played here. */
  readonly unsent = computed<boolean>(() => {
    const game = this.here.value;
    if (!game || game.watching) return false;
    if (game.room) return this.room.friend.value === "free" && !isOver(game);
    const waits = isOver(game) || (game.turn !== null && game.turn !== game.side);
    return waits && whole(game).length > game.shared;
  });

  /** The number of own actions that can still be taken back, because the friend has not seen them. */
  readonly drafts = computed<number>(() => {
    const game = this.here.value;
    return game && !game.room ? whole(game).length - Math.max(0, game.shared) : 0;
  });

  /** The last own action of a game in a room; `null` if there is none. */
  readonly ownLast = computed<number | null>(() => {
    const [game, shown] = [this.here.value, this.#state.shown.value];
    if (!game?.room || !shown || shown.actions.length !== game.actions.length) return null;
    const last = shown.actions.findLastIndex(({ side }) => side === game.side);
    return last >= 0 ? last : null;
  });

  /** Whether something can be taken back: what the friend has not seen, or, in a room, what they may allow. */
  readonly mayTakeBack = computed<boolean>(() => {
    const game = this.here.value;
    if (!game || isOver(game)) return false;
    if (!game.room) return this.drafts.value > 0;
    return this.ownLast.value !== null && game.room.ask == null && this.room.friend.value === "present";
  });

  /** Takes back the last own action, or asks the friend in the room. */
  takeBackOrAsk(): void {
    const [game, last] = [this.here.value, this.ownLast.value];
    if (!this.mayTakeBack.value) return;
    if (game?.room && last !== null) this.room.askTakeBack(last);
    else this.takeBack();
  }

  /** The name of a player in a game with a friend; `null` in other games. */
  playerName(side: Side): string | null {
    const game = this.here.value;
    if (!game) return null;
    if (game.watching) return game.names[side];
    if (side !== game.side) return game.names[side] || "Your friend";
    return game.names[side] ? `${game.names[side]} (you)` : "You";
  }

  /** The name of the friend, for sentences. */
  friendName({ names, side }: FriendGame): string {
    return names[otherSide(side)] || "your friend";
  }

  /** Changes the name of the person here, in the game on the board, too. */
  rename(name: string): void {
    this.name.value = tidy(name, MAX_NAME);
    this.#environment.writeItem(NAME_KEY, this.name.value);
    const game = this.here.value;
    if (!game) return;
    this.kept.put({ ...game, names: { ...game.names, [game.side]: this.name.value } });
    this.#play.change({});
    this.room.say();
  }

  /** Starts a game. */
  invite({ game, start, side, live }: Invitation): void {
    const names = { south: "", north: "", [side]: this.name.value };
    const room = live && newSeat(live.clock, true, live.listed);
    this.#begin({ id: newId(), game, start, side, names, room });
  }

  /** Starts another game with the same friend and the sides changed. */
  rematch(): void {
    const game = this.here.value;
    if (!game) return;
    const id = rematchId(game.id);
    const known = this.kept.find(id);
    this.room.say({ rematch: true });
    if (known) return this.open(known);
    const clock = game.room?.clocks?.total ?? null;
    const room = game.room && newSeat(clock, true, game.room.listed);
    this.#begin({ ...game, watching: false, id, side: otherSide(game.side), names: swap(game.names), room });
  }

  #begin(part: Pick<FriendGame, "id" | "game" | "start" | "side" | "names" | "room" | "watching">): void {
    const { id, game: name, start, side, names, room } = part;
    const game: FriendGame = {
      id,
      game: name,
      start,
      side,
      names,
      room,
      actions: [],
      ended: null,
      note: "",
      shared: -1,
      turn: null,
      outcome: null,
      when: this.#environment.now(),
    };
    if (part.watching) game.watching = true;
    this.kept.put(game);
    this.open(game);
  }

  /** Shows a kept game at its end: on the board, it goes on there. `position` is its end, if known. */
  show(game: FriendGame, position?: PositionInfo): void {
    const { actions, ended } = game;
    const ending = { resigned: ended?.side ?? null, late: ended?.by === "time" };
    const here = this.#state.gameRef.value;
    const isShown = here?.friend === game.id && here[game.side] === actorOf(game, game.side);
    if (!isShown || !this.#play.extend(actions, ending, position)) return this.open(game, undefined, "same");
    batch(() => {
      this.arrival.value = null;
      this.sent.value = null;
    });
  }

  /** Opens a kept game at its end, or after this many actions. */
  open(game: FriendGame, ply: number = game.actions.length, arrival: "new" | "same" = "new"): void {
    const tree = fromActions(game.actions);
    const at = pathTo(tree, endOf(tree, ROOT))[ply - 1] ?? ROOT;
    const gameRef: GameRef = {
      game: game.game,
      start: game.start,
      tree,
      at,
      south: actorOf(game, "south"),
      north: actorOf(game, "north"),
      level: DEFAULTS.level,
      time: DEFAULTS.time,
      resigned: game.ended?.side ?? null,
      late: game.ended?.by === "time",
      flipped: game.side === "north" && !game.watching,
      friend: game.id,
    };
    batch(() => {
      if (game.id !== this.here.value?.id) this.note.value = "";
      this.arrival.value = null;
      this.sent.value = null;
      this.#play.open(gameRef, arrival);
    });
  }

  /** The link for the friend. It is in the address bar, too, so copying it from there does the same. */
  linkOf(game: FriendGame, note = ""): FriendLink {
    const { id, start, actions, ended, names, room } = game;
    const side = game.watching ? null : otherSide(game.side);
    const link = { id, game: game.game, start, side, names, note };
    // A room has the actions.
    if (room) return { ...link, actions: [], ended: null, live: true, clock: room.clocks?.total ?? null };
    return { ...link, actions, ended, live: false, clock: null };
  }

  /** The whole address of the link. */
  readonly url = computed<string>(() => {
    const game = this.here.value;
    if (!game) return "";
    return this.#base.value + formatFriendLink(this.linkOf(game, tidy(this.note.value, MAX_NOTE)));
  });

  /** The link for those who want to watch. */
  readonly watchUrl = computed<string>(() => {
    const game = this.here.value;
    return game ? this.#base.value + formatFriendLink({ ...this.linkOf(game), side: null }) : "";
  });

  /** The address of the page for others: that of a server for other machines has their name for it, and its token. */
  readonly #base = computed<string>(() => {
    const { baseAddress } = this.#environment;
    const offered = this.#server.hello.value?.rooms?.address;
    if (offered === undefined) return baseAddress;
    return isLocal(baseAddress) ? offered : baseAddress + new URL(offered).search;
  });

  /** Whether the link leads to this machine only. */
  readonly onlyHere = computed<boolean>(() => isLocal(this.#base.value));

  /** Shares the link, or copies it, unless it leads nowhere from other machines. */
  async send(how: "share" | "copy" | "auto" = "auto"): Promise<void> {
    if (how !== "auto") return this.#send(how);
    if (!this.onlyHere.value) return this.#send(this.#environment.share ? "share" : "copy");
    this.sent.value = "onlyHere";
  }

  async #send(how: "share" | "copy"): Promise<void> {
    const [game, url] = [this.here.value, this.url.value];
    if (!game) return;
    const title = this.#state.game.value?.title ?? "Skirmish";
    const text = game.room ? `Play ${title} with me.` : `${title}: it is your turn.`;
    const shared = how === "share" ? await this.#environment.share?.(text, url) : await this.#environment.copyText(url);
    if (this.here.value?.id !== game.id) return;
    if (shared) this.markSent(whole(game).length);
    this.sent.value = shared ? (how === "share" ? "shared" : "copied") : how === "copy" ? "refused" : null;
  }

  /** The person has copied the link as text. */
  copiedByHand(): void {
    const game = this.here.value;
    if (!game) return;
    this.markSent(whole(game).length);
    this.sent.value = "copied";
  }

  /** Remembers that the friend has, or gets, this many actions. */
  markSent(shared: number): void {
    const game = this.here.value;
    if (game && shared > game.shared) this.kept.put({ ...game, shared });
  }

  /** Takes back own actions that the friend has not seen. */
  takeBack(): void {
    const game = this.here.value;
    if (!game || game.room || this.drafts.value === 0) return;
    const actions = game.ended ? game.actions : game.actions.slice(0, -1);
    const next = { ...game, actions, ended: null, outcome: null, turn: null };
    this.kept.put(next);
    this.open(next, undefined, "same");
  }

  /** Joins a game of the lobby: takes the free seat, or watches. */
  join(id: string, { game, start, name, clock }: Challenge, free: Side | null): void {
    const known = this.kept.find(id);
    if (known) return this.open(known);
    const side = free ?? "south";
    const names = { south: name, north: name, [side]: free ? this.name.value : name };
    if (!free) names.north = "";
    const room = newSeat(clock ?? null, false, false);
    const part = { id, game, start: start ?? null, side, names, room };
    this.#begin(free ? part : { ...part, watching: true });
  }

  /** Opens the link in the address, once the server has checked its actions. */
  readAddress(hash: string): void {
    const link = parseFriendLink(hash);
    const fail = (text: string) => {
      this.opening.value = false;
      this.#play.clear();
      this.#state.notice.value = { text, tone: "error" };
    };
    if ("fault" in link) return fail(link.fault);
    if (link.live && !this.#server.hello.value?.rooms)
      return fail("This link leads to a room of a server, and this page has none. Open the link as you got it.");
    // A game that is on the board stays there meanwhile.
    this.opening.value = this.here.value?.id !== link.id;
    const line = { game: link.game, start: link.start, actions: [...link.actions] };
    this.#server.request({ type: "show", line }, (message) => {
      if (this.#environment.readAddress() !== hash) return true;
      if (message.type === "error") fail(`This link cannot be opened: ${message.sentence.replace(/\.$/, "")}.`);
      else if (message.type === "position") this.#receive(link, message);
      this.opening.value = false;
      return true;
    });
  }

  /** Takes in a valid link: what extends the kept game continues it, everything else is said. */
  #receive(link: FriendLink, position: PositionInfo): void {
    const known = this.kept.find(link.id);
    if (link.live && known) return this.show(known);
    if (!known) return this.show(this.#put(link, position, link.side ?? "south"));
    const same = link.game === known.game && link.start === known.start;
    const found = same ? compareLines(known, link) : ({ kind: "differs", ply: 0 } as const);
    const foreign = found.kind === "newer" ? foreignPly(known, link, position) : null;
    if (found.kind === "newer" && foreign === null)
      return batch(() => this.show(this.#put(link, position, known.side), position));
    const kept = { ...known, note: (found.kind === "same" && link.side === known.side && link.note) || known.note };
    if (found.kind === "same" && link.side === known.side) this.kept.put({ ...kept, shared: whole(known).length });
    const ply = found.kind === "older" ? link.actions.length : undefined;
    this.open(kept, ply, "same");
    if (found.kind === "older")
      this.arrival.value = { kind: "older", behind: whole(known).length - whole(link).length };
    if (found.kind === "differs") this.arrival.value = { ...found, link };
    if (foreign !== null) this.arrival.value = { kind: "foreign", ply: foreign, link };
  }

  /** Keeps the game as a link tells it. */
  #put(link: FriendLink, position: PositionInfo, side: Side): FriendGame {
    const known = this.kept.find(link.id);
    this.note.value = "";
    const { id, game, start, actions, ended, note } = link;
    const mine = known?.names[side] || link.names[side] || this.name.value;
    const friend = otherSide(side);
    const next: FriendGame = {
      id,
      game,
      start,
      actions,
      ended,
      note,
      side,
      names: { ...link.names, [side]: mine, [friend]: link.names[friend] || known?.names[friend] || "" },
      shared: whole(link).length,
      ...standing(position, ended !== null),
      when: this.#environment.now(),
      room: known?.room ?? (link.live ? newSeat(link.clock, false, false) : null),
    };
    if (link.live && link.side === null) next.watching = true;
    this.kept.put(next);
    return next;
  }

  /** Decides between the kept game and a link that tells another one. */
  settle(choice: "kept" | "link"): void {
    const [arrival, known] = [this.arrival.value, this.here.value];
    if (!arrival || arrival.kind === "older" || !known) return;
    const { link } = arrival;
    if (choice === "kept") {
      this.arrival.value = null;
      return;
    }
    const line = { game: link.game, start: link.start, actions: [...link.actions] };
    this.#server.request({ type: "show", line }, (message) => {
      if (message.type === "position" && this.arrival.value === arrival) {
        this.open(this.#put(link, message, known.side), undefined, "same");
        this.room.say();
      }
      return true;
    });
  }

  /** Whether the person has to choose between the kept game and a link. */
  get #undecided(): boolean {
    const kind = this.arrival.value?.kind;
    return kind === "differs" || kind === "foreign";
  }

  /** The page of the friend in a room tells another line. */
  #contradict(told: FriendGame, ply: number): void {
    if (this.#undecided) return;
    this.arrival.value = {
      kind: "differs",
      ply,
      link: { ...this.linkOf(told), actions: told.actions, ended: told.ended },
    };
  }

  /** Keeps every action that is played on the board. */
  #followGame(): void {
    const { gameRef, positions } = this.#state;
    effect(() => {
      const here = gameRef.value;
      const position = here && positions.value.get(endOf(here.tree, ROOT));
      if (here?.friend !== undefined && position) untracked(() => this.#record(here, position));
    });
  }

  #record(here: GameRef, position: PositionInfo): void {
    const game = this.kept.find(here.friend);
    if (!game || game.watching) return;
    const actions = actionsTo(here.tree, endOf(here.tree, ROOT));
    const ended = game.ended ?? (here.resigned ? { side: here.resigned, by: "resignation" as const } : null);
    const next = { ...game, actions, ended, ...standing(position, ended !== null) };
    const { kind } = compareLines(game, next);
    // After the end there are variations; they are nobody else's business.
    if (kind === "same" && next.turn === game.turn && next.outcome === game.outcome) return;
    if (kind !== "newer" && kind !== "same") return;
    this.kept.put({ ...next, when: kind === "newer" ? this.#environment.now() : game.when });
    if (kind === "newer") {
      this.sent.value = null;
      this.arrival.value = null;
      this.#play.change({});
      if (game.room) this.room.acted();
    }
  }

  /** Shows what another tab of this browser has received. */
  #followTabs(): void {
    effect(() => {
      const [game, here] = [this.here.value, this.#state.gameRef.value];
      if (!game || !here || this.#undecided) return;
      const shown = { actions: actionsTo(here.tree, endOf(here.tree, ROOT)), ended: here.resigned ? game.ended : null };
      if (compareLines(shown, game).kind === "newer") untracked(() => this.show(game));
    });
  }
}

/** Who plays a side. */
const actorOf = ({ side, watching }: FriendGame, which: Side) => (which === side && !watching ? "person" : "friend");

/** A seat in a new room. */
function newSeat(clock: number | null, opens: boolean, listed: boolean): RoomSeat {
  return { secret: newId(), opens, listed, clocks: clock === null ? null : newClocks(clock), takebacks: 0, ask: null };
}

const swap = ({ south, north }: Readonly<Record<Side, string>>) => ({ south: north, north: south });

/** Whose turn it is, and the result. */
function standing({ side, outcome }: PositionInfo, ended: boolean): Pick<FriendGame, "turn" | "outcome"> {
  return { turn: outcome !== null || ended ? null : side, outcome };
}
