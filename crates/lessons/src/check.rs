//! Checks that every answer has a sentence and every sentence an answer.

use skirmish_board::{Action, LineError};

use crate::grade::Verdict;
use crate::lesson::{Exercise, Lesson, LessonQuestion};
use crate::lookahead::after_accepted;

impl Lesson {
    /// Checks every step: its solution is right, every legal action has a sentence, and every sentence can be reached. Returns the
    /// first error with its line number.
    pub fn check(&self) -> Result<(), LineError> {
        self.steps.iter().try_for_each(Exercise::check)
    }
}

impl Exercise {
    fn check(&self) -> Result<(), LineError> {
        let error = |line, sentence: String| Err(LineError { line, sentence });
        if self.grade(&self.solution()).verdict != Verdict::Right {
            return error(self.line, "this step cannot be solved: no legal move is right".to_owned());
        }
        if let LessonQuestion::IsLegal(_) = self.question {
            return match self.reactions.len() {
                2 => Ok(()),
                _ => error(self.line, "a yes-or-no question needs one right and one wrong".to_owned()),
            };
        }
        let legal = self.board.legal_actions();
        if let Some(silent) = legal.iter().find(|action| self.reaction(action).is_none()) {
            return error(self.line, format!("no sentence for {silent}, expected a last line: wrong: SENTENCE"));
        }
        for action in &legal {
            let ends = after_accepted(&*self.board, action).outcome().is_some();
            if let Some(reaction) =
                self.reaction(action).filter(|reaction| ends && !reaction.condition.is_about_the_end())
            {
                return error(
                    reaction.line,
                    format!("{action} ends the game: a line about win or lose should answer it"),
                );
            }
        }
        let reached =
            |line: usize| legal.iter().any(|action: &Action| self.reaction(action).is_some_and(|r| r.line == line));
        match self.reactions.iter().find(|reaction| !reached(reaction.line)) {
            Some(unheard) => error(unheard.line, "no legal move leads to this sentence".to_owned()),
            None => Ok(()),
        }
    }

    /// Whether the step continues from the end of the one before.
    pub fn continues(&self) -> bool {
        self.continues
    }
}
