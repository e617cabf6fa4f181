//! `skirmish play --friend` in a room of the real server.

use std::net::TcpStream;

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use crate::friend::{join, link};
use crate::support::dialogue::Dialogue;
use crate::support::{program, run};
use crate::web::Serving;

/// The room of all links here.
const ROOM: &str = "AAAAAAAAAAAAAAAAAAAAAB";

/// A token, so that a server can be started again with the same.
const TOKEN: &str = "0123456789abcdef0123456789abcdef";

fn serve(address: &str) -> Serving {
    let mut command = program(["web", "--no-open", "--listen", address]);
    command.env("SKIRMISH_TOKEN", TOKEN);
    Serving::start(command)
}

/// The link to the room for a side.
fn invitation(serving: &Serving, side: &str) -> String {
    link(&serving.url, &[("side", side), ("room", "1")])
}

/// The page of someone in the room.
struct RoomPage(WebSocket<TcpStream>);

impl RoomPage {
    /// Enters the room, on a seat or to watch.
    fn enter(host: &str, seat: Option<&str>) -> RoomPage {
        let mut request = format!("ws://{host}/socket?token={TOKEN}").into_client_request().unwrap();
        request.headers_mut().insert("origin", format!("http://{host}").parse().unwrap());
        let (socket, _) = tungstenite::client(request, TcpStream::connect(host).unwrap()).unwrap();
        let mut page = RoomPage(socket);
        page.send(&json!({ "type": "enter", "id": 1, "room": ROOM, "seat": seat, "secret": TOKEN, "create": true }));
        page.hear("room");
        page
    }

    fn send(&mut self, request: &Value) {
        self.0.send(Message::text(request.to_string())).unwrap();
    }

    /// The next message of a type.
    fn hear(&mut self, wanted: &str) -> Value {
        loop {
            let Message::Text(text) = self.0.read().unwrap() else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["type"] == wanted {
                return message;
            }
        }
    }

    /// Waits until North has told a line of this length. Returns what it told.
    fn hear_north(&mut self, actions: usize) -> Value {
        loop {
            let mut message = self.hear("relayed");
            if message["from"] == "north" && message["game"]["line"]["actions"].as_array().unwrap().len() == actions {
                return message["game"].take();
            }
        }
    }

    /// Tells a line, with other parts.
    fn tell(&mut self, actions: &[&str], parts: Value) {
        let mut game = json!({ "line": { "game": "hiya", "actions": actions }, "name": "Ann", "takebacks": 0 });
        game.as_object_mut().unwrap().extend(parts.as_object().unwrap().clone());
        self.send(&json!({ "type": "relay", "id": 2, "game": game }));
    }
}

/// The output up to these words.
#[track_caller]
fn until(terminal: &mut Dialogue, words: &str) -> String {
    let output = terminal.read_until(|text| String::from_utf8_lossy(text).contains(words));
    assert!(output.contains(words), "{words}: {output}");
    output
}

#[test]
fn two_terminals_play_in_a_room() {
    let serving = serve("127.0.0.1");
    let _watcher = RoomPage::enter(serving.host(), None);
    let mut south = join(&invitation(&serving, "south"));
    let output = south.read_output();
    assert!(output.contains("Your friend has not come yet.") && output.ends_with("Your move: "), "{output}");
    let mut north = join(&invitation(&serving, "north"));
    let output = until(&mut north, "Waiting for your friend …");
    assert!(output.contains("Your friend is here.") && output.contains("You are North."), "{output}");
    let taken = run(["play", "--friend", &invitation(&serving, "north")]).complaint();
    assert!(taken.contains("both players of this game are there already"), "{taken}");

    for (south_plays, north_plays) in [("A3B4", "B6B5"), ("A2A3", "C6C5")] {
        south.say(south_plays);
        assert!(north.read_output().contains(&format!("Your friend plays {south_plays}")));
        north.say(north_plays);
        let output = south.read_output();
        assert!(output.contains("Waiting for your friend …") && output.ends_with("Your move: "), "{output}");
    }
    south.say("resign");
    until(&mut north, "You win! ");
    assert_eq!((south.end().1, north.end().1), (Some(0), Some(0)));
    serving.end("-INT");
}

