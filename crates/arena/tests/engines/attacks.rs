//! Attacks on the arena, its machine and other programs, from inside the sandbox: each fails and costs its program only.
//!
//! They run as the user of the tests and, if that is root, as an ordinary user, too.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use crate::common::{competitor, engines, play_pair, students_folder};
use skirmish_arena::competitor::{Competitor, EngineKind, Program, ResourceLimits, Sandbox};
use skirmish_arena::game::{Fault, FinishedGame};

/// The limits of the attackers.
const LIMITS: ResourceLimits = ResourceLimits {
    memory: Some(300),
    processor: None,
    file: Some(64),
    disk: Some(100),
    processes: Some(40),
    sandbox: Sandbox::Full,
    network: false,
    ponder: false,
    affinity: false,
};

/// The user as whom root repeats the tests.
const NOBODY: u32 = 65534;

fn is_root() -> bool {
    skirmish_arena::is_root()
}

/// A hand-in with the attacker.
fn hand_in() -> PathBuf {
    let folder = students_folder("attack");
    let script = folder.join("attack.py");
    fs::copy(engines().join("attacks/attack.py"), &script).unwrap();
    folder
}

fn attacker(folder: &Path, words: &[&str]) -> Competitor {
    let command = ["python3", "-B", "attack.py"].iter().chain(words).map(|&word| word.to_owned()).collect();
    let program = Program { command, folder: Some(folder.to_owned()) };
    let mut attacker = competitor("attacker", EngineKind::Ugi(program));
    attacker.limits = LIMITS;
    attacker.clock.move_time = Some(Duration::from_secs(120));
    attacker
}

fn play(attacker: &Competitor) -> FinishedGame {
    crate::common::play_as("trench", attacker)
}

/// The attack got nothing: it came to its illegal move, and reports no success.
#[track_caller]
fn assert_harmless(words: &[&str]) {
    let folder = hand_in();
    let report = play(&attacker(&folder, words)).fault.expect("a fault");
    assert_eq!(report.fault, Fault::Illegal, "{words:?}: {report:?}");
    let gains: Vec<&str> = report.stderr.lines().filter(|line| line.starts_with("got: ")).collect();
    assert!(gains.is_empty() && report.stderr.contains("no: "), "{words:?}: {gains:#?}\n{}", report.stderr);
}

/// The attacker was killed for what it did.
#[track_caller]
fn assert_killed(words: &[&str], why: &str) {
    let folder = hand_in();
    let report = play(&attacker(&folder, words)).fault.expect("a fault");
    assert!(report.fault == Fault::Crash && report.detail.contains(why), "{words:?}: {report:?}");
    // As root the folder is another user's; what it holds goes at once.
    let _ = fs::set_permissions(folder.join("private"), PermissionsExt::from_mode(0o700));
    fs::remove_dir_all(&folder).unwrap();
}

/// What the processes of this machine have in their command line.
fn running(word: &str) -> usize {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| line.split(|&byte| byte == 0).any(|part| part == word.as_bytes())).count()
}

#[test]
fn nothing_of_the_machine_or_of_others_can_be_reached() {
    let own = std::process::id().to_string();
    assert_harmless(&["tiocsti"]);
    assert_harmless(&["prlimit", &own]);
    assert_harmless(&["terminals"]);
    assert_harmless(&["priority", &own]);
    assert_harmless(&["devices"]);
    assert_harmless(&["command_lines"]);
    assert_harmless(&["leases"]);
}

#[test]
fn files_of_others_can_not_be_reached() {
    let other = students_folder("other-student");
    let store = other.join("class.arena-shm");
    fs::write(&store, "store").unwrap();
    for name in ["memory", "link"] {
        let _ = fs::remove_file(other.join(name));
    }
    let [other_text, store_text] = [&other, &store].map(|path| path.to_str().unwrap().to_owned());
    assert_harmless(&["files", &other_text, &store_text]);
    // Through a link in its own folder, too.
    let folder = hand_in();
    symlink(&other, folder.join("way")).unwrap();
    let report = play(&attacker(&folder, &["files", "way"])).fault.expect("a fault");
    assert!(report.fault == Fault::Illegal && !report.stderr.contains("got: "), "{report:?}");
    assert_eq!(fs::metadata(&other).unwrap().permissions().mode() & 0o777, 0o755);
    assert_eq!(fs::read_to_string(&store).unwrap(), "store");
}

