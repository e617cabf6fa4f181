//! Follows a trace on the board: nodes begin and end, and each is judged when it ends.

use skirmish_board::{Side, quoted};
use skirmish_play::AnyGame;

use crate::bug::Bug;
use crate::check::TraceCheck;
use crate::explain::{MistakeFound, shown};
use crate::interval::{AskedWindow, Interval};
use crate::judge::{JudgedBy, NodeVerdict, judge};
use crate::knowledge::{skip_pass, static_eval};
use crate::line::{EnterLine, LeaveLine, MAX_VALUE, SkipLine, TraceBound, TraceHeader, TracePasses, TraceView};
use crate::node::{NodeRole, OpenNode, TriedMove};
use crate::report::{CheckReport, Mistake};

/// The most nodes within each other.
const MAX_NESTING: usize = 1_000;
/// The most mistakes, and illegal moves of a node, of which more than the number is remembered.
const MAX_KEPT: usize = 50;
/// The names of a move that passes, where a side must move.
const NULL_MOVES: [&str; 4] = ["null", "pass", "0000", "--"];

impl TraceCheck {
    /// A node begins.
    pub(crate) fn enter(&mut self, number: usize, line: &EnterLine) -> Result<(), String> {
        if self.report.is_none() {
            self.begin(&TraceHeader::default())?;
        }
        if self.open.len() + self.ignoring >= MAX_NESTING {
            return Err(format!("more than {MAX_NESTING} nodes within each other"));
        }
        self.count(|report| report.nodes += 1);
        self.claims.has_windows |= line.alpha.is_some() || line.beta.is_some();
        if self.ignoring > 0 {
            self.ignore();
            return Ok(());
        }
        let is_root = line.enter.is_empty();
        if is_root && self.implied_root().is_some() {
            self.end_implied_root();
        }
        match (self.open.is_empty(), is_root) {
            (true, true) => self.open_root(number, line, NodeRole::Root),
            (true, false) => {
                self.open_root(number, &EnterLine::default(), NodeRole::ImpliedRoot);
                self.open_move(number, line);
            }
            (false, true) => self.open_same_position(number, line),
            (false, false) => self.open_move(number, line),
        }
        Ok(())
    }

    /// The root that the trace leaves out ends.
    pub(crate) fn end_implied_root(&mut self) {
        if let Some(node) = self.open.pop() {
            self.sink.iter_mut().for_each(|sink| sink.end_implied(&node));
        }
    }

    fn open_root(&mut self, number: usize, line: &EnterLine, role: NodeRole) {
        let Some(start) = self.start.clone() else { return };
        self.last_root = None;
        self.count(|report| report.searches += 1);
        let window = written_window(line).unwrap_or(AskedWindow::INFINITE);
        let window = self.seen_by_mover(&*start, window);
        let node = OpenNode {
            depth: line.depth,
            window,
            prior: self.claims.prior(0),
            ..OpenNode::new(role, String::new(), start, 0)
        };
        let nominal = self.nominal_depth.filter(|&nominal| line.depth.is_some_and(|depth| depth != nominal));
        if let (Some(nominal), Some(depth)) = (nominal, line.depth) {
            let sentence = format!("the last root has depth {depth}, but the header says {nominal}");
            let finding = MistakeFound::new(sentence, format!("depth {nominal}"), Some(Bug::DepthOffByOne));
            self.last_root = Some(self.mistake(number, Some(&node), finding));
        }
        self.open.push(node);
        self.begun(number, line, false);
    }

    /// A second search of the same position inside of the first, such as one without the hash move.
    fn open_same_position(&mut self, number: usize, line: &EnterLine) {
        let Some(around) = self.open.last() else { return };
        let (game, ply) = (around.game.clone(), around.ply);
        let asked = written_window(line).map(|window| self.seen_by_mover(&*game, window));
        let window = asked.unwrap_or(around.window);
        let node = OpenNode::new(NodeRole::SamePosition, String::new(), game, ply);
        let prior = self.claims.prior(ply);
        self.open.push(OpenNode { depth: line.depth, window, prior, ..node });
        self.begun(number, line, false);
    }

