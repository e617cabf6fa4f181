//! What an answer means.

use skirmish_board::{Action, Outcome};
use skirmish_play::AnyGame;

use crate::lesson::{Exercise, LessonQuestion, Reaction};
use crate::lookahead::after_accepted;

/// What came of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Verdict {
    /// What was asked for.
    Right,
    /// Possible, but not what was asked for.
    Wrong,
    /// A move that breaks a rule.
    Illegal,
    /// No answer at all.
    Unreadable,
}

/// An answer judged.
pub struct Grade {
    /// What came of it.
    pub verdict: Verdict,
    /// What to tell: the lesson's sentence, or the rule that the answer breaks.
    pub sentence: String,
    /// The rule behind a right or wrong verdict on a move that is not legal.
    pub rule: Option<String>,
    /// The game after the answer and everything that follows it; `None` where nothing is played. After a wrong answer this is what a
    /// screen may show before it takes the move back.
    pub after: Option<Box<dyn AnyGame>>,
    /// What is told about what followed the right answer.
    pub epilogue: Option<String>,
}

impl Grade {
    fn new(verdict: Verdict, sentence: impl Into<String>) -> Grade {
        Grade { verdict, sentence: sentence.into(), rule: None, after: None, epilogue: None }
    }
}

impl Exercise {
    /// Judges an answer: the text of an action, or yes or no.
    pub fn grade(&self, answer: &str) -> Grade {
        match &self.question {
            LessonQuestion::Action => self.grade_action(answer),
            LessonQuestion::IsLegal(action) => self.grade_legality(answer, action),
        }
    }

    /// An answer that is right.
    pub fn solution(&self) -> String {
        let right = |action: &Action| self.reaction(action).is_some_and(|reaction| reaction.right);
        match &self.question {
            LessonQuestion::Action => {
                self.board.legal_actions().into_iter().find(right).map_or(String::new(), |found| found.text)
            }
            LessonQuestion::IsLegal(action) => if self.board.read(action).is_ok() { "yes" } else { "no" }.to_owned(),
        }
    }

    /// An answer to show how answers are written: legal, and not the right one unless every one is.
    pub fn example(&self) -> String {
        if let LessonQuestion::IsLegal(_) = self.question {
            return "yes".to_owned();
        }
        let legal = self.board.legal_actions();
        let is_other = |action: &&Action| !self.reaction(action).is_some_and(|reaction| reaction.right);
        legal.iter().find(is_other).or(legal.first()).map_or(String::new(), |action| action.text.clone())
    }

    fn grade_action(&self, answer: &str) -> Grade {
        let action = match self.board.read(answer) {
            Ok(action) => action,
            Err(error) if error.is_unreadable() => return Grade::new(Verdict::Unreadable, error.to_string()),
            Err(rule) => return Grade::new(Verdict::Illegal, rule.to_string()),
        };
        match self.reaction(&action) {
            Some(reaction) if reaction.right => Grade {
                after: Some(self.after(&action)),
                epilogue: self.epilogue.clone(),
                ..Grade::new(Verdict::Right, &reaction.sentence)
            },
            Some(reaction) => {
                Grade { after: Some(self.after_wrong(&action)), ..Grade::new(Verdict::Wrong, &reaction.sentence) }
            }
            // A lesson that passed its check has an answer to everything.
            None => Grade::new(Verdict::Wrong, "This is legal, but not what was asked for."),
        }
    }

    fn grade_legality(&self, answer: &str, action: &str) -> Grade {
        let says_legal = match answer.trim().to_lowercase().as_str() {
            "yes" | "y" => true,
            "no" | "n" => false,
            _ => return Grade::new(Verdict::Unreadable, "Please answer yes or no."),
        };
        let rule = self.board.read(action).err().map(|rule| rule.to_string());
        let right = says_legal == rule.is_none();
        let sentence = self.reactions.iter().find(|reaction| reaction.right == right);
        let verdict = if right { Verdict::Right } else { Verdict::Wrong };
        Grade { rule, ..Grade::new(verdict, sentence.map_or("", |reaction| &reaction.sentence)) }
    }

    /// The first reaction that fits a legal action.
    pub(crate) fn reaction(&self, action: &Action) -> Option<&Reaction> {
        self.reactions.iter().find(|reaction| reaction.condition.holds(&*self.board, action))
    }

    /// The game after a wrong answer. What would win cannot be wrong unless it is refused: of that only the proposal is seen.
    fn after_wrong(&self, action: &Action) -> Box<dyn AnyGame> {
        let stands = after_accepted(&*self.board, action);
        if !self.board.is_proposal_turn() || stands.outcome() != Some(Outcome::Win(self.board.side_to_move())) {
            return stands;
        }
        let mut board = self.board.boxed_clone();
        board.perform(action);
        board
    }

    /// The game after a right answer and what the lesson says follows. Unless it says something, a proposal is accepted.
    pub(crate) fn after(&self, action: &Action) -> Box<dyn AnyGame> {
        if self.then.is_empty() {
            return after_accepted(&*self.board, action);
        }
        let mut board = self.board.boxed_clone();
        board.perform(action);
        for reply in &self.then {
            // The parser has played them.
            let _ = board.play(reply);
        }
        board
    }
}
