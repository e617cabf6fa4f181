//! A small engine that writes a trace, with one classic mistake if asked: alpha-beta with a table and quiescence search, for every
//! game. Each mistake is one `if`.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use skirmish_board::score::{DRAW, INFINITY, MAX_EVAL, loss_in, win_in};
use skirmish_board::{ActionKind, Evaluate, LevelProfile, Move, MoveList, Notation, Outcome, Score};
use skirmish_games::{GameId, Visitor};
use skirmish_trace::{Bug, EnterLine, LeaveLine, TraceBound, TraceHeader, TracePasses, TraceWriter};

/// What to search, and how.
#[derive(Clone, Debug)]
pub struct Task {
    pub game: GameId,
    pub position: String,
    pub depth: i32,
    /// The most plies of quiescence search.
    pub quiescence: i32,
    pub table: bool,
    /// A side that can only pass is skipped.
    pub skips_passes: bool,
    /// Values never leave the window.
    pub fail_hard: bool,
    /// Lines have moves and values only.
    pub terse: bool,
    pub bug: Option<Bug>,
}

/// What the engine found.
pub struct Searched {
    pub value: Score,
    pub best: Option<String>,
    pub trace: String,
}

impl Task {
    pub fn new(game: GameId, position: &str, depth: i32, bug: Option<Bug>) -> Task {
        // Some mistakes need an idea to go wrong.
        let table = matches!(bug, Some(Bug::BoundAsExact | Bug::TableWithoutSide));
        let quiescence = if bug == Some(Bug::HorizonAtCapture) { 8 } else { 0 };
        let position = position.to_owned();
        let fail_hard = bug == Some(Bug::WindowNotSwapped);
        let skips_passes = bug == Some(Bug::SameSideTwice);
        Task { game, position, depth, quiescence, table, skips_passes, fail_hard, terse: false, bug }
    }

    pub fn search(&self) -> Searched {
        self.game.visit(Run(self))
    }
}

struct Run<'a>(&'a Task);

impl Visitor for Run<'_> {
    type Output = Searched;

    fn visit<G: Notation + LevelProfile>(self, start: G) -> Searched {
        let task = self.0;
        let position = start.parse_position(&task.position).unwrap();
        let header = TraceHeader {
            game: Some(task.game.to_string()),
            position: Some(task.position.clone()),
            program: Some("a small engine".to_owned()),
            evaluation: Some("terms".to_owned()),
            complete: Some(true),
            depth: Some(task.depth),
            quiescence: (task.quiescence > 0).then_some(task.quiescence),
            passes: if task.skips_passes { TracePasses::Skipped } else { TracePasses::Played },
            ..TraceHeader::default()
        };
        let writer = TraceWriter::new(Vec::new(), &header).unwrap();
        let mut engine = Engine { task, writer, table: HashMap::default(), best: None };
        let value = engine.search(&position, "", -INFINITY, INFINITY, task.depth, 0);
        let trace = String::from_utf8(engine.writer.into_inner()).unwrap();
        Searched { value, best: engine.best, trace }
    }
}

struct Stored {
    depth: i32,
    value: Score,
    bound: TraceBound,
}

struct Engine<'a> {
    task: &'a Task,
    writer: TraceWriter<Vec<u8>>,
    table: HashMap<u64, Stored, BuildHasherDefault<DefaultHasher>>,
    best: Option<String>,
}

