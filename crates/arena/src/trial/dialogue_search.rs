//! Finds the dialogue settings of a console program by trial: other answers to its questions, other ways to read and write moves.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use skirmish_games::GameId;

use super::{TrialGame, fault_of};
use crate::competitor::{Competitor, Dialogue, EngineKind};
use crate::process::{Observer, Speaker};

/// A dialogue works if this many moves of the program were understood.
const CONFIRMING_MOVES: usize = 3;

/// The maximum number of changed settings.
const MAX_CHANGES: usize = 4;

/// The time limit of the search.
const SEARCH_TIME: Duration = Duration::from_secs(120);

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

/// A dialogue with which a program plays by the rules, if one is found in time.
pub(super) fn find_dialogue(
    competitor: &Competitor,
    present: &Dialogue,
    game: GameId,
    stop: &AtomicBool,
) -> Option<Dialogue> {
    let deadline = Instant::now() + SEARCH_TIME;
    let mut best = present.clone();
    let mut reached = Attempt::new(competitor, &best, game, stop)?;
    for _ in 0..MAX_CHANGES {
        let mut better: Option<(Dialogue, Attempt)> = None;
        for changed in changes(&best, &reached) {
            if Instant::now() > deadline {
                return None;
            }
            let attempt = Attempt::new(competitor, &changed, game, stop)?;
            if attempt.plays() && plays_whole_games(competitor, &changed, game, stop)? {
                return Some(changed);
            }
            let least = better.as_ref().map_or(reached.score(), |(_, attempt)| attempt.score());
            if attempt.score() > least {
                better = Some((changed, attempt));
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
    /// The last output of the program before the fault.
    last: Option<String>,
    /// Whether the program was seen to ask who moves first.
    asked: bool,
    /// How many lines it was sent.
    sent: usize,
}

impl Attempt {
    fn new(competitor: &Competitor, dialogue: &Dialogue, game: GameId, stop: &AtomicBool) -> Option<Attempt> {
        let competitor = with(competitor, dialogue);
        let (mut asked, mut sent, mut last) = (false, 0, None);
        let mut games = [(0, false); 2];
        for (result, first) in games.iter_mut().zip([true, false]) {
            let listener = Arc::new(DialogueListener::default());
            let observer: Observer = {
                let listener = Arc::clone(&listener);
                Arc::new(move |speaker, text| listener.observe(speaker, text))
            };
            let played = TrialGame::new(game, first).play(&competitor, Some(&observer), &listener.stop);
            if stop.load(SeqCst) {
                return None;
            }
            let moves = listener.moves.load(SeqCst);
            let fine = played.as_ref().is_none_or(|played| fault_of(played).is_none());
            *result = (moves, fine);
            asked |= listener.asked.load(SeqCst);
            sent += listener.sent.load(SeqCst);
            if !fine && last.is_none() {
                last = Some(listener.last_output());
            }
        }
        Some(Attempt { games, last, asked, sent })
    }

    fn plays(&self) -> bool {
        self.games.iter().all(|(_, fine)| *fine)
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
        if fault_of(&TrialGame::new(game, first).play(&competitor, None, stop)?).is_some() {
            return Some(false);
        }
    }
    Some(true)
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
    let mut add = |change: &dyn Fn(&mut Dialogue)| {
        let mut changed = dialogue.clone();
        change(&mut changed);
        if changed != *dialogue {
            all.push(changed);
        }
    };
    let last_line =
        attempt.last.as_deref().and_then(|text| text.lines().rev().map(str::trim).find(|line| !line.is_empty()));
    let question = last_line.map(|line| regex_lite::escape(&line.chars().take(60).collect::<String>()));
    let is_lost = attempt.games.iter().any(|(moves, fine)| !fine && *moves == 0);
    if is_lost {
        // Answers that the program mentions are the likeliest.
        let said = attempt.last.as_deref().unwrap_or_default();
        let words: Vec<&str> = said.split(|c: char| !c.is_alphanumeric() && c != '-').collect();
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
    }
    for format in WRITE_FORMATS {
        add(&|dialogue| dialogue.write = Some((*format).to_owned()));
    }
    for side in ["south", "either", "north"] {
        add(&|dialogue| dialogue.believes = Some(side.to_owned()));
    }
    if let Some(question) = &question {
        for answer in ANSWERS {
            add(&|dialogue| dialogue.answers.push((question.clone(), (*answer).to_owned())));
        }
    }
    for [accept, refuse] in VERDICTS {
        add(&|dialogue| {
            (dialogue.accept, dialogue.refuse) = (Some((*accept).to_owned()), Some((*refuse).to_owned()));
        });
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
