// Builds the site: the committed page, the engine as WebAssembly, the catalogue, the service worker and the manifest.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { drawIcon } from "./icon.mjs";
import { findCompiler, findOptimizer, TARGET } from "./compiler.mjs";
import { pageFolder as page, pageOf } from "./page.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const scripts = join(root, "crates/wasm/js");
const networks = join(root, "crates/play/networks");
const puzzles = join(root, "crates/puzzles/data");

/** Features of browsers since 2023, with simd128; with all features, wasm-opt would use newer ones. */
const FEATURES = [
  "bulk-memory",
  "multivalue",
  "mutable-globals",
  "nontrapping-float-to-int",
  "reference-types",
  "sign-ext",
  "simd",
];

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Compiles the engine, with these features. Returns its bytes. */
function compile(features, what) {
  const { cargo, options, environment, name } = findCompiler({ install: true });
  console.log(`compiling ${what} with ${name}`);
  const target = join(root, "target/site");
  const built = spawnSync(
    cargo,
    ["build", "--locked", "--package", "skirmish-wasm", "--profile", "site"]
      .concat(["--target", TARGET])
      .concat(features.map((feature) => `--features=${feature}`))
      .concat(options),
    {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, ...environment, CARGO_TARGET_DIR: target },
    },
  );
  if (built.status !== 0) fail("the engine could not be compiled");
  const plain = join(target, TARGET, "site/skirmish_wasm.wasm");
  const optimizer = findOptimizer();
  if (!optimizer) {
    console.log(
      "wasm-opt is missing, so the engine is a little larger: install Debian's binaryen",
    );
    return readFileSync(plain);
  }
  const better = join(target, "optimized.wasm");
  const optimized = spawnSync(
    optimizer,
    ["-Oz", "--strip-debug", "--strip-producers"]
      .concat(FEATURES.map((feature) => `--enable-${feature}`))
      .concat(["-o", better, plain]),
    { stdio: "inherit" },
  );
  if (optimized.status !== 0) fail("wasm-opt failed");
  return readFileSync(better);
}

