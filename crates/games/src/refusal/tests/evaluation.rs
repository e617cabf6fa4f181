//! The evaluation says what players know: pieces count, one attacker can be refused, and a choice is worth having.

use skirmish_board::Evaluate;

use super::*;

const EVEN: &str = "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l";

/// The evaluation of a board with South to propose.
fn judged(board: &str) -> i32 {
    parsed(&format!("{board} s -")).evaluate()
}

#[test]
fn a_side_that_is_a_piece_up_is_better() {
    let balance = judged(EVEN);
    assert!(balance.abs() < 50, "{balance}");
    for (piece, points) in [('R', 120), ('L', 120), ('N', 60), ('P', 30)] {
        let up = judged(&EVEN.replacen(piece, "-", 1));
        assert!(up > balance + points, "{up} without North's {piece}, {balance} with it");
        let down = judged(&EVEN.replacen(piece.to_ascii_lowercase(), "-", 1));
        assert!(down < balance - points, "{down} without South's {piece}, {balance} with it");
    }
    assert!(judged(&EVEN.replacen('N', "-", 1)) > judged(&EVEN.replacen('P', "-", 1)), "a knight is more than a pawn");
}

#[test]
fn two_attackers_of_the_king_are_a_threat_and_one_is_refused() {
    let two = "---K-/-----/-----/-----/-----/-----/---l-/rk--- n -";
    let threatened = |board: &str| parsed(board).threatened();
    assert!(!threatened(two), "one rook on the king's column");
    assert!(threatened(&two.replacen("---K-", "r--K-", 1)), "and one on its row");
}

#[test]
fn a_capture_counts_what_it_takes_and_what_two_answers_take_back() {
    let gain = |board: &str, mv: &str| {
        let position = parsed(&format!("{board} s -"));
        position.exchange_gain(position.parse_move(mv).expect("legal"))
    };
    let pawn = "---K-/-----/-----/---P-/-----/-----/---l-/-k---";
    assert_eq!(gain(pawn, "D2D5"), 70);
    assert_eq!(gain(pawn, "D2D3"), 0, "a quiet move");
    let guarded_once = pawn.replacen("-----", "--P--", 2).replacen("--P--", "-----", 1);
    assert_eq!(gain(&guarded_once, "D2D5"), 70, "a single recapture is refused");
    let guarded_twice = guarded_once.replace("--P--", "--P-P");
    assert_eq!(gain(&guarded_twice, "D2D5"), 70 - 180);
}
