//! Whole games through the socket, with the oracle as a referee.

use serde_json::{Value, json};
use skirmish_oracle::{Random, State};

use crate::client::{Running, Tab, games, list, text, texts};

/// Compares a reply with the oracle.
fn check(message: &Value, referee: &State) {
    assert_eq!(message["position"], referee.text());
    assert_eq!(message["side"], referee.to_move());
    assert_eq!(texts(&message["legal"]), referee.legal());
    assert_eq!(message["outcome"].as_str(), referee.outcome());
    assert_eq!(message["ending"] == "", referee.outcome().is_none());
    let rows = list(&message["view"]["rows"]).iter();
    let squares: Vec<&Value> = rows.flat_map(|row| list(&row["cells"])).map(|cell| &cell["square"]).collect();
    for action in list(&message["legal"]) {
        let (word, [from, to]) = (text(&action["text"]), ["from", "to"].map(|end| &action["squares"][end]));
        match text(&action["kind"]) {
            "move" => {
                assert_eq!(word, format!("{}{}", text(from), text(to)));
                assert!(squares.contains(&from) && squares.contains(&to), "{action}");
            }
            kind => assert!(action["squares"].is_null() && kind == word, "{action}"),
        }
        let ends = list(&action["effects"]).iter().find(|effect| effect["type"] == "ends");
        let ends = ends.map(|effect| text(&effect["outcome"]));
        assert_eq!(ends, referee.play_accepted(word).outcome(), "{action} in {}", referee.text());
    }
}

/// The engine plays itself to the end; the oracle checks every position. Returns the number of actions.
pub async fn play(tab: &mut Tab, game: &str, seed: u32) -> usize {
    let mut referee = State::start(game);
    let mut line = json!({ "game": game, "actions": [] });
    check(&tab.ask(json!({ "type": "show", "line": line }), "position").await, &referee);
    let mut count = 0;
    while referee.outcome().is_none() {
        let request = json!({ "type": "choose", "line": line, "level": 1, "timeMs": 1000, "seed": seed });
        let chosen = tab.ask(request, "chosen").await;
        let action = text(&chosen["action"]["text"]);
        assert!(referee.legal().iter().any(|legal| legal == action), "{action} is illegal in {}", referee.text());
        referee = referee.play(action);
        let played = tab.ask(json!({ "type": "play", "line": line, "text": action }), "position").await;
        check(&played, &referee);
        let mut led = chosen["position"].clone();
        led["type"] = played["type"].clone();
        led["id"] = played["id"].clone();
        assert_eq!(led, played, "the position of `chosen` is that of `play`");
        count += 1;
        let actions = list(&played["actions"]).iter().map(|played| &played["action"]["text"]);
        line = json!({ "game": game, "start": played["start"], "actions": actions.collect::<Vec<_>>() });
        assert_eq!(list(&line["actions"]).len(), count);
    }
    count
}

#[tokio::test(flavor = "multi_thread")]
async fn level_1_plays_whole_games_of_every_game_against_itself() {
    let (server, mut tab) = Running::with_tab().await;
    let seeds = if std::env::var_os("SKIRMISH_ALL").is_some() { 3 } else { 1 };
    for game in games(&server, |least, most| vec![least, (least + most) / 2, most]).await {
        for seed in 1..=seeds {
            assert!(play(&mut tab, &game, seed).await > 4, "{game}");
        }
    }
    tab.close().await;
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_tabs_play_at_once() {
    let server = Running::small().await;
    let (mut one, mut two) = (Tab::open(&server).await, Tab::open(&server).await);
    let other = tokio::spawn(async move { play(&mut two, "refusal", 5).await });
    play(&mut one, "hiya", 5).await;
    assert!(other.await.unwrap() > 4);
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_refusal_the_engine_has_its_answers_ready() {
    let (server, mut tab) = Running::with_tab().await;
    let mut random = Random::new(3);
    let (mut answers, mut replacements) = (0, 0);
    for _ in 0..6 {
        let mut state = State::start("refusal");
        let mut actions: Vec<String> = Vec::new();
        while state.outcome().is_none() && actions.len() < 30 {
            let legal = state.legal();
            let action = if state.to_move() == "south" {
                // A person, who refuses every other proposal.
                legal[random.below(legal.len())].clone()
            } else {
                let line = json!({ "game": "refusal", "actions": actions });
                let request = json!({ "type": "choose", "line": line, "level": 6, "timeMs": 5000 });
                let chosen = tab.ask(request, "chosen").await;
                let action = text(&chosen["action"]["text"]).to_owned();
                assert!(legal.contains(&action), "{action} in {}", state.text());
                let ready = chosen["report"].is_null();
                if chosen["action"]["kind"] != "move" {
                    // Only before the first proposal has the engine not searched.
                    assert!(ready || actions.len() == 1, "{action} was thought about after {actions:?}");
                    answers += usize::from(ready);
                } else if actions.last().is_some_and(|last| last == "refuse") {
                    assert!(ready, "{action} was thought about after {actions:?}");
                    replacements += 1;
                }
                action
            };
            state = state.play(&action);
            actions.push(action);
        }
    }
    assert!(answers >= 5 && replacements >= 2, "{answers} answers, {replacements} replacements");
    server.end().await;
}
