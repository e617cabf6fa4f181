//! Line mode over pipes: commands and messages.

use crate::support::dialogue::{Dialogue, play};
use crate::support::{games, program, run, run_with, state};

#[test]
fn an_illegal_entry_gets_its_reason_and_another_chance() {
    let mut program = play(&["refusal", "--first", "--level", "1"]);
    program.read_output();
    for (typed, reason) in [
        ("A3A4", "The knight on A3 cannot reach A4"),
        ("b8b7", "B8"),
        ("A1B1", "B1"),
        ("Z9A1", "\"Z9\" is not a square: columns are A to E, rows 1 to 8"),
        ("A1", "\"A1\" is not a move"),
        ("accept", "accept"),
    ] {
        let output = program.ask(typed);
        assert!(output.contains(reason), "{typed}: {output}");
        assert!(output.ends_with("Your move: "), "{output}");
    }
    let output = program.ask("c3-c4");
    assert!(output.contains("VETO accepts C3C4.") || output.contains("VETO refuses C3C4."), "{output}");
}

#[test]
fn an_unknown_word_gets_the_nearest_suggestion() {
    for game in games() {
        let mut program = play(&[&game, "--first"]);
        program.read_output();
        for (typed, meant) in
            [("hlep", "help"), ("udno", "undo"), ("QUTI", "quit"), ("hnit", "hint"), ("resing", "resign")]
        {
            let output = program.ask(typed);
            assert!(output.contains(&format!("Did you mean {meant}?")), "{game}, {typed}: {output}");
        }
        let output = program.ask("xyzzy");
        assert!(output.contains("I do not know \"xyzzy\"") && output.contains("help lists the commands"), "{output}");
        let output = program.ask("\u{1b}[2Jboo\u{7}");
        assert!(!output.contains('\u{1b}') && !output.contains('\u{7}'), "{output:?}");
    }
}

#[test]
fn answers_to_proposals_also_know_the_nearest_word() {
    let mut program = play(&["refusal", "--second"]);
    let output = program.read_output();
    assert!(output.contains("VETO proposes ") && output.contains("\nAccept or reject "), "{output}");
    assert!(program.ask("acept").contains("Did you mean accept?"));
    let output = program.ask("xyzzy");
    assert!(
        output.contains("I do not know \"xyzzy\". Accept or reject ") && !output.contains("two squares"),
        "{output}"
    );
    assert!(program.ask("A3B5").contains("answer accept or reject first"));
}

#[test]
fn it_asks_who_is_first_and_introduces_itself() {
    for game in games() {
        let player = skirmish_games::GameId::parse(&game).unwrap().info().player;
        let mut program = play(&[&game, "--level", "1"]);
        let output = program.read_output();
        assert!(output.starts_with(&format!("I am {player}, ")), "{output}");
        assert!(output.contains("Do you want to move first") && output.contains("second"), "{output}");
        let output = program.ask("maybe");
        assert!(output.contains("Please answer first or second"), "{output}");
        let output = program.ask("FIRST");
        assert!(output.ends_with("Your move: ") && !output.contains(&format!("{player} p")), "{output}");
        let mut program = play(&[&game, "--level", "1"]);
        program.read_output();
        let output = program.ask("second");
        let verb = if game == "refusal" { "proposes" } else { "plays" };
        assert!(output.contains(&format!("{player} {verb} ")), "{output}");
        assert!(program.ask("quit").contains("The game is saved. Resume it with: skirmish play --resume\nGoodbye."));
    }
}

#[test]
fn the_menu_leads_to_a_game_and_to_rules() {
    let beyond = games().len() + 1;
    for (number, game) in (1..).zip(skirmish_games::GameId::all()) {
        let typed = format!("rules {number}\nrules\n{beyond}\nchess\n{number}\nfirst\nquit\n");
        let output = run_with([""; 0], typed.as_bytes()).output();
        assert!(output.contains(game.rules().trim_end()), "{output}");
        assert!(output.contains("\"chess\" is not a game"), "{output}");
        assert!(output.contains(&format!("\"{beyond}\" is not a game")), "{output}");
        assert!(output.contains(&format!("I am {}", game.info().player)), "{output}");
        assert!(output.ends_with("Your move: quit\nGoodbye.\n"), "{output}");
    }
    assert!(run_with(["play"], b"\n").output().ends_with("Goodbye.\n"));
    assert!(run(["play"]).output().ends_with("End of input.\nGoodbye.\n"));
}

