//! Errors in lessons, and how a lesson is used.

use skirmish_games::GameId;
use skirmish_lessons::{Lesson, LessonProgress, Verdict};

/// A board of Refusal on which the rook on D4 can capture the king.
const ROOK: &str = "---K-/-----/PP---/-----/---r-/-----/-----/-k--- s -";

fn refusal() -> GameId {
    GameId::parse("refusal").unwrap()
}

/// A valid step up to its reactions.
fn begun() -> String {
    format!("step One\nboard {ROOK}\nsay Look.\nask Win.\n")
}

/// Parses and checks a lesson.
fn read(text: &str) -> Result<Lesson, (usize, String)> {
    let lesson = Lesson::parse(refusal(), text);
    let lesson = lesson.and_then(|lesson| lesson.check().map(|()| lesson));
    lesson.map_err(|error| (error.line, error.to_string()))
}

#[track_caller]
fn rejects(text: &str, line: usize, words: &str) {
    match read(text) {
        Ok(_) => panic!("{text}"),
        Err((found, sentence)) => {
            assert!(found == line && sentence.contains(words), "{sentence}\n{text}");
            assert!(sentence.starts_with(&format!("line {line}: ")) && !sentence.contains('\n'), "{sentence}");
        }
    }
}

#[test]
fn a_small_lesson_is_read() {
    let text = format!("# A comment.\n\n{}right win: Won.\nwrong: Not\n    yet.\n", begun());
    let lesson = read(&text).unwrap();
    let step = &lesson.steps()[0];
    assert_eq!(
        (step.title.as_str(), step.ask.as_str(), step.text.as_slice()),
        ("One", "Win.", &["Look.".to_owned()][..])
    );
    assert_eq!((step.solution().as_str(), step.hint.as_ref()), ("D4D8", None));
    assert_eq!(step.grade("d4-d5").sentence, "Not yet.");
    let right = step.grade("d4 d8");
    assert_eq!((right.verdict, right.sentence.as_str()), (Verdict::Right, "Won."));
    assert!(right.after.is_some_and(|table| table.outcome().is_some()));
}

#[test]
fn errors_name_their_line() {
    let begun = begun();
    rejects("", 1, "there is no step");
    rejects("say Hello.\n", 1, "before the first step");
    rejects("  indented\n", 1, "needs a line above it");
    rejects("step One\nbord x\n", 2, "unknown word \"bord\", expected step, board");
    rejects("step\nask What?\n", 1, "needs a title");
    rejects("step One\nask What?\nright: Yes.\n", 1, "the first step has no board");
    rejects("step One\nboard x\nask What?\n", 2, "expected");
    rejects(&format!("step One\nboard {ROOK}\nboard {ROOK}\n"), 3, "a second board");
    rejects(&format!("step One\nboard {ROOK}\nright: Yes.\n"), 1, "has no question");
    rejects(&format!("{begun}right win Won\n"), 5, "a colon is missing");
    rejects(&format!("{begun}right win:\n"), 5, "a sentence is missing");
    rejects(&format!("{begun}right\n"), 5, "right needs some text");
    rejects(&format!("{begun}right win: {{Won.\n"), 5, "unmatched {");
    rejects(&format!("{begun}hint {{|Look.}}\nright win: Won.\n"), 5, "hint has no text for letters or for pictures");
    rejects(&format!("{begun}wrong: No.\n"), 1, "no right answer");
    rejects(&format!("{begun}right vin: Won.\n"), 5, "\"vin\" is neither a goal nor a move, expected win, win next");
    rejects(&format!("{begun}right win soon: Won.\n"), 5, "unexpected \"soon\" after win");
    rejects(&format!("{begun}right D4D3: Won.\n"), 5, "\"D4D3\" is not legal here: ");
    rejects(
        &format!("{begun}right capture queen: Won.\n"),
        5,
        "\"queen\" is not a piece, expected one of king, knight",
    );
    rejects(&format!("{begun}right to Z9: Won.\n"), 5, "\"Z9\" is not a square of this board");
    rejects(&format!("{begun}right to: Won.\n"), 5, "to needs squares");
    rejects(&format!("{begun}right win: Won.\nwrong: No.\nthen refuse D4D8\n"), 7, "after D4D8: ");
    rejects(
        "step One\nboard ---K-/-----/-----/-----/-----/-----/-----/----- s -\nask What?\nright: Yes.\n",
        2,
        "the game is over",
    );
}

