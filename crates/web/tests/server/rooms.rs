//! Rooms: seats, watchers, what is relayed to whom, and limits.

use std::net::{IpAddr, Ipv4Addr};

use serde_json::{Value, json};
use skirmish_web::ServerOptions;

use crate::client::{Running, Tab, list, open, text};
use crate::hostile::CROWD;

const ROOM: &str = "a-random-room";

/// A server for a classroom.
async fn classroom() -> Running {
    let listen = Some(IpAddr::V4(Ipv4Addr::LOCALHOST));
    Running::start(ServerOptions { listen, searches: 1, memory: 16, ..ServerOptions::default() }).await
}

/// A tab with the token of the server.
async fn tab(server: &Running) -> Tab {
    let token = server.url.split_once("token=").unwrap().1;
    Tab::on(open(server, &format!("/socket?token={token}"), &[]).await.unwrap()).await
}

fn enter(room: &str, seat: Value, secret: &str, create: bool) -> Value {
    json!({ "type": "enter", "room": room, "seat": seat, "secret": format!("{secret:x>16}"), "create": create })
}

fn relay(actions: &[&str]) -> Value {
    let line = json!({ "game": "hiya", "actions": actions });
    json!({ "type": "relay", "game": { "line": line, "name": "Ann", "takebacks": 0 } })
}

