//! The resource usage of all processes of a program, and of its folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::process::Pid;

use super::tree::{self, Kin, ProcessStat};
use crate::system::resource_monitor::{Family, Usage};

/// A file takes at least this much: its entry and its node.
const MIN_FILE_BYTES: u64 = 4096;

/// The files in memory that a program may have: beyond them, their nodes take more than their contents may.
const MAX_MEMORY_FILES: u64 = 16_384;

/// The directories of a sandbox that are in memory.
const IN_MEMORY: [&str; 2] = ["tmp", "dev/shm"];

/// The files that a folder may have.
const MAX_FILES: u64 = 1_000_000;

/// More than any limit.
const UNCOUNTED: u64 = u64::MAX >> 2;

/// How many looks there are for each one at what takes longer to see.
const LOOKS: u64 = 10;

/// The processes of a program.
pub(super) struct Processes {
    kin: Kin,
    /// Its folder.
    folder: Option<PathBuf>,
    /// Those seen by the last look.
    family: Vec<Pid>,
    looks: u64,
    /// Bytes that no process shows as its own, at the last long look.
    hidden: u64,
    has_own_files: bool,
}

impl Processes {
    pub(super) fn new(kin: Kin, folder: Option<&Path>, is_sandboxed: bool) -> Processes {
        let folder = folder.map(Path::to_owned);
        Processes { kin, folder, family: Vec::new(), looks: 0, hidden: 0, has_own_files: is_sandboxed }
    }

    fn alive(&self) -> impl Iterator<Item = (Pid, ProcessStat)> {
        let stats = self.family.iter().filter_map(|&process| Some((process, ProcessStat::at(process)?)));
        stats.filter(|(_, stat)| stat.state != b'Z')
    }

    /// Memory that the resident sizes do not show: files in memory, and shared memory that processes map but do not use.
    fn hidden(&self) -> u64 {
        let files = match (&self.has_own_files, self.kin.root()) {
            (true, Some(root)) => IN_MEMORY.iter().map(|place| memory_files(&format!("{root}/{place}"))).sum(),
            _ => 0,
        };
        // Each mapping by its node: its size, and the part that shows.
        let mut shared: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        for &process in &self.family {
            for (node, size) in shared_memory(process) {
                let entry = shared.entry(node).or_default();
                entry.0 = entry.0.max(size);
            }
        }
        let mapped: u64 = shared.values().map(|(size, _)| size).sum();
        let shown: u64 =
            if mapped == 0 { 0 } else { self.family.iter().map(|&process| resident_shared(process)).sum() };
        files + mapped.saturating_sub(shown)
    }
}

impl Family for Processes {
    fn look(&mut self) -> Usage {
        self.looks += 1;
        let is_long = self.looks % LOOKS == 1;
        self.family = if is_long { self.kin.all() } else { self.kin.members() };
        if is_long {
            self.hidden = self.hidden();
        }
        let shown = self.alive().fold(Usage::default(), |sum, (_, stat)| Usage {
            processes: sum.processes + 1,
            threads: sum.threads + stat.threads,
            memory: sum.memory + stat.bytes(),
        });
        Usage { memory: shown.memory + self.hidden, ..shown }
    }

    fn exact_memory(&mut self, _: &Usage) -> u64 {
        self.alive().map(|(process, stat)| share(process).unwrap_or(stat.bytes())).sum::<u64>() + self.hidden
    }

    fn disk(&mut self) -> u64 {
        let open = self.kin.members().into_iter().flat_map(deleted_files).collect::<BTreeMap<_, _>>();
        self.folder.as_deref().map_or(0, size_of_folder) + open.values().sum::<u64>()
    }

    fn end(&mut self) {
        self.kin.end();
    }
}

/// The memory of a process with its part of shared memory (PSS), in bytes.
fn share(process: Pid) -> Option<u64> {
    let text = tree::read(&format!("/proc/{}/smaps_rollup", process.as_raw_nonzero()));
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? << 10)
}