#[test]
fn undo_and_redo_go_back_to_the_persons_decisions() {
    let mut program = play(&["trench", "--first", "--level", "1", "--seed", "5"]);
    let start = program.read_output();
    assert!(program.ask("undo").contains("There is nothing to take back."));
    let one = program.ask("A3B4");
    let two = program.ask("G3F4");
    let back = program.ask("undo");
    assert_eq!(last_board(&back), last_board(&one), "{back}");
    let back = program.ask("undo");
    assert_eq!(last_board(&back), last_board(&start), "{back}");
    assert_eq!(last_board(&program.ask("redo")), last_board(&one));
    assert_eq!(last_board(&program.ask("redo")), last_board(&two));
    assert!(program.ask("redo").contains("There is nothing to play again."));

    // In Refusal, an answer to a proposal can be undone, too.
    let mut program = play(&["refusal", "--second", "--level", "1", "--seed", "5"]);
    let start = program.read_output();
    program.ask("accept");
    let back = program.ask("undo");
    assert!(back.contains("\nAccept or reject "), "{back}");
    assert_eq!(last_board(&back), last_board(&start));
    assert!(program.ask("undo").contains("There is nothing to take back."));

    // With two people, undo takes back one action.
    let mut program = play(&["trench", "--vs", "human"]);
    program.read_output();
    let one = program.ask("A3B4");
    assert!(one.ends_with("North's move: "), "{one}");
    program.ask("A5B4");
    assert_eq!(last_board(&program.ask("undo")), last_board(&one));
}

/// The lines of the last board drawn.
fn last_board(output: &str) -> Vec<String> {
    let lines: Vec<&str> = output.lines().collect();
    let end =
        lines.iter().rposition(|line| line.starts_with("   A ")).unwrap_or_else(|| panic!("no board in {output}"));
    let start = lines[..end].iter().rposition(|line| line.is_empty() || line.ends_with(". "));
    // In some games the line above the letters is empty.
    let start = lines[..end - 1].iter().rposition(|line| line.is_empty()).or(start).unwrap();
    lines[start..=end].iter().map(|line| line.trim_end().to_owned()).collect()
}

#[test]
fn commands_answer() {
    let mut program = play(&["hiya", "--first", "--level", "2"]);
    program.read_output();
    let help = program.ask("help");
    for word in "help moves hint undo redo rules eval coach values level save load new resign quit".split(' ') {
        assert!(help.contains(&format!("  {word} ")), "{word}: {help}");
    }
    assert!(help.contains("N mini-ninja") && help.contains("n mini-ninja") && help.contains("With colours"), "{help}");
    assert!(program.ask("moves").contains("\nA3B4 "), "moves");
    assert!(program.ask("moves E2").starts_with("moves E2\nE2B5 E2C4 E2D3\n"), "moves E2");
    assert!(program.ask("hint").contains("\nTry "), "hint");
    assert!(program.ask("eval").contains("Expected: "), "eval");
    assert!(program.ask("coach now").contains("The engine prefers "), "coach");
    assert!(program.ask("values").contains("Proven by a search; the rest is unknown."), "values");
    assert!(program.ask("level").contains("Level 2 of 10."), "level");
    assert!(program.ask("level 11").contains("is not a level, expected 1 to 10"), "level 11");
    assert!(program.ask("LEVEL 4").contains("Level 4 of 10."), "level 4");
    assert!(program.ask("rules").len() > 1000, "rules");
    assert!(
        program.ask("board").contains("---K---/JJJ-SSS/MMM-NNN/-------/-------/nnn-mmm/sss-jjj/---k--- s"),
        "board"
    );
    assert!(program.ask("resign").contains("You resign. SENSEI wins."), "resign");
    assert!(program.ask("A3B4").contains("The game is over: you resigned."), "over");
    assert!(program.ask("undo").ends_with("Your move: "), "undo");
    assert!(program.ask("new chess").contains("\"chess\" is not a game"), "new chess");
    assert!(program.ask("new oska:5").contains("Do you want to move first (white) or second (black)?"), "new oska");
    assert!(program.ask("quit").ends_with("Goodbye.\n"), "quit");
}

