//! The processes of a program: its group, its descendants, and whoever was seen among them before it left.

use std::collections::BTreeMap;
use std::mem;

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use crate::system::resource_monitor::Usage;

/// How often processes are looked for before those that are still there are left alone.
const MAX_KILL_ROUNDS: usize = 50;

/// The state of a process that has ended and that nobody has taken note of.
const ZOMBIE: u32 = 5;

/// A process at one moment.
#[derive(Clone, Copy)]
struct ProcessInfo {
    parent: i32,
    group: i32,
    /// When it began: with its number, this is nobody else's.
    began: (u64, u64),
    threads: u64,
    memory: u64,
}

/// A program with all it started, as far as it was seen.
pub(super) struct Tree {
    leader: Pid,
    /// Those that belong to it, and when each began.
    known: BTreeMap<i32, (u64, u64)>,
}

impl Tree {
    pub(super) fn new(leader: Pid) -> Tree {
        let number = leader.as_raw_nonzero().get();
        let known = look_at(number).map(|look| (number, look.began)).into_iter().collect();
        Tree { leader, known }
    }

    /// Looks for all of them, and what they use.
    pub(super) fn look(&mut self) -> Usage {
        let everybody: BTreeMap<i32, ProcessInfo> =
            everybody().into_iter().filter_map(|number| Some((number, look_at(number)?))).collect();
        self.known.retain(|number, began| everybody.get(number).is_some_and(|look| look.began == *began));
        let group = self.leader.as_raw_nonzero().get();
        loop {
            let belongs = |number: &i32, look: &ProcessInfo| {
                !self.known.contains_key(number) && (look.group == group || self.known.contains_key(&look.parent))
            };
            let new: Vec<(i32, (u64, u64))> = everybody
                .iter()
                .filter(|(number, look)| belongs(number, look))
                .map(|(&number, look)| (number, look.began))
                .collect();
            if new.is_empty() {
                break;
            }
            self.known.extend(new);
        }
        let looks = self.known.keys().filter_map(|number| everybody.get(number));
        looks.fold(Usage::default(), |sum, look| Usage {
            processes: sum.processes + 1,
            threads: sum.threads + look.threads,
            memory: sum.memory + look.memory,
        })
    }

    /// Ends all of them.
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

/// The numbers of all processes.
fn everybody() -> Vec<i32> {
    // Room for some that start in between.
    const MORE: usize = 64;
    // SAFETY: with no place to write, the system only counts.
    let count = unsafe { libc::proc_listallpids(std::ptr::null_mut(), 0) };
    let mut numbers = vec![0i32; usize::try_from(count).unwrap_or(0) + MORE];
    let size = mem::size_of_val(&numbers[..]) as libc::c_int;
    // SAFETY: the pointer leads to as many bytes as are named, ours alone during the call; any number is valid there.
    let listed = unsafe { libc::proc_listallpids(numbers.as_mut_ptr().cast(), size) };
    numbers.truncate(usize::try_from(listed).unwrap_or(0));
    numbers
}

/// A look at a process; `None` if it is gone, has ended, or is somebody else's.
fn look_at(number: i32) -> Option<ProcessInfo> {
    // SAFETY: a structure of plain numbers, for which zeros are valid.
    let mut info: libc::proc_taskallinfo = unsafe { mem::zeroed() };
    let size = mem::size_of_val(&info) as libc::c_int;
    // SAFETY: the pointer leads to a structure of the kind that is asked for, of the size that is named, ours alone during the call.
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
