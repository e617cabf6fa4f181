//! How the lowest levels choose a move: as beginners do, two plies deep and with oversights.
//!
//! Which replies a beginner overlooks is random, once per turn: a threat that is overlooked is overlooked after every move.

use skirmish_board::{
    BeginnerModel, LevelProfile, Move, MoveList, Notation, Outcome, Score, Side, Squares, mix, score,
};

/// A beginner's turn.
pub(crate) struct BeginnerTurn<'a, P> {
    position: &'a P,
    beginner: BeginnerModel,
    /// The target square of the opponent's last move.
    near: Option<Coordinate>,
    /// The random seed of this turn.
    turn_seed: u64,
}

/// A column and a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Coordinate(i32, i32);

impl Coordinate {
    /// The coordinate of a square by its name, such as `C4`.
    fn of(square: &str) -> Option<Coordinate> {
        let column = square.chars().next()?;
        let row = square.get(column.len_utf8()..)?.parse().ok()?;
        Some(Coordinate(column as i32 - 'A' as i32, row))
    }

    /// The number of king's steps to another square.
    fn distance(self, other: Coordinate) -> i32 {
        (self.0 - other.0).abs().max((self.1 - other.1).abs())
    }
}

/// The distance of a reply if the last move is unknown.
const UNKNOWN_DISTANCE: i32 = 4;

/// The bonus for a capture, in rows moved forward.
const CAPTURE_ROWS: Score = 3;

/// The value of a win: more than any evaluation.
const GAME_OVER: Score = score::MAX_EVAL + 1;

