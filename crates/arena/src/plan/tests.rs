use proptest::prelude::*;

use std::env;

use super::*;
use crate::BuiltIn;
use crate::plan::ENGINE_SETTINGS;
use crate::plan::engine_settings::Setting;

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

/// Settings in a line; separated by semicolons if a value has spaces.
fn section(line: &str) -> Section {
    let separator = if line.contains(';') { ';' } else { ' ' };
    Section::parse(line.split(separator).filter(|text| !text.is_empty())).unwrap()
}

/// The settings of a tournament in one line for each section: settings, openings, test, each; and engines.
fn raw_plan([settings, openings, sprt, each]: [&str; 4], engines: &[&str]) -> RawPlan {
    RawPlan {
        settings: section(settings),
        openings: section(openings),
        sprt: section(sprt),
        each: section(each),
        engines: engines.iter().map(|engine| section(engine)).collect(),
    }
}

/// The plan that such lines make.
pub(crate) fn planned(sections: [&str; 4], engines: &[&str]) -> Result<Plan, String> {
    raw_plan(sections, engines).plan(Path::new("/")).map_err(|error| error.to_string())
}

const TWO: &[&str] = &["builtin=random name=A", "builtin=level=1 name=B"];

#[test]
fn a_file_and_a_line_make_the_same_plan() {
    let file = RawPlan::parse(FILE).unwrap();
    assert_eq!(file.concurrency().unwrap(), Some(2));
    let line = raw_plan(
        [
            "game=oska:5;format=swiss;rounds=3;srand=7;concurrency=2;name=Autumn cup",
            "plies=4",
            "",
            "st=500ms timemargin=100 option.Hash=16",
        ],
        &[
            "name=A;cmd=python3 'a b.py'",
            "name=B builtin=level=3 nodes=500",
            "name=C cmd=./c proto=console sandbox=on dir=c dialogue.prompt=move\\?",
        ],
    );
    let base = Path::new("/base");
    assert_eq!(file.plan(base).unwrap(), line.plan(base).unwrap());
}

#[test]
fn what_is_not_said_has_a_sensible_value() {
    let plan = planned(["game=oska:6", "", "", ""], TWO).unwrap();
    assert_eq!((&plan.name[..], &plan.game.to_string()[..], plan.rounds, plan.seed), ("oska-6", "oska:6", 1, 1));
    assert_eq!((plan.format, plan.openings, plan.sprt), (Format::RoundRobin, OpeningSource::Random(6), None));
    let engines: Vec<String> = (0..40).map(|number| format!("builtin=random name=E{number}")).collect();
    let engines: Vec<&str> = engines.iter().map(String::as_str).collect();
    assert_eq!(planned(["game=hiya format=swiss", "", "", ""], &engines).unwrap().rounds, 7);
}

