//! A lesson as a person takes it: from step to step, and what is said to what is typed.

use skirmish_lessons::{Exercise, Grade, Lesson, LessonQuestion, Verdict};
use skirmish_play::AnyGame;

/// What can be typed besides an answer.
pub const WORDS: [&str; 9] = ["hint", "show", "board", "skip", "back", "again", "rules", "help", "quit"];

/// A lesson at one of its steps.
pub struct LessonSession {
    lesson: Lesson,
    at: usize,
    /// Wrong and illegal answers to this step.
    failures: u32,
    /// What came of the right answer to this step.
    solved: Option<Grade>,
}

/// What comes of a line.
#[derive(Debug, PartialEq, Eq)]
pub enum LessonReply {
    /// Nothing was typed.
    Nothing,
    /// This is the answer.
    Said(String),
    /// The step is to be shown: another one, or the same once more.
    Step,
    /// An answer was judged, in these sentences.
    Graded(Verdict, Vec<String>),
    /// The last step is done or skipped.
    Over,
    /// The rules are to be shown.
    Rules,
    /// What can be typed is to be shown.
    Help,
    /// The person leaves.
    Quit,
}

impl LessonSession {
    /// A lesson at a step, counted from 0, or at its last one if there is no such step.
    pub fn new(lesson: Lesson, at: usize) -> LessonSession {
        LessonSession { at: at.min(lesson.steps().len() - 1), lesson, failures: 0, solved: None }
    }

    /// The lesson.
    pub fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// The step to show.
    pub fn step(&self) -> &Exercise {
        &self.lesson.steps()[self.at]
    }

    /// Its number, counted from 0.
    pub fn number(&self) -> usize {
        self.at
    }

    /// Whether the step was answered rightly since it was shown.
    pub fn is_solved(&self) -> bool {
        self.solved.is_some()
    }

    /// Answers other than the right one since the step was shown: after two of them most people want a hint.
    pub fn failures(&self) -> u32 {
        self.failures
    }

    /// The board: that of the step, or what came of the right answer.
    pub fn board(&self) -> &dyn AnyGame {
        self.solved.as_ref().and_then(|grade| grade.after.as_deref()).unwrap_or(self.step().board())
    }

    /// The question before the answer.
    pub fn prompt(&self) -> &'static str {
        match self.step().question {
            LessonQuestion::IsLegal(_) => "Yes or no? ",
            LessonQuestion::Action if self.step().board().accept_refuse().is_some() => "Accept or refuse? ",
            LessonQuestion::Action => "Your move: ",
        }
    }

    /// Does what a line asks for: a word, or an answer. After the right answer, anything else leads to the next step.
    pub fn run_command(&mut self, line: &str) -> LessonReply {
        let line = line.trim();
        match line.to_lowercase().as_str() {
            "quit" | "q" | "exit" => LessonReply::Quit,
            "rules" => LessonReply::Rules,
            "help" | "?" => LessonReply::Help,
            "again" | "board" => self.go_to(self.at),
            "back" if self.at == 0 => LessonReply::Said("This is the first step.".to_owned()),
            "back" => self.go_to(self.at - 1),
            "skip" | "next" => self.go_to(self.at + 1),
            _ if self.is_solved() => self.go_to(self.at + 1),
            "" => LessonReply::Nothing,
            "hint" => {
                let none = "There is no hint here. Type show for the answer.";
                LessonReply::Said(self.step().hint.clone().unwrap_or_else(|| none.to_owned()))
            }
            "show" => LessonReply::Said(format!("The answer is {}. Try it.", self.step().solution())),
            _ => self.grade_answer(line),
        }
    }

    fn go_to(&mut self, at: usize) -> LessonReply {
        if at >= self.lesson.steps().len() {
            return LessonReply::Over;
        }
        (self.at, self.failures, self.solved) = (at, 0, None);
        LessonReply::Step
    }

    fn grade_answer(&mut self, answer: &str) -> LessonReply {
        let grade = self.step().grade(answer);
        let Grade { verdict, sentence, rule, epilogue, .. } = &grade;
        let (verdict, rule) = (*verdict, rule.iter().map(|rule| format!("The rule: {rule}")));
        let text: Vec<String> = match verdict {
            Verdict::Right => [format!("Right! {sentence}")].into_iter().chain(rule).chain(epilogue.clone()).collect(),
            Verdict::Wrong => [format!("Not yet. {sentence}")].into_iter().chain(rule).collect(),
            Verdict::Illegal => vec![format!("That move is not allowed. {sentence}")],
            Verdict::Unreadable => vec![sentence.clone()],
        };
        match verdict {
            Verdict::Right => self.solved = Some(grade),
            Verdict::Wrong | Verdict::Illegal => self.failures += 1,
            Verdict::Unreadable => {}
        }
        LessonReply::Graded(verdict, text)
    }
}

#[cfg(test)]
mod tests {
    use skirmish_games::GameId;

    use super::*;

    #[test]
    fn a_lesson_goes_from_step_to_step() {
        let step = "step One\nboard ---K-/-----/PP---/-----/---r-/-----/-----/-k--- s -\nsay Look.\nask Win.\n";
        let text = format!("{step}right win: Won.\nwrong: No.\n{step}right win: Won.\nright: Any.\n");
        let lesson = Lesson::parse(GameId::parse("refusal").unwrap(), &text).unwrap();
        let mut session = LessonSession::new(lesson, 0);
        assert_eq!(session.run_command("back"), LessonReply::Said("This is the first step.".to_owned()));
        assert_eq!(session.run_command("D4D5"), LessonReply::Graded(Verdict::Wrong, vec!["Not yet. No.".to_owned()]));
        assert!(matches!(session.run_command("D4D3"), LessonReply::Graded(Verdict::Illegal, _)));
        assert!(matches!(session.run_command("what"), LessonReply::Graded(Verdict::Unreadable, _)));
        assert_eq!(
            (session.failures(), session.is_solved(), session.run_command("")),
            (2, false, LessonReply::Nothing)
        );
        assert_eq!(session.run_command("show"), LessonReply::Said("The answer is D4D8. Try it.".to_owned()));
        assert_eq!(session.run_command("D4D8"), LessonReply::Graded(Verdict::Right, vec!["Right! Won.".to_owned()]));
        assert!(session.is_solved() && session.board().outcome().is_some());
        assert_eq!((session.run_command(""), session.number(), session.failures()), (LessonReply::Step, 1, 0));
        assert_eq!((session.run_command("skip"), session.number()), (LessonReply::Over, 1));
        assert_eq!((session.run_command("back"), session.number(), session.is_solved()), (LessonReply::Step, 0, false));
    }
}
