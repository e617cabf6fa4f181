//! The full screen in a pseudo-terminal: whole games by arrows, by mouse and by typing.
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use crate::screen::{DOWN, ENTER, ESC, LEFT, RIGHT, Screen, TAB, UP};
use crate::support::{finish, state};
use rexpect::process::Signal;
use skirmish_board::{Action, ActionKind, View, texts};
use skirmish_games::GameId;
use skirmish_oracle::Random;
use skirmish_play::{AnyGame, Record, SavedGames, load, new_game};

/// The default size; `./test --all` also tries others.
const DEFAULT_SIZE: (u16, u16) = (80, 24);

fn sizes() -> Vec<(u16, u16)> {
    if env::var_os("SKIRMISH_ALL").is_some() { vec![DEFAULT_SIZE, (120, 40), (60, 20)] } else { vec![DEFAULT_SIZE] }
}

/// The program with arguments; it saves games in `state`.
pub(crate) fn program(arguments: &[&str], state: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skirmish"));
    command.args(arguments).env("SKIRMISH_STATE", state).env("TERM", "xterm-256color").env("LC_ALL", "C.UTF-8");
    for unwanted in ["NO_COLOR", "SKIRMISH_PLAIN", "COLORTERM", "COLORFGBG"] {
        command.env_remove(unwanted);
    }
    command
}

/// A short complete game, always the same: the shortest of a hundred random games.
fn script(game: GameId) -> Vec<Action> {
    let played = |seed| {
        let mut random = Random::new(seed);
        let mut record = Record::new(new_game(game));
        while record.result.is_none() {
            let legal = record.game().legal_actions();
            let action = legal[random.below(legal.len())].clone();
            record.perform(&action, None);
        }
        record.steps().iter().map(|step| step.action.clone()).collect::<Vec<_>>()
    };
    (0..100).map(played).min_by_key(Vec::len).unwrap()
}

/// A game of two people on the full screen.
struct Match {
    screen: Screen,
    game: Box<dyn AnyGame>,
    state: PathBuf,
    columns: u16,
}

impl Match {
    fn start(game: GameId, size: (u16, u16)) -> Match {
        let state = state();
        let screen = Screen::start(program(&["play", &game.to_string(), "--vs", "human"], &state), size);
        screen.see("each moves in turn");
        Match { screen, game: new_game(game), state, columns: size.0 }
    }

    /// Waits until the screen reports an action.
    #[track_caller]
    fn done(&mut self, action: &Action) {
        self.game.perform(action);
        let word = match action.kind {
            ActionKind::Accept => "accepts ".to_owned(),
            ActionKind::Refuse => "refuses ".to_owned(),
            ActionKind::Pass => "passes.".to_owned(),
            ActionKind::Move if self.game.accept_refuse().is_some() => format!("proposes {action}"),
            ActionKind::Move => format!("plays {action}"),
        };
        let over = self.game.outcome().is_some();
        self.screen.see(if over { "The game is over:" } else { &word });
    }

    /// Quits, and returns the saved actions.
    fn saved_actions(&mut self) -> Vec<String> {
        self.screen.send("quit\r");
        assert_eq!(self.screen.leaves(), 0);
        self.screen.is_sane();
        let file = fs::read_dir(self.state.join("games")).unwrap().next().unwrap().unwrap().path();
        load(&file).unwrap().steps().iter().map(|step| step.action.text.clone()).collect()
    }

    /// The square of the cursor, from the message line.
    fn cursor(&self) -> Option<String> {
        let lines = self.screen.lines();
        let said = lines.iter().rev().nth(if self.columns < 80 { 4 } else { 3 })?.trim();
        let words: Vec<&str> = said.split_whitespace().collect();
        let action = match words[..] {
            ["Enter", "plays" | "proposes", action, ..] => action,
            [first, ..] => first,
            [] => return None,
        };
        let action = action.trim_end_matches(['.', ':', ',']);
        let squares = self.game.named_squares(action).map(|squares| squares.to);
        squares.or_else(|| {
            self.game
                .view()
                .rows
                .iter()
                .flat_map(|row| &row.cells)
                .find(|cell| cell.square == action)
                .map(|cell| cell.square.clone())
        })
    }

    /// Moves the cursor to a square.
    #[track_caller]
    fn move_cursor_to(&mut self, goal: &str) {
        let view = self.game.view();
        loop {
            // The message may be about the last move; after one key it is about the square.
            let Some(here) = self.cursor() else {
                self.screen.send(LEFT);
                self.screen.wait_for("a square", |_| self.cursor().is_some());
                continue;
            };
            let keys = arrow_keys(&view, &here, goal);
            if keys.is_empty() {
                return;
            }
            self.screen.send(&keys);
            // Wait only for the effect of the last key.
            let single = keys.len() == UP.len();
            self.screen
                .wait_for("another square", |_| self.cursor().is_some_and(|now| now == goal || single && now != here));
        }
    }

