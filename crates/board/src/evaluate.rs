use crate::{Move, Outcome, Position, Score, Side};

/// The engine's opinion of a game: how good a position looks, which moves to try first, and which shortcuts pay.
///
/// Nothing here is a rule: a wrong opinion costs strength, never a wrong result.
pub trait Evaluate: Position {
    /// The shortcuts that self-play has shown to gain in this game.
    const SHORTCUTS: Shortcuts;

    /// How far the levels below the highest see, in positions visited for a move, from the first level on. Each should score 60
    /// to 90 % against the one before.
    const SIGHT: [u64; 9] = [80, 170, 650, 1_300, 3_300, 13_000, 65_000, 325_000, 1_600_000];

    /// Every [`Evaluate::slot`] is below this.
    const SLOTS: usize;

    /// The weight of each term, on one scale for all games: 100 points are a 64 % chance to win (the logistic curve with 173
    /// points a unit). The tuner writes them.
    const WEIGHTS: &'static [i16];

    /// Calls `add` with a term and how often it counts, from South's view: what North has counts negative. Terms index
    /// [`Evaluate::WEIGHTS`]. The evaluation is the weighted sum, so whatever can be seen can be tuned.
    fn terms(&self, add: &mut impl FnMut(usize, i32));

    /// How good an unfinished position is for the side to move, within ±[`MAX_OPINION`](crate::score::MAX_OPINION).
    fn evaluate(&self) -> Score {
        let mut sum = 0;
        self.terms(&mut |term, count| sum += Self::WEIGHTS[term] as Score * count);
        let sum = sum.clamp(-crate::score::MAX_OPINION, crate::score::MAX_OPINION);
        match self.side_to_move() {
            Side::South => sum,
            Side::North => -sum,
        }
    }

    /// The side to move's pieces less the opponent's, each at a round value: all that the simplest programs look at.
    fn material(&self) -> Score;

    /// Whether a legal move changes so much that a position should not be judged before it is tried.
    fn is_noisy(&self, mv: Move) -> bool;

    /// What a noisy move gains, less what the likely answer on the same square takes back, on the scale of
    /// [`Evaluate::evaluate`]. 0 for quiet moves.
    fn gain(&self, mv: Move) -> Score;

    /// Moves of one kind share a slot, in which the search remembers how well they did: as a rule piece and target.
    fn slot(&self, mv: Move) -> usize;

    /// Whether the opponent, were it its turn, would win at once.
    fn threatened(&self) -> bool {
        false
    }

    /// The result with best play of both sides, where a table of all results is at hand.
    fn known(&self) -> Option<Outcome> {
        None
    }

    /// The same position with the other side to move, if the game allows the thought. Passing is illegal in these
    /// games, but a side that is fine even after passing is usually fine.
    fn passed(&self) -> Option<Self> {
        None
    }
}

macro_rules! shortcuts {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Which selective ideas the search uses, and how boldly. Zero turns an idea off; with all of them off the search
        /// is exactly minimax.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Shortcuts {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Shortcuts {
            /// No shortcut at all: plain minimax.
            pub const NONE: Shortcuts = Shortcuts { $($name: 0,)* };

            /// The names of all shortcuts.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            /// The setting with this name.
            pub fn get_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

shortcuts! {
    /// Search noisy moves to a quiet end before judging; the value is how many plies at most.
    quiescence,
    /// Skip noisy moves in quiescence that cannot lift the score to within this many points.
    delta,
    /// Search late quiet moves less deep; the value is the divisor of log(depth) * log(index), in hundredths.
    reductions,
    /// Stop after this many quiet moves (plus the depth squared) at low depth.
    late_moves,
    /// Skip quiet moves when the judgement is this many points a ply below what is needed.
    futility,
    /// Believe a judgement this many points a ply above what is needed.
    reverse_futility,
    /// Try passing first; the value is the base reduction in plies.
    null_move,
    /// Look one ply less deep where the table knows no move, from this depth on.
    internal_reduction,
    /// Look one ply deeper when the side to move is threatened with immediate loss.
    threat_extension,
    /// Skip noisy moves that lose this many points a ply by exchange.
    exchange,
    /// Start each iteration with a window of this many points around the last score.
    aspiration,
    /// Extend a table move that is better than all others by this many points a ply, from depth 6 on.
    singular,
}