    /// A move is played.
    fn open_move(&mut self, number: usize, line: &EnterLine) {
        let Some(parent) = self.open.last_mut() else { return };
        let action = match parent.game.read(&line.enter) {
            Ok(action) => action,
            Err(rule) => {
                self.ignore();
                if line.enter != "null" {
                    let is_null = NULL_MOVES.contains(&line.enter.to_lowercase().as_str());
                    let rule =
                        if is_null && rule.is_unreadable() { "a side must move".to_owned() } else { rule.to_string() };
                    let sentence = format!("{} is not legal here: {rule}", quoted(&line.enter));
                    let bug = is_null.then_some(Bug::IllegalNullMove);
                    self.found(number, MistakeFound::new(sentence, "one of the legal moves".to_owned(), bug));
                }
                return;
            }
        };
        let mut game = parent.game.clone();
        game.play_accepted(action.mv);
        let skips = self.passes == TracePasses::Skipped;
        let skipped_pass = if skips { skip_pass(&mut *game) } else { None };
        let same_side = game.side_to_move() == parent.side();
        let again = parent.tried.iter().any(|tried| tried.mv == action.mv);
        let mut reached = parent.reached_window(Some(action.mv));
        if self.claims.terms && self.claims.is_quiescence(parent.depth) == Some(true) {
            reached.alpha = reached.alpha.max(static_eval(&*parent.game));
        }
        // Refusing moves no piece, so it may cost no depth.
        let is_free = parent.game.accept_refuse().is_some_and(|[_, refuse]| refuse.mv == action.mv);
        let wanted = parent.depth.map(|depth| depth - 1);
        let has_reason = !line.extension.is_empty() || line.search.is_some() || line.reduction.is_some();
        let odd_depth = line.depth.zip(wanted).filter(|_| !has_reason);
        let too_deep = odd_depth.filter(|&(depth, wanted)| depth > wanted + i32::from(is_free));
        if let Some((depth, _)) = odd_depth.filter(|(depth, wanted)| depth < wanted) {
            parent.too_shallow.get_or_insert((number, action.text.clone(), depth));
        }
        let ply = parent.ply + 1;
        let asked = written_window(line).map(|window| self.seen_by_mover(&*game, window));
        let wrong_window = asked.and_then(|asked| wrong_window(reached, asked, same_side));
        let node = OpenNode::new(NodeRole::AfterMove(action.mv), action.text, game, ply);
        self.open.push(OpenNode {
            depth: line.depth.or(wanted),
            prior: self.claims.prior(ply),
            window: asked.unwrap_or_else(|| reached.seen_by_parent(same_side)),
            is_window_wrong: wrong_window.is_some(),
            skipped_pass,
            ..node
        });
        self.begun(number, line, again);
        if let Some(finding) = wrong_window {
            self.found(number, finding);
        }
        if let Some((depth, wanted)) = too_deep {
            let sentence = format!("entered with depth {depth} by a move at depth {}", wanted + 1);
            self.found(number, MistakeFound::new(sentence, format!("depth {wanted}"), Some(Bug::DepthOffByOne)));
        }
    }

    /// The innermost node has begun. `again`: its move was searched before.
    fn begun(&mut self, number: usize, line: &EnterLine, again: bool) {
        let Some(node) = self.open.last() else { return };
        if let Some(sink) = &mut self.sink {
            sink.enter(node, line, again);
        }
        let ply = node.ply;
        if let Some(written) = line.ply.filter(|&written| written != u32::from(ply)) {
            let sentence = format!("entered with ply {written}, but {ply} moves lead here");
            self.found(number, MistakeFound::new(sentence, format!("ply {ply}"), None));
        }
    }

