//! Finds and kills all processes of a program: its group, its descendants, and those seen among them before.

use std::collections::BTreeMap;
use std::mem;

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use crate::system::resource_monitor::Usage;

/// How many rounds of killing to try.
const MAX_KILL_ROUNDS: usize = 50;

/// The state of a process that has exited and was not reaped.
const ZOMBIE: u32 = 5;

/// The state of a process.
#[derive(Clone, Copy)]
struct ProcessInfo {
    parent: i32,
    group: i32,
    /// When it began; unique with its id.
    began: (u64, u64),
    threads: u64,
    memory: u64,
}

/// A program with all its children that were seen.
pub(super) struct Tree {
    leader: Pid,
    /// Its processes, and when each began.
    known: BTreeMap<i32, (u64, u64)>,
}

impl Tree {
    pub(super) fn new(leader: Pid) -> Tree {
        let number = leader.as_raw_nonzero().get();
        let known = process_info(number).map(|info| (number, info.began)).into_iter().collect();
        Tree { leader, known }
    }

    /// Finds all of them, and measures their usage.
    pub(super) fn look(&mut self) -> Usage {
        let running: BTreeMap<i32, ProcessInfo> =
            all_processes().into_iter().filter_map(|number| Some((number, process_info(number)?))).collect();
        self.known.retain(|number, began| running.get(number).is_some_and(|info| info.began == *began));
        let group = self.leader.as_raw_nonzero().get();
        loop {
            let belongs = |number: &i32, info: &ProcessInfo| {
                !self.known.contains_key(number) && (info.group == group || self.known.contains_key(&info.parent))
            };
            let new: Vec<(i32, (u64, u64))> = running
                .iter()
                .filter(|(number, info)| belongs(number, info))
                .map(|(&number, info)| (number, info.began))
                .collect();
            if new.is_empty() {
                break;
            }
            self.known.extend(new);
        }
        let found = self.known.keys().filter_map(|number| running.get(number));
        found.fold(Usage::default(), |sum, info| Usage {
            processes: sum.processes + 1,
            threads: sum.threads + info.threads,
            memory: sum.memory + info.memory,
        })
    }

    /// Kills all of them.
    pub(super) fn end(&mut self) {
        for _ in 0..MAX_KILL_ROUNDS {
            let _ = kill_process_group(self.leader, Signal::KILL);
            if self.look().processes == 0 {
                break;
            }
            for &number in self.known.keys() {
                if let Some(process) = Pid::from_raw(number) {
                    let _ = kill_process(process, Signal::KILL);
                }
            }
        }
    }
}

/// The ids of all processes.
fn all_processes() -> Vec<i32> {
    // Room for processes that start in between.
    const MORE: usize = 64;
    // SAFETY: with a null pointer, the system only counts.
    let count = unsafe { libc::proc_listallpids(std::ptr::null_mut(), 0) };
    let mut numbers = vec![0i32; usize::try_from(count).unwrap_or(0) + MORE];
    let size = mem::size_of_val(&numbers[..]) as libc::c_int;
    // SAFETY: the pointer is valid for `size` bytes, exclusively ours during the call; any number is valid there.
    let listed = unsafe { libc::proc_listallpids(numbers.as_mut_ptr().cast(), size) };
    numbers.truncate(usize::try_from(listed).unwrap_or(0));
    numbers
}

/// The state of a process; `None` if it is gone, has exited, or belongs to another user.
fn process_info(number: i32) -> Option<ProcessInfo> {
    // SAFETY: a structure of plain numbers, for which zeros are valid.
    let mut info: libc::proc_taskallinfo = unsafe { mem::zeroed() };
    let size = mem::size_of_val(&info) as libc::c_int;
    // SAFETY: the pointer is to a structure of the requested kind and of `size` bytes, exclusively ours during the call.
    let written = unsafe { libc::proc_pidinfo(number, libc::PROC_PIDTASKALLINFO, 0, (&raw mut info).cast(), size) };
    let (general, task) = (info.pbsd, info.ptinfo);
    (written == size && general.pbi_status != ZOMBIE).then(|| ProcessInfo {
        parent: general.pbi_ppid as i32,
        group: general.pbi_pgid as i32,
        began: (general.pbi_start_tvsec, general.pbi_start_tvusec),
        threads: task.pti_threadnum.max(0) as u64,
        memory: task.pti_resident_size,
    })
}
