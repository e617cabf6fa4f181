//! The sections of a student's report.

use maud::{Markup, html};
use skirmish_arena::game::{Fault, FaultReport};
use skirmish_arena::report::{shortened, visible};
use skirmish_arena::tournament::Finished;

use super::OwnGames;
use crate::grade::output::{evidence_part, points};
use crate::grade::{CheckResult, CheckVerdict, GradeReport};
use crate::handins::class_folder::StudentState;
use crate::league::moments::Moment;
use crate::league::table::LeagueTable;
use crate::live::Names;

/// Bytes shown of a dialogue.
const MAX_DIALOGUE_BYTES: usize = 8_000;

/// The slowest moves that are listed.
const SLOWEST: usize = 5;

/// A section of the page. The script of the viewer has ids of its own, such as `place`.
fn section(id: &str, title: &str, body: &Markup) -> Markup {
    html! { section id=(id) { h2 { (title) } (body) } }
}

/// What was handed in, and what is wrong with it before any game.
pub(super) fn hand_in(student: &StudentState) -> Markup {
    let build = student.build.as_ref();
    let trial = student.trial.as_ref();
    let problem = build.and_then(|build| build.error.clone()).or_else(|| trial.and_then(|trial| trial.fault.clone()));
    let body = html! {
        @if let Some(why) = &student.refused { p.bad { "Your last hand-in could not be unpacked: " (visible(why)) "." } }
        @if let Some(build) = build {
            p {
                "Built from: " (visible(&build.kind)) "."
                @if !build.command.is_empty() { " It runs with " code { (visible(&build.command.join(" "))) } "." }
                @if let Some(proto) = trial.and_then(|trial| trial.found.proto.as_deref()) { " It " (how_it_talks(proto)) "." }
            }
        }
        @match &problem {
            Some(why) => p.bad { "In the build or the first trial: " (visible(why)) },
            None if trial.is_some() => p { "In a first trial it played by the rules." },
            None => {},
        }
        @if let Some(dialogue) = trial.map(|trial| &trial.dialogue).filter(|dialogue| !dialogue.is_empty()) {
            details { summary { "The dialogue" } pre { (visible(&shortened(dialogue, MAX_DIALOGUE_BYTES))) } }
        }
    };
    section("hand-in", "Your program", &body)
}

/// How a program of a protocol talks.
fn how_it_talks(proto: &str) -> &'static str {
    match proto {
        "ugi" => "speaks UGI",
        "oska" => "answers the call of the handout",
        _ => "talks to a person, at a console",
    }
}

/// The grade with its evidence.
pub(super) fn grade(grade: &GradeReport) -> Markup {
    let body = html! {
        p {
            strong { (points(grade.total())) " of " (points(grade.max())) " points" }
            @if grade.to_look_at() > 0.0 { ", of which an instructor looks at " (points(grade.to_look_at())) }
            @if !grade.complete { "; some checks are still to come" }
            "."
        }
        @for check in &grade.checks { (check_lines(grade, check)) }
    };
    section("grade", "Grade", &body)
}

fn check_lines(grade: &GradeReport, check: &CheckResult) -> Markup {
    let is_bad = check.verdict == CheckVerdict::Fail;
    html! {
        details {
            summary {
                strong class=[is_bad.then_some("bad")] { (check.verdict.id()) } " " (visible(&check.title)) " ("
                @if check.verdict.is_scored() { (check.points) " of " }
                (check.max) "): " (visible(&check.sentence))
            }
            @for evidence in &check.evidence { (evidence_part(grade, evidence)) }
            p.hint { "Seed " (check.seed) }
        }
    }
}

/// The table, with this student's line marked.
pub(super) fn place(table: &LeagueTable, own: &OwnGames, names: Names) -> Markup {
    let shown = table.names_for(own.engine, names);
    let body = html! {
        div.scroll { table {
            thead { tr { th { "Rank" } th.name { "Program" } th { "Rating" } th { "±" } th { "Games" } th { "Points" } th { "Faults" } } }
            tbody {
                @for row in &table.rows {
                    @let is_own = row.engine == own.engine;
                    tr style=[is_own.then_some("font-weight: 700")] {
                        td { @if let Some(rank) = row.rank { (rank) } }
                        td.name {
                            (visible(shown.get(&row.engine).map_or("", String::as_str)))
                            @if is_own { " (you" @if row.shown != row.name { "; others see " (visible(&row.shown)) } ")" }
                        }
                        td { (format!("{:.0}", row.rating)) } td { (format!("{:.0}", row.margin)) }
                        td { (row.games) } td { (row.points) } td { (row.faults) }
                    }
                }
            }
        } }
        p.hint {
            "Ratings are in Elo, with 95 % error bars"
            @if table.is_anchored { "; the built-in levels have 1000 on average" }
            "."
        }
    };
    section("standing", "Where it stands", &body)
}