/// The seats of South and North in the next message about the room.
async fn seats(tab: &mut Tab) -> [String; 2] {
    let room = tab.receive_type("room").await;
    [0, 1].map(|side| text(&room["seats"][side]).to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn rooms_are_for_classrooms() {
    let (server, mut tab) = Running::with_tab().await;
    for request in [enter(ROOM, json!("south"), "ann", true), relay(&[]), json!({ "type": "lobby" })] {
        let answer = tab.ask(request, "error").await;
        assert!(text(&answer["sentence"]).contains("--listen"), "{answer}");
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_player_says_reaches_everyone_in_the_room_with_the_time() {
    let server = classroom().await;
    let (mut ann, mut bob, mut wall, mut eve) =
        (tab(&server).await, tab(&server).await, tab(&server).await, tab(&server).await);
    ann.send(enter(ROOM, json!("south"), "ann", true)).await;
    assert_eq!(seats(&mut ann).await, ["present", "free"]);
    bob.send(enter(ROOM, json!("north"), "bob", false)).await;
    wall.send(enter(ROOM, Value::Null, "wall", false)).await;
    for tab in [&mut bob, &mut wall] {
        tab.receive_type("room").await;
    }
    eve.send(enter("another-room", json!("south"), "eve", true)).await;
    let room = eve.receive_type("room").await;
    bob.send(relay(&["A3B4"])).await;
    let mut times = Vec::new();
    for tab in [&mut ann, &mut bob, &mut wall] {
        let relayed = tab.receive_type("relayed").await;
        assert_eq!((text(&relayed["from"]), &relayed["game"]["line"]["actions"]), ("north", &json!(["A3B4"])));
        times.push(relayed["at"].as_u64().unwrap());
    }
    assert!(times.iter().all(|time| *time == times[0] && *time >= room["at"].as_u64().unwrap()), "{times:?}");
    // Nothing of it reaches another room, and who watches may not speak.
    assert!(text(&wall.ask(relay(&[]), "error").await["sentence"]).contains("only the players"));
    eve.send(relay(&["B3A4"])).await;
    assert_eq!(eve.receive_type("relayed").await["game"]["line"]["actions"], json!(["B3A4"]));
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_belongs_to_its_secret_also_after_a_lost_connection() {
    let server = classroom().await;
    let (mut ann, mut bob) = (tab(&server).await, tab(&server).await);
    ann.send(enter(ROOM, json!("south"), "ann", true)).await;
    // Only she makes the room.
    ann.receive_type("room").await;
    bob.send(enter(ROOM, json!("north"), "bob", false)).await;
    assert_eq!(seats(&mut bob).await, ["present", "present"]);
    drop(ann);
    assert_eq!(seats(&mut bob).await, ["away", "present"]);
    // Another one wants the seat, and watches instead.
    let mut eve = tab(&server).await;
    eve.send(enter(ROOM, json!("south"), "eve", true)).await;
    assert_eq!(eve.receive_type("room").await["seat"], Value::Null);
    let mut again = tab(&server).await;
    again.send(enter(ROOM, json!("south"), "ann", false)).await;
    let room = again.receive_type("room").await;
    assert_eq!((&room["seat"], &room["watchers"]), (&json!("south"), &json!(1)));
    // The same player in another tab takes the place of the first one.
    let mut other = tab(&server).await;
    other.send(enter(ROOM, json!("south"), "ann", false)).await;
    assert!(text(&again.receive_type("roomClosed").await["sentence"]).contains("another tab"));
    assert!(text(&again.ask(relay(&[]), "error").await["sentence"]).contains("no room"));
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_lists_challenges_until_their_player_leaves() {
    let server = classroom().await;
    let (mut ann, mut bob) = (tab(&server).await, tab(&server).await);
    let mut request = enter(ROOM, json!("south"), "ann", true);
    request["challenge"] = json!({ "game": "oska:6", "name": "Ann", "clock": 300_000 });
    ann.send(request).await;
    ann.receive_type("room").await;
    let lobby = bob.ask(json!({ "type": "lobby" }), "lobby").await;
    let [listed] = list(&lobby["rooms"]) else { panic!("{lobby}") };
    assert_eq!((text(&listed["room"]), text(&listed["free"])), (ROOM, "north"));
    assert_eq!(listed["challenge"]["name"], "Ann");
    ann.send(json!({ "type": "leave" })).await;
    ann.ask(json!({ "type": "ping" }), "pong").await;
    assert!(list(&bob.ask(json!({ "type": "lobby" }), "lobby").await["rooms"]).is_empty());
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn so_many_watch_a_room_and_so_many_rooms_have_players_and_no_more() {
    let _crowd = CROWD.lock().await;
    let server = classroom().await;
    let mut tabs = Vec::new();
    for number in 0..128 {
        let mut tab = tab(&server).await;
        tab.send(enter(&format!("room-number-{number}"), json!("south"), "ann", true)).await;
        tab.receive_type("room").await;
        tabs.push(tab);
    }
    let mut late = tab(&server).await;
    let refused = late.ask(enter(ROOM, json!("south"), "late", true), "error").await;
    assert!(text(&refused["sentence"]).contains("too many rooms"), "{refused}");
    // The others watch the first room.
    for tab in &mut tabs[1..=64] {
        tab.send(enter("room-number-0", Value::Null, "wall", false)).await;
        assert_eq!(tab.receive_type("room").await["seat"], Value::Null);
    }
    let refused = late.ask(enter("room-number-0", Value::Null, "late", false), "error").await;
    assert!(text(&refused["sentence"]).contains("full"), "{refused}");
    // A seat is free for a player all the same.
    late.send(enter("room-number-0", json!("north"), "late", false)).await;
    let room = late.receive_type("room").await;
    assert_eq!((&room["seat"], &room["watchers"]), (&json!("north"), &json!(64)));
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rooms_have_limits_and_refuse_nonsense_in_a_sentence() {
    let server = classroom().await;
    let mut tab = tab(&server).await;
    for (request, expected) in [
        (enter("short", json!("south"), "ann", true), "no id"),
        (enter("a room with spaces", json!("south"), "ann", true), "no id"),
        (enter(ROOM, json!("south"), "ann", false), "gone"),
        (enter(&"x".repeat(60_000), json!("south"), "ann", true), "no id"),
    ] {
        if text(&request["room"]).len() > 50_000 {
            tab.send(request).await;
            assert!(text(&tab.receive_type("error").await["sentence"]).contains("too long"));
        } else {
            assert!(text(&tab.ask(request, "error").await["sentence"]).contains(expected), "{expected}");
        }
    }
    let mut request = enter(ROOM, json!("south"), "ann", true);
    request["challenge"] = json!({ "game": "chess", "name": "Ann" });
    assert!(text(&tab.ask(request, "error").await["sentence"]).contains("no challenge"));
    // One tab opens room after room: the empty ones make place.
    for number in 0..140 {
        tab.send(enter(&format!("room-number-{number}"), json!("south"), "ann", true)).await;
        assert_eq!(seats(&mut tab).await, ["present", "free"]);
    }
    server.end().await;
}
