//! The checks of a console program's dialogue, from its games.

mod axes;
mod ending;
mod entries;

use std::time::Duration;

use regex_lite::Regex;
use skirmish_arena::competitor::EngineKind;
use skirmish_board::{ActionKind, Side};
use skirmish_play::new_game;

use super::finding::{Finding, dialogue_evidence, game_evidence};
use super::games::{GradedGame, ProgramGames};

pub(super) use axes::axes;
pub(super) use ending::ending;
pub(super) use entries::{cases, illegal_entry};

/// The console games in which something was understood.
fn understood<'a>(player: &'a ProgramGames<'_>) -> Vec<&'a GradedGame> {
    player.games.iter().filter(|game| !game.answers.is_empty()).collect()
}

/// What is said where nothing was seen.
fn nothing_seen(player: &ProgramGames<'_>) -> Finding {
    let fault = player.faults().map(|(_, report)| format!(" It {}: {}", report.fault, report.detail)).next();
    let what =
        if understood(player).is_empty() { "No move of it was understood" } else { "No game of it came to its end" };
    Finding::look(format!("{what}, so this could not be seen.{}", fault.unwrap_or_default()))
}

/// Whether it asks who moves first, in games in which it does and in which it does not.
pub(super) fn asks_first(player: &ProgramGames<'_>) -> Finding {
    let games = understood(player);
    let Some(first) = games.first() else { return nothing_seen(player) };
    let silent: Vec<&&GradedGame> = games.iter().filter(|game| !game.asked).collect();
    match silent.first() {
        None => {
            let orders = [true, false].map(|first| games.iter().any(|game| game.is_first(player.game) == first));
            let both = if orders == [true, true] { ", and moves first or second as it is answered" } else { "" };
            Finding::pass(format!("It asks in each of {} games{both}.", games.len()))
                .with([dialogue_evidence("How it asks.", first.exchanges.iter().take(2))])
        }
        Some(game) if silent.len() == games.len() => Finding::fail("It does not ask who moves first.")
            .with([dialogue_evidence("How a game begins.", game.exchanges.iter().take(2))]),
        Some(game) => Finding::look("It asks in some games, and in others no question was found.")
            .with([dialogue_evidence("A game in which no question was found.", game.exchanges.iter().take(2))]),
    }
}

/// Whether its attacks, and no other moves, come with `Hi-YA!`.
pub(super) fn announcements(player: &ProgramGames<'_>) -> Finding {
    let Ok(words) = Regex::new(r"(?i)\bh(?:i|y)+\W{0,2}y(?:a|e)+h*\b") else { return Finding::look("no pattern") };
    let (mut attacks, mut announced, mut other, mut wrong) = (0, 0, 0, Vec::new());
    for game in understood(player) {
        let mut state = new_game(player.game);
        if state.set_position(&game.opening).is_err() {
            continue;
        }
        let mut before_attacked = false;
        for (ply, text) in game.actions.iter().enumerate() {
            let own = state.side_to_move() == game.side;
            let Ok(played) = state.play(text) else { break };
            let attacks_now = played.announcement.is_some();
            if let Some(exchange) = game.told_with(ply).filter(|_| own) {
                let says = words.is_match(&exchange.printed);
                attacks += usize::from(attacks_now);
                announced += usize::from(attacks_now && says);
                // After an attack by the person, the words may be about that one.
                let is_plain = !attacks_now && !before_attacked;
                other += usize::from(is_plain);
                if attacks_now != says && (attacks_now || is_plain) {
                    let what = if attacks_now { "attacks without it" } else { "does not attack, and prints it" };
                    wrong.push(dialogue_evidence(&format!("{text} {what}."), [exchange]));
                }
            }
            before_attacked = attacks_now && !own;
        }
    }
    if attacks == 0 {
        return if player.games.iter().any(|game| game.outcome.is_some()) {
            Finding::not_run("It attacked in none of its games.")
        } else {
            nothing_seen(player)
        };
    }
    let sentence =
        format!("{announced} of its {attacks} attacks came with Hi-YA!, and of {other} other moves {} did.", {
            wrong.len() - (attacks - announced)
        });
    if wrong.is_empty() { Finding::pass(sentence) } else { Finding::fail(sentence).with(wrong) }
}

/// Whether it answers proposals at once, and has another move when one is refused.
pub(super) fn proposals(player: &ProgramGames<'_>, limit: Duration) -> Finding {
    let (mut verdicts, mut others, mut slow, mut slowest) = (0, 0, Vec::new(), Duration::ZERO);
    for game in understood(player) {
        for answer in game.answers.iter().filter(|answer| answer.is_reply) {
            let is_verdict = matches!(game.actions.get(answer.ply).map(String::as_str), Some("accept" | "refuse"));
            if is_verdict {
                verdicts += 1
            } else {
                others += 1
            }
            slowest = slowest.max(answer.counted);
            if answer.counted > limit {
                let (action, seconds) =
                    (game.actions.get(answer.ply).map_or("", |text| text), answer.counted.as_secs_f64());
                let caption = format!("{action}, action {} of this game, took {seconds:.2} s.", answer.ply + 1);
                slow.push(game_evidence(game, player.game, &player.program.name, caption));
            }
        }
    }
    let seconds = limit.as_secs_f64();
    match (verdicts, others) {
        (0, 0) => nothing_seen(player),
        _ if !slow.is_empty() => Finding::fail(format!(
            "{} of its {} answers to proposals and refusals took longer than {seconds} s.",
            slow.len(),
            verdicts + others
        ))
        .with(slow),
        (0, _) => Finding::look("It was never asked to accept or refuse a proposal."),
        (_, 0) => Finding::look("No proposal of it was refused, so whether it has another move ready was not seen."),
        _ => Finding::pass(format!(
            "It answered {verdicts} proposals and had another move ready {others} times; the slowest took {:.2} s.",
            slowest.as_secs_f64()
        )),
    }
}

/// The side that a program has on its own board in a game.
fn side_on_own_board(player: &ProgramGames<'_>, game: &GradedGame) -> Side {
    let EngineKind::Console(_, dialogue) = &player.program.kind else { return game.side };
    match dialogue.believes.as_deref().map(str::to_ascii_lowercase).as_deref() {
        None | Some("north" | "top") => Side::North,
        Some("south" | "bottom") => Side::South,
        _ => game.side,
    }
}

/// Whether an action text is a move between squares.
fn is_move(state: &dyn skirmish_play::AnyGame, text: &str) -> bool {
    state.read(text).is_ok_and(|action| action.kind == ActionKind::Move)
}
