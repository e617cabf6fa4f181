//! Finds the dialogue settings of a console program by trial: other answers to its questions, other ways to read and write moves.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};

use skirmish_games::GameId;

use super::{TrialGame, fault_of, opponent};
use crate::competitor::{Competitor, Dialogue, EngineKind};
use crate::game::{Fault, FaultReport, FinishedGame};
use crate::process::{Observer, Speaker};
use crate::seat::{asks_order, observed_seat, seat};

/// A dialogue works if this many moves of the program were understood.
const CONFIRMING_MOVES: usize = 3;

/// The maximum number of changed settings.
const MAX_CHANGES: usize = 4;

/// The maximum number of attempts, so that the search ends. A clock would end it early on a busy machine.
const MAX_ATTEMPTS: u32 = 200;

/// As many attempts counts one in which the program hung: it takes seconds instead of a moment.
const HANG_COST: u32 = 10;

/// Answers to the question who moves first: the program, or the person.
const ORDER_ANSWERS: &[[&str; 2]] = &[
    ["2", "1"],
    ["1", "2"],
    ["n", "y"],
    ["y", "n"],
    ["no", "yes"],
    ["yes", "no"],
    ["0", "1"],
    ["1", "0"],
    ["second", "first"],
    ["first", "second"],
    ["c", "h"],
    ["h", "c"],
    ["s", "f"],
    ["f", "s"],
    ["computer", "human"],
    ["human", "computer"],
    ["computer", "player"],
    ["N", "Y"],
    ["Y", "N"],
    ["C", "H"],
    ["S", "F"],
    ["F", "S"],
    ["me", "you"],
    ["you", "me"],
    ["b", "w"],
    ["w", "b"],
    ["B", "W"],
    ["W", "B"],
    ["black", "white"],
    ["white", "black"],
    ["0", "-1"],
    ["-1", "0"],
    ["false", "true"],
    ["true", "false"],
];

/// Answers to other questions.
const ANSWERS: &[&str] = &["", "1", "2", "4", "5", "y", "n", "A", "human", "easy"];

/// Formats in which programs read moves.
const WRITE_FORMATS: &[&str] = &[
    "{from}{to}",
    "{FROM} {TO}",
    "{from} {to}",
    "{FROM}-{TO}",
    "{from}-{to}",
    "{FROM},{TO}",
    "{from},{to}",
    "{FROM} to {TO}",
    "{from} to {to}",
    "{FROM}->{TO}",
    "{FROM} {TO} ",
    "{from} > {to}",
    "move {FROM}{TO}",
];

/// Unusual ways to print moves: with anything between the squares, or on several lines.
const MOVE_PATTERNS: &[&str] = &[
    r"(?P<from>[a-z]\d{1,2})[^a-z0-9\n]+(?P<to>[a-z]\d{1,2})",
    r"(?P<from>[a-z]\d{1,2})[^\n]{1,60}?\b(?P<to>[a-z]\d{1,2})",
    r"(?P<from>[a-z]\d{1,2})(?s:.){1,120}?\b(?P<to>[a-z]\d{1,2})",
    r"(?P<from>[a-z] \d{1,2})\W+(?P<to>[a-z] \d{1,2})",
    r"(?P<from>[a-z][-_.]\d{1,2})\W+(?P<to>[a-z][-_.]\d{1,2})",
    r"(?P<from>[a-z]\d{1,2})_?(?P<to>[a-z]\d{1,2})",
];

/// Words for accepting and refusing in Refusal.
const VERDICTS: &[[&str; 2]] =
    &[["y", "n"], ["a", "r"], ["yes", "no"], ["accept", "refuse"], ["Accept", "Reject"], ["", "reject"]];

/// A dialogue with which a program plays by the rules, if one is found in so many attempts.
pub(super) fn find_dialogue(
    competitor: &Competitor,
    present: &Dialogue,
    game: GameId,
    stop: &AtomicBool,
) -> Option<Dialogue> {
    let mut best = present.clone();
    let mut reached = Attempt::new(competitor, &best, game, stop)?;
    let mut attempts = 0;
    for _ in 0..MAX_CHANGES {
        let mut better: Option<(Dialogue, Attempt)> = None;
        for changed in changes(&best, &reached) {
            let attempt = Attempt::new(competitor, &changed, game, stop)?;
            if attempt.plays() && plays_whole_games(competitor, &changed, game, stop)? {
                return Some(changed);
            }
            attempts += attempt.cost();
            if attempts > MAX_ATTEMPTS {
                return None;
            }
            // The right answer to one of several questions: the others come next. Answers to the question who moves first are
            // all compared, because the wrong one of a pair is understood as well.
            let is_answer = changed.answers.len() > best.answers.len();
            let is_next = attempt.asked && !reached.asked || attempt.asks_another_question(&reached);
            let goes_on = is_answer && is_next;
            if goes_on || attempt.score() > better.as_ref().map_or(reached.score(), |(_, best)| best.score()) {
                better = Some((changed, attempt));
            }
            if goes_on {
                break;
            }
        }
        (best, reached) = better?;
    }
    None
}

