//! The parts of the pages.

use std::collections::BTreeSet;

use maud::{Markup, html};
use skirmish_arena::game::{FinishedGame, Pair};
use skirmish_arena::report::visible;
use skirmish_arena::schedule::{ScheduleStep, next};
use skirmish_arena::standings::{Standing, Standings};
use skirmish_arena::tournament::Finished;
use skirmish_board::{Outcome, Side};

use super::super::running::ShownBoard;
use super::super::summary::Summary;
use super::{Liveness, PageName, PageView};

/// Boards on a page; there may be more running games.
const MAX_BOARDS: usize = 24;

/// The pairs shown that wait to be played.
const MAX_WAITING: usize = 8;

/// The faults shown.
const MAX_FAULTS: usize = 20;

/// A part of a page that is replaced when it changes.
pub(super) fn part(id: &str, title: &str, body: &Markup) -> Markup {
    html! { section id=(id) data-part=(id) { h2 { (title) } (body) } }
}

/// A link to a program's page.
fn program_link(summary: &Summary, engine: usize) -> Markup {
    html! { a href=(PageName::Program(engine).file()) { (visible(summary.name(engine))) } }
}

/// A table that scrolls sideways where there is no room.
fn table(label: &str, class: &str, heads: &Markup, rows: &Markup) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(label) {
            table class=(class) { thead { tr { (heads) } } tbody { (rows) } }
        }
    }
}

/// The head of a page: what it is about, and how far the tournament is.
pub(super) fn header(view: &PageView, name: PageName, title: &str) -> Markup {
    let summary = view.summary;
    let (plan, tournament) = (summary.plan(), &summary.tournament);
    let (finished, expected) = (tournament.games().len(), tournament.expected());
    let info = plan.game.info();
    html! {
        header data-part="header" {
            @if name != PageName::Overview {
                nav aria-label="Tournament" { a href="index.html" { (visible(&plan.name)) } }
            }
            h1 { (title) }
            p.facts {
                @if name == PageName::Overview { (info.name) " · " (plan.format) " · " (plan.engines.len()) " programs · " }
                (facts(view, name))
            }
            @if name == PageName::Overview && expected > 0 {
                progress max=(expected) value=(finished.min(expected)) aria-label="Finished games" {}
            }
        }
    }
}

/// How far the tournament is, or how far a program or a pairing has come.
fn facts(view: &PageView, name: PageName) -> Markup {
    let summary = view.summary;
    let (finished, expected) = (summary.tournament.games().len(), summary.tournament.expected());
    match name {
        PageName::Overview => html! {
            @if finished < expected { (finished) " of " (expected) " games" } @else { (finished) " games" }
            @match &view.liveness {
                Liveness::Events { minutes: Some(minutes), .. } => { " · about " (duration(*minutes)) " left" },
                Liveness::Still(moment) => { " · as of " (moment) },
                Liveness::Events { .. } => {},
            }
        },
        PageName::Program(engine) => {
            let standing = summary.standings.ranking.iter().find(|standing| standing.engine == engine);
            standing.map_or(html! {}, |standing| {
                html! {
                    @if standing.rank > 0 { "Rank " (standing.rank) " · " } "Elo " (format!("{:+.0} ± {:.0}", standing.elo, standing.margin)) " · "
                    (record(standing.wins, standing.draws, standing.losses)) " · " (standing.fault_count()) " faults"
                }
            })
        }
        PageName::Pairing(one, other) => html! {
            (program_link(summary, one)) " against " (program_link(summary, other)) " · "
            @match summary.standings.head_to_head(one, other) {
                Some(score) => (record(score.wins, score.draws, score.losses)),
                None => "no games yet",
            }
        },
    }
}

fn record(wins: u32, draws: u32, losses: u32) -> String {
    format!("{wins} won, {draws} drawn, {losses} lost")
}

/// Minutes in words.
fn duration(minutes: u64) -> String {
    match minutes {
        0 | 1 => "a minute".to_owned(),
        2..120 => format!("{minutes} minutes"),
        _ => format!("{} hours", (minutes + 30) / 60),
    }
}

/// The ranking with error bars in numbers.
pub(super) fn standings_table(summary: &Summary) -> Markup {
    let heads = html! {
        th { "Rank" } th.name { "Program" } th { "Elo" } th { "±" } th { "Points" } th { "Games" } th { "Faults" }
    };
    let row = |standing: &Standing| {
        html! {
            tr {
                td { @if standing.rank > 0 { (standing.rank) } } td.name { (program_link(summary, standing.engine)) }
                td { (format!("{:+.0}", standing.elo)) } td { (format!("{:.0}", standing.margin)) }
                td { (points(standing.points())) } td { (standing.games()) }
                td class=[(standing.fault_count() > 0).then_some("bad")] { (standing.fault_count()) }
            }
        }
    };
    let rows = html! { @for standing in &summary.standings.ranking { (row(standing)) } };
    table("Standings", "standings", &heads, &rows)
}

