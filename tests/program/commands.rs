//! Every command of the real program, with correct arguments.

use std::io::{BufRead, BufReader, Read, Write};

use crate::support::{START, games, json, program, run, run_in, run_with, state};
use skirmish_games::GameId;

#[test]
fn without_a_command_the_games_are_listed() {
    for input in ["", "\n", "quit\n"] {
        let menu = run_with([""; 0], input.as_bytes()).output();
        for game in games() {
            assert!(menu.contains(&game), "{menu}");
        }
        assert!(menu.contains("Which game") && menu.ends_with("Goodbye.\n"), "{menu}");
    }
}

#[test]
fn help_and_version_go_to_stdout() {
    assert!(run(["--version"]).output().starts_with("skirmish "));
    let help = run(["--help"]).output();
    let (_, list) = help.split_once("\nCommands:\n").unwrap();
    let commands: Vec<&str> =
        list.lines().take_while(|line| !line.is_empty()).map(|line| line.split_whitespace().next().unwrap()).collect();
    assert!(commands.len() > 15 && commands.contains(&"play-out"), "{help}");
    for command in commands.into_iter().filter(|command| *command != "help") {
        assert!(run([command, "--help"]).output().contains("Usage:"), "{command}");
    }
}

#[test]
fn games_names_boards_and_players() {
    let list = run(["games"]).output();
    assert_eq!(list.lines().count(), games().len());
    for (line, game) in list.lines().zip(GameId::all()) {
        let (info, (columns, rows)) = (game.info(), game.dimensions());
        // At least two spaces separate the columns.
        let cells: Vec<&str> = line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
        assert_eq!(cells[..4], [info.id, info.name, &format!("{columns} x {rows}"), info.player], "{line}");
        assert!(cells[4].starts_with(info.summary), "{line}");
    }

    let text = run(["games", "--json"]).output();
    assert!(
        text.starts_with(r#"[{"id":"refusal","name":"Refusal","player":"VETO","columns":5,"rows":8,"sizes":null,"#)
    );
    for game in json(&text).as_array().unwrap() {
        for name in ["id", "name", "player", "summary"] {
            assert!(!game[name].as_str().unwrap().is_empty(), "{game}");
        }
        assert!(game["columns"].as_u64().unwrap() >= 4 && game["rows"].as_u64().unwrap() >= 5, "{game}");
    }
}

#[test]
fn rules_are_shown_for_every_game() {
    for game in GameId::all() {
        assert_eq!(run(["rules", game.info().id]).output().trim_end(), game.rules().trim_end());
        assert!(game.rules().lines().count() > 20, "{game}");
    }
}

#[test]
fn moves_lists_the_legal_actions() {
    let text = run(["moves", "refusal"]).output();
    assert!(text.contains("South to move"), "{text}");
    assert!(text.contains("\nA1A2 A3B5 A3C4 B3B4 C3C4 D3D4 E1C1 E1D1 E1E2 E3C4 E3D5\n"), "{text}");
    let text = run(["moves", "refusal", "--position", "---K-/-----/-----/-----/-----/-----/-----/----- s -"]).output();
    assert!(text.contains("North wins. South's king was captured."), "{text}");
}

#[test]
fn moves_as_json_has_its_fields_in_order() {
    assert_eq!(
        run(["moves", "refusal", "--json"]).output(),
        format!(
            r#"{{"position":"{START}","to_move":"south","outcome":null,"legal":["A1A2","A3B5","A3C4","B3B4","C3C4","D3D4","E1C1","E1D1","E1E2","E3C4","E3D5"]}}"#
        ) + "\n"
    );
    let lost = "---K-/-----/-----/-----/-----/-----/-----/----- s -";
    assert_eq!(
        run(["moves", "refusal", "--json", "--position", lost]).output(),
        format!(r#"{{"position":"{lost}","to_move":"south","outcome":"north","legal":[]}}"#) + "\n"
    );
}

#[test]
fn moves_tells_what_is_known_of_solved_boards() {
    let text = run(["moves", "oska:4", "--known"]).output();
    assert!(text.contains("\nWith best play White wins.\n"), "{text}");
    let text = run(["moves", "oska:4", "--known", "--json"]).output();
    assert!(text.ends_with("],\"known\":\"north\"}\n"), "{text}");
    let lines = "startpos\nnonsense\nwwww/---/--/---/---- b\n";
    let answers = run_with(["moves", "oska:4", "--known", "--stdin"], lines.as_bytes()).output();
    let answers: Vec<serde_json::Value> = answers.lines().map(json).collect();
    assert_eq!(
        answers.iter().map(|answer| answer["known"].as_str()).collect::<Vec<_>>(),
        [Some("north"), None, Some("north")]
    );
    let refused = run(["moves", "trench", "--known"]);
    assert_eq!(refused.status, Some(2), "{refused:?}");
    assert!(refused.stderr.contains("trench cannot be solved, expected oska:4 or oska:5"), "{refused:?}");
    let empty = tempfile::tempdir().unwrap();
    let refused =
        program(["moves", "oska:5", "--known", "--stdin"]).env("SKIRMISH_CACHE", empty.path()).output().unwrap();
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("run skirmish solve oska:5"), "{refused:?}");
}

#[test]
fn every_game_lists_sorted_moves_that_why_calls_legal() {
    for game in games() {
        let answer = json(&run(["moves", &game, "--json"]).output());
        let legal: Vec<&str> = answer["legal"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        assert!(!legal.is_empty() && legal.is_sorted(), "{answer}");
        assert!(["north", "south"].contains(&answer["to_move"].as_str().unwrap()), "{answer}");
        // The position text of the start is accepted, even if it begins with a hyphen.
        let position = answer["position"].as_str().unwrap();
        assert_eq!(json(&run(["moves", &game, "--json", "--position", position]).output()), answer);
        assert_eq!(run(["why", &game, legal[0]]).output().split_whitespace().next(), Some("legal"));
        let verdict = run(["why", &game, "A1A1"]);
        assert_eq!(verdict.status, Some(0), "{verdict:?}");
        assert!(verdict.stdout.starts_with("illegal: ") && verdict.stderr.is_empty(), "{verdict:?}");
    }
}

#[test]
fn stdin_answers_every_line() {
    let lines = format!("{START}\n\nR--KL s -\r\n{START}\r\nnonsense\n{START} \n\u{7}\n{START}");
    let answers = run_with(["moves", "refusal", "--stdin"], lines.as_bytes()).output();
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers.len(), 8);
    let good = run(["moves", "refusal", "--json"]).output();
    for (number, answer) in answers.iter().enumerate() {
        if [0, 3, 5, 7].contains(&number) {
            assert_eq!(*answer, good.trim_end());
        } else {
            assert!(answer.starts_with(r#"{"error":""#), "{answer}");
            assert_eq!(json(answer).as_object().unwrap().len(), 1);
        }
    }
    assert_eq!(run(["moves", "refusal", "--stdin"]).output(), "");
}

#[test]
fn stdin_is_answered_before_the_next_line_comes() {
    let mut child = program(["moves", "refusal", "--stdin"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut answer = String::new();
    // A partial line must not delay the answer to a complete one.
    for rest in ["", "R--K", ""] {
        stdin.write_all(format!("{START}\n{rest}").as_bytes()).unwrap();
        answer.clear();
        stdout.read_line(&mut answer).unwrap();
        assert!(answer.contains("position"), "{answer}");
        if !rest.is_empty() {
            stdin.write_all(b"\n").unwrap();
            answer.clear();
            stdout.read_line(&mut answer).unwrap();
            assert!(answer.contains("error"), "{answer}");
        }
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn perft_counts_depth_by_depth() {
    let counted = run(["perft", "refusal", "4"]);
    assert!(counted.stderr.contains(" s, ") && counted.stderr.contains("nodes/s"), "{counted:?}");
    assert_eq!(counted.output(), "1 11\n2 121\n3 1529\n4 19268\n");
    let answering = START.replace("s -", "n ?A3B5");
    assert_eq!(run(["perft", "refusal", "1", "--position", &answering]).output(), "1 2\n");
    // There are no lines beyond the end of the game.
    let lost = "---K-/-----/-----/-----/-----/-----/-----/----- s -";
    assert_eq!(run(["perft", "refusal", "2", "--position", lost]).output(), "1 0\n2 0\n");
}

#[test]
fn perft_divides_by_the_first_move() {
    for game in games() {
        let split = run(["perft", &game, "2", "--divide"]).output();
        let split: Vec<(&str, u64)> =
            split.lines().filter_map(|line| line.split_once(' ')).map(|(mv, n)| (mv, n.parse().unwrap())).collect();
        let (&(word, total), split) = split.split_last().unwrap();
        assert_eq!(word, "2", "the total is the line of the depth");
        assert!(split.is_sorted());
        assert_eq!(split.iter().map(|(_, lines)| lines).sum::<u64>(), total);
        assert!(run(["perft", &game, "2"]).output().ends_with(&format!("2 {total}\n")));
    }
}

#[test]
fn play_out_shows_the_position_reached() {
    let text = run(["play-out", "refusal", "--moves", " A3B5 refuse\tc3-c4 "]).output();
    assert_eq!(
        text,
        "\
R--KL/-----/NPPPN/-----/--p--/np-pn/-----/rk--l n -

8  R - - K L   computer
7  - - - - -
6  N P P P N
5  - - - - -
4  - - p - -
3  n p - p n
2  - - - - -
1  r k - - l   human
   ---------
   A B C D E

North to move.
"
    );
    let text = run(["play-out", "refusal", "--moves", "A3B5"]).output();
    assert!(text.contains("South proposes A3B5.\nNorth to move."), "{text}");
    let near = "---K-/-----/-----/-----/-----/-----/-----/k--r- s -";
    let text = run(["play-out", "refusal", "--position", near, "--moves", "D1D8 accept"]).output();
    assert!(text.ends_with("South wins. North's king was captured.\n"), "{text}");
    let text = run(["play-out", "oska:4", "--moves", "A5A4"]).output();
    assert!(text.ends_with("Black to move.\n"), "{text}");
}

#[test]
fn position_shows_a_board_or_draws_it() {
    let text = run(["position", "refusal", "--moves", "A3B5 refuse c3-c4"]).output();
    assert_eq!(text, run(["play-out", "refusal", "--moves", "A3B5 refuse c3-c4"]).output());
    for game in games() {
        let svg = run(["position", &game, "--svg"]).output();
        let position = json(&run(["moves", &game, "--json"]).output())["position"].as_str().unwrap().to_owned();
        assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n") && svg.lines().count() == 1, "{game}");
        assert!(svg.contains(&format!("<title>{position}</title>")) && svg.contains("=\"400\""), "{game}");
        for options in [&["--flipped"][..], &["--dark"], &["--size", "800"], &["--marks", "a1 B1"]] {
            let words = ["position", &game, "--svg"].into_iter().chain(options.iter().copied());
            let other = run(words).output();
            assert!(other.ends_with("</svg>\n") && other != svg, "{game} {options:?}");
        }
    }
    let arrows = ["position", "refusal", "--moves", "A3B5 refuse", "--svg", "--arrows", "a3-b5 C3C4 D3D4 E1E2"];
    let svg = run(arrows).output();
    let colours = ["#17703c", "#1b5fa8", "#6a4ba0"].map(|colour| svg.matches(colour).count());
    assert_eq!((colours, svg.contains("REFUSED")), ([1, 1, 2], true));
    let complaint = run(["position", "hiya", "--svg", "--arrows", "A1"]).complaint();
    assert!(complaint.contains("--arrows: \"A1\" does not name two squares"), "{complaint}");
    let complaint = run(["position", "hiya", "--svg", "--marks", "A1 A9"]).complaint();
    assert!(complaint.contains("--marks: the board has no square \"A9\""), "{complaint}");
    assert!(run(["position", "hiya", "--dark"]).complaint().contains("--svg"));
    assert!(run(["position", "hiya", "--svg", "--size", "1"]).complaint().contains("from 16 to 16384"));
}

#[test]
fn play_out_as_json_begins_like_moves() {
    for moves in ["", "A3B5 refuse"] {
        let reached = run(["play-out", "refusal", "--moves", moves, "--json"]).output();
        let position = json(&reached)["position"].as_str().unwrap().to_owned();
        let listed = run(["moves", "refusal", "--json", "--position", &position]).output();
        let shared = listed.trim_end().strip_suffix('}').unwrap();
        assert!(reached.starts_with(shared), "{reached}\n{listed}");
        let actions: Vec<&str> = moves.split_whitespace().collect();
        assert!(json(&reached)["ending"].is_null());
        assert_eq!(json(&reached)["played"], serde_json::json!(actions));
    }
    let near = "---K-/-----/-----/-----/-----/-----/-----/k--r- s -";
    let won = run(["play-out", "refusal", "--position", near, "--moves", "d1d8 accept", "--json"]).output();
    assert_eq!(json(&won)["outcome"], "south");
    assert_eq!(json(&won)["ending"], "North's king was captured.");
    assert_eq!(json(&won)["played"], serde_json::json!(["D1D8", "accept"]));
}

#[test]
fn why_names_the_rule_broken() {
    assert_eq!(run(["why", "refusal", "a3 b5"]).output(), "legal\n");
    for (mv, words) in [("A3A4", vec!["knight", "A3", "A4"]), ("C6C5", vec!["pawn", "C6", "North"])] {
        let verdict = run(["why", "refusal", mv]);
        assert_eq!((verdict.status, verdict.stderr.as_str()), (Some(0), ""));
        assert!(verdict.stdout.starts_with("illegal: ") && verdict.stdout.ends_with(".\n"), "{verdict:?}");
        assert!(words.iter().all(|word| verdict.stdout.contains(word)), "{verdict:?}");
    }
    let refused = START.replace("s -", "s !A3B5");
    let verdict = run(["why", "refusal", "A3B5", "--position", &refused]);
    assert_eq!(verdict.status, Some(0));
    assert!(verdict.stdout.contains("A3B5 was refused this turn"), "{verdict:?}");
}

#[test]
fn remarks_are_announced() {
    assert_eq!(run(["why", "hiya", "E2B5"]).output(), "legal (Hi-YA!)\n");
    assert_eq!(run(["why", "hiya", "E2D3"]).output(), "legal\n");
    let text = run(["play-out", "hiya", "--moves", "e2b5"]).output();
    assert!(text.contains("\nE2B5: Hi-YA!\n"), "{text}");
}

#[test]
fn a_reader_that_leaves_is_no_trouble() {
    for arguments in [&["perft", "refusal", "5"][..], &["rules", "refusal"], &["games"], &["--help"], &[]] {
        let mut child = program(arguments).spawn().unwrap();
        // The menu must not wait for a reader that is gone.
        drop((child.stdout.take(), child.stdin.take()));
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0), "{arguments:?}: {stderr}");
        assert!(!stderr.contains("panic") && !stderr.contains("error"), "{arguments:?}: {stderr}");
    }
    // The same holds if stdout closes midway, or if stderr is closed.
    let mut child = program(["moves", "refusal", "--stdin"]).spawn().unwrap();
    drop((child.stdout.take(), child.stderr.take()));
    let mut stdin = child.stdin.take().unwrap();
    let endless = format!("{START}\n").repeat(1000);
    while stdin.write_all(endless.as_bytes()).is_ok() {}
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let mut child = program(["perft", "refusal", "3"]).spawn().unwrap();
    drop(child.stderr.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stdout), (Some(0), b"1 11\n2 121\n3 1529\n".to_vec()));
}

#[test]
fn how_far_work_is_does_not_go_into_pipes() {
    for arguments in [
        &["duel", "oska", "--a", "random", "--b", "nodes=50", "--games", "4"][..],
        &["tune", "oska", "--games", "4", "--nodes", "50", "--epochs", "1"],
    ] {
        let done = run(arguments);
        assert!(!done.stderr.contains(['\r', '\u{1b}']) && !done.stderr.contains(" left"), "{done:?}");
        assert!(done.stderr.lines().count() <= 1, "{done:?}");
        done.output();
    }
}

/// Windows files have CRLF line ends.
#[test]
fn line_ends_of_windows_are_line_ends() {
    let windows = |text: &str| text.replace('\n', "\r\n").into_bytes();
    let said = run_with(["play", "hiya", "--level", "1"], &windows("first\nhint\nquit\n")).output();
    assert!(said.contains("Try ") && said.ends_with("Goodbye.\n"), "{said}");
    let said = run_with(["ugi"], &windows("ugi\nisready\nposition startpos\ngo nodes 10\nquit\n")).output();
    assert!(said.contains("readyok") && said.contains("bestmove "), "{said}");

    let folder = state();
    std::fs::create_dir_all(&folder).unwrap();
    let plan = "game = 'oska'\nrounds = 1\n[[engine]]\nbuiltin = 'random'\nname = 'a'\n\
                [[engine]]\nbuiltin = 'random'\nname = 'b'\n";
    std::fs::write(folder.join("plan.toml"), windows(plan)).unwrap();
    run_in(&folder, ["arena", "run", "plan.toml"]).output();
    run_in(&folder, ["arena", "report", "--records", "records"]).output();
    for entry in std::fs::read_dir(folder.join("records")).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, windows(&text)).unwrap();
        let plain = path.with_extension("plain");
        std::fs::write(&plain, text).unwrap();
        let replay = |path: &std::path::Path| run(["replay", path.to_str().unwrap()]).output();
        assert_eq!(replay(&path), replay(&plain));
    }
}

#[cfg(not(feature = "web"))]
#[test]
fn a_program_without_the_page_says_so() {
    assert!(run(["web"]).complaint().contains("built without the page"));
}

#[cfg(not(feature = "postgres"))]
#[test]
fn a_program_without_postgresql_says_so() {
    assert!(run(["arena", "status", "--store", "postgres://localhost/x"]).complaint().contains("without PostgreSQL"));
}
