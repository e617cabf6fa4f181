//! Detects that a program waits for a line at its terminal, from `/proc/PID/task/*/syscall`.

use std::fs;
use std::os::unix::fs::FileExt;

use rustix::process::Pid;

use super::tree::{self, Kin, ProcessStat};
use crate::system::{Activity, Wakes};

/// What a thread is doing.
enum Thread {
    Runs,
    WaitsForInput,
    /// It waits for something else.
    Sleeps,
    Hidden,
}

/// What a program is doing; `terminal` is the path of its terminal, `known` is [`wakes`] from before it was sent something.
pub(super) fn activity(kin: &Kin, terminal: Option<&str>, known: &Wakes) -> Activity {
    let Some(terminal) = terminal else { return Activity::Unknown };
    let (mut waits, mut runs) = (false, false);
    for process in kin.members() {
        for thread in threads(process) {
            match look(process, &thread, terminal) {
                Thread::Runs => runs = true,
                // A thread that has not woken up since has not read its input.
                Thread::WaitsForInput => waits |= known.get(&thread) != Some(&wakes_of(process, &thread)),
                Thread::Sleeps => {}
                Thread::Hidden => return Activity::Unknown,
            }
        }
    }
    match (waits, runs) {
        (false, _) => Activity::Works,
        (true, false) => Activity::Waits,
        (true, true) => Activity::Unknown,
    }
}

/// How often each thread of a program has waited so far.
pub(super) fn wakes(kin: &Kin) -> Wakes {
    let of_process = |process: Pid| threads(process).into_iter().map(move |thread| (process, thread));
    let all = kin.members().into_iter().flat_map(of_process);
    all.map(|(process, thread)| (thread.clone(), wakes_of(process, &thread))).collect()
}

fn wakes_of(process: Pid, thread: &str) -> u64 {
    let status = tree::read(&format!("/proc/{}/task/{thread}/status", process.as_raw_nonzero()));
    let line = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
    line.and_then(|line| line.trim().parse::<u64>().ok()).unwrap_or(0)
}

fn threads(process: Pid) -> Vec<String> {
    let entries = fs::read_dir(format!("/proc/{}/task", process.as_raw_nonzero())).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

fn look(process: Pid, thread: &str, terminal: &str) -> Thread {
    let folder = format!("/proc/{}", process.as_raw_nonzero());
    let Ok(call) = fs::read_to_string(format!("{folder}/task/{thread}/syscall")) else {
        // Either it is gone, or it is ending, or it may not be inspected.
        return if is_ending(&folder, thread) { Thread::Sleeps } else { Thread::Hidden };
    };
    let call = call.trim();
    if call == "running" {
        return Thread::Runs;
    }
    let mut words = call.split_whitespace();
    let number = words.next().and_then(|word| word.parse::<i64>().ok()).unwrap_or(-1);
    let arguments: Vec<u64> =
        words.map(|word| u64::from_str_radix(word.trim_start_matches("0x"), 16).unwrap_or(0)).collect();
    let argument = |place: usize| arguments.get(place).copied().unwrap_or(0);
    let is_terminal = |descriptor: u64| {
        fs::read_link(format!("{folder}/fd/{descriptor}")).is_ok_and(|path| path.to_str() == Some(terminal))
    };
    let waits = match call_of(number) {
        SystemCall::Read => is_terminal(argument(0)),
        SystemCall::Poll => polled(&folder, argument(0), argument(1)).into_iter().any(is_terminal),
        SystemCall::Select => selected(&folder, argument(1), argument(0)).into_iter().any(is_terminal),
        SystemCall::Epoll => watched(&folder, argument(0)).into_iter().any(is_terminal),
        SystemCall::Other => false,
    };
    if waits { Thread::WaitsForInput } else { Thread::Sleeps }
}

/// Whether a thread is gone or has given its memory back: then only root may inspect it, and it does nothing more.
fn is_ending(folder: &str, thread: &str) -> bool {
    let stat = ProcessStat::parse(&tree::read(&format!("{folder}/task/{thread}/stat")));
    stat.is_none_or(|stat| matches!(stat.state, b'Z' | b'X') || stat.bytes() == 0)
}

/// The system calls by which programs wait for input.
enum SystemCall {
    Read,
    Poll,
    Select,
    Epoll,
    Other,
}

#[cfg(target_arch = "x86_64")]
fn call_of(number: i64) -> SystemCall {
    match number {
        0 | 19 => SystemCall::Read,
        7 | 271 => SystemCall::Poll,
        23 | 270 => SystemCall::Select,
        232 | 281 | 441 => SystemCall::Epoll,
        _ => SystemCall::Other,
    }
}

/// The generic numbers of newer architectures.
#[cfg(not(target_arch = "x86_64"))]
fn call_of(number: i64) -> SystemCall {
    match number {
        63 | 65 => SystemCall::Read,
        73 => SystemCall::Poll,
        72 => SystemCall::Select,
        22 | 441 => SystemCall::Epoll,
        _ => SystemCall::Other,
    }
}

/// Memory of another process, as far as it can be read.
fn memory(folder: &str, address: u64, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    let read = fs::File::open(format!("{folder}/mem")).and_then(|memory| memory.read_at(&mut bytes, address));
    bytes.truncate(read.unwrap_or(0));
    bytes
}

/// The descriptors of a list of `struct pollfd`: 32 bits each, followed by 32 bits of events.
fn polled(folder: &str, address: u64, count: u64) -> Vec<u64> {
    let bytes = memory(folder, address, count.min(1024) as usize * 8);
    let number = |entry: &[u8]| Some(i32::from_ne_bytes(entry.get(..4)?.try_into().ok()?));
    bytes.chunks_exact(8).filter_map(number).filter_map(|number| u64::try_from(number).ok()).collect()
}

/// The descriptors in a set of bits.
fn selected(folder: &str, address: u64, count: u64) -> Vec<u64> {
    let count = count.min(1024);
    let bytes = memory(folder, address, count.div_ceil(8) as usize);
    let is_set = |&bit: &u64| bytes.get(bit as usize / 8).is_some_and(|byte| byte >> (bit % 8) & 1 == 1);
    (0..count).filter(is_set).collect()
}

/// The descriptors that an epoll watches.
fn watched(folder: &str, descriptor: u64) -> Vec<u64> {
    let text = tree::read(&format!("{folder}/fdinfo/{descriptor}"));
    let target = |line: &str| line.strip_prefix("tfd:")?.split_whitespace().next()?.parse().ok();
    text.lines().filter_map(target).collect()
}
