use super::*;

fn competitor(words: &[(&str, &str)]) -> Result<Competitor, String> {
    let mut settings = EngineSettings::default();
    for (word, value) in words {
        settings.set(&Given::new(*word, *value), "").map_err(|error| error.to_string())?;
    }
    settings.finish(Path::new("/base")).map_err(|(_, error)| error.to_string())
}

#[test]
fn a_program_has_a_command_a_folder_and_a_name() {
    let found = competitor(&[("cmd", "python3 'my engine.py'"), ("args", "-x 1"), ("dir", "sub")]).unwrap();
    assert_eq!(found.name, "my engine");
    let command = ["python3", "my engine.py", "-x", "1"].map(str::to_owned).to_vec();
    assert_eq!(found.kind, EngineKind::Ugi(Program { command, folder: Some("/base/sub".into()) }));
}

#[test]
fn the_later_time_replaces_the_earlier() {
    let clock = |words: &[(&str, &str)]| competitor(&[&[("builtin", "random")], words].concat()).unwrap().clock;
    let found = clock(&[("tc", "1:30+0.5"), ("nodes", "100"), ("timemargin", "50")]);
    assert_eq!(found.game_time, Some((Duration::from_secs(90), Duration::from_millis(500))));
    assert_eq!((found.nodes, found.margin), (Some(100), Duration::from_millis(50)));
    let found = clock(&[("tc", "60"), ("st", "100ms")]);
    assert_eq!((found.move_time, found.game_time), (Some(Duration::from_millis(100)), None));
}

#[test]
fn mistakes_are_named() {
    for (words, expected) in [
        (&[("nodse", "3")][..], "did you mean \"nodes\"?"),
        (&[("option.", "3")], "unknown key \"option.\""),
        (&[("dialogue.promt", "x")], "did you mean \"dialogue.prompt\"?"),
        (&[("proto", "uci")], "did you mean \"ugi\"?"),
        (&[("tc", "40/60")], "60+0.6"),
        (&[("tc", "0+1")], "60+0.6"),
        (&[("tc", "1e3")], "60+0.6"),
        (&[("tc", "60++5")], "60+0.6"),
        (&[("st", "0")], "st: \"0\" is not a time"),
        (&[("st", "1e3")], "st: \"1e3\" is not a time"),
        (&[("st", "+5")], "st: \"+5\" is not a time"),
        (&[("nodes", "+5")], "nodes: \"+5\" is not a whole number of at least 1"),
        (&[("depth", "0")], "depth: \"0\" is not a whole number of at least 1"),
        (&[("builtin", "depth=0")], "depth is \"0\", expected a whole number of at least 1"),
        (&[("builtin", "minimum=0")], "minimum is \"0\", expected a whole number of at least 1"),
        (&[("builtin", "time=1e3")], "\"1e3\" is not a time"),
        (&[("nodes", "-1")], "nodes: \"-1\" is not a whole number of at least 1"),
        (&[("restart", "maybe")], "is not on or off"),
        (&[("builtin", "level=11")], "builtin: \"11\" is not a level"),
        (&[("cmd", "'x")], "cmd: unclosed quotation mark"),
        (&[("cmd", "")], "cmd: the command is empty"),
        (&[("st", "1")], "no program"),
        (&[("cmd", "x"), ("builtin", "random")], "both cmd and builtin"),
        (&[("cmd", "x"), ("sandbox", "on")], "sandbox needs dir"),
        (&[("cmd", "x"), ("proto", "oska")], "needs depth"),
        (&[("cmd", "x"), ("proto", "builtin")], "builtin=level=5"),
    ] {
        let error = competitor(words).unwrap_err();
        assert!(error.contains(expected), "{words:?}: {error}");
    }
}

#[test]
fn what_describes_an_entry_gives_it_back() {
    for words in [
        &[("name", "A"), ("builtin", "level=3"), ("nodes", "5")][..],
        &[("name", "B"), ("cmd", "x 'y z'"), ("tc", "10.5+0.1"), ("option.Hash", "16"), ("restart", "on")],
        &[("name", "C"), ("cmd", "c"), ("proto", "console"), ("dialogue.asks-first", "who.*\\?"), ("st", "0.1")],
        &[("name", "D"), ("cmd", "d"), ("proto", "oska"), ("depth", "4"), ("memory", "64"), ("cpu", "9")],
        &[("name", "E"), ("cmd", "e"), ("dir", "/x"), ("sandbox", "on"), ("files", "0"), ("processes", "3")],
    ] {
        let first = competitor(words).unwrap();
        let written: Vec<Given> = EngineSettings::from(&first).write().collect();
        let again: Vec<(&str, &str)> = written.iter().map(|given| (&given.name[..], &given.value[..])).collect();
        assert_eq!(competitor(&again).unwrap(), first);
    }
}
