//! UGI commands: lines from the GUI to the engine.

use std::fmt;
use std::time::Duration;

use skirmish_board::{TextError, quoted};

/// A command to an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UgiCommand {
    /// `ugi`: identify yourself and list the options.
    Ugi,
    /// `isready`: answer when all earlier commands are done.
    IsReady,
    /// `setoption name NAME value VALUE`.
    SetOption {
        /// The option.
        name: String,
        /// The new value; empty for none.
        value: String,
    },
    /// `uginewgame`: forget the last game.
    NewGame,
    /// `position startpos|fen TEXT [moves …]`: set up a position.
    Position {
        /// The position text; `None` for the start of the game.
        start: Option<String>,
        /// The actions played from there.
        actions: Vec<String>,
    },
    /// `go …`: start a search.
    Go(Go),
    /// `stop`: end the search.
    Stop,
    /// `ponderhit`: the expected action was played; the clock runs.
    PonderHit,
    /// `query …`: ask about the position.
    Query(UgiQuery),
    /// `perft DEPTH`: count the lines of play of this many plies.
    Perft(u32),
    /// `quit`: end the program.
    Quit,
}

/// The greatest depth of `perft`: more takes too long to be useful, and cannot be stopped.
const MAX_PERFT_DEPTH: u32 = 5;

/// The limits of `go`. Without any, the search runs until `stop`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Time for this action.
    pub move_time: Option<Duration>,
    /// The clocks of player one and player two, for the whole game.
    pub clocks: Option<[ClockState; 2]>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Whether to search until `stop`.
    pub infinite: bool,
    /// Whether to ponder: the last action is only expected, and the clock stands until `ponderhit`.
    pub ponder: bool,
}

/// The clock of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockState {
    /// The remaining time.
    pub left: Duration,
    /// The increment per action.
    pub increment: Duration,
}

/// The subject of `query`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UgiQuery {
    /// Whether the game is over.
    GameOver,
    /// Whether player one is to act.
    PlayerOneTurn,
    /// The result.
    Result,
}

impl UgiCommand {
    /// Parses a line. `None` if it is empty or not a command: such lines are ignored. Fails if a command has wrong arguments.
    pub fn parse(line: &str) -> Result<Option<UgiCommand>, TextError> {
        let mut words = line.split_whitespace();
        let rest = words.clone().skip(1);
        Ok(Some(match words.next() {
            Some("ugi") => UgiCommand::Ugi,
            Some("isready") => UgiCommand::IsReady,
            Some("setoption") => parse_option(rest)?,
            Some("uginewgame") => UgiCommand::NewGame,
            Some("position") => parse_position(rest)?,
            Some("go") => UgiCommand::Go(Go::parse(rest)?),
            Some("stop") => UgiCommand::Stop,
            Some("ponderhit") => UgiCommand::PonderHit,
            Some("query") => UgiCommand::Query(UgiQuery::parse(rest)?),
            Some("perft") => parse_perft(rest)?,
            Some("quit") => UgiCommand::Quit,
            _ => return Ok(None),
        }))
    }
}

/// Names and values may contain spaces; they end at the next keyword.
fn parse_option<'a>(words: impl Iterator<Item = &'a str>) -> Result<UgiCommand, TextError> {
    let words: Vec<&str> = words.collect();
    if words.first() != Some(&"name") {
        let found = words.first().map_or("nothing".to_owned(), |word| quoted(word));
        return Err(TextError::new(format!("setoption is followed by {found}, expected name NAME value VALUE")));
    }
    let value = words.iter().position(|&word| word == "value").unwrap_or(words.len());
    let name = words[1..value].join(" ");
    if name.is_empty() {
        return Err(TextError::new("setoption names no option, expected name NAME value VALUE"));
    }
    Ok(UgiCommand::SetOption { name, value: words.get(value + 1..).unwrap_or_default().join(" ") })
}

fn parse_perft<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<UgiCommand, TextError> {
    let word = words.next();
    let depth = word.and_then(|word| word.parse().ok()).filter(|&depth| depth <= MAX_PERFT_DEPTH);
    depth.map(UgiCommand::Perft).ok_or_else(|| {
        let found = word.map_or("nothing".to_owned(), quoted);
        TextError::new(format!("perft is followed by {found}, expected a depth from 0 to {MAX_PERFT_DEPTH}"))
    })
}

/// Position text contains spaces and ends at `moves`.
fn parse_position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<UgiCommand, TextError> {
    let kind = words.next();
    let words: Vec<&str> = words.collect();
    let moves = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let text = words[..moves].join(" ");
    let start = match kind {
        Some("startpos") if text.is_empty() => None,
        Some("startpos") => {
            return Err(TextError::new(format!(
                "startpos is followed by {}, expected moves or nothing",
                quoted(&text)
            )));
        }
        Some("fen") if text.is_empty() => {
            return Err(TextError::new("fen is followed by nothing, expected position text"));
        }
        Some("fen") => Some(text),
        other => {
            let found = other.map_or("nothing".to_owned(), quoted);
            return Err(TextError::new(format!("position is followed by {found}, expected startpos or fen TEXT")));
        }
    };
    let actions = words.get(moves + 1..).unwrap_or_default().iter().map(|&word| word.to_owned()).collect();
    Ok(UgiCommand::Position { start, actions })
}

