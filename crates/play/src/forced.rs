//! Forced results within a few plies: what a program that looks so far ahead must see.

use skirmish_board::{Action, LevelProfile, Move, MoveList, Notation, Position, Side};
use skirmish_games::Visitor;

use crate::any_game::{AnyGame, downcast};
use crate::prover::ProofMemory;

/// The moves that, when they stand, let the side to move force a win within so many plies, counting the move. `None` where a proposal
/// is to be answered, and if that takes more than this many nodes.
pub fn winning_moves(game: &dyn AnyGame, plies: u32, nodes: u64) -> Option<Vec<Action>> {
    moves_that_force(game, game.side_to_move(), plies, nodes)
}

/// The moves that, when they stand, let the opponent force a win within so many plies, counting the move. `None` in the same cases.
pub fn losing_moves(game: &dyn AnyGame, plies: u32, nodes: u64) -> Option<Vec<Action>> {
    moves_that_force(game, game.side_to_move().opposite(), plies, nodes)
}

/// Whether the side to act forces a win within so many plies by this action, which counts; a proposal as if it were accepted. `None` if
/// that takes more than this many nodes.
pub fn wins_within(game: &dyn AnyGame, action: &Action, plies: u32, nodes: u64) -> Option<bool> {
    struct WithinVisitor<'a>(&'a dyn AnyGame, &'a Action, u32, u64);
    impl Visitor for WithinVisitor<'_> {
        type Output = Option<bool>;
        fn visit<G: Notation + LevelProfile>(self, _: G) -> Option<bool> {
            let WithinVisitor(game, action, plies, nodes) = self;
            let mut next = downcast::<G>(game)?.clone();
            next.play_accepted(action.mv);
            let plies = plies.saturating_sub(1).min(G::MAX_PLIES.into()) as u16;
            let mut nodes = nodes;
            let proof = ProofMemory::default().prove(&next, game.side_to_move(), plies, &mut nodes)?;
            Some(proof.wins_in().is_some())
        }
    }
    game.id().visit(WithinVisitor(game, action, plies, nodes))
}

/// The moves after which a side forces a win.
fn moves_that_force(game: &dyn AnyGame, winner: Side, plies: u32, nodes: u64) -> Option<Vec<Action>> {
    if game.accept_refuse().is_some() {
        return None;
    }
    game.id().visit(ForcedVisitor { game, winner, plies, nodes })
}

struct ForcedVisitor<'a> {
    game: &'a dyn AnyGame,
    winner: Side,
    plies: u32,
    nodes: u64,
}

impl Visitor for ForcedVisitor<'_> {
    type Output = Option<Vec<Action>>;

    fn visit<G: Notation + LevelProfile>(self, _: G) -> Self::Output {
        let position: &G = downcast(self.game)?;
        let (mut memory, mut nodes) = (ProofMemory::default(), self.nodes);
        let mut found: Vec<Action> = Vec::new();
        for mv in moves_of(position) {
            let mut next = position.clone();
            next.play_accepted(mv);
            let plies = self.plies.saturating_sub(1).min(G::MAX_PLIES.into()) as u16;
            if memory.prove(&next, self.winner, plies, &mut nodes)?.wins_in().is_some() {
                found.push(position.action(mv));
            }
        }
        found.sort_unstable_by(|one, other| one.text.cmp(&other.text));
        Some(found)
    }
}

fn moves_of<P: Position>(position: &P) -> Vec<Move> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.to_vec()
}

#[cfg(test)]
mod tests {
    use skirmish_games::GameId;
    use skirmish_search::reference;

    use super::*;
    use crate::new_game;

    fn texts(found: Option<Vec<Action>>) -> Vec<String> {
        found.unwrap().into_iter().map(|action| action.text).collect()
    }

    #[test]
    fn a_king_that_can_be_taken_is_a_win_in_one_ply() {
        let mut game = new_game(GameId::parse("gastank").unwrap());
        game.set_position("--K3-----/--------/--n3-----/--------/--------/--------/----k3--- s").unwrap();
        assert!(texts(winning_moves(&*game, 1, 10_000)).is_empty());
        game.set_position("---K3----/--------/--n3-----/--------/--------/--------/----k3--- s").unwrap();
        assert_eq!(texts(winning_moves(&*game, 1, 10_000)), ["C5D7"]);
        // The nodes are a limit.
        assert_eq!(winning_moves(&*game, 3, 5), None);
    }

    #[test]
    fn proposals_need_two_good_moves() {
        let game = new_game(GameId::parse("refusal").unwrap());
        assert!(texts(winning_moves(&*game, 3, 1_000_000)).is_empty());
        let mut proposed = game.boxed_clone();
        proposed.play("A3B5").unwrap();
        assert_eq!(winning_moves(&*proposed, 1, 1_000), None);
    }

    /// The search of the games' own engine and plain minimax agree with it on random positions.
    #[test]
    fn plain_minimax_agrees() {
        struct Compare<'a>(&'a dyn AnyGame, u32);
        impl Visitor for Compare<'_> {
            type Output = Vec<String>;
            fn visit<G: Notation + LevelProfile>(self, _: G) -> Vec<String> {
                let position: &G = downcast(self.0).unwrap();
                let side = position.side_to_move();
                let wins = |mv: &Move| {
                    let mut next = position.clone();
                    next.play_accepted(*mv);
                    let value = reference::minimax(&next, self.1 - 1, &|_| 0);
                    let value = if next.side_to_move() == side { value } else { -value };
                    skirmish_board::score::proven_plies(value).is_some_and(|plies| plies > 0 || value > 0)
                };
                let mut found: Vec<String> =
                    moves_of(position).iter().filter(|mv| wins(mv)).map(|&mv| position.format_move(mv)).collect();
                found.sort();
                found
            }
        }
        let mut random = skirmish_board::Random::new(3);
        for id in GameId::all() {
            let mut compared = 0;
            while compared < 30 {
                let mut game = new_game(id);
                while game.outcome().is_none() {
                    let actions = game.legal_actions();
                    if actions.len() < 12 && game.accept_refuse().is_none() && random.below(6) == 0 {
                        let expected = id.visit(Compare(&*game, 3));
                        assert_eq!(texts(winning_moves(&*game, 3, 1_000_000)), expected, "{id}: {}", game.position());
                        compared += 1;
                    }
                    game.perform(&actions[random.below(actions.len())]);
                }
            }
        }
    }
}