/// What a file system in memory takes.
fn memory_files(path: &str) -> u64 {
    let Ok(data) = rustix::fs::statvfs(path) else { return 0 };
    let files = data.f_files.saturating_sub(data.f_ffree);
    let bytes = data.f_blocks.saturating_sub(data.f_bfree).saturating_mul(data.f_frsize);
    // Too many files are as much as there can be.
    if files > MAX_MEMORY_FILES { UNCOUNTED } else { bytes + files * MIN_FILE_BYTES / 4 }
}

/// The shared memory without a file that a process maps: node and size of each.
fn shared_memory(process: Pid) -> Vec<(String, u64)> {
    let text = tree::read(&format!("/proc/{}/maps", process.as_raw_nonzero()));
    let mapping = |line: &str| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        // Range, rights, offset, device, node, name.
        let (range, offset, node, name) = (fields.first()?, fields.get(2)?, fields.get(4)?, fields.get(5)?);
        if !name.starts_with("/dev/zero") || !fields.get(1)?.ends_with('s') {
            return None;
        }
        let (start, end) = range.split_once('-')?;
        let hexadecimal = |text: &str| u64::from_str_radix(text, 16).ok();
        // Up to the end of the mapped part: what is before it may be in use, too.
        Some(((*node).to_owned(), hexadecimal(offset)? + hexadecimal(end)? - hexadecimal(start)?))
    };
    text.lines().filter_map(mapping).collect()
}

/// The resident shared memory of a process.
fn resident_shared(process: Pid) -> u64 {
    let text = tree::read(&format!("/proc/{}/status", process.as_raw_nonzero()));
    let line = text.lines().find_map(|line| line.strip_prefix("RssShmem:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).map_or(0, |size| size << 10)
}

/// The files that only a process keeps, by device and node, with their sizes.
fn deleted_files(process: Pid) -> Vec<((u64, u64), u64)> {
    let entries = fs::read_dir(format!("/proc/{}/fd", process.as_raw_nonzero())).into_iter().flatten().flatten();
    let data = entries.filter_map(|entry| fs::metadata(entry.path()).ok());
    let deleted = data.filter(|data| data.is_file() && data.nlink() == 0);
    deleted.map(|data| ((data.dev(), data.ino()), data.blocks() * 512)).collect()
}

/// The bytes that a folder takes, each file counted once. What cannot be counted is too much.
fn size_of_folder(folder: &Path) -> u64 {
    let mut seen = BTreeSet::new();
    let (mut size, mut files) = (0, 0);
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        let entries = match fs::read_dir(folder) {
            Err(error) if error.kind() == ErrorKind::PermissionDenied => return UNCOUNTED,
            entries => entries.into_iter().flatten().flatten(),
        };
        for entry in entries {
            files += 1;
            if files > MAX_FILES {
                return UNCOUNTED;
            }
            let Ok(data) = entry.metadata() else { continue };
            if data.is_dir() {
                waiting.push(entry.path());
            }
            if data.nlink() < 2 || data.is_dir() || seen.insert((data.dev(), data.ino())) {
                size += (data.blocks() * 512).max(MIN_FILE_BYTES);
            }
        }
    }
    size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_the_size_of_its_files_each_counted_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        fs::create_dir(path.join("sub")).unwrap();
        fs::write(path.join("sub/big"), vec![1; 100_000]).unwrap();
        let one = size_of_folder(path);
        assert!((100_000..130_000).contains(&one), "{one}");
        fs::hard_link(path.join("sub/big"), path.join("again")).unwrap();
        assert_eq!(size_of_folder(path), one);
        for number in 0..100 {
            fs::write(path.join(number.to_string()), "").unwrap();
        }
        assert_eq!(size_of_folder(path), one + 100 * MIN_FILE_BYTES);
    }
}
