use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{EntryType, Header};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;

use super::*;

/// A zip with these names and contents.
fn zip_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
    for (name, content) in files {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A tar with parts of any kind, names written as they are.
fn tar_of(parts: &[(&str, EntryType, &str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, kind, target, content) in parts {
        let mut header = Header::new_gnu();
        header.as_gnu_mut().unwrap().name[..name.len()].copy_from_slice(name.as_bytes());
        header.as_gnu_mut().unwrap().linkname[..target.len()].copy_from_slice(target.as_bytes());
        header.set_entry_type(*kind);
        header.set_mode(0o755);
        header.set_size(content.len() as u64);
        header.set_cksum();
        builder.append(&header, *content).unwrap();
    }
    builder.into_inner().unwrap()
}

fn limits() -> UnpackLimits {
    UnpackLimits { bytes: 4 << 20, files: 10, ratio: 50 }
}

/// Unpacks bytes that came as a file; the folder they are in, and what came of it.
fn unpack(bytes: &[u8]) -> (TempDir, Result<Option<String>, String>) {
    let place = TempDir::new().unwrap();
    fs::write(place.path().join("file"), bytes).unwrap();
    let into = place.path().join("into");
    let opened = HandedIn::open(&place.path().join("file"));
    let unpacked = opened.and_then(|archive| archive.unpack(&into, &limits(), 1, &|name| Some(name.to_owned())));
    (place, unpacked)
}

#[track_caller]
fn assert_refused(bytes: &[u8], why: &str) {
    let (place, unpacked) = unpack(bytes);
    let error = unpacked.expect_err(why);
    assert!(error.contains(why), "{error}");
    // Nothing is outside of its folder.
    for entry in fs::read_dir(place.path()).unwrap().flatten() {
        assert!(entry.file_name() == "file" || entry.file_name() == "into", "{entry:?}");
    }
}

#[test]
fn zip_and_tar_give_the_same_files() {
    let zipped = zip_of(&[
        ("a/main.py", b"print(1)"),
        ("a\\b.txt", b"x"),
        ("__MACOSX/._main.py", b""),
        ("./run", b"#!/bin/sh\n"),
    ]);
    let parts = [
        ("a/main.py", EntryType::Regular, "", &b"print(1)"[..]),
        ("a/", EntryType::Directory, "", b""),
        ("a/b.txt", EntryType::Regular, "", b"x"),
        ("./run", EntryType::Regular, "", b"#!/bin/sh\n"),
    ];
    let tarred = tar_of(&parts);
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(&tarred).unwrap();
    let packed = packed.finish().unwrap();
    for bytes in [zipped, tarred, packed] {
        let (place, unpacked) = unpack(&bytes);
        assert_eq!(unpacked, Ok(None));
        let into = place.path().join("into");
        let expected = ["a/b.txt", "a/main.py", "run"].map(PathBuf::from);
        assert_eq!(files_below(&into).unwrap(), expected);
        assert_eq!(fs::read(into.join("a/main.py")).unwrap(), b"print(1)");
        assert!(system::is_executable(&into.join("run")));
    }
}

#[test]
fn no_name_leads_out() {
    for name in ["../x", "/tmp/x", "a/../../x", "..\\x", "C:\\x", "\\\\host\\x", "a/../x"] {
        assert_refused(&zip_of(&[(name, b"x")]), "it names a file outside of its folder");
        assert_refused(&tar_of(&[(name, EntryType::Regular, "", b"x")]), "it names a file outside of its folder");
    }
    let deep = "a/".repeat(60) + "x";
    assert_refused(&zip_of(&[(&deep, b"x")]), "too long or deep");
}

#[test]
fn links_are_never_made_and_devices_are_refused() {
    for target in ["/etc/passwd", "../x", "a/../../x"] {
        for kind in [EntryType::Symlink, EntryType::Link] {
            assert_refused(&tar_of(&[("link", kind, target, b"")]), "it holds a link out of its folder: \"link\" to ");
        }
    }
    let inside = tar_of(&[("a/b", EntryType::Regular, "", b"x"), ("a/link", EntryType::Symlink, "../a/b", b"")]);
    let (place, unpacked) = unpack(&inside);
    assert_eq!(unpacked, Ok(Some("one link was left out".to_owned())));
    assert_eq!(files_below(&place.path().join("into")).unwrap(), [PathBuf::from("a/b")]);
    for kind in [EntryType::Char, EntryType::Block, EntryType::Fifo] {
        assert_refused(&tar_of(&[("device", kind, "", b"")]), "neither a file nor a folder");
    }
    // A link first, and then a file through it.
    let through = tar_of(&[("d", EntryType::Symlink, "/tmp", b""), ("d/x", EntryType::Regular, "", b"x")]);
    assert_refused(&through, "it holds a link out of its folder");
    let mut writer = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
    writer.add_symlink("link", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    assert_refused(
        &writer.finish().unwrap().into_inner(),
        "it holds a link out of its folder: \"link\" to \"/etc/passwd\"",
    );
}

#[test]
fn bombs_stop_at_the_limit() {
    let zeros = vec![0; 3 << 20];
    assert_refused(&zip_of(&[("zeros", &zeros)]), "it is a bomb: unpacked, it is more than 50 times as large");
    let large = vec![0; 5 << 20];
    assert_refused(&tar_of(&[("large", EntryType::Regular, "", &large)]), "it is larger than 4 MiB");
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&tar_of(&[("zeros", EntryType::Regular, "", &zeros)])).unwrap();
    assert_refused(&packed.finish().unwrap(), "it is a bomb");
    let many: Vec<String> = (0..11).map(|number| format!("{number}")).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|name| (&name[..], &b"x"[..])).collect();
    assert_refused(&zip_of(&many), "it holds more than 10 files");
    // Few bytes may grow: an empty table is no bomb.
    let small = vec![0; 500_000];
    assert_eq!(unpack(&zip_of(&[("zeros", &small)])).1, Ok(None));
}

#[test]
fn what_cannot_be_read_gets_a_sentence() {
    assert_refused(b"", "it is empty");
    assert_refused(b"Rar!\x1a\x07", "it is a RAR archive: hand in a zip, tar or tar.gz");
    assert_refused(b"7z\xbc\xaf\x27\x1c", "it is a 7z archive");
    let whole = zip_of(&[("a.py", b"print('something that is long enough')")]);
    assert_refused(&whole[..whole.len() - 30], "it is broken");
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(&tar_of(&[("a", EntryType::Regular, "", &[7; 5000])])).unwrap();
    let packed = packed.finish().unwrap();
    assert_refused(&packed[..packed.len() / 2], "it is broken");
    // The flag of encryption, in the local and in the central header.
    let mut locked = whole;
    let central = locked.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    locked[6] |= 1;
    locked[central + 8] |= 1;
    assert_refused(&locked, "it is encrypted: hand in an archive without a password");
    // A single file is a hand-in, too.
    let (place, unpacked) = unpack(b"print(1)");
    assert_eq!(unpacked, Ok(None));
    assert_eq!(files_below(&place.path().join("into")).unwrap(), [PathBuf::from("file")]);
}

#[test]
fn versions_differ_by_names_and_contents_only() {
    let hash = |files: &[(&str, &[u8])]| {
        let (place, unpacked) = unpack(&zip_of(files));
        unpacked.unwrap();
        content_hash(&place.path().join("into")).unwrap()
    };
    let first = hash(&[("a", b"1"), ("b", b"2")]);
    assert_eq!(first, hash(&[("b", b"2"), ("a", b"1")]));
    for other in
        [&[("a", &b"1"[..]), ("b", b"3")][..], &[("a", b"1"), ("c", b"2")], &[("a", b"12"), ("b", b"")], &[("a", b"1")]]
    {
        assert_ne!(first, hash(other));
    }
}
