//! Themes of puzzles: what happens in the solution, by rules.

use skirmish_board::{ActionKind, Effect, Marker, Outcome};

use crate::kind::PuzzleKind;
use crate::replay::{ReplayedAction, SolutionReplay};

/// Defines the themes: a variant, its word in files, and its rule in a sentence.
macro_rules! themes {
    ($($theme:ident $id:literal $sentence:literal,)*) => {
        /// What happens in a puzzle. The rule of each is its sentence ([`PuzzleTheme::sentence`]).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum PuzzleTheme {
            $(#[doc = $sentence] $theme,)*
        }

        impl PuzzleTheme {
            /// All themes, in the order of files.
            pub const ALL: &[PuzzleTheme] = &[$(PuzzleTheme::$theme),*];

            /// Its word in files.
            pub const fn id(self) -> &'static str {
                match self {
                    $(PuzzleTheme::$theme => $id,)*
                }
            }

            /// Its rule, in a sentence.
            pub const fn sentence(self) -> &'static str {
                match self {
                    $(PuzzleTheme::$theme => $sentence,)*
                }
            }
        }
    };
}

themes! {
    FirstSteps "first-steps" "The first move wins at once.",
    OnlyMove "only-move" "Every other move loses.",
    Capture "capture" "The first move takes or strikes an enemy piece.",
    Quiet "quiet" "The first move neither takes nor strikes anything.",
    Sacrifice "sacrifice" "The opponent takes or strikes a piece, and it does not help.",
    Long "long" "The solver has three or more decisions to make.",
    KingCapture "king-capture" "The solver takes the king.",
    KingStrike "king-strike" "The solver strikes the king.",
    DoubleThreat "double-threat" "Two moves win at once, so refusing one does not help.",
    MustRefuse "must-refuse" "A proposal has to be refused.",
    MustAccept "must-accept" "A proposal has to be accepted, because the other moves are worse.",
    Replacement "replacement" "A refused move has to be replaced by the right one.",
    Turn "turn" "A piece of the solver becomes another one.",
    OwnCapture "own-capture" "The solver takes a piece of its own, for fuel.",
    Wreck "wreck" "The solver takes a wreck, a piece with an empty tank.",
    LastDrop "last-drop" "A piece of the solver burns its last drop.",
    FromBehind "from-behind" "The solver takes the Death Star, from behind.",
    Bound "bound" "The opponent's fighters may not go sideways when it moves.",
    Jump "jump" "The solver takes a piece by a jump.",
    JumpForTempo "jump-for-tempo" "A piece of the solver jumps where it could have stepped, and is a row ahead.",
    PassForced "pass-forced" "The opponent has no move and has to pass.",
    OutOfMoves "out-of-moves" "The opponent has no move left, and loses by that.",
}

impl PuzzleTheme {
    /// The themes of a solution, in the order of [`PuzzleTheme::ALL`].
    pub fn of(kind: PuzzleKind, replay: &SolutionReplay) -> Vec<PuzzleTheme> {
        PuzzleTheme::ALL.iter().copied().filter(|&theme| has(theme, kind, replay)).collect()
    }

    /// The theme with this word.
    pub fn parse(text: &str) -> Option<PuzzleTheme> {
        PuzzleTheme::ALL.iter().copied().find(|theme| theme.id() == text)
    }
}

/// Whether an action takes or strikes an enemy piece of a kind, or of any.
fn hits(played: &ReplayedAction, kind: Option<&str>) -> bool {
    played.effects.iter().any(|effect| match effect {
        Effect::Captures { piece, .. } | Effect::Strikes { piece, .. } => kind.is_none_or(|kind| piece.kind == kind),
        _ => false,
    })
}

fn takes(played: &ReplayedAction, wanted: &str) -> bool {
    played.effects.iter().any(|effect| matches!(effect, Effect::Captures { piece, .. } if piece.kind == wanted))
}

/// Whether an action ends the game with a win of the side that acts.
fn wins(played: &ReplayedAction) -> bool {
    let side = played.before.side_to_move();
    played.effects.iter().any(|effect| matches!(effect, Effect::Ends { outcome } if *outcome == Outcome::Win(side)))
}