    fn by_arrows(&mut self, action: &Action) {
        match &action.squares {
            Some(squares) => {
                self.move_cursor_to(&squares.from);
                self.screen.send(ENTER);
                self.screen.wait_for("a piece in the hand", |text| text.contains("is selected"));
                self.move_cursor_to(&squares.to);
                self.screen.wait_for("what the move does", |text| text.contains(&action.text));
                self.screen.send(ENTER);
            }
            None => {
                // Accept is the first button.
                let tabs = if action.kind == ActionKind::Refuse { &["Accept", "Refuse"][..] } else { &[label(action)] };
                for label in tabs {
                    self.screen.send(TAB);
                    self.screen.see(&format!("<{label}>"));
                }
                self.screen.send(ENTER);
            }
        }
        self.done(action);
    }

    fn by_mouse(&mut self, action: &Action) {
        match &action.squares {
            Some(squares) => {
                let at = screen_position(&self.screen, &self.game.view(), &squares.from);
                self.screen.click(at);
                self.screen.wait_for("a piece in the hand", |text| text.contains("is selected"));
                let at = screen_position(&self.screen, &self.game.view(), &squares.to);
                self.screen.click(at);
            }
            None => self.screen.click_on(&format!("[{}]", label(action))),
        }
        self.done(action);
    }

    fn by_typing(&mut self, action: &Action) {
        self.screen.send(&format!("{}\r", action.text.to_lowercase()));
        self.done(action);
    }
}

fn label(action: &Action) -> &'static str {
    match action.kind {
        ActionKind::Accept => "Accept",
        ActionKind::Refuse => "Refuse",
        _ => "Pass",
    }
}

/// The arrow keys from one square to another; on an hourglass only the first one.
fn arrow_keys(view: &View, from: &str, to: &str) -> String {
    let find = |square: &str| {
        let rows = view.rows.iter().enumerate();
        let mut cells =
            rows.flat_map(|(row, cells)| cells.cells.iter().enumerate().map(move |(at, cell)| (row, at, cell)));
        cells.find(|(_, _, cell)| cell.square == square).map(|(row, column, _)| (row, column)).unwrap()
    };
    let ((row, column), (goal_row, goal_column)) = (find(from), find(to));
    let (rows, columns) = (goal_row as i32 - row as i32, goal_column as i32 - column as i32);
    let rectangle = view.rows.iter().all(|row| row.cells.len() == view.rows[0].cells.len());
    let times = |count: i32| if rectangle { count.unsigned_abs() as usize } else { usize::from(count != 0) };
    let vertical = if rows < 0 { UP } else { DOWN }.repeat(times(rows));
    if !rectangle && rows != 0 {
        return vertical;
    }
    vertical + &if columns < 0 { LEFT } else { RIGHT }.repeat(times(columns))
}

/// The position of a square on the screen, found by the axes or by the square's name.
#[track_caller]
fn screen_position(screen: &Screen, view: &View, square: &str) -> (usize, usize) {
    let lines = screen.lines();
    let rectangle = view.rows.iter().all(|row| row.cells.len() == view.rows[0].cells.len());
    let (letter, number) = square.split_at(1);
    if rectangle {
        let is_axis = |line: &&String| {
            let letters: Vec<String> = ('A'..='Z').take(view.rows[0].cells.len()).map(String::from).collect();
            // A move may follow on the same line.
            line.split_whitespace().take(letters.len()).eq(letters.iter().map(String::as_str))
        };
        let axis = lines.iter().find(is_axis).unwrap_or_else(|| panic!("no letters:\n{}", screen.text()));
        let column = axis.find(letter).unwrap();
        let row = lines.iter().position(|line| line.trim_start().split(' ').next() == Some(number)).unwrap();
        return (column, row);
    }
    let named = |line: &String| {
        // Not part of a move in the list.
        let alone = |at: usize| {
            let (before, after) = (&line[..at], &line[at + square.len()..]);
            !before.ends_with(|c: char| c.is_ascii_digit()) && !after.starts_with(|c: char| c.is_alphanumeric())
        };
        let at = line.match_indices(square).find(|(at, _)| alone(*at));
        at.map(|(at, _)| line[..at].chars().count())
    };
    let found = lines.iter().enumerate().skip(1).find_map(|(row, line)| Some((named(line)?, row)));
    found.unwrap_or_else(|| panic!("no {square}:\n{}", screen.text()))
}

/// Plays the script of every game at every size.
fn play_scripts(play: fn(&mut Match, &Action)) {
    for size in sizes() {
        for game in GameId::all() {
            let script = script(game);
            let mut game = Match::start(game, size);
            script.iter().for_each(|action| play(&mut game, action));
            assert_eq!(game.saved_actions(), texts(&script));
        }
    }
}

