//! Requests that need no search.

use serde_json::{Value, json};
use skirmish_desk::messages::{ActionKind, Effect, Message, Outcome, Piece, Side};

use crate::client::{Running, Tab, course};

/// Asks and expects an error.
async fn complaint(tab: &mut Tab, request: Value) -> (String, Option<u32>) {
    match tab.ask(request.clone()).await {
        Message::Error { sentence, at, .. } => (sentence, at),
        other => panic!("{request} was answered {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn illegal_moves_name_the_rule_and_bad_courses_the_place() {
    let server = Running::small().await;
    let tab = &mut Tab::open(&server).await;
    let play = |game: &str, actions: &[&str], text: &str| json!({ "type": "play", "course": course(game, actions), "text": text });
    let answer = tab.ask(play("refusal", &[], "A3A4")).await;
    let Message::Illegal { sentence, unreadable: false, .. } = answer else { panic!("{answer:?}") };
    assert!(sentence.contains("knight on A3"), "{sentence}");
    let answer = tab.ask(play("refusal", &[], "hello")).await;
    assert!(matches!(answer, Message::Illegal { unreadable: true, .. }), "{answer:?}");
    // Out of turn: North's piece, and an answer where nothing was proposed.
    for text in ["A6A5", "accept"] {
        let answer = tab.ask(play("refusal", &[], text)).await;
        assert!(matches!(answer, Message::Illegal { unreadable: false, .. }), "{answer:?}");
    }
    // After a proposal the other side answers.
    let answer = tab.ask(play("refusal", &["C3C4"], "B3B4")).await;
    let Message::Illegal { sentence, .. } = answer else { panic!("{answer:?}") };
    assert!(sentence.contains("accept or refuse"), "{sentence}");
    let (sentence, at) =
        complaint(tab, json!({ "type": "show", "course": course("refusal", &["C3C4", "accept", "C4C5"]) })).await;
    assert_eq!(at, Some(2), "{sentence}");
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_is_answered_in_one_sentence_and_the_tab_goes_on() {
    let server = Running::small().await;
    let tab = &mut Tab::open(&server).await;
    let shows = ["chess", "", "oska:999999", "oska:3", "oska:-4", "refusal:5", "../../etc/passwd", "oska:4\u{0}"];
    for game in shows {
        let (sentence, at) = complaint(tab, json!({ "type": "show", "course": course(game, &[]) })).await;
        assert!(at.is_none() && !sentence.is_empty() && sentence.len() < 300, "{sentence}");
    }
    let start = |start: &str| json!({ "type": "show", "course": { "game": "hiya", "start": start, "actions": [] } });
    for text in ["", "x", &"-".repeat(100_000), "---K---/------- s", "\u{1b}[2J"] {
        let (sentence, _) = complaint(tab, start(text)).await;
        assert!(!sentence.contains(char::is_control) && sentence.len() < 300, "{sentence}");
    }
    let choose = |level: u32, time: u32| json!({ "type": "choose", "course": course("oska", &[]), "level": level, "timeMs": time });
    for (level, time) in [(0, 100), (11, 100), (1, 0), (1, 60_001)] {
        complaint(tab, choose(level, time)).await;
    }
    for lines in [0, 4, 255] {
        complaint(tab, json!({ "type": "analyze", "course": course("oska", &[]), "lines": lines })).await;
    }
    let many: Vec<&str> = vec!["pass"; 5_001];
    let (sentence, at) = complaint(tab, json!({ "type": "show", "course": course("oska", &many) })).await;
    assert!(at.is_none() && sentence.contains("5000"), "{sentence}");
    // Unknown fields and kinds, and numbers of the wrong kind.
    for request in [
        json!({ "type": "show", "course": course("oska", &[]), "file": "/etc/passwd" }),
        json!({ "type": "run", "command": "ls" }),
        json!({ "type": "show" }),
        json!({ "type": "choose", "course": course("oska", &[]), "level": "1", "timeMs": 100 }),
        json!({ "type": "choose", "course": course("oska", &[]), "level": 300, "timeMs": 100 }),
    ] {
        let (sentence, _) = complaint(tab, request).await;
        assert!(sentence.starts_with("the message is not a request"), "{sentence}");
    }
    assert!(matches!(tab.ask(json!({ "type": "ping" })).await, Message::Pong { .. }));
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn actions_are_written_as_the_game_writes_them_with_remarks() {
    let server = Running::small().await;
    let tab = &mut Tab::open(&server).await;
    let attack = "---K---/JJJ-SSS/M-M-NNN/-------/--n-mm-/n-n---m/sss-jjj/---k--- s";
    let request =
        json!({ "type": "play", "course": { "game": "hiya", "start": attack, "actions": [] }, "text": " b2 - b6 " });
    let Message::Position { actions, side, .. } = tab.ask(request).await else { panic!("not played") };
    assert_eq!((actions[0].action.text.as_str(), actions[0].side, side), ("B2B6", Side::South, Side::North));
    assert_eq!(actions[0].remark.as_deref(), Some("Hi-YA!"));
    let Message::Position { view, legal, side, .. } =
        tab.ask(json!({ "type": "show", "course": course("refusal", &["C3C4"]) })).await
    else {
        panic!("not shown")
    };
    let pending = view.pending.unwrap();
    assert_eq!((pending.from.as_str(), pending.to.as_str(), side), ("C3", "C4", Side::North));
    let kinds: Vec<ActionKind> = legal.iter().map(|legal| legal.action.kind).collect();
    assert_eq!(kinds, [ActionKind::Accept, ActionKind::Refuse]);
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn legal_actions_tell_what_they_do() {
    let server = Running::small().await;
    let tab = &mut Tab::open(&server).await;
    let start = "----K3---/--------/--------/---N2----/--------/--n1-----/----k3--- s";
    let show = json!({ "type": "show", "course": { "game": "gastank", "start": start, "actions": [] } });
    let Message::Position { legal, .. } = tab.ask(show).await else { panic!("not shown") };
    let effects = |text: &str| &legal.iter().find(|legal| legal.action.text == text).unwrap().effects[..];
    assert_eq!(effects("C2E3"), [Effect::Tank { square: "E3".to_owned(), left: 0 }]);
    let [Effect::Captures { square, piece }, Effect::Tank { left: 3, .. }] = effects("C2D4") else {
        panic!("{:?}", effects("C2D4"))
    };
    assert_eq!((square.as_str(), piece.side, piece.kind.as_str()), ("D4", Side::North, "knight"));
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn records_are_written_and_read_back() {
    let server = Running::small().await;
    let tab = &mut Tab::open(&server).await;
    let request = json!({
        "type": "record", "course": course("refusal", &["C3C4", "refuse", "A3B5"]),
        "players": ["Ada\nResult: north", "level 3"], "headers": [["Level", "3"]], "resigned": "north",
    });
    let Message::Recorded { text, .. } = tab.ask(request).await else { panic!("not recorded") };
    let opened = tab.ask(json!({ "type": "open", "text": text })).await;
    let Message::Opened { course, players, headers, result, resigned, .. } = opened else {
        panic!("{opened:?}: {text}")
    };
    assert_eq!(course.actions, ["C3C4", "refuse", "A3B5"]);
    assert!(course.start.is_some());
    assert_eq!(players, ["Ada Result: north", "level 3"]);
    assert_eq!(headers, [("Level".to_owned(), "3".to_owned())]);
    assert_eq!((result, resigned), (Some(Outcome::South), Some(Side::North)));
    let (sentence, _) = complaint(tab, json!({ "type": "open", "text": text.replace("A3B5", "A3A5") })).await;
    assert!(sentence.starts_with("line "), "{sentence}");
    complaint(tab, json!({ "type": "open", "text": "" })).await;
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_are_set_up_from_the_palette() {
    let server = Running::small().await;
    let tab = &mut Tab::open(&server).await;
    for game in &server.catalogue().await.games {
        let placed = |piece: &Piece| json!({ "letter": piece.letter, "gas": piece.gas });
        let rows: Vec<Vec<Value>> = game
            .board
            .rows
            .iter()
            .map(|row| row.cells.iter().map(|cell| cell.piece.as_ref().map_or(Value::Null, placed)).collect())
            .collect();
        for start in &game.starts {
            let request = json!({ "type": "compose", "game": game.id, "rows": rows, "side": start.side });
            let Message::Composed { position, .. } = tab.ask(request).await else { panic!("not composed") };
            assert_eq!(position, start.position);
        }
        for mark in &game.marks {
            let request =
                json!({ "type": "compose", "game": game.id, "rows": rows, "side": "south", "mark": mark.text });
            let Message::Composed { position, .. } = tab.ask(request).await else { panic!("not composed") };
            assert!(position.ends_with(&format!(" {}", mark.text)));
        }
        complaint(tab, json!({ "type": "compose", "game": game.id, "rows": rows, "side": "south", "mark": "x y" }))
            .await;
        complaint(tab, json!({ "type": "compose", "game": game.id, "rows": [], "side": "south" })).await;
        let cursed = json!([[{ "letter": "/", "gas": 200 }, { "letter": " " }]]);
        complaint(tab, json!({ "type": "compose", "game": game.id, "rows": cursed, "side": "south" })).await;
    }
    server.end().await;
}
