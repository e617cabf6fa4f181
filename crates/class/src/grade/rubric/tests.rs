//! Rubrics and the texts that they refuse.

use skirmish_arena::BuiltIn;
use skirmish_arena::competitor::Program;

use super::*;

fn console() -> EngineKind {
    EngineKind::Console(Program { command: vec!["x".into()], folder: None }, Box::default())
}

/// Points per program that the defaults give, so that marks are per cent.
#[test]
fn every_default_rubric_gives_a_console_program_a_hundred_points() {
    for game in GameId::all() {
        let rubric = Rubric::parse(&Rubric::text_of_game(game)).unwrap();
        let checks = rubric.for_program(&console(), game);
        let total: f64 = checks.iter().map(|check| check.points).sum();
        assert_eq!(total, 100.0, "{game}");
        let rungs: Vec<&Check> = checks.iter().filter(|check| check.is_rung()).collect();
        assert_eq!((rungs.len(), &rungs[0].id[..]), (13, "random"), "{game}");
        assert_eq!(rungs[12].id, "level=7", "{game}");
        assert!(checks.iter().any(|check| check.id == "hi-ya") == (game.info().id == "hiya"));
        assert!(checks.iter().any(|check| check.id == "proposals") == (game.info().id == "refusal"));
        let built_in = EngineKind::BuiltIn(BuiltIn::parse("random").unwrap());
        assert!(rubric.for_program(&built_in, game).iter().all(|check| check.section != "dialogue"));
    }
}

#[test]
fn only_oskas_call_has_the_checks_of_the_call() {
    let game = GameId::parse("oska").unwrap();
    let program = Program { command: vec!["x".into()], folder: None };
    let checks = Rubric::of_game(game).for_program(&EngineKind::OskaCall(program, 2), game);
    let ids: Vec<&str> = checks.iter().filter(|check| check.section == "call").map(|check| &check.id[..]).collect();
    assert_eq!(ids, ["minimax", "no-move", "look-ahead"]);
    assert!(checks.iter().all(|check| check.section != "dialogue"));
    assert_eq!(checks.iter().map(|check| check.points).sum::<f64>(), 100.0);
}

#[test]
fn checks_come_in_the_order_of_the_file() {
    let rubric =
        Rubric::parse("pairs = 3\n[rules]\ntime = 2\ncrash = 1.5\n[ladder.b]\nrandom = 1\n[ladder.a]\n\"level=2\" = 1");
    let rubric = rubric.unwrap();
    let ids: Vec<&str> = rubric.checks.iter().map(|check| &check.id[..]).collect();
    assert_eq!(ids, ["time", "crash", "random", "level=2"]);
    assert_eq!((rubric.pairs, rubric.checks[1].points), (3, 1.5));
}

#[test]
fn bad_rubrics_are_refused_with_the_line() {
    for (text, error) in [
        ("", "a rubric needs a check"),
        ("x", "line 1: "),
        ("[rules]\nleagl = 3", "line 2: unknown check in [rules] \"leagl\"; expected one of legal, time"),
        ("[rules]\nlegal = -1", "line 2: legal: expected its points"),
        ("[rules]\nlegal = \"3\"", "line 2: legal: expected its points"),
        ("[rulez]\nlegal = 1", "line 1: unknown section \"rulez\""),
        ("times = 3", "line 1: unknown setting \"times\""),
        ("pairs = 0\n[rules]\nlegal = 1", "line 1: pairs: expected a whole number from 1 to 500"),
        ("time-limit = \"soon\"\n[rules]\nlegal = 1", "line 1: time-limit: "),
        ("opponents = [\"levl=3\"]\n[rules]\nlegal = 1", "line 1: opponents: \"levl=3\" is not a setting of a player"),
        ("[ladder.x]\n\"levl=3\" = 1", "line 2: \"levl=3\" is not a setting of a player"),
        ("[ladder]\nrandom = 1", "line 2: a ladder is a section"),
        ("[ladder.x]\nrandom = 1\n[ladder.y]\nrandom = 2", "\"random\" has two lines"),
    ] {
        let found = Rubric::parse(text).unwrap_err().to_string();
        assert!(found.starts_with(error), "{text}: {found}");
    }
}
