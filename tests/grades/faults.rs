//! Each fault costs its own points and no others.

use std::thread;

use crate::{engines, folder, grade_in, grade_of, ids, lost};

/// A program, its fault, the check that fails, and its points.
type Case = (&'static str, &'static str, &'static str, &'static str, f64);

const CASES: &[Case] = &[
    ("hiya", "console", "none", "", 0.0),
    ("trench", "ugi", "none", "", 0.0),
    ("trench", "console", "no-question", "asks-first", 3.0),
    ("trench", "console", "no-axes", "axes", 5.0),
    ("trench", "console", "capitals", "cases", 7.0),
    ("trench", "console", "takes-all", "illegal-entry", 11.0),
    ("trench", "console", "quits", "illegal-entry", 11.0),
    ("trench", "console", "no-ending", "ending", 13.0),
    ("trench", "console", "wrong-winner", "ending", 13.0),
    ("hiya", "console", "never-hi-ya", "hi-ya", 17.0),
    ("hiya", "console", "always-hi-ya", "hi-ya", 17.0),
    ("trench", "console", "illegal", "legal", 23.0),
    ("trench", "ugi", "illegal", "legal", 23.0),
    ("trench", "console", "late", "time", 29.0),
    ("trench", "ugi", "late", "time", 29.0),
    ("trench", "console", "crash", "crash", 31.0),
    ("trench", "ugi", "crash", "crash", 31.0),
    ("trench", "console", "hang", "hang", 37.0),
    ("trench", "ugi", "hang", "hang", 37.0),
    ("trench", "console", "flood", "flood", 41.0),
    ("trench", "ugi", "flood", "flood", 41.0),
];

#[test]
fn each_fault_loses_exactly_its_own_marks() {
    let script = engines().join("graded.py");
    let script = script.to_str().unwrap();
    let failures = std::sync::Mutex::new(Vec::new());
    let next = std::sync::atomic::AtomicUsize::new(0);
    // Most of the time a program waits for another.
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while let Some((game, protocol, fault, check, points)) =
                    CASES.get(next.fetch_add(1, std::sync::atomic::Ordering::SeqCst))
                {
                    let command = ["python3", script, game, protocol, fault, "1.0"];
                    let run = grade_in(&folder(), game, &["--proto", protocol, "--with", "st=1"], &command);
                    let grade = grade_of(run);
                    let expected: Vec<String> =
                        [*check].into_iter().filter(|id| !id.is_empty()).map(str::to_owned).collect();
                    if ids(&grade, "fail") != expected || lost(&grade) != *points {
                        failures.lock().unwrap().push(format!("{game} {protocol} {fault}: {grade:#}"));
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A program that does not start gets nothing.
#[test]
fn what_does_not_start_gets_nothing() {
    let grade = grade_of(grade_in(&folder(), "trench", &[], &["python3", "-c", "raise SystemExit(3)"]));
    assert!(ids(&grade, "pass").is_empty() && ids(&grade, "look").is_empty(), "{grade}");
    assert_eq!(
        lost(&grade),
        grade["checks"].as_array().unwrap().iter().map(|c| c["max"].as_f64().unwrap()).sum::<f64>()
    );
}

/// What is not understood costs nothing until an instructor has looked.
#[test]
fn what_is_not_understood_is_to_be_looked_at() {
    let script = "input('first or second? ')\nwhile True: print(input('Gimme: ')[::-1])";
    let grade = grade_of(grade_in(&folder(), "trench", &["--budget", "20s"], &["python3", "-c", script]));
    assert_eq!(ids(&grade, "fail"), Vec::<String>::new(), "{grade:#}");
    assert!(ids(&grade, "look").contains(&"legal".to_owned()), "{grade:#}");
}
