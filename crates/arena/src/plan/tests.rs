use proptest::prelude::*;

use super::super::file::{format_description, parse_description};
use super::*;
use crate::BuiltIn;

const FILE: &str = r#"
name = "Autumn cup"
game = "oska:5"
format = "swiss"
rounds = 3
srand = 7
concurrency = 2

[openings]
plies = 4

[each]
st = 0.5
timemargin = 100
option.Hash = 16

[[engine]]
name = "A"
cmd = ["python3", "a b.py"]

[[engine]]
name = "B"
builtin = "level=3"
nodes = 500

[[engine]]
name = "C"
cmd = "./c"
proto = "console"
sandbox = true
dir = "c"
[engine.dialogue]
prompt = "move\\?"
"#;

fn words(text: &str) -> Vec<Word> {
    text.split(' ').filter(|text| !text.is_empty()).map(|text| Description::parse_word(text).unwrap()).collect()
}

/// A description in one line for each part: settings, openings, test, each, engines.
fn described(settings: &str, openings: &str, sprt: &str, each: &str, engines: &[&str]) -> Result<Plan, String> {
    let description = Description {
        settings: words(settings),
        openings: words(openings),
        sprt: words(sprt),
        each: words(each),
        engines: engines.iter().map(|engine| words(engine)).collect(),
        ..Description::default()
    };
    description.plan(Path::new("/base")).map_err(|error| error.to_string())
}

const TWO: &[&str] = &["builtin=random name=A", "builtin=level=1 name=B"];

#[test]
fn a_file_and_a_line_make_the_same_plan() {
    let file = parse_description(FILE).unwrap();
    assert_eq!(file.concurrency().unwrap(), Some(2));
    let mut line = Description {
        settings: words("game=oska:5 format=swiss rounds=3 srand=7 concurrency=2"),
        openings: words("plies=4"),
        sprt: Vec::new(),
        each: words("st=500ms timemargin=100 option.Hash=16"),
        engines: vec![
            vec![("name".into(), "A".into()), ("cmd".into(), "python3 'a b.py'".into())],
            words("name=B builtin=level=3 nodes=500"),
            words("name=C cmd=./c proto=console sandbox=on dir=c dialogue.prompt=move\\?"),
        ],
        ..Description::default()
    };
    line.settings.push(("name".into(), "Autumn cup".into()));
    let base = Path::new("/base");
    assert_eq!(file.plan(base).unwrap(), line.plan(base).unwrap());
}

#[test]
fn what_is_not_said_has_a_sensible_value() {
    let plan = described("game=oska:6", "", "", "", TWO).unwrap();
    assert_eq!((&plan.name[..], &plan.game.to_string()[..], plan.rounds, plan.seed), ("oska-6", "oska:6", 1, 1));
    assert_eq!((plan.format, plan.openings, plan.sprt), (Format::RoundRobin, Openings::Random(6), None));
    let engines: Vec<String> = (0..40).map(|number| format!("builtin=random name=E{number}")).collect();
    let engines: Vec<&str> = engines.iter().map(String::as_str).collect();
    assert_eq!(described("game=hiya format=swiss", "", "", "", &engines).unwrap().rounds, 7);
}

