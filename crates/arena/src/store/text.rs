//! Plans and parts of games as the texts that databases keep.

use std::fmt::Display;

use serde::Serialize;
use serde::de::DeserializeOwned;
use skirmish_board::{Outcome, quoted};

use super::StoreError;
use crate::competitor::{Dialogue, EngineKind};
use crate::game::Fault;
use crate::plan::{Plan, RawPlan, Section};

/// A plan as text, if reading it again gives the same plan.
pub fn format_plan(plan: &Plan) -> Result<String, StoreError> {
    let text = format_json(plan)?;
    // JSON has neither infinity nor the result of 0/0.
    match serde_json::from_str::<Plan>(&text) {
        Ok(again) if again == *plan => Ok(text),
        _ => Err(StoreError("this plan cannot be kept: one of its numbers is infinite or none at all".to_owned())),
    }
}

/// The plan that a text stands for.
pub fn parse_plan(text: &str) -> Result<Plan, StoreError> {
    parse_json("plan", text)
}

/// Why the tournament that is there is not the one asked for; `None` if it is.
pub fn plan_difference(present: &Plan, wanted: &Plan) -> Option<StoreError> {
    if present == wanted {
        return None;
    }
    let what = first_difference(&RawPlan::from(present), &RawPlan::from(wanted));
    let what = what.unwrap_or_else(|| "they differ".to_owned());
    Some(StoreError(format!("a tournament with another plan is there already: {what}")))
}

/// Why a plan cannot take the place of the one that is there, in the middle of its tournament; `None` if it can, because they differ in
/// dialogues only.
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
        StoreError(format!("only dialogues may change in the middle of a tournament: {why}"))
    })
}

/// Where two plans differ first, in their own words.
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
        return Some(format!("there are {} engines there and {} here", present.engines.len(), wanted.engines.len()));
    }
    parts
        .into_iter()
        .chain(engines)
        .find_map(|(part, one, other)| Some(format!("{part}{}", setting_difference(one, other)?)))
}

/// The first setting that has other values in one section than in another.
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
    Some(format!("{name} is {} there and {} here", shown(present), shown(wanted)))
}

/// A value as JSON.
pub fn format_json<T: Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError(format!("this cannot be kept: {error}")))
}

/// The value that JSON stands for.
pub fn parse_json<T: DeserializeOwned>(what: &str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| damaged(what, &error))
}

/// The outcome that a word stands for, which is [`Outcome::id`].
pub fn parse_outcome(word: &str) -> Result<Outcome, StoreError> {
    let outcome = Outcome::ALL.into_iter().find(|outcome| outcome.id() == word);
    outcome.ok_or_else(|| damaged("outcome", &format_args!("{word:?} is none")))
}

/// The fault that a word stands for, which is [`Fault::id`].
pub fn parse_fault(word: &str) -> Result<Fault, StoreError> {
    let fault = Fault::ALL.into_iter().find(|fault| fault.id() == word);
    fault.ok_or_else(|| damaged("fault", &format_args!("{word:?} is none")))
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
        assert!(text.ends_with("already: rounds is \"1\" there and \"2\" here"), "{text}");
        let text = difference(plan("rounds=1", "nodes=5"), plan("rounds=1", "nodes=6")).unwrap();
        assert!(text.ends_with("engine \"B\": nodes is \"5\" there and \"6\" here"), "{text}");
    }
}
