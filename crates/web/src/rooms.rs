//! Rooms: random ids and the tabs in them. They relay what players say and keep nothing of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use skirmish_api::messages::{Challenge, LobbyRoom, Message, Request, RoomGame, SeatState, Side};
use skirmish_games::GameId;
use subtle::ConstantTimeEq;
use tokio::sync::mpsc;

use crate::limits::{EMPTY_ROOM_TIME, MAX_ROOMS, MAX_WATCHERS, ROOM_BACKLOG};

/// The rooms of a server.
pub struct Rooms {
    table: Mutex<Table>,
    begun: Instant,
    witness: u32,
}

#[derive(Default)]
struct Table {
    rooms: HashMap<String, Room>,
    /// Counts members, to tell them apart.
    members: u64,
}

#[derive(Default)]
struct Room {
    /// The secrets of those who have the seats of South and North.
    seats: [Option<String>; 2],
    members: Vec<Member>,
    challenge: Option<Challenge>,
    empty_since: Option<Instant>,
}

/// A tab in a room.
struct Member {
    number: u64,
    /// Its request to enter.
    request: u32,
    seat: Option<Side>,
    out: mpsc::Sender<Message>,
}

/// A wish to enter a room: [`Request::Enter`].
struct Entry {
    request: u32,
    room: String,
    seat: Option<Side>,
    secret: String,
    create: bool,
    challenge: Option<Challenge>,
}

/// The place of a tab in a room. Dropping it leaves the room.
struct Membership {
    rooms: Arc<Rooms>,
    room: String,
    number: u64,
    request: u32,
}

/// The room of one tab, if it is in one.
#[derive(Default)]
pub struct TabRoom {
    place: Option<(Membership, mpsc::Receiver<Message>)>,
}

impl TabRoom {
    /// Handles a request about rooms; returns the reply, if there is one. Other requests do nothing.
    pub fn handle(&mut self, rooms: &Arc<Rooms>, request: Request) -> Option<Message> {
        let error = |id, sentence: &str| Some(Message::Error { id: Some(id), sentence: sentence.to_owned(), at: None });
        match request {
            Request::Enter { id, room, seat, secret, create, challenge } => {
                self.place = None;
                match rooms.enter(Entry { request: id, room, seat, secret, create, challenge }) {
                    Ok(place) => self.place = Some(place),
                    Err(sentence) => return error(id, sentence),
                }
                None
            }
            Request::Relay { id, game } => match &self.place {
                Some((place, _)) => rooms.relay(place, game).err().and_then(|sentence| error(id, sentence)),
                None => error(id, "you are in no room"),
            },
            Request::Leave { .. } => {
                self.place = None;
                None
            }
            Request::Lobby { id } => Some(Message::Lobby { id, rooms: rooms.lobby() }),
            _ => None,
        }
    }

    /// The next message of the room; waits forever without one.
    pub async fn next(&mut self) -> Message {
        let Some((place, messages)) = &mut self.place else { return std::future::pending().await };
        let id = place.request;
        match messages.recv().await {
            Some(message) => message,
            None => {
                self.place = None;
                let sentence = "the game was opened in another tab, or this one fell behind".to_owned();
                Message::RoomClosed { id, sentence }
            }
        }
    }
}

impl Rooms {
    /// No rooms yet. `witness` tells apart the times of this server and its next start.
    pub fn new(witness: u32) -> Arc<Rooms> {
        Arc::new(Rooms { table: Mutex::default(), begun: Instant::now(), witness })
    }

    fn now(&self) -> u64 {
        self.begun.elapsed().as_millis() as u64
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters a room. The error is a sentence.
    fn enter(self: &Arc<Self>, entry: Entry) -> Result<(Membership, mpsc::Receiver<Message>), &'static str> {
        if !is_id(&entry.room, 10..=40) || !is_id(&entry.secret, 16..=64) {
            return Err("that is no id of a room");
        }
        if entry.challenge.as_ref().is_some_and(|challenge| !is_fair(challenge)) {
            return Err("that is no challenge");
        }
        let mut table = self.lock();
        table.drop_old(&entry.room);
        if !table.rooms.contains_key(&entry.room) {
            if !entry.create {
                return Err("this room is gone: its players have left it");
            }
            if table.rooms.len() >= MAX_ROOMS && !table.drop_empty() {
                return Err("this server has too many rooms: try again later");
            }
        }
        table.members += 1;
        let number = table.members;
        let room = table.rooms.entry(entry.room.clone()).or_default();
        let seat = entry.seat.filter(|seat| room.takes(*seat, &entry.secret));
        if seat.is_none() && room.watchers() >= MAX_WATCHERS {
            return Err("this room is full");
        }
        if let Some(side) = seat {
            room.seats[side.index()] = Some(entry.secret);
            // The same player in another tab.
            room.members.retain(|member| member.seat != seat);
            room.challenge = entry.challenge.or(room.challenge.take());
        }
        let (out, messages) = mpsc::channel(ROOM_BACKLOG);
        room.members.push(Member { number, request: entry.request, seat, out });
        room.empty_since = None;
        self.announce(room);
        let place = Membership { rooms: self.clone(), room: entry.room, number, request: entry.request };
        Ok((place, messages))
    }

