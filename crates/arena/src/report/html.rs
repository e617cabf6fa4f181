//! The page: one file with everything in it.

use std::collections::BTreeMap;
use std::fmt::Write;

use skirmish_board::Side;
use skirmish_games::GameId;

use super::embed::embed;
use super::markup::{escape, json_in_script, shortened};
use super::plot::plot;
use crate::finished::{Finished, join};
use crate::game::{Fault, FaultReport, Game, Pair};
use crate::plan::{Format, Plan};
use crate::schedule::Duel;
use crate::standings::{Standing, Standings, format_openings, format_results, points, signed};

const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");
const PIECES: &str = include_str!("page/pieces.svg");

/// Nothing is fetched from anywhere, whatever the page contains.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// What the columns of a Swiss tournament mean.
const TIE_BREAKS: &str = " A bye counts as a pair won. Equal points are told apart by the points of the opponents without the weakest (Bh cut), without the \
    weakest and the strongest (Bh median), and by those of each opponent as often as points were taken from it (S–B).";

/// So many dialogues are shown: the page shall open quickly.
const MOST_DIALOGUES: usize = 300;

/// Bytes shown of a transcript or of what went to standard error.
const LONGEST_DIALOGUE: usize = 8_000;

/// A page about a tournament that needs nothing else: ranking, ratings, crosstable or bracket, faults with their dialogues, and every
/// game to step through. All text in it is escaped.
pub fn html(plan: &Plan, pairs: &[Pair], games: &[Game]) -> String {
    let standings = Standings::new(plan, pairs, games);
    let finished = join(plan, pairs, games);
    let title = escape(&plan.name);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
    );
    page += &header(plan, &standings);
    page += "<main>\n";
    page += &ranking(&standings);
    page += &match_lines(plan, &standings);
    page += &crosstable(&standings);
    page += &bracket(&standings);
    page += &faults(plan, &standings, &finished);
    page += &viewer(plan, &finished);
    page + "</main>\n</body>\n</html>\n"
}

fn header(plan: &Plan, standings: &Standings) -> String {
    let game = GameId::parse(&plan.game).map_or(plan.game.clone(), |id| match id.info().sizes {
        None => id.info().name.to_owned(),
        Some(_) => format!("{} ({id})", id.info().name),
    });
    let format = match plan.format {
        Format::RoundRobin => "round robin",
        Format::Gauntlet => "gauntlet",
        Format::Swiss => "Swiss",
        Format::Knockout => "knockout",
    };
    let facts = [
        game,
        format.to_owned(),
        format!("{} engines", plan.engines.len()),
        match standings.finished < standings.expected {
            true => format!("{} of {} games", standings.finished, standings.expected),
            false => format!("{} games", standings.finished),
        },
        format_openings(&plan.openings),
        format!("seed {}", plan.seed),
    ];
    let facts: Vec<String> = facts.iter().map(|fact| escape(fact)).collect();
    let mut links = vec![("ranking", "Ranking")];
    links.extend(has_crosstable(standings).then_some(("crosstable", "Crosstable")));
    links.extend(standings.bracket.is_some().then_some(("bracket", "Bracket")));
    links.extend([("faults", "Faults"), ("games", "Games")]);
    let links: String = links.iter().map(|(id, word)| format!("<a href=\"#{id}\">{word}</a>")).collect();
    let (title, facts) = (escape(&plan.name), facts.join(" · "));
    format!("<header>\n<h1>{title}</h1>\n<p class=\"facts\">{facts}</p>\n<nav>{links}</nav>\n</header>\n")
}

