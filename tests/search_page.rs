//! docs/SEARCH.md: it quotes what the programs print and names functions that exist.
//!
//! After a change of the search or an evaluation, `SKIRMISH_WRITE=1 cargo test -p skirmish --test search_page` rewrites the quoted
//! outputs and the node counts. Then check that the text still fits them.

#[path = "support/examples.rs"]
mod examples;
mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use examples::example;
use skirmish_board::SearchParams;
use support::{program, run};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn page() -> String {
    fs::read_to_string(docs().join("SEARCH.md")).unwrap()
}

/// The words of a command line; a text in double quotes is one word.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (number, part) in line.split('"').enumerate() {
        if number % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// The output of a command, without speed and time, which vary.
fn printed(command: &str) -> String {
    let words = words(command);
    let output = match words[0].as_str() {
        "skirmish" => run(&words[1..]).output(),
        "search_tree" => {
            let output = Command::new(example("search_tree")).args(&words[1..]).output().unwrap();
            assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).unwrap()
        }
        other => panic!("unknown program {other}"),
    };
    let timeless = |line: &str| match line.split_once(" M/s ").zip(line.split_once(" nodes ")) {
        Some(((_, after), (before, _))) => {
            format!("{before} nodes  {}\n", after.split_once(" s  ").map_or("", |(_, moves)| moves))
        }
        None => format!("{line}\n"),
    };
    output.lines().map(timeless).collect()
}

/// The page with current outputs in all text blocks that begin with a command.
fn with_current_outputs(page: &str) -> String {
    // A backslash continues a command on the next line.
    let lines_of_command = |block: &str| block.lines().skip(1).take_while(|line| line.ends_with('\\')).count() + 2;
    let block = |block: &str| {
        if !block.starts_with("text\n$ ") {
            return block.to_owned();
        }
        let head: String = block.split_inclusive('\n').take(lines_of_command(block)).collect();
        let command = head.replace("\\\n", " ");
        let (_, command) = command.trim_end().split_once("$ ").unwrap();
        format!("{head}{}", printed(command))
    };
    let parts = page.split("```").enumerate();
    parts
        .map(|(number, part)| if number % 2 == 1 { block(part) } else { with_counts(part) })
        .collect::<Vec<_>>()
        .join("```")
}

/// The games in the columns of every table.
const COLUMNS: [&str; 5] = ["refusal", "gastank", "trench", "hiya", "oska:6"];

/// Begins the comment above a table. It has the command of each counted row, as `LABEL: COMMAND`; GAME is the game of the column, and
/// EXACT turns all pruning off.
const COUNTED: &str = "<!-- counted by\n";

/// A part of the page with current node counts in its tables.
fn with_counts(part: &str) -> String {
    let mut pieces = part.split(COUNTED);
    let mut text = pieces.next().unwrap().to_owned();
    for piece in pieces {
        let (comment, rest) = piece.split_once("-->\n\n").unwrap();
        let (table, rest) = rest.split_once("\n\n").unwrap();
        text += &format!("{COUNTED}{comment}-->\n\n{}\n\n{rest}", counted(comment, table));
    }
    text
}

/// A table with current counts. A count equal to that of the first counted row becomes "the same".
fn counted(comment: &str, table: &str) -> String {
    // Without optimisation, search_tree takes most of a minute.
    let thorough = ["SKIRMISH_ALL", "SKIRMISH_WRITE"].into_iter().any(|name| env::var_os(name).is_some());
    let commands = comment.lines().map(|line| line.split_once(": ").unwrap());
    let mut commands: Vec<_> = commands.filter(|(_, command)| thorough || command.starts_with("skirmish ")).collect();
    let mut first: Option<Vec<String>> = None;
    let mut row = |row: &str| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let Some(place) = commands.iter().position(|(label, _)| *label == cells[0]) else { return row.to_owned() };
        let (label, command) = commands.remove(place);
        let counts = std::thread::scope(|scope| {
            let count =
                |(game, cell)| scope.spawn(move || if is_count(cell) { count(command, game) } else { cell.into() });
            let counts: Vec<_> = COLUMNS.into_iter().zip(cells[1..].iter().copied()).map(count).collect();
            counts.into_iter().map(|count| count.join().unwrap()).collect::<Vec<String>>()
        });
        let is_same = |place: usize| first.as_ref().is_some_and(|first| first[place] == counts[place]);
        let said = (0..counts.len()).map(|place| if is_same(place) { "the same" } else { &counts[place] });
        let row = format!("| {label} | {} |", said.collect::<Vec<_>>().join(" | "));
        first.get_or_insert(counts);
        row
    };
    let table = table.lines().map(&mut row).collect::<Vec<_>>().join("\n");
    assert_eq!(commands, [], "no row of the table has this label");
    table
}

