//! Dialogues of programs, and the move that each of them means.

use super::*;

/// The moves that are legal for the program in these tests, and its other pieces. The person has pieces in rows 1 and 2.
const LEGAL: &[&str] = &["C7F4", "G6F5", "D7D6", "A5B4", "B7B6"];
const OWN: &[&str] = &["C7", "G6", "D7", "A5", "B7", "E7"];
const PAST: &[&str] = &["A2A3", "F7F6", "B2C3"];

fn status(squares: &str) -> MoveStatus {
    match squares {
        _ if LEGAL.contains(&squares) => MoveStatus::Legal,
        _ if PAST.contains(&squares) => MoveStatus::Past,
        _ if OWN.contains(&&squares[..2]) => MoveStatus::Own,
        _ => MoveStatus::Other,
    }
}

fn told(text: &str, style: &MoveStyle) -> Option<String> {
    MoveRule::new().unwrap().find(text, style, &status).map(|told| told.squares)
}

/// What a program of unknown style means.
fn first_move(text: &str) -> Option<String> {
    told(text, &MoveStyle::default())
}

/// What it means after it has told a move like this.
fn later_move(before: &str, text: &str) -> Option<String> {
    let mut style = MoveStyle::default();
    style.learn(MoveRule::new().unwrap().find(before, &style, &status).as_ref());
    told(text, &style)
}

#[test]
fn a_move_is_told_in_many_ways() {
    for text in [
        "C7F4",
        "c7f4",
        "c7-f4",
        "c7 f4",
        "C7 -> F4",
        "c7xf4",
        "C7--F4 is no sign\nC7F4",
        "(c7) to (f4)",
        "(C7, F4)",
        "C7:F4",
        "[c7][f4]",
        "'C7' to 'F4'",
        "I move from C7 to F4.",
        "-> C7F4",
        "=> c7 f4",
        "*** C7F4 ***",
        "My move: C7F4",
        "my move is c7f4, your turn",
        "My move is:\nC7F4",
        "My move is...\n\n   c7 f4\n",
        "I play C7F4",
        "I'll play C7F4!",
        "I have decided to move c7-f4.",
        "I would like to play C7F4. Accept or reject? ",
        "Computer moves C7F4",
        "Computer: C7F4",
        "Computer's move: C7F4",
        "Computer's turn:\nC7F4",
        "CPU> c7f4",
        "AI chooses: C7F4",
        "The computer has decided to play C7F4",
        "COMPUTER (capitals) moves: C7F4",
        "moved C7F4",
        "Move: C7 takes F4",
        "best move is C7F4",
        "bestmove c7f4",
        "Best move found: C7F4 (score 12, depth 6)",
        "Player 2 plays C7F4",
        "Black: C7F4",
        "SENSEI strikes: C7F4 Hi-YA!",
        "My piece on c7 goes to the square f4",
        "from: C7\n  to: F4\n",
        "I take C7\n to F4",
        "After considering 3,000 positions I play C7F4",
        "Searching to depth 6... done. My move: C7F4",
        "Your opponent moves C7F4",
        "C7F4 (score 12)",
        "Very well, then I play C7F4",
        "12. C7F4",
        "Thinking... C7F4",
        "Thinking...\nc7 -> f4\n",
        "After much thought: C7 -> F4 (good luck)",
        "C7F4 (best of 12 possible moves)",
        "Final decision: c7f4 out of 12 legal moves",
        "Then I play C7F4 instead.",
        "OK. Instead I play C7F4",
        "You refused it. Instead: C7F4",
    ] {
        assert_eq!(first_move(text).as_deref(), Some("C7F4"), "{text}");
    }
}

#[test]
fn what_a_program_does_not_play_is_not_its_move() {
    for text in [
        "",
        "I win! You lose!",
        "Legal moves: C7F4 G6F5 D7D6",
        "Legal moves:\nC7F4\nG6F5\n",
        "Possible moves:\n  C7F4 G6F5\n",
        "My moves: C7F4, G6F5",
        "Considering C7F4",
        "Considering my move C7F4",
        "Depth 3: C7F4",
        "depth 3: my move C7F4",
        "depth 4 best move C7F4",
        "pv C7F4 A2A3 G6F5",
        "1. C7F4\n2. G6F5\n3. D7D6\n",
        "1) C7F4 (12)\n2) G6F5 (10)\n",
        "C7F4\nG6F5\nD7D6\n",
        "C7F4 score 12\nG6F5 score 10\n",
        "C7F4 is possible",
        "Enter your move (e.g. C7F4): ",
        "Enter your move [C7F4]: ",
        "Your move, such as C7F4? ",
        "If I play C7F4 you lose.",
        "Instead of C7F4 you could",
        "12 legal moves: C7F4",
        "I expect to follow with G6F5",
        "I could have played C7F4.",
        "You played A2A3.",
        "7  C7 F4 -- -- computer\n",
        " -- -- C7 F4 -- --\n",
    ] {
        assert_eq!(first_move(text), None, "{text}");
    }
}

