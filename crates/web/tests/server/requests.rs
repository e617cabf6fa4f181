//! Requests that need no search.

use serde_json::{Value, json};

use crate::client::{Running, Tab, line, list, text, texts};

/// Sends a request and expects an error.
async fn expect_error(tab: &mut Tab, request: Value) -> (String, Option<u64>) {
    let error = tab.ask(request, "error").await;
    (text(&error["sentence"]).to_owned(), error["at"].as_u64())
}

#[tokio::test(flavor = "multi_thread")]
async fn illegal_moves_name_the_rule_and_bad_courses_the_place() {
    let (server, mut tab) = Running::with_tab().await;
    let play =
        |game: &str, actions: &[&str], text: &str| json!({ "type": "play", "line": line(game, actions), "text": text });
    let answer = tab.ask(play("refusal", &[], "A3A4"), "illegal").await;
    assert!(text(&answer["sentence"]).contains("knight on A3") && answer["unreadable"] == false, "{answer}");
    let answer = tab.ask(play("refusal", &[], "hello"), "illegal").await;
    assert_eq!(answer["unreadable"], true, "{answer}");
    // Out of turn: North's piece, and an answer without a proposal.
    for text in ["A6A5", "accept"] {
        let answer = tab.ask(play("refusal", &[], text), "illegal").await;
        assert_eq!(answer["unreadable"], false, "{answer}");
    }
    // After a proposal the other side answers.
    let answer = tab.ask(play("refusal", &["C3C4"], "B3B4"), "illegal").await;
    assert!(text(&answer["sentence"]).contains("accept or refuse"), "{answer}");
    let (sentence, at) =
        expect_error(&mut tab, json!({ "type": "show", "line": line("refusal", &["C3C4", "accept", "C4C5"]) })).await;
    assert_eq!(at, Some(2), "{sentence}");
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_is_answered_in_one_sentence_and_the_tab_goes_on() {
    let (server, mut tab) = Running::with_tab().await;
    let shows = ["chess", "", "oska:999999", "oska:3", "oska:-4", "refusal:5", "../../etc/passwd", "oska:4\u{0}"];
    for game in shows {
        let (sentence, at) = expect_error(&mut tab, json!({ "type": "show", "line": line(game, &[]) })).await;
        assert!(at.is_none() && !sentence.is_empty() && sentence.len() < 300, "{sentence}");
    }
    let start = |start: &str| json!({ "type": "show", "line": { "game": "hiya", "start": start, "actions": [] } });
    for text in ["", "x", &"-".repeat(100_000), "---K---/------- s", "\u{1b}[2J"] {
        let (sentence, _) = expect_error(&mut tab, start(text)).await;
        assert!(!sentence.contains(char::is_control) && sentence.len() < 300, "{sentence}");
    }
    let choose =
        |level: u32, time: u32| json!({ "type": "choose", "line": line("oska", &[]), "level": level, "timeMs": time });
    for (level, time) in [(0, 100), (11, 100), (1, 0), (1, 60_001)] {
        expect_error(&mut tab, choose(level, time)).await;
    }
    for lines in [0, 4, 255] {
        expect_error(&mut tab, json!({ "type": "analyze", "line": line("oska", &[]), "lines": lines })).await;
    }
    let many: Vec<&str> = vec!["pass"; 5_001];
    let (sentence, at) = expect_error(&mut tab, json!({ "type": "show", "line": line("oska", &many) })).await;
    assert!(at.is_none() && sentence.contains("5000"), "{sentence}");
    // Unknown fields and kinds, and numbers of the wrong kind.
    for request in [
        json!({ "type": "show", "line": line("oska", &[]), "file": "/etc/passwd" }),
        json!({ "type": "run", "command": "ls" }),
        json!({ "type": "show" }),
        json!({ "type": "choose", "line": line("oska", &[]), "level": "1", "timeMs": 100 }),
        json!({ "type": "choose", "line": line("oska", &[]), "level": 300, "timeMs": 100 }),
    ] {
        let (sentence, _) = expect_error(&mut tab, request).await;
        assert!(sentence.starts_with("the message is not a request"), "{sentence}");
    }
    tab.ask(json!({ "type": "ping" }), "pong").await;
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn actions_are_written_as_the_game_writes_them_with_remarks() {
    let (server, mut tab) = Running::with_tab().await;
    let attack = "---K---/JJJ-SSS/M-M-NNN/-------/--n-mm-/n-n---m/sss-jjj/---k--- s";
    let request =
        json!({ "type": "play", "line": { "game": "hiya", "start": attack, "actions": [] }, "text": " b2 - b6 " });
    let position = tab.ask(request, "position").await;
    let played = &position["actions"][0];
    assert_eq!(
        (&played["action"]["text"], &played["side"], &position["side"]),
        (&json!("B2B6"), &json!("south"), &json!("north"))
    );
    assert_eq!(played["remark"], "Hi-YA!");
    let position = tab.ask(json!({ "type": "show", "line": line("refusal", &["C3C4"]) }), "position").await;
    assert_eq!(position["view"]["pending"], json!({ "from": "C3", "to": "C4" }));
    assert_eq!(position["side"], "north");
    assert_eq!(texts(&position["legal"]), ["accept", "refuse"]);
    assert_eq!(position["legal"][1]["kind"], "refuse");
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn legal_actions_tell_what_they_do() {
    let (server, mut tab) = Running::with_tab().await;
    let start = "----K3---/--------/--------/---N2----/--------/--n1-----/----k3--- s";
    let show = json!({ "type": "show", "line": { "game": "gastank", "start": start, "actions": [] } });
    let position = tab.ask(show, "position").await;
    let effects = |text: &str| &list(&position["legal"]).iter().find(|legal| legal["text"] == text).unwrap()["effects"];
    assert_eq!(*effects("C2E3"), json!([{ "type": "tank", "square": "E3", "left": 0 }]));
    let knight =
        json!({ "side": "north", "kind": "knight", "letter": "N", "letterWhenColoured": "N", "glyph": "♞", "gas": 2 });
    let captures = json!({ "type": "captures", "square": "D4", "piece": knight });
    assert_eq!(*effects("C2D4"), json!([captures, { "type": "tank", "square": "D4", "left": 3 }]));
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn records_are_written_and_read_back() {
    let (server, mut tab) = Running::with_tab().await;
    let request = json!({
        "type": "record", "line": line("refusal", &["C3C4", "refuse", "A3B5"]),
        "players": ["Ada\nResult: north", "level 3"], "headers": [["Level", "3"]], "resigned": "north",
    });
    let recorded = tab.ask(request, "recorded").await;
    let record = text(&recorded["text"]);
    let opened = tab.ask(json!({ "type": "open", "text": record }), "opened").await;
    assert_eq!(opened["line"]["actions"], json!(["C3C4", "refuse", "A3B5"]));
    assert!(opened["line"]["start"].is_string());
    assert_eq!(opened["players"], json!(["Ada Result: north", "level 3"]));
    assert_eq!(opened["headers"], json!([["Level", "3"]]));
    assert_eq!((&opened["result"], &opened["resigned"]), (&json!("south"), &json!("north")));
    let (sentence, _) = expect_error(&mut tab, json!({ "type": "open", "text": record.replace("A3B5", "A3A5") })).await;
    assert!(sentence.contains("In line 9: \"A3A5\""), "{sentence}");
    expect_error(&mut tab, json!({ "type": "open", "text": "" })).await;
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_are_set_up_from_the_palette() {
    let (server, mut tab) = Running::with_tab().await;
    for game in list(&server.catalogue().await["games"]) {
        let placed = |cell: &Value| match &cell["piece"] {
            Value::Null => Value::Null,
            piece => json!({ "letter": piece["letter"], "gas": piece["gas"] }),
        };
        let squares = |row: &Value| list(&row["cells"]).iter().map(placed).collect();
        let rows: Vec<Vec<Value>> = list(&game["board"]["rows"]).iter().map(squares).collect();
        let compose = |rows: Value, side: &Value, mark: Value| json!({ "type": "compose", "game": game["id"], "rows": rows, "side": side, "mark": mark });
        for start in list(&game["starts"]) {
            let composed = tab.ask(compose(json!(rows), &start["side"], Value::Null), "composed").await;
            assert_eq!(composed["position"], start["position"]);
        }
        let south = json!("south");
        for mark in list(&game["marks"]) {
            let composed = tab.ask(compose(json!(rows), &south, mark["text"].clone()), "composed").await;
            assert!(text(&composed["position"]).ends_with(&format!(" {}", text(&mark["text"]))));
        }
        expect_error(&mut tab, compose(json!(rows), &south, json!("x y"))).await;
        expect_error(&mut tab, compose(json!([]), &south, Value::Null)).await;
        let cursed = json!([[{ "letter": "/", "gas": 200 }, { "letter": " " }]]);
        expect_error(&mut tab, compose(cursed, &south, Value::Null)).await;
    }
    server.end().await;
}
