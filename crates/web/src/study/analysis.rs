//! What an analysis has found so far.

use std::time::Duration;

use skirmish_board::Score;
use skirmish_play::{Finding, Table};

use crate::answers::Standing;
use crate::convert::value;
use crate::messages::{Answer, Message, Verdict};

/// The lines of an analysis, depth by depth. It may be interrupted and begun again: what is known stays known.
pub struct Sheet {
    id: u32,
    standing: Standing,
    legal: Vec<String>,
    /// The move that waits for an answer.
    proposal: Option<String>,
    /// How many lines a depth has.
    expected: usize,
    /// The lines of the depth that is being searched.
    coming: Vec<Finding>,
    /// The lines of the deepest depth that is complete.
    complete: Vec<Finding>,
    /// The score of a position without lines: the game is over, or it was stopped before anything was seen.
    score: Score,
    /// What earlier parts of the analysis visited and took.
    earlier: (u64, Duration),
    seen: bool,
}

impl Sheet {
    /// Nothing found yet.
    pub fn new(id: u32, standing: Standing, lines: u8) -> Sheet {
        let legal = standing.table.legal_actions();
        let proposal = standing.table.answers().and(standing.table.view().pending).map(|(from, to)| from + &to);
        let expected = usize::from(lines).min(legal.len()).max(1);
        Sheet {
            id,
            standing,
            legal,
            proposal,
            expected,
            coming: Vec::new(),
            complete: Vec::new(),
            score: 0,
            earlier: (0, Duration::ZERO),
            seen: false,
        }
    }

    /// The position.
    pub fn table(&self) -> &dyn Table {
        &*self.standing.table
    }

    /// Whether it was ever begun.
    pub fn has_seen(&self) -> bool {
        self.seen
    }

    /// The search begins, perhaps again.
    pub fn begin(&mut self) {
        self.seen = true;
        self.coming.clear();
        self.earlier = self.complete.first().map_or((0, Duration::ZERO), |best| (best.nodes, best.time));
    }

    /// Takes a report of the search. True if there is something new to show.
    pub fn add(&mut self, found: &Finding) -> bool {
        let mut fresh = false;
        // A line of another depth, or the first line again: the group before has all it will ever have.
        if self.coming.last().is_some_and(|last| last.depth != found.depth || last.rank >= found.rank) {
            self.expected = self.coming.len();
            fresh = self.complete();
        }
        let mut found = found.clone();
        found.nodes += self.earlier.0;
        found.time += self.earlier.1;
        self.coming.push(found);
        if self.coming.len() >= self.expected {
            fresh |= self.complete();
        }
        fresh
    }

    /// Takes the last word of the search on the best line.
    pub fn finish(&mut self, found: &Finding) {
        self.coming.clear();
        self.score = found.score;
        if self.complete.is_empty() && found.best.is_some() {
            self.complete = vec![found.clone()];
        }
    }

    /// The group of lines is complete. Begun again, a search takes a while to get back to where it was.
    fn complete(&mut self) -> bool {
        let group = std::mem::take(&mut self.coming);
        let deeper = group.first().map(|line| line.depth) >= self.complete.first().map(|line| line.depth);
        if deeper {
            self.complete = group;
        }
        deeper
    }

    /// What the tab sees of it.
    pub fn message(&self, done: bool) -> Message {
        let side = self.standing.table.side_to_move();
        let names = &self.standing.names;
        // Where the best is refused, a turn is worth the second-best move. A search of one line says so itself.
        let worth = match (self.complete.as_slice(), self.standing.table.proposes()) {
            ([_, second, ..], true) => second.score,
            ([best, ..], _) => best.score,
            ([], _) => self.score,
        };
        Message::Analysis {
            id: self.id,
            value: value(side, worth),
            lines: self.complete.iter().map(|line| names.finding(side, line)).collect(),
            verdicts: self.verdicts(),
            done,
        }
    }

    /// What the engine would answer: it refuses what it would itself propose, and accepts all else.
    fn verdicts(&self) -> Option<Vec<Verdict>> {
        let best = self.complete.first()?.best.as_deref()?;
        let verdict = |text: &str, refuse: bool| Verdict {
            action: self.standing.names.action(text),
            answer: if refuse { Answer::Refuse } else { Answer::Accept },
        };
        if let Some(proposal) = &self.proposal {
            let [_, refuse] = self.standing.table.answers()?;
            return Some(vec![verdict(proposal, best == refuse)]);
        }
        let each = || self.legal.iter().map(|text| verdict(text, text == best)).collect();
        self.standing.table.proposes().then(each)
    }
}
