//! A game in a room of a server: the terminal as one of its pages.

use std::hash::{BuildHasher, RandomState};
use std::io::ErrorKind;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{anyhow, bail};
use serde_json::{Value, json};
use skirmish_board::Side;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Error, Message as Frame, WebSocket};

use super::friend::{FriendGame, OwnTurn};
use super::friend_link::plain;

/// How long a read waits before the words of this side are sent.
const READ_TIMEOUT: Duration = Duration::from_millis(50);

/// How soon Ctrl-C is noticed.
const WAIT: Duration = Duration::from_millis(200);

/// The longest wait for a server that connects or reads.
const SERVER_TIMEOUT: Duration = Duration::from_secs(10);

/// How often a lost connection is tried again, a second apart.
const RETRIES: usize = 60;

/// A room of a server, and the connection to it.
struct RoomLink {
    host: String,
    token: String,
    id: String,
    /// With it, the seat is given back after a lost connection.
    secret: String,
    connection: Connection,
    /// What is known about the friend.
    friend: String,
    /// Whether the friend was there when the game as it is now was relayed.
    is_told: bool,
}

/// A connection that is read all the time, so that the server's pings are answered while a person thinks.
struct Connection {
    out: Sender<String>,
    heard: Receiver<Value>,
    thread: JoinHandle<()>,
}

impl Connection {
    fn open(host: &str, token: &str) -> anyhow::Result<Connection> {
        let socket = connect(host, token)
            .map_err(|error| anyhow!("--friend: no server of rooms at {}: {error}", plain(host)))?;
        let ((out, own), (theirs, heard)) = (channel(), channel());
        Ok(Connection { out, heard, thread: thread::spawn(move || drop(exchange(socket, &own, &theirs))) })
    }

    /// Closes it, after everything was sent.
    fn close(self) {
        drop(self.out);
        // A thread that panicked has closed it, too.
        let _ = self.thread.join();
    }
}

fn connect(host: &str, token: &str) -> anyhow::Result<WebSocket<TcpStream>> {
    let mut request = format!("ws://{host}/socket?token={token}").into_client_request()?;
    request.headers_mut().insert("origin", format!("http://{host}").parse()?);
    let address =
        if host.rsplit(']').next().unwrap_or(host).contains(':') { host.to_owned() } else { format!("{host}:80") };
    let address = address.to_socket_addrs()?.next().ok_or_else(|| anyhow!("it has no address"))?;
    let stream = TcpStream::connect_timeout(&address, SERVER_TIMEOUT)?;
    stream.set_read_timeout(Some(SERVER_TIMEOUT))?;
    stream.set_write_timeout(Some(SERVER_TIMEOUT))?;
    stream.set_nodelay(true)?;
    let (socket, _) = tungstenite::client(request, stream)?;
    socket.get_ref().set_read_timeout(Some(READ_TIMEOUT))?;
    Ok(socket)
}

/// Sends what `own` says and hands on what is heard, until one of the two ends.
fn exchange(mut socket: WebSocket<TcpStream>, own: &Receiver<String>, theirs: &Sender<Value>) -> Result<(), Error> {
    loop {
        match own.try_recv() {
            Ok(text) => socket.send(Frame::text(text))?,
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => {
                socket.close(None)?;
                return socket.flush();
            }
        }
        match socket.read() {
            Ok(Frame::Text(text)) => drop(serde_json::from_str(&text).map(|message| theirs.send(message))),
            Ok(_) => {}
            Err(Error::Io(error)) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                // Answers to pings may still have to be sent.
                socket.flush()?;
            }
            Err(error) => return Err(error),
        }
    }
}

impl RoomLink {
    /// Connects to the server of a link.
    fn open(base: &str, id: &str) -> anyhow::Result<RoomLink> {
        let Some(rest) = base.strip_prefix("http://") else {
            bail!("--friend: the address of a room begins with http://")
        };
        let (host, query) = rest.split_once('/').unwrap_or((rest, ""));
        let token = query.split_once("token=").map_or("", |(_, token)| token.split('&').next().unwrap_or(""));
        // The keys of the hasher are random.
        let random = || RandomState::new().hash_one(0_u8);
        let secret = format!("{:016x}{:016x}", random(), random());
        let connection = Connection::open(host, token)?;
        let (host, token, id) = (host.to_owned(), token.to_owned(), id.to_owned());
        Ok(RoomLink { host, token, id, secret, connection, friend: String::new(), is_told: false })
    }