#[test]
fn whole_games_are_played_by_arrows_alone() {
    play_scripts(Match::by_arrows);
}

#[test]
fn whole_games_are_played_by_mouse_alone() {
    play_scripts(Match::by_mouse);
}

/// The number of screens per game to compare, from the first to the last.
const SNAPSHOTS: usize = 6;

#[test]
fn whole_games_are_played_by_typing_and_look_as_they_did() {
    for size in sizes() {
        for id in GameId::all() {
            let script = script(id);
            let mut game = Match::start(id, size);
            let wanted: Vec<usize> = (0..SNAPSHOTS).map(|index| index * script.len() / (SNAPSHOTS - 1)).collect();
            let mut album = String::new();
            for played in 0..=script.len() {
                if played > 0 {
                    game.by_typing(&script[played - 1]);
                }
                if wanted.contains(&played) {
                    album += &format!("== after {played} actions ==\n{}\n", stable_screen(&game.screen));
                }
            }
            compare(&format!("{}-{}x{}.txt", id.info().id, size.0, size.1), &album);
            assert_eq!(game.saved_actions(), texts(&script));
        }
    }
}

/// The screen without short-lived texts and with clocks set to 0:00.
fn stable_screen(screen: &Screen) -> String {
    let rests = |text: &str| {
        let lines: Vec<&str> = text.lines().collect();
        // Only the board; messages below it may contain the same words.
        let board = lines.get(1..lines.len().saturating_sub(6)).unwrap_or_default();
        // Beside the board, a note says which move "was refused:".
        !board.iter().any(|line| line.replace("refused:", "").contains("refused") || line.contains("Hi-YA!"))
    };
    let text = screen.wait_for("a screen at rest", rests);
    let clock = regex_lite::Regex::new(r"\b\d+:\d\d\b").unwrap();
    text.lines().map(|line| clock.replace_all(line, "0:00").trim_end().to_owned() + "\n").collect()
}

/// Compares with the stored screens; SKIRMISH_WRITE=1 rewrites them.
fn compare(name: &str, album: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/screens").join(name);
    if env::var_os("SKIRMISH_WRITE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, album).unwrap();
    }
    let saved = fs::read_to_string(&path).unwrap_or_default();
    for (line, (saved, seen)) in (1..).zip(saved.lines().zip(album.lines())) {
        assert_eq!(saved, seen, "{name}, line {line}: left is saved, right is seen\n{album}");
    }
    assert_eq!(saved.lines().count(), album.lines().count(), "{name}");
}

#[test]
fn the_screen_follows_another_size_in_the_middle_of_a_game() {
    let mut game = Match::start(GameId::parse("hiya").unwrap(), DEFAULT_SIZE);
    let script = script(GameId::parse("hiya").unwrap());
    game.by_arrows(&script[0]);
    for (columns, rows) in [(120, 40), (60, 20), (100, 30)] {
        game.screen.resize(columns, rows);
        // The title fills the width, and board, prompt and keys are there.
        let whole = |text: &str| {
            let title = text.lines().next().unwrap_or_default().chars().count();
            title + 1 == usize::from(columns)
                && ["F10 Quit", " G", "North's move:"].iter().all(|part| text.contains(part))
        };
        game.screen.wait_for("the whole board", whole);
    }
    // A terminal that is too small says so; the game continues afterwards.
    game.screen.resize(50, 15);
    game.screen.see("Skirmish needs 60 columns and 20 rows");
    game.screen.resize(80, 24);
    game.screen.see("F10 Quit");
    game.by_mouse(&script[1]);
    assert_eq!(game.saved_actions(), texts(&script[..2]));
}

#[test]
fn signals_leave_the_terminal_and_the_game_as_they_were() {
    let signals = [(Signal::SIGTERM, 143), (Signal::SIGHUP, 129), (Signal::SIGINT, 130), (Signal::SIGQUIT, 131)];
    for (signal, status) in signals {
        let mut game = Match::start(GameId::parse("oska").unwrap(), DEFAULT_SIZE);
        let first = script(GameId::parse("oska").unwrap())[0].clone();
        game.by_typing(&first);
        game.screen.signal(signal);
        assert_eq!(game.screen.leaves(), status);
        game.screen.is_sane();
        let file = fs::read_dir(game.state.join("games")).unwrap().next().unwrap().unwrap().path();
        assert_eq!(load(&file).unwrap().steps().len(), 1);
    }
}

#[test]
fn a_suspended_program_gives_the_terminal_back_and_takes_it_again() {
    let mut game = Match::start(GameId::parse("oska").unwrap(), DEFAULT_SIZE);
    let shown = game.screen.text();
    for _ in 0..2 {
        game.screen.signal(Signal::SIGTSTP);
        game.screen.is_sane();
        game.screen.resume("the same screen", |screen| screen.is_raw() && screen.text() == shown);
    }
    game.by_typing(&script(GameId::parse("oska").unwrap())[0].clone());
}

