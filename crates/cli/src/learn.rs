//! `skirmish learn`: a lesson in line mode.

use std::io::{self, Write};
use std::path::Path;
use std::{fs, str};

use anyhow::{Context, anyhow};
use skirmish_games::GameId;
use skirmish_lessons::Lesson;
use skirmish_play::saved_text;
use skirmish_session::{LessonSession, Preferences};

use crate::arguments::LearnArgs;
use crate::columns::aligned;
use crate::console::{self, ConsoleStyle};
use crate::exercise::ExercisePrompt;

/// The maximum size of a lesson file.
const MAX_LESSON_BYTES: usize = 1 << 20;

/// The requested lesson and its first step, counted from 0.
pub fn opened(arguments: &LearnArgs, game: GameId) -> anyhow::Result<(Lesson, usize)> {
    let lesson = find(game, arguments.file.as_deref())?;
    let first = match arguments.step {
        Some(number) => number as usize - 1,
        // Progress is saved only for built-in lessons.
        None if arguments.file.is_none() => Preferences::recall(saved_text).progress.next(&lesson),
        None => 0,
    };
    if first >= lesson.steps().len() {
        return Err(anyhow!("--step: this lesson has {}", steps(&lesson)));
    }
    Ok((lesson, first))
}

/// Runs a lesson, checks it, or lists the lessons.
pub fn run(arguments: &LearnArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let Some(game) = arguments.game else {
        return Ok(list(out)?);
    };
    if arguments.check {
        let lesson = find(game, arguments.file.as_deref())?;
        return Ok(writeln!(out, "The lesson is complete ({}).", steps(&lesson))?);
    }
    let (lesson, first) = opened(arguments, game)?;
    let mut preferences = arguments.file.is_none().then(|| Preferences::recall(saved_text));
    let title = format!("{}: a lesson in {}.", game.info().name, steps(&lesson));
    let mut session = LessonSession::new(lesson, first);
    let style = ConsoleStyle::detect(arguments.style);
    let mut prompt = console::open_prompt(out, style)?;
    let resumed = arguments.step.is_none() && first > 0;
    let hint = resumed.then_some("You continue where you left off. Type back to see earlier steps.");
    ExercisePrompt { session: &mut session, preferences: preferences.as_mut(), prompt: &mut prompt }.run(&title, hint)
}

/// The lesson in a file, or the game's own lesson.
fn find(game: GameId, file: Option<&Path>) -> anyhow::Result<Lesson> {
    let Some(path) = file else {
        return Lesson::of(game)
            .ok_or_else(|| anyhow!("{} has no lesson: run skirmish rules {game} for its rules", game.info().name));
    };
    let place = || format!("--file: {}", path.display());
    // A read error is bad input, not an output error.
    let bytes = fs::read(path).map_err(|error| anyhow!("the file cannot be read: {error}")).with_context(place)?;
    if bytes.len() > MAX_LESSON_BYTES {
        return Err(anyhow!("the file is too large for a lesson, expected at most {MAX_LESSON_BYTES} bytes"))
            .with_context(place);
    }
    let text = str::from_utf8(&bytes).map_err(crate::values::not_utf8).with_context(place)?;
    let lesson = Lesson::parse(game, text).with_context(place)?;
    lesson.check().with_context(place)?;
    Ok(lesson)
}

/// The number of steps, as text.
fn steps(lesson: &Lesson) -> String {
    match lesson.steps().len() {
        1 => "1 step".to_owned(),
        count => format!("{count} steps"),
    }
}

/// Lists the lessons and the progress.
fn list(out: &mut impl Write) -> io::Result<()> {
    let progress = Preferences::recall(saved_text).progress;
    let mut rows = Vec::new();
    for game in GameId::all() {
        let Some(lesson) = Lesson::of(game) else { continue };
        let (done, steps) = (progress.count(&lesson), steps(&lesson));
        let standing = match done {
            0 => steps,
            _ if done == lesson.steps().len() => format!("all {steps} done"),
            _ => format!("{done} of {steps} done"),
        };
        rows.push([format!("  skirmish learn {}", game.info().id), format!("{}: {standing}", game.info().name)]);
    }
    writeln!(out, "The lessons:\n")?;
    aligned(&rows).into_iter().try_for_each(|line| writeln!(out, "{line}"))
}
