//! How programs are named to people who watch: by name, or under a pseudonym.

use std::collections::BTreeSet;
use std::fmt;

use skirmish_arena::competitor::{Competitor, EngineKind};
use skirmish_board::{Random, TextError, quoted};

/// How programs are named to people who watch. Built-in players always have their names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Names {
    /// By their names.
    #[default]
    Real,
    /// Under pseudonyms.
    Pseudonyms,
    /// The first of the ranking by their names, this many; all others under pseudonyms.
    First(usize),
}

impl Names {
    /// Parses `names`, `pseudonyms`, or `first=N`.
    pub fn parse(text: &str) -> Result<Names, TextError> {
        let first = |count: &str| count.trim().parse().ok().filter(|&count| count > 0).map(Names::First);
        let named = match text.trim() {
            "names" => Some(Names::Real),
            "pseudonyms" => Some(Names::Pseudonyms),
            other => other.strip_prefix("first").and_then(|rest| first(rest.trim_start().strip_prefix('=')?)),
        };
        named.ok_or_else(|| {
            let expected = "expected names, pseudonyms, or first=N with a whole number of at least 1";
            TextError::new(format!("{} is not a choice of names, {expected}", quoted(text)))
        })
    }

    /// The names shown for the engines of a plan. `ranking` has their indices, the best first; it decides who is among the first.
    /// Shown names are all different.
    pub fn shown(self, engines: &[Competitor], ranking: &[usize], secret: u64) -> Vec<String> {
        let named = match self {
            Names::Real => engines.len(),
            Names::Pseudonyms => 0,
            Names::First(count) => count,
        };
        let is_program = |engine: &Competitor| !matches!(engine.kind, EngineKind::BuiltIn(_));
        let ranked = ranking.iter().copied().filter(|&place| engines.get(place).is_some_and(is_program));
        let first: BTreeSet<usize> = ranked.take(named).collect();
        let names: Vec<&str> = engines.iter().map(|engine| &*engine.name).collect();
        let hidden = pseudonyms(&names, secret);
        let shown = |(place, pseudonym): (usize, String)| {
            let by_name = self == Names::Real || first.contains(&place) || !is_program(&engines[place]);
            if by_name { names[place].to_owned() } else { pseudonym }
        };
        hidden.into_iter().enumerate().map(shown).collect()
    }
}

/// As [`Names::parse`] reads it.
impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Names::Real => f.write_str("names"),
            Names::Pseudonyms => f.write_str("pseudonyms"),
            Names::First(count) => write!(f, "first={count}"),
        }
    }
}

/// The pseudonyms of names, in their order: all different, and none of them a name. The same secret and name give the same pseudonym,
/// whoever else is there, except that of two names with the same one the later in the alphabet gets a number.
pub fn pseudonyms(names: &[&str], secret: u64) -> Vec<String> {
    let mut taken: BTreeSet<String> = names.iter().map(|&name| name.to_owned()).collect();
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_key(|&place| names[place]);
    let mut found = vec![String::new(); names.len()];
    for place in order {
        let plain = pseudonym(names[place], secret);
        let numbered = (2..).map(|number: u64| format!("{plain} {number}"));
        let free = std::iter::once(plain.clone()).chain(numbered).find(|candidate| !taken.contains(candidate));
        let chosen = free.unwrap_or(plain);
        taken.insert(chosen.clone());
        found[place] = chosen;
    }
    found
}

/// The pseudonym of a name, without regard to others.
fn pseudonym(name: &str, secret: u64) -> String {
    let word = |bytes: &[u8]| bytes.iter().fold(0, |word, &byte| (word << 8) | u64::from(byte));
    // The secret at both ends, so that it cannot be computed back from names and pseudonyms step by step.
    let mut parts = vec![secret, name.len() as u64];
    parts.extend(name.as_bytes().chunks(8).map(word));
    parts.push(secret);
    let mut random = Random::mixed(&parts);
    let (quality, animal) = (QUALITIES[random.below(QUALITIES.len())], ANIMALS[random.below(ANIMALS.len())]);
    format!("{quality} {animal}")
}

