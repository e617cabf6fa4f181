//! The resource usage of all processes of a program, and the kernel's ceiling on processes.

use rustix::process::{Pid, getuid};

use super::tree::{self, FamilyMark, ProcessStat};
use crate::system::resource_monitor::{Family, Usage, threads};

/// The margin of the kernel's ceiling on a user's processes above existing ones and the limit of a program.
const MARGIN: u64 = 1024;

/// The kernel's ceiling on this user's processes: the existing ones, the limit, and a wide margin.
pub(super) fn process_ceiling(processes: u64) -> u64 {
    let own = getuid().as_raw();
    let count = |process: Pid| {
        use std::os::unix::fs::MetadataExt;
        let folder = std::fs::metadata(format!("/proc/{}", process.as_raw_nonzero())).ok()?;
        (folder.uid() == own).then(|| ProcessStat::at(process).map_or(1, |stat| stat.threads))
    };
    let there: u64 = tree::all_processes().filter_map(count).sum();
    there.saturating_add(threads(processes)).saturating_add(MARGIN)
}

/// The processes of a program.
pub(super) struct Processes {
    leader: Pid,
    mark: FamilyMark,
    /// Those seen by the last check.
    family: Vec<Pid>,
}

impl Processes {
    pub(super) fn new(leader: Pid, mark: FamilyMark) -> Processes {
        Processes { leader, mark, family: Vec::new() }
    }

    fn alive(&self) -> impl Iterator<Item = (Pid, ProcessStat)> {
        let stats = self.family.iter().filter_map(|&process| Some((process, ProcessStat::at(process)?)));
        stats.filter(|(_, stat)| stat.state != b'Z')
    }
}

impl Family for Processes {
    fn look(&mut self) -> Usage {
        self.family = tree::family(self.leader, Some(self.mark));
        self.alive().fold(Usage::default(), |sum, (_, stat)| Usage {
            processes: sum.processes + 1,
            threads: sum.threads + stat.threads,
            memory: sum.memory + stat.bytes(),
        })
    }

    fn exact_memory(&mut self, _: &Usage) -> u64 {
        self.alive().map(|(process, stat)| share(process).unwrap_or(stat.bytes())).sum()
    }

    fn end(&mut self) {
        // The known ones first, which is quick.
        tree::end_these(&self.family, self.mark);
        tree::end_all(self.leader, self.mark);
    }
}

/// The memory of a process with its part of shared memory (PSS), in bytes.
fn share(process: Pid) -> Option<u64> {
    let text = tree::read(&format!("/proc/{}/smaps_rollup", process.as_raw_nonzero()));
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? << 10)
}
