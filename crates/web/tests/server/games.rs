//! Whole games through the socket, with the oracle as a referee.

use serde_json::json;
use skirmish_desk::messages::{ActionKind, Course, Effect, LegalAction, Message, Outcome, Side, Squares};
use skirmish_oracle::{Random, State};

use crate::client::{Running, Tab, course_json, games};

/// Where a game stands, as the server says it.
struct Shown {
    course: Course,
    outcome: Option<Outcome>,
}

/// A result in the referee's words.
fn result_of(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::South => "south",
        Outcome::North => "north",
        Outcome::Draw => "draw",
    }
}

/// Compares an answer with the referee's board.
fn check(message: &Message, referee: &State, game: &str) -> Shown {
    let Message::Position { start, actions, position, side, outcome, ending, legal, view, .. } = message else {
        panic!("{message:?}")
    };
    assert_eq!(*position, referee.text());
    assert_eq!(*side == Side::South, referee.to_move() == "south");
    let texts: Vec<&str> = legal.iter().map(|legal| legal.action.text.as_str()).collect();
    assert_eq!(texts, referee.legal());
    assert_eq!(outcome.map(result_of), referee.outcome());
    assert_eq!(ending.is_empty(), outcome.is_none());
    let squares: Vec<&str> = view.rows.iter().flat_map(|row| &row.cells).map(|cell| cell.square.as_str()).collect();
    for LegalAction { action, effects } in legal {
        match (action.kind, &action.squares) {
            (ActionKind::Move, Some(Squares { from, to })) => {
                assert_eq!(action.text, format!("{from}{to}"));
                assert!(squares.contains(&from.as_str()) && squares.contains(&to.as_str()));
            }
            (ActionKind::Accept | ActionKind::Refuse | ActionKind::Pass, None) => {}
            other => panic!("{other:?}"),
        }
        let ends = effects.iter().find_map(|effect| match effect {
            Effect::Ends { outcome } => Some(result_of(*outcome)),
            _ => None,
        });
        assert_eq!(ends, referee.play_standing(&action.text).outcome(), "{action:?} in {position}");
    }
    let actions = actions.iter().map(|played| played.action.text.clone()).collect();
    Shown { course: Course { game: game.to_owned(), start: Some(start.clone()), actions }, outcome: *outcome }
}

/// The engine plays itself to the end; every position is looked at by the referee. Returns the number of actions.
pub async fn play(tab: &mut Tab, game: &str, seed: u32) -> usize {
    let mut referee = State::start(game);
    let course = json!({ "game": game, "actions": [] });
    let mut shown = check(&tab.ask(json!({ "type": "show", "course": course })).await, &referee, game);
    while shown.outcome.is_none() {
        let course = course_json(&shown.course);
        let request = json!({ "type": "choose", "course": course, "level": 1, "timeMs": 1000, "seed": seed });
        let chosen = tab.ask(request).await;
        let Message::Chosen { action: Some(action), .. } = chosen else { panic!("{chosen:?}") };
        assert!(referee.legal().contains(&action.text), "{action:?} is illegal in {}", referee.text());
        referee = referee.play(&action.text);
        let played = tab.ask(json!({ "type": "play", "course": course, "text": action.text })).await;
        let before = shown.course.actions.len();
        shown = check(&played, &referee, game);
        assert_eq!(shown.course.actions.len(), before + 1);
    }
    shown.course.actions.len()
}

#[tokio::test(flavor = "multi_thread")]
async fn level_1_plays_whole_games_of_every_game_against_itself() {
    let server = Running::small().await;
    let mut tab = Tab::open(&server).await;
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
    let server = Running::small().await;
    let mut tab = Tab::open(&server).await;
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
                let course = json!({ "game": "refusal", "actions": actions });
                let request = json!({ "type": "choose", "course": course, "level": 6, "timeMs": 5000 });
                let Message::Chosen { action: Some(action), finding, .. } = tab.ask(request).await else {
                    panic!("not chosen in {}", state.text())
                };
                assert!(legal.contains(&action.text), "{action:?} in {}", state.text());
                let ready = finding.is_none();
                if action.kind != ActionKind::Move {
                    // Only the very first proposal comes before the engine has thought about anything.
                    assert!(ready || actions.len() == 1, "{} was thought about after {actions:?}", action.text);
                    answers += usize::from(ready);
                } else if actions.last().is_some_and(|last| last == "refuse") {
                    assert!(ready, "{} was thought about after {actions:?}", action.text);
                    replacements += 1;
                }
                action.text
            };
            state = state.play(&action);
            actions.push(action);
        }
    }
    assert!(answers >= 5 && replacements >= 2, "{answers} answers, {replacements} replacements");
    server.end().await;
}
