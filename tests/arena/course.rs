//! A whole course by the real commands: fifteen hand-ins of different make become programs, grades, a tournament, reports and the
//! live page's files. The work is killed twice on the way, and nothing that one hand-in does stops the others.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::support::{Run, is_installed, json, program, run_in};

/// A folder that every user can reach: sandboxed programs of root run as another. It is removed with its owner.
struct Course(PathBuf);

impl Course {
    fn new(name: &str) -> Course {
        // Not in /tmp, which programs have for themselves.
        let path = Path::new("/var/tmp").join(format!("skirmish-course-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).unwrap();
        fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
        Course(path)
    }

    fn class(&self, arguments: &[&str]) -> Run {
        run_in(&self.0, ["class"].iter().chain(arguments))
    }

    /// A new folder with these files.
    fn folder(&self, name: &str, files: &[(&str, &str)]) -> PathBuf {
        let path = self.0.join("made").join(name);
        fs::create_dir_all(&path).unwrap();
        for (file, text) in files {
            fs::write(path.join(file), text).unwrap();
        }
        path
    }

    /// Starts a command, and kills it when a line of its output contains this.
    fn kill_at(&self, arguments: &[&str], sign: &str) {
        let mut child = program(["class"].iter().chain(arguments)).current_dir(&self.0).spawn().unwrap();
        // Progress is told on stderr, games on stdout.
        let (out, errors) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let (sender, lines) = std::sync::mpsc::channel();
        let other = sender.clone();
        std::thread::spawn(move || {
            BufReader::new(out).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        std::thread::spawn(move || {
            BufReader::new(errors).lines().map_while(Result::ok).try_for_each(|line| other.send(line))
        });
        let seen = lines.iter().any(|line| line.contains(sign));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(seen, "{arguments:?} never said {sign:?}");
    }

    /// What is known about a student.
    fn student(&self, name: &str) -> Value {
        let all = fs::read_dir(self.0.join("C/handins")).unwrap().flatten();
        let states = all.map(|entry| json(&fs::read_to_string(entry.path().join("student.json")).unwrap()));
        states.into_iter().find(|state| state["name"] == name).unwrap_or_else(|| panic!("nobody is called {name}"))
    }
}

impl Drop for Course {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn engine(file: &str) -> String {
    let engines = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/engines");
    fs::read_to_string(engines.join(file)).unwrap()
}

/// A console program in Python with words of its own, or the one that is called.
fn python(course: &Course, name: &str, who: &str) -> PathBuf {
    let more = if who == "caller" { " + (sys.argv[1:] if len(sys.argv) > 2 else [])" } else { "" };
    let main =
        format!("import runpy, sys\nsys.argv = ['classmate.py', '{who}']{more}\nrunpy.run_path('classmate.py')\n");
    course.folder(name, &[("main.py", &main), ("classmate.py", &engine("classmate.py"))])
}

fn zip(folder: &Path, archive: &Path) {
    let mut writer = zip::ZipWriter::new(File::create(archive).unwrap());
    add_to_zip(&mut writer, folder, "");
    writer.finish().unwrap();
}

fn add_to_zip(writer: &mut zip::ZipWriter<File>, folder: &Path, below: &str) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let name = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            add_to_zip(writer, &entry.path(), &format!("{name}/"));
        } else {
            writer.start_file(&name, zip::write::SimpleFileOptions::default()).unwrap();
            writer.write_all(&fs::read(entry.path()).unwrap()).unwrap();
        }
    }
}

/// Packs a folder with tar.
fn tar(folder: &Path, archive: &Path, compressed: bool) {
    let kind = if compressed { "-czf" } else { "-cf" };
    let mut command = Command::new("tar");
    command.arg(kind).arg(archive).arg("-C").arg(folder.parent().unwrap()).arg(folder.file_name().unwrap());
    assert!(command.status().unwrap().success());
}

/// A program that thinks about its third move for ever.
const HANG: &str = "import runpy, sys, time
own, sleep = [], time.sleep
def think(seconds):
    own.append(seconds)
    while len(own) == 3: sleep(1)
time.sleep = think
sys.argv = ['classmate.py', 'arrow']
runpy.run_path('classmate.py')
";

const STRANGE: &str = "<b>Hans</b> & \"Söhne\"";

/// Fifteen hand-ins, as files to add; that of the strange name is apart. Those of two students are in an export of Moodle.
fn hand_in(course: &Course) -> Vec<String> {
    let file = |name: &str| course.0.join(name);
    zip(&python(course, "Ada", "bracket"), &file("Ada.zip"));
    tar(&python(course, "Bob", "arrow"), &file("Bob.tar.gz"), true);
    let numbers = python(course, "Cleo", "numbers");
    // An export: folders of students, one with files and one with an archive in it.
    let export = course.0.join("made/export");
    let moodle = |name: &str, id: u32| export.join(format!("{name}_{id}_assignsubmission_file"));
    fs::create_dir_all(moodle("Eve", 12)).unwrap();
    let label = python(course, "label", "label");
    fs::create_dir_all(moodle("Dora", 11)).unwrap();
    for name in ["main.py", "classmate.py"] {
        fs::copy(label.join(name), moodle("Dora", 11).join(name)).unwrap();
    }
    zip(&python(course, "colours", "colours"), &moodle("Eve", 12).join("oska.zip"));
    zip(&export, &file("Course-Oska-77.zip"));
    let caller = python(course, "Finn", "caller");
    let makefile = "oska: classmate.c\n\tcc -O1 -w -o oska classmate.c\n";
    tar(
        &course.folder("Gina", &[("classmate.c", &engine("classmate.c")), ("Makefile", makefile)]),
        &file("Gina.tar"),
        false,
    );
    zip(&course.folder("hans", &[("Classmate.java", &engine("Classmate.java"))]), &file("hans.zip"));
    for (language, name) in [("cpp", "Ivan"), ("rust", "Judy")] {
        let folder = course.0.join("made").join(name);
        fs::create_dir_all(folder.parent().unwrap()).unwrap();
        run_in(&course.0, ["starter", "oska", "--language", language, folder.to_str().unwrap()]).output();
    }
    tar(&course.0.join("made/Judy"), &file("Judy.tgz"), true);
    // And five that go wrong.
    zip(&course.folder("Karl", &[("main.c", "int main( {\n")]), &file("Karl.zip"));
    let hang = course.folder("Lena", &[("main.py", HANG), ("classmate.py", &engine("classmate.py"))]);
    let flood = "input('Who moves first, (h)uman or (c)omputer? ')\nwhile True: print('A1B2 ' * 1000)\n";
    let flood = course.folder("Mona", &[("flood.py", flood)]);
    let bomb = course.folder("Nero", &[]);
    fs::write(bomb.join("zeros.py"), vec![0; 8 << 20]).unwrap();
    zip(&bomb, &file("Nero.zip"));
    let links = course.folder("Olga", &[("main.py", "print(open('secret').read())\n")]);
    symlink("/etc/passwd", links.join("secret")).unwrap();
    let shown = |path: PathBuf| path.to_str().unwrap().to_owned();
    let archives = ["Ada.zip", "Bob.tar.gz", "Course-Oska-77.zip", "Gina.tar", "Judy.tgz", "Karl.zip", "Nero.zip"];
    let mut files: Vec<String> = archives.iter().map(|name| shown(file(name))).collect();
    files.extend([numbers, caller, course.0.join("made/Ivan"), hang, flood, links].map(shown));
    files
}

/// The settings of a class with short games and a short rubric.
fn configure(course: &Course) {
    let path = course.0.join("C/class.toml");
    let text = fs::read_to_string(&path).unwrap();
    let mut changed = text.clone();
    for (old, new) in [
        ("# rubric = \"rubric.toml\" ", "rubric = \"rubric.toml\" "),
        ("# concurrency = 1 ", "concurrency = 2 "),
        ("# trial-games = 6 ", "trial-games = 2 "),
        ("timemargin = 200 ", "timemargin = 10000 "),
        ("# rounds = 6 ", "rounds = 2 "),
        ("# levels = [1, 3, 5] ", "levels = [1] "),
        ("# names = \"pseudonyms\" ", "names = \"first=1\" "),
        ("# reviews = 3 ", "reviews = 1 "),
    ] {
        assert!(changed.contains(old), "{old}");
        changed = changed.replace(old, new);
    }
    // What hangs is to be seen soon.
    changed = changed.replace("st = 5 ", "st = 1 ");
    changed += "\n[[student]]\nname = \"Lena\"\ntimemargin = 1000\n";
    fs::write(&path, changed).unwrap();
    fs::write(course.0.join("C/rubric.toml"), RUBRIC).unwrap();
    // The same pairings each time.
    fs::write(course.0.join("C/secret.json"), "5\n").unwrap();
}

/// Only what takes moments.
const RUBRIC: &str = include_str!("course-rubric.toml");

/// Everybody who plays, with the protocol that is found.
const PLAYERS: [(&str, &str, &str); 10] = [
    ("Ada", "Python", "console"),
    ("Bob", "Python", "console"),
    ("Cleo", "Python", "console"),
    ("Dora", "Python", "console"),
    ("Eve", "Python", "console"),
    ("Finn", "Python", "oska"),
    ("Gina", "Makefile", "console"),
    (STRANGE, "Java", "console"),
    ("Ivan", "C++", "ugi"),
    ("Judy", "Cargo", "ugi"),
];

fn assert_prepared(course: &Course, table: &str) {
    for (name, built, protocol) in PLAYERS {
        let state = course.student(name);
        if built == "Java" && !is_installed("javac") {
            assert_eq!(state["build"]["error"], "javac is missing on this machine");
            continue;
        }
        assert_eq!((&state["build"]["kind"], &state["trial"]["plays"]), (&built.into(), &true.into()), "{state}");
        assert_eq!(state["trial"]["found"]["proto"], protocol, "{state}");
    }
    // The dialogue was found by trying.
    assert!(!course.student("Eve")["trial"]["found"]["dialogue"].as_array().unwrap().is_empty());
    for (name, place, sign) in [
        ("Karl", "/build/error", "error"),
        ("Lena", "/trial/fault", "it hung"),
        ("Mona", "/trial/fault", "it flooded its output"),
        ("Nero", "/refused", "it is a bomb"),
        ("Olga", "/refused", "it holds a link out of its folder: \"secret\" to \"/etc/passwd\""),
    ] {
        let state = course.student(name);
        let text = state.pointer(place).and_then(Value::as_str).unwrap_or_default();
        assert!(text.contains(sign), "{state}");
        let plays = if name == "Lena" { " in part " } else { " no " };
        assert!(table.lines().any(|line| line.starts_with(name) && line.contains(plays)), "{table}");
    }
}

#[test]
fn fifteen_hand_ins_become_grades_a_tournament_and_reports() {
    let course = Course::new("fifteen");
    course.class(&["init", "C", "--game", "oska"]).output();
    configure(&course);
    let files = hand_in(&course);
    let add: Vec<&str> = ["add", "C"].into_iter().chain(files.iter().map(String::as_str)).collect();
    course.class(&["add", "C", "--name", STRANGE, "hans.zip"]).output();
    // Killed while programs are built and tried. Whoever is done stays done.
    course.kill_at(&add, "trying Dora");
    let run = course.class(&add);
    assert_eq!(run.status, Some(0), "{run:?}");
    assert_prepared(&course, &run.stdout);
    // Again: nothing has changed.
    let again = course.class(&add);
    assert_eq!(again.status, Some(0), "{again:?}");
    assert!(!again.stderr.contains("building") && !again.stderr.contains("trying"), "{}", again.stderr);

    let graded = course.class(&["grade", "C"]);
    assert_eq!(graded.status, Some(0), "{graded:?}");
    let points = |text: &str| -> BTreeMap<String, f64> {
        let points = |line: &str| {
            let words: Vec<&str> = line.split("  ").map(str::trim).filter(|word| !word.is_empty()).collect();
            Some((words.first()?.to_string(), words.get(1)?.parse().ok()?))
        };
        text.lines().filter_map(points).collect()
    };
    let first = points(&graded.stdout);
    assert!(first["Ada"] > 0.0 && first["Judy"] > 0.0, "{first:?}");
    for name in ["Karl", "Nero", "Olga"] {
        assert_eq!(first[name], 0.0, "{first:?}");
    }
    let unchanged = course.class(&["grade", "C"]);
    assert_eq!(points(&unchanged.stdout), first);
    assert!(!unchanged.stderr.contains("grading Ada"), "{}", unchanged.stderr);
    // What an instructor decides who has looked stays, and nothing is graded for it.
    let grade = |words: &[&str]| run_in(&course.0, ["grade"].iter().chain(words).chain(&["C"]));
    let looked = grade(&["--student", "Ada", "--looked", "legal=1.5", "--json", "-"]);
    let check = |run: &Run| {
        let line = run.stdout.lines().rev().find(|line| line.starts_with('{')).map(json);
        let line = line.unwrap_or_else(|| panic!("{run:?}"));
        line["checks"].as_array().unwrap().iter().find(|check| check["id"] == "legal").unwrap()["points"].clone()
    };
    assert_eq!((looked.status, check(&looked)), (Some(0), 1.5.into()), "{looked:?}");
    assert_eq!(check(&grade(&["--student", "Ada", "--json", "-"])), 1.5, "it is saved");
    assert!(!looked.stderr.contains("grading Ada"), "{looked:?}");
    let after = run_in(&course.0, ["grade", "C", "--json", "-"]).complaint();
    assert!(after.contains("options come before the folder"), "{after}");
    assert!(grade(&["--looked", "legal=1"]).complaint().contains("without --student"));
    assert!(grade(&["--student", "Ada", "--looked", "no=1"]).complaint().contains("unknown check \"no\""));

    // Killed during the tournament.
    course.kill_at(&["play", "C"], "Finished game 3");
    let played = course.class(&["play", "C"]);
    assert_eq!(played.status, Some(0), "{played:?}");
    assert!(played.stdout.contains("Karl does not play: "), "{}", played.stdout);
    let report = |store: &str| run_in(&course.0, ["arena", "report", store, "--json", "-"]).output();
    let games: Vec<Value> = report("C/league/001.arena").lines().map(json).collect();
    // Eleven programs and a level in two rounds; without Java one has a bye.
    assert_eq!(games.len(), if is_installed("javac") { 24 } else { 20 });
    let faulty: Vec<&Value> = games.iter().filter(|game| !game["fault"].is_null()).collect();
    let hangs = |game: &&Value| game["fault"]["engine"] == "Lena" && game["fault"]["kind"] == "hang";
    assert!(!faulty.is_empty() && faulty.iter().all(hangs), "{faulty:#?}");

    // A new version: only it plays again.
    fs::write(course.0.join("made/Cleo/notes.py"), "# better\n").unwrap();
    course.class(&["add", "C", "made/Cleo"]).output();
    let second = course.class(&["play", "C"]);
    assert_eq!(second.status, Some(0), "{second:?}");
    let later: Vec<Value> = report("C/league/002.arena").lines().map(json).collect();
    let of_cleo = |games: &[Value]| {
        let own = |game: &&Value| game["south"] == "Cleo" || game["north"] == "Cleo";
        games.iter().filter(own).count()
    };
    let carried = games.len() - of_cleo(&games);
    assert!(second.stdout.contains(&format!("{carried} games of unchanged programs still count")), "{}", second.stdout);
    assert!(of_cleo(&later) >= 4, "{later:#?}");

    assert_reports(&course);
    let published = course.class(&["publish", "--class", "C", "site"]).output();
    assert!(published.contains(&format!("{} games in", later.len())), "{published}");
    assert!(fs::read_dir(course.0.join("site")).unwrap().count() > 0);
}

/// Each student sees the own dialogue and the names of few others.
fn assert_reports(course: &Course) {
    let written = course.class(&["report", "C"]).output();
    assert_eq!(written.lines().count(), 15, "{written}");
    let page = |name: &str| {
        let line =
            written.lines().find(|line| line.starts_with(&format!("{name}: "))).unwrap_or_else(|| panic!("{written}"));
        fs::read_to_string(line.rsplit(": ").next().unwrap()).unwrap()
    };
    let strange = page(STRANGE);
    assert!(!strange.contains("<b>Hans") && strange.contains("&lt;b&gt;Hans&lt;/b&gt;"), "markup in a name");
    let mut named = 0;
    for (name, ..) in PLAYERS {
        let page = page(name);
        assert!(page.contains("Slowest moves") && page.contains("Grade"), "{name}");
        let others = PLAYERS.iter().filter(|(other, ..)| *other != name && !other.contains('<'));
        let seen: Vec<&str> =
            others.map(|(other, ..)| *other).filter(|other| page.contains(&format!(">{other}<"))).collect();
        // The first of the table, and the three above.
        assert!(seen.len() <= 4, "{name} sees {seen:?}");
        named += seen.len();
    }
    assert!(named > 0, "nobody is named");
    let lena = page("Lena");
    assert!(lena.contains("It hung") && lena.contains("Expected: a move within the time limit."), "{lena}");
    let others = PLAYERS.iter().filter(|(name, ..)| *name != STRANGE);
    assert!(
        others.clone().all(|(name, ..)| !page(name).contains("Who moves first, (h)uman") || *name == "Bob"),
        "a dialogue"
    );
    assert!(page("Nero").contains("it is a bomb"));
}

/// With Debian's repository, or any other that is there: a project that needs no plugin builds everywhere.
#[test]
fn maven_builds_offline_in_the_sandbox() {
    if !is_installed("mvn") {
        eprintln!("skipped: Maven is not installed");
        return;
    }
    let course = Course::new("maven");
    course.class(&["init", "C", "--game", "oska"]).output();
    let text = fs::read_to_string(course.0.join("C/class.toml")).unwrap();
    fs::write(course.0.join("C/class.toml"), text.replace("# trial-games = 6 ", "trial-games = 1 ")).unwrap();
    let pom = "<project xmlns='http://maven.apache.org/POM/4.0.0'><modelVersion>4.0.0</modelVersion><groupId>edu</groupId>\
               <artifactId>oska</artifactId><version>1</version><packaging>pom</packaging></project>";
    let main = "class Main { public static void main(String[] words) { System.exit(3); } }";
    course.folder("Ada", &[("pom.xml", pom), ("Main.java", main)]);
    course.class(&["add", "C", "made/Ada"]).output();
    let ada = course.student("Ada");
    assert_eq!((&ada["build"]["kind"], &ada["build"]["error"]), (&"Maven".into(), &Value::Null), "{ada}");
    let folder = fs::read_dir(course.0.join("C/handins")).unwrap().next().unwrap().unwrap().path();
    let log = fs::read_to_string(folder.join("build.log")).unwrap();
    assert!(log.contains("mvn") && log.contains("BUILD SUCCESS"), "{log}");
}
