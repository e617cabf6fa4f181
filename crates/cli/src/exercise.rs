//! Lessons and puzzles in line mode.

use std::io;

use skirmish_lessons::Verdict;
use skirmish_play::save_text;
use skirmish_session::{AnswerKind, ExerciseReply, ExerciseSession, Preferences};

use crate::columns::wrapped;
use crate::console::Prompt;

/// The width of the text.
const TEXT_COLUMNS: usize = 78;

/// Exercises in line mode.
pub struct ExercisePrompt<'a, 'b> {
    /// The exercises.
    pub session: &'a mut dyn ExerciseSession,
    /// The preferences, if progress is saved.
    pub preferences: Option<&'a mut Preferences>,
    /// Where to ask.
    pub prompt: &'a mut Prompt<'b>,
}

impl ExercisePrompt<'_, '_> {
    /// Runs the exercises after a title and, if there is one, a sentence.
    pub fn run(mut self, title: &str, sentence: Option<&str>) -> anyhow::Result<()> {
        self.prompt.say(title)?;
        let example = self.session.example();
        self.paragraph(&format!("Type your answer, for example {example}, or type help. This is only practice."))?;
        sentence.map_or(Ok(()), |sentence| self.paragraph(sentence))?;
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

    /// Shows the exercise, from its title to its question.
    fn show(&mut self) -> io::Result<()> {
        let (place, title) = self.session.heading();
        let (first, rest) = place.split_at(1);
        self.prompt.say(format!("\n{}{rest}: {title}\n", first.to_uppercase()))?;
        self.board()?;
        for paragraph in &self.session.text() {
            self.paragraph(paragraph)?;
            self.prompt.say("")?;
        }
        self.paragraph(&self.session.question())
    }

    fn board(&mut self) -> io::Result<()> {
        let view = self.session.view();
        let last = self.session.board().last_move();
        self.prompt.say(self.prompt.style.board(&view, last.as_ref()))?;
        view.notes.iter().try_for_each(|note| self.prompt.say(format!("{note}\n")))
    }

    /// Asks for an answer, or waits for Enter.
    fn ask(&mut self) -> io::Result<Option<String>> {
        if self.session.is_waiting() {
            return self.prompt.ask("Press Enter to continue: ", &["back", "again", "quit"].map(str::to_owned));
        }
        let kind = self.session.answer_kind();
        let answers: Vec<String> = match kind {
            AnswerKind::YesNo => ["yes", "no"].map(str::to_owned).into(),
            AnswerKind::AcceptRefuse | AnswerKind::Move => {
                self.session.board().legal_actions().into_iter().map(|action| action.text).collect()
            }
        };
        let commands = self.session.commands().iter().map(|&command| command.to_owned());
        let words: Vec<String> = answers.into_iter().chain(commands).collect();
        self.prompt.ask(kind.prompt(), &words)
    }

    /// Runs a command or grades an answer. Returns whether there is more to do.
    fn run_command(&mut self, line: &str) -> io::Result<bool> {
        match self.session.run_command(line) {
            ExerciseReply::Nothing => {}
            ExerciseReply::Said(text) => self.paragraph(&text)?,
            ExerciseReply::Shown => self.show()?,
            ExerciseReply::Continued(text) => {
                self.paragraph(&text)?;
                self.prompt.say("")?;
                self.board()?;
            }
            ExerciseReply::Graded(verdict, text) => self.graded(verdict, &text)?,
            ExerciseReply::Rules => self.prompt.say(self.session.game().rules().trim_end())?,
            ExerciseReply::Help => self.paragraph(&self.session.help())?,
            ExerciseReply::Quit => return Ok(false),
            ExerciseReply::Over => {
                let (sentence, level) = self.session.farewell();
                self.prompt.say("")?;
                self.paragraph(sentence)?;
                self.prompt.say(format!("\n  skirmish play {} --level {level}\n", self.session.game()))?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn graded(&mut self, verdict: Verdict, text: &[String]) -> io::Result<()> {
        if verdict == Verdict::Right {
            self.save_progress()?;
            self.prompt.say("")?;
        }
        match verdict {
            Verdict::Unreadable => self.paragraph(&format!("{} Type help for the commands.", text.join(" ")))?,
            _ => text.iter().try_for_each(|sentence| self.paragraph(sentence))?,
        }
        if verdict == Verdict::Right && self.session.answer_kind() != AnswerKind::YesNo {
            self.prompt.say("")?;
            self.board()?;
            let ending = self.session.board().ending();
            if !ending.is_empty() {
                self.paragraph(&ending)?;
            }
        }
        if verdict != Verdict::Right && self.session.failures() == 2 && self.session.has_hint() {
            self.paragraph("(Type hint for a hint, or show for the answer.)")?;
        }
        Ok(())
    }

    /// Saves the progress. The exercises continue even if that fails.
    fn save_progress(&mut self) -> io::Result<()> {
        let Some(preferences) = &mut self.preferences else { return Ok(()) };
        self.session.save_progress(preferences);
        match preferences.save(save_text) {
            Ok(()) => Ok(()),
            Err(error) => self.prompt.say(format!("(Your progress cannot be saved: {error}.)")),
        }
    }
}
