//! Reads rubrics; an error names the line.

use std::ops::Range;
use std::time::Duration;

use skirmish_arena::BuiltIn;
use skirmish_board::quoted;
use skirmish_play::parse_duration;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Check, KNOWN, LADDER, Rubric, RubricError};

/// The settings above the sections.
const SETTINGS: &[&str] = &["time-limit", "reply-time", "positions", "opponents", "pairs", "opening-plies", "nodes"];

/// More points than anybody gives.
const MAX_POINTS: f64 = 100_000.0;

/// The text of a rubric.
struct RubricText<'a>(&'a str);

impl RubricText<'_> {
    fn at(&self, span: &Range<usize>, why: impl std::fmt::Display) -> RubricError {
        let line = self.0.get(..span.start).unwrap_or_default().matches('\n').count() + 1;
        RubricError(format!("line {line}: {why}"))
    }

    fn unknown(&self, key: &Spanned<impl AsRef<str>>, what: &str, known: &[&str]) -> RubricError {
        let (name, known) = (quoted(key.get_ref().as_ref()), known.join(", "));
        self.at(&key.span(), format!("unknown {what} {name}; expected one of {known}"))
    }
}

pub(super) fn parse(text: &str) -> Result<Rubric, RubricError> {
    let source = RubricText(text);
    let parsed = DeTable::parse(text).map_err(|error| {
        let message = error.message().lines().next().unwrap_or("not TOML").to_owned();
        source.at(&error.span().unwrap_or_default(), message)
    })?;
    let mut rubric = Rubric::default();
    let mut checks: Vec<(usize, Check)> = Vec::new();
    for (key, value) in parsed.get_ref() {
        let name: &str = key.get_ref();
        match (name, value.get_ref()) {
            ("ladder", DeValue::Table(ladders)) => {
                for (ladder, rungs) in ladders {
                    let DeValue::Table(rungs) = rungs.get_ref() else {
                        return Err(source.at(&ladder.span(), "a ladder is a section, such as [ladder.levels]"));
                    };
                    add_section(&source, &format!("{LADDER}{}", ladder.get_ref()), rungs, &mut checks)?;
                }
            }
            ("dialogue" | "rules" | "tactics" | "call", DeValue::Table(table)) => {
                add_section(&source, name, table, &mut checks)?;
            }
            (_, DeValue::Table(_)) => {
                let known = ["dialogue", "rules", "tactics", "call", "ladder.NAME"];
                return Err(source.unknown(key, "section", &known));
            }
            _ if SETTINGS.contains(&name) => {
                set(&mut rubric, name, value.get_ref()).map_err(|why| source.at(&value.span(), why))?;
            }
            _ => return Err(source.unknown(key, "setting", SETTINGS)),
        }
    }
    // In the order of the file.
    checks.sort_by_key(|(place, _)| *place);
    rubric.checks = checks.into_iter().map(|(_, check)| check).collect();
    if rubric.checks.is_empty() {
        return Err(RubricError("a rubric needs a check with points, such as legal = 10 under [rules]".to_owned()));
    }
    for (place, check) in rubric.checks.iter().enumerate() {
        if rubric.checks[..place].iter().any(|earlier| earlier.id == check.id) {
            return Err(RubricError(format!("{} has two lines; one is enough", quoted(&check.id))));
        }
    }
    Ok(rubric)
}

fn add_section(
    source: &RubricText,
    section: &str,
    table: &DeTable,
    checks: &mut Vec<(usize, Check)>,
) -> Result<(), RubricError> {
    for (key, value) in table {
        let id: &str = key.get_ref();
        let title = if section.starts_with(LADDER) {
            BuiltIn::parse(id).map_err(|error| source.at(&key.span(), error))?;
            format!("Holds its own against {id}")
        } else {
            let known: Vec<&str> =
                KNOWN.iter().filter(|known| known.section == section).map(|known| known.id).collect();
            let Some(found) = KNOWN.iter().find(|known| known.section == section && known.id == id) else {
                return Err(source.unknown(key, &format!("check in [{section}]"), &known));
            };
            found.title.to_owned()
        };
        let points = number(value.get_ref()).filter(|points| (0.0..=MAX_POINTS).contains(points));
        let Some(points) = points else {
            return Err(source.at(&value.span(), format!("{id}: expected its points, a number of at least 0")));
        };
        let check = Check { id: id.to_owned(), title, section: section.to_owned(), points };
        checks.push((key.span().start, check));
    }
    Ok(())
}

fn number(value: &DeValue) -> Option<f64> {
    match value {
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).ok().map(|number| number as f64)
        }
        DeValue::Float(number) => number.as_str().parse().ok(),
        _ => None,
    }
}

fn set(rubric: &mut Rubric, name: &str, value: &DeValue) -> Result<(), String> {
    let whole = |least: f64, most: f64| {
        let number = number(value).filter(|number| number.fract() == 0.0 && (least..=most).contains(number));
        number.ok_or_else(|| format!("{name}: expected a whole number from {least} to {most}"))
    };
    let time = || -> Result<Duration, String> {
        let text = match value {
            DeValue::String(text) => text.to_string(),
            other => number(other).map(|number| number.to_string()).unwrap_or_default(),
        };
        parse_duration(&text).map_err(|error| format!("{name}: {error}"))
    };
    match name {
        "time-limit" => rubric.time_limit = time()?,
        "reply-time" => rubric.reply_time = time()?,
        "positions" => rubric.positions = whole(1.0, 200.0)? as usize,
        "pairs" => rubric.pairs = whole(1.0, 500.0)? as u32,
        "opening-plies" => rubric.opening_plies = whole(0.0, 20.0)? as u32,
        "nodes" => rubric.nodes = whole(100.0, 100_000_000.0)? as u64,
        _ => {
            let DeValue::Array(items) = value else { return Err(format!("{name}: expected a list of players")) };
            let player = |item: &Spanned<DeValue>| {
                let DeValue::String(text) = item.get_ref() else { return Err(format!("{name}: expected texts")) };
                BuiltIn::parse(text).map(|_| text.to_string()).map_err(|error| format!("{name}: {error}"))
            };
            rubric.opponents = items.iter().map(player).collect::<Result<_, _>>()?;
            if rubric.opponents.is_empty() {
                return Err(format!("{name}: expected at least one player"));
            }
        }
    }
    Ok(())
}
