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
    // One of them is not understood: it is paired no more, and the others play to the end.
    let run = arena(&folder, &["resume", "--concurrency", "2"]);
    assert_eq!(run.status, Some(3), "{run:?}");
    assert!(run.stdout.contains("these programs were not understood: colours."), "{}", run.stdout);
    let status = arena(&folder, &["status"]).output();
    assert!(status.contains("Waiting until it is understood: colours\n"), "{status}");
    assert!(status.contains("not-understood"), "{status}");
    assert!(status.contains("Limits here: memory and processes"), "{status}");

    let mut fixed = String::new();
    // The sample of ./test tries the broken programs, and one of each kind of the others.
    let all = std::env::var_os("SKIRMISH_ALL").is_some();
    let sample = |student: &&Student| all || student.fault.is_some() || ["in C", "speaker"].contains(&student.name);
    for student in students.iter().filter(sample) {
        let run = arena(&folder, &["try", "class.toml", "--games", "2", "--engine", student.name]);
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
    // Six pairs in the first round, then five: one of eleven has a bye.
    assert_eq!(arena(&folder, &["report", "--json", "-"]).output().lines().count(), 2 * (6 + 5 + 5));
}

/// Two programs ask what cannot be answered. The others play all rounds; the two come back, or are taken out.
#[test]
fn a_swiss_of_twelve_ends_by_itself_though_two_are_not_understood() {
    let folder: PathBuf = state();
    fs::create_dir_all(&folder).unwrap();
    let mut text = String::from("name = 'class'\ngame = 'oska'\nformat = 'swiss'\nrounds = 4\n");
    for number in 1..=12 {
        text += &format!("[[engine]]\nname = 'player {number}'\n");
        text += match number {
            3 | 8 => "cmd = \"python3 -c 'input(\\\"How many spoons of sugar? \\\"); input()'\"\nproto = 'console'\n",
            _ => "builtin = 'random'\n",
        };
    }
    fs::write(folder.join("class.toml"), &text).unwrap();
    let run = arena(&folder, &["run", "class.toml", "--concurrency", "2"]);
    assert_eq!(run.status, Some(3), "{run:?}");
    assert!(run.stdout.contains("these programs were not understood: player 3, player 8."), "{}", run.stdout);
    let lines = |folder| arena(folder, &["report", "--json", "-"]).output().lines().map(json).collect::<Vec<_>>();
    let games = lines(&folder);
    // Ten play on after the first round.
    assert_eq!(games.len(), 2 * (6 + 3 * 5));
    assert_eq!(games.iter().filter(|game| game["result"] == "none").count(), 4);
    let status = arena(&folder, &["status"]).output();
    for name in ["player 3", "player 8"] {
        assert!(status.contains(&format!("Waiting until it is understood: {name}\n")), "{status}");
    }

    let complaint = arena(&folder, &["withdraw", "player 13"]).complaint();
    assert!(complaint.contains("no engine \"player 13\"; the tournament has \"player 1\""), "{complaint}");
    assert!(arena(&folder, &["add", "player 1"]).complaint().contains("takes part already"));
    arena(&folder, &["withdraw", "player 3"]).output();
    assert!(arena(&folder, &["withdraw", "player 3"]).complaint().contains("is withdrawn already"));
    let status = arena(&folder, &["status"]).output();
    assert!(status.contains("Withdrawn: player 3\n") && !status.contains("understood: player 3"), "{status}");
    // The games of the other are replayed, and it is still not understood.
    assert!(arena(&folder, &["add", "player 8"]).output().contains("2 of its games are replayed"));
    assert_eq!(lines(&folder).len(), games.len() - 2);
    let run = arena(&folder, &["resume"]);
    assert_eq!((run.status, lines(&folder).len()), (Some(3), games.len()), "{run:?}");
    // The plan on the command line is the same tournament still.
    assert_eq!(arena(&folder, &["run", "class.toml"]).status, Some(3));
    arena(&folder, &["withdraw", "player 8"]).output();
    assert_eq!(arena(&folder, &["resume"]).status, Some(0));
    assert!(arena(&folder, &["add", "player 3"]).output().contains("2 of its games are replayed"));
}

/// Of every game, with or without a fault, the beginnings of the dialogues are stored and written with the records.
#[test]
fn dialogues_are_kept() {
    let folder = state();
    fs::create_dir_all(&folder).unwrap();
    let mut class = students(&folder);
    class.retain(|student| ["arrow", "speaker", "crasher"].contains(&student.name));
    let text = plan(&class, "").replace("'swiss'\nrounds = 3", "'round-robin'\nrounds = 1");
    fs::write(folder.join("class.toml"), text + "\n[[engine]]\nname = 'random'\nbuiltin = 'random'\n").unwrap();
    arena(&folder, &["run", "class.toml"]).output();
    let written = arena(&folder, &["report", "--records", "games", "--json", "games.jsonl"]).output();
    assert!(written.contains("12 records in games\ndialogues of 12 games in games"), "{written}");
    let mut faults = 0;
    for line in fs::read_to_string(folder.join("games.jsonl")).unwrap().lines().map(json) {
        let file = folder.join(format!("games/dialogues/game-{:04}.txt", line["number"].as_u64().unwrap()));
        let text = fs::read_to_string(file).unwrap();
        let parts: Vec<&str> = text.split("at most the first 4 KB:\n").collect();
        let names = [&line["south"], &line["north"]].map(|name| name.as_str().unwrap());
        assert_eq!(parts.len() - 1, names.iter().filter(|name| **name != "random").count(), "{text}");
        for name in names.into_iter().filter(|name| *name != "random") {
            let part = parts.iter().position(|part| part.lines().last().is_some_and(|last| last.starts_with(name)));
            let said = parts[part.unwrap_or_else(|| panic!("{name} is missing: {text}")) + 1];
            assert!(["> ", "< "].iter().all(|sign| said.contains(sign)) && said.len() < 4200, "{text}");
        }
        faults += usize::from(!line["fault"].is_null());
    }
    // The crasher may lose by the rules before it crashes.
    assert!((1..=6).contains(&faults), "{faults}");
}

#[test]
fn every_engine_is_started_once_before_the_first_pair() {
    let folder: PathBuf = state();
    fs::create_dir_all(&folder).unwrap();
    let run = |others: &[&str]| {
        let ada = ["--engine", "cmd=python3 nothere.py", "name=Ada"];
        let plan = ["run", "--game", "oska", "--name", "cup", "--each", "st=1"];
        let others = others.iter().flat_map(|name| ["--engine", "builtin=random", name]);
        arena(&folder, &plan.into_iter().chain(ada).chain(others).collect::<Vec<_>>())
    };
    let ended = run(&["name=B"]);
    assert_eq!(ended.status, Some(2), "{ended:?}");
    assert!(ended.stderr.contains("nothing is played: \"Ada\" does not start: While starting, it ended"), "{ended:?}");
    fs::remove_file(folder.join("cup.arena")).unwrap();
    let ended = run(&["name=B", "name=C"]);
    assert_eq!(ended.status, Some(0), "{ended:?}");
    assert!(ended.stderr.contains("\"Ada\" does not start: While starting, it ended"), "{ended:?}");
    assert!(ended.stderr.contains("It loses every game until it does."), "{ended:?}");
}
