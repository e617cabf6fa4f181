//! The classic mistakes of engines that the check knows by name.

use std::fmt;

/// A classic mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Bug {
    /// A value is not negated on its way up.
    SignError,
    /// The opponent's window is not swapped and negated.
    WindowNotSwapped,
    /// A value is negated although the same side moves again.
    SameSideTwice,
    /// A bound is stored, or returned, as an exact value.
    BoundAsExact,
    /// Where the best move is refused, one good move cuts off, or the best counts.
    BestInsteadOfSecond,
    /// A side passes where it must move.
    IllegalNullMove,
    /// The search ends a ply early or late.
    DepthOffByOne,
    /// A leaf has the value of the other side.
    EvaluationFromWrongSide,
    /// The table mixes up positions that differ in the side to move.
    TableWithoutSide,
    /// A position is evaluated in the middle of an exchange, by a program that claims quiescence search.
    HorizonAtCapture,
}

impl Bug {
    /// All of them.
    pub const ALL: [Bug; 10] = [
        Bug::SignError,
        Bug::WindowNotSwapped,
        Bug::SameSideTwice,
        Bug::BoundAsExact,
        Bug::BestInsteadOfSecond,
        Bug::IllegalNullMove,
        Bug::DepthOffByOne,
        Bug::EvaluationFromWrongSide,
        Bug::TableWithoutSide,
        Bug::HorizonAtCapture,
    ];

    /// Its name for programs and files.
    pub const fn id(self) -> &'static str {
        match self {
            Bug::SignError => "sign-error",
            Bug::WindowNotSwapped => "window-not-swapped",
            Bug::SameSideTwice => "same-side-twice",
            Bug::BoundAsExact => "bound-as-exact",
            Bug::BestInsteadOfSecond => "best-instead-of-second",
            Bug::IllegalNullMove => "illegal-null-move",
            Bug::DepthOffByOne => "depth-off-by-one",
            Bug::EvaluationFromWrongSide => "evaluation-from-wrong-side",
            Bug::TableWithoutSide => "table-without-side",
            Bug::HorizonAtCapture => "horizon-at-capture",
        }
    }
}

/// Its name for people.
impl fmt::Display for Bug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Bug::SignError => "sign error",
            Bug::WindowNotSwapped => "window not swapped",
            Bug::SameSideTwice => "same side twice",
            Bug::BoundAsExact => "bound stored as exact",
            Bug::BestInsteadOfSecond => "cut on the best instead of the second",
            Bug::IllegalNullMove => "illegal null move",
            Bug::DepthOffByOne => "depth off by one",
            Bug::EvaluationFromWrongSide => "evaluation from the wrong side",
            Bug::TableWithoutSide => "table keyed without the side",
            Bug::HorizonAtCapture => "horizon at a capture",
        })
    }
}