impl<'a, P: LevelProfile + Notation> BeginnerTurn<'a, P> {
    /// A turn of the side to move. `last` is the opponent's last move, if known.
    pub(crate) fn new(
        position: &'a P,
        beginner: BeginnerModel,
        last: Option<&Squares>,
        turn_seed: u64,
    ) -> BeginnerTurn<'a, P> {
        BeginnerTurn { position, beginner, near: last.and_then(|last| Coordinate::of(&last.to)), turn_seed }
    }

    /// The actions with their values, the best first. Empty if the game is over.
    pub(crate) fn ranked(&self) -> Vec<(Move, Score)> {
        let mut moves = MoveList::new();
        self.position.legal_moves(&mut moves);
        let mut ranked: Vec<(Move, Score)> = match self.position.accept_refuse() {
            Some(_) => moves.iter().map(|&answer| (answer, self.answer_score(answer))).collect(),
            None => {
                self.avoid_losses(&mut moves);
                self.overlook(&mut moves);
                moves.iter().map(|&mv| (mv, self.move_score(mv))).collect()
            }
        };
        ranked.sort_by_key(|&(mv, value)| (-value, mv.bits()));
        ranked
    }

    /// The value of a move.
    fn move_score(&self, mv: Move) -> Score {
        let next = self.played(self.position, mv);
        let value = match next.outcome() {
            Some(outcome) => self.outcome_score(outcome),
            None => self.evaluate(&next).min(self.worst_reply(&next, 2)),
        };
        let capture = if self.position.is_noisy(mv) { CAPTURE_ROWS } else { 0 };
        value + self.beginner.advance_bonus * (self.rows_forward(mv) + capture) + self.noise(mv)
    }

    /// The value of accepting or refusing the opponent's proposal.
    fn answer_score(&self, answer: Move) -> Score {
        let mut next = self.position.clone();
        next.play(answer);
        match next.outcome() {
            Some(outcome) => self.outcome_score(outcome),
            None if next.side_to_move() == self.side() => self.evaluate(&next) + self.noise(answer),
            // Even where all is lost, an answer that ends the game at once is the worst.
            None => {
                let value = self.evaluate(&next).min(self.worst_reply(&next, 1)) + self.noise(answer);
                value.max(1 - GAME_OVER)
            }
        }
    }

    /// The value after the opponent's best reply among those seen. Where it proposes, the best is refused.
    fn worst_reply(&self, next: &P, needed_where_proposed: usize) -> Score {
        let needed = if next.is_proposal_turn() { needed_where_proposed } else { 1 };
        let mut values: Vec<Score> = Vec::new();
        if next.side_to_move() != self.side() {
            let mut replies = MoveList::new();
            next.legal_moves(&mut replies);
            for &reply in replies.iter().filter(|&&reply| self.sees(next, reply)) {
                let after = self.played(next, reply);
                values
                    .push(after.outcome().map_or_else(|| self.evaluate(&after), |outcome| self.outcome_score(outcome)));
            }
        }
        values.sort_unstable();
        values.get(needed - 1).copied().unwrap_or(GAME_OVER)
    }

    /// Removes moves that lose more material than others to the piece that moved last or to one beside it.
    fn avoid_losses(&self, moves: &mut MoveList) {
        if P::SACRIFICE_CAN_BE_GOOD || self.near.is_none() {
            return;
        }
        let losses: Vec<(Move, Score)> = moves.iter().map(|&mv| (mv, self.loss(mv))).collect();
        let least = losses.iter().map(|&(_, loss)| loss).min().unwrap_or(0);
        moves.retain(|mv| losses.iter().any(|&(known, loss)| known == mv && loss == least));
    }

    /// Removes own moves that are overlooked, unless all are.
    fn overlook(&self, moves: &mut MoveList) {
        let seen: Vec<Move> = moves.iter().copied().filter(|&mv| self.thinks_of(mv)).collect();
        if !seen.is_empty() {
            moves.retain(|mv| seen.contains(&mv));
        }
    }

    /// The material lost by a move and the worst reply of the piece that moved last or of one beside it.
    fn loss(&self, mv: Move) -> Score {
        let count = |position: &P| self.for_us(position, position.material());
        let now = count(self.position);
        let next = self.played(self.position, mv);
        let mut worst = 0;
        if next.outcome().is_none() && next.side_to_move() != self.side() {
            let mut replies = MoveList::new();
            next.legal_moves(&mut replies);
            for &reply in replies.iter().filter(|&&reply| self.is_near(origin(&next, reply))) {
                let after = self.played(&next, reply);
                worst = worst.max(now - count(&after));
            }
        }
        worst
    }

    fn side(&self) -> Side {
        self.position.side_to_move()
    }

    fn played(&self, position: &P, mv: Move) -> P {
        let mut next = position.clone();
        next.play_accepted(mv);
        next
    }

    fn outcome_score(&self, outcome: Outcome) -> Score {
        match outcome {
            Outcome::Draw => 0,
            Outcome::Win(side) if side == self.side() => GAME_OVER,
            Outcome::Win(_) => -GAME_OVER,
        }
    }

    /// The beginner's evaluation of a position: partly static evaluation, partly material.
    fn evaluate(&self, position: &P) -> Score {
        let BeginnerModel { eval_weight, .. } = self.beginner;
        let evaluation = if eval_weight > 0 { eval_weight * position.evaluate() / 100 } else { 0 };
        let material = if eval_weight < 100 { (100 - eval_weight) * position.material() / 100 } else { 0 };
        self.for_us(position, (evaluation + material).clamp(-score::MAX_EVAL, score::MAX_EVAL))
    }

    /// A value for the side to move in a position, from the beginner's view.
    fn for_us(&self, position: &P, value: Score) -> Score {
        if position.side_to_move() == self.side() { value } else { -value }
    }

    /// Whether a reply is seen.
    fn sees(&self, position: &P, reply: Move) -> bool {
        let distance = self.distance(origin(position, reply));
        distance <= 1 || self.percentile(reply) < self.visibility(distance)
    }

    /// Whether an own move is seen. Own moves are overlooked half as often as replies.
    fn thinks_of(&self, mv: Move) -> bool {
        let distance = self.distance(origin(self.position, mv));
        distance <= 1 || self.percentile(mv) < (100 + self.visibility(distance)) / 2
    }

    /// The distance of a square from the last move.
    fn distance(&self, square: Option<Coordinate>) -> i32 {
        self.near.zip(square).map_or(UNKNOWN_DISTANCE, |(near, square)| near.distance(square))
    }

    /// The percentage of replies seen at this distance.
    fn visibility(&self, distance: i32) -> u32 {
        self.beginner.reply_visibility.saturating_sub(self.beginner.visibility_falloff * (distance - 2).max(0) as u32)
    }

    /// A random number below 100, the same for a move during the whole turn.
    fn percentile(&self, mv: Move) -> u32 {
        (mix(self.turn_seed ^ u64::from(mv.bits())) % 100) as u32
    }

    /// Whether a square is that of the last move or next to it.
    fn is_near(&self, square: Option<Coordinate>) -> bool {
        self.near.zip(square).is_some_and(|(near, square)| near.distance(square) <= 1)
    }

    fn rows_forward(&self, mv: Move) -> Score {
        let squares = self.position.squares(mv);
        let rows =
            squares.and_then(|moved| Some(Coordinate::of(&moved.to)?.1 - Coordinate::of(&moved.from)?.1)).unwrap_or(0);
        if self.side() == Side::South { rows } else { -rows }
    }

    /// The beginner's random error about a move.
    fn noise(&self, mv: Move) -> Score {
        let range = 2 * self.beginner.noise as u64 + 1;
        (mix(self.turn_seed.rotate_left(32) ^ u64::from(mv.bits())) % range) as Score - self.beginner.noise
    }
}