    /// The innermost open node ends.
    pub(crate) fn leave(&mut self, number: usize, mut line: LeaveLine) -> Result<(), String> {
        if self.ignoring > 0 {
            self.ignoring -= 1;
            if let (0, Some(node)) = (self.ignoring, self.open.last()) {
                // The opponent is to move below a pass.
                let turned = self.view == TraceView::Mover || self.is_turned(&*node.game);
                let value = if turned { -line.leave } else { line.leave };
                let node = self.open.last_mut().filter(|node| node.illegal_values.len() < MAX_KEPT);
                node.into_iter().for_each(|node| node.illegal_values.push(value));
            }
            return Ok(());
        }
        let node = self.open.pop().filter(|node| node.role != NodeRole::ImpliedRoot);
        let Some(node) = node else { return Err("a node is left that was not entered".to_owned()) };
        self.turn(&node, &mut line);
        if let Some(sink) = &mut self.sink {
            sink.leave(&node, &line);
        }
        // A search that was stopped returns nothing that counts.
        if line.end.as_deref() == Some("stopped") {
            return Ok(());
        }
        let verdict = judge(&node, &line, &self.claims, &self.sources);
        self.check_depth(number, &node, &line, &verdict);
        self.check_facts(number, &node, &line);
        match verdict.by {
            JudgedBy::Truth => {}
            JudgedBy::Guess => self.count(|report| report.guesses += 1),
            JudgedBy::OldTable => self.count(|report| report.table_answers += 1),
        }
        if let Some(finding) = verdict.finding {
            let mistake = self.mistake(number, Some(&node), finding);
            self.keep(mistake);
        }
        // Otherwise answers of the table may be older than the trace.
        if node.role != NodeRole::SamePosition && self.claims.complete == Some(true) {
            let depth = node.depth.map(|depth| depth.max(0));
            self.sources.add(&*node.game, node.ply, depth, verdict.known, number);
        }
        if let (NodeRole::AfterMove(mv), Some(parent)) = (node.role, self.open.last_mut()) {
            let known = if node.is_window_wrong { Interval::exact(line.leave) } else { verdict.known };
            let same_side = node.side() == parent.side();
            parent.offer(TriedMove { mv, same_side, value: line.leave, known });
        }
        Ok(())
    }

    /// Whether a node and its moves were searched as deep as they should be.
    fn check_depth(&mut self, number: usize, node: &OpenNode, line: &LeaveLine, verdict: &NodeVerdict) {
        if let Some((at, text, depth)) = &node.too_shallow
            && !line.marks.iter().any(|mark| mark == "internal_reduction")
        {
            let wanted = node.depth.unwrap_or(*depth) - 1;
            let sentence = format!("searches {text} to depth {depth} (line {at})");
            let finding = MistakeFound::new(sentence, format!("depth {wanted}"), Some(Bug::DepthOffByOne));
            let mistake = self.mistake(number, Some(node), finding);
            self.keep(mistake);
        }
        // Where no line has a depth, the header's must be the ply of the leaves.
        let Some(nominal) = self.nominal_depth.filter(|_| node.depth.is_none() && verdict.is_evaluated) else { return };
        let ply = i32::from(node.ply);
        let is_wrong = ply < nominal || ply > nominal + self.claims.quiescence;
        if is_wrong && self.last_root.is_none() && self.open.iter().all(|node| node.role != NodeRole::SamePosition) {
            let sentence = format!("evaluated after {ply} moves, but the header says depth {nominal}");
            let finding =
                MistakeFound::new(sentence, format!("a search {nominal} plies deep"), Some(Bug::DepthOffByOne));
            self.last_root = Some(self.mistake(number, Some(node), finding));
        }
    }

    /// What a line says about moves besides the value.
    fn check_facts(&mut self, number: usize, node: &OpenNode, line: &LeaveLine) {
        let mut wrong = Vec::new();
        if let Some(moves) = line.moves.filter(|&moves| moves as usize != node.moves.len()) {
            wrong.push(MistakeFound::new(format!("counts {moves} legal moves"), node.moves.len().to_string(), None));
        }
        for (key, text) in [("by", &line.by), ("best", &line.best), ("second", &line.second)] {
            if let Some(Err(rule)) = text.as_ref().filter(|text| !text.is_empty()).map(|text| node.game.read(text)) {
                wrong.push(MistakeFound::new(
                    format!("names a move in \"{key}\" that is not legal: {rule}"),
                    String::new(),
                    None,
                ));
            }
        }
        for finding in wrong {
            let mistake = self.mistake(number, Some(node), finding);
            self.keep(mistake);
        }
    }

    /// A move is not searched.
    pub(crate) fn skip(&mut self, number: usize, line: &SkipLine) -> Result<(), String> {
        if self.ignoring > 0 {
            return Ok(());
        }
        let Some(node) = self.open.last_mut() else { return Err("a move is skipped outside of every node".to_owned()) };
        match node.game.read(&line.skip) {
            Ok(action) if !node.skipped.contains(&action.mv) => {
                node.skipped.push(action.mv);
                self.sink.iter_mut().for_each(|sink| sink.skip(action.mv, line));
            }
            Ok(_) => {}
            Err(rule) => {
                let sentence = format!("skips {}, which is not legal here: {rule}", quoted(&line.skip));
                self.found(number, MistakeFound::new(sentence, String::new(), None));
            }
        }
        Ok(())
    }

