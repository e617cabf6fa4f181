//! What is special about single pieces of single games, as signs to draw. Everything else about a game is drawn from its
//! actions and effects; only this file knows what pieces are called.

use skirmish_board::{Piece, Side};
use skirmish_play::Table;

/// A sign on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// Nothing passes, and nothing takes it.
    Wall,
    /// It can be taken from below only.
    OpenBelow,
    /// It can be taken from above only.
    OpenAbove,
    /// It may not go sideways this turn.
    NotSideways,
    /// It will never move again.
    Wreck,
}

/// The sign on the square of a piece.
pub(crate) fn sign(table: &dyn Table, piece: &Piece) -> Option<Sign> {
    match (piece.kind, piece.side) {
        ("wall", _) => Some(Sign::Wall),
        // Only moves going backward take it: those of South go down, those of North go up.
        ("Death Star", Side::South) => Some(Sign::OpenBelow),
        ("Death Star", Side::North) => Some(Sign::OpenAbove),
        ("TIE", side) if has_gone_sideways(table, side) => Some(Sign::NotSideways),
        _ if piece.gas == Some(0) => Some(Sign::Wreck),
        _ => None,
    }
}

/// Whether the third field of the position names a side: its last move was a TIE moving sideways.
fn has_gone_sideways(table: &dyn Table, side: Side) -> bool {
    let letter = table.id().info().setup.letters[side.index()];
    table.position().split(' ').nth(2).is_some_and(|field| field.contains(letter))
}

#[cfg(test)]
mod tests {
    use skirmish_games::GameId;

    use super::*;

    fn signs(game: &str, position: &str) -> Vec<(String, Sign)> {
        let mut table = skirmish_play::open(GameId::parse(game).unwrap());
        table.set_position(position).unwrap();
        let view = table.view();
        let cells = view.rows.iter().flat_map(|row| &row.cells);
        cells.filter_map(|cell| Some((cell.square.clone(), sign(&*table, cell.piece.as_ref()?)?))).collect()
    }

    #[test]
    fn pieces_whose_rules_cannot_be_seen_have_signs() {
        let trench = signs("trench", "-T-----/--~*~--/-------/-------/-------/--+@+--/-t----- s s");
        let on = |square: &str| trench.iter().find(|(known, _)| known == square).map(|(_, sign)| *sign);
        assert_eq!(on("C6"), Some(Sign::Wall));
        assert_eq!(on("D6"), Some(Sign::OpenAbove));
        assert_eq!(on("D2"), Some(Sign::OpenBelow));
        assert_eq!(on("B1"), Some(Sign::NotSideways));
        assert_eq!(on("B7"), None);
        let wreck = signs("gastank", "----K3---/--------/--------/--------/--------/--------/----k3n0-- s");
        assert_eq!(wreck, [("F1".to_owned(), Sign::Wreck)]);
    }
}
