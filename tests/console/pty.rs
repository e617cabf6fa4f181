//! Line mode in a pseudo-terminal: editing, colours, the live line, Ctrl-C and the end of input.
use std::process::Command;

use crate::support::referee::Referee;
use crate::support::{games, larger, skirmish, state};
use rexpect::session::{PtySession, spawn_command};
use skirmish_oracle::Random;

/// What the editor writes when it starts to wait for a line.
const WAITING: &str = "\u{1b}[?2004h";

/// Starts the program on a terminal.
fn start(arguments: &[&str], environment: &[(&str, &str)]) -> PtySession {
    // The crate turns echo off; real terminals have it on.
    let mut command = Command::new("sh");
    command.args(["-c", "stty echo && exec \"$0\" \"$@\""]).args(skirmish());
    command.args(arguments).env("SKIRMISH_STATE", state()).env("SKIRMISH_PLAIN", "1");
    command.env("TERM", "xterm-256color").env_remove("NO_COLOR").envs(environment.iter().copied());
    spawn_command(command, Some(60_000)).unwrap()
}

/// The output until the program waits for a line.
#[track_caller]
fn read_output(session: &mut PtySession) -> String {
    session.exp_string(WAITING).unwrap()
}

/// Types a line and returns the answer.
#[track_caller]
fn ask(session: &mut PtySession, line: &str) -> String {
    session.send(&format!("{line}\r")).unwrap();
    session.flush().unwrap();
    read_output(session)
}

/// The output until the program exits, which must succeed.
#[track_caller]
fn leaves(session: &mut PtySession) -> String {
    let text = session.exp_eof().unwrap();
    // The status type is not public.
    let status = format!("{:?}", session.process().wait().unwrap());
    assert!(status.starts_with("Exited(") && status.ends_with(", 0)"), "{status}: {text}");
    text
}

/// The text without carriage returns and escape sequences.
fn plain(text: &str) -> String {
    let mut result = String::new();
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '\r' => {}
            // Erases the live line.
            '\u{1b}' => {
                if signs.by_ref().skip(1).find(char::is_ascii_alphabetic) == Some('K') {
                    result.truncate(result.rfind('\n').map_or(0, |end| end + 1));
                }
            }
            _ => result.push(sign),
        }
    }
    result
}

#[test]
fn whole_games_are_played_at_a_terminal() {
    for (game, first) in games().iter().flat_map(|game| [(game, true), (game, false)]) {
        let order = if first { "--first" } else { "--second" };
        let arguments = ["play", game, order, "--level", "1", "--color", "never", "--hash", "4"];
        let mut session = start(&arguments, &[]);
        let mut random = Random::new(5);
        let mut referee = Referee::new(game, None, first);
        let output = plain(&read_output(&mut session));
        referee.play_on(output, &mut random, |typed| plain(&ask(&mut session, typed)));
        session.send("quit\r").unwrap();
        session.flush().unwrap();
        assert!(leaves(&mut session).contains("Goodbye."));
    }
}

#[test]
fn ctrl_c_while_it_thinks_plays_the_best_move_so_far() {
    // Small boards may be solved before Ctrl-C.
    for game in games().into_iter().map(|game| larger(&game, 3).unwrap_or(game)) {
        let mut session = start(&["play", &game, "--second", "--time", "60m", "--hash", "16"], &[]);
        session.exp_string("thinks: depth").unwrap();
        session.exp_string(" s left").unwrap();
        session.send_control('c').unwrap();
        // An hour is longer than the timeout.
        let output = plain(&read_output(&mut session));
        assert!(output.contains(" plays ") || output.contains(" proposes "), "{output}");
        // The game continues with a prompt.
        assert!(ask(&mut session, "level 1").contains("Level 1 of 10."));
    }
}

/// The first search also finds the alternate move: there is no second search, which would show a live line.
#[test]
fn a_rejected_move_is_replaced_without_thinking() {
    let mut session = start(&["play", "refusal", "--second", "--time", "1s", "--color", "never", "--hash", "4"], &[]);
    let mut referee = Referee::new("refusal", None, false);
    let output = read_output(&mut session);
    assert!(output.contains("thinks: depth"), "{output}");
    referee.follow(&plain(&output));
    referee.person_plays("refuse");
    let output = ask(&mut session, "reject");
    assert!(!output.contains("thinks: depth"), "{output}");
    referee.follow(&plain(&output));
    assert!(referee.is_persons_turn(), "{output}");
}

