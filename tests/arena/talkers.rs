//! Twelve styles of telling a move, in Python and in C, as root and as an ordinary user: no fault, and every game has the moves that
//! the program really made, which it writes to a file.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::support::{Run, finish, json, program, skirmish};

const STYLES: [&str; 12] = [
    "plan",
    "mirrored",
    "candidates",
    "debug",
    "arrows",
    "redrawn",
    "history",
    "named",
    "brackets",
    "forking",
    "echo",
    "deepening",
];

/// An ordinary user, for tests that run as root.
const NOBODY: u32 = 65534;

/// A language with the game that is played in it, and its board's width and height.
#[derive(Clone, Copy, PartialEq)]
enum Language {
    Python,
    C,
}

impl Language {
    fn game(self) -> (&'static str, u8, u8) {
        match self {
            Language::Python => ("trench", 7, 7),
            Language::C => ("hiya", 7, 8),
        }
    }

    fn command(self, folder: &Path, style: &str, moves: &Path) -> String {
        let program = match self {
            Language::Python => format!("python3 {}", folder.join("talker.py").display()),
            Language::C => folder.join("talker").display().to_string(),
        };
        format!("{program} {style} {} {}", self.game().0, moves.display())
    }
}

/// A folder that the user may write to and whose path it may enter, with the programs.
struct Workshop {
    folder: PathBuf,
    user: Option<u32>,
}