/// The moves that decided lost games.
pub(super) fn moments(own: &OwnGames, moments: &[(u64, Vec<Moment>)]) -> Markup {
    if moments.is_empty() {
        return html! {};
    }
    let opponent = |number: u64| {
        let game = own.tournament.finished().find(|game| game.number() == number);
        game.map_or(String::new(), |game| visible(own.opponent(&game)))
    };
    let body = html! {
        @for (number, found) in moments {
            p { a href={ "#game-" (number) } { "Game " (number) } ", lost to " (opponent(*number)) ":" }
            ul {
                @for moment in found {
                    li {
                        a href={ "#game-" (number) "-" (moment.ply + 1) } { (visible(&moment.played)) } " " (moment.words)
                        ": your chances fell from " (moment.before) " % to " (moment.after) " %."
                        @if let Some(better) = &moment.better { " Better was " code { (visible(better)) } "." }
                    }
                }
                @if found.is_empty() { li { "No single move decided it: it slipped away little by little." } }
            }
        }
        p.hint { "As our engine sees it, with 60,000 positions for each move." }
    };
    section("moments", "Moments that decided", &body)
}

/// The student's own faults.
pub(super) fn faults(own: &OwnGames) -> Markup {
    let own_fault =
        |game: Finished<'_>| Some((game.number(), own.opponent(&game).to_owned(), game.game.fault.clone()?));
    let found: Vec<(u64, String, FaultReport)> =
        own.tournament.finished().filter_map(own_fault).filter(|(_, _, report)| report.engine == own.engine).collect();
    let body = html! {
        @if found.is_empty() { p { "None." } }
        @for (number, opponent, report) in &found {
            details {
                summary {
                    "It " (report.fault.to_string()) " in " a href={ "#game-" (number) } { "game " (number) } " against "
                    (visible(opponent)) ": " (visible(&report.detail))
                }
                p { "Expected: " (expected(report.fault)) }
                @for (head, text) in [("Standard error", &report.stderr), ("Dialogue", &report.transcript)] {
                    @if !text.is_empty() { p.hint { (head) } pre { (visible(&shortened(text, MAX_DIALOGUE_BYTES))) } }
                }
            }
        }
    };
    section("faults", "Faults", &body)
}

/// What a program should have done instead.
fn expected(fault: Fault) -> &'static str {
    match fault {
        Fault::Start => "a program that starts, and is ready within 15 seconds.",
        Fault::Crash => "a program that runs until the game is over.",
        Fault::Hang | Fault::Time => "a move within the time limit.",
        Fault::Illegal => "a legal move. \"skirmish why\" with the game and the move names the rule that it breaks.",
        Fault::Garbage | Fault::NotUnderstood => "a move in the notation of the handout, such as C4B6, in every turn.",
        Fault::Flood => "a move, and no more output than a person can read.",
        Fault::Machine => "nothing: this is not the program's fault.",
    }
}

/// The slowest moves.
pub(super) fn slowest(own: &OwnGames) -> Markup {
    let mut all = Vec::new();
    for game in own.tournament.finished() {
        let side = own.side(&game);
        for (ply, (action, moved)) in game.game.actions.iter().zip(game.sides).enumerate() {
            if *moved == side {
                all.push((action.micros, game.number(), ply + 1, action.text.clone()));
            }
        }
    }
    all.sort_by(|one, other| other.cmp(one));
    all.truncate(SLOWEST);
    let body = html! {
        @if all.is_empty() { p { "None." } }
        ul {
            @for (micros, number, ply, action) in &all {
                li {
                    (format!("{:.2} s", *micros as f64 / 1e6)) " for "
                    a href={ "#game-" (number) "-" (ply) } { (visible(action)) } " in game " (number)
                }
            }
        }
    };
    section("slowest", "Slowest moves", &body)
}
