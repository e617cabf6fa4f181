import type { ReadonlySignal } from "@preact/signals";
import type { SocketLike } from "./connection";
import type { Sound } from "./sounds";

/** What a session needs of the world around it. The page brings a browser (`browser.ts`), tests bring one made of plain objects. */
export interface Environment {
  /** Where rules and engine are: behind a server, or in this browser. */
  readonly engine: "server" | "browser";
  /** Opens the way there. */
  openSocket(): SocketLike;
  /** Puts a newer version of the page, which has been loaded, in place of this one; `null` while there is none. */
  readonly update: ReadonlySignal<(() => void) | null>;
  /** Loads the catalogue; fails if it does not come. What comes is not checked. */
  loadCatalogue(): Promise<unknown>;
  /** Calls back after so many milliseconds. */
  later(milliseconds: number, action: () => void): void;
  /** The part of the address from `#` on; empty if there is none. */
  readAddress(): string;
  /** Puts another in its place. */
  writeAddress(hash: string): void;
  /** Goes on to another; Back then leads to the one before. */
  pushAddress(hash: string): void;
  /** What was stored under a name; `null` if nothing was, or storage is closed. */
  readItem(name: string): string | null;
  /** Stores something under a name, where storage is open. */
  writeItem(name: string, text: string): void;
  /** Calls whenever another tab has stored something under a name. */
  watchItem(name: string, listener: (text: string) => void): void;
  /** Whether the system prefers dark colours, and stillness. */
  readonly prefers: { dark: ReadonlySignal<boolean>; reducedMotion: ReadonlySignal<boolean> };
  playSound(sound: Sound): void;
  /** Hands out a file. */
  saveFile(name: string, text: string): void;
  /** Lets the person pick a file; `null` if none was picked. */
  pickFile(): Promise<string | null>;
  /** Puts the address of the page into the clipboard; false if that is not allowed. */
  copyAddress(): Promise<boolean>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Today as `2026-07-31`. */
  today(): string;
}
