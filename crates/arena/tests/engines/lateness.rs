//! What counts as time: a program is not late because others had the cores, and cannot make it look so.

use std::fs;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::common::{competitor, engine, engines, play_as, students_folder};
use skirmish_arena::competitor::{EngineKind, Program, Sandbox};
use skirmish_arena::game::{Fault, FinishedGame};

/// Loops on the core that the engine uses, until they are dropped.
struct Loops(Vec<Child>);

impl Loops {
    fn start(count: usize) -> Loops {
        let script = "import os\nos.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\nprint(flush=True)\nwhile os.getppid() != 1: pass";
        let start = |_| Command::new("python3").args(["-c", script]).stdout(Stdio::piped()).spawn().expect("python3");
        let mut loops = Loops((0..count).map(start).collect());
        for child in &mut loops.0 {
            child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
        }
        loops
    }
}

impl Drop for Loops {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A game whose first move takes these seconds, of so many milliseconds.
fn first_move(mode: &str, seconds: &str, limit: u64) -> FinishedGame {
    let mut slow = competitor("slow", EngineKind::Ugi(engine("cores.py", &[mode, seconds])));
    slow.clock.move_time = Some(Duration::from_millis(limit));
    slow.clock.margin = Duration::ZERO;
    play_as("trench", &slow)
}

/// It lost by its second move, which is illegal, and not by its first; that is known to have had its 0.3 s of a core.
#[track_caller]
fn assert_in_time(game: &FinishedGame) {
    assert_eq!(game.fault.as_ref().map(|report| report.fault), Some(Fault::Illegal), "{:?}", game.fault);
    let first = &game.actions[0];
    let had = first.processor.expect("its processor time");
    assert!(had >= 290_000 && had < first.micros, "{first:?}");
}

/// It lost on time, with a sentence about its processor time.
#[track_caller]
fn assert_late(game: &FinishedGame) {
    let report = game.fault.as_ref().unwrap_or_else(|| panic!("no fault in {game:?}"));
    assert!(matches!(report.fault, Fault::Time | Fault::Hang), "{report:?}");
    // One that hangs is ended, and told in a sentence of its own.
    assert!(report.detail.contains("t had the processor for "), "{report:?}");
}

#[test]
#[ignore = "depends on how the kernel shares a core between the program and eight loops: run it alone"]
fn time_without_a_core_does_not_count() {
    let _loops = Loops::start(8);
    for mode in ["alone", "child"] {
        let game = first_move(mode, "0.8", 1200);
        assert_in_time(&game);
        assert!(game.actions[0].micros > 1_200_000, "{:?}", game.actions[0]);
    }
}

#[test]
#[ignore = "depends on how the kernel shares a core between the program and eight loops: run it alone"]
fn in_the_sandbox_the_processes_of_the_program_are_seen() {
    let folder = students_folder("cores");
    fs::copy(engines().join("cores.py"), folder.join("cores.py")).unwrap();
    let command = ["python3", "-B", "cores.py", "child", "0.3", "free"].map(str::to_owned).to_vec();
    let mut slow = competitor("slow", EngineKind::Ugi(Program { command, folder: Some(folder) }));
    slow.limits.sandbox = Sandbox::Full;
    slow.clock.move_time = Some(Duration::from_secs(20));
    assert_in_time(&play_as("trench", &slow));
}

#[test]
fn a_program_cannot_get_time_back_by_what_it_does_itself() {
    assert_late(&first_move("sleeps", "1.5", 200));
    assert_late(&first_move("crowds", "2.5", 200));
    // Nor when others do have the core.
    let _loops = Loops::start(2);
    assert_late(&first_move("sleeps", "1.5", 200));
}
