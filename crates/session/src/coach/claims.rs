//! From one search of a position to claims about its actions.

use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;

use skirmish_board::{Action, ActionKind, Effect, Marker, Side};
use skirmish_play::{
    AnyEngine, AnyGame, Candidate, CandidateSearch, ProofSource, ProvenResult, ProvenValue, wins_within,
};
use skirmish_search::Limits;

use super::{Claim, ClaimKind, ComparedValues};

/// A difference of values worth a sentence: a third of a pawn.
const PREFERENCE: i32 = 33;

/// Threats are looked for within this many plies.
const THREAT_PLIES: u16 = 5;

/// A missed win is checked to be missed by plain exhaustive search up to this many plies.
const MISSED_PLIES: u16 = 5;

/// The search of a position, and what else is asked about it.
pub(super) struct Inquiry<'a> {
    game: &'a dyn AnyGame,
    engine: &'a mut AnyEngine,
    stop: &'a AtomicBool,
    nodes: u64,
    found: CandidateSearch,
    /// Moves are proposed here, so that two good ones are needed.
    proposes: bool,
}

impl<'a> Inquiry<'a> {
    /// Searches a position.
    pub(super) fn new(
        game: &'a dyn AnyGame,
        engine: &'a mut AnyEngine,
        nodes: u64,
        stop: &'a AtomicBool,
    ) -> Inquiry<'a> {
        let found = engine.candidates(game, nodes, stop, &mut |_| {});
        Inquiry { game, engine, stop, nodes, found, proposes: game.is_proposal_turn() }
    }

    /// The claims about an action, or about the position.
    pub(super) fn claims(mut self, action: Option<&Action>) -> Vec<Claim> {
        let mut claims = Vec::new();
        let has_choice = self.found.candidates.len() > 1;
        match action {
            Some(action) => {
                if has_choice {
                    self.sharpen(action);
                    claims.extend(self.verdict(action));
                }
                let loses = claims.iter().any(|claim| matches!(claim.kind, ClaimKind::Loses | ClaimKind::MissesDraw));
                claims.extend(loses.then(|| self.threat()).flatten());
                claims.extend(self.facts(action));
            }
            None => {
                if let Some(best) = self.best().filter(|_| has_choice) {
                    self.sharpen(&best);
                    claims.extend(self.advice(&best));
                }
                claims.extend(self.threat());
            }
        }
        claims
    }

    /// Makes the proofs about an action and about its rivals exact, as far as the nodes allow.
    fn sharpen(&mut self, action: &Action) {
        if self.found.source == ProofSource::Tablebase {
            return;
        }
        let proven = |known: &&Candidate| known.proven.is_some_and(|proven| !proven.exact);
        let mut rivals: Vec<&Candidate> = self.found.candidates.iter().filter(proven).collect();
        rivals.sort_by_key(|known| (known.action != *action, Reverse(known.proven.map(ProvenValue::order))));
        let rivals: Vec<Action> = rivals.into_iter().take(4).map(|known| known.action.clone()).collect();
        for rival in rivals {
            let Some((proven, line)) = self.engine.prove(self.game, &rival, self.nodes / 4, self.stop) else {
                continue;
            };
            let Some(known) = self.found.candidates.iter_mut().find(|known| known.action == rival) else { continue };
            let better = known.proven.map_or(proven, |before| before.and(proven));
            if Some(better) != known.proven {
                (known.proven, known.line) = (Some(better), line);
            }
        }
    }

    /// The best action, by its proof or by its value in the search.
    fn best(&self) -> Option<Action> {
        self.ranked().first().map(|known| known.action.clone())
    }

    /// The actions that have a value, the best first.
    fn ranked(&self) -> Vec<&Candidate> {
        let mut ranked: Vec<&Candidate> =
            self.found.candidates.iter().filter(|known| known.proven.is_some() || known.score.is_some()).collect();
        ranked.sort_by_key(|known| Reverse(order(known)));
        ranked
    }

    /// What is certain about the result of an action, or which one the search prefers.
    fn verdict(&self, action: &Action) -> Option<Claim> {
        let played = self.found.get(action)?;
        let others: Vec<&Candidate> = self.ranked().into_iter().filter(|known| known.action != *action).collect();
        let needed = if self.proposes { 2 } else { 1 };
        let having = |result| others.iter().filter(move |known| has(known, result)).copied();
        let wins: Vec<&Candidate> = having(ProvenResult::Win).collect();
        // An action without a value counts as one that may be good.
        let losses = having(ProvenResult::Loss).count();
        let not_lost = self.found.candidates.len() - 1 - losses;
        let claim = |kind| self.claim(kind, played);
        Some(match played.proven.map(|proven| proven.result) {
            Some(ProvenResult::Win) => match wins.first().filter(|other| !self.proposes && is_sooner(other, played)) {
                Some(other) => self.compared(ClaimKind::SlowerWin, played, other),
                None => Claim {
                    second: wins.first().filter(|_| self.proposes).map(|known| of_action(known)),
                    ..claim(ClaimKind::Wins)
                },
            },
            _ if wins.len() >= needed => self.missed_win(played, &wins),
            Some(ProvenResult::Draw) if losses + 1 == self.found.candidates.len() => claim(ClaimKind::OnlyMove),
            Some(ProvenResult::Draw) => claim(ClaimKind::Draws),
            Some(ProvenResult::Loss) if not_lost < needed => {
                let longest = having(ProvenResult::Loss).find(|other| holds_out_longer(other, played));
                match longest.filter(|_| not_lost == 0) {
                    Some(other) => self.compared(ClaimKind::BothLose, played, other),
                    None => claim(ClaimKind::BothLose),
                }
            }
            Some(ProvenResult::Loss) => match having(ProvenResult::Draw).next() {
                Some(draw) => self.compared(ClaimKind::MissesDraw, played, draw),
                None => {
                    let mut better = others.iter().filter(|known| !has(known, ProvenResult::Loss));
                    let other = better.next().map(|known| of_action(known));
                    let second = better.next().filter(|_| self.proposes).map(|known| of_action(known));
                    Claim { other, second, ..claim(ClaimKind::Loses) }
                }
            },
            None if not_lost + 1 == needed => {
                let second = others.iter().find(|known| !has(known, ProvenResult::Loss)).map(|known| of_action(known));
                Claim { second: second.filter(|_| self.proposes), ..claim(ClaimKind::OnlyMove) }
            }
            None => return self.preference(played, &others),
        })
    }

    /// A win that was there.
    fn missed_win(&self, played: &Candidate, wins: &[&Candidate]) -> Claim {
        // Where moves can be refused, two are needed, and the second counts.
        let counted = wins[if self.proposes { 1 } else { 0 }];
        let plies = counted.proven.and_then(|proven| proven.plies);
        let checked = plies.filter(|&plies| {
            let left = played.proven.is_none() && plies <= MISSED_PLIES;
            left && wins_within(self.game, &played.action, plies.into(), self.nodes) == Some(false)
        });
        let second = wins.get(1).filter(|_| self.proposes).map(|known| of_action(known));
        let claim = self.compared(ClaimKind::MissesWin, played, wins[0]);
        Claim { second, other_proven: counted.proven, count: checked, ..claim }
    }

    /// Which of two actions the search prefers, both searched to the same depth.
    fn preference(&self, played: &Candidate, others: &[&Candidate]) -> Option<Claim> {
        let action = played.score?;
        let mut rivals: Vec<(i32, &Candidate)> = others
            .iter()
            .filter(|known| known.proven.is_none())
            .filter_map(|known| Some((known.score?, *known)))
            .collect();
        rivals.sort_by_key(|(score, _)| Reverse(*score));
        // The best proposal is refused: the second-best is what the turn is worth.
        let spared = usize::from(self.proposes);
        let wins = others.iter().filter(|known| has(known, ProvenResult::Win)).count();
        let better = rivals.iter().filter(|(score, _)| *score > action).count();
        let depth = self.found.depth;
        if wins + better <= spared {
            let (other, rival) = *rivals.get(better)?;
            let values = Some(ComparedValues { action, other, depth });
            return Some(Claim { values, ..self.compared(ClaimKind::Agrees, played, rival) });
        }
        let (other, rival) =
            *rivals.get(spared.saturating_sub(wins)).filter(|(score, _)| score - action >= PREFERENCE)?;
        let values = Some(ComparedValues { action, other, depth });
        let second =
            rivals.first().filter(|(_, first)| first.action != rival.action).map(|(_, first)| of_action(first));
        Some(Claim { values, second, ..self.compared(ClaimKind::Prefers, played, rival) })
    }

    /// What to do in the position.
    fn advice(&self, best: &Action) -> Option<Claim> {
        let claim = self.verdict(best)?;
        match claim.kind {
            // What is good is said with the best action as it is.
            ClaimKind::Wins | ClaimKind::Draws | ClaimKind::OnlyMove | ClaimKind::BothLose | ClaimKind::Agrees => {
                Some(claim)
            }
            _ => None,
        }
    }

    /// What the opponent would win with if it were to move now.
    fn threat(&mut self) -> Option<Claim> {
        let game = self.game;
        let proposes_at_all = skirmish_play::new_game(game.id()).is_proposal_turn();
        if proposes_at_all != self.proposes || game.outcome().is_some() {
            return None;
        }
        let opponent = game.side_to_move().opposite();
        let mut other = game.boxed_clone();
        other.set_position(&game.id().info().setup.with_side(&game.position(), opponent)).ok()?;
        if other.outcome().is_some() {
            return None;
        }
        let nodes = self.nodes / 4;
        let found = self.engine.analyze(&*other, &Limits::nodes(nodes), 1, self.stop, &mut |_| {});
        // Of a pair the score is the length of the slower move: each of them wins in at most that.
        let exact = found.nodes < nodes && !self.proposes && !self.stop.load(std::sync::atomic::Ordering::Relaxed);
        let proven = ProvenValue::of(found.score, exact).filter(|proven| proven.result == ProvenResult::Win)?;
        proven.plies.filter(|&plies| plies <= THREAT_PLIES)?;
        let (action, second) = (found.best?, found.alternate.filter(|_| self.proposes));
        let claim = blank(ClaimKind::Threat, other.position(), opponent, action);
        Some(Claim { proven: Some(proven), second, line: found.line, ..claim })
    }

    /// What the rules say about a move.
    fn facts(&self, action: &Action) -> Vec<Claim> {
        if action.kind != ActionKind::Move || self.proposes {
            return Vec::new();
        }
        let side = self.game.side_to_move();
        let fact =
            |kind| Claim { line: vec![action.clone()], ..blank(kind, self.game.position(), side, action.clone()) };
        let effects = self.game.effects(action);
        if effects.iter().any(|effect| matches!(effect, Effect::Ends { .. })) {
            return Vec::new();
        }
        let mut facts = Vec::new();
        let struck = effects.iter().filter(|effect| matches!(effect, Effect::Strikes { .. })).count();
        if struck > 1 {
            facts.push(Claim { count: Some(struck as u16), ..fact(ClaimKind::StrikesSeveral) });
        }
        let left = effects.iter().find_map(|effect| match effect {
            Effect::Tank { left, .. } if *left <= 2 => Some(u16::from(*left)),
            _ => None,
        });
        facts.extend(left.map(|count| Claim { count: Some(count), ..fact(ClaimKind::RunsDry) }));
        let mut next = self.game.boxed_clone();
        next.perform(action);
        let view = next.view();
        let to = action.squares.as_ref().map(|squares| squares.to.as_str());
        let bound = view.markers.iter().find_map(|marker| match marker {
            Marker::Bound { square, words } if Some(square.as_str()) == to => Some(*words),
            _ => None,
        });
        facts.extend(bound.map(|rule| Claim { rule: Some(rule), ..fact(ClaimKind::Bound) }));
        facts
    }

    fn claim(&self, kind: ClaimKind, played: &Candidate) -> Claim {
        let claim = blank(kind, self.game.position(), self.game.side_to_move(), played.action.clone());
        Claim { proven: played.proven, line: played.line.clone(), ..claim }
    }

    /// A claim about two actions; its line shows the other one.
    fn compared(&self, kind: ClaimKind, played: &Candidate, other: &Candidate) -> Claim {
        let line = if kind == ClaimKind::Agrees { &played.line } else { &other.line }.clone();
        Claim { other: Some(other.action.clone()), other_proven: other.proven, line, ..self.claim(kind, played) }
    }
}

