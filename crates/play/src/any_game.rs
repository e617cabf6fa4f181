//! A game in progress with its type erased.

use std::any::Any;

use skirmish_board::{
    Action, ActionKind, Effect, Move, MoveList, Notation, Outcome, Side, Squares, TextError, View, divide, perft,
};
use skirmish_games::{GameId, Visitor};

/// Starts a game at its start position.
pub fn new_game(id: GameId) -> Box<dyn AnyGame> {
    id.visit(NewGameVisitor(id))
}

/// A game at this position, for callers that know its type; `id` is the game and size of the position.
pub fn from_position<G: Notation>(id: GameId, position: G) -> Box<dyn AnyGame> {
    Box::new(TypedGame { id, position, last: None })
}

/// The position of a game, for callers that know its type; `None` if it is another game's.
pub fn downcast<G: Notation>(game: &dyn AnyGame) -> Option<&G> {
    game.as_any().downcast_ref::<TypedGame<G>>().map(|game| &game.position)
}

/// A game in progress, with its type erased.
///
/// Input is validated only by [`AnyGame::read`], [`AnyGame::play`] and [`AnyGame::set_position`]; everything else cannot fail. A clone
/// is independent.
pub trait AnyGame: Send + Sync {
    /// The game and its size.
    fn id(&self) -> GameId;

    /// The position text, which [`AnyGame::set_position`] reads back.
    fn position(&self) -> String;

    /// Sets up a position of the same game and size. On an error, nothing changes.
    fn set_position(&mut self, text: &str) -> Result<(), TextError>;

    /// Who acts next, or would if the game were not over.
    fn side_to_move(&self) -> Side;

    /// The result if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Why the game ended, in a sentence; empty if it is not over.
    fn ending(&self) -> String;

    /// The legal actions in alphabetical order; empty exactly when the game is over.
    fn legal_actions(&self) -> Vec<Action>;

    /// Whether the side to act proposes a move that the other side may refuse.
    fn is_proposal_turn(&self) -> bool;

    /// Where the side to act answers a proposal: the actions that accept and refuse it.
    fn accept_refuse(&self) -> Option<[Action; 2]>;

    /// The legal action that the text names. If it is illegal, the error names the rule that it breaks.
    fn read(&self, text: &str) -> Result<Action, TextError>;

    /// The two squares of a text that looks like a move, legal or not; `None` for other texts.
    fn named_squares(&self, text: &str) -> Option<Squares>;

    /// What a legal action does besides moving its piece; a proposal as if it were accepted.
    fn effects(&self, action: &Action) -> Vec<Effect>;

    /// Performs an action that this game returned for its current position.
    fn perform(&mut self, action: &Action) -> Played;

    /// Plays the action that the text names. If it is illegal, the error names the rule that it breaks, and nothing changes.
    fn play(&mut self, text: &str) -> Result<Played, TextError> {
        let action = self.read(text)?;
        Ok(self.perform(&action))
    }

    /// Fills the list with the legal moves, in any order: quicker than [`AnyGame::legal_actions`].
    fn legal_moves(&self, moves: &mut MoveList);

    /// The text of a legal move.
    fn move_text(&self, mv: Move) -> String;

    /// Plays a legal move: quicker than [`AnyGame::perform`], and without a last move afterwards.
    fn play_move(&mut self, mv: Move);

    /// As [`AnyGame::play_move`]; a proposal as if it were accepted.
    fn play_accepted(&mut self, mv: Move);

    /// The Zobrist key of the position.
    fn key(&self) -> u64;

    /// Whether another game has the same position, whatever was played before.
    fn is_same_position(&self, other: &dyn AnyGame) -> bool;

    /// The squares of the last move since the position was set up; `None` if there was none.
    fn last_move(&self) -> Option<Squares>;

    /// The board, to be drawn.
    fn view(&self) -> View;

    /// The number of lines of play of exactly `depth` plies; see [`skirmish_board::perft`].
    fn perft(&self, depth: u32) -> u64;

    /// [`AnyGame::perft`] split by the first move, in alphabetical order. Depth 0 has no first move.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;

