//! The HTML report: one self-contained page.

use std::collections::BTreeMap;
use std::time::Duration;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use skirmish_board::Side;
use skirmish_drawing::{Colours, PLAYER_SCRIPT, Shade};

use super::embed::embed;
use super::markup::{json_in_script, shortened, visible};
use super::plot::plot;
use crate::game::{Fault, FaultReport};
use crate::plan::{Format, Plan};
use crate::schedule::Duel;
use crate::standings::{Standing, Standings, format_openings, points, signed};
use crate::tournament::{Finished, Records, Tournament};

/// The style sheet of reports.
pub const PAGE_STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// The page loads nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// Explains the columns of a Swiss tournament.
const TIE_BREAKS: &str = " A bye counts as a pair won. Ties are broken by the opponents' points without the weakest opponent (Bh \
    cut), without the weakest and the strongest (Bh median), and by each opponent's points times the points made against it \
    (S–B).";

/// The maximum number of dialogues, so that the page opens quickly.
const MAX_DIALOGUES: usize = 300;

/// Bytes shown of a transcript or of standard error.
const MAX_DIALOGUE_BYTES: usize = 8_000;

/// A self-contained page about a tournament: ranking, ratings, crosstable or bracket, faults with their dialogues, and every
/// game that has a record, to step through. All text is escaped.
pub fn html(tournament: &Tournament, records: &Records) -> String {
    let plan = tournament.plan();
    let standings = Standings::new(tournament);
    let body = html! {
        (header(tournament, &standings))
        main {
            (ranking(&standings)) (match_lines(plan, &standings)) (crosstable(&standings)) (bracket(&standings))
            (faults(tournament, &standings)) (viewer(tournament, records))
        }
    };
    page(&plan.name, &body)
}

/// A self-contained page that looks like a report. The title is escaped here, and all of the body by the caller.
pub fn page(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (visible(title)) }
                style { (PreEscaped(PAGE_STYLE)) }
            }
            body { (body) }
        }
    };
    page.into_string() + "\n"
}

fn header(tournament: &Tournament, standings: &Standings) -> Markup {
    let (plan, finished, expected) = (tournament.plan(), tournament.games().len(), tournament.expected());
    let info = plan.game.info();
    let facts = [
        match info.sizes {
            None => info.name.to_owned(),
            Some(_) => format!("{} ({})", info.name, plan.game),
        },
        plan.format.to_string(),
        format!("{} engines", plan.engines.len()),
        if finished < expected { format!("{finished} of {expected} games") } else { format!("{finished} games") },
        format_openings(&plan.openings),
        format!("seed {}", plan.seed),
    ];
    html! {
        header {
            h1 { (visible(&plan.name)) }
            p.facts { (facts.join(" · ")) }
            p.facts { (plan.describe_protection()) }
            nav {
                a href="#ranking" { "Ranking" }
                @if has_crosstable(standings) { a href="#crosstable" { "Crosstable" } }
                @if standings.bracket.is_some() { a href="#bracket" { "Bracket" } }
                a href="#faults" { "Faults" } a href="#games" { "Games" }
            }
        }
    }
}

fn ranking(standings: &Standings) -> Markup {
    let swiss = standings.format == Format::Swiss;
    let figures = ["Elo", "±", "LOS", "Games", "Points", "Score", "Won", "Drawn", "Lost"];
    let tie_breaks: &[&str] = if swiss { &["Byes", "Bh cut", "Bh median", "S–B"] } else { &[] };
    let heads = html! {
        th { "Rank" } th.name { "Engine" }
        @for head in figures.iter().chain(tie_breaks) { th { (head) } }
        th { "Faults" } th { "Mean time" } th { "Longest" }
    };
    let rows = html! { @for standing in &standings.ranking { (ranking_row(standing, swiss)) } };
    let body = html! {
        (table(None, &heads, &rows))
        p.hint {
            "Elo is relative to the mean of all engines, with 95 % error bars. LOS is the likelihood of being stronger than the next engine."
            @if swiss { (TIE_BREAKS) }
        }
        (plot(standings))
    };
    section("ranking", "Ranking", &body)
}

