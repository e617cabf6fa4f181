//! What is wrong with an answer: the opponent's shortest win after it.

use skirmish_board::{Action, Side};
use skirmish_play::{AnyGame, Proof, Prover};

/// The plies of the longest win that is looked for.
const MAX_PLIES: u32 = 40;

/// The nodes of the proofs of a refutation.
const NODES: u64 = 300_000;

/// The opponent's shortest win after an action, against the longest resistance: actions that stand, from the position after it.
/// `None` if no win is proven with the nodes that there are. A proposal counts as accepted.
pub fn refutation(game: &dyn AnyGame, wrong: &Action) -> Option<Vec<Action>> {
    let winner = game.side_to_move().opposite();
    let (mut prover, mut nodes) = (Prover::new(game.id()), NODES);
    let mut board = game.boxed_clone();
    board.play_accepted(wrong.mv);
    let mut plies = prover.prove(&*board, winner, MAX_PLIES, &mut nodes)?.wins_in()?;
    let mut line = Vec::new();
    while board.outcome().is_none() {
        let Some((action, left)) = standing(&mut prover, &*board, winner, plies, &mut nodes)? else { break };
        board.play_accepted(action.mv);
        (plies, line) = (left, [line, vec![action]].concat());
    }
    Some(line)
}

/// The action that stands with best play where a side wins within so many plies, and the plies that are left: the best one, or the
/// second-best where the best is refused. `None` inside if a sole proposal is refused, which ends the game; `None` if nodes lack.
fn standing(
    prover: &mut Prover,
    board: &dyn AnyGame,
    winner: Side,
    plies: u32,
    nodes: &mut u64,
) -> Option<Option<(Action, u32)>> {
    let mut ranked = Vec::new();
    for action in board.legal_actions() {
        let mut next = board.boxed_clone();
        next.play_accepted(action.mv);
        // A win that takes longer is none here.
        let left = match prover.prove(&*next, winner, plies.saturating_sub(1), nodes)? {
            Proof::WinsIn(left) => left,
            Proof::NotWithin(_) | Proof::Never => u32::MAX,
        };
        ranked.push((left, action));
    }
    ranked.sort_by_key(|(left, _)| *left);
    if board.side_to_move() != winner {
        ranked.reverse();
    }
    let at = usize::from(board.is_proposal_turn());
    Some((at < ranked.len()).then(|| ranked.swap_remove(at)).map(|(left, action)| (action, left)))
}

#[cfg(test)]
mod tests {
    use skirmish_board::Outcome;
    use skirmish_games::GameId;
    use skirmish_play::new_game;

    use super::*;

    /// Every refutation ends in the loss of the side that erred, in all games.
    #[test]
    fn a_refutation_ends_in_a_loss() {
        let mut random = skirmish_board::Random::new(3);
        for id in GameId::all() {
            let mut refuted = 0;
            for _ in 0..300 {
                let mut game = new_game(id);
                for _ in 0..60 {
                    let actions = game.legal_actions();
                    if game.outcome().is_some() || refuted == 5 {
                        break;
                    }
                    let action = actions[random.below(actions.len())].clone();
                    let me = game.side_to_move();
                    let mut next = game.boxed_clone();
                    next.play_accepted(action.mv);
                    let loses = next.outcome().is_none()
                        && Prover::new(id)
                            .prove(&*next, me.opposite(), 3, &mut 20_000)
                            .is_some_and(|proof| proof.wins_in().is_some());
                    if loses {
                        let line = refutation(&*game, &action).expect("a short win is found");
                        line.iter().for_each(|action| next.play_accepted(action.mv));
                        let sole_proposal = next.is_proposal_turn() && next.legal_actions().len() == 1;
                        assert!(
                            next.outcome() == Some(Outcome::Win(me.opposite())) || sole_proposal,
                            "{id}: {}",
                            game.position()
                        );
                        refuted += 1;
                    }
                    game.perform(&action);
                }
            }
            assert_eq!(refuted, 5, "{id}");
        }
    }
}