impl Workshop {
    fn new(name: &str, user: Option<u32>) -> Workshop {
        let folder = std::env::temp_dir().join(format!("skirmish-talkers-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).unwrap();
        let engines = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/engines");
        fs::copy(engines.join("talker.py"), folder.join("talker.py")).unwrap();
        let mut compiler = Command::new("cc");
        compiler.args(["-O1", "-w", "-o"]).arg(folder.join("talker")).arg(engines.join("talker.c"));
        assert!(compiler.status().unwrap().success());
        if user.is_some() {
            fs::copy(&skirmish()[0], folder.join("skirmish")).unwrap();
        }
        Workshop { folder, user }
    }

    fn arena(&self, arguments: &[&str]) -> Run {
        let mut command = program(["arena"].iter().chain(arguments));
        if let Some(user) = self.user {
            command = Command::new(self.folder.join("skirmish"));
            command.arg("arena").args(arguments).uid(user).gid(user).env("HOME", &self.folder);
            command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
            command.stderr(std::process::Stdio::piped());
        }
        finish(command.current_dir(&self.folder), b"")
    }

    /// Plays these styles against a random player, and returns the games.
    fn play(&self, language: Language, styles: &[&str]) -> Vec<Value> {
        let (game, ..) = language.game();
        let store = format!("{game}-{}.arena", styles[0]);
        let mut words = vec!["run".to_owned(), "--store".into(), store.clone(), "--game".into(), game.into()];
        words.extend(["--format", "gauntlet", "--rounds", "1"].map(str::to_owned));
        words.extend(["--engine", "builtin=random", "name=random"].map(str::to_owned));
        for style in styles {
            let command = format!("cmd={}", language.command(&self.folder, style, &self.moves(language, style)));
            words.extend(["--engine".into(), command, format!("name={style}"), "proto=console".into()]);
        }
        words.extend(["--concurrency", "2", "--each", "st=5", "timemargin=60000"].map(str::to_owned));
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let run = self.arena(&words);
        assert_eq!(run.status, Some(0), "{run:?}");
        self.arena(&["report", &store, "--json", "-"]).output().lines().map(json).collect()
    }

    fn moves(&self, language: Language, style: &str) -> PathBuf {
        self.folder.join(format!("{}-{style}", language.game().0))
    }

    /// The moves that a program wrote down, in the games in which it moved first (true) and second.
    fn written(&self, language: Language, style: &str) -> BTreeMap<bool, Vec<String>> {
        let text = fs::read_to_string(self.moves(language, style)).unwrap();
        let line = |line: &str| {
            let mut words = line.split_whitespace();
            (words.next() == Some("first"), words.map(str::to_owned).collect())
        };
        text.lines().filter(|line| !line.is_empty()).map(line).collect()
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The move on the real board of a program that believes to be at the top, and is South.
fn turned(language: Language, text: &str) -> String {
    let (_, width, height) = language.game();
    let mut bytes = text.as_bytes().to_vec();
    for square in bytes.chunks_exact_mut(2) {
        (square[0], square[1]) = (b'A' + b'A' + width - 1 - square[0], b'1' + b'1' + height - 1 - square[1]);
    }
    String::from_utf8(bytes).unwrap()
}

/// Whether a program's moves in a game are those that it wrote down.
fn assert_same_moves(workshop: &Workshop, language: Language, game: &Value) {
    let is_south = game["north"] == "random";
    let style = game[if is_south { "south" } else { "north" }].as_str().unwrap();
    assert!(game["fault"].is_null(), "{style}: {}", game["fault"]);
    let side = if is_south { "south" } else { "north" };
    let actions = game["actions"].as_array().unwrap().iter().filter(|action| action["side"] == side);
    let booked: Vec<&str> = actions.map(|action| action["action"].as_str().unwrap()).collect();
    // South moves first in these games.
    let written = workshop.written(language, style);
    let real: Vec<String> =
        written[&is_south].iter().map(|text| if is_south { turned(language, text) } else { text.clone() }).collect();
    assert!(!booked.is_empty() && booked == real, "{style} as {side}: booked {booked:?}, made {real:?}");
}

fn check(name: &str, user: Option<u32>, plan: &[(Language, Vec<&str>)]) {
    let workshop = Workshop::new(name, user);
    for (language, styles) in plan {
        let games = workshop.play(*language, styles);
        assert_eq!(games.len(), 2 * styles.len());
        games.iter().for_each(|game| assert_same_moves(&workshop, *language, game));
    }
    // An illegal labelled move loses for that move, whatever list of legal ones follows.
    for (language, _) in plan {
        let games = workshop.play(*language, &["cheat"]);
        assert_eq!(games.len(), 2);
        for game in games {
            let detail = game["fault"]["detail"].as_str().unwrap();
            assert_eq!((&game["fault"]["kind"], &game["winner"]), (&"illegal".into(), &"random".into()), "{game}");
            assert!(detail.ends_with('.') && detail.contains(": "), "{detail}");
            let is_south = game["south"] == "cheat";
            let own =
                game["actions"].as_array().unwrap().iter().filter(|action| (action["side"] == "south") == is_south);
            assert_eq!(own.count(), 2, "{game}");
            let illegal = workshop.written(*language, "cheat")[&is_south].last().unwrap().clone();
            let illegal = if is_south { turned(*language, &illegal) } else { illegal };
            assert!(detail.starts_with(&format!("\"{illegal}\"")), "{illegal}: {detail}");
        }
    }
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n")
}

/// The sample of `./test` has every style once in each language, half of them as each user.
#[test]
fn every_style_is_understood_by_every_user() {
    let all = std::env::var_os("SKIRMISH_ALL").is_some();
    let half =
        |odd: usize| STYLES.iter().enumerate().filter(move |(at, _)| all || at % 2 == odd).map(|(_, style)| *style);
    let plan = |odd: usize| {
        // Programs with children differ for an ordinary user: that style is always tried.
        let with_children = |styles: Vec<&'static str>| match styles.contains(&"forking") {
            true => styles,
            false => [styles, vec!["forking"]].concat(),
        };
        [(Language::Python, with_children(half(odd).collect())), (Language::C, with_children(half(1 - odd).collect()))]
    };
    if is_root() {
        check("root", None, &plan(0));
        check("user", Some(NOBODY), &plan(1));
    } else {
        check("user", None, &plan(0));
        check("user", None, &plan(1));
    }
}
