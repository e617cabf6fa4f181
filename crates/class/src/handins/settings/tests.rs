use super::*;

fn settings(text: &str) -> ClassSettings {
    ClassSettings::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn assert_refused(text: &str, why: &str) {
    let error = ClassSettings::parse(text).err().map(|error| error.to_string());
    assert_eq!(error.as_deref(), Some(why));
}

#[test]
fn the_file_of_a_new_class_is_read_with_and_without_its_comments() {
    for game in GameId::all() {
        let text = class_toml(game, "a \"class\"");
        let found = settings(&text);
        assert_eq!((found.game, &found.name[..], found.names), (game, "a \"class\"", Names::Pseudonyms));
        // Every default that a comment shows is the default.
        let bare = text.lines().map(|line| {
            line.strip_prefix("# ")
                .filter(|line| line.contains(" = ") || line.starts_with("[openings]"))
                .unwrap_or(line)
        });
        let hidden = |line: &&str| {
            ![
                "pattern =",
                "rubric =",
                "store =",
                "# proto",
                "proto =",
                "rounds =",
                "name = \"Ada\"",
                "build =",
                "cmd =",
            ]
            .iter()
            .any(|start| line.starts_with(start))
                && !line.starts_with("first =")
                && !line.starts_with("second =")
        };
        let bare = settings(&bare.filter(hidden).collect::<Vec<_>>().join("\n"));
        assert_eq!(format!("{:?}", bare.league), format!("{:?}", found.league));
        assert_eq!(format!("{:?}", bare.build), format!("{:?}", found.build));
        assert_eq!((bare.seed, bare.trial_games, bare.reviews), (found.seed, found.trial_games, found.reviews));
        assert_eq!(bare.limits, found.limits);
    }
}

#[test]
fn mistakes_are_told_with_their_line() {
    assert_refused("", "game is missing: set one, such as hiya or oska:6");
    assert_refused(
        "game = 'hiya'\n[each]\nmemroy = 1\n",
        "line 3: unknown key \"memroy\" in [each]; did you mean \"memory\"?",
    );
    assert_refused("game = 'hiya'\n[build]\nnetwork = 1\n", "line 3: build: network: \"1\" is not true or false");
    assert_refused("game = 'hiya'\n[biuld]\n", "line 2: unknown section \"biuld\"; did you mean \"build\"?");
    assert_refused(
        "game = 'hiya'\nbuild.tiem = '1s'",
        "line 2: unknown key \"tiem\" in [build]; did you mean \"time\"?",
    );
    assert_refused("game = 'hiya'\n[student]\nname = 'Ada'\n", "line 2: start each student with [[student]]");
    assert_refused(
        "game = 'hiya'\n[[student]]\ncmd = 'x'\n",
        "line 2: student 1: name is missing: whose program is it?",
    );
    assert_refused(
        "game = 'hiya'\n[[student]]\nname = 'Ada'\nproto = 'ugly'\n",
        "line 4: engine \"Ada\": proto: unknown protocol \"ugly\"; expected one of ugi, console, oska, builtin",
    );
    assert_refused(
        "game = 'hiya'\n[league]\nlevels = [3, 11]\n",
        "line 3: league: levels: \"11\" is not a level from 1 to 10",
    );
    assert_refused(
        "game = 'hiya'\n[handins]\npattern = 'x'\n",
        "line 3: handins: pattern: the pattern has no group (?<name>…) for the student's name",
    );
    assert_refused(
        "game = 'hiya'\n[reports]\nnames = 'some'\n",
        "line 3: reports: names: \"some\" is not a choice of names, expected names, pseudonyms, or first=N with a whole number of at least 1",
    );
}

#[test]
fn a_program_has_the_settings_of_all_then_what_was_found_then_the_instructors() {
    let found = settings(
        "game = 'oska'\n[each]\nst = 2\nmemory = 100\n[[student]]\nname = 'Ada'\nmemory = 200\nbuild = 'make x'\n\
         [student.dialogue]\nfirst = 'b'\n",
    );
    let attempt = FoundProtocol {
        proto: Some("console".to_owned()),
        arguments: vec!["-c".to_owned()],
        dialogue: vec![("dialogue.first".to_owned(), "a".to_owned()), ("dialogue.second".to_owned(), "c".to_owned())],
    };
    let command = ["python3".to_owned(), "a b.py".to_owned()];
    let engine = |name: &str| found.competitor(name, &command, Path::new("/x"), &attempt).unwrap();
    let ada = engine("Ada");
    let EngineKind::Console(program, dialogue) = &ada.kind else { panic!("{ada:?}") };
    assert_eq!(
        (&program.command[..], program.folder.as_deref()),
        (&["python3", "a b.py", "-c"].map(str::to_owned)[..], Some(Path::new("/x")))
    );
    assert_eq!((dialogue.first.as_deref(), dialogue.second.as_deref()), (Some("b"), Some("c")));
    assert_eq!((ada.limits.memory, ada.clock.move_time), (Some(200), Some(Duration::from_secs(2))));
    assert_eq!(engine("Bob").limits.memory, Some(100));
    assert_eq!((found.own_build("Ada"), found.own_build("Bob")), (Some("make x"), None));
}
