//! Proposing, accepting, refusing, and how a game ends.

use super::*;

#[test]
fn a_proposal_is_not_yet_played_and_the_other_side_accepts_or_refuses() {
    let proposed = after(handout(), "C4B6");
    assert_eq!(proposed.format_position(), "R--KL/-----/NPP-N/---P-/--n--/nppp-/-----/rk--l n ?C4B6");
    assert_eq!(proposed.side_to_move(), Side::North);
    assert!(!proposed.is_proposal_turn());
    assert_eq!(proposed.outcome(), None);
    assert_eq!(moves_of(&proposed), ["accept", "refuse"]);
}

#[test]
fn an_accepted_move_is_played_and_the_other_side_proposes() {
    let accepted = after(handout(), "C4B6 accept");
    assert_eq!(accepted, south(HANDOUT, "C4B6", "- C4, n B6"));
    assert!(accepted.is_proposal_turn());
}

#[test]
fn after_a_refusal_the_mover_has_every_legal_move_but_the_refused_one() {
    let before = handout();
    let refused = after(before, "C4B6 refuse");
    assert_eq!(refused.format_position(), "R--KL/-----/NPP-N/---P-/--n--/nppp-/-----/rk--l s !C4B6");
    assert_eq!(refused.side_to_move(), Side::South);
    assert!(!refused.is_proposal_turn());
    let mut expected = moves_of(&before);
    expected.retain(|mv| mv != "C4B6");
    assert_eq!(moves_of(&refused), expected);
    assert_eq!(
        refused.parse_move("C4B6").unwrap_err().to_string(),
        "C4B6 was refused this turn: South must play a different move."
    );
}

/// A refusal is possible once per turn: the replacement stands and needs no answer.
#[test]
fn a_replacement_stands_without_an_answer() {
    let replaced = after(handout(), "C4B6 refuse E1E4");
    let stands = test_boards::plays(&Refusal::start(), (HANDOUT, "s -"), "E1E4", ("- E1, l E4", "n -"));
    assert_eq!(replaced, stands);
    assert!(replaced.is_proposal_turn());
}

#[test]
fn a_record_goes_on_with_the_other_side_after_a_replacement() {
    let start = after(handout(), "C4B6 refuse E1E4");
    let end = after(start, "B6B5 accept D3D4 refuse C4B6 C6C5 refuse");
    assert_eq!(end.format_position(), "R--KL/-----/NnP-N/-P-P-/----l/nppp-/-----/rk--- n !C6C5");
}

/// Both sides may refuse, North's proposals like South's.
#[test]
fn both_sides_may_refuse_in_every_turn() {
    let end = after(Refusal::start(), "C3C4 refuse B3B4 C6C5 refuse B6B5 A3C4 refuse");
    assert_eq!(end.format_position(), "R--KL/-----/N-PPN/-P---/-p---/n-ppn/-----/rk--l s !A3C4");
}

#[test]
fn a_refused_move_may_be_proposed_again_in_a_later_turn() {
    let end = after(Refusal::start(), "C3C4 refuse B3B4 C6C5 accept C3C4 accept");
    assert_eq!(end.format_position(), "R--KL/-----/NP-PN/--P--/-pp--/n--pn/-----/rk--l n -");
}

#[test]
fn a_side_whose_only_move_is_refused_loses_at_once() {
    let position = test_boards::position(&Refusal::start(), ("K D8, p E3, k B1", "s -"));
    assert_eq!(position.outcome(), None, "one legal move is enough to propose");
    assert_eq!(moves_of(&position), ["E3E4"]);
    let refused = after(position, "E3E4 refuse");
    assert_eq!(refused.outcome(), Some(Outcome::Win(Side::North)));
    assert!(moves_of(&refused).is_empty());
    assert_eq!(refused.ending(), "South's move E3E4 was refused and South has no other legal move.");
    assert_eq!(parsed("---K-/-----/-----/-----/-----/----p/-----/-k--- s !E3E4"), refused);
    let reason = "The game is over: South's move E3E4 was refused and South has no other legal move.";
    for text in ["E3E4", "accept", "refuse", "nonsense"] {
        assert_eq!(refused.parse_move(text).unwrap_err().to_string(), reason);
    }
}

/// The opponent need not refuse: a sole move that is accepted is played and the game goes on.
#[test]
fn a_sole_legal_move_that_is_accepted_is_played() {
    let end = after(parsed("---K-/-----/--P--/-----/-----/----p/-----/-k--- s -"), "E3E4 accept");
    assert_eq!(end.format_position(), "---K-/-----/--P--/-----/----p/-----/-----/-k--- n -");
    assert_eq!(end.outcome(), None);
}

#[test]
fn a_side_on_turn_with_no_legal_move_loses() {
    for (side, winner, loser) in [("s", Side::North, "South"), ("n", Side::South, "North")] {
        let board = ("K D8, P C5, p C4, k B1", &*format!("{side} -"));
        let position = test_boards::position(&Refusal::start(), board);
        assert_eq!(position.outcome(), Some(Outcome::Win(winner)));
        assert!(moves_of(&position).is_empty());
        assert_eq!(position.ending(), format!("{loser} has no legal move."));
    }
}

#[test]
fn capturing_the_king_wins() {
    let end = south("K D8, p E7, P A5, k B1", "E7D8", "- E7, p D8");
    assert_eq!(end.outcome(), Some(Outcome::Win(Side::South)));
    assert_eq!(end.ending(), "North's king was captured.");
    // North's pawn could still go, but the game is over.
    assert!(moves_of(&end).is_empty());
    assert_eq!(end.parse_move("A5A4").unwrap_err().to_string(), "The game is over: North's king was captured.");
}

#[test]
fn the_capture_of_a_king_can_be_refused() {
    let before = parsed("---K-/----p/-----/P----/-----/-----/-----/-k--- s -");
    let saved = after(before, "E7D8 refuse E7E8");
    assert_eq!(saved.format_position(), "---Kp/-----/-----/P----/-----/-----/-----/-k--- n -");
    assert_eq!(saved.outcome(), None);
}

/// There is no check: a side may leave its king attacked and play something else.
#[test]
fn a_king_may_be_left_attacked() {
    south("K D8, R B6, p E3, k B1", "E3E4", "- E3, p E4");
}

#[test]
fn the_phases_of_a_turn_are_different_positions_with_different_keys() {
    let start = Refusal::start();
    let mut keys = vec![start.key()];
    for mv in moves_of(&start) {
        let proposed = after(start, &mv);
        keys.extend([proposed.key(), after(proposed, "refuse").key(), after(proposed, "accept").key()]);
    }
    let count = keys.len();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), count);
}

#[test]
fn playing_a_move_so_that_it_stands_is_proposing_and_accepting_it() {
    let start = Refusal::start();
    for mv in moves_of(&start) {
        let mut standing = start;
        standing.play_accepted(start.parse_move(&mv).unwrap());
        assert_eq!(standing, after(start, &format!("{mv} accept")));
    }
    // After a refusal nothing is proposed any more: the move stands anyway.
    let refused = after(start, "C3C4 refuse");
    let mut standing = refused;
    standing.play_accepted(refused.parse_move("B3B4").unwrap());
    assert_eq!(standing, after(refused, "B3B4"));
}