fn ranking(standings: &Standings) -> String {
    let swiss = standings.format == Format::Swiss;
    let mut heads = vec!["Rank", "Engine", "Elo", "±", "LOS", "Games", "Points", "Score", "Won", "Drawn", "Lost"];
    if swiss {
        heads.extend(["Byes", "Bh cut", "Bh median", "S–B"]);
    }
    heads.extend(["Faults", "Mean time", "Longest"]);
    let heads: String = heads
        .iter()
        .map(|head| format!("<th{}>{head}</th>", if *head == "Engine" { " class=\"name\"" } else { "" }))
        .collect();
    let mut rows = String::new();
    for standing in &standings.ranking {
        let breaks = &standing.tie_breaks;
        let mut cells = vec![
            signed(standing.elo),
            format!("{:.1}", standing.margin),
            standing.superiority.map_or(String::new(), |superiority| format!("{:.1} %", 100.0 * superiority)),
            standing.games().to_string(),
            points(standing.points()),
            format!("{:.1} %", 100.0 * standing.share()),
            standing.wins.to_string(),
            standing.draws.to_string(),
            standing.losses.to_string(),
        ];
        if swiss {
            cells.push(standing.byes.to_string());
            cells.extend([breaks.buchholz_cut, breaks.buchholz_median, breaks.sonneborn_berger].map(points));
        }
        let cells: String = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
        let faults = standing.fault_count();
        let _ = writeln!(
            rows,
            "<tr><td>{}</td><td class=\"name\">{}</td>{cells}<td{}>{faults}</td><td>{:.3} s</td><td>{:.3} s</td></tr>",
            standing.rank,
            escape(&standing.name),
            if faults > 0 { " class=\"bad\"" } else { "" },
            standing.times.mean().as_secs_f64(),
            standing.times.longest().as_secs_f64(),
        );
    }
    format!(
        "<section id=\"ranking\">\n<h2>Ranking</h2>\n<div class=\"scroll\"><table>\n<thead><tr>{heads}</tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table></div>\n\
         <p class=\"hint\">Elo is relative to the mean of all engines, with 95 % error bars. LOS is the likelihood of being \
         stronger than the next.{}</p>\n{}</section>\n",
        if swiss { TIE_BREAKS } else { "" },
        plot(standings)
    )
}

/// The figures of a match, where there are two engines.
fn match_lines(plan: &Plan, standings: &Standings) -> String {
    match standings.encounter(0, 1).filter(|_| plan.engines.len() == 2) {
        None => String::new(),
        Some(encounter) => {
            let lines = format_results(plan, &encounter, standings.progress.as_ref());
            format!("<section id=\"match\">\n<h2>Match</h2>\n<pre>{}</pre>\n</section>\n", escape(&lines))
        }
    }
}

fn has_crosstable(standings: &Standings) -> bool {
    standings.ranking.len() > 1 && standings.encounters().next().is_some()
}

fn crosstable(standings: &Standings) -> String {
    if !has_crosstable(standings) {
        return String::new();
    }
    let ranking = &standings.ranking;
    let heads: String = (1..=ranking.len()).map(|place| format!("<th>{place}</th>")).collect();
    let wide = if ranking.len() > 20 { " wide" } else { "" };
    let mut rows = String::new();
    for (row, place) in ranking.iter().zip(1..) {
        let cells: String = ranking.iter().map(|column| crosstable_cell(standings, row, column)).collect();
        let name = escape(&row.name);
        let _ = writeln!(rows, "<tr><th>{place}</th><td class=\"name\" title=\"{name}\">{name}</td>{cells}</tr>");
    }
    format!(
        "<section id=\"crosstable\">\n<h2>Crosstable</h2>\n<div class=\"scroll\"><table class=\"crosstable{wide}\">\n\
         <thead><tr><th></th><th class=\"name\">Points of</th>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n\
         <p class=\"hint\">A click on a result shows its games.</p>\n</section>\n"
    )
}

fn crosstable_cell(standings: &Standings, row: &Standing, column: &Standing) -> String {
    if row.engine == column.engine {
        return "<td class=\"self\">·</td>".to_owned();
    }
    let Some(encounter) = standings.encounter(row.engine, column.engine) else { return "<td></td>".to_owned() };
    // From nothing, which is even, to full colour.
    let lean = encounter.points() / f64::from(encounter.games()) - 0.5;
    let colour = if lean > 0.0 { "win" } else { "loss" };
    let title = format!(
        "{} – {}: +{} ={} −{}",
        escape(&row.name),
        escape(&column.name),
        encounter.wins,
        encounter.draws,
        encounter.losses
    );
    format!(
        "<td title=\"{title}\" style=\"background: rgba(var(--{colour}), {:.2})\"><a href=\"#games\" data-pair=\"{} {}\">{}</a></td>",
        0.9 * lean.abs(),
        row.engine,
        column.engine,
        points(encounter.points())
    )
}

