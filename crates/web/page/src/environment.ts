import type { ReadonlySignal } from "@preact/signals";
import type { SocketLike } from "./connection";
import type { Sound } from "./sounds";

/** What a session needs from the browser. The page uses `browser.ts`, tests use a fake. */
export interface Environment {
  /** Where rules and engine run. */
  readonly engine: "server" | "browser";
  /** Opens a connection to them. */
  openSocket(): SocketLike;
  /** Activates a newer version of the page that has been downloaded; `null` while there is none. */
  readonly update: ReadonlySignal<(() => void) | null>;
  /** Loads the catalogue, unchecked. Rejects if the download fails. */
  loadCatalogue(): Promise<unknown>;
  /** Loads the file of a game's puzzles. Rejects if the download fails. */
  loadPuzzles(game: string): Promise<string>;
  /** Runs an action after a delay. */
  later(milliseconds: number, action: () => void): void;
  /** The hash of the address, with `#`; may be empty. */
  readAddress(): string;
  /** Replaces the hash. */
  writeAddress(hash: string): void;
  /** Adds a history entry with this hash. */
  pushAddress(hash: string): void;
  /** Reads an item of local storage; `null` if missing or storage is disabled. */
  readItem(name: string): string | null;
  /** Writes an item of local storage. False if the browser refused: storage is full or disabled. */
  writeItem(name: string, text: string): boolean;
  /** Calls the listener when another tab writes an item. */
  watchItem(name: string, listener: (text: string) => void): void;
  /** Whether the system prefers dark colours and reduced motion. */
  readonly prefers: { dark: ReadonlySignal<boolean>; reducedMotion: ReadonlySignal<boolean> };
  playSound(sound: Sound): void;
  /** Downloads a file. */
  saveFile(name: string, content: string | Blob): void;
  /** Downloads the board on the page: as SVG, or as PNG. False if the browser cannot. */
  savePicture(name: string, type: "svg" | "png"): Promise<boolean>;
  /** Lets the user pick a file; `null` if cancelled. */
  pickFile(): Promise<string | null>;
  /** Copies the address of the page to the clipboard; false if that is not allowed. */
  copyAddress(): Promise<boolean>;
  /** Copies a text to the clipboard; false if that is not allowed. */
  copyText(text: string): Promise<boolean>;
  /** Lets the user share a link with another app; false if they did not. `null` if the browser cannot. */
  readonly share: ((text: string, url: string) => Promise<boolean>) | null;
  /** The address of the page without its hash. */
  readonly baseAddress: string;
  /** Milliseconds since 1970. */
  now(): number;
  /** Today as `2026-07-31`. */
  today(): string;
}
