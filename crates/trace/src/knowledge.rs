//! What the rules and the hand-written evaluation say about a position.

use skirmish_board::score::{DRAW, loss_in, win_in};
use skirmish_board::{ActionKind, LevelProfile, Move, MoveList, Notation, Outcome, Score};
use skirmish_games::Visitor;
use skirmish_play::{AnyGame, downcast};

/// The legal moves of a position.
pub(crate) fn legal_moves(game: &dyn AnyGame) -> MoveList {
    let mut moves = MoveList::new();
    game.legal_moves(&mut moves);
    moves
}

/// Plays a pass if nothing else is legal, and returns it.
pub(crate) fn skip_pass(game: &mut dyn AnyGame) -> Option<Move> {
    let actions = game.legal_actions();
    let pass = actions.first().filter(|action| actions.len() == 1 && action.kind == ActionKind::Pass)?.mv;
    game.play_accepted(pass);
    Some(pass)
}

/// The hand-written evaluation for the side to move.
pub(crate) fn static_eval(game: &dyn AnyGame) -> Score {
    struct StaticEvalVisitor<'a>(&'a dyn AnyGame);

    impl Visitor for StaticEvalVisitor<'_> {
        type Output = Score;

        fn visit<G: Notation + LevelProfile>(self, start: G) -> Score {
            downcast::<G>(self.0).unwrap_or(&start).evaluate()
        }
    }

    game.id().visit(StaticEvalVisitor(game))
}

/// Those of some legal moves that are noisy.
pub(crate) fn noisy_moves(game: &dyn AnyGame, moves: &MoveList) -> Vec<Move> {
    struct NoisyVisitor<'a>(&'a dyn AnyGame, &'a MoveList);

    impl Visitor for NoisyVisitor<'_> {
        type Output = Vec<Move>;

        fn visit<G: Notation + LevelProfile>(self, start: G) -> Vec<Move> {
            let position = downcast::<G>(self.0).unwrap_or(&start);
            self.1.iter().copied().filter(|&mv| position.is_noisy(mv)).collect()
        }
    }

    game.id().visit(NoisyVisitor(game, moves))
}

/// Our value of a position that has one without a search: a finished game, or a sole proposal, which is refused.
pub(crate) fn settled_value(game: &dyn AnyGame, moves: &MoveList, ply: u16) -> Option<Score> {
    match game.outcome() {
        Some(Outcome::Win(side)) if side == game.side_to_move() => Some(win_in(ply)),
        Some(Outcome::Win(_)) => Some(loss_in(ply)),
        Some(Outcome::Draw) => Some(DRAW),
        None if game.is_proposal_turn() && moves.len() == 1 => Some(loss_in(ply)),
        None => None,
    }
}
