//! The example programs of docs/examples.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;
use std::{env, fs};

/// An example program. Builds it if needed: `cargo test` with a test's name does not build examples.
pub fn example(name: &str) -> PathBuf {
    static BUILDING: Mutex<()> = Mutex::new(());
    let folder = Path::new(env!("CARGO_BIN_EXE_skirmish")).parent().unwrap();
    let example = folder.join("examples").join(format!("{name}{}", env::consts::EXE_SUFFIX));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples").join(name).with_extension("rs");
    let changed = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    let _building = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
    if changed(&example) < changed(&source) {
        let profile = folder.file_name().and_then(OsStr::to_str).filter(|&name| name != "debug").unwrap_or("dev");
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "-p", "skirmish", "--example", name, "--profile", profile]);
        assert!(build.arg("--target-dir").arg(folder.parent().unwrap()).status().unwrap().success());
    }
    example
}
