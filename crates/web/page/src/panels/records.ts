import { link } from "../game/link";
import { openPlace } from "../game/session";
import { catalogue, courseTo, game, nameOf, notice, place } from "../game/state";
import { endOf, fromActions, ROOT } from "../game/tree";
import { DEFAULTS, type Seat } from "../game/address";
import type { Side } from "../messages";

/** What a record calls who plays a side. */
function playerName(side: Side): string {
  const here = place.value!;
  return here[side] === "person" ? `Player (${nameOf(side)})` : game.value!.player;
}

/** Writes the line through the current node as a record and hands it out as a file. */
export function saveFile(): void {
  const here = place.value;
  if (!here) return;
  const end = endOf(here.tree, here.at);
  const resigned = end === endOf(here.tree, ROOT) ? here.resigned : null;
  const headers: [string, string][] = [["Date", new Date().toISOString().slice(0, 10)]];
  if (here.south === "engine" || here.north === "engine") headers.push(["Level", String(here.level)]);
  const players: [string, string] = [playerName("south"), playerName("north")];
  link.ask({ type: "record", course: courseTo(end), players, headers, resigned }, (message) => {
    if (message.type === "recorded")
      download(`${game.value?.id ?? "game"}-${new Date().toISOString().slice(0, 10)}.txt`, message.text);
    else if (message.type === "error") notice.value = { text: message.sentence, tone: "error" };
    return true;
  });
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // The browser reads it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Lets the person pick a file and opens the game in it. */
export async function openFile(): Promise<void> {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".txt,text/plain";
  const file = await new Promise<File | undefined>((resolve) => {
    input.onchange = () => resolve(input.files?.[0]);
    input.oncancel = () => resolve(undefined);
    input.click();
  });
  if (file) openRecord(await file.text());
}

/** Opens the game that a record tells. */
export function openRecord(text: string): void {
  link.ask({ type: "open", text }, (message) => {
    if (message.type === "error") notice.value = { text: message.sentence, tone: "error" };
    if (message.type === "opened") {
      const tree = fromActions(message.course.actions);
      const engine = catalogue(message.course.game)?.player;
      const seat = (name: string): Seat => (name === engine ? "engine" : "person");
      openPlace({
        game: message.course.game,
        start: message.course.start,
        tree,
        at: endOf(tree, ROOT),
        south: seat(message.players[0]),
        north: seat(message.players[1]),
        level: levelOf(message.headers),
        time: DEFAULTS.time,
        resigned: message.resigned,
        flipped: false,
      });
    }
    return true;
  });
}

function levelOf(headers: readonly (readonly [string, string])[]): number {
  const level = Number(headers.find(([name]) => name === "Level")?.[1]);
  return Number.isInteger(level) && level >= 1 && level <= 10 ? level : DEFAULTS.level;
}

/** Puts the address of this place into the clipboard. */
export async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    notice.value = { text: "The link to this position is in the clipboard.", tone: "info" };
  } catch {
    notice.value = {
      text: "The browser did not allow copying. The address bar holds the link to this position.",
      tone: "info",
    };
  }
}