#[test]
fn weak_levels_repeat_their_moves_with_a_seed() {
    let moves = b"A3B4\nB3C4\nC3D4\nundo\nG3F3\nhint\n";
    let seeded = |seed| {
        let arguments = ["play", "hiya", "--first", "--level", "1", "--time", "1s", "--hash", "4", "--seed", seed];
        run_with(arguments, moves).output()
    };
    assert_eq!(seeded("3").split("hint").next(), seeded("3").split("hint").next());
}

#[test]
fn the_engine_plays_itself_to_the_end() {
    for game in games() {
        let output = run(["play", &game, "--vs", "engine", "--level", "1", "--seed", "2", "--hash", "4"]).output();
        assert!(output.contains(" wins. ") || output.contains("is a draw."), "{output}");
        assert!(output.ends_with("Goodbye.\n") && !output.contains('?'), "{output}");
    }
}

#[test]
fn games_are_saved_loaded_and_resumed() {
    let folder = state();
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("a game.txt");
    let name = file.to_str().unwrap();
    let mut program = play(&["gastank", "--first", "--level", "3"]);
    program.read_output();
    let output = program.ask("D2C4");
    assert!(program.ask(&format!("save {name}")).contains("Saved to "), "save");
    assert!(program.ask(&format!("save {name}")).contains("Saved to "), "a game replaces a game");
    let loaded = program.ask(&format!("load {name}"));
    assert_eq!(last_board(&loaded), last_board(&output));
    assert!(loaded.contains("Level 3 of 10") && loaded.ends_with("Your move: "), "{loaded}");
    drop(program);

    let mut program = play(&["--resume", name]);
    assert_eq!(last_board(&program.read_output()), last_board(&output));
    let other = folder.join("notes.txt");
    std::fs::write(&other, "not a game").unwrap();
    let output = program.ask(&format!("save {}", other.display()));
    assert!(output.contains("exists but is not a saved game: choose another name"), "{output}");
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "not a game");
    let output = program.ask(&format!("load {}", other.display()));
    assert!(output.contains("notes.txt: line 1"), "{output}");
    // A game forfeited in a tournament is over until undo.
    let lost = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&other, lost.replace("unfinished", "north\nEnding: South forfeited: it crashed.")).unwrap();
    let output = program.ask(&format!("load {}", other.display()));
    assert!(output.contains("wins. You forfeited: it crashed.") && output.contains("The game is over"), "{output}");
    assert!(program.ask("D2C4").contains("The game is over: you forfeited: it crashed."), "over");
    assert!(program.ask("undo").ends_with("Your move: "), "undo");
    std::fs::write(&other, "not a game").unwrap();
    assert!(program.ask("load").contains("Load which file?") && program.ask("save").contains("Save to which file?"));
    assert!(program.ask("load /no/such/file").contains("cannot be read"));
    assert!(program.ask("save /no/such/file").contains("cannot be written"));
}

#[test]
fn a_killed_game_is_resumed() {
    let folder = state();
    let start = |arguments: &[&str]| {
        let arguments = ["play", "--time", "100ms", "--hash", "4"].iter().chain(arguments);
        Dialogue::start(program(arguments).env("SKIRMISH_STATE", &folder))
    };
    let mut dialogue = start(&["--resume"]);
    assert_eq!(dialogue.read_output(), "", "nothing to resume yet");
    assert_eq!(dialogue.end().1, Some(2));
    for game in games() {
        let mut dialogue = start(&[&game, "--second", "--level", "2"]);
        let output = dialogue.read_output();
        dialogue.kill();
        let mut dialogue = start(&["--resume"]);
        let resumed = dialogue.read_output();
        assert!(resumed.contains("Level 2 of 10"), "{resumed}");
        assert_eq!(prompt(&resumed), prompt(&output));
        dialogue.kill();
        // The menu offers it too.
        let mut dialogue = start(&[]);
        assert!(dialogue.read_output().contains("is unfinished: type resume to continue it."));
        assert_eq!(prompt(&dialogue.ask("resume")), prompt(&output));
    }
}

