// The page of the site, with what its head says about it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The committed page. */
export const pageFolder = fileURLToPath(
  new URL("../../crates/web/page/dist", import.meta.url),
);

/** Allows our own files and WebAssembly only. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** A text as the value of an attribute. */
const attribute = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;");

/** The page; the files of its version are in one folder. Previews of links need its address, if it is known. */
export function pageOf(version, address) {
  const picture = `./${version}/icon-512.png`;
  const head = [
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />`,
    `<meta name="engine-worker" content="./${version}/engine-worker.js" />`,
    `<meta name="theme-color" content="#6d2f40" />`,
    // For previews of links.
    `<meta property="og:type" content="website" />`,
    `<meta property="og:site_name" content="Skirmish" />`,
    `<meta property="og:title" content="Skirmish: small board games, each with a twist" />`,
    `<meta property="og:description" content="Free, without an account: play a friend or an engine with ten levels, learn a game in five minutes, offline, too." />`,
    `<meta property="og:image" content="${attribute(address ? new URL(picture, address).href : picture)}" />`,
    ...(address
      ? [`<meta property="og:url" content="${attribute(address)}" />`]
      : []),
    `<meta name="twitter:card" content="summary" />`,
    `<link rel="manifest" href="./manifest.webmanifest" />`,
    `<link rel="apple-touch-icon" href="./${version}/icon-180.png" />`,
  ];
  return readFileSync(join(pageFolder, "index.html"), "utf8")
    .replace(/(href|src)="\.\//g, `$1="./${version}/`)
    .replace(/<meta charset="utf-8" \/>/, (first) =>
      [first, ...head].join("\n    "),
    );
}
