//! A game as a small page to step through, for notebooks.

use serde_json::json;
use skirmish_board::Side;
use skirmish_drawing::{BoardKit, Colours, KitState, PLAYER_SCRIPT, Shade, escaped};
use skirmish_play::{AnyGame, Record};

/// The page, with places for the board's colours, the data and the script of the board.
const PAGE: &str = include_str!("viewer.html");

/// The longer side of the board in pixels.
const BOARD_SIZE: u32 = 380;

/// The height of what is below the board.
const CONTROLS_HEIGHT: u32 = 84;

/// Behind the viewer: notebooks of others are not trusted, and Jupyter removes it from them.
const UNTRUSTED: &str = "to step through it, trust this notebook, or run its cells again.";

/// An HTML element that shows the game. Everything is in it, so it works without a network and in saved notebooks; it is a document of
/// its own, so it shares no styles, keys or names with the notebook.
pub fn viewer(record: &Record) -> String {
    let id = record.game_id().info().id;
    let colours = Colours::of(id, Shade::Light);
    let mut kit = BoardKit::new(id, &record.start().view(), colours, BOARD_SIZE);
    let mut before: Vec<String> = Vec::new();
    let mut states = Vec::new();
    for (ply, game) in record.games().enumerate() {
        let step = ply.checked_sub(1).and_then(|index| record.steps().get(index));
        let KitState { board, pending, signs } = kit.add(&game.view(), game.accept_refuse().is_none());
        let changed: Vec<usize> =
            if ply == 0 { Vec::new() } else { (0..board.len()).filter(|&at| before[at] != board[at]).collect() };
        let pending: Vec<u32> = pending.split(',').filter_map(|number| number.parse().ok()).collect();
        let words = step.map_or(String::new(), |step| {
            let name = record.game_id().info().sides[step.side.index()];
            format!("{name}: {} {}", step.action, step.announcement.unwrap_or_default())
        });
        states.push(json!({
            "board": board, "changed": changed, "pending": pending, "signs": signs, "words": words.trim_end(), "note": note(game),
        }));
        before = board;
    }
    if let Some(last) = states.last_mut().filter(|_| record.result.is_some()) {
        last["note"] = json!(record.ending());
    }
    let players = Side::BOTH
        .map(|side| format!("{}: {}", record.game_id().info().sides[side.index()], record.players[side.index()]));
    let data = json!({
        "states": states,
        "kit": {"pieces": kit.pieces, "ghosts": kit.ghosts, "arrows": kit.arrows, "signs": kit.signs},
    });
    let page = PAGE
        .replace("{{BOARD}}", &kit.board)
        .replace("{{PLAYERS}}", &escaped(&players.join(" · ")))
        .replace("{{LAST}}", &(states.len() - 1).to_string())
        .replace("{{PLAYER}}", PLAYER_SCRIPT)
        .replace("{{DATA}}", &data.to_string().replace('<', "\\u003c"));
    let (name, height) = (escaped(record.game_id().info().name), BOARD_SIZE + CONTROLS_HEIGHT);
    format!(
        "<div style=\"position:relative;max-width:460px;height:{height}px\">A game of {name}: {UNTRUSTED}<iframe \
         title=\"A game of {name}\" style=\"position:absolute;top:0;left:0;width:100%;height:100%;border:0\" \
         srcdoc=\"{}\"></iframe></div>",
        page.replace('&', "&amp;").replace('"', "&quot;")
    )
}

/// What the board does not show.
fn note(game: &dyn AnyGame) -> String {
    game.view().notes.join(" ")
}
