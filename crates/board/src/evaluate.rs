//! What a game tells the search: evaluation, noisy moves, search parameters.

use crate::{Move, Outcome, Position, Score, Side};

/// How a game ends with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownResult {
    /// The result.
    pub outcome: Outcome,
    /// In how many plies the winner wins if it hurries and the loser resists; 0 for a draw.
    pub plies: u16,
}

/// What the engine knows of a game beyond its rules: the evaluation, which moves are noisy, the parameters of the search.
///
/// An error here costs strength and, but for [`Evaluate::known_result`], never makes a result wrong. A new game has to give its terms and their weights; everything else
/// has a default.
pub trait Evaluate: Position {
    /// The parameters of the search, tuned by self-play.
    const SEARCH_PARAMS: SearchParams = SearchParams::DEFAULT;

    /// Every [`Evaluate::history_index`] is below this. The continuation history has the square of it as its size.
    const HISTORY_SIZE: usize = 2 * 64;

    /// The weight of each term, on one scale for all games: 100 points are a 64 % chance to win (the logistic curve with 173
    /// points per unit). The tuner writes them.
    const WEIGHTS: &'static [i16];

    /// Calls `add` with a term and how often it counts, from South's view: North's counts are negative. Terms index
    /// [`Evaluate::WEIGHTS`]. The evaluation is their weighted sum, so that all of it can be tuned.
    fn terms(&self, add: &mut impl FnMut(usize, i32));

    /// The static evaluation of an unfinished position for the side to move, within ±[`MAX_EVAL`](crate::score::MAX_EVAL).
    fn evaluate(&self) -> Score {
        let mut sum = 0;
        if cfg!(target_family = "wasm") {
            sum = self.weighted_sum(Self::WEIGHTS, None);
        } else {
            self.terms(&mut |term, count| sum += Self::WEIGHTS[term] as Score * count);
        }
        let sum = sum.clamp(-crate::score::MAX_EVAL, crate::score::MAX_EVAL);
        match self.side_to_move() {
            Side::South => sum,
            Side::North => -sum,
        }
    }

    /// The sum of the terms with these weights, one for each term, from South's view. `each` is called for every term.
    ///
    /// Never inlined, and the only caller of [`Evaluate::terms`] in WebAssembly: the terms are much code, which every visitor of the
    /// page downloads.
    #[inline(never)]
    fn weighted_sum(&self, weights: &[i16], mut each: Option<&mut dyn FnMut(usize, i32)>) -> i32 {
        let mut sum = 0;
        self.terms(&mut |term, count| {
            sum += i32::from(weights[term]) * count;
            if let Some(each) = &mut each {
                each(term, count);
            }
        });
        sum
    }

    /// The number of input planes of a side for a network; 0 if the game has no network.
    const PLANES: usize = 0;

    /// Calls `add` with each plane of a side that is not empty and the squares in it, as a rule its pieces by kind. Planes are below
    /// [`Evaluate::PLANES`]. Each side sees the board from its own end: for North it is turned. What both sides share is in the
    /// planes of both; what never changes in a game need not be in any.
    fn planes(&self, _side: Side, _add: &mut impl FnMut(usize, u64)) {}

    /// The plane and square that these become when the board is mirrored left to right; `None` if the game is not symmetric.
    fn mirrored(&self, _plane: usize, _square: usize) -> Option<(usize, usize)> {
        None
    }

    /// Whether a legal move is a noisy move, such as a capture, that quiescence search tries before the static evaluation is used. By
    /// default none is.
    fn is_noisy(&self, _mv: Move) -> bool {
        false
    }

    /// The exchange gain of a noisy move: what it wins, less what the likely recapture takes back, on the scale of
    /// [`Evaluate::evaluate`]. 0 for quiet moves.
    fn exchange_gain(&self, _mv: Move) -> Score {
        0
    }

    /// The index of a move in the history tables, below [`Evaluate::HISTORY_SIZE`]. As a rule it stands for a piece and a target
    /// square; by default for the side and the target of a move made by [`Move::between`].
    #[inline]
    fn history_index(&self, mv: Move) -> usize {
        self.side_to_move().index() * 64 + mv.to() as usize
    }

