//! A lesson in progress: its current step, and the replies to what the user types.

use skirmish_board::Side;
use skirmish_games::GameId;
use skirmish_lessons::{Exercise, Grade, Lesson, LessonQuestion, Verdict};
use skirmish_play::AnyGame;

use crate::Preferences;
use crate::exercise::{AnswerKind, ExerciseReply, ExerciseSession};

/// The commands of a lesson.
const COMMANDS: [&str; 9] = ["hint", "show", "board", "skip", "back", "again", "rules", "help", "quit"];

/// A lesson at one of its steps.
pub struct LessonSession {
    lesson: Lesson,
    at: usize,
    /// Wrong and illegal answers to this step so far.
    failures: u32,
    /// The grade of the right answer, once it is given.
    solved: Option<Grade>,
}

impl LessonSession {
    /// A lesson at a step, counted from 0; at the last step if there is no such step.
    pub fn new(lesson: Lesson, at: usize) -> LessonSession {
        LessonSession { at: at.min(lesson.steps().len() - 1), lesson, failures: 0, solved: None }
    }

    /// The current step.
    fn step(&self) -> &Exercise {
        &self.lesson.steps()[self.at]
    }

    fn go_to(&mut self, at: usize) -> ExerciseReply {
        if at >= self.lesson.steps().len() {
            return ExerciseReply::Over;
        }
        (self.at, self.failures, self.solved) = (at, 0, None);
        ExerciseReply::Shown
    }

    fn grade_answer(&mut self, answer: &str) -> ExerciseReply {
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
        ExerciseReply::Graded(verdict, text)
    }
}

impl ExerciseSession for LessonSession {
    fn game(&self) -> GameId {
        self.lesson.game()
    }

    fn heading(&self) -> (String, String) {
        (format!("step {} of {}", self.at + 1, self.lesson.steps().len()), self.step().title.clone())
    }

    fn text(&self) -> Vec<String> {
        self.step().text.clone()
    }

    fn question(&self) -> String {
        self.step().ask.clone()
    }

    fn answer_kind(&self) -> AnswerKind {
        match self.step().question {
            LessonQuestion::IsLegal(_) => AnswerKind::YesNo,
            LessonQuestion::Action => AnswerKind::on(self.step().board()),
        }
    }

    fn board(&self) -> &dyn AnyGame {
        self.solved.as_ref().and_then(|grade| grade.after.as_deref()).unwrap_or(self.step().board())
    }

    fn side(&self) -> Side {
        self.step().board().side_to_move()
    }

    fn is_waiting(&self) -> bool {
        self.solved.is_some()
    }

    fn failures(&self) -> u32 {
        self.failures
    }

    fn has_hint(&self) -> bool {
        self.step().hint.is_some()
    }

    fn has_refutation(&self) -> bool {
        false
    }

    fn example(&self) -> String {
        self.step().example()
    }

    fn commands(&self) -> &'static [&'static str] {
        &COMMANDS
    }

    fn help(&self) -> String {
        format!(
            "Type your answer, for example {}. A move is its two squares, from and to; answer a proposal with accept or \
             refuse, and a question with yes or no. Commands: hint (help with this step), show (the answer), board (show the \
             step again), skip (the next step), back (the previous step), rules (the rules of the game), quit.",
            self.example()
        )
    }

    fn farewell(&self) -> (&'static str, u8) {
        ("That was the last step. Now play against a beginner:", 1)
    }

    fn run_command(&mut self, line: &str) -> ExerciseReply {
        let line = line.trim();
        match line.to_lowercase().as_str() {
            "quit" | "q" | "exit" => ExerciseReply::Quit,
            "rules" => ExerciseReply::Rules,
            "help" | "?" => ExerciseReply::Help,
            "again" | "board" => self.go_to(self.at),
            "back" if self.at == 0 => ExerciseReply::Said("This is the first step.".to_owned()),
            "back" => self.go_to(self.at - 1),
            "skip" | "next" => self.go_to(self.at + 1),
            _ if self.is_waiting() => self.go_to(self.at + 1),
            "" => ExerciseReply::Nothing,
            "hint" => {
                let none = "There is no hint here. Type show for the answer.";
                ExerciseReply::Said(self.step().hint.clone().unwrap_or_else(|| none.to_owned()))
            }
            "show" => ExerciseReply::Said(format!("The answer is {}. Try it.", self.step().solution())),
            _ => self.grade_answer(line),
        }
    }

    fn save_progress(&self, preferences: &mut Preferences) {
        preferences.progress.mark_done(self.lesson.game(), self.at);
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
        assert_eq!(session.run_command("back"), ExerciseReply::Said("This is the first step.".to_owned()));
        assert_eq!(session.run_command("D4D5"), ExerciseReply::Graded(Verdict::Wrong, vec!["Not yet. No.".to_owned()]));
        assert!(matches!(session.run_command("D4D3"), ExerciseReply::Graded(Verdict::Illegal, _)));
        assert!(matches!(session.run_command("what"), ExerciseReply::Graded(Verdict::Unreadable, _)));
        assert_eq!(
            (session.failures(), session.is_waiting(), session.run_command("")),
            (2, false, ExerciseReply::Nothing)
        );
        assert_eq!(session.run_command("show"), ExerciseReply::Said("The answer is D4D8. Try it.".to_owned()));
        assert_eq!(session.run_command("D4D8"), ExerciseReply::Graded(Verdict::Right, vec!["Right! Won.".to_owned()]));
        assert!(session.is_waiting() && session.board().outcome().is_some());
        assert_eq!((session.run_command(""), session.at, session.failures()), (ExerciseReply::Shown, 1, 0));
        assert_eq!((session.run_command("skip"), session.at), (ExerciseReply::Over, 1));
        assert_eq!((session.run_command("back"), session.at, session.is_waiting()), (ExerciseReply::Shown, 0, false));
    }
}
