//! Each theme on a board. What is right is not proven here.

use skirmish_games::GameId;
use skirmish_puzzles::{PuzzleKind, PuzzleTheme, SolutionReplay};

/// The themes of a line, as their words.
fn themes(kind: PuzzleKind, game: &str, position: &[&str], line: &str) -> Vec<&'static str> {
    let mut start = skirmish_play::new_game(GameId::parse(game).unwrap());
    let [rows @ .., rest] = position else { panic!("no rows") };
    start.set_position(&format!("{} {rest}", rows.join("/"))).unwrap();
    let actions: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let replay = SolutionReplay::new(&*start, &actions).unwrap();
    PuzzleTheme::of(kind, &replay).into_iter().map(PuzzleTheme::id).collect()
}

fn win(game: &str, position: &[&str], line: &str) -> Vec<&'static str> {
    themes(PuzzleKind::Win, game, position, line)
}

#[test]
fn taking_the_king_at_once() {
    #[rustfmt::skip]
    let board = [
        "---K3----",
        "--------",
        "B3-n3-----",
        "--------",
        "--------",
        "--------",
        "----k0---",
        "s",
    ];
    assert_eq!(win("gastank", &board, "C5D7"), ["first-steps", "capture", "king-capture"]);
    assert_eq!(win("gastank", &board, "C5D3"), ["quiet"]);
    let only = themes(PuzzleKind::OnlyMove, "gastank", &board, "C5D3");
    assert_eq!(only, ["only-move", "quiet"]);
    // What the opponent takes is a sacrifice; three decisions are a long line.
    assert_eq!(win("gastank", &board, "C5B3 D7E7 B3D2 A5D2"), ["quiet", "sacrifice"]);
    assert_eq!(win("gastank", &board, "C5B3 D7E7 B3C5 E7E6 C5E6"), ["quiet", "long", "king-capture"]);
}

#[test]
fn fuel() {
    #[rustfmt::skip]
    let board = [
        "------K3-",
        "--------",
        "-B0------",
        "--------",
        "n1-n3-----",
        "--------",
        "----k0---",
        "s",
    ];
    assert_eq!(win("gastank", &board, "A3B5"), ["capture", "wreck"]);
    assert_eq!(win("gastank", &board, "C3B5"), ["capture", "wreck"]);
    assert_eq!(win("gastank", &board, "A3B1"), ["quiet", "last-drop"]);
    assert_eq!(win("gastank", &board, "C3B1"), ["quiet"]);
    #[rustfmt::skip]
    let board = [
        "------K3-",
        "--------",
        "-b0------",
        "--------",
        "n1-------",
        "--------",
        "----k0---",
        "s",
    ];
    assert_eq!(win("gastank", &board, "A3B5"), ["own-capture", "wreck"]);
}

#[test]
fn no_move_left() {
    #[rustfmt::skip]
    let board = [
        "---K0----",
        "--------",
        "--------",
        "--------",
        "--------",
        "n3-------",
        "----k0---",
        "s",
    ];
    assert_eq!(win("gastank", &board, "A2B4"), ["first-steps", "quiet", "out-of-moves"]);
}

#[test]
fn strikes() {
    #[rustfmt::skip]
    let board = [
        "---K---",
        "-------",
        "-J-----",
        "-------",
        "-s-s---",
        "-------",
        "-------",
        "---k---",
        "s",
    ];
    assert_eq!(win("hiya", &board, "D4D7"), ["first-steps", "capture", "king-strike"]);
    assert_eq!(win("hiya", &board, "B4B5"), ["capture"]);
    assert_eq!(win("hiya", &board, "D4D5"), ["quiet"]);
}

#[test]
fn behind_the_death_star() {
    #[rustfmt::skip]
    let board = [
        "------T",
        "---t---",
        "---*---",
        "-------",
        "x------",
        "---@---",
        "-------",
        "s n",
    ];
    assert_eq!(win("trench", &board, "D6D5"), ["first-steps", "capture", "from-behind"]);
    // North's last move was a fighter's sideways move, so it may not do that again.
    assert_eq!(win("trench", &board, "A3B4 G7G6 D6D5"), ["quiet", "from-behind", "bound"]);
    let mut free = board;
    free[7] = "s -";
    assert_eq!(win("trench", &free, "A3B4 G7G6 D6D5"), ["quiet", "from-behind"]);
}

#[test]
fn jumps_and_passes() {
    #[rustfmt::skip]
    let board = [
        "----",
        "-ww",
        "b-",
        "---",
        "----",
        "b",
    ];
    assert_eq!(win("oska", &board, "A3C5"), ["first-steps", "capture", "jump", "jump-for-tempo"]);
    #[rustfmt::skip]
    let blocked = [
        "----",
        "bww",
        "b-",
        "---",
        "----",
        "b",
    ];
    assert_eq!(win("oska", &blocked, "A3C5"), ["capture", "jump"]);
    #[rustfmt::skip]
    let stuck = [
        "----",
        "---",
        "b-",
        "-w-",
        "-ww-",
        "b",
    ];
    assert_eq!(win("oska", &stuck, "A3A4 pass A4A5"), ["quiet", "pass-forced"]);
}

#[test]
fn two_threats_of_which_one_is_refused() {
    #[rustfmt::skip]
    let board = [
        "--K--",
        "----P",
        "-n---",
        "--r--",
        "-----",
        "-----",
        "-----",
        "k----",
        "s -",
    ];
    let double = ["first-steps", "capture", "king-capture", "double-threat", "turn"];
    assert_eq!(win("refusal", &board, "B6C8 refuse C5C8"), double);
    assert_eq!(win("refusal", &board, "B6D7 refuse C5C6"), ["quiet"]);
    let mut asked = board;
    asked[8] = "n ?B6C8";
    assert_eq!(themes(PuzzleKind::Verdict, "refusal", &asked, "refuse"), ["must-refuse"]);
    assert_eq!(themes(PuzzleKind::Verdict, "refusal", &asked, "accept"), ["must-accept"]);
    let mut refused = board;
    refused[8] = "s !B6C8";
    let replaced = themes(PuzzleKind::Verdict, "refusal", &refused, "C5C8");
    assert_eq!(replaced, ["capture", "king-capture", "replacement", "turn"]);
}

#[test]
fn themes_have_words_and_sentences() {
    for &theme in PuzzleTheme::ALL {
        assert_eq!(PuzzleTheme::parse(theme.id()), Some(theme));
        assert!(theme.sentence().ends_with('.'), "{}", theme.id());
    }
    assert_eq!(PuzzleTheme::parse("nothing"), None);
}
