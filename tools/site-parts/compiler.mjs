// Which compiler can make WebAssembly here: that on the path, or Debian's with the sources of its standard library.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const TARGET = "wasm32-unknown-unknown";

/** The oldest compiler that will do, after `1.`: Cargo.toml says which. */
const OLDEST = Number(
  /^rust-version = "1\.(\d+)"$/m.exec(
    readFileSync(new URL("../../Cargo.toml", import.meta.url), "utf8"),
  )[1],
);

/** What a program says; `null` if it is not there or fails. */
function ask(program, words) {
  const { status, stdout } = spawnSync(program, words, { encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}

const hasProgram = (name) => ask("sh", ["-c", `command -v ${name}`]) !== null;

/** The number of a compiler's version after `1.`; 0 if there is none. */
const versionOf = (rustc) =>
  Number(/rustc 1\.(\d+)/.exec(ask(rustc, ["--version"]) ?? "")?.[1] ?? 0);

/** Whether a compiler has the standard library for WebAssembly. */
function hasLibrary(rustc) {
  const words = ["--print", "target-libdir", "--target", TARGET];
  const folder = ask(rustc, words);
  return (
    folder !== null &&
    existsSync(folder) &&
    readdirSync(folder).some((name) => /^libstd-.*\.rlib$/.test(name))
  );
}

/** Whether a compiler has the sources of its standard library. */
function hasSources(rustc) {
  const sysroot = ask(rustc, ["--print", "sysroot"]);
  return (
    sysroot !== null &&
    existsSync(join(sysroot, "lib/rustlib/src/rust/library/std/Cargo.toml"))
  );
}

/** What every compiler is told: deep lines of play need a stack, and browsers since 2023 can do this. */
const FLAGS = {
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS:
    "-C link-arg=-zstack-size=4194304",
};

/** The compiler on the path, if it has the library. */
function usual() {
  if (versionOf("rustc") < OLDEST || !hasLibrary("rustc")) return null;
  return {
    cargo: "cargo",
    options: [],
    environment: FLAGS,
    name: `the usual ${ask("rustc", ["--version"])}`,
  };
}

/** Debian's compiler, which makes the library itself. */
function debian() {
  const rustc = "/usr/bin/rustc";
  if (versionOf(rustc) < OLDEST || !existsSync("/usr/bin/cargo")) return null;
  if (!hasSources(rustc) || !hasProgram("wasm-ld")) return null;
  return {
    cargo: "/usr/bin/cargo",
    options: ["-Zbuild-std=std,panic_abort"],
    environment: {
      ...FLAGS,
      PATH: `/usr/bin:${process.env.PATH}`,
      RUSTC: rustc,
      RUSTC_BOOTSTRAP: "1",
      CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: "wasm-ld",
    },
    name: `Debian's ${ask(rustc, ["--version"])}`,
  };
}

/** What is missing, and how to get it. */
function missing() {
  const wants = [
    [versionOf("/usr/bin/rustc") >= OLDEST, "rustc-web"],
    [existsSync("/usr/bin/cargo"), "cargo-web"],
    [hasSources("/usr/bin/rustc"), "rust-web-src"],
    [hasProgram("wasm-ld"), "lld"],
  ];
  const packages = wants.filter(([there]) => !there).map(([, name]) => name);
  return [
    `The compiler has no standard library for ${TARGET}. Either of these brings what is missing:`,
    `    rustup target add ${TARGET}`,
    `    apt-get install ${packages.join(" ")}`,
  ].join("\n");
}

/** A compiler for WebAssembly. One that only lacks the library gets it where that can be had, if it may be installed. */
export function findCompiler({ install }) {
  const found = usual() ?? (install && addLibrary() ? usual() : null);
  const compiler = found ?? debian();
  if (compiler) return compiler;
  console.error(missing());
  process.exit(1);
}

/** Lets rustup fetch the library. False if there is no rustup, or no network; that is no fault while there is another way. */
const addLibrary = () =>
  hasProgram("rustup") && ask("rustup", ["target", "add", TARGET]) !== null;

/** The optimizer, if it is there. */
export const findOptimizer = () => (hasProgram("wasm-opt") ? "wasm-opt" : null);
