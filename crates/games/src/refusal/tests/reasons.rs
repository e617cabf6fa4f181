//! Every way a move can be illegal, and the sentence that says so.

use super::*;

/// South's move is illegal on the board, for this reason.
#[track_caller]
fn illegal(board: &str, mv: &str, reason: &str) {
    assert_eq!(test_boards::reason(&Refusal::start(), (board, "s -"), mv), reason);
}

const BOARD: &str = "
    8  - n - K p
    7  - - - - -
    6  - P P - -
    5  - - p - N
    4  - n - - -
    3  - l - r -
    2  - - - - P
    1  N k - p R";

#[test]
fn a_move_starts_on_a_piece_of_the_mover_and_leaves_its_square() {
    illegal(BOARD, "A4A5", "There is no piece on A4.");
    illegal(BOARD, "C6C5", "The pawn on C6 is North's, and it is South's turn.");
    illegal(BOARD, "B3B3", "The left rook on B3 must leave its square.");
}

#[test]
fn a_text_that_is_no_move_is_told_what_a_move_is() {
    let shape = "is not a move: a move is the square left and the square reached, such as A1B2";
    for text in ["", "C5", "C5C6C7", "hello world", "C5\u{e9}6"] {
        illegal(BOARD, text, &format!("\"{text}\" {shape}"));
    }
    illegal(BOARD, "C5C0", "\"C0\" is not a square: columns are A to E, rows 1 to 8");
    illegal(BOARD, "F5C6", "\"F5\" is not a square: columns are A to E, rows 1 to 8");
    illegal(BOARD, "5CC6", "\"5C\" is not a square: columns are A to E, rows 1 to 8");
}

#[test]
fn no_side_captures_its_own_pieces() {
    illegal(BOARD, "B3B4", "B4 holds South's own knight, and no side captures its own pieces.");
    illegal(BOARD, "B1D1", "D1 holds South's own pawn, and no side captures its own pieces.");
    illegal(BOARD, "B3B1", "B1 holds South's own king, and no side captures its own pieces.");
}

#[test]
fn pawn_reasons() {
    illegal(BOARD, "C5C6", "The pawn on C5 goes straight ahead only onto an empty square, and C6 holds North's pawn.");
    illegal(BOARD, "C5D6", "The pawn on C5 goes diagonally only to capture, and D6 is empty.");
    illegal(BOARD, "E8E7", "The pawn on E8 is on the far row and can never move again.");
    let reach = "a pawn goes one square forward, or one diagonally forward to capture.";
    for to in ["C7", "C4", "D5", "E5", "E7", "B7"] {
        illegal(BOARD, &format!("C5{to}"), &format!("The pawn on C5 cannot reach {to}: {reach}"));
    }
}

#[test]
fn knight_reasons() {
    illegal(BOARD, "B8C6", "The knight on B8 is on the far row and can never move again.");
    illegal(BOARD, "B4D3", "D3 holds South's own right rook, and no side captures its own pieces.");
    illegal(BOARD, "B4C2", "The knight on B4 would go backward to C2, and knights jump forward only.");
    let reach = "a knight jumps two squares in one direction and one across, always forward.";
    for to in ["B5", "C4", "B6", "E5", "D6"] {
        illegal(BOARD, &format!("B4{to}"), &format!("The knight on B4 cannot reach {to}: {reach}"));
    }
}

#[test]
fn rook_reasons() {
    illegal(BOARD, "B3C4", "The left rook on B3 cannot reach C4: rooks go straight, forward or to one side.");
    illegal(BOARD, "D3B2", "The right rook on D3 cannot reach B2: rooks go straight, forward or to one side.");
    illegal(BOARD, "D3D2", "The right rook on D3 would go backward to D2, and rooks never do.");
    illegal(BOARD, "B3C3", "The left rook on B3 goes sideways only to the left, and C3 is to its right.");
    illegal(BOARD, "D3C3", "The right rook on D3 goes sideways only to the right, and C3 is to its left.");
    illegal(BOARD, "B3B5", "The left rook on B3 cannot jump: South's knight on B4 is in the way to B5.");
    let behind = "K D8, P C7 C6 C4, N A4, l D4, r C3, k B1";
    illegal(behind, "C3C7", "The right rook on C3 cannot jump: North's pawn on C4 is in the way to C7.");
    illegal(behind, "D4A4", "The left rook on D4 cannot jump: North's pawn on C4 is in the way to A4.");
}

#[test]
fn king_reasons() {
    illegal(BOARD, "B1B2", "The king on B1 cannot reach B2: a king never leaves its row.");
    illegal(BOARD, "B1C1", "The king on B1 moves only to capture, and C1 is empty.");
    illegal(BOARD, "B1E1", "The king on B1 cannot jump: South's pawn on D1 is in the way to E1.");
}

#[test]
fn answers_and_moves_wait_for_their_time() {
    let start = Refusal::start();
    let reason = |position: &Refusal, text: &str| position.parse_move(text).unwrap_err().to_string();
    assert_eq!(reason(&start, "accept"), "No move is proposed: it is South's turn to name one.");
    let proposed = after(start, "C3C4");
    for text in ["C6C5", "B3B4", "nonsense", ""] {
        assert_eq!(
            reason(&proposed, text),
            "South proposed C3C4: North answers accept or refuse before anything else is played."
        );
    }
    let refused = after(proposed, "refuse");
    assert_eq!(reason(&refused, "refuse"), "No move is proposed: it is South's turn to name one.");
    assert_eq!(reason(&refused, "c3 c4"), "C3C4 was refused this turn: South must play a different move.");
    assert_eq!(reason(&refused, "C6C5"), "The pawn on C6 is North's, and it is South's turn.");
}

/// Reasons for North see the board from North's side.
#[test]
fn north_is_told_the_same_rules() {
    let start = Refusal::start();
    let board = "R A8, K D8, N D6, L C5, p C4, P B3 A1, k B1";
    for (mv, words) in [
        ("C4C5", &["The pawn on C4 is South's", "North's turn"][..]),
        ("A1A2", &["The pawn on A1 is on the far row"]),
        ("B3B4", &["The pawn on B3 cannot reach B4"]),
        ("B3A2", &["diagonally only to capture", "A2 is empty"]),
        ("D6C8", &["The knight on D6 would go backward to C8"]),
        ("C5C6", &["The left rook on C5 would go backward to C6"]),
        ("C5D5", &["only to the left", "D5 is to its right"]),
        ("C5C3", &["South's pawn on C4 is in the way to C3"]),
        ("D8B8", &["The king on D8 moves only to capture", "B8 is empty"]),
        ("D8A8", &["A8 holds North's own right rook"]),
    ] {
        test_boards::forbids(&start, (board, "n -"), mv, words);
    }
}
