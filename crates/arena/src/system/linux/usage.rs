//! The resource usage of all processes of a program, and of its folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::process::Pid;

use super::tree::{self, Kin, ProcessStat};
use crate::competitor::{ResourceLimits, Sandbox};
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

/// A deleted file that is only mapped counts this much at least: an ordinary user cannot see its size.
const MAPPED_FILE_BYTES: u64 = 64 << 20;

/// The sockets that a program may have before their buffers count, each in full.
const MIN_SOCKETS: u64 = 64;

/// How often in a row the open files of a process may be unreadable: the one that ends, or begins, has none.
const MAX_UNREADABLE: u32 = 3;

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
    shares_network: bool,
    /// How often in a row a process kept its open files secret.
    unreadable: u32,
}

impl Processes {
    pub(super) fn new(kin: Kin, folder: Option<&Path>, limits: &ResourceLimits) -> Processes {
        let folder = folder.and_then(|folder| std::path::absolute(folder).ok());
        let (has_own_files, shares_network) = (limits.sandbox == Sandbox::Full, limits.network);
        Processes { kin, folder, family: Vec::new(), looks: 0, hidden: 0, has_own_files, shares_network, unreadable: 0 }
    }

    fn alive(&self) -> impl Iterator<Item = (Pid, ProcessStat)> {
        let stats = self.family.iter().filter_map(|&process| Some((process, ProcessStat::at(process)?)));
        stats.filter(|(_, stat)| stat.state != b'Z')
    }

    /// Memory that the resident sizes do not show: files in memory, shared memory that processes map but do not use, tables of
    /// pages, what was swapped out, and buffers of sockets.
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
        let tables = self.family.iter().map(|&process| status_bytes(process, &["VmPTE:", "VmSwap:"])).sum::<u64>();
        let sockets = if self.has_own_files { self.socket_bytes() } else { 0 };
        files + mapped.saturating_sub(shown) + tables + sockets
    }
}

impl Processes {
    /// What the buffers of sockets take, or may take.
    fn socket_bytes(&self) -> u64 {
        let sockets: BTreeSet<PathBuf> = self.family.iter().flat_map(|&process| sockets(process)).collect();
        let buffer = tree::read("/proc/sys/net/core/wmem_default").trim().parse().unwrap_or(212_992);
        let most = (sockets.len() as u64).saturating_sub(MIN_SOCKETS).saturating_mul(buffer);
        // Those of connections grow. Only a program with a network of its own has no other's here.
        let first = self.family.first().filter(|_| !self.shares_network);
        most + first.map_or(0, |&process| connection_bytes(process))
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
        let family = self.kin.members();
        let (mut open, mut is_readable) = (BTreeMap::new(), true);
        for &process in &family {
            match deleted_files(process) {
                Some(files) => open.extend(files),
                None => is_readable = false,
            }
        }
        self.unreadable = if is_readable { 0 } else { self.unreadable + 1 };
        if self.unreadable > MAX_UNREADABLE {
            return UNCOUNTED;
        }
        let Some(folder) = self.folder.as_deref() else { return open.values().sum() };
        for process in family {
            for (node, size) in mapped_files(process, folder) {
                if !open.keys().any(|&(_, known)| known == node) {
                    open.insert((0, node), size);
                }
            }
        }
        size_of_folder(folder) + open.values().sum::<u64>()
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

/// What a process maps; `None` if that is more than can be read in a moment.
fn mappings(process: Pid) -> Option<String> {
    Some(tree::read(&format!("{}/maps", tree::folder_of(process)))).filter(|text| text.len() < tree::MAX_READ)
}

/// The shared memory without a file that a process maps: node and size of each.
fn shared_memory(process: Pid) -> Vec<(String, u64)> {
    let Some(text) = mappings(process) else { return vec![(String::new(), UNCOUNTED)] };
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
    status_bytes(process, &["RssShmem:"])
}

/// The sum of these sizes in the status of a process.
fn status_bytes(process: Pid, names: &[&str]) -> u64 {
    let text = tree::read(&format!("{}/status", tree::folder_of(process)));
    let size = |line: &str| {
        let rest = names.iter().find_map(|name| line.strip_prefix(name))?;
        rest.split_whitespace().next()?.parse::<u64>().ok()
    };
    text.lines().filter_map(size).sum::<u64>() << 10
}

/// The sockets that a process has open, by the names that the system gives them.
fn sockets(process: Pid) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(format!("{}/fd", tree::folder_of(process))).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| fs::read_link(entry.path()).ok());
    names.filter(|name| name.to_string_lossy().starts_with("socket:"))
}

/// What connections within the network of a process have sent and not received. The kernel needs about twice as much for it.
fn connection_bytes(process: Pid) -> u64 {
    let queues = |line: &str| {
        let (sent, received) = line.split_whitespace().nth(4)?.split_once(':')?;
        Some(u64::from_str_radix(sent, 16).ok()? + u64::from_str_radix(received, 16).ok()?)
    };
    let tables = ["tcp", "tcp6"].map(|name| tree::read(&format!("/proc/{}/net/{name}", process.as_raw_nonzero())));
    2 * tables.iter().flat_map(|table| table.lines().skip(1)).filter_map(queues).sum::<u64>()
}

/// The files that only a process keeps, by device and node, with their sizes; `None` if it keeps them secret.
fn deleted_files(process: Pid) -> Option<Vec<((u64, u64), u64)>> {
    let entries = match fs::read_dir(format!("{}/fd", tree::folder_of(process))) {
        // One that is ending shows nothing either.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            let stat = ProcessStat::at(process);
            let is_ending = stat.is_none_or(|stat| matches!(stat.state, b'Z' | b'X') || stat.bytes() == 0);
            return is_ending.then(Vec::new);
        }
        entries => entries.into_iter().flatten().flatten(),
    };
    let data = entries.filter_map(|entry| fs::metadata(entry.path()).ok());
    let deleted = data.filter(|data| data.is_file() && data.nlink() == 0);
    Some(deleted.map(|data| ((data.dev(), data.ino()), data.blocks() * 512)).collect())
}

/// The deleted files of a folder that a process maps, by their nodes, with their sizes as far as they can be known.
fn mapped_files(process: Pid, folder: &Path) -> Vec<(u64, u64)> {
    let Some(text) = mappings(process) else { return vec![(0, UNCOUNTED)] };
    let file = |line: &str| {
        let path = line.strip_suffix(" (deleted)")?.split_once(" /")?.1;
        Path::new("/").join(path).starts_with(folder).then_some(())?;
        let fields: Vec<&str> = line.split_whitespace().collect();
        let (start, end) = fields.first()?.split_once('-')?;
        let [start, end] = [start, end].map(|place| place.trim_start_matches('0'));
        let seen = fs::metadata(format!("/proc/{}/map_files/{start}-{end}", process.as_raw_nonzero()));
        let size = seen.map_or(MAPPED_FILE_BYTES, |data| data.blocks() * 512);
        Some((fields.get(4)?.parse().ok()?, size))
    };
    text.lines().filter_map(file).collect()
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
