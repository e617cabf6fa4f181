//! Compares the reference of commands, completions and manual pages with the command line.

use std::collections::BTreeSet;

use clap::{Command, CommandFactory, ValueEnum};
use clap_complete::Shell;
use skirmish_games::GameId;

use crate::arguments::{Arguments, CompletionsArgs, ManArgs};
use crate::{completions, man};

/// The reference of commands.
const REFERENCE: &str = include_str!("../../../docs/COMMANDS.md");

/// All commands with their full names.
fn commands() -> Vec<Command> {
    fn collect(command: &Command, all: &mut Vec<Command>) {
        all.push(command.clone());
        command.get_subcommands().for_each(|inner| collect(inner, all));
    }
    let mut program = Arguments::command().disable_help_subcommand(true);
    program.build();
    let mut all = Vec::new();
    collect(&program, &mut all);
    assert!(all.len() > 20, "{}", all.len());
    all
}

/// The visible options of a command, such as `--position`, and their aliases.
fn options(command: &Command) -> BTreeSet<String> {
    let known = command.get_arguments().filter(|option| !option.is_hide_set() && option.get_id() != "help");
    let names = known.flat_map(|option| option.get_long_and_visible_aliases().unwrap_or_default());
    names.map(|name| format!("--{name}")).collect()
}

/// All options in a text.
fn named_options(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit() && c != '-');
    let is_option = |word: &&str| word.strip_prefix("--").is_some_and(|name| name.starts_with(char::is_alphanumeric));
    words.filter(is_option).map(str::to_owned).collect()
}

/// The parts of the reference: the introduction, then for each command its synopsis and its text.
fn reference() -> (&'static str, Vec<(&'static str, &'static str)>) {
    let mut parts = REFERENCE.split("\n### `");
    let before = parts.next().unwrap();
    let command = |part: &'static str| {
        let (call, rest) = part.split_once('`').unwrap();
        (call, rest.split("\n## ").next().unwrap())
    };
    (before, parts.map(command).collect())
}

#[test]
fn the_reference_tells_every_command_with_its_options_and_no_others() {
    let (before, parts) = reference();
    let commands = commands();
    for mut command in commands.iter().skip(1).cloned() {
        let usage = command.render_usage().to_string().replace(['<', '>'], "");
        let usage = usage.trim_start_matches("Usage: ").split('\n').next().unwrap();
        let found = parts.iter().find(|(call, _)| *call == usage);
        let (_, text) = found.unwrap_or_else(|| panic!("docs/COMMANDS.md has no section `{usage}`"));
        assert_eq!(named_options(text), options(&command), "docs/COMMANDS.md, `{usage}`: left named, right known");
    }
    assert_eq!(
        parts.len(),
        commands.len() - 1,
        "docs/COMMANDS.md tells of a command twice, or of one that is not there"
    );
    let known: BTreeSet<String> = commands.iter().flat_map(options).chain(["--help".to_owned()]).collect();
    assert_eq!(named_options(before).difference(&known).collect::<Vec<_>>(), Vec::<&String>::new());
}

#[test]
fn every_shell_completes_commands_options_and_games() {
    for &shell in Shell::value_variants() {
        let mut script = Vec::new();
        completions::run(&CompletionsArgs { shell }, &mut script).unwrap();
        let script = String::from_utf8(script).unwrap();
        for command in commands() {
            assert!(script.contains(command.get_name()), "{shell}: {}", command.get_name());
            for option in options(&command) {
                // One shell separates name and dashes.
                let apart = format!("-l {}", option.trim_start_matches('-'));
                assert!(script.contains(&option) || script.contains(&apart), "{shell}: {option}");
            }
        }
        // The other scripts complete no values.
        if [Shell::Bash, Shell::Zsh].contains(&shell) {
            let values = GameId::all().map(|game| game.info().id).chain(["human", "never"]);
            values.for_each(|value| assert!(script.contains(value), "{shell}: {value}"));
        }
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    // A missing folder is created.
    let pages = folder.path().join("man/man1");
    man::run(&ManArgs { folder: Some(pages.clone()) }, &mut Vec::new()).unwrap();
    assert_eq!(std::fs::read_dir(&pages).unwrap().count(), commands().len());
    let mut printed = Vec::new();
    man::run(&ManArgs { folder: None }, &mut printed).unwrap();
    assert_eq!(std::fs::read(pages.join("skirmish.1")).unwrap(), printed);
    for command in commands() {
        let name = command.get_bin_name().unwrap_or(command.get_name()).replace(' ', "-");
        let page = std::fs::read_to_string(pages.join(format!("{name}.1"))).unwrap().replace("\\-", "-");
        assert!(page.contains(&format!("\n{name} - ")), "{page}");
        let known =
            command.get_arguments().filter(|option| !option.is_hide_set()).filter_map(|option| option.get_long());
        for word in known.chain(command.get_subcommands().map(Command::get_name)) {
            assert!(page.contains(word), "{name}: {word}");
        }
    }
    let taken = folder.path().join("taken");
    std::fs::write(&taken, "").unwrap();
    let error = man::run(&ManArgs { folder: Some(taken) }, &mut Vec::new()).unwrap_err();
    assert!(error.to_string().starts_with("cannot write into "), "{error}");
}
