//! A class of twelve different programs in a Swiss tournament of the real program, killed twice: no honest program has a fault, every
//! broken one has its own, and `arena try` finds it.
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Run, is_installed, json, program, run_in, state};

/// A program: its settings in the plan after the name, and its fault.
struct Student {
    name: &'static str,
    words: String,
    fault: Option<&'static str>,
}

fn students(folder: &Path) -> Vec<Student> {
    let engines = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/engines").canonicalize().unwrap();
    let script = engines.join("classmate.py").display().to_string();
    let python = |name: &'static str, proto: &str, more: &str, fault| {
        let words = format!("cmd = ['python3', '{script}', '{name}'{more}]\nproto = '{proto}'\n");
        Student { name, words, fault }
    };
    let compile = |command: &str, arguments: &[&str], source: &str| {
        let status =
            Command::new(command).args(arguments).arg(engines.join(source)).current_dir(folder).status().unwrap();
        assert!(status.success(), "{command}");
    };
    compile("cc", &["-O1", "-w", "-o", "classmate"], "classmate.c");
    let in_c = Student { name: "in C", words: "cmd = './classmate'\nproto = 'console'\n".into(), fault: None };
    let java = is_installed("javac") && is_installed("java");
    let in_java = match java {
        true => {
            compile("javac", &["-d", "."], "Classmate.java");
            Student { name: "in Java", words: "cmd = 'java Classmate'\nproto = 'console'\n".into(), fault: None }
        }
        // Fill the place.
        false => Student { name: "in Java", words: "builtin = 'random'\n".into(), fault: None },
    };
    vec![
        python("bracket", "console", "", None),
        python("arrow", "console", "", None),
        python("numbers", "console", "", None),
        python("label", "console", "", None),
        python("colours", "console", "", Some("not-understood")),
        in_c,
        in_java,
        python("speaker", "ugi", ", 'ugi'", None),
        python("caller", "oska", "", None),
        python("crasher", "console", "", Some("crash")),
        python("cheat", "ugi", ", 'ugi'", Some("illegal")),
        python("mumbler", "oska", "", Some("garbage")),
    ]
}

fn plan(students: &[Student], fixed: &str) -> String {
    let mut text = String::from(
        "name = 'class'\ngame = 'oska'\nformat = 'swiss'\nrounds = 3\nconcurrency = 2\n[openings]\nposition = ['wwww/---/--/---/bbbb w']\n\
         [each]\nst = 5\ntimemargin = 30000\nmemory = 1024\nprocesses = 64\n",
    );
    for Student { name, words, .. } in students {
        text += &format!("\n[[engine]]\nname = '{name}'\n{words}");
        if words.contains("'oska'") {
            text += "depth = 2\n";
        }
        if *name == "colours" {
            text += fixed;
        }
    }
    text
}

fn arena(folder: &Path, arguments: &[&str]) -> Run {
    run_in(folder, ["arena"].iter().chain(arguments))
}

/// Starts or resumes the tournament, and kills it after some games.
fn kill_after(folder: &Path, arguments: &[&str], games: usize) {
    let mut child = program(["arena"].iter().chain(arguments)).current_dir(folder).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines.map_while(Result::ok).filter(|line| line.starts_with("Finished")).take(games).for_each(drop);
    child.kill().unwrap();
    child.wait().unwrap();
}

/// The faults of each engine in a tournament.
fn faults(folder: &Path) -> BTreeMap<String, Vec<String>> {
    let mut faults: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in arena(folder, &["report", "--json", "-"]).output().lines().map(json) {
        if let Some(kind) = line["fault"]["kind"].as_str() {
            let detail = line["fault"]["detail"].as_str().unwrap();
            let transcript = line["fault"]["transcript"].as_str().unwrap();
            let list = faults.entry(line["fault"]["engine"].as_str().unwrap().to_owned()).or_default();
            list.push(format!("{kind}: {detail}\n{transcript}"));
        }
    }
    faults
}

#[test]
fn a_class_of_twelve_plays_fairly() {
    let folder: PathBuf = state();
    fs::create_dir_all(&folder).unwrap();
    let students = students(&folder);
    assert_eq!(students.len(), 12);
    fs::write(folder.join("class.toml"), plan(&students, "")).unwrap();

    kill_after(&folder, &["run", "class.toml"], 3);
    kill_after(&folder, &["resume"], 2);
    // One of them is not understood, and the next round waits for that.
    let run = arena(&folder, &["resume", "--concurrency", "2"]);
    assert_eq!(run.status, Some(3), "{run:?}");
    assert!(run.stdout.contains("The next round waits"), "{}", run.stdout);
    let status = arena(&folder, &["status"]).output();
    assert!(status.contains("the next round waits for them") && status.contains("not-understood"), "{status}");
    assert!(status.contains("Limits here: memory and processes"), "{status}");

    let mut fixed = String::new();
    // The sample of ./test tries the broken programs, and one of each kind of the others.
    let all = std::env::var_os("SKIRMISH_ALL").is_some();
    let sample = |student: &&Student| all || student.fault.is_some() || ["in C", "speaker"].contains(&student.name);
    for student in students.iter().filter(sample) {
        let run = arena(&folder, &["try", "class.toml", "--engine", student.name]);
        assert_eq!(run.status, Some(i32::from(student.fault.is_some())), "{}: {run:?}", student.name);
        match student.fault {
            None => assert!(run.stdout.ends_with("plays by the rules.\n"), "{}: {}", student.name, run.stdout),
            Some(kind) => assert!(run.stdout.contains(&format!("({kind})")), "{}: {}", student.name, run.stdout),
        }
        if student.name == "colours" {
            let lines = run.stdout.split_once("[engine.dialogue]\n").map(|(_, lines)| lines.trim_end());
            fixed = format!("[engine.dialogue]\n{}\n", lines.unwrap_or_else(|| panic!("{}", run.stdout)));
        }
    }

    // Nothing else may change.
    let other = plan(&students, &fixed).replace("rounds = 3", "rounds = 4");
    fs::write(folder.join("class.toml"), other).unwrap();
    let complaint = arena(&folder, &["resume", "--plan", "class.toml"]).complaint();
    assert!(complaint.contains("rounds is \"3\" in the store, not \"4\""), "{complaint}");
    fs::write(folder.join("class.toml"), plan(&students, &fixed)).unwrap();
    let run = arena(&folder, &["resume", "--plan", "class.toml", "--concurrency", "2"]);
    assert_eq!(run.status, Some(0), "{run:?}");
    assert!(run.stdout.contains("Replaying 2 games in which a program was not understood"), "{}", run.stdout);

    let found = faults(&folder);
    for Student { name, fault, .. } in &students {
        let own: &[String] = found.get(*name).map_or(&[], Vec::as_slice);
        match fault.filter(|&kind| kind != "not-understood") {
            None => assert!(own.is_empty(), "{name}: {}", own.join("\n")),
            Some(kind) => {
                assert!(!own.is_empty() && own.iter().all(|fault| fault.starts_with(&format!("{kind}: "))), "{own:?}");
            }
        }
    }
    assert_eq!(arena(&folder, &["report", "--json", "-"]).output().lines().count(), 36);
}