/// Points without needless decimals.
fn points(points: f64) -> String {
    if points.fract() == 0.0 { format!("{points:.0}") } else { format!("{points:.1}") }
}

/// The points of each program against every other.
pub(super) fn crosstable(summary: &Summary) -> Markup {
    let ranking = &summary.standings.ranking;
    let class = if ranking.len() > 20 { "crosstable wide" } else { "crosstable" };
    let heads = html! { th {} th.name { "Points of" } @for place in 1..=ranking.len() { th { (place) } } };
    let rows = html! {
        @for (row, place) in ranking.iter().zip(1..) {
            tr {
                th { (place) } td.name { (program_link(summary, row.engine)) }
                @for column in ranking { (crosstable_cell(&summary.standings, row, column)) }
            }
        }
    };
    table("Crosstable", class, &heads, &rows)
}

fn crosstable_cell(standings: &Standings, row: &Standing, column: &Standing) -> Markup {
    if row.engine == column.engine {
        return html! { td.self { "·" } };
    }
    let Some(score) = standings.head_to_head(row.engine, column.engine) else { return html! { td {} } };
    // No colour for an even result, full colour for a clean sweep.
    let lean = score.points() / f64::from(score.games().max(1)) - 0.5;
    let class = format!("{}{}", if lean < 0.0 { "lost" } else { "won" }, (8.0 * lean.abs()).round() as u32);
    html! {
        td class=(class) { a href=(PageName::Pairing(row.engine, column.engine).file()) { (points(score.points())) } }
    }
}

/// The results of a program by opponent.
pub(super) fn opponents(summary: &Summary, engine: usize) -> Markup {
    let met = summary
        .standings
        .ranking
        .iter()
        .filter_map(|other| summary.standings.head_to_head(engine, other.engine).map(|score| (other, score)));
    let heads = html! { th { "Rank" } th.name { "Opponent" } th { "Points" } th { "Games" } th { "Won" } th { "Drawn" } th { "Lost" } th.name { "Boards" } };
    let rows = html! {
        @for (other, score) in met {
            tr {
                td { @if other.rank > 0 { (other.rank) } } td.name { (program_link(summary, other.engine)) }
                td { (points(score.points())) } td { (score.games()) } td { (score.wins) } td { (score.draws) } td { (score.losses) }
                td.name { a href=(PageName::Pairing(engine, other.engine).file()) { "Games against " (visible(&other.name)) } }
            }
        }
    };
    table("Results by opponent", "opponents", &heads, &rows)
}

/// The boards of the running games of these pairs; the script draws them.
pub(super) fn running_games(view: &PageView, of: Option<&dyn Fn(&Pair) -> bool>) -> Markup {
    let pair = |board: &ShownBoard| view.summary.pair(board.pair).filter(|pair| of.is_none_or(|of| of(pair)));
    let games: Vec<(&ShownBoard, &Pair)> =
        view.running.iter().filter_map(|&board| pair(board).map(|pair| (board, pair))).collect();
    if games.is_empty() {
        return html! { p { "None." } };
    }
    html! {
        div.boards data-boards=(games.len().min(MAX_BOARDS)) {
            @for (board, pair) in games.iter().take(MAX_BOARDS) { (running_game(view.summary, board, pair)) }
        }
        @if games.len() > MAX_BOARDS { p.hint { "And " (games.len() - MAX_BOARDS) " more." } }
        noscript { p { "Boards need JavaScript." } }
    }
}

fn running_game(summary: &Summary, board: &ShownBoard, pair: &Pair) -> Markup {
    let plan = summary.plan();
    let sides = plan.game.info().sides;
    // Sides named after a colour have it.
    let dark = if sides[Side::South.index()] == "Black" { Side::South } else { Side::North };
    let seat = |side: Side| {
        html! {
            p.seat data-side=(side.index()) {
                i class=(if side == dark { "dark" } else { "pale" }) title=(sides[side.index()]) {}
                span.player { (program_link(summary, pair.engine(board.leg, side))) }
                span.clock {}
            }
        }
    };
    let page = PageName::Pairing(pair.engines[0], pair.engines[1]).file();
    html! {
        article data-game=(board.number) {
            h3 { a href=(page) { "Game " (board.number) } " " small { "round " (pair.round) } }
            (seat(Side::North))
            div.board-place {}
            (seat(Side::South))
            p.last {}
        }
    }
}

