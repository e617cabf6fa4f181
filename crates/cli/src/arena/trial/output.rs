//! What `skirmish arena try` prints, as text or JSON. Everything that a program wrote is escaped.

use std::fmt;
use std::io::{self, Write};

use serde::Serialize;
use skirmish_arena::Speaker;
use skirmish_arena::competitor::{Competitor, Dialogue, EngineKind};
use skirmish_arena::game::{FaultReport, FinishedGame};
use skirmish_arena::plan::format_dialogue;
use skirmish_arena::standings::shown_text;
use skirmish_arena::trial::{PerftCount, TrialEvent, TrialVerdict, new_settings};
use skirmish_board::{Outcome, Side};
use skirmish_games::GameId;

/// How to print a trial.
pub(super) struct TrialOutput {
    /// As JSON.
    pub(super) json: bool,
    /// Only what came of it, not the dialogue.
    pub(super) summary: bool,
}

impl TrialOutput {
    /// A program comes next.
    pub(super) fn begin(&self, name: &str) {
        if self.summary && !self.json {
            print_plain(format_args!("{}:", shown_text(name)));
        }
    }

    /// A line of the dialogue.
    pub(super) fn said(&self, speaker: Speaker, text: &str) {
        match (self.json, self.summary) {
            (true, _) => print(&JsonEvent::Said { voice: speaker_name(speaker), text }),
            (false, false) => print_plain(format_args!("  {} {}", speaker.sign(), shown_text(text))),
            (false, true) => {}
        }
    }

    pub(super) fn event(&self, event: &TrialEvent<'_>) {
        match (self.json, self.summary) {
            (true, _) => print_json(event),
            (false, false) => print_event(event),
            (false, true) => {}
        }
    }

    /// A sentence for people.
    pub(super) fn note(&self, sentence: &str, out: &mut impl Write) -> io::Result<()> {
        if self.json { Ok(()) } else { writeln!(out, "{sentence}") }
    }

    /// What came of the games: the fault, and how to fix it.
    pub(super) fn write_verdict(
        &self,
        competitor: &Competitor,
        game: GameId,
        verdict: &TrialVerdict,
        present: &Dialogue,
        out: &mut impl Write,
    ) -> io::Result<()> {
        if self.json {
            let line = JsonEvent::verdict(&competitor.name, verdict, present);
            return writeln!(out, "{}", serde_json::to_string(&line).unwrap_or_default());
        }
        let name = shown_text(&competitor.name);
        if let Some(fault) = &verdict.fault {
            writeln!(
                out,
                "{name} does not play: it {} ({}). {}",
                fault.fault,
                fault.fault.id(),
                shown_text(&fault.detail)
            )?;
        }
        write_errors(competitor, verdict, out)?;
        if let Some(PerftCount { depth, said, right }) = verdict.wrong_count() {
            writeln!(
                out,
                "{name} does not know the rules: it counts {said} lines of play at depth {depth}, not {right}. Compare: skirmish \
                 perft {game} {depth} --divide"
            )?;
        } else if let Some(last) = verdict.perft.last() {
            writeln!(out, "Its counts of lines of play are right, up to depth {}.", last.depth)?;
        }
        match &verdict.proposal {
            Some(proposal) => {
                let lines = format_dialogue(&new_settings(proposal, present));
                writeln!(out, "With these lines in the plan it plays by the rules:\n\n{lines}")
            }
            None if verdict.searched => writeln!(out, "No dialogue settings were found that fix this."),
            None => Ok(()),
        }
    }

    /// The last line: the result.
    pub(super) fn write_result(&self, name: &str, verdict: &TrialVerdict, out: &mut impl Write) -> io::Result<()> {
        if self.json || !verdict.plays() {
            return Ok(());
        }
        let results = verdict.games.iter().map(program_points);
        let count = |wanted: u32| results.clone().filter(|&points| points == wanted).count();
        writeln!(out, "Games: {} won, {} drawn, {} lost.", count(2), count(1), count(0))?;
        writeln!(out, "{} plays by the rules.", shown_text(name))
    }
}

/// The half points of the program, which is the first engine of its pairs.
fn program_points(game: &FinishedGame) -> u32 {
    game.half_points(0)
}