#[test]
fn ctrl_c_at_the_prompt_cancels_the_line_and_twice_it_leaves() {
    let mut session = start(&["play", "hiya", "--first", "--level", "1", "--hash", "4"], &[]);
    read_output(&mut session);
    session.send("A3B4").unwrap();
    session.send_control('c').unwrap();
    assert!(read_output(&mut session).contains("Press Ctrl-C again to quit."));
    // The line is gone: nothing was played.
    assert!(ask(&mut session, "undo").contains("There is nothing to take back."));
    session.send_control('c').unwrap();
    assert!(read_output(&mut session).contains("Press Ctrl-C again to quit."));
    session.send_control('c').unwrap();
    assert!(leaves(&mut session).contains("Goodbye."));
}

#[test]
fn the_end_of_input_leaves_at_every_question() {
    for arguments in [&["play"][..], &["play", "trench"], &["play", "trench", "--first"], &[]] {
        let mut session = start(arguments, &[]);
        read_output(&mut session);
        session.send_control('d').unwrap();
        let text = leaves(&mut session);
        assert!(text.contains("End of input.") && text.contains("Goodbye."), "{text}");
    }
}

#[test]
fn colours_are_used_unless_they_are_unwanted() {
    const RED: &str = "\u{1b}[31m";
    let board = |options: &[&str], environment: &[(&str, &str)]| {
        let arguments = ["play", "hiya", "--first"].iter().chain(options).copied().collect::<Vec<_>>();
        read_output(&mut start(&arguments, environment))
    };
    let coloured = board(&[], &[]);
    assert!(coloured.contains(RED), "{coloured:?}");
    // With colours, the handout's letters: minis of both sides are lower case.
    assert!(plain(&coloured).contains("6  s s s - j j j\n") && plain(&coloured).contains("3  j j j - s s s\n"));
    let monochrome = [board(&[], &[("NO_COLOR", "1")]), board(&["--color", "never"], &[])];
    for text in monochrome {
        assert!(!text.contains("\u{1b}[3") && !text.contains("\u{1b}[1m"), "{text:?}");
        assert!(plain(&text).contains("6  M M M - N N N\n") && plain(&text).contains("3  n n n - m m m\n"), "{text}");
    }
    assert!(board(&["--color", "always"], &[("NO_COLOR", "1")]).contains(RED));
    assert!(board(&[], &[("NO_COLOR", "")]).contains(RED), "an empty NO_COLOR asks for nothing");
}

#[test]
fn the_live_line_is_erased_when_the_move_is_made() {
    let mut session = start(&["play", "gastank", "--second", "--time", "900ms", "--color", "never"], &[]);
    let output = read_output(&mut session);
    let live = output.find("LAST DROP thinks: depth ").unwrap_or_else(|| panic!("{output:?}"));
    assert!(output[live..].contains(" s left"), "{output:?}");
    let last = output.rfind(" s left").unwrap();
    assert!(output[last..].starts_with(" s left\r\u{1b}[KLAST DROP plays "), "{output:?}");
}

#[test]
fn what_is_typed_while_it_thinks_waits_for_the_question() {
    let mut session = start(&["play", "gastank", "--second", "--time", "2s", "--hash", "16", "--color", "never"], &[]);
    session.exp_string("thinks: depth").unwrap();
    session.send("level").unwrap();
    session.flush().unwrap();
    let output = read_output(&mut session);
    assert!(!output.contains("level"), "{output:?}");
    assert!(ask(&mut session, " 1").contains("Level 1 of 10."));
}

#[test]
fn lines_are_edited_completed_and_remembered() {
    let mut session = start(&["play", "trench", "--first", "--level", "1", "--hash", "4"], &[]);
    read_output(&mut session);
    assert!(ask(&mut session, "movesx\u{7f}").contains("A3B4"), "backspace");
    assert!(ask(&mut session, "\u{1b}[A").contains("A3B4"), "the line before");
    assert!(ask(&mut session, "leve\t").contains("Level 1 of 10."), "completion");
}

