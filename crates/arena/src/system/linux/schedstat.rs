//! How long threads had a core, and how long they waited for one although they could run: `/proc/PID/task/TID/schedstat`.

use std::fs;
use std::path::Path;
use std::time::Duration;

use rustix::process::{Pid, getpriority_process};

use super::tree;
use crate::system::{CoreTimes, ThreadTimes};

/// The times of all threads of these processes. Those of threads that have ended are not known.
pub(super) fn core_times(processes: impl IntoIterator<Item = Pid>) -> CoreTimes {
    let own = getpriority_process(None).unwrap_or(0);
    let tasks = processes.into_iter().flat_map(|process| {
        fs::read_dir(format!("/proc/{}/task", process.as_raw_nonzero())).into_iter().flatten().flatten()
    });
    tasks.filter_map(|task| Some((task.file_name().into_string().ok()?, at(&task.path(), own)?))).collect()
}

/// The times of a thread.
fn at(task: &Path, own_priority: i32) -> Option<ThreadTimes> {
    let file = |name: &str| tree::read(&task.join(name).to_string_lossy());
    let [used, waited] = parse(&file("schedstat"))?;
    Some(ThreadTimes { used, waited, yields: yields(&file("stat"), own_priority) })
}

/// The time on a core, and waiting for one.
fn parse(text: &str) -> Option<[Duration; 2]> {
    let mut numbers = text.split_whitespace().map(|number| number.parse().map(Duration::from_nanos));
    Some([numbers.next()?.ok()?, numbers.next()?.ok()?])
}

/// Whether a thread with this line of `stat` has a lower priority than the arena, or a class that lets others go first.
fn yields(stat: &str, own_priority: i32) -> bool {
    let fields: Vec<&str> = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().collect();
    let number = |place: usize| fields.get(place - 3)?.parse::<i32>().ok();
    number(19).is_some_and(|priority| priority > own_priority) || number(41).is_some_and(|class| class != 0)
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn a_thread_that_computes_uses_its_time() {
        let sum = || core_times([rustix::process::getpid()]).values().map(|times| times.used).sum::<Duration>();
        let before = sum();
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(60) {}
        assert!(sum() > before);
        assert_eq!(parse("12 34 5\n"), Some([12, 34].map(Duration::from_nanos)));
        assert_eq!(parse("12"), None);
    }

    #[test]
    fn threads_that_let_others_go_first_are_seen() {
        let stat = |nice: i32, class: u32| {
            format!("7 (a) b) R 1 7 7 0 -1 0 0 0 0 0 0 0 0 0 20 {nice} 1 0 9 1 1{} {class} 0 0 0", " 0".repeat(16))
        };
        assert!(!yields(&stat(0, 0), 0) && !yields(&stat(3, 0), 3) && !yields(&stat(-1, 0), 0));
        assert!(yields(&stat(19, 0), 0) && yields(&stat(0, 5), 0));
        let own = core_times([rustix::process::getpid()]);
        assert!(own.values().any(|times| !times.yields), "{own:?}");
    }
}
