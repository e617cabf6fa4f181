//! One scripted engine for each fault: it loses by it, and nothing of it is left afterwards.

use std::time::Duration;

use crate::common::{competitor, engine, left_over, play_as, play_pair, python};
use skirmish_arena::competitor::{EngineKind, Program, ResourceLimits, Sandbox};
use skirmish_arena::game::{Fault, FinishedGame};
use skirmish_board::{Outcome, Side};

/// A game in which the faulty engine begins as South against a random player. It has more time than its fault takes.
fn against_random(mode: &str) -> FinishedGame {
    with_limits(mode, ResourceLimits::default())
}

fn with_limits(mode: &str, limits: ResourceLimits) -> FinishedGame {
    with_time(mode, limits, Duration::from_secs(20))
}

/// The same with little time.
fn in_a_hurry(mode: &str) -> FinishedGame {
    with_time(mode, ResourceLimits::default(), Duration::from_millis(400))
}

fn with_time(mode: &str, limits: ResourceLimits, time: Duration) -> FinishedGame {
    let mut faulty = competitor("faulty", EngineKind::Ugi(engine("faulty.py", &[mode])));
    faulty.limits = limits;
    faulty.clock.move_time = Some(time);
    let game = play_as("trench", &faulty);
    assert_eq!(left_over(mode), Vec::<String>::new(), "{mode}");
    game
}

/// The faulty engine lost by this fault, with these words in the detail.
#[track_caller]
fn assert_fault(game: &FinishedGame, fault: Fault, words: &str) {
    let report = game.fault.as_ref().unwrap_or_else(|| panic!("no fault in {game:?}"));
    assert_eq!(report.fault, fault, "{report:?}");
    assert_eq!((report.engine, game.outcome), (0, Outcome::Win(Side::North)), "{report:?}");
    assert!(!words.is_empty() && report.detail.contains(words), "{report:?}");
    assert!(game.ending.starts_with("faulty "), "{}", game.ending);
}

#[test]
fn what_is_not_there_does_not_start() {
    let missing = Program { command: vec!["./no-such-program".into()], folder: None };
    let mut faulty = competitor("faulty", EngineKind::Ugi(missing.clone()));
    assert_fault(&play_as("trench", &faulty), Fault::Start, "cannot be started");
    faulty.limits.processor = Some(5);
    assert_fault(&play_as("trench", &faulty), Fault::Start, "no such file");
    faulty.kind = EngineKind::Ugi(Program { command: Vec::new(), folder: None });
    assert_fault(&play_as("trench", &faulty), Fault::Start, "empty");
    faulty.kind = EngineKind::Ugi(Program { command: vec!["true".into()], folder: Some("/no/such/folder".into()) });
    assert_fault(&play_as("trench", &faulty), Fault::Start, "cannot be started");
}

#[test]
fn of_two_that_do_not_start_neither_wins() {
    let missing = Program { command: vec!["./no-such-program".into()], folder: None };
    let [first, second] = ["first", "second"].map(|name| competitor(name, EngineKind::Ugi(missing.clone())));
    for game in play_pair("trench", [&first, &second]) {
        assert_eq!((game.outcome, game.counts()), (Outcome::Draw, false));
        assert_eq!(game.fault.map(|report| report.fault), Some(Fault::Start));
        assert!(game.ending.contains(" did not start either: "), "{}", game.ending);
    }
}

#[test]
fn a_crash_at_the_start() {
    let game = against_random("crash-at-start");
    assert_fault(&game, Fault::Start, "status 3");
    assert!(game.actions.is_empty());
    let report = game.fault.unwrap();
    assert!(report.stderr.contains("no luck today"), "{report:?}");
    assert!(report.transcript.contains("> ugi"), "{report:?}");
}

#[test]
fn a_crash_in_the_middle() {
    let game = against_random("crash");
    assert_fault(&game, Fault::Crash, "status 4");
    assert_eq!(game.actions.len(), 2);
    let report = game.fault.unwrap();
    assert!(report.stderr.ends_with("the end of a long traceback\n"), "{report:?}");
    assert!(report.stderr.len() <= 4096);
    assert!(
        report.transcript.contains("< bestmove A3B4") && report.transcript.contains("> go movetime 20000"),
        "{report:?}"
    );
}

#[test]
fn a_death_by_signal() {
    assert_fault(&against_random("abort"), Fault::Crash, "signal 6");
}

