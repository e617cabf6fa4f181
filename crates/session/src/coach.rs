//! The coach: what is certain about a move, in sentences.
//!
//! All actions of the position are searched together. What the search proves becomes claims about results; where it proves nothing, only
//! values of this one search at one depth are compared. [`Claim`]s are data, which tests check with other rules and other searches;
//! `texts.rs` has all sentences.

mod claims;
mod texts;

use std::sync::atomic::AtomicBool;

use skirmish_board::{Action, Side};
use skirmish_play::{AnyEngine, AnyGame, ProvenValue, Record};

pub use texts::{action_value, values_note};

/// The nodes of a search of all actions together. What is proven gets up to as many again, to be exact.
const NODES: u64 = 150_000;

/// The nodes to prove results of all actions of a position ([`AnyEngine::action_values`]).
pub const VALUES_NODES: u64 = 600_000;

/// A question about an action of a game, or about the position at its end.
#[derive(Clone)]
pub struct Coach {
    /// The position before the action.
    game: Box<dyn AnyGame>,
    action: Option<Action>,
    ply: usize,
    /// The side that the sentences address; they name both sides if there is none.
    you: Option<Side>,
    nodes: u64,
}

impl Coach {
    /// The question about the action after `ply` others; about the position at the end if there is no such action.
    pub fn new(record: &Record, ply: usize, you: Option<Side>) -> Coach {
        let game = record.games().nth(ply).unwrap_or(record.game()).boxed_clone();
        let action = record.steps().get(ply).map(|step| step.action.clone());
        Coach { game, action, ply: ply.min(record.steps().len()), you, nodes: NODES }
    }

    /// The same with another number of nodes.
    pub fn with_nodes(self, nodes: u64) -> Coach {
        Coach { nodes, ..self }
    }

    /// The number of actions before the one that it is about.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// What can be said, the most important first. Raising `stop` leaves out what is not known yet.
    pub fn sentences(&self, engine: &mut AnyEngine, stop: &AtomicBool) -> Vec<CoachSentence> {
        let claims = self.claims(engine, stop).into_iter();
        claims.map(|claim| CoachSentence { text: texts::sentence(&*self.game, self.you, &claim), claim }).collect()
    }

    /// The same as claims only.
    pub fn claims(&self, engine: &mut AnyEngine, stop: &AtomicBool) -> Vec<Claim> {
        claims::Inquiry::new(&*self.game, engine, self.nodes, stop).claims(self.action.as_ref())
    }
}

/// What a claim says about its action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ClaimKind {
    /// It wins by force. Where moves can be refused, `second` may win as well.
    Wins,
    /// It wins by force, and `other` wins sooner.
    SlowerWin,
    /// `other` wins by force. It does not itself, or not within `count` plies; nothing is known about that without a count. Where moves
    /// can be refused, `second` wins as well.
    MissesWin,
    /// It draws with best play of both sides.
    Draws,
    /// It loses by force. `other`, if there is one, is not known to lose: the same search prefers it. Where moves can be refused, so
    /// is `second`.
    Loses,
    /// It loses by force, and `other` draws.
    MissesDraw,
    /// Every other action loses by force; where moves can be refused, every other but `second`. It does not lose if its result is
    /// proven; otherwise that is not known.
    OnlyMove,
    /// It loses by force, as every action does; where moves can be refused, as all but one do. `other` holds out longer, if there is such
    /// an action.
    BothLose,
    /// It would win for the opponent if the opponent were to move now. Where moves can be refused, so would `second`.
    Threat,
    /// The search values `other` more.
    Prefers,
    /// The search values `other`, the next, no more.
    Agrees,
    /// The piece that it moves runs dry: its tank has gas for `count` more moves.
    RunsDry,
    /// Some pieces of its side are restricted in their next turn, as the marker of its piece says.
    Bound,
    /// It strikes `count` pieces at once.
    StrikesSeveral,
}

/// What a sentence claims, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Claim {
    /// What is said of `action`.
    pub kind: ClaimKind,
    /// The position that it is about, before `action`. For a threat it is made up: the opponent is to move instead.
    pub position: String,
    /// Who acts.
    pub side: Side,
    /// The action.
    pub action: Action,
    /// What is proven about it.
    pub proven: Option<ProvenValue>,
    /// The action that it is compared with.
    pub other: Option<Action>,
    /// What is proven about that one.
    pub other_proven: Option<ProvenValue>,
    /// Where moves can be refused: another action as good as `other`, or as `action` if there is no `other`.
    pub second: Option<Action>,
    /// The values of `action` and `other` where nothing is proven.
    pub values: Option<ComparedValues>,
    /// A number; its kind says of what.
    pub count: Option<u16>,
    /// What the rules say about the piece, such as `may not go sideways next turn`.
    pub rule: Option<&'static str>,
    /// Actions that show it, from `position` on: the best play after `action`, or after `other` if that is what should be seen.
    pub line: Vec<Action>,
}

/// The values of two actions in one search, at one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComparedValues {
    /// The value of the action, for the side that acts: 100 is about a pawn.
    pub action: i32,
    /// The value of the other action.
    pub other: i32,
    /// The depth of the search, in plies.
    pub depth: u32,
}

/// A sentence of the coach.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CoachSentence {
    /// The sentence.
    pub text: String,
    /// What it claims.
    pub claim: Claim,
}