/// The last prompt.
fn prompt(output: &str) -> &str {
    output.lines().last().unwrap()
}

#[test]
fn no_terminal_codes_go_into_pipes_unless_asked_for() {
    for game in games() {
        let script = "help\nhint\nmoves\neval\nboard\nnonsense\n";
        let arguments = ["play", &game, "--second", "--time", "400ms", "--hash", "4"];
        let plain = run_with(arguments, script.as_bytes()).output();
        assert!(!plain.contains('\u{1b}') && !plain.contains('\r'), "{plain:?}");
        let coloured = run_with(arguments.iter().chain(&["--color", "always"]), script.as_bytes()).output();
        assert!(coloured.contains("\u{1b}[") && !coloured.contains('\r'), "{coloured:?}");
        let never = run_with(arguments.iter().chain(&["--color", "never"]), script.as_bytes()).output();
        assert!(!never.contains('\u{1b}'), "{never:?}");
    }
}

#[test]
fn pictures_stand_for_pieces_if_wanted() {
    let output = run_with(["play", "gastank", "--first", "--unicode"], b"").output();
    assert!(output.contains("7  -- -- ♝3 ♛3 ♚3 ♝3 -- --  computer\n"), "{output}");
    assert!(output.contains("1  -- -- ♗3 ♕3 ♔3 ♗3 -- --  human\n"), "{output}");
}

#[test]
fn the_end_of_input_leaves_cleanly_at_every_question() {
    for (arguments, input) in [
        (&["play"][..], ""),
        (&["play", "trench"], ""),
        (&["play", "trench", "--first"], "A3B4\n"),
        (&["play"], "3\nfirst"),
    ] {
        let output = run_with(arguments.iter().chain(&["--time", "100ms"]), input.as_bytes()).output();
        assert!(output.contains("End of input.\n") && output.ends_with("Goodbye.\n"), "{output}");
    }
}

#[test]
fn wrong_arguments_are_explained() {
    for (arguments, words) in [
        (&["play", "chess"][..], "\"chess\" is not a game"),
        (&["play", "refusal", "--level", "0"], "--level"),
        (&["play", "refusal", "--time", "fast"], "--time"),
        (&["play", "refusal", "--vs", "me"], "'--vs <OPPONENT>' [possible values: human, engine]"),
        (&["play", "refusal", "--color", "red"], "'--color <WHEN>' [possible values: auto, always, never]"),
        (&["play", "refusal", "--first", "--second"], "--second"),
        (&["play", "refusal", "--hash", "1000000"], "--hash: this machine does not have 1000000 MB of free memory"),
        (&["play", "refusal", "--position", "x s -"], "--position"),
        (&["play", "--position", "x s -"], "GAME"),
        (&["play", "--resume", "/no/such/file"], "--resume /no/such/file: the file cannot be read"),
    ] {
        let complaint = run(arguments).complaint();
        assert!(complaint.contains(words), "{arguments:?}: {complaint}");
    }
}

/// The output for some input lines.
fn typed(arguments: &[&str], lines: &str) -> String {
    run_with(["play"].iter().chain(arguments).chain(&["--time", "100ms", "--hash", "4"]), lines.as_bytes()).output()
}

