//! Tournaments of the real program, from the command line to the saved games.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::thread::sleep;
use std::time::Duration;

use crate::support::{Run, games, json, program, run, run_in, state};
use skirmish_arena::game::FinishedGame;
use skirmish_arena::store;

/// An empty folder to run in.
fn folder() -> PathBuf {
    let folder = state();
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs `skirmish arena` in a folder with arguments separated by spaces.
fn arena(folder: &Path, arguments: &str) -> Run {
    let words = ["arena"].into_iter().chain(arguments.split(' ').filter(|word| !word.is_empty()));
    run_in(folder, words)
}

/// The same, not waited for.
fn begin(folder: &Path, arguments: &str) -> Child {
    program(["arena"].into_iter().chain(arguments.split(' '))).current_dir(folder).spawn().unwrap()
}

/// The games in a file without their times, which differ from run to run.
fn saved(folder: &Path, file: &str) -> Vec<FinishedGame> {
    let mut store = store::open(folder.join(file).to_str().unwrap(), "").unwrap();
    let mut games = store.games().unwrap();
    games.iter_mut().flat_map(|game| &mut game.actions).for_each(|action| action.micros = 0);
    games
}

const WEAK: &str = "--engine builtin=random name=A --engine builtin=level=1 name=B --openings plies=2";

#[test]
fn a_tournament_in_a_line_is_played_in_every_game() {
    for game in games() {
        let folder = folder();
        let output = arena(&folder, &format!("run --game {game} {WEAK} --rounds 1 --concurrency 2")).output();
        assert!(output.starts_with(&format!("{game}: {game}, round robin, 2 engines, 2 games\n")), "{output}");
        for words in ["Saved in", "Started game 1 of 2 (A vs B)", "Finished game 2 (B vs A): ", "Results of A vs B"] {
            assert!(output.contains(words), "{words}: {output}");
        }
        assert_eq!(saved(&folder, &format!("{game}.arena")).len(), 2);
        let status = arena(&folder, "status").output();
        assert!(status.contains("2 of 2 games finished, 0 by faults; not running\n"), "{status}");
        // The status ends with the last output of the run.
        let table = status.split_once("---").unwrap().1;
        assert!(output.ends_with(table), "{output}\n{status}");
    }
}

#[test]
fn more_games_at_a_time_than_cores_are_warned_of_in_one_sentence() {
    let warning = "games at a time are more than this machine has cores";
    let cores = std::thread::available_parallelism().unwrap().get().min(254);
    for (games, times) in [(cores, 0), (cores + 1, 1)] {
        let run = arena(&folder(), &format!("run --game oska {WEAK} --rounds 1 --concurrency {games}"));
        assert_eq!(run.status, Some(0), "{run:?}");
        assert_eq!(run.stderr.matches(warning).count(), times, "{run:?}");
    }
}

#[test]
fn a_file_and_a_line_play_the_same_games() {
    let folder = folder();
    let line = format!(
        "run --game oska --name cup {WEAK} --engine builtin=minimum=1 name=C --each nodes=50 --rounds 2 --srand 5"
    );
    arena(&folder, &format!("{line} --store line.arena --save-plan saved.toml")).output();
    let file = "name = 'cup'\ngame = 'oska'\nrounds = 2\nsrand = 5\nconcurrency = 3\nstore = 'file.arena'\n\
        [openings]\nplies = 2\n[each]\nnodes = 50\n\
        [[engine]]\nname = 'A'\nbuiltin = 'random'\n\
        [[engine]]\nname = 'B'\nbuiltin = 'level=1'\n\
        [[engine]]\nname = 'C'\nbuiltin = 'minimum=1'\n";
    fs::write(folder.join("tournament.toml"), file).unwrap();
    arena(&folder, "run tournament.toml").output();
    arena(&folder, "run saved.toml --store saved.arena").output();
    let games = saved(&folder, "line.arena");
    assert_eq!(games.len(), 12);
    assert_eq!(games, saved(&folder, "file.arena"));
    assert_eq!(games, saved(&folder, "saved.arena"));
}

#[test]
fn every_format_comes_to_its_end() {
    let engines: String = (0..5).map(|number| format!(" --engine builtin=random name=E{number}")).collect();
    for (format, words) in [("gauntlet", "E0"), ("swiss", "E4"), ("knockout", "E4")] {
        let folder = folder();
        let line =
            format!("run --game oska --tournament {format} --rounds 2 --openings plies=2{engines} --concurrency 2");
        let output = arena(&folder, &line).output();
        assert!(output.contains(words) && output.contains("Rank"), "{output}");
        assert!(saved(&folder, "oska.arena").len() >= 8);
    }
}

#[test]
fn killed_at_any_moment_it_goes_on_with_no_game_lost_and_none_twice() {
    let line = format!("run --game oska {WEAK} --rounds 12 --concurrency 2");
    let whole = folder();
    arena(&whole, &line).output();
    let expected = saved(&whole, "oska.arena");
    assert_eq!(expected.len(), 24);

    let folder = folder();
    for lines in [3, 9, 14] {
        let mut child = begin(&folder, &line);
        let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
        let finished = output.by_ref().take_while(Result::is_ok).flatten().filter(|line| line.starts_with("Finished"));
        let seen = finished.take(lines / 2).count();
        // SIGKILL.
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(saved(&folder, "oska.arena").len() >= seen);
    }
    let before = saved(&folder, "oska.arena").len();
    let output = arena(&folder, "resume").output();
    assert!(before == 24 || output.contains("games finished already"), "{output}");
    assert_eq!(saved(&folder, "oska.arena"), expected);
    // Nothing is left to do, and nothing is done.
    let output = arena(&folder, "resume oska.arena").output();
    assert!(!output.contains("Started"), "{output}");
    assert_eq!(saved(&folder, "oska.arena"), expected);
}

#[cfg(unix)]
#[test]
fn an_interruption_stops_at_once_and_loses_nothing() {
    let folder = folder();
    let mut child = begin(&folder, &format!("run --game oska {WEAK} --rounds 100000"));
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.starts_with("Finished game 3 ") {
        line.clear();
        assert_ne!(output.read_line(&mut line).unwrap(), 0);
    }
    assert!(arena(&folder, "status").output().contains("another process is playing"));
    let complaint = arena(&folder, "resume");
    assert_eq!(complaint.status, Some(2), "{complaint:?}");
    assert!(complaint.stderr.contains("being played by another process"), "{complaint:?}");
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let rest = std::io::read_to_string(output).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(rest.ends_with("Continue with: skirmish arena resume oska.arena\n"), "{rest}");
    assert!(rest.contains("Rank"), "{rest}");
    assert!(saved(&folder, "oska.arena").len() >= 3);
}

#[test]
fn a_plan_that_is_there_goes_on_and_another_is_refused() {
    let folder = folder();
    let line = format!("run --game oska {WEAK}");
    arena(&folder, &line).output();
    let again = arena(&folder, &line).output();
    assert!(again.contains("2 games finished already") && !again.contains("Started"), "{again}");
    for other in ["--rounds 2", "--srand 7", "--engine builtin=random name=C"] {
        let complaint = arena(&folder, &format!("{line} {other}")).complaint();
        assert!(complaint.contains("another plan") && complaint.contains("--name"), "{complaint}");
    }
    arena(&folder, &format!("{line} --rounds 2 --name other")).output();
    let complaint = arena(&folder, "status").complaint();
    assert!(complaint.contains("2 .arena files") && complaint.contains("oska.arena"), "{complaint}");
    arena(&folder, "status other.arena").output();
}

#[test]
fn a_test_ends_the_match_when_it_is_settled() {
    let folder = folder();
    let line = "run --game hiya --engine builtin=minimum=3 name=strong --engine builtin=random name=weak --openings plies=2 \
        --sprt elo0=0 elo1=200 --concurrency 2";
    let output = arena(&folder, line).output();
    assert!(output.contains("at most 2000000 games") && output.contains("LLR") && output.contains("H1"), "{output}");
    assert!(saved(&folder, "hiya.arena").len() < 300);
}

#[test]
fn programs_play_and_those_that_fail_lose_without_ending_anything() {
    let folder = folder();
    let skirmish = env!("CARGO_BIN_EXE_skirmish");
    let line = format!(
        "run --game hiya --engine cmd={skirmish} args=ugi name=program nodes=200 option.Hash=1 --engine builtin=random name=random \
         --engine cmd=true name=missing --engine cmd=false name=quitter --openings plies=2 --concurrency 2"
    );
    let output = arena(&folder, &line).output();
    assert!(output.contains("12 games"), "{output}");
    let games = saved(&folder, "hiya.arena");
    assert_eq!(games.len(), 12);
    let faulty = |engine: usize| {
        games.iter().filter(|game| game.fault.as_ref().is_some_and(|fault| fault.engine == engine)).count()
    };
    assert_eq!((faulty(0), faulty(1)), (0, 0), "{output}");
    // Where both cannot be started, one of them loses each game.
    assert_eq!(faulty(2) + faulty(3), 10, "{output}");
    assert!(arena(&folder, "status").output().contains("10 by faults"));
}

#[test]
fn reports_are_written_for_browsers_machines_and_replays() {
    let folder = folder();
    arena(&folder, &format!("run --game refusal {WEAK} --name class")).output();
    assert_eq!(arena(&folder, "report").output(), "2 games in class.html\n");
    let page = fs::read_to_string(folder.join("class.html")).unwrap();
    assert!(page.starts_with("<!") && page.contains("class") && page.trim_end().ends_with("</html>"));
    let output = arena(&folder, "report class.arena --json games.jsonl --records games").output();
    assert_eq!(output, "2 records in games\n2 lines in games.jsonl\n");
    let lines = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    assert_eq!(lines, arena(&folder, "report --json -").output());
    for line in lines.lines() {
        assert_eq!(json(line)["tournament"], "class");
    }
    let records: Vec<PathBuf> =
        fs::read_dir(folder.join("games")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(records.len(), 2);
    for record in records {
        assert!(run([Path::new("replay"), &record]).output().contains("Refusal"));
    }
    let complaint = arena(&folder, "report --html nowhere/at/all.html").complaint();
    assert!(complaint.contains("cannot write"), "{complaint}");
}

/// A limit on the size of files is like a full disk; a program that it kills is like one killed while it writes.
#[cfg(unix)]
#[test]
fn reports_are_written_whole_or_not_at_all() {
    let folder = folder();
    let line = "arena run --game oska --engine builtin=random name=A --engine builtin=random name=B --rounds 250";
    program(line.split(' ')).current_dir(&folder).output().unwrap();
    arena(&folder, "report --html page.html --json games.jsonl").output();
    let files = || ["page.html", "games.jsonl"].map(|name| fs::read(folder.join(name)).unwrap());
    let whole = files();
    let least = whole.iter().map(Vec::len).min().unwrap();
    assert!(least > 90 << 10, "{least} bytes");
    let names = || fs::read_dir(&folder).unwrap().count();
    let before = names();
    // A killed program leaves its unfinished file behind, so it comes last.
    for (trap, file) in ["trap '' XFSZ; ", ""]
        .into_iter()
        .flat_map(|trap| ["html page.html", "json games.jsonl"].map(|file| (trap, file)))
    {
        // Blocks of 512 bytes, in some shells of 1024. The database needs files of 32 KiB itself.
        let limited = format!("{trap}ulimit -f 80; exec \"$@\" arena report --{file} oska.arena");
        let mut command = std::process::Command::new("sh");
        command.args(["-c", &limited, "sh", env!("CARGO_BIN_EXE_skirmish")]).current_dir(&folder);
        let ended = command.output().unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        assert!(!ended.status.success(), "{file}");
        assert_eq!(said.contains("cannot write"), !trap.is_empty(), "{said}");
        assert!(files() == whole, "{file} is what it was");
        if !trap.is_empty() {
            assert_eq!(names(), before, "nothing is left behind");
        }
    }
}

/// Built-in players of full strength use solved boards. A damaged one is reported once and not used.
#[test]
fn a_damaged_solution_is_told_and_not_used() {
    let folder = folder();
    fs::write(folder.join("oska-5.solution"), "not what anybody solved").unwrap();
    let line =
        "arena run --game oska:5 --engine builtin=nodes=50 name=A --engine builtin=level=1 name=B --concurrency 2";
    let output = program(line.split(' ')).current_dir(&folder).env("SKIRMISH_CACHE", &folder).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    assert_eq!(said.matches("oska-5.solution is not used").count(), 1, "{said}");
    assert_eq!(saved(&folder, "oska-5.arena").len(), 2);
}

/// An unfinished tournament of version 0.1.0, and its reports.
#[test]
fn tournaments_of_version_0_1_0_are_read_and_go_on() {
    let folder = folder();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
    fs::copy(fixtures.join("cup-0.1.0.arena"), folder.join("cup.arena")).unwrap();
    let lines = fs::read_to_string(fixtures.join("cup-0.1.0.jsonl")).unwrap();
    assert_eq!(arena(&folder, "report --json -").output(), lines);
    // What this machine offers is not part of it.
    let of_machine =
        |line: &&str| ["Limits here", "Programs: ", "Running as root"].iter().any(|start| line.starts_with(start));
    let status = arena(&folder, "status").output();
    let mut report: String = status.lines().filter(|line| !of_machine(line)).map(|line| format!("{line}\n")).collect();
    let written = arena(&folder, "report --html cup.html --records games").output();
    assert_eq!(written, "9 games in cup.html\n9 records in games\n");
    for number in 1..=9 {
        report += &fs::read_to_string(folder.join(format!("games/game-{number:04}.txt"))).unwrap();
    }
    let page = fs::read_to_string(folder.join("cup.html")).unwrap();
    let data = page.split_once("id=\"data\">").and_then(|(_, rest)| rest.split_once("</script>"));
    let mut data: serde_json::Value = serde_json::from_str(data.unwrap().0).unwrap();
    // How boards are drawn may change.
    assert!(data.as_object_mut().unwrap().remove("kit").is_some());
    report += &format!("{data}\n");
    assert_eq!(report, fs::read_to_string(fixtures.join("cup-0.1.0-report.txt")).unwrap());

    let before = saved(&folder, "cup.arena");
    let resumed = arena(&folder, "resume").output();
    assert!(resumed.contains("9 games finished already") && resumed.contains("Started game 10 of 24"), "{resumed}");
    let after = saved(&folder, "cup.arena");
    assert_eq!((after.len(), &after[..9]), (24, &before[..]));
    // Only the missing program fails.
    assert!(after.iter().flat_map(|game| &game.fault).all(|report| report.engine == 3), "{resumed}");
}

/// A program that makes a file when it is asked, and answers with nonsense as soon as a condition in Python holds.
#[cfg(unix)]
fn slow_program(folder: &Path, until: &str) {
    let script = format!(
        "import os, sys, time\nfor line in sys.stdin:\n    word = line.split()[0]\n    \
         if word == 'ugi': print('ugiok', flush=True)\n    if word == 'isready': print('readyok', flush=True)\n    \
         if word == 'go':\n        open('asked', 'w').close()\n        while not ({until}): time.sleep(0.01)\n        \
         print('bestmove zzz', flush=True)\n    if word == 'quit': break\n"
    );
    fs::write(folder.join("slow.py"), script).unwrap();
}

/// Waits until the slow program is asked, and suspends the tournament for a time.
#[cfg(unix)]
fn suspend(tournament: &Child, folder: &Path, time: Duration) {
    while !folder.join("asked").exists() {
        sleep(Duration::from_millis(10));
    }
    let id = tournament.id().to_string();
    let send =
        |signal: &str| assert!(std::process::Command::new("kill").args([signal, &id]).status().unwrap().success());
    send("-STOP");
    // Each thread stops when it has a core the next time. Other systems do not show that.
    let threads = || fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    let is_stopped = |stat: &str| stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('T'));
    while threads().any(|thread| fs::read_to_string(thread.path().join("stat")).is_ok_and(|stat| !is_stopped(&stat))) {
        sleep(Duration::from_millis(10));
    }
    sleep(time);
    send("-CONT");
}

/// After a suspension the running games are replayed, so that no engine loses on time.
#[cfg(unix)]
#[test]
fn a_stopped_tournament_costs_nobody_a_game() {
    let folder = folder();
    slow_program(&folder, "os.path.exists('continued')");
    let mut words: Vec<&str> = "arena run --game oska --rounds 1 --each st=3".split(' ').collect();
    words.extend(["--engine", "cmd=python3 slow.py", "name=slow", "--engine", "builtin=random", "name=random"]);
    let mut child = program(words).current_dir(&folder).spawn().unwrap();
    // Longer than the time for its move, without which it would not be late.
    suspend(&child, &folder, Duration::from_millis(3500));
    fs::write(folder.join("continued"), "").unwrap();
    std::io::read_to_string(child.stdout.take().unwrap()).unwrap();
    let errors = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
    assert!(child.wait().unwrap().success(), "{errors}");
    assert!(errors.contains("was suspended: game "), "{errors}");
    // It prints nonsense, in time.
    for game in saved(&folder, "oska.arena") {
        assert_eq!(game.fault.unwrap().fault.id(), "garbage");
    }
}

/// A pair has one replay, so no program gains by making the arena believe that it was suspended.
#[cfg(unix)]
#[test]
fn a_pair_is_replayed_once() {
    let folder = folder();
    slow_program(&folder, "not os.path.exists('asked') or os.path.exists('enough')");
    let mut words: Vec<&str> = "arena run --game oska --rounds 1 --each st=600".split(' ').collect();
    words.extend(["--engine", "cmd=python3 slow.py", "name=slow", "--engine", "builtin=random", "name=random"]);
    let mut child = program(words).current_dir(&folder).spawn().unwrap();
    let mut warnings = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    for what in ["is replayed", "counts, since its pair had its replay"] {
        suspend(&child, &folder, Duration::from_secs(2));
        fs::remove_file(folder.join("asked")).unwrap();
        let warning = warnings.next().unwrap_or_default();
        assert!(warning.contains(&format!("was suspended: game 1 {what}")), "{warning}");
    }
    fs::write(folder.join("enough"), "").unwrap();
    std::io::read_to_string(child.stdout.take().unwrap()).unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(saved(&folder, "oska.arena").len(), 2);
}

/// Reports need no write access.
#[cfg(unix)]
#[test]
fn a_read_only_tournament_can_be_looked_at() {
    use std::os::unix::fs::PermissionsExt;
    let folder = std::env::temp_dir().join(format!("skirmish-read-only-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    arena(&folder, &format!("run --game oska {WEAK}")).output();
    fs::copy(env!("CARGO_BIN_EXE_skirmish"), folder.join("skirmish")).unwrap();
    let allow = |mode: u32| {
        for name in ["", "oska.arena"] {
            fs::set_permissions(folder.join(name), fs::Permissions::from_mode(mode | 0o111)).unwrap();
        }
    };
    allow(0o444);
    // Root may write anywhere.
    let root = std::process::Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
    let words = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
    let words = words.iter().filter(|_| root).copied().chain(["./skirmish", "arena"]);
    for (command, expected) in
        [(&["status"][..], "2 of 2 games finished"), (&["report", "--json", "-"], "\"tournament\":\"oska\"")]
    {
        let all: Vec<&str> = words.clone().chain(command.iter().copied()).collect();
        let output = std::process::Command::new(all[0]).args(&all[1..]).current_dir(&folder).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success() && text.contains(expected),
            "{text}{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    allow(0o755);
    fs::remove_dir_all(&folder).unwrap();
}

/// Settings of `[each]`, and engines with their own program.
#[test]
fn a_file_takes_options_and_each_may_have_a_program() {
    let folder = folder();
    let skirmish = env!("CARGO_BIN_EXE_skirmish");
    let file = format!(
        "game = 'oska'\nrounds = 3\n[openings]\nplies = 2\n[each]\ncmd = '{skirmish} ugi'\nnodes = 50\n\
         [[engine]]\nname = 'A'\noption.Hash = 1\n[[engine]]\nname = 'B'\nbuiltin = 'random'\n"
    );
    fs::write(folder.join("cup.toml"), file).unwrap();
    let output = arena(&folder, "run cup.toml --rounds 1").output();
    assert!(output.contains("2 engines, 2 games"), "{output}");
    assert!(saved(&folder, "cup.arena").iter().all(|game| game.fault.is_none()));
}

#[test]
fn bad_input_is_explained() {
    let folder = folder();
    fs::write(folder.join("broken.toml"), "game = 'hiya'\nrounds = = 3\n").unwrap();
    fs::write(folder.join("alone.toml"), "game = 'hiya'\n[[engine]]\nbuiltin = 'random'\n").unwrap();
    let random = "[[engine]]\nname = 'R'\nbuiltin = 'random'\n";
    let pattern = "game = 'hiya'\n[[engine]]\nname = 'A'\ndialogue.moves = '('\ncmd = 'true'\nproto = 'console'\n";
    fs::write(folder.join("programs.toml"), format!("{pattern}{random}")).unwrap();
    let missing =
        "game = 'hiya'\n[[engine]]\nname = 'A'\ncmd = 'true'\n[[engine]]\ncmd = 'no-such-program'\nname = 'B'\n";
    fs::write(folder.join("missing.toml"), missing).unwrap();
    fs::write(folder.join("nothing.toml"), format!("game = 'hiya'\n{random}\n[[engine]]\nname = 'A'\n")).unwrap();
    fs::write(folder.join("notes.arena"), "no database, but long enough to be taken for one if nobody looks at it")
        .unwrap();
    for (arguments, words) in [
        ("", &["skirmish arena --help"][..]),
        ("ran", &["ran"]),
        ("run", &["game is missing"]),
        ("run --game chess --engine builtin=random --engine builtin=level=1", &["game: \"chess\" is not a game"]),
        ("run --game hiya --engine builtin=random", &["two engines"]),
        ("run --game hiya --engine", &["--engine"]),
        ("run --game hiya --engine random --engine builtin=level=1", &["--engine", "NAME=VALUE"]),
        ("run --game hiya --engine builtin=random --engine builtin=random", &["name \"random\""]),
        ("run --game hiya --engine nodse=3", &["unknown key \"nodse\" in engine 1; did you mean \"nodes\"?"]),
        ("run --game hiya --each name=x", &["each: name cannot be the same"]),
        ("run --game hiya --each cmd=/no/where", &["two engines"]),
        ("run --game hiya --engine cmd=/no/where name=A --engine builtin=random", &["engine \"A\"", "no such file"]),
        (
            "run --game hiya --engine cmd=true dir=/no/where name=A --engine builtin=random",
            &["dir", "no such folder: /no/where"],
        ),
        ("run --game hiya --engine builtin=nodes=5 nodes=6 --engine builtin=random", &["limit given twice"]),
        ("run programs.toml", &["programs.toml, line 4: engine \"A\": dialogue.moves", "is not a valid pattern"]),
        ("run missing.toml", &["missing.toml, line 6: engine \"B\": cmd: no-such-program cannot be started"]),
        ("run nothing.toml", &["nothing.toml, line 6: engine \"A\": no program"]),
        ("try --game hiya /no/where", &["no such file"]),
        ("try --game hiya", &["<CMD>"]),
        ("try alone.toml --engine x", &["two engines"]),
        ("try programs.toml --engine x", &["is not a valid pattern"]),
        ("run --game hiya --openings plys=3 --engine builtin=random --engine builtin=level=1", &["openings", "plies"]),
        ("run --game hiya --openings file=none --engine builtin=random --engine builtin=level=1", &["cannot read"]),
        ("run --game hiya --format cup --engine builtin=random --engine builtin=level=1", &["format", "knockout"]),
        ("run --concurrency 0", &["--concurrency"]),
        ("run nowhere.toml", &["cannot read \"nowhere.toml\""]),
        ("run broken.toml", &["broken.toml, line 2"]),
        ("run alone.toml", &["alone.toml: a tournament needs at least two engines"]),
        ("run alone.toml --game oska", &["two engines"]),
        ("status nowhere.arena", &["no tournament in \"nowhere.arena\""]),
        ("status notes.arena", &["notes.arena"]),
        ("resume nowhere.arena", &["no tournament"]),
        ("worker", &["--store"]),
        ("worker --store notes.arena", &["is a file", "resume"]),
        ("run --game oska --store mysql://x --engine builtin=random --engine builtin=level=1", &["mysql"]),
    ] {
        let complaint = arena(&folder, arguments).complaint();
        assert!(words.iter().all(|word| complaint.contains(word)), "{arguments}: {complaint}");
    }
    assert!(!folder.join("nowhere.arena").exists() && !folder.join("hiya.arena").exists());
}