    /// A clone.
    fn boxed_clone(&self) -> Box<dyn AnyGame>;

    /// The typed game, for [`downcast`].
    fn as_any(&self) -> &dyn Any;
}

impl Clone for Box<dyn AnyGame> {
    fn clone(&self) -> Box<dyn AnyGame> {
        (**self).boxed_clone()
    }
}

/// An action just played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The action, with its text as the game writes it.
    pub action: Action,
    /// What is announced with it, such as `Hi-YA!`.
    pub announcement: Option<&'static str>,
}

struct NewGameVisitor(GameId);

impl Visitor for NewGameVisitor {
    type Output = Box<dyn AnyGame>;

    fn visit<G: Notation>(self, start: G) -> Box<dyn AnyGame> {
        from_position(self.0, start)
    }
}

/// A game in progress with its type.
#[derive(Clone)]
struct TypedGame<G> {
    id: GameId,
    position: G,
    last: Option<Squares>,
}

impl<G: Notation> AnyGame for TypedGame<G> {
    fn id(&self) -> GameId {
        self.id
    }

    fn position(&self) -> String {
        self.position.format_position()
    }

    fn set_position(&mut self, text: &str) -> Result<(), TextError> {
        self.position = self.position.parse_position(text)?;
        self.last = None;
        Ok(())
    }

    fn side_to_move(&self) -> Side {
        self.position.side_to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn ending(&self) -> String {
        self.position.ending()
    }

    fn legal_actions(&self) -> Vec<Action> {
        let mut moves = MoveList::new();
        self.position.legal_moves(&mut moves);
        let mut actions: Vec<Action> = moves.iter().map(|&mv| self.position.action(mv)).collect();
        actions.sort_unstable_by(|one, other| one.text.cmp(&other.text));
        actions
    }

    fn is_proposal_turn(&self) -> bool {
        self.position.is_proposal_turn()
    }

    fn accept_refuse(&self) -> Option<[Action; 2]> {
        self.position.accept_refuse().map(|answers| answers.map(|mv| self.position.action(mv)))
    }

    fn read(&self, text: &str) -> Result<Action, TextError> {
        self.position.parse_move(text).map(|mv| self.position.action(mv))
    }

    fn named_squares(&self, text: &str) -> Option<Squares> {
        self.position.named_squares(text)
    }

    fn effects(&self, action: &Action) -> Vec<Effect> {
        self.position.effects(action.mv)
    }

    fn perform(&mut self, action: &Action) -> Played {
        debug_assert!(self.is_legal(action.mv), "{action} in {}", self.position());
        let played = Played { action: action.clone(), announcement: self.position.announcement(action.mv) };
        self.last = match action.kind {
            ActionKind::Move if !self.position.is_proposal_turn() => action.squares.clone(),
            ActionKind::Accept => self.position.view().pending,
            // A proposal is not played yet; a refusal or a pass moves nothing.
            _ => self.last.take(),
        };
        self.position.play(action.mv);
        played
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        self.position.legal_moves(moves);
    }

    fn move_text(&self, mv: Move) -> String {
        self.position.format_move(mv)
    }

    fn play_move(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv:?} in {}", self.position());
        self.position.play(mv);
        self.last = None;
    }

    fn play_accepted(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv:?} in {}", self.position());
        self.position.play_accepted(mv);
        self.last = None;
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn is_same_position(&self, other: &dyn AnyGame) -> bool {
        self.id == other.id() && downcast::<G>(other) == Some(&self.position)
    }

    fn last_move(&self) -> Option<Squares> {
        self.last.clone()
    }

    fn view(&self) -> View {
        self.position.view()
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.position, depth)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let named = |(mv, lines)| (self.position.format_move(mv), lines);
        let mut split: Vec<(String, u64)> = divide(&self.position, depth).into_iter().map(named).collect();
        split.sort_unstable();
        split
    }

    fn boxed_clone(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<G: Notation> TypedGame<G> {
    fn is_legal(&self, mv: Move) -> bool {
        let mut moves = MoveList::new();
        self.position.legal_moves(&mut moves);
        moves.contains(&mv)
    }
}
