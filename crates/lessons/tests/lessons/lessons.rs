//! The lessons that come with the games: every solution is played, every other answer is wrong, every sentence can be reached.

use std::collections::BTreeSet;

use skirmish_games::GameId;
use skirmish_lessons::{BoardStyle, Exercise, Lesson, LessonQuestion, Verdict};

/// The parsed lessons of all games that have one.
fn lessons() -> Vec<Lesson> {
    let parsed = |game: GameId| {
        let text = game.info().lesson?;
        Some(Lesson::parse(game, text).unwrap_or_else(|error| panic!("{game}, {error}")))
    };
    GameId::all().filter_map(parsed).collect()
}

/// Every valid answer to a step.
fn answers(step: &Exercise) -> Vec<String> {
    match step.question {
        LessonQuestion::Action => step.board().legal_actions().into_iter().map(|action| action.text).collect(),
        LessonQuestion::IsLegal(_) => ["yes", "no"].map(str::to_owned).into(),
    }
}

#[test]
fn all_lessons_are_sound() {
    for lesson in lessons() {
        lesson.check().unwrap_or_else(|error| panic!("{}, {error}", lesson.game()));
        let again = Lesson::of(lesson.game()).map(|known| known.steps().len());
        assert_eq!(again, Some(lesson.steps().len()), "{}", lesson.game());
    }
}

/// Every built-in game has a lesson; new games may come without one.
#[test]
fn the_five_games_have_lessons_of_8_to_14_steps() {
    for id in ["refusal", "gastank", "trench", "hiya", "oska"] {
        let lesson = Lesson::of(GameId::parse(id).unwrap()).unwrap_or_else(|| panic!("{id} has no lesson"));
        assert!((8..=14).contains(&lesson.steps().len()), "{id}: {}", lesson.steps().len());
        let titles: BTreeSet<&str> = lesson.steps().iter().map(|step| step.title.as_str()).collect();
        assert_eq!(titles.len(), lesson.steps().len(), "{id}: two steps have the same title");
    }
}

/// Solves each step from the first to the last. A step without a board starts where the one before ended.
#[test]
fn every_solution_leads_through_the_whole_lesson() {
    for lesson in lessons() {
        for (number, step) in (1..).zip(lesson.steps()) {
            let solution = step.solution();
            let grade = step.grade(&solution);
            assert_eq!(grade.verdict, Verdict::Right, "{}, {}: {solution}", lesson.game(), step.title);
            assert_eq!(grade.after.is_some(), step.question == LessonQuestion::Action);
            if let Some(next) = lesson.steps().get(number).filter(|next| next.continues()) {
                // A yes-or-no question leaves the board as it is.
                let reached = grade.after.map_or_else(|| step.board().position(), |board| board.position());
                assert_eq!(reached, next.board().position(), "{}", next.title);
            }
        }
    }
}

/// The reply does not depend on how an answer is written, and wrong answers are wrong.
#[test]
fn every_answer_is_right_or_wrong_with_a_sentence_of_the_lesson() {
    for lesson in lessons() {
        // For boards in letters.
        let parts = lesson.game().info().lesson.unwrap().split('}');
        let shown = |part: &str| match part.split_once('{') {
            Some((before, inside)) => format!("{before}{}", inside.split('|').next().unwrap_or("")),
            None => part.to_owned(),
        };
        let text: String = parts.map(shown).collect();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for step in lesson.steps() {
            let mut sentences = BTreeSet::new();
            for answer in answers(step) {
                let grade = step.grade(&answer);
                assert!([Verdict::Right, Verdict::Wrong].contains(&grade.verdict), "{}: {answer}", step.title);
                let sentence = grade.sentence.trim_start_matches("Yes. ").trim_start_matches("No. ");
                assert!(text.contains(sentence), "{}: {answer}", step.title);
                assert_eq!(step.grade(&answer.to_lowercase()).sentence, grade.sentence);
                sentences.insert((grade.verdict == Verdict::Right, grade.sentence));
            }
            assert!(sentences.iter().any(|(right, _)| *right), "{}", step.title);
            // Only a step that accepts every answer has no wrong one.
            let free = answers(step).iter().all(|answer| step.grade(answer).verdict == Verdict::Right);
            assert_eq!(sentences.iter().all(|(right, _)| *right), free);
        }
    }
}

/// Every illegal move gets the rule it breaks.
#[test]
fn illegal_answers_get_the_rule_they_break() {
    for lesson in lessons() {
        for step in lesson.steps().iter().filter(|step| step.question == LessonQuestion::Action) {
            let view = step.board().view();
            let squares: Vec<&str> =
                view.rows.iter().flat_map(|row| &row.cells).map(|cell| cell.square.as_str()).collect();
            let legal: Vec<String> = answers(step);
            for pair in squares.windows(2) {
                let text = pair.concat();
                if !legal.contains(&text) {
                    let grade = step.grade(&text);
                    let rule = step.board().read(&text).unwrap_err().to_string();
                    assert_eq!((grade.verdict, grade.sentence), (Verdict::Illegal, rule), "{}: {text}", step.title);
                    assert!(grade.after.is_none());
                }
            }
            assert_eq!(step.grade("perhaps").verdict == Verdict::Unreadable, step.board().accept_refuse().is_none());
        }
    }
}

/// Incomplete sentences and squares that the board does not have are mistakes in the lesson.
#[test]
fn texts_are_whole_sentences_about_this_board() {
    for lesson in lessons() {
        for step in lesson.steps() {
            let texts = step.text.iter().chain([&step.ask]).chain(&step.hint);
            for sentence in texts {
                assert!(sentence.ends_with(['.', '?', '!', ')']), "{}: {sentence}", step.title);
            }
            for answer in answers(step) {
                let grade = step.grade(&answer);
                assert!(grade.sentence.ends_with(['.', '!', '?', ')']), "{}: {}", step.title, grade.sentence);
            }
        }
    }
}

/// The text for pictures has no letters, and everything else.
#[test]
fn lessons_have_words_for_pictures() {
    for game in lessons().iter().map(Lesson::game) {
        let (letters, pictures) = (Lesson::of(game).unwrap(), Lesson::shown(game, BoardStyle::Pictures).unwrap());
        pictures.check().unwrap_or_else(|error| panic!("{game}, {error}"));
        assert_eq!(letters.steps().len(), pictures.steps().len());
        for (lettered, drawn) in letters.steps().iter().zip(pictures.steps()) {
            assert_eq!(lettered.solution(), drawn.solution());
            for text in drawn.text.iter().chain([&drawn.ask]).chain(&drawn.hint) {
                assert!(!text.contains(['{', '}', '|']) && !text.contains("small letters"), "{game}: {text}");
            }
        }
        assert_ne!(letters.steps()[0].text, pictures.steps()[0].text, "{game}");
    }
}

/// The example is a valid answer and does not reveal the solution.
#[test]
fn examples_are_legal_and_not_the_solution() {
    for lesson in lessons() {
        for step in lesson.steps() {
            let verdict = step.grade(&step.example()).verdict;
            let all_right = answers(step).iter().all(|answer| step.grade(answer).verdict == Verdict::Right);
            let known = verdict == Verdict::Wrong || all_right || step.question != LessonQuestion::Action;
            assert!(known && verdict != Verdict::Illegal, "{}: {}", lesson.game(), step.title);
        }
    }
}
