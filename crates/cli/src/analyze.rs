//! `skirmish analyze`: what the engine sees in a position, depth by depth.

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

/// How long to think by default.
const TIME: Duration = Duration::from_secs(5);

/// A finding as machines read it. The order of the fields is part of the format.
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

/// Searches and prints a line for every depth as it is finished.
pub fn run(arguments: &AnalyzeArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let mut table = arguments.setup.open()?;
    if let Some(moves) = &arguments.moves {
        play_list(table.as_mut(), moves).context("--moves")?;
    }
    let mut settings = SearchSettings::default();
    settings.threads = arguments.threads.unwrap_or(settings.threads);
    settings.hash = arguments.hash.unwrap_or(settings.hash);
    let mut limits =
        Limits { time: arguments.time, depth: arguments.depth, nodes: arguments.nodes, ..Limits::default() };
    if limits == Limits::default() {
        limits.time = Some(TIME);
    }
    let lines = arguments.multipv.unwrap_or(1);
    let judge = Evaluator::parse(&arguments.net, arguments.setup.game).context("--net")?;
    let options =
        EngineOptions { settings, params: arguments.set.clone(), evaluator: judge, ..EngineOptions::default() };
    let mut mind = prepared(options, arguments.setup.game);
    let mut last: Option<SearchInfo<Action>> = None;
    let mut written = Ok(());
    let stop = AtomicBool::new(false);
    let found = mind.analyze(&*table, &limits, lines as usize, &stop, &mut |finding| {
        if written.is_ok() {
            written = write_finding(arguments, out, finding);
            if written.is_err() {
                // Nobody reads any more, so there is no point in thinking on.
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        }
        if finding.rank == 1 {
            last = Some(finding.clone());
        }
    });
    written?;
    // The last word may differ from the last finished depth: a better move found when the time ran out.
    if last.is_none_or(|last| last.best != found.best || last.alternate != found.alternate) {
        write_finding(arguments, out, &found)?;
    }
    if !arguments.json {
        write_summary(out, &found, &table.ending())?;
    }
    Ok(())
}

fn write_finding(arguments: &AnalyzeArgs, out: &mut impl Write, finding: &SearchInfo<Action>) -> io::Result<()> {
    if arguments.json {
        let line = JsonLine {
            depth: finding.depth,
            score: finding.score,
            wins_in: finding.proven_plies(),
            nodes: finding.nodes,
            nps: finding.nodes_per_second(),
            time_ms: finding.time.as_millis() as u64,
            best: finding.best.as_ref().map(|action| action.text.as_str()),
            alternate: finding.alternate.as_ref().map(|action| action.text.as_str()),
            pv: texts(&finding.line),
            rank: arguments.multipv.map(|_| finding.rank),
        };
        write_json(out, &line)?;
    } else {
        let rank = arguments.multipv.map_or(String::new(), |_| format!("#{} ", finding.rank));
        writeln!(
            out,
            "{rank}depth {:2}  {:>13}  {:>11} nodes  {:>6.2} M/s  {:>6.2} s  {}",
            finding.depth,
            describe(finding),
            finding.nodes,
            finding.nodes_per_second() as f64 / 1e6,
            finding.time.as_secs_f64(),
            texts(&finding.line).join(" ")
        )?;
    }
    out.flush()
}

/// The score for people: points, or the proven result.
fn describe(finding: &SearchInfo<Action>) -> String {
    match finding.proven_plies() {
        Some(plies) if plies > 0 => format!("wins in {plies}"),
        Some(plies) => format!("loses in {}", -plies),
        None => format!("{:+}", finding.score),
    }
}

fn write_summary(out: &mut impl Write, found: &SearchInfo<Action>, ending: &str) -> io::Result<()> {
    match (&found.best, &found.alternate) {
        (None, _) => writeln!(out, "The game is over: {ending}"),
        (Some(best), None) => writeln!(out, "best {best}"),
        (Some(best), Some(alternate)) => writeln!(out, "best {best}, if refused {alternate}"),
    }
}