/** The greeting and the catalogue, built here so that the engine does not contain the rules as text. */
function introduce() {
  const made = spawnSync(
    "cargo",
    ["run", "--locked", "--quiet", "--example", "catalogue"],
    {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 1 << 24,
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  if (made.status !== 0) fail("the catalogue could not be built");
  const [hello, catalogue] = made.stdout.split("\n");
  return { hello, catalogue };
}

/** Sets a constant of a script. */
function withConstant(text, name, value) {
  const place = new RegExp(`^const ${name} = .*;$`, "m");
  if (!place.test(text)) fail(`the script has no constant ${name}`);
  return text.replace(place, () => `const ${name} = ${JSON.stringify(value)};`);
}

const script = (name) => readFileSync(join(scripts, name), "utf8");
const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** The files of a folder, recursively, by relative path. */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .map((path) => relative(folder, path))
    .sort();
}

/** The networks: their files, and file name and digest by game. */
function gatherNetworks() {
  const [files, known] = [new Map(), {}];
  for (const name of filesIn(networks)) {
    const bytes = readFileSync(join(networks, name));
    const game = /^game (.+)$/m.exec(bytes.toString("latin1", 0, 200))?.[1];
    if (!game) fail(`${name} is not a network`);
    const sum = createHash("sha256").update(bytes).digest("base64");
    const file = `networks/${name}`;
    files.set(file, bytes);
    known[game] = { file, integrity: `sha256-${sum}` };
  }
  return { files, known };
}

function manifestOf(version) {
  const icon = (size, purpose) => ({
    src: `./${version}/icon-${size}${purpose === "maskable" ? "-maskable" : ""}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  return {
    name: "Skirmish",
    short_name: "Skirmish",
    description: "Small board games, each with a twist",
    id: "./",
    start_url: "./",
    scope: "./",
    display: "standalone",
    background_color: "#f4f1ea",
    theme_color: "#6d2f40",
    icons: [icon(192, "any"), icon(512, "any"), icon(512, "maskable")],
  };
}

/** The files of the site by path; `address` is where it will be, if known. */
function make(address) {
  const wasm = compile([], "the engine");
  const microscope = compile(
    ["microscope"],
    "the search that records its tree",
  );
  const { hello, catalogue } = introduce();
  const drawing = readFileSync(join(page, "favicon.svg"), "utf8");
  const parts = new Map(
    filesIn(page)
      .filter((path) => path !== "index.html")
      .map((path) => [path, readFileSync(join(page, path))]),
  );
  parts.set("catalogue.json", catalogue);
  const { files: networkFiles, known } = gatherNetworks();
  const workerUrl = withConstant(script("engine-worker.js"), "HELLO", hello);
  parts.set("engine-worker.js", withConstant(workerUrl, "NETWORKS", known));
  for (const [path, bytes] of networkFiles) parts.set(path, bytes);
  for (const name of filesIn(puzzles))
    parts.set(`puzzles/${name}`, readFileSync(join(puzzles, name)));
  parts.set("engine-worker.wasm", wasm);
  parts.set("microscope.wasm", microscope);
  for (const size of [180, 192, 512])
    parts.set(`icon-${size}.png`, drawIcon(drawing, size, size === 180));
  parts.set("icon-512-maskable.png", drawIcon(drawing, 512, true));

  // The version is a hash of all files, so the folder of a version never changes.
  const service = script("service.js");
  const all = [...parts].map(([path, bytes]) => `${path} ${digest(bytes)}`);
  const rest = [pageOf("", address), JSON.stringify(manifestOf("")), service];
  const version = digest([...all, ...rest].join("\n")).slice(0, 12);
  const files = new Map(
    [...parts].map(([path, bytes]) => [`${version}/${path}`, bytes]),
  );
  files.set("index.html", pageOf(version, address));
  files.set("manifest.webmanifest", JSON.stringify(manifestOf(version)));
  const digests = Object.fromEntries(
    [...files].map(([path, bytes]) => [path, digest(bytes)]),
  );
  files.set(
    "service.js",
    withConstant(withConstant(service, "VERSION", version), "FILES", digests),
  );
  return { version, files };
}

/** Writes the site to a temporary folder and then renames it. */
function put(files, folder) {
  mkdirSync(dirname(folder), { recursive: true });
  const fresh = mkdtempSync(join(dirname(folder), `.${basename(folder)}-`));
  // A temporary folder is private; web servers run as other users.
  chmodSync(fresh, 0o777 & ~process.umask());
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(fresh, path)), { recursive: true });
    writeFileSync(join(fresh, path), bytes);
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
}

/** Whether a folder may be replaced: it is empty, or holds a site. */
function isOurs(folder) {
  if (!existsSync(folder)) return true;
  const names = readdirSync(folder);
  return names.length === 0 || names.includes("service.js");
}

const [place, address, ...more] = process.argv.slice(2);
if (place === undefined || more.length > 0 || /^-(?!-check$)/.test(place)) {
  console.error("expected a folder for the site: tools/site DIR [ADDRESS]");
  process.exit(2);
}
if (address !== undefined && !/^https?:\/\/.*\/$/.test(address)) {
  console.error(`${address} is no address of a folder: https://…/`);
  process.exit(2);
}
if (place === "--check") {
  const { name } = findCompiler({ install: false });
  console.log(`the site can be built, with ${name}`);
  process.exit(0);
}
const folder = resolve(place);
if (!isOurs(folder)) fail(`${place} is neither empty nor a site`);
const { version, files } = make(address);
put(files, folder);

/** The size of some files, for messages. */
function sizeOf(some) {
  const sum = (size) => some.reduce((all, [, bytes]) => all + size(bytes), 0);
  const kilobytes = (bytes) => `${Math.ceil(bytes / 1000)} KB`;
  const packed = sum((bytes) => gzipSync(bytes, { level: 9 }).length);
  return `${some.length} files, ${kilobytes(sum(Buffer.byteLength))}, compressed ${kilobytes(packed)}`;
}
const isNetwork = ([path]) => path.endsWith(".net");
const first = [...files].filter((file) => !isNetwork(file));
console.log(
  `${place}: version ${version}, ${sizeOf(first)}; networks: ${sizeOf([...files].filter(isNetwork))}`,
);
