//! Positions to learn from: those of the games that were played, with what became of them.

use skirmish_board::{Evaluate, Move, MoveList, Notation, Side, TextError};

use crate::games_file::TrainingGame;

/// One game in so many is not learnt from but held out, to see what was learnt.
const HELD_OUT: u32 = 20;

/// The unit of the logistic curve in points.
pub(crate) const UNIT: f32 = skirmish_search::network::UNIT as f32 / 100.0;

/// A position to learn from.
#[derive(Clone, Debug)]
pub struct Sample<P> {
    /// The position.
    pub position: P,
    /// What the search thought of it, for the side to move.
    pub score: i16,
    /// How its game ended for the side to move: 1, 0 or -1.
    pub result: i8,
}

impl<P> Sample<P> {
    /// The chance to win that should be predicted; `share` is how much of it is what the search thought, the rest is the result.
    pub fn target(&self, share: f32) -> f32 {
        let thought = 1.0 / (1.0 + (-f32::from(self.score) / UNIT).exp());
        let result = (1.0 + f32::from(self.result)) / 2.0;
        share * thought + (1.0 - share) * result
    }
}

/// The samples of games: those to learn from, and those held out.
pub struct Samples<P> {
    /// To learn from.
    pub learnt: Vec<Sample<P>>,
    /// Held out. No game has positions in both.
    pub held_out: Vec<Sample<P>>,
}

impl<P: Notation + Evaluate> Samples<P> {
    /// Replays games. With `quiet`, positions whose next move is noisy, or in which the side to move is threatened, are left out: the
    /// search looks further there before it judges.
    ///
    /// The error names a game with a move that is not legal: the rules have changed since, or it is another game's.
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

/// A move that is legal.
fn check<P: Notation>(position: &P, mv: Move) -> Option<Move> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    Some(mv).filter(|mv| moves.contains(mv))
}