impl Go {
    fn parse<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Go, TextError> {
        let mut go = Go::default();
        let mut clocks = [ClockState::default(); 2];
        let mut timed = false;
        while let Some(word) = words.next() {
            let mut number = || {
                let value = words.next();
                let found = value.map_or("nothing".to_owned(), quoted);
                // Some programs send a negative number for a clock that ran out.
                let number = value.and_then(|value| value.parse::<i64>().ok()).map(|number| number.max(0) as u64);
                number.ok_or_else(|| TextError::new(format!("{word} is followed by {found}, expected a whole number")))
            };
            match word {
                "movetime" => go.move_time = Some(Duration::from_millis(number()?)),
                "depth" => go.depth = Some(number()?.min(u32::MAX.into()) as u32),
                "nodes" => go.nodes = Some(number()?),
                "p1time" => (clocks[0].left, timed) = (Duration::from_millis(number()?), true),
                "p2time" => (clocks[1].left, timed) = (Duration::from_millis(number()?), true),
                "p1inc" => clocks[0].increment = Duration::from_millis(number()?),
                "p2inc" => clocks[1].increment = Duration::from_millis(number()?),
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                // Ignore words of other dialects.
                _ => {}
            }
        }
        go.clocks = timed.then_some(clocks);
        Ok(go)
    }
}

impl UgiQuery {
    fn parse<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<UgiQuery, TextError> {
        match words.next() {
            Some("gameover") => Ok(UgiQuery::GameOver),
            Some("p1turn") => Ok(UgiQuery::PlayerOneTurn),
            Some("result") => Ok(UgiQuery::Result),
            other => {
                let found = other.map_or("nothing".to_owned(), quoted);
                Err(TextError::new(format!("query is followed by {found}, expected gameover, p1turn or result")))
            }
        }
    }
}

/// Formats the line that [`UgiCommand::parse`] reads.
impl fmt::Display for UgiCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UgiCommand::Ugi => f.write_str("ugi"),
            UgiCommand::IsReady => f.write_str("isready"),
            UgiCommand::SetOption { name, value } if value.is_empty() => write!(f, "setoption name {name}"),
            UgiCommand::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            UgiCommand::NewGame => f.write_str("uginewgame"),
            UgiCommand::Position { start, actions } => {
                match start {
                    None => f.write_str("position startpos")?,
                    Some(text) => write!(f, "position fen {text}")?,
                }
                if !actions.is_empty() {
                    write!(f, " moves {}", actions.join(" "))?;
                }
                Ok(())
            }
            UgiCommand::Go(go) => go.fmt(f),
            UgiCommand::Stop => f.write_str("stop"),
            UgiCommand::PonderHit => f.write_str("ponderhit"),
            UgiCommand::Query(UgiQuery::GameOver) => f.write_str("query gameover"),
            UgiCommand::Query(UgiQuery::PlayerOneTurn) => f.write_str("query p1turn"),
            UgiCommand::Query(UgiQuery::Result) => f.write_str("query result"),
            UgiCommand::Perft(depth) => write!(f, "perft {depth}"),
            UgiCommand::Quit => f.write_str("quit"),
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        if let Some(time) = self.move_time {
            write!(f, " movetime {}", time.as_millis())?;
        }
        if let Some([one, two]) = self.clocks {
            write!(f, " p1time {} p2time {}", one.left.as_millis(), two.left.as_millis())?;
            write!(f, " p1inc {} p2inc {}", one.increment.as_millis(), two.increment.as_millis())?;
        }
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_back() {
        let lines = [
            "ugi",
            "isready",
            "setoption name Hash value 64",
            "setoption name Clear Hash",
            "setoption name UGI_Variant value oska:5",
            "uginewgame",
            "position startpos",
            "position startpos moves A3B5 refuse E3E4",
            "position fen wwww/---/--/---/bbbb w",
            "position fen R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s ?A3B5 moves accept",
            "go",
            "go movetime 100",
            "go ponder movetime 5000",
            "go p1time 60000 p2time 59000 p1inc 100 p2inc 0",
            "go depth 5 nodes 1000",
            "go infinite",
            "stop",
            "ponderhit",
            "query gameover",
            "query p1turn",
            "query result",
            "perft 3",
            "quit",
        ];
        for line in lines {
            assert_eq!(UgiCommand::parse(line).unwrap().unwrap().to_string(), line);
        }
        let spaced = "  position   fen  wwww/---/--/---/bbbb   w  moves  A5A4\t";
        let read = UgiCommand::parse(spaced).unwrap().unwrap().to_string();
        assert_eq!(read, "position fen wwww/---/--/---/bbbb w moves A5A4");
    }

    #[test]
    fn others_lines_are_ignored() {
        for line in ["", "   ", "uci", "hello go", "UGI", "xyzzy \u{1b}[1m"] {
            assert_eq!(UgiCommand::parse(line), Ok(None), "{line}");
        }
    }

    #[test]
    fn bad_lines_name_the_place() {
        for (line, words) in [
            ("setoption", "expected name"),
            ("setoption Hash value 3", "\"Hash\""),
            ("setoption name value 3", "names no option"),
            ("position", "expected startpos or fen"),
            ("position here", "\"here\""),
            ("position fen", "expected position text"),
            ("position fen moves A5A4", "expected position text"),
            ("position startpos w moves A5A4", "\"w\""),
            ("go movetime", "movetime is followed by nothing"),
            ("go nodes many", "\"many\""),
            ("query", "expected gameover"),
            ("query score", "\"score\""),
            ("perft", "followed by nothing"),
            ("perft 6", "a depth from 0 to 5"),
        ] {
            let error = UgiCommand::parse(line).unwrap_err().to_string();
            assert!(error.contains(words), "{line}: {error}");
        }
    }

    #[test]
    fn a_clock_that_ran_over_is_empty() {
        let Some(UgiCommand::Go(go)) = UgiCommand::parse("go p1time -20 p2time 5").unwrap() else { panic!() };
        assert_eq!(go.clocks.unwrap()[0].left, Duration::ZERO);
    }
}