#[test]
fn mistakes_are_named() {
    let start = skirmish_play::open(GameId::parse("oska").unwrap()).position();
    assert_eq!(start, "wwww/---/--/---/bbbb w");
    for (parts, engines, expected) in [
        (["", "", "", ""], TWO, "game is missing"),
        (["game=chess", "", "", ""], TWO, "game: \"chess\" is not a game"),
        (["gmae=hiya", "", "", ""], TWO, "did you mean game?"),
        (["game=hiya format=swis", "", "", ""], TWO, "did you mean swiss?"),
        (["game=hiya rounds=0", "", "", ""], TWO, "rounds: \"0\""),
        (["game=hiya rounds=9999999", "", "", ""], TWO, "too many"),
        (["game=hiya srand=x", "", "", ""], TWO, "srand: \"x\""),
        (["game=hiya name=a/b", "", "", ""], TWO, "cannot name a file"),
        (["game=hiya", "", "", ""], &["builtin=random"], "needs two engines, there are 1"),
        (["game=hiya", "", "", ""], &["builtin=random", "builtin=random"], "two engines have the name \"random\""),
        (["game=hiya", "", "", ""], &["builtin=random name=", "builtin=random"], "is not a name"),
        (["game=hiya", "", "", ""], &["builtin=random name=X nodse=1"], "engine \"X\": \"nodse\""),
        (["game=hiya", "", "", ""], &["builtin=random", "nodse=1"], "engine 2: \"nodse\""),
        (["game=hiya", "", "", ""], &["cmd=x proto=oska depth=1", "builtin=random"], "oska only"),
        (["game=hiya", "", "", "name=x"], TWO, "each: name belongs to one engine"),
        (["game=hiya", "ply=3", "", ""], TWO, "openings: \"ply\" is not a kind of opening"),
        (["game=hiya", "file=/nowhere/at/all", "", ""], TWO, "openings: cannot read \"/nowhere/at/all\""),
        (["game=hiya", "plies=1001", "", ""], TWO, "leave no game"),
        (["game=hiya", "", "elo=1", ""], TWO, "sprt: \"elo\""),
        (["game=hiya", "", "elo0=5 elo1=0", ""], TWO, "elo0 must be below elo1"),
        (["game=hiya", "", "alpha=0.7", ""], TWO, "alpha and beta"),
        (["game=hiya", "", "elo0=x", ""], TWO, "elo0: \"x\" is not a number"),
        (["game=hiya format=swiss", "", "elo0=0", ""], TWO, "two engines in a round robin"),
    ] {
        let [settings, openings, sprt, each] = parts;
        let error = described(settings, openings, sprt, each, engines).unwrap_err();
        assert!(error.contains(expected), "{parts:?}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
}

#[test]
fn given_openings_are_positions_of_the_game_that_go_on() {
    let plan = |texts: &[&str]| {
        let openings = texts.iter().map(|text| ("position".to_owned(), text.to_string())).collect();
        let engines = TWO.iter().map(|engine| words(engine)).collect();
        let description = Description { settings: words("game=oska"), openings, engines, ..Description::default() };
        description.plan(Path::new("/base")).map_err(|error| error.to_string())
    };
    let start = "wwww/---/--/---/bbbb w";
    let other = "-www/w--/--/---/bbbb b";
    assert_eq!(plan(&[start, other]).unwrap().openings, Openings::Given(vec![start.into(), other.into()]));
    assert!(plan(&[start, "wwww w"]).unwrap_err().contains("opening 2: "));
    assert!(plan(&["----/---/--/---/bbbb w"]).unwrap_err().contains("opening 1: the game is over already"));
}

#[test]
fn files_that_are_no_plan_are_explained_in_a_line() {
    for (text, expected) in [
        ("game = ", "line 1: "),
        ("game = 'hiya'\nrounds = 3 4", "line 2: "),
        ("engine = 3", "[[engine]]"),
        ("[engine]\nname = 'a'", "[[engine]]"),
        ("[[engines]]\nname = 'a'", "[[engine]]"),
        ("each = 3", "[each]"),
        ("[opening]\nplies = 3", "did you mean openings?"),
        ("[[engine]]\nname = 1979-05-27", "name: expected a text or a number"),
    ] {
        let error = parse_description(text).unwrap_err().to_string();
        assert!(error.contains(expected) && !error.contains('\n'), "{text:?}: {error}");
    }
}

#[test]
fn the_file_in_the_guide_is_a_plan() {
    let guide = include_str!("../../../../docs/ARENA.md");
    let (text, _) = guide.split_once("```toml\n").and_then(|(_, rest)| rest.split_once("```")).unwrap();
    let plan = parse_description(text).unwrap().plan(Path::new("/class")).unwrap();
    assert_eq!((plan.format, plan.rounds, plan.engines.len()), (Format::Swiss, 9, 3));
}

/// A plan as version 0.1.0 kept it, with a competitor of each kind.
const KEPT: &str = include_str!("../../../../tests/fixtures/plan-0.1.0.json");

#[test]
fn plans_of_version_0_1_0_are_read_and_written_as_they_were() {
    let plan: Plan = serde_json::from_str(KEPT).unwrap();
    assert_eq!((plan.game, plan.format), (GameId::parse("oska:5").unwrap(), Format::Swiss));
    assert_eq!(plan.engines[0].kind, Kind::BuiltIn(BuiltIn::parse("minimum=1,threads=2 nodes=50").unwrap()));
    assert_eq!(serde_json::to_string(&plan).unwrap(), KEPT.trim_end());
    // Every format has the name in stores that it has on command lines.
    for format in Format::ALL {
        assert_eq!(serde_json::to_value(format).unwrap(), format.id());
    }
    for (there, other) in [("oska:5", "chess"), ("minimum=1,", "maximum=1,"), ("swiss", "cups")] {
        let error = serde_json::from_str::<Plan>(&KEPT.replace(there, other)).unwrap_err().to_string();
        assert!(error.contains(other.trim_end_matches(',')), "{error}");
    }
}

proptest! {
    /// A plan written to a file and read back is the same plan.
    #[test]
    fn plans_survive_their_file(
        rounds in 1u32..1000,
        seed: u64,
        plies in 0u32..20,
        names in prop::collection::btree_set("[a-zA-Z0-9 '\"#<=.é-]{1,20}", 2..6),
        millis in prop::collection::vec(1u64..100_000, 6),
        value in "\\PC{0,20}",
    ) {
        let engines: Vec<Vec<Word>> = names.iter().zip(&millis).enumerate().filter(|(_, (name, _))| !name.trim().is_empty()).map(|(place, (name, millis))| {
            let kind = if place % 2 == 0 { ("builtin", "level=2".to_owned()) } else { ("cmd", "'a b' c".to_owned()) };
            let time = format!("{millis}ms");
            [("name", name.clone()), kind, ("st", time), ("option.Some Thing", value.clone()), ("dialogue.write", value.clone()), ("dialogue.answers", "how deep => 4".to_owned()), ("proto", if place % 3 == 0 { "ugi" } else { "console" }.to_owned())]
                .map(|(word, value)| (word.to_owned(), value)).to_vec()
        }).collect();
        prop_assume!(engines.len() >= 2);
        let description = Description {
            settings: vec![("game".into(), "hiya".into()), ("rounds".into(), rounds.to_string()), ("srand".into(), seed.to_string())],
            openings: vec![("plies".into(), plies.to_string())],
            engines,
            ..Description::default()
        };
        let plan = description.plan(Path::new("/base")).unwrap();
        let text = format_description(&Description::from(&plan));
        let again = parse_description(&text).unwrap().plan(Path::new("/elsewhere")).unwrap();
        prop_assert_eq!(again, plan, "{}", text);
    }
}
