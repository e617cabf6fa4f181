//! `skirmish learn`: a lesson in line mode.

use std::io::{self, Write};
use std::path::Path;
use std::{fs, str};

use anyhow::{Context, anyhow};
use skirmish_games::GameId;
use skirmish_lessons::{Lesson, LessonQuestion, Verdict};
use skirmish_play::{save_text, saved_text};
use skirmish_session::{LESSON_WORDS, LessonReply, LessonSession, Preferences};

use crate::arguments::LearnArgs;
use crate::columns::{aligned, wrapped};
use crate::console::{self, ConsoleStyle, Prompt};

/// The maximum size of a lesson file.
const MAX_LESSON_BYTES: usize = 1 << 20;

/// The width of the text.
const TEXT_COLUMNS: usize = 78;

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
    let session = LessonSession::new(lesson, first);
    let style = ConsoleStyle::detect(arguments.style);
    let mut prompt = console::open_prompt(out, style)?;
    let resumed = arguments.step.is_none() && first > 0;
    LessonPrompt { session, preferences: preferences.as_mut(), resumed, prompt: &mut prompt }.run()
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

/// A lesson in line mode.
struct LessonPrompt<'a, 'b> {
    session: LessonSession,
    /// The preferences, if progress is saved.
    preferences: Option<&'a mut Preferences>,
    /// Whether the lesson was resumed.
    resumed: bool,
    prompt: &'a mut Prompt<'b>,
}

impl LessonPrompt<'_, '_> {
    fn run(mut self) -> anyhow::Result<()> {
        let info = self.session.lesson().game().info();
        self.prompt.say(format!("{}: a lesson in {}.", info.name, steps(self.session.lesson())))?;
        let example = self.session.step().example();
        self.paragraph(&format!("Type your answer, for example {example}, or type help. This is only practice."))?;
        if self.resumed {
            self.paragraph("You continue where you left off. Type back to see earlier steps.")?;
        }
        self.show()?;
        while let Some(line) = self.ask()?
            && self.run_command(&line)?
        {}
        Ok(self.prompt.say("Goodbye.")?)
    }

    /// Writes a paragraph.
    fn paragraph(&mut self, text: &str) -> io::Result<()> {
        self.prompt.say(wrapped(text, TEXT_COLUMNS))
    }

    /// Shows the step, from its title to its question.
    fn show(&mut self) -> io::Result<()> {
        let (number, all) = (self.session.number() + 1, self.session.lesson().steps().len());
        let step = self.session.step().clone();
        self.prompt.say(format!("\nStep {number} of {all}: {}\n", step.title))?;
        self.board()?;
        for paragraph in &step.text {
            self.paragraph(paragraph)?;
            self.prompt.say("")?;
        }
        self.paragraph(&step.ask)
    }

    fn board(&mut self) -> io::Result<()> {
        let game = self.session.board();
        let view = game.view();
        self.prompt.say(self.prompt.style.board(&view, game.last_move().as_ref()))?;
        view.notes.iter().try_for_each(|note| self.prompt.say(format!("{note}\n")))
    }

    /// Asks for an answer, or waits for Enter after a solved step.
    fn ask(&mut self) -> io::Result<Option<String>> {
        if self.session.is_solved() {
            return self.prompt.ask("Press Enter to continue: ", &["back", "again", "quit"].map(str::to_owned));
        }
        let step = self.session.step();
        let answers: Vec<String> = match step.question {
            LessonQuestion::IsLegal(_) => ["yes", "no"].map(str::to_owned).into(),
            LessonQuestion::Action => step.board().legal_actions().into_iter().map(|action| action.text).collect(),
        };
        let words: Vec<String> = answers.into_iter().chain(LESSON_WORDS.map(str::to_owned)).collect();
        self.prompt.ask(self.session.prompt(), &words)
    }

    /// Runs a command or grades an answer. Returns whether the lesson continues.
    fn run_command(&mut self, line: &str) -> io::Result<bool> {
        match self.session.run_command(line) {
            LessonReply::Nothing => {}
            LessonReply::Said(text) => self.paragraph(&text)?,
            LessonReply::Step => self.show()?,
            LessonReply::Graded(verdict, text) => self.graded(verdict, &text)?,
            LessonReply::Rules => self.prompt.say(self.session.lesson().game().rules().trim_end())?,
            LessonReply::Help => self.paragraph(&help(&self.session.step().example()))?,
            LessonReply::Quit => return Ok(false),
            LessonReply::Over => {
                let id = self.session.lesson().game();
                self.prompt.say("")?;
                self.paragraph("That was the last step. Now play against a beginner:")?;
                self.prompt.say(format!("\n  skirmish play {id} --level 1\n"))?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn graded(&mut self, verdict: Verdict, text: &[String]) -> io::Result<()> {
        if verdict == Verdict::Right {
            self.note()?;
            self.prompt.say("")?;
        }
        match verdict {
            Verdict::Unreadable => self.paragraph(&format!("{} Type help for the commands.", text.join(" ")))?,
            _ => text.iter().try_for_each(|sentence| self.paragraph(sentence))?,
        }
        if verdict == Verdict::Right && self.session.step().question == LessonQuestion::Action {
            self.prompt.say("")?;
            self.board()?;
            let ending = self.session.board().ending();
            if !ending.is_empty() {
                self.paragraph(&ending)?;
            }
        }
        if verdict != Verdict::Right && self.session.failures() == 2 && self.session.step().hint.is_some() {
            self.paragraph("(Type hint for a hint, or show for the answer.)")?;
        }
        Ok(())
    }

    /// Saves the progress. The lesson continues even if that fails.
    fn note(&mut self) -> io::Result<()> {
        let Some(preferences) = &mut self.preferences else { return Ok(()) };
        preferences.progress.mark_done(self.session.lesson().game(), self.session.number());
        match preferences.save(save_text) {
            Ok(()) => Ok(()),
            Err(error) => self.prompt.say(format!("(Your progress cannot be saved: {error}.)")),
        }
    }
}

/// The help text, with an example of an answer.
fn help(example: &str) -> String {
    format!(
        "Type your answer, for example {example}. A move is its two squares, from and to; answer a proposal with accept or \
         refuse, and a question with yes or no. Commands: hint (help with this step), show (the answer), board (show the step \
         again), skip (the next step), back (the previous step), rules (the rules of the game), quit."
    )
}