/// The result of a dialogue in both orders of play.
struct Attempt {
    /// The number of understood moves in each game, and whether it had no fault.
    games: [(usize, bool); 2],
    /// The first fault, and the last output of the program before it.
    fault: Option<Fault>,
    last: Option<String>,
    /// Whether the program was seen to ask who moves first.
    asked: bool,
    /// How many lines it was sent.
    sent: usize,
    /// How many times it hung.
    hung: u32,
}

impl Attempt {
    fn new(competitor: &Competitor, dialogue: &Dialogue, game: GameId, stop: &AtomicBool) -> Option<Attempt> {
        let competitor = with(competitor, dialogue);
        let (mut asked, mut sent, mut last, mut hung, mut first_fault) = (false, 0, None, 0, None);
        let mut games = [(0, false); 2];
        for (result, first) in games.iter_mut().zip([true, false]) {
            let listener = Arc::new(DialogueListener::default());
            let observer: Observer = {
                let listener = Arc::clone(&listener);
                Arc::new(move |speaker, text| listener.observe(speaker, text))
            };
            let played = play(&competitor, game, first, Some(&observer), &listener.stop);
            if stop.load(SeqCst) {
                return None;
            }
            let moves = listener.moves.load(SeqCst);
            let fault = played.as_ref().and_then(fault_of);
            // A program that ends at once, such as at a wrong answer, costs no time.
            let is_slow = |report: &FaultReport| match report.fault {
                Fault::Start => report.detail.starts_with("It was not ready"),
                fault => fault == Fault::Hang,
            };
            hung += u32::from(fault.as_ref().is_some_and(is_slow));
            let fine = fault.is_none();
            *result = (moves, fine);
            asked |= listener.asked.load(SeqCst);
            sent += listener.sent.load(SeqCst);
            if !fine && last.is_none() {
                last = Some(listener.last_output());
                first_fault = fault.map(|report| report.fault);
            }
        }
        Some(Attempt { games, fault: first_fault, last, asked, sent, hung })
    }

    fn plays(&self) -> bool {
        self.games.iter().all(|(_, fine)| *fine)
    }

    /// The last line before the fault.
    fn last_line(&self) -> Option<&str> {
        self.last.as_deref()?.lines().rev().map(str::trim).find(|line| !line.is_empty())
    }

    /// Whether the program waits for an answer to another question than before, and no move was understood.
    fn asks_another_question(&self, before: &Attempt) -> bool {
        let is_unknown = self.games.iter().all(|(moves, _)| *moves == 0);
        let is_new = self.last_line().is_some_and(|line| Some(line) != before.last_line());
        is_unknown && is_new && self.fault == Some(Fault::NotUnderstood)
    }

    fn cost(&self) -> u32 {
        1 + HANG_COST * self.hung
    }

    /// Higher is better: games without a fault, understood moves, and then the progress of the dialogue.
    fn score(&self) -> (usize, usize, bool, usize) {
        let fine = self.games.iter().filter(|(_, fine)| *fine).count();
        let moves = self.games.iter().map(|(moves, _)| moves).sum();
        (fine, moves, self.asked, self.sent.min(6))
    }
}

fn plays_whole_games(competitor: &Competitor, dialogue: &Dialogue, game: GameId, stop: &AtomicBool) -> Option<bool> {
    let competitor = with(competitor, dialogue);
    for first in [true, false] {
        if fault_of(&play(&competitor, game, first, None, stop)?).is_some() {
            return Some(false);
        }
    }
    Some(true)
}

/// A game against a random player; `None` if it was stopped.
fn play(
    competitor: &Competitor,
    game: GameId,
    first: bool,
    observer: Option<&Observer>,
    stop: &AtomicBool,
) -> Option<FinishedGame> {
    let engines = [competitor.clone(), opponent("random").ok()?];
    let mut seat = match observer {
        Some(_) => observed_seat(competitor, game, 1, observer),
        None => seat(competitor, game, 1),
    };
    TrialGame::against_random(game, first).play(&engines, &mut *seat, stop)
}

