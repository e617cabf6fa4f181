//! Kills engines when the tournament itself was killed: a shell script is sent the process groups, and kills those that are left
//! when its pipe, which only this process holds, ends.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

use rustix::process::Pid;

/// Reads lines such as `+ 123` and `- 123`.
const SCRIPT: &str = r#"
groups=" "
while read -r sign group; do
    case $sign in
    +) groups="$groups$group " ;;
    -) groups="${groups%% $group *} ${groups#* $group }" ;;
    esac
done
for group in $groups; do kill -9 -- "-$group"; done 2>/dev/null
"#;

/// Adds a process group.
pub(super) fn add(leader: Pid) {
    send('+', leader);
}

/// Removes a process group.
pub(super) fn remove(leader: Pid) {
    send('-', leader);
}

fn send(sign: char, leader: Pid) {
    // Held as long as this process lives. Without it everything else works.
    static GUARD: OnceLock<Option<Mutex<Child>>> = OnceLock::new();
    let guard = GUARD.get_or_init(|| {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // Ctrl-C is meant for the tournament.
        command.process_group(0).spawn().ok().map(Mutex::new)
    });
    if let Some(guard) = guard
        && let Some(input) = &mut guard.lock().unwrap_or_else(PoisonError::into_inner).stdin
    {
        let _ = writeln!(input, "{sign} {}", leader.as_raw_nonzero());
    }
}
