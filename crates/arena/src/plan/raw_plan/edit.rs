//! Writes dialogue settings into the text of a plan. Everything else in it stays as it is, with its comments.

use super::{Given, RawPlan, format_dialogue};

/// The text of a plan in which the engine at `place` has these dialogue settings besides its others. `None` if they cannot be
/// added to the text, for example because its dialogue is written in an unusual way.
pub fn with_dialogue(text: &str, place: usize, settings: &[Given]) -> Option<String> {
    let plan = RawPlan::parse(text).ok()?;
    let start = plan.engines.get(place)?.line?.checked_sub(1)?;
    let mut lines: Vec<&str> = text.lines().collect();
    let end = (start + 1..lines.len()).find(|&at| is_header(lines[at], "")).unwrap_or(lines.len());
    let new = format_dialogue(settings);
    let new: Vec<&str> = new.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    match (start..end).find(|&at| is_header(lines[at], "engine.dialogue")) {
        Some(header) => {
            let next = (header + 1..end).find(|&at| is_header(lines[at], "engine.")).unwrap_or(end);
            let replaced = |line: &str| new.iter().skip(1).any(|new| key(new) == key(line) && key(line).is_some());
            let kept: Vec<&str> = lines[header + 1..next].iter().copied().filter(|line| !replaced(line)).collect();
            lines.splice(header + 1..next, new[1..].iter().copied().chain(kept));
        }
        None => {
            let blank = (start..end).rev().take_while(|&at| lines[at].trim().is_empty()).count();
            lines.splice(end - blank..end - blank, new.iter().copied());
        }
    }
    let mut edited = lines.join("\n");
    edited.push('\n');
    is_edit(&plan, &RawPlan::parse(&edited).ok()?, place, settings).then_some(edited)
}

/// Whether a line begins a section: any but those of an engine, or one whose name begins like this.
fn is_header(line: &str, name: &str) -> bool {
    let line = line.trim();
    let Some(inner) = line.strip_prefix('[') else { return false };
    let inner = inner.trim_start_matches('[').trim_start();
    let found: String = inner.chars().take_while(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-')).collect();
    let closed = inner[found.len()..].trim_start().starts_with(']');
    closed && if name.is_empty() { !found.starts_with("engine.") } else { found.starts_with(name) }
}

/// The key of a line, if it has one.
fn key(line: &str) -> Option<&str> {
    line.split_once('=').map(|(key, _)| key.trim())
}

/// Whether a plan is another with only these settings of one engine changed.
fn is_edit(before: &RawPlan, after: &RawPlan, place: usize, settings: &[Given]) -> bool {
    let values = |plan: &RawPlan, at: usize| -> Vec<(String, String)> {
        plan.engines[at].settings.iter().map(|given| (given.name.clone(), given.value.clone())).collect()
    };
    let is_new = |name: &str| settings.iter().any(|given| given.name == name);
    let mut old = values(before, place);
    old.retain(|(name, _)| !is_new(name));
    let mut expected: Vec<(String, String)> =
        settings.iter().map(|given| (given.name.clone(), given.value.clone())).collect();
    expected.extend(old);
    expected.sort();
    let mut found = values(after, place);
    found.sort();
    before.engines.len() == after.engines.len()
        && found == expected
        && (0..before.engines.len()).all(|at| at == place || values(before, at) == values(after, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: &str = "game = 'oska'  # a comment\n\n[[engine]]\nname = 'Ada'\ncmd = './ada'\n\n[[engine]]\nname = 'Bob' # second\n\
                        builtin = 'random'\n[engine.dialogue]\n# his own words\nfirst = 'a'\nwrite = '{from}'\n\n[[engine]]\nbuiltin = 'level=1'\n";

    fn settings(given: &[(&str, &str)]) -> Vec<Given> {
        given.iter().map(|(name, value)| Given::new(*name, *value)).collect()
    }

    #[test]
    fn settings_are_added_and_replaced_and_the_rest_stays() {
        let new = settings(&[("dialogue.first", "c"), ("dialogue.answers", "in colour\\? => n")]);
        let edited = with_dialogue(PLAN, 0, &new).unwrap();
        let lines = "cmd = './ada'\n[engine.dialogue]\nanswers = [['in colour\\?', \"n\"]]\nfirst = \"c\"\n\n[[engine]]\nname = 'Bob'";
        assert!(edited.contains(lines), "{edited}");
        let edited = with_dialogue(PLAN, 1, &new).unwrap();
        assert!(edited.contains("[engine.dialogue]\nanswers"), "{edited}");
        assert!(edited.contains("first = \"c\"\n# his own words\nwrite = '{from}'\n\n[[engine]]"), "{edited}");
        assert!(!edited.contains("first = 'a'") && edited.starts_with("game = 'oska'  # a comment\n"), "{edited}");
        let edited = with_dialogue(PLAN, 2, &new).unwrap();
        assert!(
            edited.ends_with(
                "builtin = 'level=1'\n[engine.dialogue]\nanswers = [['in colour\\?', \"n\"]]\nfirst = \"c\"\n"
            ),
            "{edited}"
        );
    }

    #[test]
    fn what_cannot_be_added_is_refused() {
        let new = settings(&[("dialogue.first", "c")]);
        assert_eq!(with_dialogue("[[engine]]\ndialogue = { first = 'a' }\n", 0, &new), None);
        assert_eq!(with_dialogue("[[engine]]\ncmd = './a'\n", 1, &new), None);
        assert_eq!(with_dialogue("[[engine]]\n[engine.dialogue]\nfirst = '''\na'''\n", 0, &new), None);
        assert_eq!(with_dialogue("nonsense", 0, &new), None);
    }
}
