//! Entries that the grader types: moves in capital and small letters, and moves that are not legal.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

use skirmish_arena::competitor::{Competitor, EngineKind};
use skirmish_arena::seat::{Budget, EntryReaction, Exchange, Interview, Seat, Turn};
use skirmish_board::{Action, Random, Side, Squares};
use skirmish_play::{AnyGame, new_game};

use super::super::finding::{Finding, dialogue_evidence};
use super::super::games::{ProgramGames, seed_of};
use super::{is_move, nothing_seen};

/// A program waits at least this long for its own deadline.
const LEAST_WAIT: Duration = Duration::from_secs(2);

/// A game in which the program moves second, up to its first prompt.
struct FirstPrompt {
    interview: Interview,
    game: Box<dyn AnyGame>,
    start: String,
    side: Side,
    never: AtomicBool,
}

impl FirstPrompt {
    /// Starts the program; the error says what it did instead of asking for a move, as in `hung: …`.
    fn new(player: &ProgramGames<'_>, competitor: &Competitor) -> Result<FirstPrompt, String> {
        let Some(mut interview) = Interview::new(competitor, player.game, None) else {
            return Err("has no dialogue".to_owned());
        };
        let side = interview.own_side();
        let mut game = new_game(player.game);
        let start = player.game.info().setup.with_side(&game.position(), side.opposite());
        game.set_position(&start).map_err(|error| error.to_string())?;
        interview.begin(&start, side).map_err(|failure| failure.to_string())?;
        Ok(FirstPrompt { interview, game, start, side, never: AtomicBool::new(false) })
    }

    /// Types a move of the person, legal or not.
    fn enter(&mut self, player: &ProgramGames<'_>, squares: &Squares) -> EntryReaction {
        let turn = turn(&self.start, &[], &*self.game, self.side, player.limit, &self.never);
        let wait = 2 * player.limit + LEAST_WAIT;
        self.interview.enter(squares, &self.start, self.side, wait, &turn)
    }

    /// Plays a legal move of the person and waits for the program's answer: whether there was a legal one.
    fn play(&mut self, player: &ProgramGames<'_>, action: &Action) -> Result<String, String> {
        let mut after = self.game.boxed_clone();
        after.perform(action);
        let actions = [action.clone()];
        let turn = turn(&self.start, &actions, &*after, self.side, player.limit, &self.never);
        let answer = self.interview.act(&turn).map_err(|failure| format!("It {failure}"))?;
        after.read(&answer.text).map(|action| action.text).map_err(|error| format!("It answered a move, but {error}."))
    }

    fn end(&mut self) -> Vec<Exchange> {
        self.interview.end();
        self.interview.exchanges().to_vec()
    }
}

fn turn<'a>(
    start: &'a str,
    actions: &'a [Action],
    game: &'a dyn AnyGame,
    side: Side,
    limit: Duration,
    stop: &'a AtomicBool,
) -> Turn<'a> {
    let budget = Budget { time: Some(limit), margin: limit.max(LEAST_WAIT), ..Budget::default() };
    Turn { start, actions, game, side, budget, stop }
}

/// A legal move of the person, drawn by a seed.
fn legal_move(player: &ProgramGames<'_>, game: &dyn AnyGame, name: &str) -> Option<Action> {
    let mut moves: Vec<Action> =
        game.legal_actions().into_iter().filter(|action| is_move(game, &action.text)).collect();
    let mut random = Random::new(seed_of(player.seed(), name, 0));
    (!moves.is_empty()).then(|| moves.swap_remove(random.below(moves.len())))
}