fn ranking_row(standing: &Standing, swiss: bool) -> Markup {
    let (breaks, faults) = (&standing.tie_breaks, standing.fault_count());
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let seconds = |time: Duration| format!("{:.3} s", time.as_secs_f64());
    let of_opponents = [breaks.buchholz_cut, breaks.buchholz_median, breaks.sonneborn_berger];
    html! {
        tr {
            td { (standing.rank) } td.name { (visible(&standing.name)) }
            td { (signed(standing.elo)) } td { (format!("{:.1}", standing.margin)) }
            td { (standing.superiority.map_or(String::new(), percent)) }
            td { (standing.games()) } td { (points(standing.points())) } td { (percent(standing.share())) }
            td { (standing.wins) } td { (standing.draws) } td { (standing.losses) }
            @if swiss { td { (standing.byes) } @for sum in of_opponents { td { (points(sum)) } } }
            td class=[(faults > 0).then_some("bad")] { (faults) }
            td { (seconds(standing.times.mean())) } td { (seconds(standing.times.longest())) }
        }
    }
}

/// The results of a match between two engines.
fn match_lines(plan: &Plan, standings: &Standings) -> Markup {
    let Some(lines) = standings.match_results(plan) else { return html! {} };
    section("match", "Match", &html! { pre { (visible(&lines)) } })
}

fn has_crosstable(standings: &Standings) -> bool {
    standings.ranking.len() > 1 && standings.head_to_heads().next().is_some()
}

fn crosstable(standings: &Standings) -> Markup {
    if !has_crosstable(standings) {
        return html! {};
    }
    let ranking = &standings.ranking;
    let class = if ranking.len() > 20 { "crosstable wide" } else { "crosstable" };
    let heads = html! { th {} th.name { "Points of" } @for place in 1..=ranking.len() { th { (place) } } };
    let rows = html! {
        @for (row, place) in ranking.iter().zip(1..) {
            tr {
                th { (place) } td.name title=(visible(&row.name)) { (visible(&row.name)) }
                @for column in ranking { (crosstable_cell(standings, row, column)) }
            }
        }
    };
    let hint = html! { p.hint { "Click a result to see its games." } };
    section("crosstable", "Crosstable", &html! { (table(Some(class), &heads, &rows)) (hint) })
}

fn crosstable_cell(standings: &Standings, row: &Standing, column: &Standing) -> Markup {
    if row.engine == column.engine {
        return html! { td.self { "·" } };
    }
    let Some(head_to_head) = standings.head_to_head(row.engine, column.engine) else { return html! { td {} } };
    // No colour for an even result, full colour for a clean sweep.
    let lean = head_to_head.points() / f64::from(head_to_head.games()) - 0.5;
    let colour = if lean > 0.0 { "win" } else { "loss" };
    let style = format!("background: rgba(var(--{colour}), {:.2})", 0.9 * lean.abs());
    let [name, other] = [row, column].map(|standing| visible(&standing.name));
    let title = format!("{name} – {other}: +{} ={} −{}", head_to_head.wins, head_to_head.draws, head_to_head.losses);
    html! {
        td title=(title) style=(style) {
            a href="#games" data-pair={ (row.engine) " " (column.engine) } { (points(head_to_head.points())) }
        }
    }
}

/// The rounds of a knockout; empty in other tournaments.
pub fn bracket(standings: &Standings) -> Markup {
    let Some(bracket) = &standings.bracket else { return html! {} };
    let name = |engine: usize| visible(standings.name_of(engine));
    let rounds = html! {
        @for (number, round) in (1..).zip(&bracket.rounds) {
            div {
                h3 { "Round " (number) }
                div.duels { @for duel in round { div.duel { (duel_lines(duel, &name)) } } }
            }
        }
    };
    let body = html! {
        @if let Some(winner) = bracket.winner { p { "Winner: " strong { (name(winner)) } } }
        div.scroll { div.bracket { (rounds) } }
    };
    section("bracket", "Bracket", &body)
}