/// Words that nobody minds.
const QUALITIES: [&str; 48] = [
    "Amber", "Ancient", "Blue", "Bold", "Brass", "Brave", "Bright", "Bronze", "Calm", "Clever", "Copper", "Coral",
    "Crimson", "Curious", "Distant", "Eager", "Early", "Emerald", "Gentle", "Golden", "Green", "Hidden", "Indigo",
    "Ivory", "Jade", "Keen", "Lively", "Lucky", "Merry", "Nimble", "Northern", "Orange", "Patient", "Pearl", "Polite",
    "Purple", "Quick", "Quiet", "Royal", "Ruby", "Scarlet", "Silver", "Steady", "Sunny", "Swift", "Violet", "Western",
    "Young",
];

const ANIMALS: [&str; 48] = [
    "Badger",
    "Beaver",
    "Bison",
    "Buzzard",
    "Camel",
    "Cheetah",
    "Condor",
    "Crane",
    "Curlew",
    "Dolphin",
    "Eagle",
    "Elk",
    "Falcon",
    "Ferret",
    "Finch",
    "Fox",
    "Gazelle",
    "Gecko",
    "Hare",
    "Hawk",
    "Hedgehog",
    "Heron",
    "Ibex",
    "Jackdaw",
    "Kestrel",
    "Kingfisher",
    "Koala",
    "Lark",
    "Lemur",
    "Lynx",
    "Magpie",
    "Marten",
    "Moose",
    "Newt",
    "Ocelot",
    "Osprey",
    "Otter",
    "Owl",
    "Panther",
    "Puffin",
    "Raven",
    "Robin",
    "Salmon",
    "Seal",
    "Stork",
    "Swan",
    "Tiger",
    "Wren",
];

#[cfg(test)]
mod tests {
    use skirmish_arena::BuiltIn;
    use skirmish_arena::competitor::{Clock, Program};

    use super::*;

    fn engines() -> Vec<Competitor> {
        let program = |name: &str| {
            let program = Program { command: vec![name.to_owned()], folder: None };
            Competitor::new(name, EngineKind::Ugi(program), Clock::default())
        };
        let level = EngineKind::BuiltIn(BuiltIn::parse("level=1").unwrap());
        vec![program("Ada"), Competitor::new("One", level, Clock::default()), program("Bob"), program("Cleo")]
    }

    #[test]
    fn choices_are_read_as_they_are_written() {
        for names in [Names::Real, Names::Pseudonyms, Names::First(3)] {
            assert_eq!(Names::parse(&names.to_string()), Ok(names));
        }
        for wrong in ["", "name", "first", "first=", "first=0", "first=x", "first=-1", "firstly=2"] {
            let error = Names::parse(wrong).unwrap_err().to_string();
            assert!(error.contains("expected names, pseudonyms, or first=N"), "{error}");
        }
    }

    #[test]
    fn the_ranking_decides_who_is_shown_by_name() {
        let engines = engines();
        let ranking = [1, 2, 0, 3];
        let shown = |names: Names| names.shown(&engines, &ranking, 7);
        assert_eq!(shown(Names::Real), ["Ada", "One", "Bob", "Cleo"]);
        let hidden = shown(Names::Pseudonyms);
        assert_eq!(hidden[1], "One", "a built-in player is nobody's secret");
        for (hidden, engine) in hidden.iter().zip(&engines) {
            assert!(engine.name == "One" || !hidden.contains(&engine.name), "{hidden}");
        }
        // The built-in player at the top is not one of the first.
        let first = shown(Names::First(1));
        assert_eq!((&*first[2], &first[0], &first[3]), ("Bob", &hidden[0], &hidden[3]));
        assert_eq!(shown(Names::First(9)), shown(Names::Real));
    }

    #[test]
    fn pseudonyms_stay_and_differ() {
        let names: Vec<String> = (0..500).map(|number| format!("student {number}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let found = pseudonyms(&names, 1);
        assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), names.len());
        assert_eq!(found, pseudonyms(&names, 1));
        let others = pseudonyms(&names, 2);
        let same = found.iter().zip(&others).filter(|(one, other)| one == other).count();
        assert!(same < 10, "{same}");
        // Those who come later change nothing for the others, and a name is nobody's pseudonym.
        assert_eq!(pseudonyms(&["Ada", "Bob"], 5), pseudonyms(&["Ada", "Bob", "Zoe"], 5)[..2]);
        let alone = pseudonyms(&["Ada"], 5).remove(0);
        assert_eq!(pseudonyms(&["Ada", &alone], 5)[0], format!("{alone} 2"));
    }
}
