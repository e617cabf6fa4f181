//! The lines of a trace, and how they are written.

use std::io::{self, Write};

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// Values and bounds of windows are within plus and minus this number, which stands for infinity.
pub const MAX_VALUE: i32 = 1_000_000_000;

/// A line of a trace.
#[derive(Clone, Debug, PartialEq)]
pub enum TraceLine {
    /// The first line.
    Header(TraceHeader),
    /// A node begins.
    Enter(EnterLine),
    /// The innermost open node ends.
    Leave(LeaveLine),
    /// A move of the innermost open node that is not searched.
    Skip(SkipLine),
}

/// The first line: what the trace is about, and what it claims.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TraceHeader {
    /// The version of the format: 1.
    pub trace: u32,
    /// The game, such as `refusal` or `oska:6`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The position of the root; the start by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Who wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// What the values of leaves are: `terms` for our hand-written evaluation, anything else for another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<String>,
    /// Whose view values are.
    #[serde(skip_serializing_if = "is_usual_view")]
    pub values: TraceView,
    /// Whether everything is in the trace: `true` includes that the table was empty when it began, `false` that parts may be missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// The nominal depth of the last root.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "number_or_infinity")]
    pub depth: Option<i32>,
    /// The most plies of quiescence search; none by default.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "number_or_infinity")]
    pub quiescence: Option<i32>,
    /// What becomes of a side that can only pass.
    #[serde(skip_serializing_if = "is_usual_passing")]
    pub passes: TracePasses,
    /// Ideas that were switched off.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub off: Vec<String>,
}

/// Whose view the values of a trace are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TraceView {
    /// The side to move at the node.
    #[default]
    Mover,
    /// The side to move at the root.
    Root,
    /// South.
    South,
}

/// What becomes of a side that can only pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TracePasses {
    /// It passes: a node like any other.
    #[default]
    Played,
    /// It is skipped: the same side moves again.
    Skipped,
}

fn is_usual_passing(passes: &TracePasses) -> bool {
    *passes == TracePasses::Played
}

fn is_usual_view(view: &TraceView) -> bool {
    *view == TraceView::Mover
}

/// A node begins.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct EnterLine {
    /// The move that leads here; empty for a root, and for a second search of the same position inside of the first.
    #[serde(deserialize_with = "text_or_null")]
    pub enter: String,
    /// The distance from the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// The plies left to search; 0 or less in quiescence search.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "number_or_infinity")]
    pub depth: Option<i32>,
    /// The lower end of the window.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "number_or_infinity")]
    pub alpha: Option<i32>,
    /// The upper end of the window.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "number_or_infinity")]
    pub beta: Option<i32>,
    /// `root`, `pv`, `cut` or `all`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Why the move is searched now, such as `null` or `wider`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// Plies less than full depth.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "number_or_infinity")]
    pub reduction: Option<i32>,
    /// Why the node is searched deeper than usual.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extension: Vec<String>,
    /// The running number of the node, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<u64>,
}

/// The innermost open node ends.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LeaveLine {
    /// The value returned.
    #[serde(deserialize_with = "value")]
    pub leave: i32,
    /// What is known of the true value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<TraceBound>,
    /// Why the node ended, such as `cutoff`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// The move that caused the cut-off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Its place in the order, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<u32>,
    /// The number of legal moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
    /// The best move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// The second-best move, in games with refusals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<String>,
    /// The static evaluation.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "number_or_infinity")]
    pub eval: Option<i32>,
    /// What the transposition table knew.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableAnswer>,
    /// What else happened, such as `searched_again`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// Nodes in this subtree, with itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Those of them that are not in the trace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<u64>,
}

/// What is known of a true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TraceBound {
    /// It is this.
    Exact,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
}

/// What the transposition table knew of a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TableAnswer {
    /// The value.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "number_or_infinity")]
    pub value: Option<i32>,
    /// How deep it was searched.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "number_or_infinity")]
    pub depth: Option<i32>,
    /// What is known of the true value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<TraceBound>,
    /// The best move.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
}

/// A move of the innermost open node that is not searched.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SkipLine {
    /// The move.
    pub skip: String,
    /// Why, such as `futility`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A text, or empty for `null`.
fn text_or_null<'de, D: Deserializer<'de>>(input: D) -> Result<String, D::Error> {
    Option::<String>::deserialize(input).map(Option::unwrap_or_default)
}

/// A whole number. Languages write their largest numbers in many ways, so what is too large is infinite.
fn value<'de, D: Deserializer<'de>>(input: D) -> Result<i32, D::Error> {
    let number = serde_json::Number::deserialize(input)?;
    if let Some(whole) = number.as_i64() {
        return Ok(whole.clamp(-i64::from(MAX_VALUE), i64::from(MAX_VALUE)) as i32);
    }
    match number.as_f64() {
        Some(real) if real.fract() == 0.0 => Ok(real.clamp(-f64::from(MAX_VALUE), f64::from(MAX_VALUE)) as i32),
        _ => Err(D::Error::custom(format!("{number} is not a whole number"))),
    }
}

fn number_or_infinity<'de, D: Deserializer<'de>>(input: D) -> Result<Option<i32>, D::Error> {
    #[derive(Deserialize)]
    struct BoundValue(#[serde(deserialize_with = "value")] i32);
    Ok(Option::<BoundValue>::deserialize(input)?.map(|BoundValue(number)| number))
}

/// Writes a trace.
pub struct TraceWriter<W> {
    out: W,
}

impl<W: Write> TraceWriter<W> {
    /// Begins a trace with its header.
    pub fn new(mut out: W, header: &TraceHeader) -> io::Result<TraceWriter<W>> {
        write_line(&mut out, &TraceHeader { trace: 1, ..header.clone() })?;
        Ok(TraceWriter { out })
    }

    /// A node begins.
    pub fn enter(&mut self, line: &EnterLine) -> io::Result<()> {
        write_line(&mut self.out, line)
    }

    /// The innermost open node ends.
    pub fn leave(&mut self, line: &LeaveLine) -> io::Result<()> {
        write_line(&mut self.out, line)
    }

    /// A move of the innermost open node is not searched.
    pub fn skip(&mut self, line: &SkipLine) -> io::Result<()> {
        write_line(&mut self.out, line)
    }

    /// What the lines were written to.
    pub fn into_inner(self) -> W {
        self.out
    }
}

fn write_line(out: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}