/// The pairs that wait to be played, and the number of all games that do.
pub(super) fn waiting_pairs<'a>(view: &PageView<'a>) -> (Vec<&'a Pair>, usize) {
    let tournament = &view.summary.tournament;
    let begun: BTreeSet<u64> = view.running.iter().map(|board| board.pair).collect();
    let finished: BTreeSet<(u64, u8)> = tournament.games().iter().map(|game| (game.pair, game.leg)).collect();
    let is_waiting = |pair: &&Pair| {
        let open = [0, 1].iter().any(|&leg| !finished.contains(&(pair.number, leg)));
        open && !begun.contains(&pair.number)
    };
    let waiting = tournament.pairs().iter().filter(is_waiting).collect();
    (waiting, tournament.expected().saturating_sub(tournament.games().len() + view.running.len()))
}

/// What comes next.
pub(super) fn next_pairs(view: &PageView) -> Markup {
    let (summary, (waiting, games)) = (view.summary, view.waiting());
    let tournament = &summary.tournament;
    if games == 0 && waiting.is_empty() {
        return html! { p { @if view.running.is_empty() { "Nothing: all games are finished." } @else { "Nothing: the last games are running." } } };
    }
    let is_blocked =
        || matches!(next(summary.plan(), tournament.pairs(), tournament.games()), ScheduleStep::Blocked(_));
    html! {
        p { (games) @if games == 1 { " game waits." } @else { " games wait." } }
        ol.queue {
            @for pair in waiting.iter().take(MAX_WAITING) {
                li { (program_link(summary, pair.engines[0])) " – " (program_link(summary, pair.engines[1])) " " small { "round " (pair.round) } }
            }
        }
        @if waiting.is_empty() && view.running.is_empty() {
            p.hint { @if is_blocked() { "The next round waits for games that must be replayed." } @else { "Its pairs are not drawn yet." } }
        }
    }
}

/// The latest faults, of a program or of all.
pub(super) fn faults(view: &PageView, of: Option<usize>) -> Markup {
    let summary = view.summary;
    let mut found: Vec<Finished> = summary
        .tournament
        .finished()
        .filter(|finished| finished.game.fault.as_ref().is_some_and(|report| of.is_none_or(|of| of == report.engine)))
        .collect();
    let all = found.len();
    found.drain(..all.saturating_sub(MAX_FAULTS));
    if found.is_empty() {
        return html! { p { "None." } };
    }
    html! {
        ul.faults {
            @for finished in found.iter().rev() {
                li { (game_link(finished)) ": " (visible(&summary.ending(finished.game))) }
            }
        }
        @if all > MAX_FAULTS { p.hint { "The latest " (MAX_FAULTS) " of " (all) "." } }
    }
}

fn game_link(finished: &Finished) -> Markup {
    let [one, other] = finished.pair.engines;
    let number = finished.number();
    html! { a href={ (PageName::Pairing(one, other).file()) "#game-" (number) } { "Game " (number) } }
}

/// A result as in the lists of games.
fn result(game: &FinishedGame) -> &'static str {
    match game.outcome {
        _ if !game.counts() => "*",
        Outcome::Win(Side::South) => "1-0",
        Outcome::Win(Side::North) => "0-1",
        Outcome::Draw => "½-½",
    }
}

/// The latest games of these pairs.
pub(super) fn game_list(summary: &Summary, most: usize, of: &dyn Fn(&Pair) -> bool) -> Markup {
    let mut found: Vec<Finished> = summary.tournament.finished().filter(|finished| of(finished.pair)).collect();
    let all = found.len();
    found.drain(..all.saturating_sub(most));
    if found.is_empty() {
        return html! { p { "None." } };
    }
    let [south, north] = summary.plan().game.info().sides;
    let heads = html! { th.name { "Game" } th { "Round" } th.name { (south) } th.name { (north) } th { "Result" } th.name { "Ending" } };
    let rows = html! {
        @for finished in found.iter().rev() {
            tr {
                td.name { (game_link(finished)) } td { (finished.pair.round) }
                @for side in Side::BOTH { td.name { (program_link(summary, finished.engine(side))) } }
                td { (result(finished.game)) }
                td class=(if finished.game.fault.is_some() { "ending bad" } else { "ending" }) { (visible(&summary.ending(finished.game))) }
            }
        }
    };
    html! {
        (table("Games", "games", &heads, &rows))
        @if all > found.len() { p.hint { "The latest " (found.len()) " of " (all) "." } }
    }
}
