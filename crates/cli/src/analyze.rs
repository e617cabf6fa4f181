//! `skirmish analyze`: analyzes a position, depth by depth.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Context;
use serde::Serialize;
use skirmish_board::{Action, texts};
use skirmish_play::{EngineOptions, Evaluator};
use skirmish_search::{Limits, SearchInfo, SearchSettings};

use crate::arguments::AnalyzeArgs;
use crate::engine::prepared;
use crate::play_out::play_list;
use crate::snapshot::write_json;

/// The default time limit.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// A line of JSON output. The order of the fields is part of the format.
#[derive(Serialize)]
struct JsonLine<'a> {
    depth: u32,
    score: i32,
    wins_in: Option<i32>,
    nodes: u64,
    nps: u64,
    time_ms: u64,
    best: Option<&'a str>,
    alternate: Option<&'a str>,
    pv: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<u32>,
}

/// Searches and prints a line for every finished depth.
pub fn run(arguments: &AnalyzeArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let mut game = arguments.setup.open()?;
    if let Some(moves) = &arguments.moves {
        play_list(game.as_mut(), moves).context("--moves")?;
    }
    let mut settings = SearchSettings::default();
    settings.threads = arguments.threads.unwrap_or(settings.threads);
    settings.hash = arguments.hash.unwrap_or(settings.hash);
    let mut limits =
        Limits { time: arguments.time, depth: arguments.depth, nodes: arguments.nodes, ..Limits::default() };
    if limits == Limits::default() {
        limits.time = Some(DEFAULT_TIME);
    }
    let lines = arguments.multipv.unwrap_or(1);
    let evaluator = Evaluator::parse(&arguments.net, arguments.setup.game).context("--net")?;
    let options = EngineOptions { settings, params: arguments.set.clone(), evaluator, ..EngineOptions::default() };
    let mut engine = prepared(options, arguments.setup.game);
    let mut last: Option<SearchInfo<Action>> = None;
    let mut written = Ok(());
    let stop = AtomicBool::new(false);
    let found = engine.analyze(&*game, &limits, lines as usize, &stop, &mut |info| {
        if written.is_ok() {
            written = write_info(arguments, out, info);
            if written.is_err() {
                // The output is closed: stop searching.
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        }
        if info.rank == 1 {
            last = Some(info.clone());
        }
    });
    written?;
    // An unfinished depth may have found a better move when the time ran out.
    if last.is_none_or(|last| last.best != found.best || last.alternate != found.alternate) {
        write_info(arguments, out, &found)?;
    }
    if !arguments.json {
        write_summary(out, &found, &game.ending())?;
    }
    Ok(())
}

fn write_info(arguments: &AnalyzeArgs, out: &mut impl Write, info: &SearchInfo<Action>) -> io::Result<()> {
    if arguments.json {
        let line = JsonLine {
            depth: info.depth,
            score: info.score,
            wins_in: info.proven_plies(),
            nodes: info.nodes,
            nps: info.nodes_per_second(),
            time_ms: info.time.as_millis() as u64,
            best: info.best.as_ref().map(|action| action.text.as_str()),
            alternate: info.alternate.as_ref().map(|action| action.text.as_str()),
            pv: texts(&info.line),
            rank: arguments.multipv.map(|_| info.rank),
        };
        write_json(out, &line)?;
    } else {
        let rank = arguments.multipv.map_or(String::new(), |_| format!("#{} ", info.rank));
        writeln!(
            out,
            "{rank}depth {:2}  {:>13}  {:>11} nodes  {:>6.2} M/s  {:>6.2} s  {}",
            info.depth,
            describe(info),
            info.nodes,
            info.nodes_per_second() as f64 / 1e6,
            info.time.as_secs_f64(),
            texts(&info.line).join(" ")
        )?;
    }
    out.flush()
}

/// The score as text: points, or the proven result.
fn describe(info: &SearchInfo<Action>) -> String {
    match info.proven_plies() {
        Some(plies) if plies > 0 => format!("wins in {plies}"),
        Some(plies) => format!("loses in {}", -plies),
        None => format!("{:+}", info.score),
    }
}

fn write_summary(out: &mut impl Write, found: &SearchInfo<Action>, ending: &str) -> io::Result<()> {
    match (&found.best, &found.alternate) {
        (None, _) => writeln!(out, "The game is over: {ending}"),
        (Some(best), None) => writeln!(out, "best {best}"),
        (Some(best), Some(alternate)) => writeln!(out, "best {best}, if refused {alternate}"),
    }
}
