// Finds a compiler for WebAssembly: the one on the path, or Debian's with the sources of its standard library.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const TARGET = "wasm32-unknown-unknown";

/** The minor version of the oldest supported compiler, from Cargo.toml. */
const OLDEST = Number(
  /^rust-version = "1\.(\d+)"$/m.exec(
    readFileSync(new URL("../../Cargo.toml", import.meta.url), "utf8"),
  )[1],
);

/** The output of a program; `null` if missing or failed. */
function ask(program, words) {
  const { status, stdout } = spawnSync(program, words, { encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}

const hasProgram = (name) => ask("sh", ["-c", `command -v ${name}`]) !== null;

/** The minor version of a compiler; 0 if missing. */
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

/** Compiler flags: a stack for deep searches, and features of browsers since 2023. */
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

/** Debian's compiler, which builds the library. */
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

/** The error message about what is missing. */
function missing() {
  const wants = [
    [versionOf("/usr/bin/rustc") >= OLDEST, "rustc-web"],
    [existsSync("/usr/bin/cargo"), "cargo-web"],
    [hasSources("/usr/bin/rustc"), "rust-web-src"],
    [hasProgram("wasm-ld"), "lld"],
  ];
  const packages = wants.filter(([there]) => !there).map(([, name]) => name);
  return [
    `The compiler has no standard library for ${TARGET}. Install it with one of these:`,
    `    rustup target add ${TARGET}`,
    `    apt-get install ${packages.join(" ")}`,
  ].join("\n");
}

/** A compiler for WebAssembly. Installs its library, if allowed and possible. */
export function findCompiler({ install }) {
  const found = usual() ?? (install && addLibrary() ? usual() : null);
  const compiler = found ?? debian();
  if (compiler) return compiler;
  console.error(missing());
  process.exit(1);
}

/** Installs the library with rustup. False if that fails. */
const addLibrary = () =>
  hasProgram("rustup") && ask("rustup", ["target", "add", TARGET]) !== null;

/** The optimizer, if installed. */
export const findOptimizer = () => (hasProgram("wasm-opt") ? "wasm-opt" : null);