fn duel_lines(duel: &Duel, name: &dyn Fn(usize) -> String) -> Markup {
    let (first, Some(second)) = duel.engines else {
        return html! { p.on { (name(duel.engines.0)) } small { "has a bye" } };
    };
    html! {
        @for (engine, half_points) in [first, second].into_iter().zip(duel.half_points) {
            p class=[(duel.winner == Some(engine)).then_some("on")] {
                span { (name(engine)) } span { (points(half_points as f64 / 2.0)) }
            }
        }
        @if duel.winner.is_none() { small { "not decided" } }
        @if duel.by_seed { small { "level: the higher seed advances" } }
    }
}

fn faults(tournament: &Tournament, standings: &Standings) -> Markup {
    let count = |standing: &Standing, fault: Fault| standing.faults.get(&fault).copied().unwrap_or(0);
    let faulty: Vec<&Standing> = standings.ranking.iter().filter(|standing| standing.fault_count() > 0).collect();
    if faulty.is_empty() {
        return section("faults", "Faults", &html! { p { "None." } });
    }
    let kinds: Vec<Fault> =
        Fault::ALL.into_iter().filter(|&fault| faulty.iter().any(|standing| count(standing, fault) > 0)).collect();
    let heads = html! { th.name { "Engine" } @for fault in &kinds { th { (fault.to_string()) } } };
    let rows = html! {
        @for standing in faulty {
            tr { td.name { (visible(&standing.name)) } @for &fault in &kinds { td { (count(standing, fault)) } } }
        }
    };
    section("faults", "Faults", &html! { (table(None, &heads, &rows)) (dialogues(tournament, standings)) })
}

/// The faults of each engine with their dialogues. If there are too many, the rare ones are shown.
fn dialogues(tournament: &Tournament, standings: &Standings) -> Markup {
    let mut seen: BTreeMap<(usize, Fault), usize> = BTreeMap::new();
    let mut all: Vec<(usize, Finished, &FaultReport)> = Vec::new();
    for game in tournament.finished() {
        let Some(report) = &game.game.fault else { continue };
        let alike = seen.entry((report.engine, report.fault)).or_default();
        *alike += 1;
        all.push((*alike, game, report));
    }
    all.sort_by_key(|(alike, _, _)| *alike);
    let hidden = all.len().saturating_sub(MAX_DIALOGUES);
    all.truncate(MAX_DIALOGUES);
    all.sort_by_key(|(_, game, report)| (report.fault, game.number()));
    let of = |engine: usize| all.iter().filter(move |(_, _, report)| report.engine == engine).collect::<Vec<_>>();
    html! {
        @for standing in &standings.ranking {
            @let own = of(standing.engine);
            @if !own.is_empty() {
                h3 { (visible(&standing.name)) }
                @for (_, game, report) in own { (dialogue(tournament, game, report)) }
            }
        }
        @if hidden > 0 { p.hint { (hidden) " more faults are in the games below and in the JSON Lines." } }
    }
}

fn dialogue(tournament: &Tournament, game: &Finished, report: &FaultReport) -> Markup {
    let name = |engine: usize| visible(tournament.name_of(engine));
    let other = Side::BOTH.map(|side| game.engine(side)).into_iter().find(|&engine| engine != report.engine);
    let number = game.number();
    html! {
        details {
            summary {
                strong { (name(report.engine)) } " " (report.fault.to_string()) " in "
                a href={ "#game-" (number) } { "game " (number) }
                " against " (other.map_or(String::new(), name)) ": " (visible(&report.detail))
            }
            @for (head, body) in [("Standard error", &report.stderr), ("Dialogue", &report.transcript)] {
                @if !body.is_empty() { p.hint { (head) } pre { (visible(&shortened(body, MAX_DIALOGUE_BYTES))) } }
            }
        }
    }
}

