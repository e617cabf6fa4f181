//! What a search reports of its nodes while it runs, to a [`Recorder`] that is a type parameter. The ordinary search has the empty
//! one, [`NoRecorder`]: all calls disappear when it is compiled.

use skirmish_board::{Move, Score};

use crate::ideas::Idea;
use crate::transposition::TableEntry;
use crate::window::Window;

macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            /// The word for it in traces.
            pub fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)*
                }
            }
        }
    };
}

words! {
    /// Why a node ended.
    NodeEnd {
        /// A move reached beta; where moves can be refused, two did.
        Cutoff = "cutoff",
        /// All moves were searched or skipped.
        Complete = "complete",
        /// Quiescence search: all noisy moves were searched or skipped.
        Quiet = "quiet",
        /// Quiescence search: the static evaluation reaches beta.
        StandPat = "stand_pat",
        /// A leaf: its static evaluation is its value.
        Evaluated = "evaluated",
        /// The table has a value that decides.
        Table = "table",
        /// The table has a proof, which decides at any depth.
        Proof = "proof",
        /// Even the quickest win or loss here cannot matter.
        MateDistance = "mate_distance",
        /// The static evaluation is far above beta.
        ReverseFutility = "reverse_futility",
        /// The game is over.
        Terminal = "terminal",
        /// The sole move is a proposal, which is refused and loses.
        Refused = "refused",
        /// The game knows how it ends with best play.
        Known = "known",
        /// A singular search, and there is no other move.
        Excluded = "excluded",
        /// The search was stopped: the value means nothing.
        Stopped = "stopped",
    }
}

words! {
    /// Why a move was never searched.
    SkipReason {
        /// Late move pruning.
        LateMove = "late_move",
        /// Futility pruning.
        Futility = "futility",
        /// Exchange pruning: a capture that loses too much.
        Exchange = "exchange",
        /// Delta pruning: a capture that loses, or gains too little.
        Delta = "delta",
        /// Left out: the hash move of a singular search, a move of a better line.
        Excluded = "excluded",
    }
}

words! {
    /// What a search of a move is for. The same move may be searched more than once.
    SearchKind {
        /// An iteration at the root.
        Iteration = "iteration",
        /// The root again, with a wider window.
        Aspiration = "aspiration",
        /// The root again, for a shorter win or loss.
        Proof = "proof",
        /// With the full window.
        Full = "full",
        /// With a null window: is it better than alpha?
        Null = "null",
        /// The same with the full window, since null windows are off.
        Later = "later",
        /// With a null window, and less deep.
        Reduced = "reduced",
        /// Again, at full depth, since the reduced search beat alpha.
        Deeper = "deeper",
        /// Again, with the full window, since the null window failed high.
        Wider = "wider",
        /// With a null window: is it no worse than the first move? Where moves can be refused.
        Match = "match",
        /// Again, since it is worse than the first move: how much?
        MatchAgain = "match_again",
        /// The best move again: another move beat its lower bound. Where moves can be refused.
        BestAgain = "best_again",
        /// The same position without its hash move: is that move the only good one?
        Singular = "singular",
        /// A noisy move of quiescence search.
        Noisy = "noisy",
    }
}

words! {
    /// The type of a node (Knuth and Moore).
    NodeType {
        /// The root.
        Root = "root",
        /// A node whose value is inside its window.
        Pv = "pv",
        /// A node that failed high.
        Cut = "cut",
        /// A node that failed low.
        All = "all",
    }
}

words! {
    /// Something that happened at a node besides its end.
    NodeMark {
        /// Threat extension: a ply deeper.
        Threat = "threat",
        /// Singular extension: a ply deeper.
        SingularMove = "singular",
        /// Internal iterative reduction: a ply less.
        InternalReduction = "internal_reduction",
        /// It reached the beta of its parent, but its move can be refused: a second move is still needed.
        SecondNeeded = "second_needed",
        /// Its move was searched again afterwards.
        SearchedAgain = "searched_again",
    }
}

impl SearchKind {
    /// Whether the same move was searched just before.
    pub fn is_again(self) -> bool {
        use SearchKind::{Aspiration, BestAgain, Deeper, MatchAgain, Wider};
        matches!(self, Aspiration | Deeper | Wider | MatchAgain | BestAgain)
    }
}

/// Hears of every node of a search, in the order of the search. Nodes nest: each [`Recorder::enter`] is followed by one
/// [`Recorder::leave`]. Scores are those of the side to move at the node, and windows are its windows.
pub(crate) trait Recorder {
    /// Whether an idea is switched off.
    #[inline(always)]
    fn is_off(&self, _idea: Idea) -> bool {
        false
    }

    /// Whether the search announced last would be a null window's if those were not off: then the node is no PV node, however wide its
    /// window.
    #[inline(always)]
    fn is_later(&self) -> bool {
        false
    }

    /// The next node to be entered is this move's, searched for this purpose, with so many plies less than its full depth.
    #[inline(always)]
    fn announce(&mut self, _kind: SearchKind, _mv: Option<Move>, _reduction: i32) {}

    /// A node begins, before it is counted.
    #[inline(always)]
    fn enter(&mut self, _ply: usize, _depth: i32, _window: Window) {}

    /// Something happened at the innermost node.
    #[inline(always)]
    fn mark(&mut self, _mark: NodeMark) {}

    /// Something happened to a move of the innermost node: the one searched last, or the one to be searched next.
    #[inline(always)]
    fn mark_move(&mut self, _mv: Move, _mark: NodeMark) {}

    /// The table was asked about the innermost node.
    #[inline(always)]
    fn probed(&mut self, _entry: Option<&TableEntry>) {}

    /// The innermost node has so many legal moves.
    #[inline(always)]
    fn generated(&mut self, _moves: usize) {}

    /// The innermost node needs so many good moves: two if the best will be refused.
    #[inline(always)]
    fn needs(&mut self, _moves: usize) {}

    /// The innermost node has this static evaluation.
    #[inline(always)]
    fn evaluated(&mut self, _value: Score) {}

    /// A move of the innermost node is not searched.
    #[inline(always)]
    fn skip(&mut self, _mv: Move, _reason: SkipReason) {}

    /// The best and the second-best move of the innermost node, at its end.
    #[inline(always)]
    fn best(&mut self, _moves: [Option<Move>; 2]) {}

    /// The innermost node ends with this value, which is returned.
    #[inline(always)]
    fn leave(&mut self, _end: NodeEnd, value: Score) -> Score {
        value
    }
}

/// Records nothing: the recorder of the ordinary search.
pub(crate) struct NoRecorder;

impl Recorder for NoRecorder {}