fn bracket(standings: &Standings) -> String {
    let Some(bracket) = &standings.bracket else { return String::new() };
    let player = |engine: usize, half_points: usize, duel: &Duel| {
        let class = if duel.winner == Some(engine) { " class=\"on\"" } else { "" };
        let name = escape(standings.name_of(engine));
        format!("<p{class}><span>{name}</span><span>{}</span></p>", points(half_points as f64 / 2.0))
    };
    let mut rounds = String::new();
    for (number, round) in (1..).zip(&bracket.rounds) {
        let _ = writeln!(rounds, "<div><h3>Round {number}</h3><div class=\"duels\">");
        for duel in round {
            let (first, second) = duel.engines;
            let body = match second {
                None => {
                    format!("<p class=\"on\">{}</p><small>has the round off</small>", escape(standings.name_of(first)))
                }
                Some(second) => {
                    let note = match duel.winner {
                        Some(_) if duel.by_seed => "<small>level: the higher seed goes on</small>",
                        Some(_) => "",
                        None => "<small>not decided</small>",
                    };
                    let [a, b] = duel.half_points;
                    format!("{}{}{note}", player(first, a, duel), player(second, b, duel))
                }
            };
            let _ = writeln!(rounds, "<div class=\"duel\">{body}</div>");
        }
        rounds += "</div></div>\n";
    }
    let winner = bracket.winner.map_or(String::new(), |engine| {
        format!("<p>Winner: <strong>{}</strong></p>\n", escape(standings.name_of(engine)))
    });
    format!(
        "<section id=\"bracket\">\n<h2>Bracket</h2>\n{winner}<div class=\"scroll\"><div class=\"bracket\">\n{rounds}</div></div>\n</section>\n"
    )
}

fn faults(plan: &Plan, standings: &Standings, finished: &[Finished]) -> String {
    let count = |standing: &Standing, fault: Fault| standing.faults.get(&fault).copied().unwrap_or(0);
    let faulty: Vec<&Standing> = standings.ranking.iter().filter(|standing| standing.fault_count() > 0).collect();
    if faulty.is_empty() {
        return "<section id=\"faults\">\n<h2>Faults</h2>\n<p>None.</p>\n</section>\n".to_owned();
    }
    let kinds: Vec<Fault> =
        Fault::ALL.into_iter().filter(|&fault| faulty.iter().any(|standing| count(standing, fault) > 0)).collect();
    let heads: String = kinds.iter().map(|fault| format!("<th>{fault}</th>")).collect();
    let mut rows = String::new();
    for standing in &faulty {
        let cells: String = kinds.iter().map(|&fault| format!("<td>{}</td>", count(standing, fault))).collect();
        let _ = writeln!(rows, "<tr><td class=\"name\">{}</td>{cells}</tr>", escape(&standing.name));
    }
    format!(
        "<section id=\"faults\">\n<h2>Faults</h2>\n<div class=\"scroll\"><table>\n\
         <thead><tr><th class=\"name\">Engine</th>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n{}</section>\n",
        dialogues(plan, finished)
    )
}

