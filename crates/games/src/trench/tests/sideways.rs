//! A side that moved a TIE sideways may not do it again with its next move.

use super::{Trench, forbids, legal, plays, walled};
use crate::test_boards;

const BEFORE: &str = "
    7  - T T - T T -
    6  - - ~ * ~ - -
    5  X X - - - X X
    4  - - - - - - -
    3  x x - - - x x
    2  - - + @ + - -
    1  - t t - t t -";

/// The same after B1A1.
const SOUTH_WENT_SIDEWAYS: &str = walled!("T B7 C7 E7 F7, X A5 B5 F5 G5, x A3 B3 F3 G3, t A1 C1 E1 F1");

#[test]
fn a_sideways_tie_move_raises_the_flag_of_its_side() {
    let played = plays((BEFORE, "s -"), "B1A1", ("- B1, t A1", "n s"));
    assert_eq!(played, test_boards::position(&Trench::start(), (SOUTH_WENT_SIDEWAYS, "n s")));
}

/// The other side's flag is its own affair and stays as it was.
#[test]
fn both_flags_can_be_up() {
    plays((BEFORE, "s n"), "B1A1", ("- B1, t A1", "n ns"));
}

/// None: neither the TIE that moved nor any other, with a capture or without.
#[test]
fn none_of_the_ties_may_then_move_sideways() {
    let board = walled!("T B7 C7 E7 G7 G2, X A5 B5 F5 G1, t B4 A1 C1 E1, x A3 F3 G3");
    forbids((board, "s s"), "A1B1 C1B1 C1D1 E1F1 E1G1 B4A4 B4G4");
    // All else is as free as ever.
    legal((board, "s s"), "A1A2 B4B5 F3G2 F3E4 F3D5 F3G4 G3F4 G3E5");
    // The flag of the other side forbids nothing.
    legal(
        (board, "s n"),
        "A1A2 B4B5 F3G2 F3E4 F3D5 F3G4 G3F4 G3E5 A1B1 C1B1 C1D1 E1D1 E1F1 E1G1 B4A4 B4C4 B4D4 B4E4 B4F4 B4G4",
    );
}

#[test]
fn a_tie_that_went_sideways_may_still_capture_backward() {
    let board = walled!("t A7, T D7, X A4");
    legal((board, "s s"), "A7A4");
    legal((board, "s -"), "A7A4 A7B7 A7C7 A7D7");
}

#[test]
fn a_sideways_capture_counts_as_well() {
    plays((walled!("T A3, x D3, t B1"), "n -"), "A3D3", ("- A3, T D3", "s n"));
}

#[test]
fn any_other_move_lowers_the_flag() {
    plays((SOUTH_WENT_SIDEWAYS, "s s"), "A1A2", ("- A1, t A2", "n -"));
    plays((SOUTH_WENT_SIDEWAYS, "s ns"), "A1A2", ("- A1, t A2", "n n"));
    plays((SOUTH_WENT_SIDEWAYS, "s s"), "B3C4", ("- B3, x C4", "n -"));
    plays((SOUTH_WENT_SIDEWAYS, "s n"), "B3C4", ("- B3, x C4", "n n"));
}

/// A turn later the TIEs are free again: sideways, something else, sideways.
#[test]
fn sideways_moves_may_alternate_with_others() {
    use skirmish_board::{Notation, Position};
    let mut position = Trench::start();
    for mv in ["B1A1", "F7G7", "A1A2", "B5C4", "A2B2", "G7G6", "B3C4", "G6F6", "B2A2"] {
        let legal = position.parse_move(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
        position.play(legal);
    }
    assert_eq!(position.format_position(), "-TT-T--/--~*~T-/X----XX/--x----/x----xx/t-+@+--/--t-tt- n ns");
}