    /// Asks for the seat of a side.
    fn enter(&self, side: Side, create: bool) {
        let (room, secret, seat) = (&self.id, &self.secret, side.id());
        self.send(&json!({ "type": "enter", "id": 1, "room": room, "seat": seat, "secret": secret, "create": create }));
    }

    /// Sends a request. What a lost connection does not take is repeated with the next one.
    fn send(&self, request: &Value) {
        let _ = self.connection.out.send(request.to_string());
    }
}

/// The sentence of a message.
fn sentence(message: &Value) -> String {
    plain(message["sentence"].as_str().unwrap_or("the server gives no reason"))
}

impl FriendGame<'_, '_> {
    /// Plays in the room of the link until the game is over or the person quits.
    pub(super) fn play_in_room(&mut self) -> anyhow::Result<()> {
        if self.link.field("clock").is_some() {
            bail!("--friend: this game has clocks, which only the page has: open the link in a browser");
        }
        let mut room = RoomLink::open(&self.link.base, &self.link.id)?;
        room.enter(self.side, false);
        self.wait_for_seat(&mut room)?;
        self.introduce()?;
        self.play_until_the_end(&mut room)?;
        room.connection.close();
        Ok(())
    }

    fn play_until_the_end(&mut self, room: &mut RoomLink) -> anyhow::Result<()> {
        loop {
            while self.is_own_turn() {
                let turn = self.own_turn()?;
                // What was said meanwhile comes first: the friend may have resigned.
                while let Ok(message) = room.connection.heard.try_recv() {
                    self.hear(room, &message)?;
                }
                if let OwnTurn::Quit = turn {
                    return Ok(self.prompt.say(GOODBYE)?);
                }
                if self.is_own_turn() {
                    self.act(&turn)?;
                    room.is_told = false;
                    self.tell(room, None);
                }
            }
            if self.is_over() && room.is_told {
                return Ok(());
            }
            if !self.is_over() || room.friend != HERE {
                self.prompt.say(format!("Waiting for {} …", self.link.friend_inside()))?;
                self.prompt.flush()?;
            }
            // What ended the game here must reach the friend.
            while !(self.is_own_turn() || self.is_over() && room.is_told) {
                match room.connection.heard.recv_timeout(WAIT) {
                    Ok(message) => self.hear(room, &message)?,
                    Err(RecvTimeoutError::Timeout) if self.prompt.was_interrupted() => {
                        return Ok(self.prompt.say(GOODBYE)?);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => self.reconnect(room)?,
                }
            }
        }
    }

    /// Waits until the server has given the seat, and says who is there.
    fn wait_for_seat(&mut self, room: &mut RoomLink) -> anyhow::Result<()> {
        loop {
            let Ok(message) = room.connection.heard.recv_timeout(SERVER_TIMEOUT) else {
                bail!("--friend: the server at {} does not answer", plain(&room.host));
            };
            match message["type"].as_str() {
                Some("hello") if message["rooms"].is_null() => bail!("--friend: this server has no rooms"),
                Some("error") => bail!("--friend: {}", sentence(&message)),
                Some("room") if message["seat"].is_null() => {
                    bail!("--friend: both players of this game are there already")
                }
                Some("room") => return self.hear(room, &message),
                _ => {}
            }
        }
    }

    /// Tells the room about the game, and from which action on this side wants to take back; the length of the line refuses.
    fn tell(&self, room: &RoomLink, ask: Option<usize>) {
        let ended = self.resigned().map(|side| json!({ "side": side.id(), "by": "resignation" }));
        let line = json!({ "game": self.link.game, "start": self.link.field("start"), "actions": self.actions() });
        let game = json!({ "line": line, "ended": ended, "name": self.link.own_name(), "takebacks": 0, "ask": ask });
        room.send(&json!({ "type": "relay", "id": 2, "game": game }));
    }

    /// Connects again and takes the seat back; then the game is told again.
    fn reconnect(&mut self, room: &mut RoomLink) -> anyhow::Result<()> {
        self.prompt.say("The connection is lost. Trying again …")?;
        self.prompt.flush()?;
        for _ in 0..RETRIES {
            thread::sleep(Duration::from_secs(1));
            if self.prompt.was_interrupted() {
                break;
            }
            if let Ok(connection) = Connection::open(&room.host, &room.token) {
                room.connection = connection;
                room.friend.clear();
                // A server that was started anew has no room yet.
                room.enter(self.side, true);
                return self.wait_for_seat(room);
            }
        }
        bail!("--friend: the connection to the server is lost: run this command again later")
    }

    /// Handles a message of the server.
    fn hear(&mut self, room: &mut RoomLink, message: &Value) -> anyhow::Result<()> {
        match message["type"].as_str() {
            Some("room") => {
                let there = match message["seats"][self.side.opposite().index()].as_str() {
                    Some("present") => HERE,
                    Some("away") => "is away",
                    _ => "has not come yet",
                };
                // It is also announced when others begin to watch.
                if room.friend != there {
                    there.clone_into(&mut room.friend);
                    self.prompt.say(format!("{} {there}.", self.link.friend()))?;
                }
                self.tell(room, None);
            }
            Some("roomClosed") => bail!("--friend: {}", sentence(message)),
            Some("relayed") if message["from"] == self.side.id() => {
                // The own words come back.
                let (told, ended) = (&message["game"]["line"]["actions"], &message["game"]["ended"]);
                let now = json!(self.actions()) == *told && ended.is_null() == self.resigned().is_none();
                room.is_told |= now && room.friend == HERE;
            }
            Some("relayed") => self.follow_room(room, &message["game"])?,
            _ => {}
        }
        Ok(self.prompt.flush()?)
    }

    /// Takes a longer line if the rules allow it, and says what is not taken.
    fn follow_room(&mut self, room: &mut RoomLink, told: &Value) -> anyhow::Result<()> {
        let friend = self.link.friend();
        let line = &told["line"];
        if line["game"] != self.link.game.as_str() || line["start"].as_str() != self.link.field("start") {
            return Ok(self.prompt.say(format!("{friend} plays another game in this room."))?);
        }
        let texts = line["actions"].as_array().map(Vec::as_slice).unwrap_or_default();
        let actions: Vec<String> = texts.iter().map(|text| text.as_str().unwrap_or_default().to_owned()).collect();
        let known = self.actions();
        if told["ask"].as_u64().is_some_and(|ask| ask < known.len() as u64) && actions.len() == known.len() {
            self.prompt.say(format!("{friend} asks to take a move back, which is only possible on the page."))?;
            self.tell(room, Some(known.len()));
        }
        // The end by time is only in games with clocks.
        let resigned = told["ended"]["by"] == "resignation" && told["ended"]["side"] == self.side.opposite().id();
        if actions.len() < known.len() {
            if known.starts_with(&actions) {
                self.tell(room, None);
            }
            return Ok(());
        }
        if actions == known && (!resigned || self.is_over()) {
            return Ok(());
        }
        let (loser, theirs) = (resigned.then_some(self.side.opposite()), Some(self.side.opposite()));
        let mut taken = self.follow(&actions, loser, theirs);
        if taken.is_err() && !self.has_acted {
            taken = self.follow(&actions, loser, None).or(taken);
            if taken.is_ok() {
                self.prompt.say(format!("This game was begun elsewhere: {friend} says what was played."))?;
            }
        }
        match taken {
            Err(error) => {
                self.prompt.say(format!("What {} sent was not taken: {error}.", self.link.friend_inside()))?
            }
            Ok(said) => {
                // The friend knows what they said.
                room.is_told = true;
                for sentence in said {
                    self.prompt.say(sentence)?;
                }
                self.show()?;
            }
        }
        Ok(())
    }
}

/// What is said about a friend who is in the room.
const HERE: &str = "is here";

/// The secret of the seat ends with the program.
const GOODBYE: &str = "You have left the room, and your seat is not kept. Goodbye.";
