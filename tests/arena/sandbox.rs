//! The sandbox from the command line: honest programs play in it, and what it cannot do is said before the first game.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Run, finish, is_installed, json, program, run_in, skirmish, state};

/// The user as whom root repeats a test.
const NOBODY: u32 = 65534;

fn is_root() -> bool {
    skirmish_arena::is_root()
}

/// A folder that every user can reach, removed with its owner.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        // Not in /tmp, which programs have for themselves.
        let path = Path::new("/var/tmp").join(format!("skirmish-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).unwrap();
        fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
        Place(path)
    }

    /// A folder in it, of an ordinary user.
    fn folder(&self, name: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(&path).unwrap();
        give(&path);
        path
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Gives a file to an ordinary user, if this one is root.
fn give(path: &Path) {
    let _ = chown(path, Some(NOBODY), Some(NOBODY));
}

fn engines() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/engines")
}

/// Twelve programs in four languages, each in its own folder of `place`: their settings in a plan.
fn twelve(place: &Place) -> String {
    let mut plan = String::new();
    let mut add = |name: &str, command: &str, proto: &str, prepare: &dyn Fn(&Path)| {
        let folder = place.folder(name);
        prepare(&folder);
        let depth = if proto == "oska" { "depth = 2\n" } else { "" };
        plan +=
            &format!("\n[[engine]]\nname = '{name}'\ndir = '{name}'\ncmd = '{command}'\nproto = '{proto}'\n{depth}");
    };
    let copy = |file: &'static str| {
        move |folder: &Path| assert!(fs::copy(engines().join(file), folder.join(file)).is_ok(), "{file}")
    };
    let build = |command: &'static str, arguments: &'static [&'static str], file: &'static str| {
        move |folder: &Path| {
            let file = engines().join(file);
            let built = Command::new(command).args(arguments).arg(file).current_dir(folder).status().unwrap();
            assert!(built.success(), "{command}");
        }
    };
    for name in ["bracket", "arrow", "numbers", "label"] {
        add(name, &format!("python3 classmate.py {name}"), "console", &copy("classmate.py"));
    }
    add("speaker", "python3 classmate.py speaker ugi", "ugi", &copy("classmate.py"));
    add("caller", "python3 classmate.py caller", "oska", &copy("classmate.py"));
    for (kind, student) in [("threads", "label"), ("processes", "bracket")] {
        add(kind, &format!("python3 crowd.py {kind} {student}"), "console", &|folder| {
            copy("classmate.py")(folder);
            copy("crowd.py")(folder);
        });
    }
    add("in C", "./classmate", "console", &build("cc", &["-O1", "-w", "-o", "classmate"], "classmate.c"));
    match is_installed("javac") && is_installed("java") {
        true => add("in Java", "java Classmate", "console", &build("javac", &["-d", "."], "Classmate.java")),
        // Fill the place.
        false => add("in Java", "python3 classmate.py bracket", "console", &copy("classmate.py")),
    }
    let rust = |folder: &Path| {
        let _ = fs::remove_dir(folder);
        run_in(&place.0, ["starter", "oska", "--language", "rust", folder.to_str().unwrap()]).output();
        let arguments = ["--edition", "2021", "-o", "engine", "src/main.rs"];
        assert!(Command::new("rustc").args(arguments).current_dir(folder).status().unwrap().success());
        give(folder);
    };
    add("in Rust", "./engine ugi", "ugi", &rust);
    let built = place.0.join("in Rust/engine");
    add("called in Rust", "./engine", "oska", &|folder| assert!(fs::copy(&built, folder.join("engine")).is_ok()));
    plan
}

/// The tournament was played, by these twelve without a fault.
#[track_caller]
fn assert_played(run: &Run, report: Run) {
    assert_eq!(run.status, Some(0), "{run:?}");
    let lines = report.output();
    assert_eq!(lines.lines().count(), 12, "{lines}");
    for game in lines.lines().map(json) {
        assert!(game["fault"].is_null(), "{}", game["fault"]);
    }
}

#[test]
fn twelve_honest_programs_in_four_languages_play_in_the_sandbox() {
    let place = Place::new("twelve");
    let plan = "game = 'oska'\nformat = 'swiss'\nrounds = 1\nconcurrency = 2\n[openings]\nposition = \
                ['wwww/---/--/---/bbbb w']\n[each]\nst = 60\ntimemargin = 60000\nmemory = 1024\nprocesses = 64\n\
                disk = 64\nsandbox = true\n";
    fs::write(place.0.join("class.toml"), format!("{plan}{}", twelve(&place))).unwrap();
    let run = run_in(&place.0, ["arena", "run", "class.toml"]);
    assert_played(&run, run_in(&place.0, ["arena", "report", "class.arena", "--json", "-"]));
    assert_eq!(run.stdout.contains("Running as root"), is_root(), "{}", run.stdout);
    let status = run_in(&place.0, ["arena", "status", "class.arena"]).output();
    assert!(status.contains("Programs: 12 in a sandbox (they see their folder"), "{status}");
    assert!(status.contains("Limits here: sandbox: by bubblewrap"), "{status}");
    assert_eq!(status.contains("Running as root"), is_root(), "{status}");
    run_in(&place.0, ["arena", "report", "class.arena", "--html", "class.html"]).output();
    assert!(fs::read_to_string(place.0.join("class.html")).unwrap().contains("12 in a sandbox"));
    let tried = run_in(&place.0, ["arena", "try", "class.toml", "--engine", "numbers"]);
    for sentence in
        ["Programs: 1 in a sandbox", "Limits here: memory and processes: ", "Limits here: sandbox: by bubblewrap"]
    {
        assert!(tried.stdout.contains(sentence), "{sentence}: {tried:?}");
    }
    if is_root() {
        // Again as an ordinary user, with a program that this user can reach.
        let own = place.0.join("skirmish");
        fs::copy(&skirmish()[0], &own).unwrap();
        let work = place.folder("work");
        let as_user = |arguments: &[&str]| {
            let mut command = Command::new("setpriv");
            command.args([format!("--reuid={NOBODY}"), format!("--regid={NOBODY}"), "--clear-groups".to_owned()]);
            command.arg(&own).args(arguments).current_dir(&work).env("HOME", &work).env("SKIRMISH_STATE", &work);
            command.env("PATH", "/usr/local/bin:/usr/bin:/bin");
            let pipe = std::process::Stdio::piped;
            finish(command.stdin(pipe()).stdout(pipe()).stderr(pipe()), b"")
        };
        let run = as_user(&["arena", "run", "../class.toml", "--store", "class.arena"]);
        assert_played(&run, as_user(&["arena", "report", "class.arena", "--json", "-"]));
        assert!(!run.stdout.contains("Running as root"), "{}", run.stdout);
    }
}

/// A folder with all programs of this machine but one.
fn path_without(place: &Place, name: &str) -> PathBuf {
    let path = place.0.join("bin");
    fs::create_dir(&path).unwrap();
    for entry in fs::read_dir("/usr/bin").unwrap().flatten().filter(|entry| entry.file_name() != name) {
        symlink(entry.path(), path.join(entry.file_name())).unwrap();
    }
    path
}

#[test]
fn without_bubblewrap_a_sandbox_is_an_error_with_a_way_out() {
    let place = Place::new("without");
    let path = path_without(&place, "bwrap");
    let folder = place.folder("ada");
    fs::copy(engines().join("classmate.py"), folder.join("classmate.py")).unwrap();
    let arena = |arguments: &[&str]| {
        let mut command = program(["arena"].iter().chain(arguments));
        finish(command.env("PATH", &path).current_dir(&place.0), b"")
    };
    let run = |sandbox: &str, store: &str| {
        let sandbox = format!("sandbox={sandbox}");
        arena(&[
            "run",
            "--game",
            "oska",
            "--store",
            store,
            "--rounds",
            "1",
            "--each",
            "timemargin=60000",
            "--engine",
            "cmd=python3 classmate.py speaker ugi",
            "dir=ada",
            "name=ada",
            &sandbox,
            "--engine",
            "builtin=random",
            "name=random",
        ])
    };
    let refused = run("on", "on.arena");
    assert_eq!(refused.status, Some(2), "{refused:?}");
    assert!(refused.stderr.contains("\"ada\": bubblewrap is missing"), "{refused:?}");
    assert!(refused.stderr.contains("sandbox = \"weak\""), "{refused:?}");
    let status = arena(&["status", "on.arena"]).output();
    assert!(
        status.contains("0 of 2 games") && status.contains("sandbox: not available: bubblewrap is missing"),
        "{status}"
    );
    for sandbox in ["weak", "off"] {
        let store = format!("{sandbox}.arena");
        let played = run(sandbox, &store);
        assert_eq!(played.status, Some(0), "{played:?}");
        for game in arena(&["report", &store, "--json", "-"]).output().lines().map(json) {
            assert!(game["fault"].is_null(), "{}", game["fault"]);
        }
    }
    let tried = arena(&[
        "try",
        "--game",
        "oska",
        "--dir",
        "ada",
        "--with",
        "sandbox=on",
        "python3",
        "classmate.py",
        "speaker",
        "ugi",
    ]);
    assert_eq!(tried.status, Some(2), "{tried:?}");
    assert!(tried.stderr.contains("bubblewrap is missing"), "{tried:?}");
}

#[test]
fn a_sandbox_that_would_hold_too_much_is_refused() {
    let place = Place::new("too-much");
    let folder = place.folder("ada");
    let run = |folder: &Path, dir: &str, store: &str| {
        run_in(
            folder,
            [
                "arena",
                "run",
                "--game",
                "oska",
                "--store",
                store,
                "--engine",
                "cmd=true",
                &format!("dir={dir}"),
                "sandbox=on",
                "--engine",
                "builtin=random",
            ],
        )
    };
    let complaint = run(&folder, ".", "cup.arena").complaint();
    assert!(complaint.contains("its dir holds \"cup.arena\", which it could change"), "{complaint}");
    symlink("/etc", folder.join("link")).unwrap();
    let complaint = run(&place.0, "ada/link", "cup.arena").complaint();
    assert!(complaint.contains("is a symbolic link; a sandbox needs the folder itself"), "{complaint}");
    let complaint = run(&place.0, "ada/link/ssl", "cup.arena").complaint();
    assert!(complaint.contains("is a symbolic link; a sandbox needs the folder itself"), "{complaint}");
    if is_root() {
        chown(&folder, Some(0), Some(0)).unwrap();
        let refused = run(&place.0, "ada", "cup.arena");
        assert!(refused.status == Some(2) && refused.stderr.contains("belongs to root"), "{refused:?}");
    }
}

#[test]
fn passwords_do_not_belong_on_command_lines() {
    let folder = state();
    fs::create_dir_all(&folder).unwrap();
    let address = "postgres://me:secret@localhost:1/cup";
    for arguments in [
        &[
            "run",
            "--game",
            "oska",
            "--engine",
            "builtin=random",
            "--engine",
            "builtin=random name=b",
            "--store",
            address,
        ][..],
        &["worker", "--store", address],
        &["status", address],
        &["report", "--store", address],
        &["resume", address],
    ] {
        let complaint = run_in(&folder, ["arena"].iter().chain(arguments)).complaint();
        assert!(complaint.contains("PGPASSFILE") && !complaint.contains("secret"), "{complaint}");
    }
}

#[test]
fn what_a_program_prints_cannot_steer_a_terminal() {
    let place = Place::new("steer");
    let folder = place.folder("ada");
    let script = "import sys\nsys.stderr.write('\\x1b]0;title\\x07 \\u202e evil')\nprint('\\x1b[2J \\u202e shown', flush=True)\nsys.exit(3)\n";
    fs::write(folder.join("steer.py"), script).unwrap();
    let tried = run_in(
        &place.0,
        ["arena", "try", "--game", "oska", "--dir", "ada", "--with", "sandbox=on", "python3", "steer.py"],
    );
    assert_eq!(tried.status, Some(1), "{tried:?}");
    let text = tried.stdout + &tried.stderr;
    assert!(text.contains("shown"), "{text:?}");
    assert!(!text.contains(|c: char| c != '\n' && c.is_control() || c == '\u{202e}'), "{text:?}");
}

/// What the arena was started with is not handed on: a directory would be a way out.
#[test]
fn open_files_of_the_arena_are_not_inherited() {
    let place = Place::new("inherited");
    let folder = place.folder("ada");
    fs::copy(engines().join("attacks/attack.py"), folder.join("attack.py")).unwrap();
    let mut command = Command::new("sh");
    command
        .args(["-c", "exec 8</ 9>>log; exec \"$@\"", "sh"])
        .args(skirmish())
        .args(["arena", "run", "--game", "trench"]);
    command.args(["--each", "sandbox=on", "--engine", "cmd=python3 -B attack.py descriptors", "dir=ada", "name=ada"]);
    command.args(["--engine", "builtin=random", "--store", "cup.arena"]).env("SKIRMISH_STATE", state());
    let pipe = std::process::Stdio::piped;
    let run = finish(command.current_dir(&place.0).stdin(pipe()).stdout(pipe()).stderr(pipe()), b"");
    assert_eq!(run.status, Some(0), "{run:?}");
    let game = run_in(&place.0, ["arena", "report", "cup.arena", "--json", "-"]).output();
    let errors = json(game.lines().next().unwrap())["fault"]["stderr"].as_str().unwrap().to_owned();
    assert!(errors.contains("no: descriptor 2") && !errors.contains("got: "), "{errors}");
}

/// With two games at a time, each has half of the cores, if there are two.
#[test]
fn games_have_cores_of_their_own() {
    let place = Place::new("cores");
    let script = "import os, sys
for line in sys.stdin:
    word = line.split()[0]
    if word in ('ugi', 'isready'): print({'ugi': 'ugiok', 'isready': 'readyok'}[word], flush=True)
    if word == 'go':
        with open('cores', 'a') as log: print(sorted(os.sched_getaffinity(0)), file=log)
        print('bestmove', flush=True)
    if word == 'quit': break
";
    let mut words: Vec<String> = "arena run --game oska --rounds 1 --concurrency 2 --each affinity=on sandbox=on"
        .split(' ')
        .map(str::to_owned)
        .collect();
    for name in ["a", "b", "c", "d"] {
        fs::write(place.folder(name).join("cores.py"), script).unwrap();
        words.extend(["--engine", "cmd=python3 cores.py"].map(str::to_owned));
        words.extend([format!("name={name}"), format!("dir={name}")]);
    }
    run_in(&place.0, &words).output();
    let logs =
        ["a", "b", "c", "d"].map(|name| fs::read_to_string(place.0.join(name).join("cores")).unwrap_or_default());
    let seen: Vec<&str> = logs.iter().flat_map(|log| log.lines()).collect();
    let all = std::thread::available_parallelism().unwrap().get();
    let each = if all < 2 { all } else { all / 2 };
    assert!(!seen.is_empty() && seen.iter().all(|cores| cores.split(',').count() == each), "{seen:?}");
}
