//! `skirmish puzzle` and `skirmish puzzles`: solves the puzzles of a game, lists them, and makes new ones.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;
use std::str;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use serde::Serialize;
use skirmish_board::quoted;
use skirmish_games::GameId;
use skirmish_play::{replace_file, saved_text};
use skirmish_puzzles::{Maker, MakerProgress, Puzzle, format_board, format_puzzles, parse_puzzles, stored};
use skirmish_session::messages::with_full_stop;
use skirmish_session::{Preferences, PuzzleSession};

use crate::arguments::{PuzzleArgs, PuzzleListArgs, PuzzleMakeArgs, PuzzlesCommand};
use crate::console::{self, ConsoleStyle};
use crate::exercise::ExercisePrompt;
use crate::progress;
use crate::snapshot::write_json;
use crate::values::not_utf8;

/// The file is written at least once in so many games.
const GAMES_BETWEEN_SAVES: u64 = 50;

/// A larger file is no file of puzzles.
const MAX_BYTES: u64 = 1 << 20;

/// A line of JSON output. The order of the fields is part of the format.
#[derive(Serialize)]
struct JsonPuzzle<'a> {
    id: &'a str,
    game: String,
    position: &'a str,
    kind: &'static str,
    solution: &'a [String],
    plies: u32,
    rating: u32,
    themes: Vec<&'static str>,
}

/// Runs a command about puzzles.
pub fn run(command: &PuzzlesCommand, out: &mut impl Write) -> anyhow::Result<()> {
    match command {
        PuzzlesCommand::List(arguments) => list(arguments, out),
        PuzzlesCommand::Make(arguments) => make(arguments, out),
    }
}

/// The requested puzzles, at the first to solve.
pub fn opened(arguments: &PuzzleArgs) -> anyhow::Result<PuzzleSession> {
    let game = arguments.game;
    let puzzles = of_game(game, arguments.file.as_deref())?;
    let progress = Preferences::recall(saved_text).puzzles;
    let at = match &arguments.id {
        Some(id) => puzzles.iter().position(|puzzle| puzzle.id == *id).ok_or_else(|| {
            anyhow!("--id: there is no puzzle {}; skirmish puzzles list {game} lists all", quoted(id))
        })?,
        None => puzzles.iter().position(|puzzle| !progress.is_solved(puzzle)).unwrap_or(0),
    };
    PuzzleSession::new(game, puzzles, at).ok_or_else(|| anyhow!("there are no puzzles of {}", game.info().name))
}

/// Lets the user solve puzzles in line mode.
pub fn solve(arguments: &PuzzleArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let mut session = opened(arguments)?;
    let mut preferences = arguments.file.is_none().then(|| Preferences::recall(saved_text));
    let mut prompt = console::open_prompt(out, ConsoleStyle::detect(arguments.style))?;
    let title = format!("Puzzles of {}", with_full_stop(arguments.game.info().name));
    ExercisePrompt { session: &mut session, preferences: preferences.as_mut(), prompt: &mut prompt }.run(&title, None)
}

/// The puzzles of a game, of all its sizes, from a file or stored.
fn of_game(game: GameId, file: Option<&Path>) -> anyhow::Result<Vec<Puzzle>> {
    let mut puzzles = match file {
        Some(path) => parse_puzzles(&read(path)?).with_context(|| path.display().to_string())?,
        None => parse_puzzles(stored(game))?,
    };
    puzzles.retain(|puzzle| puzzle.game.info().id == game.info().id);
    Ok(puzzles)
}

fn list(arguments: &PuzzleListArgs, out: &mut impl Write) -> anyhow::Result<()> {
    for puzzle in &of_game(arguments.game, arguments.file.as_deref())? {
        write_json(out, &json(puzzle))?;
    }
    Ok(())
}

fn json(puzzle: &Puzzle) -> JsonPuzzle<'_> {
    JsonPuzzle {
        id: &puzzle.id,
        game: format_board(puzzle.game),
        position: &puzzle.position,
        kind: puzzle.kind.id(),
        solution: &puzzle.solution,
        plies: puzzle.plies,
        rating: puzzle.rating,
        themes: puzzle.themes.iter().map(|theme| theme.id()).collect(),
    }
}

/// Reads a file of the user's.
fn read(path: &Path) -> anyhow::Result<String> {
    let place = || path.display().to_string();
    // A read error is bad input, not an output error.
    let unreadable = |error: io::Error| anyhow!("the file cannot be read: {error}");
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable).with_context(place)?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable).with_context(place)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(anyhow!("the file is too large, expected at most {MAX_BYTES} bytes")).with_context(place);
    }
    Ok(str::from_utf8(&bytes).map_err(not_utf8).with_context(place)?.to_owned())
}

/// Plays games until there are enough puzzles, and prints the file. What an earlier run saved is resumed.
fn make(arguments: &PuzzleMakeArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let game = GameId::parse(arguments.game.info().id)?;
    let path = arguments.folder.join(format!("{}.txt", game.info().id));
    let mut done = MakerProgress { seed: arguments.seed, games: 0 };
    let mut puzzles = Vec::new();
    if path.exists() {
        let text = read(&path)?;
        let resumed = MakerProgress::parse(&text);
        let Some(resumed) = resumed.filter(|resumed| resumed.seed == arguments.seed) else {
            bail!("{} is not from --seed {}, expected another folder", path.display(), arguments.seed);
        };
        (done, puzzles) = (resumed, parse_puzzles(&text).with_context(|| path.display().to_string())?);
    }
    fs::create_dir_all(&arguments.folder).with_context(|| arguments.folder.display().to_string())?;
    let started = Instant::now();
    let is_over = || arguments.time.is_some_and(|time| started.elapsed() >= time);
    let bar = progress::bar(puzzles.len() as u64, arguments.count as u64, "puzzles");
    let mut maker = Maker::new(game, arguments.seed, arguments.count, puzzles);
    let save = |maker: &Maker, done: &MakerProgress| -> io::Result<()> {
        replace_file(&path, format_puzzles(&done.comments(game), maker.puzzles()).as_bytes())
    };
    while !maker.is_done() && done.games < arguments.games && !is_over() {
        let found = maker.play(done.games, &AtomicBool::new(false));
        done.games += 1;
        if found > 0 || done.games.is_multiple_of(GAMES_BETWEEN_SAVES) {
            save(&maker, &done).with_context(|| path.display().to_string())?;
        }
        bar.set_position(maker.puzzles().len() as u64);
    }
    save(&maker, &done).with_context(|| path.display().to_string())?;
    bar.finish_and_clear();
    writeln!(out, "{}", path.display())?;
    Ok(())
}
