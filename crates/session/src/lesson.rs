//! A lesson in progress: its current step, and the replies to what the user types.

use skirmish_lessons::{Exercise, Grade, Lesson, LessonQuestion, Verdict};
use skirmish_play::AnyGame;

/// The commands of a lesson.
pub const WORDS: [&str; 9] = ["hint", "show", "board", "skip", "back", "again", "rules", "help", "quit"];

/// A lesson at one of its steps.
pub struct LessonSession {
    lesson: Lesson,
    at: usize,
    /// Wrong and illegal answers to this step so far.
    failures: u32,
    /// The grade of the right answer, once it is given.
    solved: Option<Grade>,
}

/// The reply to a line.
#[derive(Debug, PartialEq, Eq)]
pub enum LessonReply {
    /// Nothing was typed.
    Nothing,
    /// Show this text.
    Said(String),
    /// Show the current step.
    Step,
    /// The grade of an answer, and its text.
    Graded(Verdict, Vec<String>),
    /// The last step is done or skipped.
    Over,
    /// Show the rules.
    Rules,
    /// Show the commands.
    Help,
    /// End the lesson.
    Quit,
}

impl LessonSession {
    /// A lesson at a step, counted from 0; at the last step if there is no such step.
    pub fn new(lesson: Lesson, at: usize) -> LessonSession {
        LessonSession { at: at.min(lesson.steps().len() - 1), lesson, failures: 0, solved: None }
    }

    /// The lesson.
    pub fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// The current step.
    pub fn step(&self) -> &Exercise {
        &self.lesson.steps()[self.at]
    }

    /// The number of the current step, counted from 0.
    pub fn number(&self) -> usize {
        self.at
    }

    /// Whether the current step is solved.
    pub fn is_solved(&self) -> bool {
        self.solved.is_some()
    }

    /// The number of wrong and illegal answers to the current step.
    pub fn failures(&self) -> u32 {
        self.failures
    }

    /// The board of the step, or the board after the right answer.
    pub fn board(&self) -> &dyn AnyGame {
        self.solved.as_ref().and_then(|grade| grade.after.as_deref()).unwrap_or(self.step().board())
    }

    /// The prompt.
    pub fn prompt(&self) -> &'static str {
        match self.step().question {
            LessonQuestion::IsLegal(_) => "Yes or no? ",
            LessonQuestion::Action if self.step().board().accept_refuse().is_some() => "Accept or refuse? ",
            LessonQuestion::Action => "Your move: ",
        }
    }

    /// Runs a command or grades an answer. Once the step is solved, anything but a command goes to the next step.
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
        let Grade { verdict, sentence, epilogue, .. } = &grade;
        let verdict = *verdict;
        let text: Vec<String> = match verdict {
            Verdict::Right => [format!("Right! {sentence}")].into_iter().chain(epilogue.clone()).collect(),
            Verdict::Wrong if matches!(self.step().question, LessonQuestion::IsLegal(_)) => vec![sentence.clone()],
            Verdict::Wrong => vec![format!("Not yet. {sentence}")],
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
