//! Values of all legal actions: from a tablebase, or from one search of all of them at the same depth.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use skirmish_board::{Action, LevelProfile, Move, MoveList, Notation, Outcome, Position, Score};
use skirmish_search::{Engine, Limits, SearchInfo, SearchQuery};

use crate::action_values::{Candidate, CandidateSearch, ProofSource, ProvenResult, ProvenValue};

/// Positions to visit for the distances of all actions. The smallest board of Oska needs fewer.
const DISTANCE_NODES: u64 = 2_000_000;

/// The same before a move is chosen: a fraction of a second.
const DISTANCE_NODES_OF_A_MOVE: u64 = 100_000;

/// The actions of a position in alphabetical order, with their moves.
fn actions_of<P: Notation>(position: &P) -> Vec<Action> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mut actions: Vec<Action> = moves.iter().map(|&mv| position.action(mv)).collect();
    actions.sort_unstable_by(|one, other| one.text.cmp(&other.text));
    actions
}

/// The position after an action; a proposal is accepted.
fn after<P: Position>(position: &P, mv: Move) -> P {
    let mut next = position.clone();
    next.play_accepted(mv);
    next
}

/// Searches all actions together, depth by depth, up to a number of nodes. `report` is called after each depth.
pub(crate) fn search<P: LevelProfile + Notation>(
    engine: &mut Engine<P>,
    position: &P,
    nodes: u64,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&CandidateSearch),
) -> CandidateSearch {
    let candidate = |action| Candidate { action, proven: None, score: None, line: Vec::new() };
    let candidates: Vec<Candidate> = actions_of(position).into_iter().map(candidate).collect();
    let count = candidates.len();
    let mut found = CandidateSearch { depth: 0, candidates, source: ProofSource::Search };
    // A sole proposal is refused: there is nothing to compare.
    if count == 0 || count == 1 && position.is_proposal_turn() {
        return found;
    }
    let mut lines: Vec<SearchInfo<Action>> = Vec::new();
    let query = SearchQuery { limits: Limits::nodes(nodes), lines: count, ignored: &[] };
    engine.search(position, &query, stop, &mut |info| {
        let info = info.to_actions(position);
        if lines.last().is_some_and(|last| last.depth != info.depth) {
            lines.clear();
        }
        note_proof(&mut found, &info);
        lines.push(info);
        if lines.len() == count {
            compare(&mut found, &lines);
            report(&found);
        }
    });
    found
}

/// Notes what a line proves about its first action.
fn note_proof(found: &mut CandidateSearch, info: &SearchInfo<Action>) {
    let Some(candidate) = found.candidates.iter_mut().find(|known| Some(&known.action) == info.best.as_ref()) else {
        return;
    };
    // Longer ones are never exact: quicker ends may have been pruned.
    let exact = info.proven_plies().is_some_and(|plies| plies.abs() <= 1);
    if let Some(proven) = ProvenValue::of(info.score, exact) {
        let better = candidate.proven.map_or(proven, |known| known.and(proven));
        if candidate.proven != Some(better) {
            (candidate.proven, candidate.line) = (Some(better), info.line.clone());
        }
    }
}

/// Takes the values of a depth, complete for all actions.
fn compare(found: &mut CandidateSearch, lines: &[SearchInfo<Action>]) {
    found.depth = lines[0].depth;
    for info in lines {
        let candidate = found.candidates.iter_mut().find(|known| Some(&known.action) == info.best.as_ref());
        if let Some(candidate) = candidate {
            candidate.score = Some(info.score);
            if candidate.proven.is_none() {
                candidate.line = info.line.clone();
            }
        }
    }
}

/// Tries to prove the result of one action and its exact distance, within some nodes. Returns the proof and the line that shows it.
pub(crate) fn prove<P: LevelProfile + Notation>(
    engine: &mut Engine<P>,
    position: &P,
    mv: Move,
    nodes: u64,
    stop: &AtomicBool,
) -> Option<(ProvenValue, Vec<Action>)> {
    let (side, next) = (position.side_to_move(), after(position, mv));
    let mut line = vec![position.action(mv)];
    if position.is_proposal_turn() {
        let mut proposed = position.clone();
        proposed.play(mv);
        line.extend(proposed.accept_refuse().map(|[accept, _]| proposed.action(accept)));
    }
    if let Some(outcome) = next.outcome() {
        let result = ProvenResult::of(outcome, side);
        let plies = (result != ProvenResult::Draw).then_some(1);
        return Some((ProvenValue { result, plies, exact: true }, line));
    }
    let found = engine.search(&next, &Limits::nodes(nodes).into(), stop, &mut |_| {}).to_actions(&next);
    // A search that was not stopped has found the shortest win, or the longest resistance.
    let exact = found.nodes < nodes && !stop.load(Relaxed);
    let score = if next.side_to_move() == side { found.score } else { -found.score };
    let proven = ProvenValue::of(one_ply_further(score), exact)?;
    line.extend(found.line);
    Some((proven, line))
}

