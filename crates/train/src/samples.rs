//! Training samples: the positions of games, with search scores and results.

use skirmish_board::{Evaluate, Move, MoveList, Notation, Side, TextError};

use crate::games_file::TrainingGame;

/// One game in this many is held out for validation.
const HELD_OUT: u32 = 20;

/// The unit of the logistic curve in points.
pub(crate) const UNIT: f32 = skirmish_search::network::UNIT as f32 / 100.0;

/// A position with its training target.
#[derive(Clone, Debug)]
pub struct Sample<P> {
    /// The position.
    pub position: P,
    /// The search score, for the side to move.
    pub score: i16,
    /// The result of its game for the side to move: 1, 0 or -1.
    pub result: i8,
}

impl<P> Sample<P> {
    /// The win probability to predict; `share` is the weight of the search score, the rest is the result.
    pub fn target(&self, share: f32) -> f32 {
        let thought = 1.0 / (1.0 + (-f32::from(self.score) / UNIT).exp());
        let result = (1.0 + f32::from(self.result)) / 2.0;
        share * thought + (1.0 - share) * result
    }
}

/// The samples of games: for training, and held out.
pub struct Samples<P> {
    /// For training.
    pub learnt: Vec<Sample<P>>,
    /// For validation. No game has positions in both.
    pub held_out: Vec<Sample<P>>,
}

impl<P: Notation + Evaluate> Samples<P> {
    /// Replays games. `quiet` leaves out positions with a noisy next move or a threat against the side to move: the search never
    /// evaluates these statically.
    ///
    /// The error names a game with an illegal move: the rules have changed, or it is of another game.
    pub fn of(start: &P, games: &[TrainingGame], quiet: bool) -> Result<Samples<P>, TextError> {
        let mut samples = Samples { learnt: Vec::new(), held_out: Vec::new() };
        for game in games {
            let list = if game.number.is_multiple_of(HELD_OUT) { &mut samples.held_out } else { &mut samples.learnt };
            let illegal = || TextError::new(format!("game {} has an illegal move", game.number));
            let mut position = start.clone();
            for &mv in &game.opening {
                check(&position, mv).ok_or_else(illegal)?;
                position.play_accepted(mv);
            }
            for &(mv, score) in &game.moves {
                check(&position, mv).ok_or_else(illegal)?;
                let is_quiet = !position.is_noisy(mv) && !position.threatened();
                let result = if position.side_to_move() == Side::South { game.result } else { -game.result };
                if is_quiet || !quiet {
                    list.push(Sample { position: position.clone(), score, result });
                }
                position.play_accepted(mv);
            }
        }
        Ok(samples)
    }
}

/// The move, if it is legal.
fn check<P: Notation>(position: &P, mv: Move) -> Option<Move> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    Some(mv).filter(|mv| moves.contains(mv))
}
