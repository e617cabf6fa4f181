//! Kills engines when the tournament itself was killed.
//!
//! Most programs exit when their input ends, but one that hangs would run forever. So a shell script waits for the end of a pipe
//! that only this process holds, and then kills all processes with its marks.

use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use std::os::unix::process::CommandExt;

use super::tree::FamilyMark;

/// Waits for the end of its input and kills the marked processes; twice, since one may have been about to start.
const SCRIPT: &str = r#"
cat >/dev/null
for round in 1 2; do
    for process in /proc/[0-9]*; do
        if grep -q "^Max realtime timeout *$1" "$process/limits"; then kill -9 "${process#/proc/}"; fi
    done 2>/dev/null
    [ "$round" = 2 ] || sleep 1
done
"#;

/// Makes sure that the programs of this process end with it. One call is enough.
pub(super) fn watch() {
    // Held as long as this process lives: the pipe is its input. Without it everything else works.
    static GUARD: OnceLock<Option<Child>> = OnceLock::new();
    GUARD.get_or_init(|| {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT, "sh", &FamilyMark::prefix()]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // Ctrl-C is meant for the tournament.
        command.process_group(0).spawn().ok()
    });
}
