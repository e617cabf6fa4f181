//! Grades answers.

use skirmish_board::{Action, Outcome};
use skirmish_play::AnyGame;

use crate::lesson::{Exercise, LessonQuestion, Reaction};
use crate::lookahead::after_accepted;

/// The verdict on an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Verdict {
    /// The expected answer.
    Right,
    /// A legal answer, but not the expected one.
    Wrong,
    /// A move that breaks a rule.
    Illegal,
    /// Not an answer.
    Unreadable,
}

/// The grade of an answer.
pub struct Grade {
    /// The verdict.
    pub verdict: Verdict,
    /// The reply of the lesson, or the rule that the answer breaks. To a question whether a move is legal, a wrong answer is
    /// replied to with the right one first.
    pub sentence: String,
    /// The position after the answer and the moves that follow; `None` if nothing is played. After a wrong answer a screen may show
    /// it before taking the move back.
    pub after: Option<Box<dyn AnyGame>>,
    /// A comment on the moves after a right answer.
    pub epilogue: Option<String>,
}

impl Grade {
    fn new(verdict: Verdict, sentence: impl Into<String>) -> Grade {
        Grade { verdict, sentence: sentence.into(), after: None, epilogue: None }
    }
}

impl Exercise {
    /// Grades an answer: the text of an action, or yes or no.
    pub fn grade(&self, answer: &str) -> Grade {
        match &self.question {
            LessonQuestion::Action => self.grade_action(answer),
            LessonQuestion::IsLegal(action) => self.grade_legality(answer, action),
        }
    }

    /// A right answer.
    pub fn solution(&self) -> String {
        let right = |action: &Action| self.reaction(action).is_some_and(|reaction| reaction.right);
        match &self.question {
            LessonQuestion::Action => {
                self.board.legal_actions().into_iter().find(right).map_or(String::new(), |found| found.text)
            }
            LessonQuestion::IsLegal(action) => if self.board.read(action).is_ok() { "yes" } else { "no" }.to_owned(),
        }
    }

    /// An example of how answers are written: legal, and wrong unless every answer is right.
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
            // A checked lesson has a reaction to every action.
            None => Grade::new(Verdict::Wrong, "That is legal, but not the answer."),
        }
    }

    fn grade_legality(&self, answer: &str, action: &str) -> Grade {
        let says_legal = match answer.trim().to_lowercase().as_str() {
            "yes" | "y" => true,
            "no" | "n" => false,
            _ => return Grade::new(Verdict::Unreadable, "Please answer yes or no."),
        };
        let is_legal = self.board.read(action).is_ok();
        let right = says_legal == is_legal;
        let reaction = self.reactions.iter().find(|reaction| reaction.right == right);
        let sentence = reaction.map_or("", |reaction| &reaction.sentence);
        if right {
            return Grade::new(Verdict::Right, sentence);
        }
        let answer = if is_legal { "Yes" } else { "No" };
        Grade::new(Verdict::Wrong, format!("{answer}. {sentence}"))
    }

    /// The first reaction that fits an action.
    pub(crate) fn reaction(&self, action: &Action) -> Option<&Reaction> {
        self.reactions.iter().find(|reaction| reaction.condition.holds(&*self.board, action))
    }

    /// The position after a wrong answer. A winning proposal is wrong only because it is refused: show it as a proposal.
    fn after_wrong(&self, action: &Action) -> Box<dyn AnyGame> {
        let accepted = after_accepted(&*self.board, action);
        if !self.board.is_proposal_turn() || accepted.outcome() != Some(Outcome::Win(self.board.side_to_move())) {
            return accepted;
        }
        let mut board = self.board.boxed_clone();
        board.perform(action);
        board
    }

    /// The position after a right answer and the moves of `then`. Without them a proposal is accepted.
    pub(crate) fn after(&self, action: &Action) -> Box<dyn AnyGame> {
        if self.then.is_empty() {
            return after_accepted(&*self.board, action);
        }
        let mut board = self.board.boxed_clone();
        board.perform(action);
        for reply in &self.then {
            // The parser has checked them.
            let _ = board.play(reply);
        }
        board
    }
}