/// A claim of a kind without anything else.
fn blank(kind: ClaimKind, position: String, side: Side, action: Action) -> Claim {
    Claim {
        kind,
        position,
        side,
        action,
        proven: None,
        other: None,
        other_proven: None,
        second: None,
        values: None,
        count: None,
        rule: None,
        line: Vec::new(),
    }
}

fn of_action(known: &Candidate) -> Action {
    known.action.clone()
}

fn has(known: &Candidate, result: ProvenResult) -> bool {
    known.proven.is_some_and(|proven| proven.result == result)
}

/// The better, the greater: by its proof, or by its value.
fn order(known: &Candidate) -> i32 {
    known.proven.map_or_else(|| known.score.unwrap_or(0), ProvenValue::order)
}

/// Whether one win is certainly sooner than another.
fn is_sooner(known: &Candidate, than: &Candidate) -> bool {
    let (Some(one), Some(two)) = (known.proven, than.proven) else { return false };
    two.exact && one.plies.is_some() && one.plies < two.plies
}

/// Whether one loss certainly takes longer than another.
fn holds_out_longer(known: &Candidate, than: &Candidate) -> bool {
    let (Some(one), Some(two)) = (known.proven, than.proven) else { return false };
    one.exact && two.plies.is_some() && one.plies > two.plies
}