#[test]
fn mistakes_are_named() {
    let start = skirmish_play::new_game(GameId::parse("oska").unwrap()).position();
    assert_eq!(start, "wwww/---/--/---/bbbb w");
    for (parts, engines, expected) in [
        (["", "", "", ""], TWO, "game is missing"),
        (["game=chess", "", "", ""], TWO, "game: \"chess\" is not a game"),
        (["gmae=hiya", "", "", ""], TWO, "did you mean \"game\"?"),
        (["game=hiya format=swis", "", "", ""], TWO, "did you mean \"swiss\"?"),
        (["game=hiya rounds=0", "", "", ""], TWO, "rounds: \"0\""),
        (["game=hiya rounds=9999999", "", "", ""], TWO, "too many"),
        (["game=hiya srand=x", "", "", ""], TWO, "srand: \"x\""),
        (["game=hiya name=a/b", "", "", ""], TWO, "cannot be a file name"),
        (["game=hiya", "", "", ""], &["builtin=random"], "needs at least two engines; found 1"),
        (["game=hiya", "", "", ""], &["builtin=random", "builtin=random"], "two engines have the name \"random\""),
        (["game=hiya", "", "", ""], &["builtin=random name=", "builtin=random"], "is not a name"),
        (["game=hiya", "", "", ""], &["builtin=random name=X nodse=1"], "unknown key \"nodse\" in engine \"X\""),
        (["game=hiya", "", "", ""], &["builtin=random", "nodse=1"], "unknown key \"nodse\" in engine 2"),
        (["game=hiya", "", "", ""], &["cmd=x proto=oska depth=1", "builtin=random"], "is for oska only"),
        (["game=hiya", "", "", "name=x"], TWO, "each: name cannot be the same"),
        (["game=hiya", "ply=3", "", ""], TWO, "unknown key \"ply\" in [openings]; expected one of plies, file"),
        (["game=hiya", "file=/nowhere/at/all", "", ""], TWO, "openings: cannot read \"/nowhere/at/all\""),
        (["game=hiya", "plies=1001", "", ""], TWO, "at most 1000 plies"),
        (["game=hiya", "", "elo=1", ""], TWO, "unknown key \"elo\" in [sprt]"),
        (["game=hiya", "", "elo0=5 elo1=0", ""], TWO, "elo0 must be below elo1"),
        (["game=hiya", "", "alpha=0.7", ""], TWO, "alpha and beta"),
        (["game=hiya", "", "elo0=x", ""], TWO, "elo0: \"x\" is not a number"),
        (["game=hiya format=swiss", "", "elo0=0", ""], TWO, "two engines in a round robin"),
    ] {
        let error = planned(parts, engines).unwrap_err();
        assert!(error.contains(expected), "{parts:?}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
}

#[test]
fn given_openings_are_positions_of_the_game_that_go_on() {
    let plan = |texts: &[&str]| {
        let openings: String = texts.iter().map(|text| format!("position={text};")).collect();
        planned(["game=oska", &openings, "", ""], TWO)
    };
    let start = "wwww/---/--/---/bbbb w";
    let other = "-www/w--/--/---/bbbb b";
    assert_eq!(plan(&[start, other]).unwrap().openings, OpeningSource::Given(vec![start.into(), other.into()]));
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
        ("[opening]\nplies = 3", "unknown section \"opening\"; did you mean \"openings\"?"),
        ("[[engine]]\nname = 1979-05-27", "name: expected a text or a number"),
        ("game = 'hiya'\nsrand = 0x11111111111111111", "line 2: srand: this number is too large"),
        ("[[engine]]\ncmd = ['a', \"b\\u0000\"]", "line 2: cmd: it contains a zero byte"),
    ] {
        let error = RawPlan::parse(text).unwrap_err().to_string();
        assert!(error.contains(expected) && !error.contains('\n'), "{text:?}: {error}");
    }
}

/// Errors name the line of the setting, also if it is in `[each]`.
#[test]
fn complaints_name_the_line() {
    for (there, other, expected) in [
        ("concurrency = 2", "gmae = 3", "line 7: unknown key \"gmae\"; did you mean \"game\"?"),
        ("oska:5", "chess", "line 3: game: "),
        ("rounds = 3", "rounds = 0", "line 5: rounds: "),
        ("plies = 4", "plies = 'x'", "line 10: openings: plies: "),
        ("st = 0.5", "st = 'x'", "line 13: each: st: "),
        ("st = 0.5", "memroy = 5", "line 13: unknown key \"memroy\" in [each]; did you mean \"memory\"?"),
        ("nodes = 500", "nodse = 500", "line 24: unknown key \"nodse\" in engine \"B\"; did you mean \"nodes\"?"),
        ("st = 0.5", "dialogue.moves = '('", "line 13: engine \"C\": dialogue.moves: "),
        ("move\\\\?", "(", "line 33: engine \"C\": dialogue.prompt: "),
    ] {
        let text = FILE.replace(there, other);
        let error = RawPlan::parse(&text).unwrap().plan(Path::new("/base")).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{other}: {error}");
    }
}

#[test]
fn the_file_in_the_guide_is_a_plan() {
    let guide = include_str!("../../../../docs/ARENA.md");
    let (text, _) = guide.split_once("```toml\n").and_then(|(_, rest)| rest.split_once("```")).unwrap();
    let plan = RawPlan::parse(text).unwrap().plan(Path::new("/class")).unwrap();
    assert_eq!((plan.format, plan.rounds, plan.engines.len()), (Format::Swiss, 9, 3));
}

/// A plan of version 0.1.0, with an engine of each kind.
const STORED: &str = include_str!("../../../../tests/fixtures/plan-0.1.0.json");

#[test]
fn plans_of_version_0_1_0_are_read_and_written_as_they_were() {
    let plan: Plan = serde_json::from_str(STORED).unwrap();
    assert_eq!((plan.game, plan.format), (GameId::parse("oska:5").unwrap(), Format::Swiss));
    assert_eq!(plan.engines[0].kind, EngineKind::BuiltIn(BuiltIn::parse("minimum=1,threads=2 nodes=50").unwrap()));
    assert_eq!(serde_json::to_string(&plan).unwrap(), STORED.trim_end());
    // Every format has the name in stores that it has on command lines.
    for format in Format::ALL {
        assert_eq!(serde_json::to_value(format).unwrap(), format.id());
    }
    for (there, other) in [("oska:5", "chess"), ("minimum=1,", "maximum=1,"), ("swiss", "cups")] {
        let error = serde_json::from_str::<Plan>(&STORED.replace(there, other)).unwrap_err().to_string();
        assert!(error.contains(other.trim_end_matches(',')), "{error}");
    }
}

/// The tables of settings in the guide, in order.
fn tables() -> [String; 3] {
    let tournament = TOURNAMENT_SETTINGS.iter().map(|TournamentSetting { name, help, default, .. }| {
        format!("\n| `{name}` | {help} | {} |", default.unwrap_or("required"))
    });
    let row = |setting: &Setting| format!("\n| `{}` | {} |", setting.name, setting.help);
    let (dialogue, engine): (Vec<_>, Vec<_>) =
        ENGINE_SETTINGS.iter().partition(|setting| setting.name.starts_with("dialogue."));
    [
        format!("| word | meaning | default |\n|---|---|---|{}", tournament.collect::<String>()),
        format!("| word | meaning |\n|---|---|{}", engine.into_iter().map(row).collect::<String>()),
        format!("| word | meaning |\n|---|---|{}", dialogue.into_iter().map(row).collect::<String>()),
    ]
}

/// `SKIRMISH_WRITE=1 cargo test -p skirmish-arena guide` updates them.
#[test]
fn the_guide_has_every_setting() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/ARENA.md");
    let guide = fs::read_to_string(path).unwrap();
    let mut blocks: Vec<&str> = guide.split("\n\n").collect();
    let expected = tables();
    let found: Vec<&mut &str> = blocks.iter_mut().filter(|block| block.starts_with("| word |")).collect();
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.into_iter().zip(&expected) {
        if env::var_os("SKIRMISH_WRITE").is_none() {
            assert_eq!(*found, expected, "SKIRMISH_WRITE=1 updates it");
        }
        *found = expected;
    }
    if env::var_os("SKIRMISH_WRITE").is_some() {
        fs::write(path, blocks.join("\n\n")).unwrap();
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
        let engines: Vec<Section> = names.iter().zip(&millis).enumerate().filter(|(_, (name, _))| !name.trim().is_empty()).map(|(place, (name, millis))| {
            let kind = if place % 2 == 0 { ("builtin", "level=2".to_owned()) } else { ("cmd", "'a b' c".to_owned()) };
            let time = format!("{millis}ms");
            [("name", name.clone()), kind, ("st", time), ("option.Some Thing", value.clone()), ("dialogue.write", value.clone()), ("dialogue.answers", "how deep => 4".to_owned()), ("proto", if place % 3 == 0 { "ugi" } else { "console" }.to_owned())]
                .into_iter().map(|(name, value)| Given::new(name, value)).collect()
        }).collect();
        prop_assume!(engines.len() >= 2);
        let settings = section(&format!("game=hiya rounds={rounds} srand={seed}"));
        let raw = RawPlan { settings, openings: section(&format!("plies={plies}")), engines, ..RawPlan::default() };
        let plan = raw.plan(Path::new("/base")).unwrap();
        let text = RawPlan::from(&plan).format();
        let again = RawPlan::parse(&text).unwrap().plan(Path::new("/elsewhere")).unwrap();
        prop_assert_eq!(again, plan, "{}", text);
    }
}
