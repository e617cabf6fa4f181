import { signal, type ReadonlySignal } from "@preact/signals";
import type { SocketLike } from "./connection";
import { registerServiceWorker } from "./offline";
import { soundPlayer } from "./sounds";
import { openWorker } from "./worker";
import { asPng, boardAsSvg } from "./board/snapshot";
import type { Environment } from "./environment";

/** The environment of a real browser. */
export function browserEnvironment(): Environment {
  removeToken();
  const workerUrl = document.querySelector<HTMLMetaElement>("meta[name=engine-worker]")?.content;
  return {
    engine: workerUrl === undefined ? "server" : "browser",
    openSocket: workerUrl === undefined ? openServer : openWorker(new URL(workerUrl, document.baseURI)),
    update: workerUrl === undefined ? signal(null) : registerServiceWorker(),
    loadCatalogue,
    loadPuzzles,
    later: (milliseconds, action) => void setTimeout(action, milliseconds),
    readAddress: () => location.hash,
    writeAddress: (hash) => history.replaceState(null, "", addressWith(hash)),
    pushAddress: (hash) => history.pushState(null, "", addressWith(hash)),
    readItem,
    writeItem,
    watchItem: (name, listener) =>
      addEventListener("storage", ({ key, newValue }) => key === name && newValue !== null && listener(newValue)),
    prefers: { dark: media("(prefers-color-scheme: dark)"), reducedMotion: media("(prefers-reduced-motion: reduce)") },
    playSound: soundPlayer(),
    saveFile,
    savePicture,
    pickFile,
    copyAddress: () => copyText(location.href),
    copyText,
    share: shareWith(),
    baseAddress: location.origin + location.pathname,
    now: () => Date.now(),
    today: () => new Date().toISOString().slice(0, 10),
  };
}

const addressWith = (hash: string) => location.pathname + location.search + hash;

/** Removes the classroom token from the address bar; the cookie replaces it. */
function removeToken(): void {
  const search = new URLSearchParams(location.search);
  if (!search.has("token")) return;
  search.delete("token");
  const rest = search.size > 0 ? `?${search}` : "";
  history.replaceState(null, "", location.pathname + rest + location.hash);
}

/** Opens the WebSocket of the server that served the page. */
function openServer(): SocketLike {
  const url = new URL("socket", document.baseURI);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  return new WebSocket(url.href) as unknown as SocketLike;
}

const catalogueAddress = () => document.querySelector<HTMLLinkElement>("link#catalogue")!.href;

/** The page preloads the catalogue, before the script runs. */
const loadCatalogue = async (): Promise<unknown> => (await load(catalogueAddress())).json();

/** The puzzles are beside the catalogue. */
const loadPuzzles = async (game: string) => (await load(new URL(`puzzles/${game}.txt`, catalogueAddress()))).text();

async function load(address: string | URL): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response;
}

function readItem(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    // Storage is disabled: the page works without it.
    return null;
  }
}

function writeItem(name: string, text: string): boolean {
  try {
    localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/** A media query as a signal. */
function media(query: string): ReadonlySignal<boolean> {
  const list = matchMedia(query);
  const holds = signal(list.matches);
  list.addEventListener("change", () => (holds.value = list.matches));
  return holds;
}

async function savePicture(name: string, type: "svg" | "png"): Promise<boolean> {
  const svg = boardAsSvg();
  const picture = svg && (type === "svg" ? svg : await asPng(svg).catch(() => null));
  if (picture) saveFile(`${name}.${type}`, picture);
  return picture !== null;
}

function saveFile(name: string, content: string | Blob): void {
  const url = URL.createObjectURL(new Blob([content], { type: "text/plain" }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function pickFile(): Promise<string | null> {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".txt,text/plain";
  const file = await new Promise<File | undefined>((resolve) => {
    input.onchange = () => resolve(input.files?.[0]);
    input.oncancel = () => resolve(undefined);
    input.click();
  });
  return file ? file.text() : null;
}

/** Over plain http from another machine, browsers only have the old clipboard API. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyAsText(text);
  }
}

function shareWith(): Environment["share"] {
  // Old browsers and plain http have none.
  if (!("share" in navigator)) return null;
  return (text, url) =>
    navigator.share({ title: "Skirmish", text, url }).then(
      () => true,
      () => false,
    );
}

function copyAsText(text: string): boolean {
  const field = document.createElement("textarea");
  const before = document.activeElement;
  field.value = text;
  field.className = "visually-hidden";
  // While a dialog is open, nothing outside it can be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}
