//! Standings for the terminal.

use super::{Standing, Standings};
use crate::game::Fault;
use crate::plan::Format;
use crate::schedule::Duel;

/// The target width.
const WIDTH_CHARS: usize = 120;

/// Longer names are cut.
const MAX_NAME_CHARS: usize = 24;

/// Whether a character breaks lines, moves the cursor, hides text or changes its direction.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Untrusted text in one line, without control characters.
pub fn one_line(text: &str) -> String {
    text.trim().chars().map(|c| if is_hidden(c) { '?' } else { c }).collect()
}

/// Untrusted text of any number of lines for the terminal: what is hidden, or changes what is shown, is escaped.
pub fn shown_text(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        match is_hidden(c) && !matches!(c, '\n' | '\t') {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    shown
}

/// A name for the terminal: in one line, without control characters, and not too long.
pub fn shown_name(name: &str) -> String {
    let clean = one_line(name);
    match clean.chars().nth(MAX_NAME_CHARS) {
        None => clean,
        Some(_) => clean.chars().take(MAX_NAME_CHARS - 1).chain(['…']).collect(),
    }
}

/// The standings for a terminal: ranking, crosstable or bracket, and faults.
pub fn format_standings(standings: &Standings) -> String {
    let mut text = format_ranking(standings);
    let more = [
        if standings.ranking.len() > 2 && standings.format != Format::Knockout {
            format_crosstable(standings, WIDTH_CHARS)
        } else {
            String::new()
        },
        format_bracket(standings),
        format_faults(standings),
    ];
    for part in more.iter().filter(|part| !part.is_empty()) {
        text += "\n";
        text += part;
    }
    text
}

/// The ranking, one line per engine. Elo is relative to the mean; LOS is the likelihood of being stronger than the next
/// engine.
pub fn format_ranking(standings: &Standings) -> String {
    let mut columns = vec![
        Column::right("Rank", |standing| standing.rank.to_string()),
        Column { left: true, ..Column::right("Name", |standing| shown_name(&standing.name)) },
        Column::right("Elo", |standing| signed(standing.elo)),
        Column::right("+/-", |standing| format!("{:.1}", standing.margin)),
        Column::right("LOS", |standing| {
            standing.superiority.map_or(String::new(), |superiority| format!("{:.1}%", 100.0 * superiority))
        }),
        Column::right("Games", |standing| standing.games().to_string()),
        Column::right("Points", |standing| format!("{:.1}", standing.points())),
        Column::right("Score", |standing| format!("{:.1}%", 100.0 * standing.share())),
        Column::right("W-D-L", |standing| format!("{}-{}-{}", standing.wins, standing.draws, standing.losses)),
    ];
    if standings.format == Format::Swiss {
        columns.extend([
            Column::right("Byes", |standing| standing.byes.to_string()),
            Column::right("BhC", |standing| points(standing.tie_breaks.buchholz_cut)),
            Column::right("BhM", |standing| points(standing.tie_breaks.buchholz_median)),
            Column::right("SB", |standing| format!("{:.1}", standing.tie_breaks.sonneborn_berger)),
        ]);
    }
    columns.extend([
        Column::right("Faults", |standing| standing.fault_count().to_string()),
        Column::right("Mean", |standing| seconds(standing.times.mean().as_secs_f64())),
        Column::right("Max", |standing| seconds(standing.times.longest().as_secs_f64())),
    ]);
    let rows: Vec<Vec<String>> = standings
        .ranking
        .iter()
        .map(|standing| columns.iter().map(|column| (column.text)(standing)).collect())
        .collect();
    let heads: Vec<String> = columns.iter().map(|column| column.head.to_owned()).collect();
    let left: Vec<bool> = columns.iter().map(|column| column.left).collect();
    align(&heads, &rows, &left)
}

struct Column {
    head: &'static str,
    left: bool,
    text: fn(&Standing) -> String,
}

impl Column {
    fn right(head: &'static str, text: fn(&Standing) -> String) -> Column {
        Column { head, left: false, text }
    }
}

/// The crosstable: the points of each engine against every other, in ranking order. Columns that do not fit into the width
/// follow below. If the numbers of games differ, they follow the points.
pub fn format_crosstable(standings: &Standings, width: usize) -> String {
    let ranking = &standings.ranking;
    let mut counts: Vec<u32> = standings.head_to_heads().map(|head_to_head| head_to_head.games()).collect();
    counts.sort_unstable();
    counts.dedup();
    let cell = |row: &Standing, column: &Standing| match standings.head_to_head(row.engine, column.engine) {
        _ if row.engine == column.engine => "·".to_owned(),
        None => String::new(),
        Some(head_to_head) if counts.len() == 1 => points(head_to_head.points()),
        Some(head_to_head) => format!("{}/{}", points(head_to_head.points()), head_to_head.games()),
    };
    let cells: Vec<Vec<String>> =
        ranking.iter().map(|row| ranking.iter().map(|column| cell(row, column)).collect()).collect();
    let widest = cells.iter().flatten().map(|cell| length(cell)).max().unwrap_or(1);
    let places: Vec<String> = (1..=ranking.len()).map(|place| place.to_string()).collect();
    let cell_width = widest.max(places.last().map_or(1, String::len)) + 2;
    let name_width = ranking.iter().map(|standing| length(&shown_name(&standing.name))).max().unwrap_or(0).max(6);
    let room = width.saturating_sub(name_width + 6);
    let at_once = (room / cell_width).max(1);
    let mut text = String::new();
    for start in (0..ranking.len()).step_by(at_once) {
        let end = (start + at_once).min(ranking.len());
        let heads: Vec<String> =
            ["".to_owned(), "Points".to_owned()].into_iter().chain(places[start..end].iter().cloned()).collect();
        let row = |(place, standing): (usize, &Standing)| {
            let named = [places[place].clone(), shown_name(&standing.name)];
            named.into_iter().chain(cells[place][start..end].iter().cloned()).collect()
        };
        let rows: Vec<Vec<String>> = ranking.iter().enumerate().map(row).collect();
        if !text.is_empty() {
            text.push('\n');
        }
        let left: Vec<bool> = (0..heads.len()).map(|column| column == 1).collect();
        text += &align(&heads, &rows, &left);
    }
    text
}

/// The rounds of a knockout; empty in other tournaments.
fn format_bracket(standings: &Standings) -> String {
    let Some(bracket) = &standings.bracket else { return String::new() };
    let name = |engine: usize| shown_name(standings.name_of(engine));
    let line = |duel: &Duel| {
        let (first, second) = duel.engines;
        let Some(second) = second else { return format!("  {} has a bye\n", name(first)) };
        let [a, b] = duel.half_points.map(|half_points| points(half_points as f64 / 2.0));
        let end = match duel.winner {
            Some(winner) if duel.by_seed => format!("{} advances as the higher seed", name(winner)),
            Some(winner) => format!("{} advances", name(winner)),
            None => "not decided".to_owned(),
        };
        format!("  {} {a} : {b} {}  ({end})\n", name(first), name(second))
    };
    let mut text = String::new();
    for (number, round) in (1..).zip(&bracket.rounds) {
        text += &format!("Round {number}\n");
        text.extend(round.iter().map(line));
    }
    if let Some(winner) = bracket.winner {
        text += &format!("Winner: {}\n", name(winner));
    }
    text
}

/// The number of each engine's faults by kind; empty without faults.
fn format_faults(standings: &Standings) -> String {
    let count = |standing: &Standing, fault: &Fault| standing.faults.get(fault).copied().unwrap_or(0);
    let kinds: Vec<Fault> =
        Fault::ALL.into_iter().filter(|fault| standings.ranking.iter().any(|s| count(s, fault) > 0)).collect();
    let faulty = standings.ranking.iter().filter(|standing| standing.fault_count() > 0);
    let row = |standing: &Standing| {
        let name = [shown_name(&standing.name)];
        name.into_iter().chain(kinds.iter().map(|fault| count(standing, fault).to_string())).collect()
    };
    let rows: Vec<Vec<String>> = faulty.map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    let heads: Vec<String> =
        ["Faults".to_owned()].into_iter().chain(kinds.iter().map(|fault| fault.id().to_owned())).collect();
    let left: Vec<bool> = (0..heads.len()).map(|column| column == 0).collect();
    align(&heads, &rows, &left)
}

/// Points without needless decimals.
pub(crate) fn points(points: f64) -> String {
    if points.fract() == 0.0 { format!("{points:.0}") } else { format!("{points:.1}") }
}

/// A rating with its sign; 0 has none.
pub(crate) fn signed(elo: f64) -> String {
    if elo.abs() < 0.05 { "0.0".to_owned() } else { format!("{elo:+.1}") }
}

fn seconds(seconds: f64) -> String {
    format!("{seconds:.3}s")
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// Aligns columns, two spaces apart.
fn align(heads: &[String], rows: &[Vec<String>], left: &[bool]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).chain(heads.get(column));
        cells.map(|cell| length(cell)).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    let mut text = String::new();
    for row in [heads].into_iter().chain(rows.iter().map(Vec::as_slice)) {
        let cell = |((cell, &width), &left): ((&String, &usize), &bool)| match left {
            true => format!("{cell:<width$}"),
            false => format!("{cell:>width$}"),
        };
        let cells: Vec<String> = row.iter().zip(&widths).zip(left).map(cell).collect();
        text += cells.join("  ").trim_end();
        text += "\n";
    }
    text
}
