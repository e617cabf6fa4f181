//! What a game tells the search: evaluation, noisy moves, search parameters.

use crate::{Move, Position, Score, Side};

/// The engine's opinion of a game: how good a position looks, which moves to try first, and which shortcuts pay.
///
/// Nothing here is a rule: a wrong opinion costs strength, never a wrong result. A new game has to give its terms and their weights;
/// everything else has a default to start with.
pub trait Evaluate: Position {
    /// The shortcuts that self-play has shown to gain in this game.
    const SHORTCUTS: Shortcuts = Shortcuts::USUAL;

    /// Every [`Evaluate::history_index`] is below this. The search keeps a table of the square of it.
    const SLOTS: usize = 2 * 64;

    /// The weight of each term, on one scale for all games: 100 points are a 64 % chance to win (the logistic curve with 173
    /// points per unit). The tuner writes them.
    const WEIGHTS: &'static [i16];

    /// Calls `add` with a term and how often it counts, from South's view: what North has counts negative. Terms index
    /// [`Evaluate::WEIGHTS`]. The evaluation is the weighted sum, so whatever can be seen can be tuned.
    fn terms(&self, add: &mut impl FnMut(usize, i32));

    /// How good an unfinished position is for the side to move, within ±[`MAX_EVAL`](crate::score::MAX_EVAL).
    fn evaluate(&self) -> Score {
        let mut sum = 0;
        if cfg!(target_family = "wasm") {
            sum = self.weigh(Self::WEIGHTS, None);
        } else {
            self.terms(&mut |term, count| sum += Self::WEIGHTS[term] as Score * count);
        }
        let sum = sum.clamp(-crate::score::MAX_EVAL, crate::score::MAX_EVAL);
        match self.side_to_move() {
            Side::South => sum,
            Side::North => -sum,
        }
    }

    /// The sum of the terms with these weights, one for each term, from South's view. `each`, if there is one, is called with them.
    ///
    /// Terms are much code, and a copy for each use would be loaded by every visitor of the page: in a browser this is the only one.
    #[inline(never)]
    fn weigh(&self, weights: &[i16], mut each: Option<&mut dyn FnMut(usize, i32)>) -> i32 {
        let mut sum = 0;
        self.terms(&mut |term, count| {
            sum += i32::from(weights[term]) * count;
            if let Some(each) = &mut each {
                each(term, count);
            }
        });
        sum
    }

    /// How many planes each side has: what a network sees of this game. Without any, the game has no network and is judged by its
    /// terms alone.
    const PLANES: usize = 0;

    /// Calls `add` with a plane and the squares in it, for the planes of a side in which there are any: its pieces by kind, as a
    /// rule. Planes are below [`Evaluate::PLANES`]. The side sees the board from its own end, as South does: for North the board is
    /// turned. What both sides share is in the planes of both; what never changes in a game need not be in any.
    fn planes(&self, _side: Side, _add: &mut impl FnMut(usize, u64)) {}

    /// What a square in a plane becomes when left and right are exchanged. `None` if that makes another game of it.
    fn mirrored(&self, _plane: usize, _square: usize) -> Option<(usize, usize)> {
        None
    }

    /// Whether a legal move changes so much that a position should not be judged before it is tried, as a capture does. Unless a game
    /// says otherwise, none does.
    fn is_noisy(&self, _mv: Move) -> bool {
        false
    }

    /// What a noisy move gains, less what the likely answer on the same square takes back, on the scale of
    /// [`Evaluate::evaluate`]. 0 for quiet moves.
    fn exchange_gain(&self, _mv: Move) -> Score {
        0
    }

    /// Moves of one kind share a slot, in which the search remembers how well they did. As a rule, a kind is a piece
    /// and a target square. Unless a game says otherwise it is the side and the target of a move made by
    /// [`Move::between`].
    #[inline]
    fn history_index(&self, mv: Move) -> usize {
        self.side_to_move().index() * 64 + mv.to() as usize
    }

    /// Whether the opponent, were it its turn, would win at once.
    fn threatened(&self) -> bool {
        false
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

impl Shortcuts {
    /// What a game starts with: values that proved good in most games so far. Whether another one is better in a new game tells
    /// `skirmish duel GAME --a nodes=10000,reductions=220 --b nodes=10000`, for instance.
    pub const USUAL: Shortcuts = Shortcuts {
        quiescence: 8,
        delta: 150,
        reductions: 160,
        late_moves: 0,
        futility: 90,
        reverse_futility: 90,
        internal_reduction: 4,
        threat_extension: 1,
        exchange: 0,
        aspiration: 25,
        singular: 0,
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
    /// Skip quiet moves when the judgement is this many points per ply below what is needed.
    futility,
    /// Believe a judgement this many points per ply above what is needed.
    reverse_futility,
    /// Look one ply less deep where the table knows no move, from this depth on.
    internal_reduction,
    /// Look one ply deeper when the side to move is threatened with immediate loss.
    threat_extension,
    /// Skip noisy moves that lose this many points per ply by exchange.
    exchange,
    /// Start each iteration with a window of this many points around the last score.
    aspiration,
    /// Extend a table move that is better than all others by this many points per ply, from depth 6 on.
    singular,
}
