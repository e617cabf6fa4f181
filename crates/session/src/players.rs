//! Who plays which side, and the players' names.

use skirmish_board::{Frame, Side};
use skirmish_games::GameId;
use skirmish_play::Record;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A person at the keyboard.
    Person,
    /// The engine.
    Engine,
}

/// The two players, by [`Side::index`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Players {
    game: GameId,
    roles: [Role; 2],
}

/// The name of a person in a record.
const PERSON: &str = "human";

impl Players {
    /// One person against the engine.
    pub fn duel(game: GameId, person: Side) -> Players {
        let mut roles = [Role::Engine; 2];
        roles[person.index()] = Role::Person;
        Players { game, roles }
    }

    /// The same role for both sides.
    pub fn both(game: GameId, role: Role) -> Players {
        Players { game, roles: [role; 2] }
    }

    /// The players of a record: a side with the name of the game's player is the engine's.
    pub fn of_record(record: &Record) -> Players {
        let engine = record.game_id().info().player;
        let role = |name: &String| if name == engine { Role::Engine } else { Role::Person };
        Players { game: record.game_id(), roles: [role(&record.players[0]), role(&record.players[1])] }
    }

    /// The names for a record.
    pub fn names(&self) -> [String; 2] {
        self.roles.map(|role| match role {
            Role::Person => PERSON.to_owned(),
            Role::Engine => self.game.info().player.to_owned(),
        })
    }

    /// Who plays a side.
    pub fn role(&self, side: Side) -> Role {
        self.roles[side.index()]
    }

    /// The user's side in a game against the engine.
    pub fn person(&self) -> Option<Side> {
        match self.roles {
            [Role::Person, Role::Engine] => Some(Side::South),
            [Role::Engine, Role::Person] => Some(Side::North),
            _ => None,
        }
    }

    /// Whether the engine plays a side.
    pub fn has_engine(&self) -> bool {
        self.roles.contains(&Role::Engine)
    }

    /// The name of a side, such as South or White.
    pub fn side_name(&self, side: Side) -> &'static str {
        self.game.info().sides[side.index()]
    }

    /// The player's name in sentences: "You", the engine's name, or the side if both roles are the same.
    pub fn name(&self, side: Side) -> &'static str {
        match (self.person(), self.role(side)) {
            (None, _) => self.side_name(side),
            (Some(_), Role::Person) => "You",
            (Some(_), Role::Engine) => self.game.info().player,
        }
    }

    /// A sentence about a player, with the verb for "you" and for a name.
    pub fn sentence(&self, side: Side, you: &str, other: &str) -> String {
        let name = self.name(side);
        format!("{name} {}", if name == "You" { you } else { other })
    }

    /// Puts the handouts' labels "computer" and "human" on the sides that the engine and the user play; other labels are unchanged.
    pub fn frame(&self, frame: Frame) -> Frame {
        if !frame.top.trim().eq_ignore_ascii_case("computer") {
            return frame;
        }
        let label = |side| match self.role(side) {
            Role::Engine => frame.top,
            Role::Person => frame.bottom,
        };
        Frame { top: label(Side::North), bottom: label(Side::South), ..frame }
    }
}