/// The buttons of the game viewer: id, label and tooltip.
const CONTROLS: [(&str, &str, &str); 7] = [
    ("first", "|◀", "To the start (Home)"),
    ("back", "◀", "Back (←)"),
    ("play", "Play", "Play automatically (space)"),
    ("forth", "▶", "Forward (→)"),
    ("last", "▶|", "To the end (End)"),
    ("previous", "Previous", "Previous game (p)"),
    ("next", "Next", "Next game (n)"),
];

/// The section with every game that has a record, to step through; once in a page. `#game-N-PLY` leads to a position.
pub fn viewer(tournament: &Tournament, records: &Records) -> Markup {
    let Some(viewer) = game_viewer(tournament, records) else {
        return section("games", "Games", &html! { p { "None." } });
    };
    let body = html! {
        noscript { p { "Boards need JavaScript; all results are in the tables above." } }
        (viewer)
        style { (PreEscaped(board_colours(tournament.plan()))) }
        script { (PreEscaped(viewer_script())) }
    };
    section("games", "Games", &body)
}

/// A list of all games that have records, and a board to step through them; `None` without games. It needs [`PAGE_STYLE`],
/// [`board_colours`] and, after it, [`viewer_script`].
pub fn game_viewer(tournament: &Tournament, records: &Records) -> Option<Markup> {
    let data = serde_json::to_string(&embed(tournament, records)).ok().filter(|_| !tournament.games().is_empty())?;
    Some(html! {
        (filters())
        div.viewer { (list(tournament.plan())) (stage()) }
        script type="application/json" id="data" { (PreEscaped(json_in_script(&data))) }
    })
}

/// The script of [`game_viewer`], with the function of [`PLAYER_SCRIPT`].
pub fn viewer_script() -> String {
    format!("{PLAYER_SCRIPT}{SCRIPT}")
}

/// The colours of the boards of a plan's game as a style sheet, on light and on dark pages.
pub fn board_colours(plan: &Plan) -> String {
    let [light, dark] = [Shade::Light, Shade::Dark].map(|shade| Colours::of(plan.game.info().id, shade).properties());
    format!(":root{{{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}")
}

/// The filters of the game list; the script adds the engines.
fn filters() -> Markup {
    let results = [("", "All results"), ("south", "1-0"), ("north", "0-1"), ("draw", "Draws"), ("fault", "Faults")];
    html! {
        div.filters {
            select #engine aria-label="Engine" { option value="" { "All engines" } }
            select #opponent aria-label="Opponent" { option value="" { "All opponents" } }
            select #kind aria-label="Result" { @for (value, words) in results { option value=(value) { (words) } } }
            span #count.hint {}
        }
    }
}

/// The list of games; the script fills it.
fn list(plan: &Plan) -> Markup {
    let [south, north] = plan.game.info().sides;
    html! {
        div.list tabindex="0" role="region" aria-label="Games" {
            table {
                thead { tr {
                    th { "Game" } th.name { (south) } th.name { (north) } th { "Result" } th { "Plies" } th.name { "Ending" }
                } }
                tbody #list {}
            }
            button #more { "More" }
        }
    }
}

/// The game viewer; the script draws it.
fn stage() -> Markup {
    html! {
        div.stage #stage hidden {
            p.title #title {} div #seats {} div #board {} p.note #note {}
            div.controls {
                @for (id, word, title) in CONTROLS { button id=(id) title=(title) { (word) } }
                span #place {}
            }
            ol.moves #moves tabindex="0" aria-label="Moves" {}
        }
    }
}

fn section(id: &str, title: &str, body: &Markup) -> Markup {
    html! { section id=(id) { h2 { (title) } (body) } }
}

fn table(class: Option<&str>, heads: &Markup, rows: &Markup) -> Markup {
    html! { div.scroll { table class=[class] { thead { tr { (heads) } } tbody { (rows) } } } }
}