#[test]
fn an_engine_that_closes_its_output() {
    assert_fault(&against_random("close"), Fault::Crash, "went on running");
}

#[test]
fn an_engine_that_hangs() {
    let game = in_a_hurry("hang");
    assert_fault(&game, Fault::Hang, "0.400 s");
}

#[test]
fn an_engine_that_never_reads() {
    assert_fault(&in_a_hurry("deaf"), Fault::Hang, "0.400 s");
}

#[test]
fn an_illegal_move_is_told_with_its_rule() {
    let game = against_random("illegal");
    assert_fault(&game, Fault::Illegal, "\"A3A4\"");
    assert!(game.fault.unwrap().detail.ends_with('.'));
}

#[test]
fn a_late_answer_has_no_second_try() {
    let game = in_a_hurry("late");
    assert_fault(&game, Fault::Time, "of 0.400 s");
    assert!(game.actions.is_empty());
}

#[test]
fn slow_to_start_is_not_slow_to_move() {
    // It starts in 1.5 s.
    let game = with_time("slow-start", ResourceLimits::default(), Duration::from_secs(1));
    assert_fault(&game, Fault::Crash, "status 4");
    assert_eq!(game.actions.len(), 2, "its first move counted: {game:?}");
}

#[test]
fn garbage_is_no_move() {
    assert_fault(&against_random("garbage"), Fault::Garbage, "xyzzy");
    assert_fault(&against_random("empty"), Fault::Garbage, "without a move");
    assert_fault(&against_random("binary"), Fault::Garbage, "\"���\"");
}

#[test]
fn floods_are_stopped() {
    assert_fault(&against_random("flood"), Fault::Flood, "MiB of output");
    assert_fault(&against_random("flood-errors"), Fault::Flood, "MiB of error output");
    assert_fault(&against_random("endless-line"), Fault::Flood, "a line of more than");
}

#[test]
fn a_flood_while_nobody_asks_waits_in_its_pipe() {
    let game = against_random("flood-later");
    assert_fault(&game, Fault::Flood, "MiB of output");
    assert_eq!(game.actions.len(), 2);
}

#[test]
fn children_are_ended_with_their_parents() {
    assert_fault(&in_a_hurry("forks"), Fault::Hang, "0.400 s");
    assert_fault(&against_random("forks-and-crashes"), Fault::Crash, "status 5");
}

#[test]
fn an_engine_that_ignores_quit_is_ended() {
    // It loses by an illegal move while its process is well, and is then sent quit.
    assert_fault(&against_random("ignores-quit"), Fault::Illegal, "\"A3A4\"");
}

#[test]
fn a_claim_decides_nothing() {
    let game = against_random("claims");
    // It claimed, resigned and went on; then it broke a rule.
    assert_fault(&game, Fault::Illegal, "\"A3A4\"");
    assert!(game.actions.len() >= 2, "{game:?}");
    let report = game.fault.unwrap();
    assert!(report.transcript.contains("I win"), "{report:?}");
}

#[test]
fn memory_is_bounded_for_all_processes_together() {
    let limits = ResourceLimits { memory: Some(300), ..ResourceLimits::default() };
    assert_fault(&with_limits("eats-memory", limits), Fault::Crash, "MiB of memory; 300 are allowed");
    // What processes share counts once: it gets to its illegal move.
    let game = with_time("shares-memory", limits, Duration::from_secs(20));
    assert_fault(&game, Fault::Illegal, "\"A3A4\"");
}

#[test]
fn processes_are_bounded_for_each_engine() {
    let limits = ResourceLimits { processes: Some(20), ..ResourceLimits::default() };
    assert_fault(&with_limits("fork-bomb", limits), Fault::Crash, "processes; 20 are allowed");
}

