//! Requests about lessons: show a step, grade an answer. Stateless: every request names its step.

use skirmish_board::quoted;
use skirmish_games::GameId;
use skirmish_lessons::{BoardStyle, Exercise, Grade, Lesson, LessonQuestion};
use skirmish_play::AnyGame;

use crate::convert::legal_actions;
use crate::messages::{LegalityQuestion, LessonBoard, LessonStep, Message};
use crate::queries::ApiError;

/// The titles of the steps of a game's lesson; none if it has no lesson.
pub fn titles(game: GameId) -> Vec<String> {
    let lesson = Lesson::shown(game, BoardStyle::Pictures);
    lesson.iter().flat_map(Lesson::steps).map(|step| step.title.clone()).collect()
}

/// The reply to `lesson`.
pub fn show(id: u32, game: &str, step: u32) -> Result<Message, ApiError> {
    Ok(Message::Lesson { id, step: shown(&find(game, step)?) })
}

/// The reply to `answer`.
pub fn grade(id: u32, game: &str, step: u32, text: &str) -> Result<Message, ApiError> {
    let Grade { verdict, sentence, after, epilogue } = find(game, step)?.grade(text);
    Ok(Message::Graded { id, verdict, sentence, after: after.map(|game| lesson_board(&*game)), epilogue })
}

fn find(game: &str, step: u32) -> Result<Exercise, ApiError> {
    let id = GameId::parse(game)?;
    let lesson = Lesson::shown(id, BoardStyle::Pictures)
        .ok_or_else(|| ApiError::new(format!("{} has no lesson", id.info().name)))?;
    let count = lesson.steps().len();
    let found = lesson.steps().get(step as usize).cloned();
    found.ok_or_else(|| {
        ApiError::new(format!("the lesson of {} has {count} steps, no step {}", quoted(game), u64::from(step) + 1))
    })
}

fn shown(step: &Exercise) -> LessonStep {
    let legality = match &step.question {
        LessonQuestion::Action => None,
        LessonQuestion::IsLegal(text) => {
            Some(LegalityQuestion { text: text.clone(), squares: step.board().named_squares(text) })
        }
    };
    LessonStep {
        title: step.title.clone(),
        text: step.text.clone(),
        ask: step.ask.clone(),
        hint: step.hint.clone(),
        legality,
        board: lesson_board(step.board()),
        solution: step.solution(),
    }
}

fn lesson_board(game: &dyn AnyGame) -> LessonBoard {
    LessonBoard {
        position: game.position(),
        side: game.side_to_move(),
        outcome: game.outcome(),
        ending: game.ending(),
        view: game.view(),
        last: game.last_move(),
        legal: legal_actions(game),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Verdict;

    fn step(game: &str, number: u32) -> LessonStep {
        match show(1, game, number) {
            Ok(Message::Lesson { id: 1, step }) => step,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_step_of_every_lesson_is_shown_and_its_solution_is_right() {
        for game in GameId::all() {
            for (number, title) in (0..).zip(titles(game)) {
                let game = game.to_string();
                let shown = step(&game, number);
                assert_eq!(shown.title, title);
                let Ok(Message::Graded { verdict, sentence, after, .. }) = grade(1, &game, number, &shown.solution)
                else {
                    panic!("{game}, {title}");
                };
                assert_eq!((verdict, after.is_none()), (Verdict::Right, shown.legality.is_some()), "{game}, {title}");
                assert!(!sentence.is_empty() && !sentence.contains('{'), "{sentence}");
            }
        }
    }

    #[test]
    fn wrong_and_illegal_answers_are_told_apart() {
        let verdict = |text: &str| match grade(1, "refusal", 0, text) {
            Ok(Message::Graded { verdict, sentence, .. }) => (verdict, sentence),
            other => panic!("{other:?}"),
        };
        assert_eq!(verdict("D4D5").0, Verdict::Wrong);
        let (illegal, rule) = verdict("d4 d3");
        assert!(illegal == Verdict::Illegal && rule.contains("backward"), "{rule}");
        assert_eq!(verdict("hello").0, Verdict::Unreadable);
    }

    #[test]
    fn what_there_is_no_lesson_for_is_an_error() {
        for (game, step) in [("chess", 0), ("refusal", 99), ("refusal", u32::MAX), ("oska:99999", 0)] {
            assert!(show(1, game, step).is_err(), "{game} {step}");
            assert!(grade(1, game, step, "yes").is_err(), "{game} {step}");
        }
    }
}