/// A proven score of a position for one ply before it.
fn one_ply_further(score: Score) -> Score {
    score - score.signum()
}

/// The values of all actions, from the tablebase; `None` if it does not know all of them.
pub(crate) fn known<P: LevelProfile + Notation>(position: &P) -> Option<CandidateSearch> {
    known_within(position, DISTANCE_NODES)
}

/// The same, with distances as far as so many positions tell them.
fn known_within<P: LevelProfile + Notation>(position: &P, nodes: u64) -> Option<CandidateSearch> {
    let mut distances = Distances::new(nodes);
    let side = position.side_to_move();
    let value = |action: Action| {
        let next = after(position, action.mv);
        let result = ProvenResult::of(result_of(&next)?, side);
        let plies = distances.of(&next).map(|plies| plies + 1);
        let line = std::iter::once(action.clone()).chain(distances.line(&next)).collect();
        let proven = Some(ProvenValue { result, plies, exact: plies.is_some() || result == ProvenResult::Draw });
        Some(Candidate { action, proven, score: None, line })
    };
    let candidates: Option<Vec<Candidate>> = actions_of(position).into_iter().map(value).collect();
    let candidates = candidates.filter(|found| !found.is_empty())?;
    Some(CandidateSearch { depth: 0, candidates, source: ProofSource::Tablebase })
}

/// The legal moves that the tablebase shows to be worse than the best: those with a worse result and, if `soonest`, those that win later
/// or lose sooner than need be, where the distances are known. Empty unless the tablebase knows all results.
pub(crate) fn inferior<P: LevelProfile + Notation>(position: &P, soonest: bool) -> Vec<Move> {
    let distances = if soonest { DISTANCE_NODES_OF_A_MOVE } else { 0 };
    let Some(found) = known_within(position, distances) else { return Vec::new() };
    let values = |found: &CandidateSearch| found.candidates.iter().flat_map(|known| known.proven).collect::<Vec<_>>();
    let result = |value: &ProvenValue| value.result.rank();
    let best = values(&found).iter().map(result).max();
    let measured = values(&found).iter().all(|value| Some(result(value)) != best || value.exact);
    let order = |value: ProvenValue| if measured { value.order() } else { value.result.rank() };
    let most = values(&found).into_iter().map(order).max();
    let is_worse = |known: &&Candidate| known.proven.map(order) < most;
    found.candidates.iter().filter(is_worse).map(|known| known.action.mv).collect()
}

/// The result of a position: known to the rules or the tablebase.
fn result_of<P: LevelProfile>(position: &P) -> Option<Outcome> {
    position.outcome().or_else(|| position.tablebase_result())
}

/// Distances to the end of decided positions: the winner plays only what wins, and as soon as possible; the loser holds out.
struct Distances {
    known: HashMap<u64, u16>,
    /// The positions that may still be visited.
    nodes: u64,
}

impl Distances {
    fn new(nodes: u64) -> Distances {
        Distances { known: HashMap::new(), nodes }
    }

    /// The plies to the end of a position; `None` for a draw, without a tablebase, and if it takes too many nodes.
    fn of<P: LevelProfile>(&mut self, position: &P) -> Option<u16> {
        let Some(Outcome::Win(winner)) = result_of(position) else { return None };
        if position.outcome().is_some() {
            return Some(0);
        }
        if let Some(&plies) = self.known.get(&position.key()) {
            return Some(plies);
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let is_winner = position.side_to_move() == winner;
        let mut best: Option<u16> = None;
        for &mv in moves.iter() {
            let next = after(position, mv);
            if result_of(&next)? != Outcome::Win(winner) {
                continue;
            }
            let plies = self.of(&next)? + 1;
            best = Some(best.map_or(plies, |best| if is_winner { best.min(plies) } else { best.max(plies) }));
        }
        self.known.insert(position.key(), best?);
        best
    }

    /// Best play from a decided position on; empty where distances are not known.
    fn line<P: LevelProfile + Notation>(&mut self, position: &P) -> Vec<Action> {
        let (mut line, mut position) = (Vec::new(), position.clone());
        while let Some(left) = self.of(&position).filter(|&left| left > 0) {
            let step = actions_of(&position).into_iter().find(|action| {
                let next = after(&position, action.mv);
                result_of(&next) == result_of(&position) && self.of(&next) == Some(left - 1)
            });
            let Some(action) = step else { break };
            position.play(action.mv);
            line.push(action);
        }
        line
    }
}