/// In each of these texts C7F4 is the move, though other moves are legal, too.
#[test]
fn a_label_and_the_first_on_a_line_count() {
    for text in [
        "My move: C7F4\nI expect to follow with G6F5",
        "Computer's move (A2A3 was close): C7F4",
        "My move (not G6F5, which loses) is C7F4",
        "Refused G6F5; instead C7F4",
        "You refused my move G6F5. C7F4",
        "My move: (C7F4) (G6F5)",
        "I play (c7) to (f4) (G6F5)",
        "My move: C7F4 ... I expect to follow with G6F5",
        "I made my move C7F4 ( G6F5 )",
        "I made my move C7F4 [G6F5]",
        "C7F4 (G6F5)",
        "C7F4 / G6F5",
        "Computer plays C7F4, you see G6F5",
        "I play C7F4\nPossible moves: G6F5, D7D6",
        "Possible moves: G6F5, D7D6\nI play C7F4",
        "1. G6F5\n2. D7D6\n3. A5B4\nI choose C7F4",
        "G6F5\nD7D6\nA5B4\nmoved C7F4\nG6F5\nD7D6\nA5B4\n",
        "depth 1: G6F5\ndepth 2: D7D6\nMy move: C7F4 (depth 3)\n",
        "info depth 3 score 12 pv G6F5 A2A3\nbestmove C7F4\n",
        "Best move: G6F5\nBest move: D7D6\nBest move: C7F4\n",
        "You played A2A3. I play C7F4.",
        "You played A2A3, my move is C7F4, then G6F5.",
        "Human: A2A3\nComputer: C7F4\n",
        "Move 1: human A2A3\nMove 2: computer F7F6\nMove 3: human B2C3\nMove 4: computer C7F4\n",
        "Computer's last move: F7F6\nComputer's move: C7F4\n",
        "G6F5 looks good.\nComputer moves C7F4\n7 - - -\nEnter a move like A2A3: ",
        "[DEBUG] trying G6F5\n[DEBUG] trying D7D6\nmove C7F4\n",
        "-> C7F4\nreply A2A3 expected, then G6F5",
        "My move is C7F4 and yours may be A2A3\n 7  -- B3 B2 -- computer\n 6 -- G6 F5 -- --\n",
        "C7F4\n7 - - R -\nEnter your move (e.g. G6F5): ",
        "thinking of G6F5 first\nC7F4\n",
        "thinking: g6->f5, d7->d6\nc7 -> f4\n",
        "maybe: g6->f5\nc7 -> f4\n",
        "hm: g6->f5\nc7 -> f4\n",
    ] {
        assert_eq!(first_move(text).as_deref(), Some("C7F4"), "{text}");
    }
}

#[test]
fn a_labelled_illegal_move_is_its_move() {
    for (text, squares) in [
        ("My move: C7C1\nPossible moves: C7F4, G6F5", "C7C1"),
        ("My move: D4D5\nC7F4\n", "D4D5"),
        ("I play C7C1 (G6F5)", "C7C1"),
        ("Computer moves Z9C1\nLegal moves: C7F4", "Z9C1"),
        ("Move: E7E1\nG6F5\n", "E7E1"),
        ("C7C1\nLegal: G6F5\n", "C7C1"),
        // Only the program's own words make a repeated move one of now.
        ("I play F7F6\n", "F7F6"),
    ] {
        assert_eq!(first_move(text).as_deref(), Some(squares), "{text}");
    }
    assert_eq!(first_move("c7 to c1"), None, "not even sure that it is a move");
    assert_eq!(later_move("G6F5", "c7 to c1").as_deref(), Some("C7C1"));
}

#[test]
fn a_label_once_seen_is_kept_to() {
    for (before, text, squares) in [
        ("Zug: C7F4", "Zug: G6F5\nD7D6\n", "G6F5"),
        ("Zug 1: C7F4", "Zug 2: E7E1\nD7D6\n", "E7E1"),
        ("SENSEI strikes C7F4", "SENSEI strikes G6F5\nhe moves A5B4\n", "G6F5"),
        ("My move: C7F4", "I take A5B4 into account\nMy move: G6F5", "G6F5"),
        ("** C7F4 **", "I play G6F5\nD7D6", "G6F5"),
        // Said in other words it is still understood.
        ("I want to play C7F4. Accept? ", "Very well, then I play G6F5", "G6F5"),
        ("My move: C7F4", "G6F5", "G6F5"),
        // It was not sure that these words introduce its moves.
        ("hm: g6->f5\nc7 -> f4", "hm: a5->b4\ng6 -> f5", "G6F5"),
    ] {
        assert_eq!(later_move(before, text).as_deref(), Some(squares), "{before} | {text}");
    }
}