#[test]
fn what_people_try_first_is_understood() {
    let output = typed(&["refusal", "--first", "--level", "1"], "pass\ngive up\n");
    assert!(output.contains("Passing is not allowed in Refusal: the side to move must move."), "{output}");
    assert!(output.contains("You resign. VETO wins."), "{output}");
    for word in ["accept", "refuse", "reject", "REJECT", "yes", "no"] {
        let output = typed(&["hiya", "--first", "--level", "1"], &format!("{word}\n"));
        assert!(output.contains("Moves are not proposed in Hi-YA!"), "{output}");
        let output = typed(&["refusal", "--first", "--level", "1"], &format!("{word}\n"));
        assert!(output.contains("No move is proposed: it is your turn to name one."), "{output}");
    }
    for (name, player) in
        [("trench run", "RED FIVE"), ("Hi-YA!", "SENSEI"), ("oska 6", "HOURGLASS"), ("2", "LAST DROP")]
    {
        assert!(typed(&[], &format!("{name}\n")).contains(&format!("I am {player}")), "{name}");
    }
    for word in ["help", "?"] {
        assert_eq!(typed(&[], &format!("{word}\n")).matches("Type a number or a name to play").count(), 2, "{word}");
    }
}

#[test]
fn sentences_fit_what_they_speak_of() {
    for game in games() {
        let output = typed(&[&game, "--first", "--level", "1"], "");
        assert!(!output.contains("!. ") && !output.contains(".. "), "{output}");
        let example = output.split("Type a move such as ").nth(1).and_then(|rest| rest.split(',').next()).unwrap();
        let legal = run(["moves", &game]).output();
        assert!(legal.contains(example), "{game}: {example} is not among {legal}");
    }
    let wrong = run(["play", "refusal", "--position", "x"]).complaint();
    assert!(wrong.contains("position text has 1 field, expected 3"), "{wrong}");
    // With symbols, no letters are explained.
    let output = typed(&["hiya", "--first", "--unicode"], "help\n");
    assert!(output.contains("  quit            quit the program\n") && !output.contains("letters"), "{output}");
    // A proposal in a position text is answered like any other.
    let proposed = "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l n ?C3C4";
    let output = typed(&["refusal", "--second", "--position", proposed], "");
    assert!(output.contains("VETO accepts C3C4.") || output.contains("VETO refuses C3C4."), "{output}");
}

#[test]
fn only_games_with_proposals_speak_of_them() {
    for game in games() {
        let output = typed(&[&game, "--first", "--level", "1"], "help\n");
        assert_eq!(output.contains("is proposed"), game == "refusal", "{output}");
    }
}

#[test]
fn letters_that_are_not_the_handouts_are_explained_at_the_start() {
    for game in games() {
        let explained = |arguments: &[&str]| {
            typed(&[&[&game, "--first", "--level", "1"], arguments].concat(), "")
                .contains("m is a mini-samurai and n is a mini-ninja")
        };
        assert_eq!(explained(&[]), game == "hiya", "{game}");
        assert!(!explained(&["--color", "always"]) && !explained(&["--unicode"]), "{game}");
    }
}

#[test]
fn a_pass_is_told_once() {
    let position = "-bb-/b--/--/-w-/-ww- w";
    for (order, text) in
        [("--first", "No piece can move; press Enter to pass: "), ("--second", "HOURGLASS cannot move and passes.")]
    {
        let output = typed(&["oska", order, "--position", position], "");
        assert!(output.contains(text) && !output.contains("must pass"), "{output}");
    }
}

#[test]
fn the_question_who_is_first_names_the_side_to_move_of_the_position() {
    for (turn, question, you) in [
        ("w", "first (white) or second (black)?", [("white", "White"), ("black", "Black"), ("first", "White")]),
        ("b", "first (black) or second (white)?", [("white", "White"), ("black", "Black"), ("first", "Black")]),
    ] {
        for (answer, side) in you {
            let position = format!("wwww/---/--/---/bbbb {turn}");
            let output = typed(&["oska", "--level", "1", "--position", &position], &format!("{answer}\n"));
            assert!(output.contains(question) && output.contains(&format!("You are {side},")), "{output}");
        }
    }
}

#[test]
fn attacks_of_people_are_announced_too() {
    let position = "---K---/-------/-------/-------/--N----/-------/s-n----/---k--- s";
    let output = typed(&["hiya", "--first", "--level", "1", "--position", position], "A2A3\n");
    assert!(!output.contains("Hi-YA!\n\n8  "), "{output}");
    let position = "---K---/-------/-------/-------/--N----/-------/--s----/---k--- s";
    let output = typed(&["hiya", "--vs", "human", "--position", position], "C2C3\n");
    assert!(output.contains("C2C3\nHi-YA!\n\n8  "), "{output}");
}

