//! What a puzzle asks for.

/// What a puzzle asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PuzzleKind {
    /// To win, which only the first action does; where moves are proposed, only a pair of moves does.
    Win,
    /// Not to lose within so many plies, which only one action does; where moves are proposed, only a pair of moves does.
    OnlyMove,
    /// To answer a proposal, or to replace a refused one: only one action wins.
    Verdict,
}

impl PuzzleKind {
    /// All kinds.
    pub const ALL: [PuzzleKind; 3] = [PuzzleKind::Win, PuzzleKind::OnlyMove, PuzzleKind::Verdict];

    /// Its word in files.
    pub const fn id(self) -> &'static str {
        match self {
            PuzzleKind::Win => "win",
            PuzzleKind::OnlyMove => "only-move",
            PuzzleKind::Verdict => "verdict",
        }
    }

    /// The kind with this word.
    pub fn parse(text: &str) -> Option<PuzzleKind> {
        PuzzleKind::ALL.into_iter().find(|kind| kind.id() == text)
    }
}