/// The square that a move leaves.
fn origin<P: Notation>(position: &P, mv: Move) -> Option<Coordinate> {
    position.squares(mv).and_then(|squares| Coordinate::of(&squares.from))
}

#[cfg(test)]
mod tests {
    use skirmish_board::Position;
    use skirmish_games::GasTank;

    use super::*;

    const BEGINNER: BeginnerModel =
        BeginnerModel { reply_visibility: 60, visibility_falloff: 20, eval_weight: 0, advance_bonus: 0, noise: 0 };

    /// Of a thousand turns, in how many a move of North's king on E7 is seen when South's last move went there.
    fn seen(last: &str) -> usize {
        let start = start("n");
        let last = Squares { from: "A1".to_owned(), to: last.to_owned() };
        let king = start.parse_move("E7E6").unwrap();
        (0..1000)
            .filter(|&turn_seed| BeginnerTurn::new(&start, BEGINNER, Some(&last), mix(turn_seed)).sees(&start, king))
            .count()
    }

    fn start(side: &str) -> GasTank {
        let board = "--B3Q3K3B3--/---N3-N3--/--------/--------/--------/---n3-n3--/--b3q3k3b3--";
        GasTank::start().parse_position(&format!("{board} {side}")).unwrap()
    }

    #[test]
    fn replies_are_overlooked_the_more_often_the_further_they_are_from_the_last_move() {
        assert_eq!((seen("E7"), seen("D6")), (1000, 1000), "the piece that moved last, and one beside it");
        let far = ["E5", "E4", "E3"].map(seen);
        assert!(
            (550..650).contains(&far[0]) && (350..450).contains(&far[1]) && (150..250).contains(&far[2]),
            "{far:?}"
        );
        assert_eq!(seen("E1"), 0);
    }

    #[test]
    fn what_is_overlooked_in_a_turn_is_overlooked_in_all_of_it() {
        let start = start("s");
        let mut moves = MoveList::new();
        start.legal_moves(&mut moves);
        let mut seen = 0;
        for turn_seed in 0..200 {
            let turn = BeginnerTurn::new(&start, BEGINNER, None, mix(turn_seed));
            let sees_king = |&mv: &Move| {
                let next = turn.played(&start, mv);
                turn.sees(&next, next.parse_move("E7E6").unwrap())
            };
            let after = moves.iter().filter(|mv| sees_king(mv)).count();
            assert!(after == 0 || after == moves.len(), "{after} of {}", moves.len());
            seen += u32::from(after > 0);
        }
        assert!((20..60).contains(&seen), "one turn in five: {seen} of 200");
    }

    /// With nothing else to choose by, a beginner takes what can be taken, and else goes forward.
    #[test]
    fn beginners_like_to_take_and_to_go_forward() {
        let position = "-------K3/--------/------N1-/--------/--------/--------/k3-b3----- s";
        let position = GasTank::start().parse_position(position).unwrap();
        let model = BeginnerModel { advance_bonus: 10, ..BEGINNER };
        let ranked = BeginnerTurn::new(&position, model, None, 3).ranked();
        assert_eq!(position.format_move(ranked[0].0), "C1G5");
        let rows = |mv: Move| BeginnerTurn::new(&position, model, None, 3).rows_forward(mv);
        let quiet: Vec<Score> = ranked[1..].iter().map(|&(mv, _)| rows(mv)).collect();
        assert!(quiet.is_sorted_by(|one, other| one >= other), "{quiet:?}");
    }
}