    /// A window as the side to move sees it.
    fn seen_by_mover(&self, game: &dyn AnyGame, window: AskedWindow) -> AskedWindow {
        window.seen_by_parent(!self.is_turned(game))
    }

    /// Whether numbers of a position are written for the side that is not to move.
    fn is_turned(&self, game: &dyn AnyGame) -> bool {
        match self.view {
            TraceView::Mover => false,
            TraceView::Root => game.side_to_move() != self.root_side,
            TraceView::South => game.side_to_move() != Side::South,
        }
    }

    /// Turns the numbers of a line to the side to move.
    fn turn(&self, node: &OpenNode, line: &mut LeaveLine) {
        if !self.is_turned(&*node.game) {
            return;
        }
        line.leave = -line.leave;
        line.eval = line.eval.map(|evaluation| -evaluation);
        line.bound = line.bound.map(|bound| match bound {
            TraceBound::Exact => TraceBound::Exact,
            TraceBound::Lower => TraceBound::Upper,
            TraceBound::Upper => TraceBound::Lower,
        });
    }

    fn ignore(&mut self) {
        self.ignoring += 1;
        self.count(|report| report.ignored += 1);
    }

    fn count(&mut self, add: impl FnOnce(&mut CheckReport)) {
        if let Some(report) = &mut self.report {
            add(report);
        }
    }

    /// A mistake at the innermost open node.
    fn found(&mut self, number: usize, finding: MistakeFound) {
        let mistake = self.mistake(number, None, finding);
        self.keep(mistake);
    }

    /// A mistake at a node below the open ones, or at the innermost of them.
    fn mistake(&self, line: usize, below: Option<&OpenNode>, finding: MistakeFound) -> Mistake {
        let nodes = || self.open.iter().chain(below);
        let path = nodes().map(|node| node.text.clone()).filter(|text| !text.is_empty()).collect();
        let game = nodes().last().map(|node| &node.game).or(self.start.as_ref());
        let position = game.map_or(String::new(), |game| game.position());
        let board = game.map_or(String::new(), |game| game.view().to_string());
        let MistakeFound { sentence, expected, bug } = finding;
        Mistake { line, path, position, board, sentence, expected, bug }
    }

    pub(crate) fn keep(&mut self, mistake: Mistake) {
        let Some(report) = &mut self.report else { return };
        report.found += 1;
        if let Some(bug) = mistake.bug {
            *report.bugs.entry(bug).or_default() += 1;
        }
        if report.mistakes.len() < MAX_KEPT {
            report.mistakes.push(mistake);
        }
    }
}

/// The window that a line has; one end may be missing, which is then infinite.
fn written_window(line: &EnterLine) -> Option<AskedWindow> {
    let infinite = AskedWindow::INFINITE;
    (line.alpha.is_some() || line.beta.is_some())
        .then(|| AskedWindow { alpha: line.alpha.unwrap_or(infinite.alpha), beta: line.beta.unwrap_or(infinite.beta) })
}

/// What is wrong with a window that asks about a move: nothing, if a value can be inside of it and of what is still open.
fn wrong_window(reached: AskedWindow, asked: AskedWindow, same_side: bool) -> Option<MistakeFound> {
    let right = reached.seen_by_parent(same_side);
    // A node that has a cut-off already, but goes on, asks for nothing.
    if reached.alpha >= reached.beta || asked.overlaps(right) {
        return None;
    }
    let range = |window: AskedWindow| format!("{} to {}", shown(window.alpha), shown(window.beta));
    // One of the ends may be older than the other.
    let is_end = |value: i32, ends: [i32; 2]| value.abs() == MAX_VALUE || ends.contains(&value);
    let ends = [reached.alpha, reached.beta];
    let copies = is_end(asked.alpha, ends) && is_end(asked.beta, ends);
    let negates = is_end(-asked.alpha, ends) && is_end(-asked.beta, ends);
    let bug = match same_side {
        true => negates.then_some(Bug::SameSideTwice),
        false => (copies || negates).then_some(Bug::WindowNotSwapped),
    };
    let sentence = format!("asked with the window {}, in which no value matters", range(asked));
    Some(MistakeFound::new(sentence, range(right), bug))
}