    /// The result of an unfinished position, if it is certain and can be counted instead of searched. By default it never is. Unlike
    /// the rest of this trait it must be exact: it decides proofs.
    #[inline]
    fn known_result(&self) -> Option<KnownResult> {
        None
    }

    /// Whether the opponent would win at once if it were to move.
    fn threatened(&self) -> bool {
        false
    }
}

macro_rules! search_params {
    ($($(#[$doc:meta])* $name:ident $(, once $old:ident)?;)*) => {
        /// The tunable parameters of the search. 0 turns a rule off; with all of them off the search is exactly minimax.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct SearchParams {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl SearchParams {
            /// Everything off: plain minimax.
            pub const NONE: SearchParams = SearchParams { $($name: 0,)* };

            /// The names of all parameters.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            /// The parameter with this name, or with this name in plans and scripts of earlier versions.
            pub fn get_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) $(| stringify!($old))? => Some(&mut self.$name),)*
                    _ => None,
                }
            }

            /// Whether [`SearchParams::get_mut`] knows this name.
            pub fn has(name: &str) -> bool {
                let mut params = SearchParams::NONE;
                params.get_mut(name).is_some()
            }
        }
    };
}

impl SearchParams {
    /// What a new game starts with: values that are good in most games so far. To try another one in a game, run for instance
    /// `skirmish duel GAME --a nodes=10000,lmr_divisor=220 --b nodes=10000`.
    pub const DEFAULT: SearchParams = SearchParams {
        qs_depth: 8,
        delta_margin: 150,
        lmr_divisor: 160,
        lmp_base: 0,
        futility_margin: 90,
        rfp_margin: 90,
        iir_min_depth: 4,
        threat_extension: 1,
        see_margin: 0,
        aspiration_window: 25,
        singular_margin: 0,
        known_results: 0,
    };
}

search_params! {
    /// Quiescence search: the most plies.
    qs_depth, once quiescence;
    /// Delta pruning in quiescence: skip captures that lose, and those that end more than this many points below alpha.
    delta_margin, once delta;
    /// Late move reductions: the divisor of log(depth) * log(move number), in hundredths.
    lmr_divisor, once reductions;
    /// Late move pruning: at low depth, skip quiet moves after this many moves plus the depth squared.
    lmp_base, once late_moves;
    /// Futility pruning: skip quiet moves if the static evaluation is this many points per ply below alpha.
    futility_margin, once futility;
    /// Reverse futility pruning: do not search if the static evaluation is this many points per ply above beta.
    rfp_margin, once reverse_futility;
    /// Internal iterative reduction: from this depth on, search nodes without a hash move a ply less deep.
    iir_min_depth, once internal_reduction;
    /// Threat extension: search a side that is about to lose at once a ply deeper.
    threat_extension;
    /// Pruning by static exchange evaluation: skip captures that lose this many points per ply.
    see_margin, once exchange;
    /// Aspiration windows: half the width of the first window of an iteration, in points.
    aspiration_window, once aspiration;
    /// Singular extension: search the hash move a ply deeper if it beats all others by this many points per ply.
    singular_margin, once singular;
    /// Known results: take the game's word where it knows how it ends ([`Evaluate::known_result`]).
    known_results;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_names_are_understood_and_not_listed() {
        let pairs = [
            ("quiescence", "qs_depth"),
            ("delta", "delta_margin"),
            ("reductions", "lmr_divisor"),
            ("late_moves", "lmp_base"),
            ("futility", "futility_margin"),
            ("reverse_futility", "rfp_margin"),
            ("internal_reduction", "iir_min_depth"),
            ("threat_extension", "threat_extension"),
            ("exchange", "see_margin"),
            ("aspiration", "aspiration_window"),
            ("singular", "singular_margin"),
            ("known_results", "known_results"),
        ];
        assert!(pairs.iter().map(|&(_, name)| name).eq(SearchParams::NAMES.iter().copied()));
        for (old, name) in pairs {
            let with = |name: &str| {
                let mut params = SearchParams::DEFAULT;
                *params.get_mut(name).unwrap() = 77;
                params
            };
            assert_eq!(with(old), with(name));
            assert_ne!(with(name), SearchParams::DEFAULT);
        }
        assert!(SearchParams::has("delta") && !SearchParams::has("nonsense"));
    }
}