/// The engine run by a user other than root, who is exempt from the kernel's limits.
fn as_nobody(mode: &str) -> Program {
    let mut program = engine("faulty.py", &[mode]);
    let folder = std::env::temp_dir().join(format!("skirmish-nobody-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let script = folder.join("faulty.py");
    std::fs::copy(crate::common::engines().join("faulty.py"), &script).unwrap();
    program.command[0] = "/usr/bin/python3".into();
    program.command[2] = script.to_str().unwrap().to_owned();
    let root = std::process::Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
    if root {
        let words = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"].map(str::to_owned);
        program.command.splice(0..0, words);
    }
    program
}

#[test]
fn others_of_the_same_user_are_not_counted() {
    let mut sleepers = as_nobody("sleepers").command;
    let place = sleepers.iter().position(|word| word == "/usr/bin/python3").unwrap();
    sleepers.truncate(place);
    sleepers.extend(["sleep", "600"].map(str::to_owned));
    let mut others: Vec<std::process::Child> =
        (0..100).map(|_| std::process::Command::new(&sleepers[0]).args(&sleepers[1..]).spawn().unwrap()).collect();
    let mut faulty = competitor("faulty", EngineKind::Ugi(as_nobody("threads")));
    faulty.limits = ResourceLimits { processes: Some(64), memory: Some(1024), ..ResourceLimits::default() };
    faulty.clock.margin = Duration::from_secs(20);
    let game = play_as("trench", &faulty);
    for other in &mut others {
        let _ = other.kill();
        let _ = other.wait();
    }
    // It started its forty threads and came to its illegal move.
    assert_fault(&game, Fault::Illegal, "\"A3A4\"");
}

#[test]
fn a_child_that_leaves_session_and_environment_is_ended() {
    let game = with_time("leaves", ResourceLimits::default(), Duration::from_secs(20));
    assert_fault(&game, Fault::Illegal, "\"A3A4\"");
}

#[test]
fn engines_do_not_see_the_way_to_the_database() {
    // The tests of a process share its environment: a tournament of its own has these.
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "faults::a_tournament_with_secrets", "--nocapture"])
        .env("PGPASSWORD", "secret")
        .env("STORE", "postgres://me:secret@host/db")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("secrets: [] skirmish: True"), "{text}");
}

#[test]
#[ignore = "is run by the test above"]
fn a_tournament_with_secrets() {
    println!("{}", with_time("looks-around", ResourceLimits::default(), Duration::from_secs(20)).fault.unwrap().stderr);
}

#[test]
fn processor_time_is_bounded() {
    let limits = ResourceLimits { processor: Some(1), ..ResourceLimits::default() };
    let mut faulty = competitor("faulty", EngineKind::Ugi(engine("faulty.py", &["busy"])));
    faulty.limits = limits;
    faulty.clock.move_time = Some(Duration::from_secs(60));
    assert_fault(&play_as("trench", &faulty), Fault::Crash, "signal");
}

#[test]
fn files_are_bounded() {
    let folder = crate::common::folder("file-size");
    let mut faulty = competitor("faulty", EngineKind::Ugi(engine("faulty.py", &["writes", "here"])));
    if let EngineKind::Ugi(program) = &mut faulty.kind {
        program.folder = Some(folder.clone());
    }
    faulty.limits.file = Some(1);
    let game = play_as("trench", &faulty);
    // Python ignores the signal and learns of it when it writes.
    assert_fault(&game, Fault::Crash, "status 1");
    let written = std::fs::metadata(folder.join("here")).unwrap().len();
    assert!(written <= 1 << 20, "{written}");
}

#[test]
fn the_weak_sandbox_allows_writing_in_its_folder_only() {
    let (inside, outside) = (crate::common::folder("inside"), crate::common::folder("outside"));
    let target = outside.join("stolen");
    std::fs::write(outside.join("precious"), "precious").unwrap();
    let run = |mode: &str, path: &str, folder: Option<&std::path::Path>| {
        let mut faulty = competitor("faulty", EngineKind::Ugi(engine("faulty.py", &[mode, path])));
        if let EngineKind::Ugi(program) = &mut faulty.kind {
            program.folder = folder.map(Into::into);
        }
        faulty.limits.sandbox = Sandbox::Weak;
        play_as("trench", &faulty)
    };
    // Writing in its folder goes well, and it gets to its illegal move.
    assert_fault(&run("writes-little", "own", Some(&inside)), Fault::Illegal, "\"A3A4\"");
    assert_eq!(std::fs::read_to_string(inside.join("own")).unwrap(), "mine");
    for mode in ["writes-little", "truncates", "removes"] {
        let path = if mode == "writes-little" { target.clone() } else { outside.join("precious") };
        for folder in [Some(inside.as_path()), None] {
            let game = run(mode, path.to_str().unwrap(), folder);
            assert_fault(&game, Fault::Crash, "status 1");
            assert!(game.fault.unwrap().stderr.contains("PermissionError"), "{mode}");
        }
    }
    assert!(!target.exists());
    assert_eq!(std::fs::read_to_string(outside.join("precious")).unwrap(), "precious");
}

