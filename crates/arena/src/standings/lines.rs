//! Output lines in the format of fastchess. South takes the place of White.

use skirmish_board::{Outcome, Side};

use super::{HeadToHead, TournamentProgress, one_line, shown_name};
use crate::competitor::{Clock, Competitor};
use crate::game::{FinishedGame, Pair};
use crate::plan::{OpeningSource, Plan};

/// `Started game 1 of 200 (A vs B)`. `total` is the expected number of games.
pub fn format_started(plan: &Plan, pair: &Pair, leg: u8, total: usize) -> String {
    format!("Started game {} of {total} ({})", pair.game_number(leg), opponents(plan, pair, leg))
}

/// `Finished game 1 (A vs B): 1-0 {North's king was captured.}`
pub fn format_finished(plan: &Plan, pair: &Pair, game: &FinishedGame) -> String {
    // As chess players write it, South's points first.
    let score = match game.outcome {
        _ if !game.counts() => "*",
        Outcome::Win(Side::South) => "1-0",
        Outcome::Win(Side::North) => "0-1",
        Outcome::Draw => "1/2-1/2",
    };
    let (number, opponents) = (pair.game_number(game.leg), opponents(plan, pair, game.leg));
    format!("Finished game {number} ({opponents}): {score} {{{}}}", one_line(&game.ending))
}

/// The results of a match: Elo, LOS, games and pairs of the first engine, and the sequential test.
pub fn format_results(plan: &Plan, head_to_head: &HeadToHead, progress: Option<&TournamentProgress>) -> String {
    let [a, b] = head_to_head.engines.map(|engine| plan.engines.get(engine));
    let names = [a, b].map(|competitor| competitor.map_or(String::new(), |competitor| shown_name(&competitor.name)));
    let pairs = &head_to_head.pairs;
    let (elo, margin) = pairs.elo();
    let (normalised, normalised_margin) = pairs.normalised_elo();
    let [lost, half, shared, more, won] = pairs.0;
    let games = head_to_head.games();
    let percent = |part: f64, whole: f64| if whole > 0.0 { 100.0 * part / whole } else { 0.0 };
    let ratio = |part: u64, whole: u64| if part == 0 && whole == 0 { 0.0 } else { part as f64 / whole as f64 };
    let mut text = format!(
        "Results of {} vs {} ({}):\n\
         Elo: {elo:.2} +/- {margin:.2}, nElo: {normalised:.2} +/- {normalised_margin:.2}\n\
         LOS: {:.2} %, DrawRatio: {:.2} %, PairsRatio: {:.2}\n\
         Games: {games}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({:.2} %)\n\
         Ptnml(0-2): [{lost}, {half}, {shared}, {more}, {won}], WL/DD Ratio: {:.2}\n",
        names[0],
        names[1],
        conditions(plan, [a, b]),
        100.0 * pairs.superiority(),
        percent(shared as f64, pairs.count() as f64),
        ratio(more + won, half + lost),
        head_to_head.wins,
        head_to_head.losses,
        head_to_head.draws,
        head_to_head.points(),
        percent(head_to_head.points(), f64::from(games)),
        ratio(head_to_head.split, shared - head_to_head.split),
    );
    if let Some(progress) = progress {
        text += &format_progress(progress);
    }
    text
}

/// `LLR: 1.69 (58.3%) (-2.25, 2.89) [-5.00, 0.00]`, and the hypothesis accepted if one is.
fn format_progress(progress: &TournamentProgress) -> String {
    let (lower, upper) = progress.test.bounds();
    let reached = 100.0 * progress.ratio / if progress.ratio < 0.0 { lower } else { upper };
    let accepted = progress.accepted.map_or(String::new(), |hypothesis| format!(", {hypothesis} accepted"));
    let (ratio, elo0, elo1) = (progress.ratio, progress.test.elo0, progress.test.elo1);
    format!("LLR: {ratio:.2} ({reached:.1}%) ({lower:.2}, {upper:.2}) [{elo0:.2}, {elo1:.2}]{accepted}\n")
}

/// The engines of a game, South first.
fn opponents(plan: &Plan, pair: &Pair, leg: u8) -> String {
    let name = |side| {
        plan.engines.get(pair.engine(leg, side)).map_or(String::new(), |competitor| shown_name(&competitor.name))
    };
    format!("{} vs {}", name(Side::South), name(Side::North))
}

/// The clocks of both engines, the game, and the openings.
fn conditions(plan: &Plan, engines: [Option<&Competitor>; 2]) -> String {
    let [a, b] =
        engines.map(|competitor| competitor.map_or(String::new(), |competitor| format_clock(&competitor.clock)));
    let clocks = if a == b { a } else { format!("{a} - {b}") };
    format!("{clocks}, {}, {}", plan.game, format_openings(&plan.openings))
}

/// The openings, in short.
pub(crate) fn format_openings(openings: &OpeningSource) -> String {
    match openings {
        OpeningSource::Random(plies) => format!("{plies} random plies"),
        OpeningSource::Given(positions) => format!("{} given openings", positions.len()),
    }
}

/// The clock of an engine, in short: `10+0.1`, `5s/move`, `4 plies`, `10000 nodes`.
pub(crate) fn format_clock(clock: &Clock) -> String {
    let mut words = Vec::new();
    if let Some((time, increment)) = clock.game_time {
        words.push(format!("{}+{}", time.as_secs_f64(), increment.as_secs_f64()));
    }
    if let Some(time) = clock.move_time {
        words.push(format!("{}s/move", time.as_secs_f64()));
    }
    if let Some(depth) = clock.depth {
        words.push(format!("{depth} plies"));
    }
    if let Some(nodes) = clock.nodes {
        words.push(format!("{nodes} nodes"));
    }
    if words.is_empty() {
        words.push("5s/move".to_owned());
    }
    words.join(" ")
}