/// The faults one by one, with what there is to see of them. Where there are too many, those that are rare come first.
fn dialogues(plan: &Plan, finished: &[Finished]) -> String {
    let mut seen: BTreeMap<(usize, Fault), usize> = BTreeMap::new();
    let mut all: Vec<(usize, &Finished, &FaultReport)> = Vec::new();
    for game in finished {
        let Some(report) = &game.game.fault else { continue };
        let alike = seen.entry((report.engine, report.fault)).or_default();
        *alike += 1;
        all.push((*alike, game, report));
    }
    all.sort_by_key(|(alike, _, _)| *alike);
    let hidden = all.len().saturating_sub(MOST_DIALOGUES);
    all.truncate(MOST_DIALOGUES);
    all.sort_by_key(|(_, game, _)| game.number());
    let mut text = String::new();
    for (_, game, report) in all {
        let name = |engine: usize| escape(plan.engines.get(engine).map_or("", |entry| entry.name.as_str()));
        let other = Side::BOTH.map(|side| game.engine(side)).into_iter().find(|&engine| engine != report.engine);
        let _ = writeln!(
            text,
            "<details><summary><strong>{}</strong> {} in <a href=\"#game-{number}\">game {number}</a> against {}: {}</summary>",
            name(report.engine),
            report.fault,
            other.map_or(String::new(), name),
            escape(&report.detail),
            number = game.number(),
        );
        for (head, body) in [("Standard error", &report.stderr), ("Dialogue", &report.transcript)] {
            if !body.is_empty() {
                let body = escape(&shortened(body, LONGEST_DIALOGUE));
                let _ = writeln!(text, "<p class=\"hint\">{head}</p>\n<pre>{body}</pre>");
            }
        }
        text += "</details>\n";
    }
    if hidden > 0 {
        let _ = writeln!(
            text,
            "<p class=\"hint\">{hidden} more like these are in the games below and in the JSON Lines.</p>"
        );
    }
    text
}

fn viewer(plan: &Plan, finished: &[Finished]) -> String {
    let embedded = embed(plan, finished).and_then(|embedded| serde_json::to_string(&embedded).ok());
    let Some(data) = embedded.filter(|_| !finished.is_empty()) else {
        return "<section id=\"games\">\n<h2>Games</h2>\n<p>None.</p>\n</section>\n".to_owned();
    };
    let [south, north] = GameId::parse(&plan.game).map_or(["South", "North"], |id| id.info().sides);
    let button = |id: &str, word: &str, title: &str| format!("<button id=\"{id}\" title=\"{title}\">{word}</button>");
    let controls = [
        button("first", "|◀", "To the start (Home)"),
        button("back", "◀", "Back (←)"),
        button("play", "Play", "Play on its own (space)"),
        button("forth", "▶", "Forth (→)"),
        button("last", "▶|", "To the end (End)"),
        button("previous", "Previous", "Previous game (p)"),
        button("next", "Next", "Next game (n)"),
    ]
    .concat();
    format!(
        "<section id=\"games\">\n<h2>Games</h2>\n\
         <noscript><p>Boards need JavaScript; all results are in the tables above.</p></noscript>\n\
         <div class=\"filters\"><select id=\"engine\" aria-label=\"Engine\"><option value=\"\">All engines</option></select>\n\
         <select id=\"opponent\" aria-label=\"Opponent\"><option value=\"\">All opponents</option></select>\n\
         <select id=\"kind\" aria-label=\"Result\"><option value=\"\">All results</option><option value=\"south\">1-0</option>\
         <option value=\"north\">0-1</option><option value=\"draw\">Draws</option><option value=\"fault\">Faults</option></select>\n\
         <span id=\"count\" class=\"hint\"></span></div>\n\
         <div class=\"viewer\">\n<div class=\"list\"><table>\n\
         <thead><tr><th>Game</th><th class=\"name\">{south}</th><th class=\"name\">{north}</th><th>Result</th><th>Plies</th>\
         <th class=\"name\">Ending</th></tr></thead>\n<tbody id=\"list\"></tbody>\n</table><button id=\"more\">More</button></div>\n\
         <div class=\"stage\" id=\"stage\" hidden=\"\">\n<p class=\"title\" id=\"title\"></p><div id=\"seats\"></div>\n\
         <div id=\"board\"></div>\n<p class=\"note\" id=\"note\"></p>\n\
         <div class=\"controls\">{controls}<span id=\"place\"></span></div>\n<ol class=\"moves\" id=\"moves\"></ol>\n</div>\n</div>\n\
         {PIECES}<script type=\"application/json\" id=\"data\">{data}</script>\n<script>\n{SCRIPT}</script>\n</section>\n",
        data = json_in_script(&data),
    )
}