fn has(theme: PuzzleTheme, kind: PuzzleKind, replay: &SolutionReplay) -> bool {
    let Some(first) = replay.actions.first() else { return false };
    let solver = || replay.actions.iter().filter(|played| played.by_solver);
    // An accepted move is the opponent's.
    let moves = || solver().filter(|played| played.action.kind == ActionKind::Move);
    let opponent = || replay.actions.iter().filter(|played| !played.by_solver);
    let is_move = first.action.kind == ActionKind::Move;
    match theme {
        PuzzleTheme::FirstSteps => kind == PuzzleKind::Win && wins(first) && solver().all(wins),
        PuzzleTheme::OnlyMove => kind == PuzzleKind::OnlyMove,
        PuzzleTheme::Capture => is_move && hits(first, None),
        PuzzleTheme::Quiet => is_move && !hits(first, None) && !takes_own(first),
        PuzzleTheme::Sacrifice => opponent().any(|played| !played.before.is_proposal_turn() && hits(played, None)),
        PuzzleTheme::Long => replay.decisions() >= 3,
        PuzzleTheme::KingCapture => moves().any(|played| takes(played, "king")),
        PuzzleTheme::KingStrike => moves().any(|played| hits(played, Some("king")) && !takes(played, "king")),
        PuzzleTheme::DoubleThreat => {
            let is_pair = |pair: &[ReplayedAction]| {
                pair[0].before.is_proposal_turn() && pair[0].by_solver && wins(&pair[0]) && wins(&pair[2])
            };
            replay.actions.windows(3).any(is_pair)
        }
        PuzzleTheme::MustRefuse => solver().any(|played| played.action.kind == ActionKind::Refuse),
        PuzzleTheme::MustAccept => solver().any(|played| played.action.kind == ActionKind::Accept),
        PuzzleTheme::Replacement => kind == PuzzleKind::Verdict && is_move,
        PuzzleTheme::Turn => {
            moves().any(|played| played.effects.iter().any(|effect| matches!(effect, Effect::Turns { .. })))
        }
        PuzzleTheme::OwnCapture => moves().any(takes_own),
        PuzzleTheme::Wreck => moves().any(|played| {
            played.effects.iter().any(|effect| match effect {
                Effect::Captures { piece, .. } | Effect::TakesOwn { piece, .. } => piece.gas == Some(0),
                _ => false,
            })
        }),
        PuzzleTheme::LastDrop => {
            moves().any(|played| played.effects.iter().any(|effect| matches!(effect, Effect::Tank { left: 0, .. })))
        }
        PuzzleTheme::FromBehind => moves().any(|played| takes(played, "Death Star")),
        PuzzleTheme::Bound => opponent().any(|played| {
            let view = played.before.view();
            let side = played.before.side_to_move();
            let is_own = |square: &str| view.piece(square).is_some_and(|piece| piece.side == side);
            view.markers.iter().any(
                |marker| matches!(marker, Marker::Bound { square, words } if is_own(square) && words.ends_with("now")),
            )
        }),
        PuzzleTheme::Jump => moves().any(is_jump),
        PuzzleTheme::JumpForTempo => moves().any(|played| is_jump(played) && could_step(played)),
        PuzzleTheme::PassForced => opponent().any(|played| played.action.kind == ActionKind::Pass),
        PuzzleTheme::OutOfMoves => {
            let last = replay.actions.last().is_some_and(|played| wins(played) && !hits(played, None));
            last && !is_hourglass(replay)
        }
    }
}

fn takes_own(played: &ReplayedAction) -> bool {
    played.effects.iter().any(|effect| matches!(effect, Effect::TakesOwn { .. }))
}

/// Whether the rows differ in length: there a piece is taken by jumping over it, and whoever arrives wins.
fn is_hourglass(replay: &SolutionReplay) -> bool {
    let view = replay.end.view();
    view.rows.iter().any(|row| row.cells.len() != view.rows[0].cells.len())
}

/// Whether an action takes a piece that is not on the square reached.
fn is_jump(played: &ReplayedAction) -> bool {
    let Some(squares) = &played.action.squares else { return false };
    played.effects.iter().any(|effect| matches!(effect, Effect::Captures { square, .. } if *square != squares.to))
}

/// Whether the piece that moves could have moved without taking anything.
fn could_step(played: &ReplayedAction) -> bool {
    let from = |action: &skirmish_board::Action| action.squares.as_ref().map(|squares| squares.from.clone());
    played.before.legal_actions().iter().any(|other| {
        let effects = played.before.effects(other);
        from(other) == from(&played.action) && !effects.iter().any(|effect| matches!(effect, Effect::Captures { .. }))
    })
}