/// A winning proposal is wrong only because it is refused, so it must not be shown as a win.
#[test]
fn a_wrong_answer_is_never_seen_to_win() {
    let text = format!("{}right D4D5: So.\nwrong win: It will be refused.\nwrong: No.\n", begun());
    let lesson = Lesson::parse(GameId::parse("refusal").unwrap(), &text).unwrap();
    let after = lesson.steps()[0].grade("D4D8").after.unwrap();
    assert!(after.outcome().is_none() && after.accept_refuse().is_some(), "{}", after.position());
    let after = lesson.steps()[0].grade("D4D6").after.unwrap();
    assert!(after.accept_refuse().is_none(), "what does not win is shown as played");
}

#[test]
fn a_lesson_that_cannot_be_taught_is_found() {
    let begun = begun();
    rejects(&format!("{begun}right win: Won.\n"), 1, "no sentence for D4D5");
    rejects(&format!("{begun}right lose: Lost.\nwrong: No.\n"), 1, "cannot be solved");
    rejects(&format!("{begun}right win: Won.\nwrong capture pawn: Never.\nwrong: No.\n"), 6, "no legal move leads");
    rejects(&format!("{begun}right: Any.\n"), 5, "D4D8 ends the game");
    rejects(&format!("{begun}right win: Won.\nright: Any.\nwrong: Never.\n"), 7, "no legal move leads");
    rejects(&format!("{begun}legal D4D3\nright: No.\n"), 1, "one right and one wrong");
    rejects(&format!("{begun}legal D4D3\nright win: No.\nwrong: Yes.\n"), 6, "a yes-or-no question has no goals");
    rejects(&format!("{begun}legal perhaps\nright: No.\nwrong: Yes.\n"), 5, "is not a move");
    rejects(&format!("{begun}right to D5 D6: So.\nwrong: No.\nstep Two\nask On?\nright: Yes.\n"), 7, "2 right answers");
}

/// Whoever answers "yes" to a move that is illegal hears "No", not that a better move is to be found.
#[test]
fn opinions_are_judged_by_the_rules() {
    let lesson = read(&format!("{}legal D4D3\nright: Never back.\nwrong: It would go back.\n", begun())).unwrap();
    let step = &lesson.steps()[0];
    let (no, yes) = (step.grade(" No "), step.grade("yes"));
    assert_eq!((no.verdict, yes.verdict), (Verdict::Right, Verdict::Wrong));
    assert_eq!((no.sentence.as_str(), yes.sentence.as_str()), ("Never back.", "No. It would go back."));
    assert_eq!(step.grade("maybe").verdict, Verdict::Unreadable);
}

#[test]
fn progress_is_kept_as_text() {
    let lesson = Lesson::of(refusal()).unwrap();
    let mut progress = LessonProgress::parse("oska 1 2\nnonsense x\n\nfuture 3\nrefusal 1 1 99999 -4\n");
    assert_eq!((progress.count(&lesson), progress.next(&lesson)), (1, 1));
    progress.mark_done(refusal(), 2);
    assert!(progress.is_done(refusal(), 2) && !progress.is_done(refusal(), 1));
    assert_eq!(progress.next(&lesson), 1);
    assert_eq!(LessonProgress::parse(&progress.format()), progress);
    assert!(progress.format().contains("future 3\n"), "what another version wrote stays");
    (0..lesson.steps().len()).for_each(|step| progress.mark_done(refusal(), step));
    assert_eq!((progress.count(&lesson), progress.next(&lesson)), (lesson.steps().len(), 0));
    progress.reset(refusal());
    assert_eq!(progress.count(&lesson), 0);
}