#[test]
fn whoever_watches_can_stop_for_a_word() {
    let mut session = start(&["play", "refusal", "--vs", "engine", "--time", "60m", "--hash", "16"], &[]);
    session.exp_string("thinks: depth").unwrap();
    session.send_control('c').unwrap();
    let output = plain(&read_output(&mut session));
    assert!(output.contains("South proposes "), "{output}");
    for action in ["A3B5", "y", "refuse"] {
        assert!(ask(&mut session, action).contains("press Enter to continue"), "{action}");
    }
    assert!(ask(&mut session, "undo").contains("8  "));
    assert!(ask(&mut session, "level 1").contains("Level 1 of 10."));
    session.send("\r").unwrap();
    session.flush().unwrap();
    assert!(leaves(&mut session).contains(" wins. "));
}

/// The terminal output of a long-running command.
fn watched(arguments: &[&str]) -> String {
    leaves(&mut start(arguments, &[("SKIRMISH_CACHE", state().to_str().unwrap())]))
}

#[test]
fn long_work_shows_how_far_it_is_and_leaves_only_its_result() {
    let folder = state();
    let store = folder.join("cup.arena");
    std::fs::create_dir_all(&folder).unwrap();
    let (store, players) = (store.to_str().unwrap(), ["--engine", "builtin=random", "--engine", "builtin=minimum=1"]);
    for (arguments, things, result) in [
        (&["solve", "oska:4"][..], "positions", "MB in "),
        (&["duel", "oska", "--a", "random", "--b", "nodes=50", "--games", "6"], "of 6 games", "Games: 6"),
        (&["tune", "oska", "--games", "20", "--nodes", "50", "--epochs", "1"], "of 20 games", "WEIGHTS"),
        (
            &[&["arena", "run", "--game", "oska", "--rounds", "3", "--store", store], &players[..]].concat(),
            "of 6 games",
            "Rank",
        ),
    ] {
        let text = watched(arguments);
        let bar = text.split('\r').find(|line| line.contains(things)).unwrap_or_default();
        assert!(bar.contains(" left") && bar.contains("-]"), "{arguments:?}: {text:?}");
        assert!(text.contains(result), "{arguments:?}: {text}");
        // The bar is erased before the result.
        let last = text.trim_end().lines().last().unwrap_or_default();
        assert!(!last.contains(" left"), "{arguments:?}: {last:?}");
    }
}

#[test]
fn lines_that_arrive_together_are_all_read() {
    let mut session = start(&["play", "trench", "--vs", "human", "--color", "never"], &[]);
    read_output(&mut session);
    session.send("A3B4\rA5B4\rB3A4\r").unwrap();
    session.flush().unwrap();
    session.exp_string("South's move: ").unwrap();
    let output = session.exp_string("4  x X - - - - -").unwrap();
    assert!(!output.contains("I do not know"), "{output}");
    // The lines of a bracketed paste are answered one after the other.
    session.send("\u{1b}[200~undo\nundo\nboard\n\u{1b}[201~\r").unwrap();
    session.flush().unwrap();
    let output = plain(&session.exp_string("/-x---xx/--+@+--/-tt-tt- n").unwrap());
    assert!(output.contains("move: undo") && output.contains("move: board"), "{output}");
}

#[test]
fn two_quick_interrupts_are_two() {
    for _ in 0..5 {
        let mut session = start(&["play", "hiya", "--first", "--level", "1", "--hash", "4"], &[]);
        read_output(&mut session);
        session.send("\u{3}\u{3}").unwrap();
        session.flush().unwrap();
        assert!(leaves(&mut session).contains("Goodbye."));
    }
}

#[test]
fn on_a_narrow_terminal_the_live_line_stays_one_row() {
    let mut command = Command::new("sh");
    let script = "stty echo cols 40 && exec \"$0\" play gastank --second --time 900ms --hash 16 --color never";
    command.args(["-c", script]).args(skirmish()).env("SKIRMISH_STATE", state()).env("SKIRMISH_PLAIN", "1");
    command.env("TERM", "xterm-256color");
    let mut session = spawn_command(command, Some(60_000)).unwrap();
    let output = read_output(&mut session);
    let live: Vec<&str> = output.split("\r\u{1b}[K").filter(|line| line.starts_with("LAST DROP thinks")).collect();
    assert!(!live.is_empty(), "{output:?}");
    assert!(live.iter().all(|line| line.chars().count() < 40), "{live:?}");
}