#[test]
fn sockets_of_the_machine_can_not_be_reached() {
    let folder = students_folder("socket");
    // The path of a socket must be short.
    let path = std::env::temp_dir().join(format!("sk-{}", std::process::id()));
    let _local = UnixListener::bind(&path).unwrap();
    let network = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = network.local_addr().unwrap().port().to_string();
    assert_harmless(&["sockets", path.to_str().unwrap(), &port]);
    fs::remove_file(path).unwrap();
    fs::remove_dir(folder).unwrap();
}

#[test]
fn a_folder_that_is_a_link_is_refused() {
    let (target, place) = (students_folder("target"), students_folder("links"));
    fs::copy(engines().join("attacks/attack.py"), target.join("attack.py")).unwrap();
    symlink(&target, place.join("way")).unwrap();
    let report = play(&attacker(&place.join("way"), &["fill"])).fault.expect("a fault");
    assert!(report.fault == Fault::Machine && report.detail.contains("is a symbolic link"), "{report:?}");
    assert_eq!(fs::read_dir(&target).unwrap().count(), 1);
}

#[test]
fn memory_can_not_be_hidden() {
    for kind in ["memfd", "memfd_secret", "shmget"] {
        assert_harmless(&[kind]);
    }
    for kind in
        ["hoard", "shared", "hidden_leader", "shared_without_leader", "memory_files", "page_tables", "socket_buffers"]
    {
        assert_killed(&[kind], "MiB of memory; 300 are allowed");
    }
}

#[test]
fn processes_can_not_be_multiplied_or_left_behind() {
    assert_killed(&["bomb"], "are allowed");
    assert_harmless(&["zombies"]);
    let own = std::process::id();
    let children = fs::read_to_string(format!("/proc/{own}/task/{own}/children")).unwrap_or_default();
    let zombies = children.split_whitespace().filter(|child| {
        let stat = fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        stat.rsplit_once(')').is_some_and(|(_, rest)| rest.starts_with(" Z"))
    });
    // Those of other tests are about to be collected.
    assert!(zombies.count() < 5);
    let mark = format!("outlives-{own}");
    let folder = hand_in();
    let report = play(&attacker(&folder, &["outlives", &mark])).fault.expect("a fault");
    assert_eq!(report.fault, Fault::Illegal, "{report:?}");
    assert_eq!(running(&mark), 0);
}

#[test]
fn a_folder_can_not_be_filled() {
    for kind in ["fill", "fill_deleted", "fill_without_leader", "fill_mapped", "fill_secretly", "fill_empty"] {
        assert_killed(&[kind], "MiB; 100 are allowed");
    }
    // As root the arena can read everything.
    if !is_root() {
        assert_killed(&["fill_private"], "MiB; 100 are allowed");
    }
}

#[test]
fn other_architectures_end_the_program() {
    if cfg!(target_arch = "x86_64") {
        let report = play(&attacker(&hand_in(), &["x86_32"])).fault.expect("a fault");
        assert!(report.fault == Fault::Crash && !report.stderr.contains("got: "), "{report:?}");
    }
}

/// For how many seconds of processor time the attacker's processes ran until its opponent had thought.
fn ran(attacker: &Competitor, folder: &Path) -> f64 {
    let mut opponent = competitor("opponent", EngineKind::Ugi(crate::common::engine("attacks/slow.py", &[])));
    opponent.clock.move_time = Some(Duration::from_secs(60));
    let [game, _] = play_pair("trench", [attacker, &opponent]);
    assert_eq!(game.actions.len(), 1, "{game:?}");
    let is_log = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with("ran-");
    let logs = fs::read_dir(folder).unwrap().flatten().filter(is_log);
    logs.filter_map(|entry| fs::read_to_string(entry.path()).ok()?.trim().parse::<f64>().ok()).sum()
}

/// The opponent takes its time; meanwhile the attacker's processes do not run.
#[test]
fn who_is_not_to_move_does_not_run() {
    let ran = |ponder: bool| {
        let folder = hand_in();
        let mut attacker = attacker(&folder, &["busy"]);
        attacker.limits.ponder = ponder;
        ran(&attacker, &folder)
    };
    let (stopped, running) = (ran(false), ran(true));
    assert!(running > 4.0 * stopped, "{stopped} s stopped, {running} s running");
}