/// Whether a cell is a count, not a remark.
fn is_count(cell: &str) -> bool {
    cell == "the same" || cell.chars().all(|c| c.is_ascii_digit() || c == ',')
}

/// The number of nodes that a command visits in a game, with thousands separators.
fn count(command: &str, game: &str) -> String {
    let exact: String = SearchParams::NAMES.iter().map(|name| format!("--set {name}=0 ")).collect();
    let said = printed(&command.replace("GAME", game).replace("EXACT", &exact));
    let words: Vec<&str> = said.split_whitespace().collect();
    let place = words.iter().position(|word| ["nodes", "positions"].contains(word)).unwrap();
    let digits = words[place - 1];
    let parts: Vec<&str> = digits.as_bytes().rchunks(3).rev().map(|part| str::from_utf8(part).unwrap()).collect();
    parts.join(",")
}

#[test]
fn what_is_quoted_is_what_the_programs_print() {
    let page = page();
    let expected = with_current_outputs(&page);
    assert!(expected.matches("text\n$ search_tree ").count() >= 10, "a tree for each idea");
    assert!(expected.matches(COUNTED).count() >= 12, "the tables are counted");
    if env::var_os("SKIRMISH_WRITE").is_some() {
        fs::write(docs().join("SEARCH.md"), expected).unwrap();
    } else {
        for (line, expected) in page.lines().zip(expected.lines()) {
            assert_eq!(line, expected, "SKIRMISH_WRITE=1 rewrites it");
        }
        assert_eq!(page, expected);
    }
}

/// Under each idea there is a command for the microscope.
#[test]
fn every_command_for_the_microscope_shows_a_search() {
    let page = page().replace("\\\n", " ");
    let commands: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("    ")).collect();
    let searches = commands.iter().filter(|line| line.starts_with("skirmish microscope ") && line.contains("--depth"));
    let shown = std::thread::scope(|scope| {
        let searches: Vec<_> = searches.map(|command| (command, scope.spawn(|| run(&words(command)[1..])))).collect();
        searches.into_iter().map(|(command, shown)| (*command, shown.join().unwrap())).collect::<Vec<_>>()
    });
    assert!(shown.len() > 15, "{shown:?}");
    for (command, shown) in shown {
        let said = &shown.stdout;
        assert!(shown.status == Some(0) && said.contains("nodes by reason"), "{command}: {shown:?}");
        assert!(!command.contains("--compare") || said.contains("The first difference:\n"), "{command}: {said}");
    }
}

