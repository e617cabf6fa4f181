import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { PendingRequest } from "../connection";
import type { Environment } from "../environment";
import type { Challenge, Message, PositionInfo, RoomGame, Side } from "../messages";
import type { ServerClient } from "../server";
import { afterActions, afterEntering, isOverAt, timeLeft } from "./clocks";
import { isOver, otherSide, type FriendGame, type KeptGames, type RoomSeat } from "./keptGames";
import { compareLines, MAX_NAME, tidy } from "./link";

type Relayed = Extract<Message, { type: "relayed" }>;
type RoomNews = Extract<Message, { type: "room" }>;

/** What a room needs from the games with friends. */
export interface RoomHooks {
  readonly kept: KeptGames;
  /** The game on the board. */
  here(): FriendGame | null;
  /** Shows a changed game; `position` is its end, if known. */
  show(game: FriendGame, position?: PositionInfo): void;
  /** Says that the page of the friend tells another line, which differs after this many actions. */
  contradict(told: FriendGame, ply: number): void;
  /** Says a sentence. */
  notice(text: string): void;
}

/** How soon a page repeats its game to one that is behind. */
const REPEAT_MS = 1000;
/** How soon one who watches looks again for a room that is gone. */
const RETRY_MS = 2000;
/** How often clocks are looked at. */
const TICK_MS = 200;

/** The room of the game on the board: who is there, and what the players say. The rules of this page check every action. */
export class FriendRoom {
  /** Who is in the room; `null` while this page is not. */
  readonly news = signal<RoomNews | null>(null);
  /** Whether the friend was away and is back. */
  readonly back = signal(false);
  /** Why this page is not in the room, as a sentence; or empty. */
  readonly closed = signal("");
  /** The friend asks to take back all actions from this one on. */
  readonly asked = signal<number | null>(null);
  /** Whether the friend wants a rematch. */
  readonly rematch = signal(false);

  readonly #environment: Environment;
  readonly #server: ServerClient;
  readonly #hooks: RoomHooks;
  #id: string | null = null;
  #request: PendingRequest | null = null;
  #lastSaid = -REPEAT_MS;
  /** A time of the server, and the local time when it was heard. */
  #heard = { at: 0, local: 0 };

  constructor(environment: Environment, server: ServerClient, hooks: RoomHooks) {
    this.#environment = environment;
    this.#server = server;
    this.#hooks = hooks;
  }

  /** Whether the friend is in the room; `null` while this page is not. */
  readonly friend = computed<"free" | "away" | "present" | null>(() => {
    const [news, game] = [this.news.value, this.#hooks.here()];
    return news && game ? news.seats[otherSide(game.side) === "south" ? 0 : 1] : null;
  });

  /** Enters the room of each game that is shown and leaves it with the game, from now on. */
  follow(): void {
    effect(() => {
      const game = this.#hooks.here();
      const id = game?.room ? game.id : null;
      if (id !== this.#id) untracked(() => this.#change(game, id));
    });
    effect(() => {
      if (!this.#server.connected.value) this.news.value = null;
    });
    this.#tick();
  }

  #change(game: FriendGame | null, id: string | null): void {
    if (this.#request) {
      this.#request.cancel();
      this.#server.notify({ type: "leave" });
    }
    this.#request = null;
    this.#id = id;
    batch(() => {
      this.news.value = null;
      this.back.value = false;
      this.closed.value = "";
      this.asked.value = null;
      this.rematch.value = false;
    });
    if (game && id) this.enter();
  }

  /** Enters the room of the game. The request stays open, so that a page whose connection was lost enters again. */
  enter(): void {
    const game = this.#hooks.here();
    if (!game?.room) return;
    const { secret, opens, listed, clocks } = game.room;
    const challenge: Challenge | null = listed
      ? { game: game.game, start: game.start, name: game.names[game.side], clock: clocks?.total ?? null }
      : null;
    const seat = game.watching ? null : game.side;
    const body = { type: "enter" as const, room: game.id, seat, secret, create: opens, challenge };
    this.closed.value = "";
    this.#request?.cancel();
    this.#request = this.#server.request(body, (message) => {
      if (message.type === "room") {
        // If the server starts anew, its players open the room again.
        body.create ||= message.seat !== null;
        return this.#onNews(message);
      } else if (message.type === "relayed") {
        this.#onRelayed(message);
      } else if (message.type === "error" || message.type === "roomClosed") {
        this.news.value = null;
        this.closed.value = `${message.sentence.charAt(0).toUpperCase()}${message.sentence.slice(1)}.`;
        if (game.watching) this.#environment.later(RETRY_MS, () => this.#id === game.id && this.enter());
        return true;
      }
      return false;
    });
  }

