use skirmish_board::{MoveList, Notation, Outcome, Side, TextError, View, divide, perft};
use skirmish_games::{GameId, Visitor};

use crate::{Played, Table};

/// Sets up the game at its start position.
pub fn open(id: GameId) -> Box<dyn Table> {
    id.visit(Open(id))
}

struct Open(GameId);

impl Visitor for Open {
    type Output = Box<dyn Table>;

    fn visit<G: Notation>(self, start: G) -> Box<dyn Table> {
        Box::new(Seat { id: self.0, position: start })
    }
}

/// A table at which one certain game is played.
struct Seat<G> {
    id: GameId,
    position: G,
}

impl<G: Notation> Table for Seat<G> {
    fn id(&self) -> GameId {
        self.id
    }

    fn position(&self) -> String {
        self.position.format_position()
    }

    fn set_position(&mut self, text: &str) -> Result<(), TextError> {
        self.position = self.position.parse_position(text)?;
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

    fn legal_actions(&self) -> Vec<String> {
        let mut moves = MoveList::new();
        self.position.legal_moves(&mut moves);
        let mut actions: Vec<String> = moves.iter().map(|&mv| self.position.format_move(mv)).collect();
        actions.sort_unstable();
        actions
    }

    fn proposes(&self) -> bool {
        self.position.proposes()
    }

    fn answers(&self) -> Option<[String; 2]> {
        self.position.answers().map(|answers| answers.map(|mv| self.position.format_move(mv)))
    }

    fn play(&mut self, text: &str) -> Result<Played, TextError> {
        let mv = self.position.parse_move(text)?;
        let played = Played { text: self.position.format_move(mv), remark: self.position.remark(mv) };
        self.position.play(mv);
        Ok(played)
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
}