/// A function is named as `` `Type::name` in [`file.rs`](../path/file.rs) ``.
#[test]
fn every_function_that_is_named_is_in_its_file() {
    let page = page();
    let mut count = 0;
    for (before, link) in page.split("` in [`").zip(page.split("` in [`").skip(1)) {
        let name = before.rsplit('`').next().unwrap();
        let path = link.split_once("](").and_then(|(_, rest)| rest.split(')').next()).unwrap();
        let source = fs::read_to_string(docs().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        let (owner, function) = name.rsplit_once("::").unwrap_or(("", name));
        let defined = ["(", "<"].iter().any(|after| source.contains(&format!("fn {function}{after}")));
        assert!(defined && source.contains(owner), "{path} has no {name}");
        count += 1;
    }
    assert!(count >= 20, "{count}");
}

/// A step is named as `` `Type::name` in [`file.rs`](../path/file.rs): step 3 ``: that step calls the function.
#[test]
fn the_steps_on_the_page_are_those_of_the_search() {
    let source = fs::read_to_string(docs().join("../crates/search/src/alpha_beta.rs")).unwrap();
    let page = page();
    let overview = page.split("\n## ").find(|section| section.starts_with("The search on one page")).unwrap();
    let step = |number: usize| source.split("// Step ").find(|step| step.starts_with(&format!("{number}. ")));
    let steps = (1..).take_while(|&number| step(number).is_some()).count();
    let listed = (1..).take_while(|number| overview.contains(&format!("\n{number}. "))).count();
    assert!(steps >= 10 && listed == steps, "{listed} of {steps} steps");
    for number in 1..=steps {
        // The standard name comes first, up to a colon.
        let (name, _) = step(number).and_then(|step| step.split_once(": ")).unwrap();
        let item = name.replace("// ", "").split_whitespace().collect::<Vec<_>>().join(" ").replacen(". ", ". **", 1);
        assert!(overview.contains(&format!("\n{item}:** ")), "{item}");
    }
    let mut count = 0;
    for (before, after) in page.split("): step ").zip(page.split("): step ").skip(1)) {
        let (name, _) = before.rsplit_once("` in [`").unwrap();
        let function = name.rsplit(['`', ':']).next().unwrap();
        let number = after.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap();
        let calls = |step: &str| step.contains(&format!("{function}(")) || function == "search";
        assert!(step(number).is_some_and(calls), "step {number} does not call {function}");
        count += 1;
    }
    assert!(count >= 12, "{count}");
}

/// Appends `--help` to each command in the text: it succeeds only if the rest parses.
#[test]
fn every_command_in_the_text_is_understood() {
    let parses = |command: &str| {
        let concrete = command.replace("GAME", "oska").replace("NAME", "qs_depth");
        let words = words(&concrete);
        let mut program = if words[0] == "skirmish" { program([""; 0]) } else { Command::new(example(&words[0])) };
        program.args(&words[1..]).arg("--help").output().unwrap().status.success()
    };
    assert!(parses("skirmish bench GAME --depth 3") && !parses("skirmish bench --deep 3"));
    assert!(!parses("skirmish bench --set nonsense=1") && !parses("skirmish analyze chess"));
    assert!(parses("search_tree GAME --show 0") && !parses("search_tree GAME --show"));
    let page = page().replace("\\\n", " ");
    let is_ours = |command: &str| command.starts_with("skirmish ") || command.starts_with("search_tree ");
    let spans = page.split('`').filter(|span| !span.contains('\n'));
    let indented = page.lines().filter(|line| line.starts_with("    ")).map(str::trim);
    let commands: Vec<&str> = spans.chain(indented).filter(|command| is_ours(command)).collect();
    assert!(commands.len() >= 6, "{commands:?}");
    for command in commands {
        assert!(parses(command), "{command}");
    }
}

#[test]
fn every_idea_has_its_page_its_tree_its_worth_and_its_functions() {
    let page = page();
    let ideas = [
        "Alpha-beta",
        "Iterative deepening",
        "Transposition table",
        "Move ordering",
        "Quiescence search",
        "Reductions and pruning",
        "Extensions",
        "Parallel search",
        "Second-best rule",
        "Proofs",
    ];
    for idea in ideas {
        let section = page.split("\n## ").find(|section| section.starts_with(idea)).unwrap_or_else(|| panic!("{idea}"));
        for part in ["├─ ", "\n### What it is worth\n", "\n### Where\n", "` in [`"] {
            assert!(section.contains(part), "{idea}: {part}");
        }
        assert!(section.contains("GasTank") && section.contains("Oska"), "{idea}: a figure for each game");
    }
    for (number, line) in (1..).zip(page.lines()) {
        // A command cannot be broken.
        assert!(line.starts_with("$ ") || line.chars().count() <= 120, "line {number}");
    }
}