#[test]
fn who_begins_can_be_said_for_two_people_and_is_asked_again_for_a_new_game() {
    let output = typed(&["trench", "--vs", "human", "--second"], "A5B4\n");
    assert!(output.contains("North's move: A5B4") && output.contains("South's move: "), "{output}");
    let output = typed(&["trench", "--first", "--level", "1"], "new\nsecond\n");
    assert!(output.contains("Do you want to move first or second? second"), "{output}");
    assert!(output.contains("RED FIVE plays "), "{output}");
}

#[test]
fn every_game_is_kept_and_none_takes_the_place_of_another() {
    let folder = state();
    let play = |arguments: &[&str], lines: &str| {
        let mut command = program(["play"].iter().chain(arguments).chain(&["--hash", "4"]));
        let mut dialogue = Dialogue::start(command.env("SKIRMISH_STATE", &folder));
        let mut output = dialogue.read_output();
        for line in lines.lines() {
            output += &dialogue.ask(line);
        }
        output
    };
    // Leave a game for another one, and quit that, too.
    let output =
        play(&["trench", "--first", "--level", "1", "--time", "200ms"], "A3B4\nnew gastank\nfirst\nD2C4\nquit\n");
    let named = output.split("The game is saved. Resume it with: skirmish play --resume ").nth(1).unwrap();
    let file = named.split('\n').next().unwrap();
    assert!(output.ends_with("The game is saved. Resume it with: skirmish play --resume\nGoodbye.\n"), "{output}");
    let newest = play(&["--resume"], "");
    assert!(newest.contains("we play GasTank Chess. Level 1 of 10, at most 0.2 s a move."), "{newest}");
    // The first game is there, and is the newest once it is resumed.
    let output = play(&["--resume", file], "quit\n");
    assert!(output.contains("we play Trench Run.") && output.contains("The game is saved"), "{output}");
    assert!(play(&["--resume"], "").contains("we play Trench Run."));
    let is_game = |name: &std::ffi::OsStr| !name.to_string_lossy().starts_with('.');
    let files = std::fs::read_dir(folder.join("games")).unwrap();
    let saved = files.filter(|file| is_game(&file.as_ref().unwrap().file_name())).count();
    assert_eq!(saved, 3, "the two games, and the one that was opened by its file");
}

#[test]
fn a_game_that_is_over_before_it_begins_says_why_and_can_be_saved_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    for (game, position, reason) in [
        ("hiya", "---K---/-------/-------/-------/-------/-------/-------/---k--- s", "no legal move."),
        ("refusal", "---K-/-----/-----/-----/-----/-----/-----/-k--- s -", "no legal move."),
        (
            "gastank",
            "----K3---/--------/--------/--------/--------/--------/----k0--- s",
            "no legal move: all its pieces are out of gas.",
        ),
        ("trench", "-T-----/--~*~--/-------/-------/-------/--+@+--/------- s -", "no legal move."),
    ] {
        let file = folder.path().join(game);
        let file = file.to_str().unwrap();
        let mut program = play(&[game, "--first", "--level", "1", "--position", position]);
        let output = program.read_output();
        let yours = format!("You have {}", reason.replace("its", "your"));
        assert!(output.contains(&yours), "{game}: {output}");
        assert!(program.ask(&format!("save {file}")).contains("Saved to "));
        let replayed = run(["replay", file]).output();
        assert!(replayed.contains(&format!("South has {reason}")), "{game}: {replayed}");
    }
}

#[test]
fn a_file_may_be_named_from_home() {
    let home = tempfile::tempdir().unwrap();
    let arguments = ["play", "hiya", "--first", "--level", "1", "--color", "never"];
    let mut program = Dialogue::start(program(arguments).env("HOME", home.path()));
    program.read_output();
    assert!(program.ask("save ~/my game.txt").contains("Saved to ~/my game.txt."));
    assert!(home.path().join("my game.txt").exists());
    assert!(program.ask("load ~/my game.txt").contains("Your move: "));
}
