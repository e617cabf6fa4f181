//! Plans and parts of games as texts in databases.

use std::fmt::Display;

use serde::Serialize;
use serde::de::DeserializeOwned;
use skirmish_board::{Outcome, quoted};

use super::StoreError;
use crate::competitor::{Attendance, Dialogue, EngineKind};
use crate::game::Fault;
use crate::plan::{Plan, RawPlan, Section};

/// A plan as text. An error if reading it back gives another plan.
pub fn format_plan(plan: &Plan) -> Result<String, StoreError> {
    let text = format_json(plan)?;
    // JSON has no infinity or NaN.
    match serde_json::from_str::<Plan>(&text) {
        Ok(again) if again == *plan => Ok(text),
        _ => Err(StoreError("this plan cannot be saved: one of its numbers is infinite or not a number".to_owned())),
    }
}

/// Parses a plan.
pub fn parse_plan(text: &str) -> Result<Plan, StoreError> {
    parse_json("plan", text)
}

/// A plan in which all engines take part throughout: attendance belongs to the tournament, not to what the user wrote.
fn with_whole_attendance(plan: &Plan) -> Plan {
    let mut plan = plan.clone();
    plan.engines.iter_mut().for_each(|engine| engine.attendance = Attendance::default());
    plan
}

/// Why the stored tournament is not the wanted one; `None` if it is.
pub fn plan_difference(present: &Plan, wanted: &Plan) -> Option<StoreError> {
    if with_whole_attendance(present) == with_whole_attendance(wanted) {
        return None;
    }
    let what = first_difference(&RawPlan::from(present), &RawPlan::from(wanted));
    let what = what.unwrap_or_else(|| "they differ".to_owned());
    Some(StoreError(format!("a tournament with another plan exists already: {what}")))
}

/// Why a plan cannot replace the stored one during its tournament; `None` if they differ in dialogues and attendance only.
pub fn amendment_difference(present: &Plan, wanted: &Plan) -> Option<StoreError> {
    let without_dialogues = |plan: &Plan| {
        let mut plan = plan.clone();
        for competitor in &mut plan.engines {
            if let EngineKind::Console(_, dialogue) = &mut competitor.kind {
                **dialogue = Dialogue::default();
            }
        }
        plan
    };
    plan_difference(&without_dialogues(present), &without_dialogues(wanted)).map(|StoreError(why)| {
        let why = why.split_once(": ").map_or(why.clone(), |(_, what)| what.to_owned());
        StoreError(format!("only dialogues may change during a tournament: {why}"))
    })
}

/// The first difference of two plans, by setting.
fn first_difference(present: &RawPlan, wanted: &RawPlan) -> Option<String> {
    let parts = [
        (String::new(), &present.settings, &wanted.settings),
        ("openings: ".to_owned(), &present.openings, &wanted.openings),
        ("sprt: ".to_owned(), &present.sprt, &wanted.sprt),
    ];
    let engines = present.engines.iter().zip(&wanted.engines);
    let engines =
        engines.map(|(one, other)| (format!("engine {}: ", quoted(one.get("name").unwrap_or_default())), one, other));
    if present.engines.len() != wanted.engines.len() {
        return Some(format!("the store has {} engines, not {}", present.engines.len(), wanted.engines.len()));
    }
    parts
        .into_iter()
        .chain(engines)
        .find_map(|(part, one, other)| Some(format!("{part}{}", setting_difference(one, other)?)))
}

/// The first setting that differs between two sections.
fn setting_difference(present: &Section, wanted: &Section) -> Option<String> {
    let values = |section: &Section, name: &str| -> Vec<String> {
        section.settings.iter().filter(|given| given.name == name).map(|given| given.value.clone()).collect()
    };
    let mut all = present.settings.iter().chain(&wanted.settings).map(|given| &given.name[..]);
    let name = all.find(|name| values(present, name) != values(wanted, name))?;
    let shown = |section: &Section| match &values(section, name)[..] {
        [] => "not set".to_owned(),
        [value] => quoted(value),
        values => format!("a list of {}", values.len()),
    };
    Some(format!("{name} is {} in the store, not {}", shown(present), shown(wanted)))
}

/// A value as JSON.
pub fn format_json<T: Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError(format!("this cannot be saved: {error}")))
}

/// Parses JSON; `what` names the value in errors.
pub fn parse_json<T: DeserializeOwned>(what: &str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| damaged(what, &error))
}

/// Parses [`Outcome::id`].
pub fn parse_outcome(word: &str) -> Result<Outcome, StoreError> {
    let outcome = Outcome::ALL.into_iter().find(|outcome| outcome.id() == word);
    outcome.ok_or_else(|| damaged("outcome", &format_args!("unknown {word:?}")))
}

/// Parses [`Fault::id`].
pub fn parse_fault(word: &str) -> Result<Fault, StoreError> {
    let fault = Fault::ALL.into_iter().find(|fault| fault.id() == word);
    fault.ok_or_else(|| damaged("fault", &format_args!("unknown {word:?}")))
}

fn damaged(what: &str, why: &dyn Display) -> StoreError {
    StoreError(format!("the {what} in the store is damaged or of another version: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::planned;

    #[test]
    fn the_first_difference_is_told_in_the_words_of_plans() {
        let plan = |rounds: &str, nodes: &str| {
            let other = format!("name=B builtin=random {nodes}");
            planned([&format!("game=oska {rounds}"), "", "", ""], &["name=A builtin=random nodes=5", &other]).unwrap()
        };
        let difference = |one, other| plan_difference(&one, &other).map(|error| error.0);
        assert_eq!(difference(plan("rounds=1", "nodes=5"), plan("rounds=1", "nodes=5")), None);
        let text = difference(plan("rounds=1", "nodes=5"), plan("rounds=2", "nodes=5")).unwrap();
        assert!(text.ends_with("already: rounds is \"1\" in the store, not \"2\""), "{text}");
        let text = difference(plan("rounds=1", "nodes=5"), plan("rounds=1", "nodes=6")).unwrap();
        assert!(text.ends_with("engine \"B\": nodes is \"5\" in the store, not \"6\""), "{text}");
    }
}
