//! Holds a trace to the truth, line by line, with memory for the open nodes only.

use std::io::BufRead;

use skirmish_board::{LineError, Side};
use skirmish_games::GameId;
use skirmish_play::{AnyGame, new_game};

use crate::judge::TraceClaims;
use crate::line::{TraceHeader, TraceLine, TracePasses, TraceView};
use crate::node::{NodeRole, OpenNode};
use crate::reader::{TraceError, TraceReader};
use crate::report::{CheckReport, Mistake};
use crate::sources::Sources;
use crate::tree::TreeSink;

/// Checks a whole trace, of this game unless its header says which. A line that cannot be read ends the check; the report says where.
/// An error is one of the input, or of the first lines: then there is nothing to report.
pub fn check_trace(input: impl BufRead, game: Option<GameId>) -> Result<CheckReport, TraceError> {
    let mut check = TraceCheck::new(game);
    let (last, cut_off) = follow_trace(input, &mut check)?;
    check.finish(last, cut_off).map_err(TraceError::Line)
}

/// Checks the lines of a trace up to its end or a bad line. Returns the number of the last line, and what was wrong with the next.
pub(crate) fn follow_trace(
    input: impl BufRead,
    check: &mut TraceCheck,
) -> Result<(usize, Option<LineError>), TraceError> {
    let mut reader = TraceReader::new(input);
    let mut last = 0;
    loop {
        let read = reader.read().and_then(|line| {
            let Some((number, line)) = line else { return Ok(false) };
            last = number;
            check.line(number, line)?;
            Ok(true)
        });
        match read {
            Ok(true) => {}
            Ok(false) => return Ok((last, None)),
            Err(TraceError::Line(error)) if check.has_begun() => return Ok((last, Some(error))),
            Err(error) => return Err(error),
        }
    }
}

/// The state of a check between two lines.
pub struct TraceCheck {
    pub(crate) game: Option<GameId>,
    pub(crate) start: Option<Box<dyn AnyGame>>,
    pub(crate) program: Option<String>,
    /// Where the nodes go, if a tree is wanted.
    pub(crate) sink: Option<TreeSink>,
    pub(crate) view: TraceView,
    pub(crate) passes: TracePasses,
    pub(crate) root_side: Side,
    /// The depth that the header names.
    pub(crate) nominal_depth: Option<i32>,
    pub(crate) claims: TraceClaims,
    pub(crate) open: Vec<OpenNode>,
    /// How many nodes are open below a move that is not followed.
    pub(crate) ignoring: usize,
    pub(crate) sources: Sources,
    pub(crate) report: Option<CheckReport>,
    /// The last root's depth is not the header's, or a leaf of it is not that deep. Only the last root counts.
    pub(crate) last_root: Option<Mistake>,
}

impl TraceCheck {
    /// A check of a trace of this game, unless its header says which.
    pub fn new(game: Option<GameId>) -> TraceCheck {
        TraceCheck {
            game,
            start: None,
            program: None,
            sink: None,
            view: TraceView::Mover,
            passes: TracePasses::Played,
            root_side: Side::South,
            nominal_depth: None,
            claims: TraceClaims::default(),
            open: Vec::new(),
            ignoring: 0,
            sources: Sources::default(),
            report: None,
            last_root: None,
        }
    }

    /// Whether a node was entered.
    pub fn has_begun(&self) -> bool {
        self.report.as_ref().is_some_and(|report| report.nodes > 0)
    }

    /// Checks the next line. An error says why the rest cannot be checked.
    pub fn line(&mut self, number: usize, line: TraceLine) -> Result<(), LineError> {
        let result = match line {
            TraceLine::Header(header) => self.begin(&header),
            TraceLine::Enter(line) => self.enter(number, &line),
            TraceLine::Leave(line) => self.leave(number, line),
            TraceLine::Skip(line) => self.skip(number, &line),
        };
        result.map_err(|sentence| LineError { line: number, sentence })
    }

    /// The root that the trace leaves out, if it is open.
    pub(crate) fn implied_root(&self) -> Option<&OpenNode> {
        self.open.first().filter(|node| node.role == NodeRole::ImpliedRoot && self.open.len() + self.ignoring == 1)
    }

    /// Ends the check. `last` is the number of the last line, `cut_off` why reading ended there. An error: there was no node.
    pub fn finish(mut self, last: usize, cut_off: Option<LineError>) -> Result<CheckReport, LineError> {
        self.open.retain(|node| node.role != NodeRole::ImpliedRoot);
        let open = self.open.len() + self.ignoring;
        let has_begun = self.has_begun();
        let last_root = self.last_root.take().filter(|_| open == 0);
        last_root.into_iter().for_each(|mistake| self.keep(mistake));
        let (true, Some(mut report)) = (has_begun, self.report) else {
            let sentence = "the trace has no node, expected lines such as {\"enter\":\"A3B4\"}".to_owned();
            return Err(cut_off.unwrap_or(LineError { line: last.max(1), sentence }));
        };
        let nodes = if open == 1 { "node" } else { "nodes" };
        let unfinished = || LineError { line: last, sentence: format!("the trace ends here with {open} {nodes} open") };
        report.cut_off = cut_off.or_else(|| (open > 0).then(unfinished));
        Ok(report)
    }

    /// The header, or what stands for it.
    pub(crate) fn begin(&mut self, header: &TraceHeader) -> Result<(), String> {
        let named = header.game.as_deref().map(GameId::parse).transpose().map_err(|error| error.to_string())?;
        let id = match (self.game, named) {
            (Some(given), Some(named)) if given != named => {
                return Err(format!("the trace is of {named}, not of {given}"));
            }
            (given, named) => given.or(named).ok_or("the header does not name the game: use --game")?,
        };
        let mut start = new_game(id);
        if let Some(text) = &header.position {
            start.set_position(text).map_err(|error| format!("position: {error}"))?;
        }
        (self.view, self.passes) = (header.values, header.passes);
        self.root_side = start.side_to_move();
        self.program.clone_from(&header.program);
        self.nominal_depth = header.depth;
        self.claims = TraceClaims {
            terms: header.evaluation.as_deref() == Some("terms"),
            our_scale: matches!(header.evaluation.as_deref(), Some("terms" | "network")),
            complete: header.complete,
            quiescence: header.quiescence.unwrap_or(0),
            has_windows: false,
        };
        self.start = Some(start);
        self.report = Some(CheckReport::new(id));
        Ok(())
    }
}