    /// Sends what a player says to everyone in the room.
    fn relay(&self, place: &Membership, game: RoomGame) -> Result<(), &'static str> {
        let mut table = self.lock();
        let room = table.rooms.get_mut(&place.room).ok_or("you are in no room")?;
        let from = room.members.iter().find(|member| member.number == place.number).ok_or("you are in no room")?;
        let from = from.seat.ok_or("only the players may speak")?;
        let at = self.now();
        room.send(|id| Message::Relayed { id, from, at, game: game.clone() });
        Ok(())
    }

    /// The rooms that are listed, and where a player is present: those with a free seat first.
    fn lobby(&self) -> Vec<LobbyRoom> {
        let table = self.lock();
        let listed = table.rooms.iter().filter_map(|(id, room)| {
            let challenge = room.challenge.clone()?;
            room.members.iter().any(|member| member.seat.is_some()).then(|| LobbyRoom {
                room: id.clone(),
                challenge,
                free: Side::BOTH.into_iter().find(|side| room.seats[side.index()].is_none()),
            })
        });
        let mut rooms: Vec<_> = listed.collect();
        rooms.sort_by(|one, other| (one.free.is_none(), &one.room).cmp(&(other.free.is_none(), &other.room)));
        rooms
    }

    /// Tells everyone who is in the room.
    fn announce(&self, room: &mut Room) {
        let state = |side: Side| match &room.seats[side.index()] {
            _ if room.members.iter().any(|member| member.seat == Some(side)) => SeatState::Present,
            Some(_) => SeatState::Away,
            None => SeatState::Free,
        };
        let seats = Side::BOTH.map(state);
        let (watchers, at, witness) = (room.watchers() as u32, self.now(), self.witness);
        for member in &room.members {
            let message = Message::Room { id: member.request, seat: member.seat, seats, watchers, at, witness };
            // Who falls behind is found out by the next relayed message.
            let _ = member.out.try_send(message);
        }
    }

    fn leave(&self, room: &str, number: u64) {
        let mut table = self.lock();
        let Some(room) = table.rooms.get_mut(room) else { return };
        room.members.retain(|member| member.number != number);
        if room.members.is_empty() {
            room.empty_since = Some(Instant::now());
        }
        self.announce(room);
    }
}

impl Table {
    /// Forgets this room if it has been empty for long.
    fn drop_old(&mut self, id: &str) {
        let old = |room: &Room| room.empty_since.is_some_and(|since| since.elapsed() > EMPTY_ROOM_TIME);
        if self.rooms.get(id).is_some_and(old) {
            self.rooms.remove(id);
        }
    }

    /// Forgets the room that has been empty for the longest time; false if there is none.
    fn drop_empty(&mut self) -> bool {
        let empty = self.rooms.iter().filter_map(|(id, room)| Some((room.empty_since?, id.clone())));
        empty.min().is_some_and(|(_, id)| self.rooms.remove(&id).is_some())
    }
}

impl Room {
    fn watchers(&self) -> usize {
        self.members.iter().filter(|member| member.seat.is_none()).count()
    }

    /// Whether a seat is free, or belongs to this secret.
    fn takes(&self, side: Side, secret: &str) -> bool {
        match &self.seats[side.index()] {
            None => true,
            Some(known) => known.as_bytes().ct_eq(secret.as_bytes()).into(),
        }
    }

    /// Sends a message to everyone; `message` gets the id of each request to enter. Who does not read leaves the room.
    fn send(&mut self, message: impl Fn(u32) -> Message) {
        self.members.retain(|member| member.out.try_send(message(member.request)).is_ok());
    }
}

impl Drop for Membership {
    fn drop(&mut self) {
        self.rooms.leave(&self.room, self.number);
    }
}

/// Whether a text is random text of a page, of such a length.
fn is_id(text: &str, length: std::ops::RangeInclusive<usize>) -> bool {
    length.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
}

/// Whether a challenge may be shown to others.
fn is_fair(challenge: &Challenge) -> bool {
    let Challenge { game, start, name, clock } = challenge;
    let short = name.chars().count() <= 40 && start.as_ref().is_none_or(|start| start.len() <= 500);
    short && GameId::parse(game).is_ok() && clock.is_none_or(|clock| clock <= 24 * 3_600_000)
}