#[test]
fn the_sandbox_hides_files_and_cuts_the_network() {
    let (inside, outside) = (crate::common::students_folder("inside"), crate::common::folder("outside"));
    std::fs::write(outside.join("secret"), "secret").unwrap();
    std::fs::write(inside.join("own"), "own").unwrap();
    std::fs::copy(crate::common::engines().join("faulty.py"), inside.join("faulty.py")).unwrap();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let run = |mode: &str, argument: &str, limits: ResourceLimits| {
        let command = ["python3", "-u", "faulty.py", mode, argument].map(str::to_owned).to_vec();
        let mut faulty = competitor("faulty", EngineKind::Ugi(Program { command, folder: Some(inside.clone()) }));
        faulty.limits = limits;
        faulty.clock.margin = Duration::from_secs(20);
        play_as("trench", &faulty)
    };
    let [weak, full] =
        [Sandbox::Weak, Sandbox::Full].map(|sandbox| ResourceLimits { sandbox, ..ResourceLimits::default() });
    let secret = outside.join("secret");
    let secret = secret.to_str().unwrap();
    assert_fault(&run("reads", secret, weak), Fault::Illegal, "\"A3A4\"");
    assert_fault(&run("reads", "own", full), Fault::Illegal, "\"A3A4\"");
    let game = run("reads", secret, full);
    assert_fault(&game, Fault::Crash, "status 1");
    assert!(game.fault.unwrap().stderr.contains("FileNotFoundError"));
    // Its answer shows whether it could connect.
    assert_fault(&run("connects", &port, weak), Fault::Garbage, "xyzzy");
    assert_fault(&run("connects", &port, full), Fault::Illegal, "\"A3A4\"");
    assert_fault(&run("connects", &port, ResourceLimits { network: true, ..full }), Fault::Garbage, "xyzzy");
}

#[test]
fn an_engine_that_died_is_started_again_for_the_next_game() {
    let faulty = competitor("faulty", EngineKind::Ugi(engine("faulty.py", &["crash"])));
    let [first, second] = crate::common::play_twice("trench", &faulty);
    assert_fault(&first, Fault::Crash, "status 4");
    // Now it is North, for which its first move is illegal; so it must have been asked again.
    let report = second.fault.expect("a fault");
    assert_eq!((report.fault, report.engine), (Fault::Illegal, 0), "{report:?}");
}

/// Set for a tournament whose engine is in a sandbox.
const IN_SANDBOX: &str = "SKIRMISH_TESTS_SANDBOX";

/// Not a test of its own: a tournament that hangs with its engine, which the test below kills.
#[test]
#[ignore = "is killed by the test below"]
fn a_tournament_to_be_killed() {
    let mut faulty = competitor("faulty", EngineKind::Ugi(engine("faulty.py", &["hangs-for-ever"])));
    if std::env::var_os(IN_SANDBOX).is_some() {
        let folder = crate::common::students_folder("killed");
        std::fs::copy(crate::common::engines().join("faulty.py"), folder.join("faulty.py")).unwrap();
        let command = ["python3", "-u", "faulty.py", "hangs-for-ever"].map(str::to_owned).to_vec();
        faulty.kind = EngineKind::Ugi(Program { command, folder: Some(folder) });
        faulty.limits.sandbox = Sandbox::Full;
    }
    faulty.clock.move_time = Some(Duration::from_secs(3600));
    play_as("trench", &faulty);
}

/// Killed without warning, the tournament leaves nothing behind, not even an engine that ignores the end of its input.
#[test]
fn engines_end_with_a_killed_tournament() {
    for is_sandboxed in [false, true] {
        let mut command = std::process::Command::new(std::env::current_exe().unwrap());
        command.args(["--ignored", "--exact", "faults::a_tournament_to_be_killed"]).stdout(std::process::Stdio::null());
        if is_sandboxed {
            command.env(IN_SANDBOX, "1");
        }
        let mut tournament = command.spawn().unwrap();
        // The engine shows that it was asked.
        while crate::common::processes("hangs-for-ever\0asked\0").is_empty() {
            assert_eq!(tournament.try_wait().unwrap(), None, "it ended by itself");
            std::thread::sleep(Duration::from_millis(20));
        }
        tournament.kill().unwrap();
        tournament.wait().unwrap();
        assert_eq!(left_over("hangs-for-ever"), Vec::<String>::new(), "in a sandbox: {is_sandboxed}");
    }
}

#[test]
fn python_is_there() {
    assert!(python().status.success());
}
