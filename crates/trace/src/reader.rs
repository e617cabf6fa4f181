//! Reads a trace line by line, whatever the bytes are.

use std::fmt;
use std::io::{self, BufRead, Read};

use serde::de::DeserializeOwned;
use serde_json::Value;
use skirmish_board::{LineError, quoted};

use crate::line::{EnterLine, LeaveLine, SkipLine, TraceHeader, TraceLine};

/// The longest line.
pub const MAX_LINE_BYTES: usize = 64 << 10;

/// The version of the format.
const VERSION: u32 = 1;

/// What one can do about a line that is none of a trace.
const EXPECTED: &str = r#"expected an object with "trace", "enter", "leave" or "skip", such as {"enter":"A3B4"}"#;

/// Why a trace cannot be read on.
#[derive(Debug)]
pub enum TraceError {
    /// The input failed.
    Input(io::Error),
    /// A line is wrong.
    Line(LineError),
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TraceError::Input(error) => error.fmt(f),
            TraceError::Line(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TraceError {}

impl From<LineError> for TraceError {
    fn from(error: LineError) -> TraceError {
        TraceError::Line(error)
    }
}

/// Reads a trace. Memory does not depend on its length.
pub struct TraceReader<R> {
    input: R,
    number: usize,
    buffer: Vec<u8>,
    /// Whether a line of the trace was read: a header comes first or not at all.
    begun: bool,
}

impl<R: BufRead> TraceReader<R> {
    /// Reads from here.
    pub fn new(input: R) -> TraceReader<R> {
        TraceReader { input, number: 0, buffer: Vec::new(), begun: false }
    }

    /// The next line with its number; `None` at the end.
    pub fn read(&mut self) -> Result<Option<(usize, TraceLine)>, TraceError> {
        loop {
            self.buffer.clear();
            self.number += 1;
            let mut limited = self.input.by_ref().take(MAX_LINE_BYTES as u64 + 1);
            if limited.read_until(b'\n', &mut self.buffer).map_err(TraceError::Input)? == 0 {
                return Ok(None);
            }
            let fail = |sentence: String| TraceError::Line(LineError { line: self.number, sentence });
            if self.buffer.len() > MAX_LINE_BYTES {
                return Err(fail(format!("longer than {} KiB, which no line of a trace is", MAX_LINE_BYTES >> 10)));
            }
            let text = std::str::from_utf8(&self.buffer).map_err(|_| fail(format!("not UTF-8; {EXPECTED}")))?;
            let text = text.trim_start_matches('\u{feff}').trim();
            if text.is_empty() {
                continue;
            }
            let line = parse_line(text, self.buffer.ends_with(b"\n")).map_err(fail)?;
            if matches!(line, TraceLine::Header(_)) && self.begun {
                return Err(fail(r#"a header, the line with "trace", comes first"#.to_owned()));
            }
            self.begun = true;
            return Ok(Some((self.number, line)));
        }
    }
}

/// Reads a line that is not empty. Only the last one may have no end, and may be cut off.
fn parse_line(text: &str, has_end: bool) -> Result<TraceLine, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        if error.is_eof() && !has_end {
            return "the file ends in the middle of this line".to_owned();
        }
        format!("{} is not a JSON object ({}); {EXPECTED}", quoted(text), without_line(&error.to_string()))
    })?;
    let has = |key: &str| value.get(key).is_some();
    let found: Vec<&str> = ["trace", "enter", "leave", "skip"].into_iter().filter(|key| has(key)).collect();
    match found[..] {
        ["trace"] => match from_object(&value).map(TraceLine::Header)? {
            TraceLine::Header(TraceHeader { trace, .. }) if trace != VERSION => {
                Err(format!("version {trace} of the format, expected {VERSION}"))
            }
            line => Ok(line),
        },
        ["enter"] => from_object::<EnterLine>(&value).map(TraceLine::Enter),
        ["leave"] => from_object::<LeaveLine>(&value).map(TraceLine::Leave),
        ["skip"] => from_object::<SkipLine>(&value).map(TraceLine::Skip),
        [] => Err(format!("{} is no line of a trace; {EXPECTED}", quoted(text))),
        _ => Err(format!("{} in one line; {EXPECTED}", found.join(" and "))),
    }
}

/// Reads an object; an error names the key.
fn from_object<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    serde_json::from_value(value.clone()).map_err(|error| {
        let fails_alone = |(key, value): (&String, &Value)| {
            let alone = Value::Object([(key.clone(), value.clone())].into_iter().collect());
            serde_json::from_value::<T>(alone).err().map(|error| format!("{}: {error}", quoted(key)))
        };
        let named = value.as_object().and_then(|object| object.iter().find_map(fails_alone));
        named.unwrap_or_else(|| error.to_string())
    })
}

/// An error of the JSON reader, which counts lines of its own.
fn without_line(sentence: &str) -> &str {
    sentence.split(" at line ").next().unwrap_or(sentence)
}
