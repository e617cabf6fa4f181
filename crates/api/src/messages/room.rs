//! Rooms, where two people play live. Only a server offers them.
//!
//! A room is a random id and the tabs in it. The server knows no game: it relays what the two players say about theirs, with the
//! time. Each page checks every action with [`Request::Show`](super::Request::Show).

use serde::{Deserialize, Serialize};

use super::*;

request! {
    /// A game in a room, as the page of one player knows it. It is relayed as a whole, so messages may be lost.
    #[derive(Serialize)]
    pub struct RoomGame {
        /// The game so far.
        pub line: GameLine,
        /// How it ended, if not by an action.
        #[serde(default)]
        pub ended: Option<RoomEnd>,
        /// The name of the player who says this.
        pub name: String,
        /// How many times the players agreed to take actions back: a greater number beats a longer line.
        pub takebacks: u32,
        /// The player asks to take back all actions from this one on; the length of the line refuses what the other one asks.
        #[serde(default)]
        pub ask: Option<u32>,
        /// The player wants a rematch.
        #[serde(default)]
        pub rematch: bool,
        /// The clocks, in games that have them.
        #[serde(default)]
        pub clocks: Option<RoomClocks>,
    }

    /// How a game ended other than by an action.
    #[derive(Serialize)]
    pub struct RoomEnd {
        /// The side that lost.
        pub side: Side,
        /// The reason.
        pub by: RoomEndReason,
    }

    /// Why a game ended early.
    #[derive(Copy, Eq, Serialize)]
    pub enum RoomEndReason {
        /// The side resigned.
        Resignation,
        /// Its time was over.
        Time,
    }

    /// The clocks after the last action.
    #[derive(Serialize)]
    pub struct RoomClocks {
        /// The milliseconds that South and North have left.
        pub left: [u32; 2],
        /// When the clock of the side to move was started, in the time of the server; missing before the first action.
        #[serde(default)]
        #[cfg_attr(test, ts(type = "number | null"))]
        pub since: Option<u64>,
    }

    /// What the lobby says about a room.
    #[derive(Serialize)]
    pub struct Challenge {
        /// The game and its size.
        pub game: String,
        /// The position text of the start; the default start if missing.
        #[serde(default)]
        pub start: Option<String>,
        /// The name of the player who opened the room.
        pub name: String,
        /// The time of each side in milliseconds; none without clocks.
        #[serde(default)]
        pub clock: Option<u32>,
    }
}

message! {
    /// A seat of a room.
    #[derive(Copy, Eq)]
    pub enum SeatState {
        /// Nobody has it yet.
        Free,
        /// Its player has no connection.
        Away,
        /// Its player is there.
        Present,
    }

    /// A room in the lobby.
    pub struct LobbyRoom {
        /// Its id.
        pub room: String,
        /// What is played.
        pub challenge: Challenge,
        /// The seat that is free; `null` if there is none, and one can only watch.
        pub free: Option<Side>,
    }

    /// What a server with rooms says about itself.
    pub struct RoomOffer {
        /// Its address for other machines, with the token.
        pub address: String,
    }
}