#[test]
fn what_a_hostile_page_says_is_not_taken_and_a_new_start_of_the_server_ends_nothing() {
    let serving = serve("127.0.0.1");
    let host = serving.host().to_owned();
    let mut page = RoomPage::enter(&host, Some("south"));
    let mut north = join(&invitation(&serving, "north"));
    until(&mut north, "Waiting for your friend …");
    page.tell(&["A3B9"], json!({}));
    until(&mut north, "What your friend sent was not taken: action 1 is illegal");
    page.send(&json!({ "type": "relay", "id": 2, "game":
        { "line": { "game": "oska", "actions": [] }, "name": "", "takebacks": 0 } }));
    until(&mut north, "Your friend plays another game in this room.");
    // Neither side has resigned, and there are no clocks.
    page.tell(&[], json!({ "ended": { "side": "north", "by": "resignation" } }));
    page.tell(&[], json!({ "ended": { "side": "north", "by": "time" } }));
    page.tell(&["A3B4"], json!({}));
    let output = north.read_output();
    assert!(!output.contains(" wins. ") && output.ends_with("Your move: "), "{output}");
    north.say("B6B5");
    page.hear_north(2);
    page.tell(&["A3B4", "B6B5", "A2A3", "C6C5"], json!({}));
    until(&mut north, "What your friend sent was not taken: action 4 is one of yours.");
    page.tell(&["A3B4", "B6B5"], json!({ "ask": 0 }));
    until(&mut north, "asks to take a move back, which is only possible on the page.");
    assert_eq!(page.hear_north(2)["ask"], json!(2), "the length of the line refuses");

    serving.end("-INT");
    until(&mut north, "The connection is lost. Trying again …");
    let serving = serve(&host);
    let mut page = RoomPage::enter(&host, Some("south"));
    assert_eq!(page.hear_north(2)["line"]["actions"], json!(["A3B4", "B6B5"]));
    page.tell(&["A3B4", "B6B5", "A2A3"], json!({}));
    assert!(north.read_output().ends_with("Your move: "));

    // The last word of a game reaches the friend, too.
    serving.end("-INT");
    north.say("resign");
    until(&mut north, "The connection is lost. Trying again …");
    let serving = serve(&host);
    let mut page = RoomPage::enter(&host, Some("south"));
    assert_eq!(page.hear_north(3)["ended"], json!({ "side": "north", "by": "resignation" }));
    assert_eq!(north.end().1, Some(0));
    serving.end("-INT");
}

#[test]
fn a_room_that_cannot_be_entered_gets_a_sentence() {
    let serving = serve("127.0.0.1");
    let gone = run(["play", "--friend", &invitation(&serving, "north")]).complaint();
    assert!(gone.contains("this room is gone"), "{gone}");
    let base = serving.url.replace(TOKEN, "0");
    let refused = run(["play", "--friend", &link(&base, &[("side", "north"), ("room", "1")])]).complaint();
    assert!(refused.contains("403"), "{refused}");
    let timed =
        run(["play", "--friend", &link(&base, &[("side", "north"), ("room", "1"), ("clock", "1000")])]).complaint();
    assert!(timed.contains("this game has clocks, which only the page has"), "{timed}");
    let dead = invitation(&serving, "north");
    serving.end("-INT");
    let dead = run(["play", "--friend", &dead]).complaint();
    assert!(dead.contains("no server of rooms at 127.0.0.1:"), "{dead}");

    let alone = Serving::start(program(["web", "--no-open"]));
    let none = run(["play", "--friend", &invitation(&alone, "north")]).complaint();
    assert!(none.contains("this server has no rooms"), "{none}");
    alone.end("-INT");
}