/// Line mode has the terminal in raw mode while a line is edited.
#[test]
fn signals_leave_the_terminal_of_line_mode_as_it_was() {
    for signal in [Signal::SIGTERM, Signal::SIGHUP, Signal::SIGQUIT] {
        let command = program(&["play", "hiya", "--plain", "--first", "--hash", "1"], &state());
        let mut screen = Screen::start(command, DEFAULT_SIZE);
        screen.see("Your move:");
        screen.wait_for("raw mode", |_| screen.is_raw());
        screen.signal(Signal::SIGTSTP);
        screen.is_sane();
        screen.resume("raw mode", Screen::is_raw);
        screen.send("moves a3\r");
        screen.see("A3B4");
        screen.wait_for("raw mode", |_| screen.is_raw());
        screen.signal(signal);
        screen.ends_by(signal);
        screen.is_sane();
    }
}

#[test]
fn a_game_open_in_two_terminals_loses_no_move() {
    let mut game = Match::start(GameId::parse("oska").unwrap(), DEFAULT_SIZE);
    let moves = script(GameId::parse("oska").unwrap());
    game.by_typing(&moves[0]);
    // The screen shows a move before the file has it.
    let saved = SavedGames::at(game.state.join("games"));
    game.screen.wait_for("a saved game", |_| saved.games().iter().any(|game| game.record.is_ok()));
    let mut second = program(&["play", "--resume", "--plain"], &game.state);
    second.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let said = finish(&mut second, format!("{}\nquit\n", moves[1].text).as_bytes()).output();
    assert_eq!(said.matches("also open in another terminal").count(), 1, "{said}");
    for action in &moves[1..3] {
        game.by_typing(action);
    }
    game.screen.signal(Signal::SIGTERM);
    game.screen.leaves();
    let files = fs::read_dir(game.state.join("games")).unwrap().map(|file| file.unwrap().path());
    let mut steps: Vec<usize> = files.map(|file| load(&file).unwrap().steps().len()).collect();
    steps.sort_unstable();
    assert_eq!(steps, [2, 3], "the second terminal has a game of its own");
}

/// Run by [`a_panic_leaves_the_terminal_as_it_was`] on a terminal.
#[test]
#[ignore = "panics, at the terminal of another test"]
fn panics_at_a_terminal() {
    let _guard = skirmish_terminal::TerminalGuard::new().unwrap();
    panic!("as it should");
}

#[test]
fn a_panic_leaves_the_terminal_as_it_was() {
    let mut command = Command::new(env::current_exe().unwrap());
    command
        .args(["--exact", "full_screen::panics_at_a_terminal", "--ignored", "--nocapture"])
        .env("TERM", "xterm-256color");
    command.env("RUST_BACKTRACE", "0");
    let mut screen = Screen::start(command, DEFAULT_SIZE);
    assert_ne!(screen.leaves(), 0);
    screen.is_sane();
    // The message is written after the terminal is restored.
    screen.see("as it should");
}

#[test]
fn a_key_writes_little() {
    let mut game = Match::start(GameId::parse("gastank").unwrap(), (120, 40));
    game.move_cursor_to("D4");
    let mut most = 0;
    for key in [UP, DOWN, LEFT, RIGHT].repeat(5) {
        let (before, here) = (game.screen.written(), game.cursor());
        game.screen.send(key);
        game.screen.wait_for("another square", |_| game.cursor() != here && game.cursor().is_some());
        most = most.max(game.screen.written() - before);
    }
    // The whole screen would take more than ten thousand.
    assert!(most < 1_500, "{most} bytes for a key");
}

#[test]
fn the_engine_can_be_hurried_and_lines_typed_ahead_wait() {
    let state = state();
    let arguments = ["play", "trench", "--second", "--time", "50s", "--hash", "16", "--level", "10"];
    let mut screen = Screen::start(program(&arguments, &state), DEFAULT_SIZE);
    screen.see("RED FIVE thinks");
    // The cursor works while the engine thinks.
    screen.send(UP);
    screen.wait_for("a square", |text| !text.contains("You are South") && text.contains("RED FIVE thinks"));
    screen.send("b3a4\r");
    screen.see("waits for your turn");
    screen.send(ESC);
    screen.see("You play B3A4.");
    screen.see("RED FIVE thinks");
    screen.send("\u{3}");
    screen.see("RED FIVE plays");
    screen.send("quit\r");
    assert_eq!(screen.leaves(), 0);
    screen.is_sane();
    screen.see("The game is saved. Resume it with: skirmish play --resume");
}