/// The end of what the program wrote to standard error. At a terminal that is part of the dialogue.
fn write_errors(competitor: &Competitor, verdict: &TrialVerdict, out: &mut impl Write) -> io::Result<()> {
    let fault = verdict.fault.as_ref();
    let is_shown =
        |fault: &FaultReport| matches!(competitor.kind, EngineKind::Console(..)) && fault.transcript.contains('<');
    let text = fault.map_or(&verdict.stderr, |fault| &fault.stderr).trim_end();
    if text.trim().is_empty() || fault.is_some_and(is_shown) {
        return Ok(());
    }
    writeln!(out, "The end of its standard error:")?;
    shown_text(text).lines().try_for_each(|line| writeln!(out, "  ! {line}"))
}

fn order(first: bool) -> &'static str {
    if first { "first" } else { "second" }
}

fn print_event(event: &TrialEvent<'_>) {
    match event {
        TrialEvent::Begins { number, side, first, opponent } => {
            print_plain(format_args!("Game {number}: it moves {} ({side}), against {opponent}", order(*first)));
        }
        TrialEvent::Ends(game) => {
            let result = match game.outcome {
                _ if game.fault.is_some() => "",
                Outcome::Win(Side::South) => "1-0 ",
                Outcome::Win(Side::North) => "0-1 ",
                Outcome::Draw => "1/2 ",
            };
            print_plain(format_args!("{result}{} ({} actions)\n", shown_text(&game.ending), game.actions.len()));
        }
        TrialEvent::AskingPerft => print_plain(format_args!("Asking for counts of moves:")),
        TrialEvent::SearchingDialogue => print_plain(format_args!("Searching for dialogue settings that work…")),
    }
}

fn print_json(event: &TrialEvent<'_>) {
    match event {
        TrialEvent::Begins { number, side, first, opponent } => {
            print(&JsonEvent::Begins { game: *number, side: side.id(), moves: order(*first), opponent });
        }
        TrialEvent::Ends(game) => {
            let actions: Vec<&str> = game.actions.iter().map(|action| &action.text[..]).collect();
            print(&JsonEvent::Ends { ending: &game.ending, actions: actions.len(), record: actions });
        }
        TrialEvent::AskingPerft | TrialEvent::SearchingDialogue => {}
    }
}

const fn speaker_name(speaker: Speaker) -> &'static str {
    match speaker {
        Speaker::Sent => "told",
        Speaker::Received => "heard",
        Speaker::Understood => "understood",
    }
}

/// A line of `--json`.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum JsonEvent<'a> {
    Begins {
        game: u32,
        side: &'static str,
        moves: &'static str,
        opponent: &'a str,
    },
    Said {
        voice: &'static str,
        text: &'a str,
    },
    Ends {
        ending: &'a str,
        actions: usize,
        record: Vec<&'a str>,
    },
    Verdict {
        engine: &'a str,
        plays: bool,
        fault: Option<&'static str>,
        detail: Option<&'a str>,
        stderr: &'a str,
        /// Depth, its count, the right count.
        perft: Vec<(u32, u64, u64)>,
        /// Dialogue settings with which it plays.
        dialogue: Option<Vec<(String, String)>>,
    },
}

impl<'a> JsonEvent<'a> {
    fn verdict(engine: &'a str, verdict: &'a TrialVerdict, present: &Dialogue) -> JsonEvent<'a> {
        let new = |proposal: &Dialogue| {
            new_settings(proposal, present).into_iter().map(|given| (given.name, given.value)).collect()
        };
        let fault = verdict.fault.as_ref();
        JsonEvent::Verdict {
            engine,
            plays: verdict.plays(),
            fault: fault.map(|report| report.fault.id()),
            detail: fault.map(|report| &report.detail[..]),
            stderr: fault.map_or(&verdict.stderr, |report| &report.stderr),
            perft: verdict.perft.iter().map(|count| (count.depth, count.said, count.right)).collect(),
            dialogue: verdict.proposal.as_ref().map(new),
        }
    }
}

fn print(line: &JsonEvent<'_>) {
    // Texts and numbers always serialize.
    print_plain(format_args!("{}", serde_json::to_string(line).unwrap_or_default()));
}

/// Prints a line at once. A closed output is reported when the verdict is written.
fn print_plain(line: fmt::Arguments<'_>) {
    let mut out = io::stdout();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
