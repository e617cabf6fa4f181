//! The package for Gradescope, run as Gradescope runs it: as root, with the student's program as a user who cannot read how it is
//! graded.

use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use skirmish_class::grade::output::gradescope_faults;

use crate::support::{finish, json, program, skirmish};
use crate::{engines, folder};

/// A file that looks like a static program for Linux, which is replaced by the real one before it runs.
fn static_program(path: &Path) {
    let mut elf = vec![0u8; 64 + 56];
    elf[..5].copy_from_slice(b"\x7fELF\x02");
    elf[18] = 62;
    elf[32] = 64;
    elf[54] = 56;
    elf[56] = 1;
    elf[64] = 1;
    fs::write(path, elf).unwrap();
}

/// The options of a package for Refusal.
fn package(folder: &Path, more: &[&str]) -> crate::Run {
    static_program(&folder.join("static"));
    let mut words = vec!["class", "package", "gradescope", "package.zip", "--game", "refusal"];
    words.extend(["--command", "/usr/bin/python3 main.py"]);
    for [option, value] in [["--program", "static"], ["--rubric", "rubric.toml"]] {
        if !more.contains(&option) {
            words.extend([option, value]);
        }
    }
    words.extend(more);
    finish(program(words).current_dir(folder), b"")
}

/// Unpacks a package as Gradescope does.
fn unpack(folder: &Path) -> PathBuf {
    let root = folder.join("autograder");
    for name in ["source", "submission", "results"] {
        fs::create_dir_all(root.join(name)).unwrap();
    }
    let mut zip = zip::ZipArchive::new(fs::File::open(folder.join("package.zip")).unwrap()).unwrap();
    let mut names = Vec::new();
    for index in 0..zip.len() {
        let mut file = zip.by_index(index).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        let name = file.name().unwrap().into_owned();
        let path = root.join("source").join(&name);
        fs::write(&path, bytes).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(file.unix_mode().unwrap())).unwrap();
        names.push(name);
    }
    names.sort();
    assert_eq!(names, ["rubric.toml", "run_autograder", "settings.sh", "setup.sh", "skirmish"]);
    let skirmish_path = root.join("source/skirmish");
    fs::remove_file(&skirmish_path).unwrap();
    fs::copy(&skirmish()[0], &skirmish_path).unwrap();
    root
}

/// Runs it with a user of its own, whose processes it may end.
fn run(root: &Path) {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = 3 * (std::process::id() % 100_000) + COUNT.fetch_add(1, Relaxed);
    let user = (600_000 + number).to_string();
    let run = Command::new("bash")
        .arg(root.join("source/run_autograder"))
        .env("AUTOGRADER_ROOT", root)
        .env("AUTOGRADER_STUDENT", user)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(run.status.success(), "{run:?}");
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n")
}

#[test]
fn the_package_has_what_gradescope_runs() {
    let folder = folder();
    assert!(package(&folder, &["--build", "make"]).output().contains("upload it"));
    for (words, error) in [
        (&["--program", "rubric.toml"][..], "not one for Linux"),
        (&["--install", "a; rm -rf /"], "is not a Debian package"),
        (&["--rubric", "no-rubric.toml"], "no-rubric.toml"),
    ] {
        let complaint = package(&folder, words);
        assert_eq!(complaint.status, Some(2), "{words:?}: {complaint:?}");
        assert!(complaint.stderr.contains(error), "{words:?}: {complaint:?}");
    }
}

/// The student's program sees its folder, and neither the rubric nor the results, whatever it is asked.
#[test]
fn a_hand_in_is_graded_as_a_user_who_cannot_read_the_grader() {
    if !is_root() {
        return;
    }
    let folder = folder();
    package(&folder, &["--build", "test -f main.py && echo built > built", "--budget", "60s"]).output();
    let root = unpack(&folder);
    let spy = format!(
        "import os, sys\n\
         found = [p for p in ({:?}, {:?}, {:?}) if os.access(p, os.R_OK)]\n\
         if found or os.getuid() == 0 or not os.path.exists('built') or 'AUTOGRADER_ROOT' in os.environ: sys.exit(9)\n",
        root.join("source/rubric.toml"),
        root.join("results"),
        root.join("source"),
    );
    let honest = fs::read_to_string(engines().join("refusal_console.py")).unwrap();
    fs::write(root.join("submission/main.py"), spy + &honest).unwrap();
    run(&root);
    let text = fs::read_to_string(root.join("results/results.json")).unwrap();
    assert_eq!(gradescope_faults(&text), Vec::<String>::new());
    let results = json(&text);
    let failed = results["tests"].as_array().unwrap().iter().filter(|test| test["status"] == "failed");
    assert_eq!(failed.count(), 0, "{results:#}");
    assert!(results["score"].as_f64().unwrap() > 100.0, "{results:#}");
    assert_eq!(results["extra_data"]["complete"], true);
}

#[test]
fn a_hand_in_that_does_not_build_gets_nothing_and_the_log() {
    if !is_root() {
        return;
    }
    let folder = folder();
    package(&folder, &["--build", "echo no such luck; exit 3"]).output();
    let root = unpack(&folder);
    run(&root);
    let text = fs::read_to_string(root.join("results/results.json")).unwrap();
    assert_eq!(gradescope_faults(&text), Vec::<String>::new());
    let results = json(&text);
    assert_eq!(results["score"], 0.0);
    assert!(text.contains("The hand-in does not build.") && text.contains("no such luck"), "{text}");
}
