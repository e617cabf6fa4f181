//! Searches: messages, queues, and how they end.

use std::time::Duration;

use serde_json::{Value, json};
use skirmish_oracle::State;
use skirmish_web::ServerOptions;

use crate::client::{Running, Tab, games, line, list, text, texts};

fn analyze(game: &str, actions: &[&str], lines: u8) -> Value {
    json!({ "type": "analyze", "line": line(game, actions), "lines": lines })
}

/// A search without an end.
fn endless() -> Value {
    analyze("gastank", &[], 1)
}

/// The depth of the first line.
fn deepest(analysis: &Value) -> u64 {
    analysis["lines"][0]["depth"].as_u64().unwrap_or_else(|| panic!("{analysis}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_goes_deeper_until_it_is_stopped() {
    let (server, mut tab) = Running::with_tab().await;
    // The largest boards: small ones may be solved too soon.
    for game in &games(&server, |_, most| vec![most]).await {
        let id = tab.send(analyze(game, &[], 3)).await;
        let mut depth = 0;
        while depth < 5 {
            let analysis = tab.receive_type("analysis").await;
            let (lines, value) = (list(&analysis["lines"]), &analysis["value"]);
            assert!(analysis["done"] == false && lines.len() == 3, "{game}: {} lines", lines.len());
            assert!(deepest(&analysis) >= depth, "{game}");
            depth = deepest(&analysis);
            let referee = State::start(game);
            let best: Vec<&str> = lines.iter().map(|line| text(&line["best"]["text"])).collect();
            assert!(best[0] != best[1] && best[1] != best[2] && best[0] != best[2], "{game}: {best:?}");
            for line in lines {
                assert_eq!(line["depth"], depth, "{game}: the lines of one depth");
                // The line can be played.
                texts(&line["line"]).iter().fold(referee.clone(), |state, action| {
                    assert!(state.legal().iter().any(|legal| legal == action), "{game}: {action} in {}", state.text());
                    state.play(action)
                });
            }
            assert!((0.0..=1.0).contains(&value["south"].as_f64().unwrap()));
            assert_eq!(value["side"], referee.to_move());
            assert_eq!(analysis["advice"].is_array(), referee.is_proposal_turn());
            if let Some(advice) = analysis["advice"].as_array() {
                let named: Vec<&str> = advice.iter().map(|advice| text(&advice["action"]["text"])).collect();
                assert_eq!(named, referee.legal());
                let refused = advice.iter().filter(|advice| advice["refuse"] == true);
                let refused: Vec<&str> = refused.map(|advice| text(&advice["action"]["text"])).collect();
                assert_eq!(refused, [best[0]], "the best is refused, and nothing else");
                assert_eq!(value["score"], lines[1]["value"]["score"], "the turn is worth the second-best");
            }
        }
        tab.send(json!({ "type": "stop" })).await;
        let last = tab.last(id).await;
        assert!(last["done"] == true && deepest(&last) >= depth, "{last}");
    }
    server.until("idle", |load| load.busy == 0).await;
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn analyses_of_decided_and_finished_games_end_by_themselves() {
    let (server, mut tab) = Running::with_tab().await;
    let star = json!({ "game": "trench", "start": "----x--/--~*~--/-------/---t-x-/-------/--+@+--/------- s -", "actions": [] });
    let last = tab.ask(json!({ "type": "analyze", "line": star, "lines": 1 }), "analysis").await;
    assert!(last["value"]["winsIn"] == 1 && last["value"]["south"] == 1.0, "{last}");
    assert_eq!(last["lines"][0]["best"]["text"], "E7D6");
    let mut over = star.clone();
    over["actions"] = json!(["E7D6"]);
    let last = tab.ask(json!({ "type": "analyze", "line": over, "lines": 3 }), "analysis").await;
    assert!(last["lines"] == json!([]) && last["done"] == true, "{last}");
    assert!(last["value"]["winsIn"] == 0 && last["value"]["south"] == 1.0, "North has lost: {last}");
    let chosen = tab.ask(json!({ "type": "choose", "line": over, "level": 10, "timeMs": 100 }), "chosen").await;
    assert!(chosen["action"].is_null() && chosen["position"].is_null(), "{chosen}");
    // A proposal to capture the king must be refused; a harmless one should be accepted.
    let king = |proposal: &str| json!({ "game": "refusal", "start": "---Kl/-----/-----/----P/-----/-----/p----/-k--- s -", "actions": [proposal] });
    for (proposal, expected) in [("E8D8", true), ("A2A3", false)] {
        let last = tab.ask(json!({ "type": "analyze", "line": king(proposal), "lines": 2 }), "analysis").await;
        let squares = json!({ "from": &proposal[..2], "to": &proposal[2..] });
        let action = json!({ "text": proposal, "kind": "move", "squares": squares });
        assert_eq!(last["advice"], json!([{ "action": action, "refuse": expected }]));
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_line_and_three_agree_on_what_a_turn_is_worth() {
    let (server, mut tab) = Running::with_tab().await;
    // A position small enough to be solved.
    let small =
        json!({ "game": "refusal", "start": "---K-/-----/--P--/-----/--p--/-n---/-----/-k--- s -", "actions": [] });
    let mut found = Vec::new();
    for lines in [1, 3] {
        let last = tab.ask(json!({ "type": "analyze", "line": small, "lines": lines }), "analysis").await;
        found.push((last["value"]["south"].clone(), last["value"]["winsIn"].as_i64().map(i64::signum)));
    }
    assert_eq!(found[0], found[1]);
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newer_search_ends_the_older_and_stale_answers_can_be_told() {
    let (server, mut tab) = Running::with_tab().await;
    let old = tab.send(endless()).await;
    tab.receive_type("analysis").await;
    let new = tab.send(json!({ "type": "choose", "line": line("hiya", &[]), "level": 2, "timeMs": 1000 })).await;
    let (mut stopped, mut chosen) = (false, false);
    while !(stopped && chosen) {
        let message = tab.receive().await;
        match text(&message["type"]) {
            "stopped" => stopped = message["id"] == old,
            "chosen" => chosen = message["id"] == new,
            _ => assert!(message["id"] == old && !stopped || message["id"] == new, "{message}"),
        }
    }
    // Other requests get replies during a search. Wait for a result before stopping.
    let search = tab.send(endless()).await;
    tab.receive_type("analysis").await;
    tab.ask(json!({ "type": "show", "line": line("hiya", &[]) }), "position").await;
    tab.send(json!({ "type": "stop" })).await;
    assert_eq!(tab.last(search).await["done"], true);
    // Stopping without a search does nothing.
    tab.send(json!({ "type": "stop" })).await;
    tab.ask(json!({ "type": "ping" }), "pong").await;
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn move_now_plays_the_best_so_far() {
    let (server, mut tab) = Running::with_tab().await;
    for kind in ["choose", "hint"] {
        let mut request = json!({ "type": kind, "line": line("gastank", &[]), "timeMs": 60000 });
        if kind == "choose" {
            request["level"] = json!(10);
        }
        let id = tab.send(request).await;
        tab.receive_type("thinking").await;
        tab.send(json!({ "type": "stop" })).await;
        let last = tab.last(id).await;
        assert!(last["type"] == "chosen" && last["report"].is_object(), "{last}");
        assert_eq!(last["position"].is_object(), kind == "choose", "{last}");
        let action = text(&last["action"]["text"]);
        assert!(State::start("gastank").legal().iter().any(|legal| legal == action), "{action}");
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_a_tab_ends_its_search_and_frees_its_memory() {
    let server = Running::small().await;
    let free = server.probe.memory_left();
    for politely in [true, false] {
        let mut tab = Tab::open(&server).await;
        tab.send(endless()).await;
        server.until("searching", |load| load.busy == 1).await;
        server.until_probe("an engine has memory", |probe| probe.memory_left() < free).await;
        if politely {
            tab.close().await
        } else {
            drop(tab)
        }
        server.until("idle", |load| load.busy == 0).await;
        server.until_probe("gone", |probe| probe.tabs() == 0 && probe.memory_left() == free).await;
    }
    // A waiting search leaves the queue.
    let mut searching = Tab::open(&server).await;
    searching.send(endless()).await;
    server.until("searching", |load| load.busy == 1).await;
    let mut waiting = Tab::open(&server).await;
    let id = waiting.send(endless()).await;
    assert_eq!(waiting.receive().await, json!({ "type": "waiting", "id": id, "ahead": 0 }));
    waiting.send(json!({ "type": "stop" })).await;
    assert_eq!(waiting.last(id).await["type"], "stopped");
    waiting.send(endless()).await;
    waiting.close().await;
    server.until("no analysis waits", |load| load.analyses_waiting == 0).await;
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn analyses_take_turns_and_moves_do_not_wait_for_them() {
    let server = Running::small().await;
    // Three endless analyses share one thread.
    let mut tabs = Vec::new();
    for _ in 0..3 {
        let mut tab = Tab::open(&server).await;
        tab.send(endless()).await;
        tabs.push(tab);
    }
    server.until("all but one wait", |load| load.busy == 1 && load.analyses_waiting == 2).await;
    // Moves interrupt the running analysis.
    let mut player = Tab::open(&server).await;
    for _ in 0..5 {
        let request = json!({ "type": "choose", "line": line("oska", &[]), "level": 10, "timeMs": 100 });
        assert!(player.ask(request, "chosen").await["action"].is_object());
    }
    // Every analysis gets its turn.
    for tab in &mut tabs {
        tab.receive_type("analysis").await;
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn weak_levels_do_not_wait_for_those_who_think_long() {
    let server = Running::small().await;
    let choose = |level: u8| json!({ "type": "choose", "line": line("hiya", &[]), "level": level, "timeMs": 5000 });
    let mut tabs = Vec::new();
    for _ in 0..4 {
        let mut tab = Tab::open(&server).await;
        tab.send(choose(10)).await;
        tabs.push(tab);
    }
    server.until("all but one wait", |load| load.busy == 1 && load.moves_waiting == 3).await;
    let begun = server.probe.load().begun;
    assert!(Tab::open(&server).await.ask(choose(3), "chosen").await["action"].is_object());
    assert_eq!(server.probe.load().begun, begun, "it came while the first still thinks");
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_alone_has_all_searchers_and_several_have_one_each() {
    let server = Running::start(ServerOptions { searches: 2, memory: 16, ..ServerOptions::default() }).await;
    let mut alone = Tab::open(&server).await;
    alone.send(endless()).await;
    server.until("both search", |load| load.busy == 2).await;
    alone.close().await;
    server.until_probe("gone", |probe| probe.tabs() == 0 && probe.load().busy == 0).await;
    let (mut one, _two) = (Tab::open(&server).await, Tab::open(&server).await);
    one.send(endless()).await;
    one.receive_type("analysis").await;
    assert_eq!(server.probe.load().busy, 1);
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_judges_every_position_and_marks_the_blunder() {
    let (server, mut tab) = Running::with_tab().await;
    // South could destroy North's Death Star with E7D6. It plays F4E5 instead, and North destroys South's.
    let start = "----x--/--~*~--/-------/-----x-/-------/--+@+--/----X-- s -";
    let line = json!({ "game": "trench", "start": start, "actions": ["F4E5", "E1D2"] });
    let id = tab.send(json!({ "type": "review", "line": line })).await;
    let messages = tab.all(id).await;
    assert_eq!(messages.len(), 4, "{messages:?}");
    assert_eq!(messages[3]["type"], "reviewEnd");
    let found = messages[..3].iter().map(|message| {
        let (value, best) = (&message["value"], &message["best"]["text"]);
        json!([message["ply"], value["winsIn"], value["south"], best, message["mark"]])
    });
    let expected = json!([[0, 1, 1.0, "E7D6", null], [1, 1, 0.0, "E1D2", "blunder"], [2, 0, 0.0, null, null]]);
    assert_eq!(found.collect::<Value>(), expected);
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recorded_search_sends_all_its_nodes_in_their_order() {
    let (server, mut tab) = Running::with_tab().await;
    let line = json!({ "game": "hiya", "actions": ["A3B4"] });
    let request = json!({ "type": "microscope", "line": line, "depth": 7, "off": ["null_window"] });
    let id = tab.send(request).await;
    let messages = tab.all(id).await;
    let (last, pieces) = messages.split_last().unwrap();
    assert_eq!(last["type"], "searchTree");
    let mut entries = 0;
    let mut visited = 0;
    for piece in pieces.iter().filter(|piece| piece["type"] == "searchNodes") {
        assert_eq!(piece["first"], entries);
        let nodes = piece["nodes"].as_array().unwrap();
        entries += nodes.len();
        visited += nodes.iter().filter(|node| node["skipped"] != true).count();
    }
    assert!(pieces.len() > 5 && last["summary"]["nodes"] == visited, "{visited} in {} pieces", pieces.len());
    let off = json!({ "name": "null_window", "on": false });
    assert!(last["summary"]["ideas"].as_array().unwrap().contains(&off));
    let id = tab.send(json!({ "type": "ladder", "line": line, "depth": 3 })).await;
    let rungs = tab.all(id).await;
    assert!(rungs.len() > 10 && rungs.last().unwrap()["type"] == "ladderEnd");
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn equal_seeds_make_equal_choices_and_others_vary() {
    let mut games = Vec::new();
    for seed in [7, 7, 8, 9, 10, 11] {
        let server = Running::small().await;
        let mut tab = Tab::open(&server).await;
        let mut actions: Vec<String> = Vec::new();
        for _ in 0..8 {
            let line = json!({ "game": "oska:6", "actions": actions });
            let request = json!({ "type": "choose", "line": line, "level": 1, "timeMs": 60000, "seed": seed });
            actions.push(text(&tab.ask(request, "chosen").await["action"]["text"]).to_owned());
        }
        games.push(actions);
        server.end().await;
    }
    assert_eq!(games[0], games[1]);
    assert!(games[2..].iter().any(|game| *game != games[0]), "every seed plays {:?}", games[0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_after_the_server_was_restarted() {
    let mut state = State::start("refusal");
    let mut actions: Vec<String> = Vec::new();
    for _ in 0..4 {
        let server = Running::small().await;
        let mut tab = Tab::open(&server).await;
        let line = json!({ "game": "refusal", "actions": actions });
        let request = json!({ "type": "choose", "line": line, "level": 4, "timeMs": 5000 });
        let action = text(&tab.ask(request, "chosen").await["action"]["text"]).to_owned();
        assert!(state.legal().contains(&action), "{action} in {}", state.text());
        state = state.play(&action);
        actions.push(action);
        server.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_the_server_ends_searches_and_says_goodbye() {
    let (server, mut tab) = Running::with_tab().await;
    tab.send(endless()).await;
    server.until("searching", |load| load.busy == 1).await;
    let probe = server.probe.clone();
    tokio::time::timeout(Duration::from_secs(60), server.end()).await.unwrap();
    assert_eq!((probe.load().busy, probe.tabs()), (0, 0));
}