impl Engine<'_> {
    fn has(&self, bug: Bug) -> bool {
        self.task.bug == Some(bug)
    }

    /// The value of a position for the side to move.
    fn search<G: Notation + Evaluate>(
        &mut self,
        position: &G,
        text: &str,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: u16,
    ) -> Score {
        let infinite = |value: Score| (value.abs() != INFINITY && !self.task.terse).then_some(value);
        let (written_alpha, written_beta) = (infinite(alpha), infinite(beta));
        let line = EnterLine {
            enter: text.to_owned(),
            ply: (!self.task.terse).then_some(u32::from(ply)),
            // Quiescence search can only be checked where it is known to begin.
            depth: (!self.task.terse || self.task.quiescence > 0).then_some(depth),
            alpha: written_alpha,
            beta: written_beta,
            ..EnterLine::default()
        };
        self.writer.enter(&line).unwrap();
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        moves.sort_by_cached_key(|&mv| position.format_move(mv));
        let (value, bound, end, best) = self.value(position, &mut moves, (alpha, beta), depth, ply);
        let value = if self.task.fail_hard { value.clamp(alpha, beta) } else { value };
        if ply == 0 {
            self.best.clone_from(&best);
        }
        let talks = !self.task.terse;
        let line = LeaveLine {
            leave: value,
            bound: bound.filter(|_| talks),
            end: talks.then(|| end.to_owned()),
            best: best.filter(|_| talks),
            ..LeaveLine::default()
        };
        self.writer.leave(&line).unwrap();
        value
    }

    /// Value, bound, why the node ended, and the best move.
    fn value<G: Notation + Evaluate>(
        &mut self,
        position: &G,
        moves: &mut MoveList,
        (mut alpha, beta): (Score, Score),
        depth: i32,
        ply: u16,
    ) -> (Score, Option<TraceBound>, &'static str, Option<String>) {
        let side = position.side_to_move();
        let needed = if position.is_proposal_turn() { 2 } else { 1 };
        match position.outcome() {
            Some(Outcome::Win(winner)) if winner == side => return (win_in(ply), None, "terminal", None),
            Some(Outcome::Win(_)) => return (loss_in(ply), None, "terminal", None),
            Some(Outcome::Draw) => return (DRAW, None, "terminal", None),
            None if moves.len() < needed => return (loss_in(ply), None, "refused", None),
            None => {}
        }
        if let Some(found) = self.probe(position, alpha, beta, depth, ply) {
            return (found.value, Some(found.bound), "table", None);
        }
        let window = (alpha, beta);
        let horizon = if self.has(Bug::DepthOffByOne) { 1 } else { 0 };
        let mut values: Vec<(Score, Option<String>)> = Vec::new();
        if depth <= horizon {
            let evaluation = position.evaluate();
            let evaluation = if self.has(Bug::EvaluationFromWrongSide) { -evaluation } else { evaluation };
            moves.retain(|mv| position.is_noisy(mv));
            let too_early = depth == 0 && self.has(Bug::HorizonAtCapture);
            if evaluation >= beta || horizon - depth >= self.task.quiescence || moves.is_empty() || too_early {
                let stands = evaluation >= beta && depth <= 0 && self.task.quiescence > 0;
                return (evaluation, None, if stands { "stand_pat" } else { "evaluated" }, None);
            }
            values = vec![(evaluation, None); needed];
            alpha = alpha.max(evaluation);
        }
        let quiet = !values.is_empty();
        if self.has(Bug::IllegalNullMove) && ply > 0 && !quiet {
            let passed = self.task.game.info().setup.with_side(&position.format_position(), side.opposite());
            let passed = position.parse_position(&passed).unwrap();
            values.push((-self.search(&passed, "pass", -beta, -alpha, depth - 1, ply + 1), None));
        }
        for &mv in moves.iter() {
            values.push(self.try_move(position, mv, (alpha, beta), depth, ply));
            values.sort_by_key(|(value, _)| -value);
            let worth = values.get(needed - 1).map_or(-INFINITY, |(value, _)| *value);
            alpha = alpha.max(worth);
            let deciding = if self.has(Bug::BestInsteadOfSecond) { values[0].0 } else { alpha };
            if deciding >= beta {
                break;
            }
        }
        let decides = if self.has(Bug::BestInsteadOfSecond) && values[0].0 >= beta { 0 } else { needed - 1 };
        let value = values[decides].0;
        let bound = match value {
            _ if value >= beta => TraceBound::Lower,
            _ if value <= window.0 => TraceBound::Upper,
            _ => TraceBound::Exact,
        };
        let stored = if self.has(Bug::BoundAsExact) { TraceBound::Exact } else { bound };
        self.store(position, value, stored, depth, ply);
        let end = match () {
            _ if quiet => "quiet",
            _ if values[decides].0 >= beta => "cutoff",
            _ => "complete",
        };
        (value, Some(bound), end, values.swap_remove(0).1)
    }

    fn try_move<G: Notation + Evaluate>(
        &mut self,
        position: &G,
        mv: Move,
        (alpha, beta): (Score, Score),
        depth: i32,
        ply: u16,
    ) -> (Score, Option<String>) {
        let text = position.format_move(mv);
        let mut next = position.clone();
        next.play_accepted(mv);
        let mut replies = MoveList::new();
        next.legal_moves(&mut replies);
        if self.task.skips_passes && replies.len() == 1 && next.action_kind(replies[0]) == ActionKind::Pass {
            next.play(replies[0]);
        }
        let refuses = position.accept_refuse().is_some_and(|[_, refuse]| mv == refuse);
        let depth = if refuses { depth } else { depth - 1 };
        let same_side = next.side_to_move() == position.side_to_move() && !self.has(Bug::SameSideTwice);
        let (low, high) = match same_side {
            true => (alpha, beta),
            false if self.has(Bug::WindowNotSwapped) => (alpha, beta),
            false => (-beta, -alpha),
        };
        let value = self.search(&next, &text, low, high, depth, ply + 1);
        let keeps_sign = same_side || self.has(Bug::SignError);
        (if keeps_sign { value } else { -value }, Some(text))
    }

    fn key<G: Notation>(&self, position: &G) -> u64 {
        if !self.has(Bug::TableWithoutSide) {
            return position.key();
        }
        let text = position.format_position();
        let fields: Vec<&str> = text.split(' ').collect();
        BuildHasherDefault::<DefaultHasher>::default().hash_one((fields[0], fields.get(2)))
    }

    /// A stored value that is deep enough and decides. Proofs are stored as seen from their position.
    fn probe<G: Notation>(&self, position: &G, alpha: Score, beta: Score, depth: i32, ply: u16) -> Option<Stored> {
        let found = self.table.get(&self.key(position)).filter(|found| found.depth >= depth && depth > 0)?;
        let value =
            found.value - found.value.signum() * if found.value.abs() > MAX_EVAL { Score::from(ply) } else { 0 };
        let decides = match found.bound {
            TraceBound::Exact => true,
            TraceBound::Lower => value >= beta,
            TraceBound::Upper => value <= alpha,
        };
        decides.then_some(Stored { depth: found.depth, value, bound: found.bound })
    }

    fn store<G: Notation>(&mut self, position: &G, value: Score, bound: TraceBound, depth: i32, ply: u16) {
        if self.task.table && depth > 0 {
            let value = value + value.signum() * if value.abs() > MAX_EVAL { Score::from(ply) } else { 0 };
            self.table.insert(self.key(position), Stored { depth, value, bound });
        }
    }
}
