//! Programs written for a person at the terminal, driven as they are through whole games, on both sides.

use std::process::Command;
use std::time::Duration;

use crate::common::{assert_sound, built_in, competitor, engines, folder, play_pair, play_twice, random};
use skirmish_arena::competitor::{Competitor, Dialogue, EngineKind, Program};
use skirmish_arena::game::Fault;
use skirmish_board::{Outcome, Side};
use skirmish_games::GameId;

/// A console program with enough time for a busy machine.
fn console(name: &str, command: &[&str], dialogue: Dialogue) -> Competitor {
    let command = command.iter().map(|&word| word.to_owned()).collect();
    let mut competitor = competitor(name, EngineKind::Console(Program { command, folder: None }, Box::new(dialogue)));
    competitor.clock.margin = Duration::from_secs(10);
    competitor
}

fn python_program() -> Competitor {
    let script = engines().join("refusal_console.py");
    console("naysayer", &["python3", script.to_str().unwrap()], Dialogue::default())
}

/// Compiles the program in C.
fn c_program(name: &str) -> Competitor {
    let (source, program) = (engines().join("gastank_console.c"), folder(name).join("fumes"));
    let status = Command::new("cc").args(["-O1", "-o"]).arg(&program).arg(source).status().expect("cc");
    assert!(status.success());
    console("fumes", &[program.to_str().unwrap()], Dialogue::default())
}

#[test]
fn a_program_in_python_plays_refusal_on_both_sides() {
    for _ in 0..2 {
        for played in play_twice("refusal", &python_program()) {
            assert_sound("refusal", &played);
        }
    }
}

#[test]
fn a_program_in_c_that_never_flushes_plays_gastank_on_both_sides() {
    let program = c_program("c-both-sides");
    for _ in 0..2 {
        for played in play_twice("gastank", &program) {
            assert_sound("gastank", &played);
        }
    }
}

/// Two programs that both take their opponent for a person.
#[test]
fn console_programs_play_each_other() {
    let program = c_program("c-itself");
    for played in play_pair("gastank", [&program, &program]) {
        assert_sound("gastank", &played);
    }
    for played in play_pair("refusal", [&python_program(), &python_program()]) {
        assert_sound("refusal", &played);
    }
}

/// Against a player that knows what it does, most games end by the capture of a king.
#[test]
fn console_programs_lose_to_the_engine_by_the_rules() {
    let level = built_in("level=3");
    for (game, program) in [("refusal", python_program()), ("gastank", c_program("c-level"))] {
        let games = play_pair(game, [&program, &level]);
        games.iter().for_each(|played| assert_sound(game, played));
        assert_eq!(
            games.map(|played| played.outcome),
            [Outcome::Win(Side::North), Outcome::Win(Side::South)],
            "{game}"
        );
    }
}

#[test]
fn only_the_start_of_the_game_is_known_to_a_console_program() {
    use skirmish_arena::{game::Pair, referee, seat::seat};
    let game = GameId::parse("refusal").unwrap();
    let engines = [python_program(), random("random")];
    let play = |opening: &str| {
        let pair = Pair { number: 0, round: 1, engines: [0, 1], opening: opening.into() };
        let mut seats = [seat(&engines[0], game, 1), seat(&engines[1], game, 2)];
        let [first, second] = &mut seats;
        let stop = std::sync::atomic::AtomicBool::new(false);
        referee::play(game, &pair, 0, &engines, [&mut **first, &mut **second], &stop).unwrap()
    };
    let report = play("R--KL/-----/NPPPN/-----/n----/-pppn/-----/rk--l n -").fault.unwrap();
    assert_eq!(report.fault, Fault::Start);
    // Either side may begin there.
    assert_eq!(play("R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l n -").fault, None);
}

/// Programs whose words are their own need them in the plan.
#[test]
fn a_dialogue_of_its_own() {
    let script = engines().join("odd_console.py");
    let dialogue = Dialogue {
        asks_first: Some("white or black".into()),
        first: Some("white".into()),
        second: Some("black".into()),
        prompt: Some("tell me".into()),
        moves: Some(r"\*\* (?P<from>\S+) ~ (?P<to>\S+) \*\*".into()),
        write: Some("{from} > {to}".into()),
        believes: Some("either".into()),
        ..Dialogue::default()
    };
    let odd = console("odd", &["python3", script.to_str().unwrap()], dialogue);
    for played in play_twice("oska", &odd) {
        assert_sound("oska", &played);
    }
}

/// The scripted faults of programs at a terminal.
#[test]
fn faults_at_the_terminal() {
    let faulty = |script: &str, time: Duration| {
        let mut competitor = console("faulty", &["python3", "-c", script], Dialogue::default());
        (competitor.clock.move_time, competitor.clock.margin) = (Some(time), Duration::ZERO);
        crate::common::play_as("trench", &competitor).fault.expect("a fault")
    };
    let ask = "input('first or second? ')\n";
    let cases = [
        ("raise SystemExit(7)", Fault::Start, "status 7"),
        (&*format!("{ask}raise SystemExit(8)"), Fault::Crash, "status 8"),
        (&*format!("{ask}import time\ntime.sleep(60)"), Fault::Hang, "0.500 s"),
        (&*format!("{ask}print('B7B1')\ninput('Your move: ')"), Fault::Illegal, "\"F1F7\": The TIE on F1 cannot jump"),
        (&*format!("{ask}print('I win! You lose!')\ninput('Again? ')"), Fault::NotUnderstood, "expected its move"),
        (&*format!("{ask}import time\ntime.sleep(1)\nprint('A5B4')\ninput('Your move: ')"), Fault::Time, "of 0.500 s"),
        // After an understood move, gibberish loses.
        (
            &*format!("{ask}print('A5B4')\ninput('Your move: ')\nprint('blah')\ninput('blah? ')"),
            Fault::Garbage,
            "expected its move",
        ),
        (&*format!("{ask}while True: print('wait for it')"), Fault::Flood, "KiB in one turn"),
        // Whatever a program printed, it has not answered before it stops computing.
        (&*format!("{ask}print('A5B4')\nwhile True: pass"), Fault::Hang, "0.500 s"),
        (&*format!("{ask}print('I play A5B4')\nwhile True: pass"), Fault::Hang, "0.500 s"),
        // A list of other moves does not hide an illegal one.
        (
            &*format!("{ask}print('My move: B7B1')\nprint('Possible moves: A5B4, G5F4')\ninput('Your move: ')"),
            Fault::Illegal,
            "\"F1F7\": The TIE on F1 cannot jump",
        ),
        // It is South, so it sees the board flipped, and the example with it.
        (&*format!("{ask}input('Legal moves: A5B4, G5F4. Your move: ')"), Fault::NotUnderstood, "such as G5F4."),
    ];
    for (script, fault, words) in cases {
        // Only those that are to be late have little time.
        let is_slow = matches!(fault, Fault::Time | Fault::Hang);
        let report = faulty(script, if is_slow { Duration::from_millis(500) } else { Duration::from_secs(60) });
        assert_eq!(report.fault, fault, "{script}: {report:?}");
        assert!(!words.is_empty() && report.detail.contains(words), "{script}: {report:?}");
        assert!(fault == Fault::Start || report.transcript.contains("first or second?"), "{script}: {report:?}");
    }
}
