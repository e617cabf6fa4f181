//! Plans, pairs and games to keep.

use std::time::Duration;

use skirmish_arena::BuiltIn;
use skirmish_arena::competitor::{Clock, Competitor, Dialogue, EngineKind, Program, ResourceLimits, Sandbox};
use skirmish_arena::game::{Fault, FaultReport, FinishedGame, Pair, TimedMove};
use skirmish_arena::plan::{EloModel, Format, OpeningSource, Plan, Test};
use skirmish_board::Outcome;
use skirmish_games::GameId;

/// A text with everything that may get lost on the way to a database.
pub const ODD: &str =
    "\0 a \u{1a}0 \\0 'quoted' \"twice\" ${x} %s ?1 $1 ♞ 🦀 é \u{301} \u{feff} \r\n\t\u{7f}\u{ffff} \0";

pub const HOUR: Duration = Duration::from_secs(3600);

pub fn competitor(name: &str, kind: EngineKind) -> Competitor {
    let options = [("Hash".to_owned(), "16".to_owned())].into();
    let clock = Clock { nodes: Some(200), margin: Duration::from_micros(1), ..Clock::default() };
    Competitor { options, ..Competitor::new(name, kind, clock) }
}

fn built_in(words: &str) -> EngineKind {
    EngineKind::BuiltIn(BuiltIn::parse(words).unwrap())
}

pub fn plan() -> Plan {
    let engines = ["level=1", "random"].map(|words| competitor(words, built_in(words)));
    Plan {
        name: "cup".to_owned(),
        game: GameId::parse("oska:5").unwrap(),
        engines: engines.into(),
        format: Format::RoundRobin,
        rounds: 20,
        openings: OpeningSource::Random(4),
        seed: 7,
        sprt: None,
    }
}

/// A plan in which nothing is as usual.
pub fn odd_plan() -> Plan {
    let program = Program { command: vec![ODD.to_owned(), String::new()], folder: Some("/some folder/é".into()) };
    let mut dialogue = Dialogue { first: Some(ODD.to_owned()), ..Dialogue::default() };
    dialogue.moves = Some(r"(?<from>[a-h]\d)\s*-\s*(?<to>[a-h]\d)".to_owned());
    let kinds = [
        built_in(" level=3,,nodes=500  reductions=0 "),
        EngineKind::Ugi(program.clone()),
        EngineKind::Console(program.clone(), Box::new(dialogue)),
        EngineKind::OskaCall(program, u32::MAX),
    ];
    let mut engines: Vec<Competitor> = kinds.map(|kind| competitor(ODD, kind)).into();
    engines[0].clock.game_time = Some((Duration::new(u64::MAX, 999_999_999), Duration::from_nanos(1)));
    engines[1].limits = ResourceLimits { memory: Some(u64::MAX), sandbox: Sandbox::Weak, ..ResourceLimits::default() };
    Plan {
        name: ODD.to_owned(),
        engines,
        format: Format::Knockout,
        openings: OpeningSource::Given(vec![ODD.to_owned()]),
        seed: u64::MAX,
        // None of these is a fraction of two: reading must find the very same numbers.
        sprt: Some(Test {
            elo0: -0.1,
            elo1: 1.0 / 3.0,
            alpha: 5e-324,
            beta: 0.049_999_999_999_999_99,
            model: EloModel::Logistic,
        }),
        ..plan()
    }
}

pub fn pair(number: u64) -> Pair {
    Pair {
        number,
        round: number as u32 / 3 + 1,
        engines: [number as usize % 2, 2],
        opening: format!("opening {number}"),
    }
}

pub fn pairs(numbers: std::ops::Range<u64>) -> Vec<Pair> {
    numbers.map(pair).collect()
}

/// A game that `by` finished; by others it would have taken another time.
pub fn game(pair: u64, leg: u8, by: u64) -> FinishedGame {
    let action = |ply| TimedMove::new(format!("a{ply}-b{ply}"), by * 1_000_000 + ply);
    FinishedGame {
        pair,
        leg,
        actions: (0..=pair % 5).map(action).collect(),
        outcome: Outcome::ALL[(pair as usize + usize::from(leg)) % 3],
        ending: format!("North has no piece left in game {pair}.{leg}"),
        fault: (pair % 4 == 3).then(|| report(Fault::Crash)),
    }
}

pub fn report(fault: Fault) -> FaultReport {
    FaultReport {
        engine: 1,
        fault,
        detail: "exit status 1".to_owned(),
        stderr: "Traceback (most recent call last):\n".to_owned(),
        transcript: "< go nodes 200\n".to_owned(),
    }
}