/// Processes of which each starts the next and ends are stopped or ended, too.
#[test]
fn who_starts_others_without_end_does_not_run() {
    let folder = hand_in();
    let mut opponent = competitor("opponent", EngineKind::Ugi(crate::common::engine("attacks/slow.py", &[])));
    opponent.clock.move_time = Some(Duration::from_secs(60));
    crate::common::play_first("trench", [&attacker(&folder, &["chain"]), &opponent]);
    // In the two seconds that the opponent took, nothing was written.
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs_f64();
    let text = fs::read_to_string(folder.join("alive")).unwrap();
    let mut times: Vec<f64> = text.lines().filter_map(|line| line.parse().ok()).chain([now]).collect();
    times.sort_by(f64::total_cmp);
    let longest = times.windows(2).map(|pair| pair[1] - pair[0]).fold(0.0, f64::max);
    assert!(longest > 1.0, "{longest} s of {}", now - times[0]);
}

/// Nor do those of a program at a terminal.
#[test]
fn a_console_program_that_is_not_to_move_does_not_run() {
    let ran = |ponder: bool| {
        let folder = hand_in();
        let script = "attacks/busy_console.py";
        fs::copy(engines().join(script), folder.join("busy.py")).unwrap();
        let command = ["python3", "-B", "busy.py"].map(str::to_owned).to_vec();
        let mut attacker = attacker(&folder, &[]);
        attacker.kind = EngineKind::Console(Program { command, folder: Some(folder.clone()) }, Box::default());
        attacker.limits.ponder = ponder;
        ran(&attacker, &folder)
    };
    let (stopped, running) = (ran(false), ran(true));
    assert!(running > 4.0 * stopped, "{stopped} s stopped, {running} s running");
}

/// A hundred starts leave no process, no file and no descriptor behind.
#[test]
fn a_hundred_starts_leave_nothing_behind() {
    let folder = hand_in();
    let descriptors = || fs::read_dir("/proc/self/fd").unwrap().count();
    let mark = format!("hundred-{}", std::process::id());
    let attacker = attacker(&folder, &["note", &mark]);
    let before = descriptors();
    for _ in 0..100 {
        let mut seat = skirmish_arena::seat::seat(&attacker, skirmish_games::GameId::parse("trench").unwrap(), 1);
        seat.begin(
            &skirmish_play::new_game(skirmish_games::GameId::parse("trench").unwrap()).position(),
            skirmish_board::Side::South,
        )
        .unwrap();
    }
    assert_eq!(running(&mark), 0);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    // Other tests have some open.
    assert!(descriptors() < before + 60, "{before} and {}", descriptors());
    let left = fs::read_dir(std::env::temp_dir()).unwrap().flatten();
    let own = format!("skirmish-sandbox-{}-", std::process::id());
    assert_eq!(left.filter(|entry| entry.file_name().to_string_lossy().starts_with(&own)).count(), 0);
}

/// Where the tests run as root, all of them run as an ordinary user as well, from copies that this user can reach.
#[test]
fn an_ordinary_user_is_protected_as_well() {
    if !is_root() {
        return;
    }
    // Not in /tmp: programs may write in theirs.
    let place = Path::new("/var/tmp").join(format!("skirmish-attacks-{}", std::process::id()));
    let own = place.join("tests");
    fs::create_dir_all(&place).unwrap();
    fs::copy(std::env::current_exe().unwrap(), &own).unwrap();
    fs::create_dir_all(place.join("work")).unwrap();
    chown(place.join("work"), Some(NOBODY), Some(NOBODY)).unwrap();
    let user = format!("--reuid={NOBODY}");
    let group = format!("--regid={NOBODY}");
    let mut tests = Command::new("setpriv");
    tests.args([&user, &group, "--clear-groups"]).arg(&own).args([
        "attacks::",
        "--skip",
        "an_ordinary_user",
        "--test-threads=2",
    ]);
    tests.env("HOME", place.join("work")).env("SKIRMISH_TESTS_FOLDER", place.join("work"));
    tests.env("SKIRMISH_TESTS_ENGINES", place.join("engines")).env("PATH", "/usr/local/bin:/usr/bin:/bin");
    let copied = Command::new("cp").arg("-r").arg(engines()).arg(place.join("engines")).status().unwrap();
    assert!(copied.success());
    let mut running =
        tests.current_dir(place.join("work")).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
    let lines: Vec<String> = BufReader::new(running.stdout.take().unwrap()).lines().map_while(Result::ok).collect();
    let status = running.wait().unwrap();
    fs::remove_dir_all(&place).unwrap();
    let text = lines.join("\n");
    assert!(status.success(), "{text}");
    assert!(text.contains("nothing_of_the_machine_or_of_others_can_be_reached ... ok"), "{text}");
}