/// Whether it takes moves in capital letters and in small ones.
pub(in crate::grade) fn cases(player: &ProgramGames<'_>) -> Finding {
    let EngineKind::Console(_, dialogue) = &player.program.kind else { return Finding::not_run("It has no dialogue.") };
    let usual = dialogue.write.clone().unwrap_or_else(|| "{FROM}{TO}".to_owned());
    let forms = [
        ("capital", usual.replace("{from}", "{FROM}").replace("{to}", "{TO}")),
        ("small", usual.replace("{FROM}", "{from}").replace("{TO}", "{to}")),
    ];
    let mut refused = Vec::new();
    for (name, form) in forms {
        let mut competitor = player.program.clone();
        if let EngineKind::Console(_, dialogue) = &mut competitor.kind {
            dialogue.write = Some(form);
        }
        let mut prompt = match FirstPrompt::new(player, &competitor) {
            Ok(prompt) => prompt,
            Err(sentence) => {
                return Finding::look(format!("Its first question for a move was not seen. It {sentence}"));
            }
        };
        let Some(action) = legal_move(player, &*prompt.game, "cases") else { return nothing_seen(player) };
        let answer = prompt.play(player, &action);
        let exchanges = prompt.end();
        if player.watch.stop.load(SeqCst) {
            return Finding::not_run("There was no time for it.");
        }
        if let Err(sentence) = answer {
            refused.push((name, sentence, exchanges));
        }
    }
    match &refused[..] {
        [] => Finding::pass("It takes moves in capital letters and in small ones."),
        [(name, sentence, exchanges)] => {
            let evidence =
                dialogue_evidence(&format!("A move in {name} letters."), exchanges.iter().rev().take(2).rev());
            Finding::fail(format!("It does not take moves in {name} letters. {sentence}")).with([evidence])
        }
        [(_, sentence, exchanges), ..] => Finding::look(format!(
            "Neither a move in capital letters nor one in small letters was answered. {sentence}"
        ))
        .with([dialogue_evidence("A move in capital letters.", exchanges.iter().rev().take(2).rev())]),
    }
}

/// Whether it asks again after entries that are not legal, and then plays on.
pub(in crate::grade) fn illegal_entry(player: &ProgramGames<'_>) -> Finding {
    let mut prompt = match FirstPrompt::new(player, &player.program) {
        Ok(prompt) => prompt,
        Err(sentence) => return Finding::look(format!("Its first question for a move was not seen. It {sentence}")),
    };
    let mut wrong = None;
    for (what, squares) in illegal_moves(player, &*prompt.game) {
        let entry = format!("{}{}, {what}", squares.from, squares.to);
        let sentence = match prompt.enter(player, &squares) {
            EntryReaction::Waits => continue,
            EntryReaction::Moved(text) => format!("It took {entry}, and answered {text}."),
            EntryReaction::Ended(how) => format!("After {entry}: {how}."),
            EntryReaction::Lost(how) => format!("After {entry}, {how}."),
        };
        wrong = Some(sentence);
        break;
    }
    if player.watch.stop.load(SeqCst) {
        return Finding::not_run("There was no time for it.");
    }
    let answer = match (&wrong, legal_move(player, &*prompt.game, "illegal-entry")) {
        (None, Some(action)) => Some(prompt.play(player, &action)),
        _ => None,
    };
    let evidence = [dialogue_evidence("What was typed, and what it printed.", &prompt.end()[1..])];
    match (wrong, answer) {
        (Some(sentence), _) => Finding::fail(sentence).with(evidence),
        (None, Some(Ok(_))) => {
            Finding::pass("It asked again after each of the illegal entries, and then took a legal one.").with(evidence)
        }
        (None, Some(Err(sentence))) => Finding::look(format!(
            "After illegal entries it waited for another, but the legal move that followed was not answered. {sentence}"
        ))
        .with(evidence),
        (None, None) => nothing_seen(player),
    }
}

/// Moves that are not legal for the person at the start, each for another reason.
fn illegal_moves(player: &ProgramGames<'_>, game: &dyn AnyGame) -> Vec<(&'static str, Squares)> {
    let view = game.view();
    let person = game.side_to_move();
    let legal = game.legal_actions();
    let cells: Vec<_> = view.rows.iter().flat_map(|row| &row.cells).collect();
    let of = |side: Option<Side>| {
        let fits = |cell: &&&skirmish_board::Cell| cell.piece.map(|piece| piece.side) == side;
        cells.iter().filter(fits).map(|cell| cell.square.clone()).collect::<Vec<String>>()
    };
    let (own, other, empty) = (of(Some(person)), of(Some(person.opposite())), of(None));
    let mut random = Random::new(seed_of(player.seed(), "illegal-entry", 1));
    let mut draw = |from: &[String], to: &[String]| {
        for _ in 0..200 {
            let (Some(from), Some(to)) = (pick(&mut random, from), pick(&mut random, to)) else { break };
            let squares = Squares { from, to };
            if squares.from != squares.to && !legal.iter().any(|action| action.squares.as_ref() == Some(&squares)) {
                return Some(squares);
            }
        }
        None
    };
    [
        ("a move that this piece cannot make", draw(&own, &empty)),
        ("a move of the program's piece", draw(&other, &empty)),
        ("a move from an empty square", draw(&empty, &empty)),
    ]
    .into_iter()
    .filter_map(|(what, squares)| Some((what, squares?)))
    .collect()
}

fn pick(random: &mut Random, from: &[String]) -> Option<String> {
    (!from.is_empty()).then(|| from[random.below(from.len())].clone())
}
