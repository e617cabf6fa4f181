//! JSON Lines: one object per game.

use serde::Serialize;
use skirmish_board::{Outcome, Side};

use crate::game::TimedMove;
use crate::tournament::{Finished, Tournament};

/// A game. The order of the fields is part of the format.
#[derive(Serialize)]
struct JsonGame<'a> {
    tournament: &'a str,
    game: String,
    /// From 1, in the tournament.
    number: u64,
    pair: u64,
    leg: u8,
    round: u32,
    south: &'a str,
    north: &'a str,
    opening: &'a str,
    actions: Vec<JsonStep<'a>>,
    /// The position after the last action; null if the game cannot be replayed.
    position: Option<&'a str>,
    /// `south`, `north`, `draw`, or `none` if the game does not count.
    result: &'static str,
    /// The name of the engine that won; null for a draw.
    winner: Option<&'a str>,
    ending: &'a str,
    fault: Option<FaultLine<'a>>,
}

#[derive(Serialize)]
struct JsonStep<'a> {
    side: Option<&'static str>,
    action: &'a str,
    time_us: u64,
    /// Of all its threads; absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    processor_us: Option<u64>,
}

#[derive(Serialize)]
struct FaultLine<'a> {
    engine: &'a str,
    kind: &'static str,
    detail: &'a str,
    stderr: &'a str,
    transcript: &'a str,
}

/// The finished games in order of their numbers, one JSON object per line.
pub fn json_lines(tournament: &Tournament) -> String {
    let mut text = String::new();
    for finished in tournament.finished() {
        // Texts and numbers always serialize.
        if let Ok(line) = serde_json::to_string(&line(tournament, &finished)) {
            text += &line;
            text.push('\n');
        }
    }
    text
}

fn line<'a>(tournament: &'a Tournament, finished: &Finished<'a>) -> JsonGame<'a> {
    let Finished { pair, game, sides, position } = *finished;
    let plan = tournament.plan();
    let name = |engine: usize| tournament.name_of(engine);
    let step = |(index, action): (usize, &'a TimedMove)| JsonStep {
        side: sides.get(index).map(|side| side.id()),
        action: &action.text,
        time_us: action.micros,
        processor_us: action.processor,
    };
    JsonGame {
        tournament: &plan.name,
        game: plan.game.to_string(),
        number: finished.number(),
        pair: pair.number,
        leg: game.leg,
        round: pair.round,
        south: name(finished.engine(Side::South)),
        north: name(finished.engine(Side::North)),
        opening: &pair.opening,
        actions: game.actions.iter().enumerate().map(step).collect(),
        position,
        result: if game.counts() { game.outcome.id() } else { "none" },
        winner: match game.outcome {
            Outcome::Win(side) => Some(name(finished.engine(side))),
            Outcome::Draw => None,
        },
        ending: &game.ending,
        fault: game.fault.as_ref().map(|report| FaultLine {
            engine: name(report.engine),
            kind: report.fault.id(),
            detail: &report.detail,
            stderr: &report.stderr,
            transcript: &report.transcript,
        }),
    }
}