fn with(competitor: &Competitor, dialogue: &Dialogue) -> Competitor {
    let mut competitor = competitor.clone();
    if let EngineKind::Console(_, present) = &mut competitor.kind {
        **present = dialogue.clone();
    }
    competitor
}

/// Dialogues that differ in one setting, the likeliest first.
fn changes(dialogue: &Dialogue, attempt: &Attempt) -> Vec<Dialogue> {
    let mut all = Vec::new();
    let question = attempt.last_line().map(|line| regex_lite::escape(&line.chars().take(60).collect::<String>()));
    let said = attempt.last.as_deref().unwrap_or_default();
    let words: Vec<&str> = said.split(|c: char| !c.is_alphanumeric() && c != '-').collect();
    let is_lost = attempt.games.iter().any(|(moves, fine)| !fine && *moves == 0);
    // A question before the game that has nothing to do with the order of play comes before everything else.
    let is_other = is_lost && !attempt.asked && !asks_order(said);
    let mut answers: Vec<&&str> = ANSWERS.iter().collect();
    answers.sort_by_key(|answer| !words.iter().any(|word| word.eq_ignore_ascii_case(answer)));
    let answer_question = |all: &mut Vec<Dialogue>| {
        for answer in &answers {
            let mut changed = dialogue.clone();
            changed.answers.extend(question.iter().map(|question| (question.clone(), (**answer).to_owned())));
            if changed != *dialogue {
                all.push(changed);
            }
        }
    };
    if is_other {
        answer_question(&mut all);
    }
    let mut add = |change: &dyn Fn(&mut Dialogue)| {
        let mut changed = dialogue.clone();
        change(&mut changed);
        if changed != *dialogue {
            all.push(changed);
        }
    };
    if is_lost {
        // Answers that the program mentions are the likeliest.
        let mut orders: Vec<&[&str; 2]> = ORDER_ANSWERS.iter().collect();
        orders.sort_by_key(|order| !order.iter().all(|word| words.contains(word)));
        for [program, person] in orders {
            add(&|dialogue| {
                (dialogue.first, dialogue.second) = (Some((*program).to_owned()), Some((*person).to_owned()));
                if !attempt.asked && dialogue.asks_first.is_none() {
                    dialogue.asks_first.clone_from(&question);
                }
            });
        }
    }
    for pattern in MOVE_PATTERNS {
        add(&|dialogue| dialogue.moves = Some((*pattern).to_owned()));
        // While no move is understood, both orders of play look alike.
        if is_lost && dialogue.first.is_some() {
            add(&|dialogue| {
                dialogue.moves = Some((*pattern).to_owned());
                std::mem::swap(&mut dialogue.first, &mut dialogue.second);
            });
        }
    }
    for format in WRITE_FORMATS {
        add(&|dialogue| dialogue.write = Some((*format).to_owned()));
    }
    for side in ["south", "either", "north"] {
        add(&|dialogue| dialogue.believes = Some(side.to_owned()));
    }
    for [accept, refuse] in VERDICTS {
        add(&|dialogue| {
            (dialogue.accept, dialogue.refuse) = (Some((*accept).to_owned()), Some((*refuse).to_owned()));
        });
    }
    if !is_other {
        answer_question(&mut all);
    }
    all
}

/// Observes a game and stops it after enough understood moves.
#[derive(Default)]
struct DialogueListener {
    stop: AtomicBool,
    moves: AtomicUsize,
    asked: AtomicBool,
    sent: AtomicUsize,
    /// Its output since the last line it was sent.
    said: Mutex<String>,
}

impl DialogueListener {
    fn observe(&self, speaker: Speaker, text: &str) {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        match speaker {
            Speaker::Sent => {
                said.clear();
                self.sent.fetch_add(1, SeqCst);
            }
            Speaker::Received => *said += &format!("{text}\n"),
            Speaker::Understood if text.starts_with("it asks who moves first") => self.asked.store(true, SeqCst),
            Speaker::Understood if text.starts_with("its move: ") => {
                if self.moves.fetch_add(1, SeqCst) + 1 >= CONFIRMING_MOVES {
                    self.stop.store(true, SeqCst);
                }
            }
            Speaker::Understood => {}
        }
    }

    fn last_output(&self) -> String {
        self.said.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