  /** Returns whether this page is not in the room after all. */
  #onNews(news: RoomNews): boolean {
    const [before, game] = [this.news.value, this.#hooks.here()];
    this.#heard = { at: news.at, local: this.#environment.now() };
    if (!game?.room) return false;
    if (news.seat === null && !game.watching && game.actions.length > 0) {
      // After a new start of the server another page was faster. It does not get the game.
      this.#server.notify({ type: "leave" });
      this.news.value = null;
      this.closed.value = "Another page has your seat in this room. Your game is kept here.";
      return true;
    }
    const theirs = otherSide(game.side) === "south" ? 0 : 1;
    batch(() => {
      this.news.value = news;
      const wasAway = before?.seats[theirs] === "away" || this.back.value;
      this.back.value = wasAway && news.seats[theirs] === "present";
    });
    if (game.watching) return false;
    if (news.seat === null) {
      this.#watchInstead(game);
      return false;
    }
    const both = news.seats.every((state) => state === "present");
    const { clocks } = game.room;
    this.#seat({ opens: true, clocks: clocks && afterEntering(clocks, news.witness, news.at, both) });
    this.say();
    return false;
  }

  /** Both seats have other players. */
  #watchInstead(game: FriendGame): void {
    this.#hooks.kept.forget(game.id);
    this.#take({ ...game, watching: true });
    this.#hooks.notice("Both players of this game are there already: you watch.");
  }

  /** Tells everyone in the room about the game of this page. */
  say(part: Partial<Pick<RoomGame, "ask" | "rematch">> = {}): void {
    const game = this.#hooks.here();
    if (!game?.room || game.watching || !this.news.value) return;
    const { clocks, takebacks, ask } = game.room;
    this.#lastSaid = this.#environment.now();
    const line = { game: game.game, start: game.start, actions: [...game.actions] };
    const times = clocks && { left: [...clocks.left] as [number, number], since: clocks.since };
    const own = { line, ended: game.ended, name: game.names[game.side], takebacks, ask, rematch: false, clocks: times };
    this.#server.notify({ type: "relay", game: { ...own, ...part } });
  }

  /** Something was played here. */
  acted(): void {
    this.asked.value = null;
    this.#seat({ ask: null });
    this.say();
  }

  /** Asks the friend to take back all actions from this one on. */
  askTakeBack(actions: number): void {
    this.#seat({ ask: actions });
    this.say();
  }

  /** Answers the friend who asked. */
  answer(agreed: boolean): void {
    const [game, asked] = [this.#hooks.here(), this.asked.value];
    if (!game || asked === null) return;
    this.asked.value = null;
    if (agreed) this.#takeBackTo(game, asked);
    this.say(agreed ? {} : { ask: game.actions.length });
  }

  #takeBackTo(game: FriendGame, actions: number): void {
    const seat = game.room!;
    // Time goes on for the side to move; what was used is used.
    const clocks = seat.clocks && { ...seat.clocks, actions: Math.min(seat.clocks.actions, actions) };
    const room = { ...seat, takebacks: seat.takebacks + 1, ask: null, clocks };
    this.#take({ ...game, actions: game.actions.slice(0, actions), room, turn: null, outcome: null, ended: null });
  }

  #seat(part: Partial<RoomSeat>): void {
    const game = this.#hooks.here();
    if (game?.room) this.#hooks.kept.put({ ...game, room: { ...game.room, ...part } });
  }

  #take(game: FriendGame, position?: PositionInfo): void {
    // Together: what follows the kept games would show it a second time.
    batch(() => {
      this.#hooks.kept.put(game);
      this.#hooks.show(game, position);
    });
  }

  #onRelayed({ from, at, game: told }: Relayed): void {
    const game = this.#hooks.here();
    this.#heard = { at, local: this.#environment.now() };
    if (!game?.room) return;
    const { length } = told.line.actions;
    if (!game.watching && from === game.side) {
      // The own words come back with the time of the server.
      const { clocks } = game.room;
      if (clocks && length === game.actions.length) this.#seat({ clocks: afterActions(clocks, length, game.turn, at) });
      return;
    }
    if (told.line.game !== game.game || (told.line.start ?? null) !== game.start)
      return this.#hooks.notice("Your friend’s page plays another game in this room.");
    this.#listen(game, told, from);
    const { takebacks, ask } = game.room;
    if (!game.watching && told.takebacks === takebacks + 1 && ask === length) return this.#takeBackTo(game, length);
    if (told.takebacks < takebacks) return this.#repeat();
    const { kind } = compareLines(game, { actions: told.line.actions, ended: told.ended ?? null });
    if (kind === "older" && told.takebacks === takebacks) return this.#repeat();
    if (kind === "same") return this.#adoptClocks(game.room, told);
    this.#server.request({ type: "show", line: told.line }, (message) => {
      if (message.type === "position") this.#judge(game.id, told, message, from, at);
      if (message.type === "error")
        this.#hooks.notice(`What came from ${friendOf(game)} is not legal and was not taken: ${message.sentence}`);
      return true;
    });
  }

  /** The name, the question and the wish of a player. */
  #listen(game: FriendGame, told: RoomGame, from: Side): void {
    const name = tidy(told.name, MAX_NAME);
    if (name !== game.names[from]) this.#hooks.kept.put({ ...game, names: { ...game.names, [from]: name } });
    const seat = game.room!;
    if (game.watching) return;
    if (told.rematch) this.rematch.value = isOver(game);
    const ask = told.ask ?? null;
    const [mine, theirs] = [game.actions.length, told.line.actions.length];
    const asks = ask !== null && ask >= 0 && ask < mine && mine === theirs && told.takebacks === seat.takebacks;
    this.asked.value = asks ? ask : null;
    if (ask === theirs && seat.ask !== null) {
      this.#seat({ ask: null });
      this.#hooks.notice(`${friendOf(game)} does not want to take it back.`);
    }
  }

  /** Takes a legal line that extends the own one by actions of the player who says so. */
  #judge(id: string, told: RoomGame, position: PositionInfo, from: Side, at: number): void {
    const game = this.#hooks.here();
    if (game?.id !== id || !game.room) return;
    const actions = position.actions.map(({ action }) => action.text);
    const ended = told.ended ?? null;
    const found = compareLines(game, { actions, ended });
    const over = ended !== null || position.outcome !== null;
    const turn = over ? null : position.side;
    const next = { ...game, actions, ended, turn, outcome: position.outcome, when: this.#environment.now() };
    if (!game.watching) {
      if (found.kind === "differs") return this.#hooks.contradict(next, found.ply);
      if (found.kind !== "newer") return;
      if (position.actions.slice(game.actions.length).some(({ side }) => side !== from))
        return this.#hooks.notice(`${friendOf(game)} sent a move of yours. It was not taken.`);
      if (!mayEnd(game, told, position, from, at))
        return this.#hooks.notice(`${friendOf(game)} sent an end of the game that is not so. It was not taken.`);
    }
    const { clocks } = game.room;
    const counted = clocks && afterActions(clocks, actions.length, turn, at);
    const takebacks = game.watching ? told.takebacks : game.room.takebacks;
    this.#take({ ...next, room: { ...game.room, clocks: counted, takebacks, ask: null } }, position);
    if (game.watching) this.#adoptClocks(this.#hooks.here()!.room!, told);
  }

  /** Takes the times of a player, if this page has none. */
  #adoptClocks(seat: RoomSeat, { clocks, line }: RoomGame): void {
    const [own, game] = [seat.clocks, this.#hooks.here()];
    if (!own || !clocks || !game || (own.since !== null && own.actions >= line.actions.length && !game.watching))
      return;
    const { left, since = null } = clocks;
    this.#seat({ clocks: { ...own, left, since, actions: line.actions.length, turn: game.turn } });
  }

  /** Repeats the game to a page that is behind, but not too often. */
  #repeat(): void {
    if (this.#environment.now() - this.#lastSaid >= REPEAT_MS) this.say();
  }

  /** The milliseconds that a side has left now; `null` without clocks. */
  left(side: Side): number | null {
    const game = this.#hooks.here();
    const clocks = game?.room?.clocks;
    if (!game || !clocks) return null;
    const stopped = isOver(game) || !this.news.value;
    const now = this.#heard.at + this.#environment.now() - this.#heard.local;
    return timeLeft(stopped ? { ...clocks, since: null } : clocks, side, now);
  }

  /** Ends the game when a time is over. */
  #tick(): void {
    this.#environment.later(TICK_MS, () => {
      const game = this.#hooks.here();
      const turn = game?.room && !game.watching && !isOver(game) ? game.turn : null;
      if (game && turn && this.left(turn) === 0) {
        this.#take({ ...game, ended: { side: turn, by: "time" }, turn: null });
        this.say();
      }
      this.#tick();
    });
  }
}

const friendOf = ({ names, side }: FriendGame) => names[otherSide(side)] || "Your friend";

/** Whether a player may say that the game ended so. */
function mayEnd(game: FriendGame, { ended }: RoomGame, position: PositionInfo, from: Side, at: number): boolean {
  if (!ended) return true;
  if (position.outcome !== null) return false;
  if (ended.by === "resignation") return ended.side === from;
  const clocks = game.room?.clocks;
  return ended.side === position.side && !!clocks && isOverAt(clocks, ended.side, at);
}
