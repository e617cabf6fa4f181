//! The checks of the rules, from all games: legal moves, time, crashes, hangs and floods.

use std::time::Duration;

use skirmish_arena::game::{Fault, FaultReport};

use super::finding::{Finding, MAX_EVIDENCE, fault_evidence, game_evidence};
use super::games::ProgramGames;
use super::tactical::AskedPosition;

/// The measurement of a time is not more exact than this.
const TOLERANCE: Duration = Duration::from_millis(100);

/// What was seen of a program until now.
pub(super) struct Seen<'a> {
    pub player: &'a ProgramGames<'a>,
    /// The positions that it was asked about outside games.
    pub asked: &'a [AskedPosition],
}

impl Seen<'_> {
    /// All its faults.
    fn faults(&self) -> impl Iterator<Item = &FaultReport> {
        let asked = self.asked.iter().filter_map(|asked| asked.answer.as_ref().err());
        self.player.faults().map(|(_, report)| report).chain(asked)
    }

    fn games(&self) -> usize {
        self.player.games.len()
    }

    /// The finding of a check that these faults fail.
    fn of_faults(&self, faults: &[Fault], good: impl FnOnce() -> String) -> Finding {
        let found: Vec<&FaultReport> = self.faults().filter(|report| faults.contains(&report.fault)).collect();
        let Some(first) = found.first() else {
            let has_moved = self.player.games.iter().any(|game| !game.answers.is_empty());
            return if has_moved {
                Finding::pass(good())
            } else {
                Finding::look("It made no move, so this was not seen.")
            };
        };
        let sentence = format!("It {} {} in {}: {}", first.fault, times(found.len()), self.places(), first.detail);
        let games = self.player.faults().filter(|(_, report)| faults.contains(&report.fault));
        let records = games.map(|(place, report)| {
            let game = &self.player.games[place];
            let caption = format!("The game against {} up to the fault: it {}.", game.opponent, report.fault);
            game_evidence(game, self.player.game, &self.player.program.name, caption)
        });
        Finding::fail(sentence)
            .with(found.iter().take(MAX_EVIDENCE / 2).map(|report| fault_evidence(report)))
            .with(records)
    }

    fn places(&self) -> String {
        let games = format!("{} games", self.games());
        if self.asked.is_empty() { games } else { format!("{games} and {} positions", self.asked.len()) }
    }
}

fn times(count: usize) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}

/// Whether all its moves were legal.
pub(super) fn legal(seen: &Seen<'_>) -> Finding {
    let moves: usize = seen.player.games.iter().map(|game| game.answers.len()).sum();
    let bad = seen.of_faults(&[Fault::Illegal, Fault::Garbage], || {
        let drawn = if seen.player.takes_positions() { ", some of them from drawn positions" } else { "" };
        format!("All its {moves} actions in {} games were legal{drawn}.", seen.games())
    });
    let misunderstood = seen.faults().find(|report| report.fault == Fault::NotUnderstood);
    match misunderstood {
        Some(report) if bad.share > 0.0 => {
            Finding::look(format!("It was not understood, which may be the grader's fault: {}", report.detail))
                .with([fault_evidence(report)])
        }
        _ => bad,
    }
}

/// Whether each of its moves kept the time limit.
pub(super) fn time(seen: &Seen<'_>) -> Finding {
    let player = seen.player;
    let late = seen.of_faults(&[Fault::Time], String::new);
    let mut answers: Vec<(usize, usize, Duration)> = Vec::new();
    for (place, game) in player.games.iter().enumerate() {
        answers.extend(game.answers.iter().filter(|answer| !answer.is_reply).map(|a| (place, a.ply, a.counted)));
    }
    answers.sort_by_key(|(.., counted)| std::cmp::Reverse(*counted));
    let limit = player.limit.as_secs_f64();
    let over: Vec<_> = answers.iter().filter(|(.., counted)| *counted > player.limit + TOLERANCE).collect();
    if late.share < 1.0 {
        return late;
    }
    let Some((.., slowest)) = answers.first() else {
        return Finding::look("It made no move, so its times were not seen.");
    };
    let slowest = slowest.as_secs_f64();
    if over.is_empty() {
        return Finding::pass(format!(
            "Its slowest of {} moves took {slowest:.2} s of {limit} s, without the time in which others had the processor.",
            answers.len()
        ));
    }
    let evidence = over.iter().take(MAX_EVIDENCE).map(|(place, ply, counted)| {
        let game = &player.games[*place];
        let action = game.actions.get(*ply).map_or("", |text| text);
        let caption = format!("{action}, action {} of this game, took {:.2} s.", ply + 1, counted.as_secs_f64());
        game_evidence(game, player.game, &player.program.name, caption)
    });
    Finding::fail(format!(
        "{} of its {} moves took longer than {limit} s; the slowest took {slowest:.2} s.",
        over.len(),
        answers.len()
    ))
    .with(evidence)
}

/// Whether it did not crash.
pub(super) fn crash(seen: &Seen<'_>) -> Finding {
    seen.of_faults(&[Fault::Crash, Fault::Start], || format!("It did not crash in {}.", seen.places()))
}

/// Whether it always answered.
pub(super) fn hang(seen: &Seen<'_>) -> Finding {
    seen.of_faults(&[Fault::Hang], || format!("It always answered, in {}.", seen.places()))
}

/// Whether it did not flood its output.
pub(super) fn flood(seen: &Seen<'_>) -> Finding {
    seen.of_faults(&[Fault::Flood], || "It never printed far too much.".to_owned())
}
