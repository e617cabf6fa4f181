//! Who plays which side, and under which name.

use skirmish_board::{Frame, Side};
use skirmish_games::GameId;
use skirmish_play::Record;

/// Who decides what a side does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A person at the keyboard.
    Person,
    /// The engine.
    Engine,
}

/// The two at the table, by [`Side::index`].
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

    /// Both sides played alike.
    pub fn both(game: GameId, role: Role) -> Players {
        Players { game, roles: [role; 2] }
    }

    /// Those of a recorded game: a side with the name of our player is the engine's.
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

    /// The side of the only person, if one plays the engine.
    pub fn person(&self) -> Option<Side> {
        match self.roles {
            [Role::Person, Role::Engine] => Some(Side::South),
            [Role::Engine, Role::Person] => Some(Side::North),
            _ => None,
        }
    }

    /// Whether the engine plays at all.
    pub fn has_engine(&self) -> bool {
        self.roles.contains(&Role::Engine)
    }

    /// The name of a side, such as South or White.
    pub fn side_name(&self, side: Side) -> &'static str {
        self.game.info().sides[side.index()]
    }

    /// What a player is called in sentences: "You", the engine's name, or the side if both are of a kind.
    pub fn name(&self, side: Side) -> &'static str {
        match (self.person(), self.role(side)) {
            (None, _) => self.side_name(side),
            (Some(_), Role::Person) => "You",
            (Some(_), Role::Engine) => self.game.info().player,
        }
    }

    /// A sentence about what a player does, with the verb in its form for "you" and that for a name.
    pub fn sentence(&self, side: Side, you: &str, other: &str) -> String {
        let name = self.name(side);
        format!("{name} {}", if name == "You" { you } else { other })
    }

    /// The frame with labels for who plays where. A handout that says "computer" beside the top and "human" beside the
    /// bottom means the engine and the person; other labels are left alone.
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
