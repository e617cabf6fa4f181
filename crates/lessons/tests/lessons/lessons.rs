//! The lessons that come with the games: every solution is played, every other answer is wrong, every sentence can be reached.

use std::collections::BTreeSet;

use skirmish_games::GameId;
use skirmish_lessons::{BoardStyle, Exercise, Lesson, LessonQuestion, Verdict};

/// The games that have a lesson, with what [`Lesson::parse`] says to it.
fn lessons() -> Vec<Lesson> {
    let parsed = |game: GameId| {
        let text = game.info().lesson?;
        Some(Lesson::parse(game, text).unwrap_or_else(|error| panic!("{game}, {error}")))
    };
    GameId::all().filter_map(parsed).collect()
}

/// Every answer that a step understands.
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

/// A game may come without a lesson; those that came with the program do not.
#[test]
fn the_five_games_have_lessons_of_8_to_14_steps() {
    for id in ["refusal", "gastank", "trench", "hiya", "oska"] {
        let lesson = Lesson::of(GameId::parse(id).unwrap()).unwrap_or_else(|| panic!("{id} has no lesson"));
        assert!((8..=14).contains(&lesson.steps().len()), "{id}: {}", lesson.steps().len());
        let titles: BTreeSet<&str> = lesson.steps().iter().map(|step| step.title.as_str()).collect();
        assert_eq!(titles.len(), lesson.steps().len(), "{id}: two steps have the same title");
    }
}

/// From the first step to the last, each with its solution. What a step shows afterwards is where the next one goes on.
#[test]
fn every_solution_leads_through_the_whole_lesson() {
    for lesson in lessons() {
        for (number, step) in (1..).zip(lesson.steps()) {
            let solution = step.solution();
            let judged = step.grade(&solution);
            assert_eq!(judged.verdict, Verdict::Right, "{}, {}: {solution}", lesson.game(), step.title);
            assert_eq!(judged.after.is_some(), step.question == LessonQuestion::Action);
            if let Some(next) = lesson.steps().get(number).filter(|next| next.continues()) {
                // After a question about a move, nothing has moved.
                let reached = judged.after.map_or_else(|| step.board().position(), |table| table.position());
                assert_eq!(reached, next.board().position(), "{}", next.title);
            }
        }
    }
}

/// What a step says to an answer never depends on how it is written, and wrong answers are wrong.
#[test]
fn every_answer_is_right_or_wrong_with_a_sentence_of_the_lesson() {
    for lesson in lessons() {
        // As boards in letters show it.
        let parts = lesson.game().info().lesson.unwrap().split('}');
        let shown = |part: &str| match part.split_once('{') {
            Some((before, inside)) => format!("{before}{}", inside.split('|').next().unwrap_or("")),
            None => part.to_owned(),
        };
        let text: String = parts.map(shown).collect();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for step in lesson.steps() {
            let mut told = BTreeSet::new();
            for answer in answers(step) {
                let judged = step.grade(&answer);
                assert!([Verdict::Right, Verdict::Wrong].contains(&judged.verdict), "{}: {answer}", step.title);
                assert!(text.contains(&judged.sentence), "{}: {answer}", step.title);
                assert_eq!(step.grade(&answer.to_lowercase()).sentence, judged.sentence);
                told.insert((judged.verdict == Verdict::Right, judged.sentence));
            }
            assert!(told.iter().any(|(right, _)| *right), "{}", step.title);
            // Only where every answer will do is there no wrong one.
            let free = answers(step).iter().all(|answer| step.grade(answer).verdict == Verdict::Right);
            assert_eq!(told.iter().all(|(right, _)| *right), free);
        }
    }
}

/// Everything that could be typed on a board and is no legal move gets the rule it breaks.
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
                    let judged = step.grade(&text);
                    let rule = step.board().read(&text).unwrap_err().to_string();
                    assert_eq!((judged.verdict, judged.sentence), (Verdict::Illegal, rule), "{}: {text}", step.title);
                    assert!(judged.after.is_none());
                }
            }
            assert_eq!(step.grade("perhaps").verdict == Verdict::Unreadable, step.board().accept_refuse().is_none());
        }
    }
}

/// Words that end in the middle, or squares that the board does not have, are slips of whoever wrote the lesson.
#[test]
fn texts_are_whole_sentences_about_this_board() {
    for lesson in lessons() {
        for step in lesson.steps() {
            let told = step.text.iter().chain([&step.ask]).chain(&step.hint);
            for sentence in told {
                assert!(sentence.ends_with(['.', '?', '!', ')']), "{}: {sentence}", step.title);
            }
            for answer in answers(step) {
                let judged = step.grade(&answer);
                assert!(judged.sentence.ends_with(['.', '!', '?', ')']), "{}: {}", step.title, judged.sentence);
            }
        }
    }
}

/// Whoever sees pictures is not told of letters, and is told everything else.
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

/// What is given as an example can be answered, and gives nothing away.
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
