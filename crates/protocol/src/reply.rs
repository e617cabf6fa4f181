//! UGI replies: lines from the engine to the GUI.

use std::fmt::{self, Write};

use skirmish_board::{Action, Outcome, Side};
use skirmish_search::SearchInfo;

/// A reply of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UgiReply {
    /// `id name NAME`.
    Name(String),
    /// `id author AUTHOR`.
    Author(String),
    /// `option name NAME type …`.
    Option {
        /// The name of the option.
        name: String,
        /// Its type and values, from `type` on.
        kind: String,
    },
    /// `ugiok`: the end of the reply to `ugi`.
    UgiOk,
    /// `readyok`: all earlier commands are done.
    ReadyOk,
    /// `info …`: information about the search.
    Info(String),
    /// `bestmove ACTION [ponder ACTION]`.
    BestMove {
        /// The action to play.
        action: String,
        /// The expected reply.
        ponder: Option<String>,
    },
    /// `response …` to a query.
    Response(String),
    /// `nodes COUNT`: the answer to `perft`.
    Nodes(u64),
}

/// The answer to `query result`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// The game is not over.
    None,
    /// Player one won.
    PlayerOne,
    /// Player two won.
    PlayerTwo,
    /// A draw.
    Draw,
}

impl GameResult {
    /// The result of a game in which this side is player one.
    pub fn new(outcome: Option<Outcome>, player_one: Side) -> GameResult {
        match outcome {
            None => GameResult::None,
            Some(Outcome::Draw) => GameResult::Draw,
            Some(Outcome::Win(side)) if side == player_one => GameResult::PlayerOne,
            Some(Outcome::Win(_)) => GameResult::PlayerTwo,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::None => "none",
            GameResult::PlayerOne => "p1win",
            GameResult::PlayerTwo => "p2win",
            GameResult::Draw => "draw",
        })
    }
}

impl UgiReply {
    /// Parses a line. `None` if it is not a reply of this protocol.
    pub fn parse(line: &str) -> Option<UgiReply> {
        let mut words = line.split_whitespace();
        let first = words.next()?;
        let rest = |words: std::str::SplitWhitespace<'_>| words.collect::<Vec<&str>>().join(" ");
        Some(match first {
            "ugiok" => UgiReply::UgiOk,
            "readyok" => UgiReply::ReadyOk,
            "info" => UgiReply::Info(rest(words)),
            "response" => UgiReply::Response(rest(words)),
            // Some programs print "Nodes searched: 400".
            "nodes" | "Nodes" => UgiReply::Nodes(words.last()?.parse().ok()?),
            "id" => match words.next()? {
                "name" => UgiReply::Name(rest(words)),
                "author" => UgiReply::Author(rest(words)),
                _ => return None,
            },
            "option" => {
                let words: Vec<&str> = words.collect();
                let kind = words.iter().position(|&word| word == "type").unwrap_or(words.len());
                let name = words[..kind].strip_prefix(&["name"])?.join(" ");
                UgiReply::Option { name, kind: words[kind..].join(" ") }
            }
            "bestmove" => {
                let action = words.next()?.to_owned();
                let ponder = words.next().filter(|&word| word == "ponder").and_then(|_| words.next());
                UgiReply::BestMove { action, ponder: ponder.map(str::to_owned) }
            }
            _ => return None,
        })
    }
}

/// Formats the line that [`UgiReply::parse`] reads.
impl fmt::Display for UgiReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UgiReply::Name(name) => write!(f, "id name {name}"),
            UgiReply::Author(author) => write!(f, "id author {author}"),
            UgiReply::Option { name, kind } => write!(f, "option name {name} {kind}"),
            UgiReply::UgiOk => f.write_str("ugiok"),
            UgiReply::ReadyOk => f.write_str("readyok"),
            UgiReply::Info(text) => write!(f, "info {text}"),
            UgiReply::BestMove { action, ponder: None } => write!(f, "bestmove {action}"),
            UgiReply::BestMove { action, ponder: Some(ponder) } => write!(f, "bestmove {action} ponder {ponder}"),
            UgiReply::Response(text) => write!(f, "response {text}"),
            UgiReply::Nodes(count) => write!(f, "nodes {count}"),
        }
    }
}

/// The text after `info` for a search result; with its rank if `ranked`.
pub fn format_info(found: &SearchInfo<Action>, ranked: bool) -> String {
    let mut text = format!("depth {}", found.depth);
    if ranked {
        let _ = write!(text, " multipv {}", found.rank);
    }
    let _ = match found.proven_plies() {
        Some(plies) => write!(text, " score mate {plies}"),
        None => write!(text, " score cp {}", found.score),
    };
    let (nodes, speed, time) = (found.nodes, found.nodes_per_second(), found.time.as_millis());
    let _ = write!(text, " nodes {nodes} nps {speed} time {time}");
    if !found.line.is_empty() {
        text += " pv";
        found.line.iter().for_each(|action| {
            let _ = write!(text, " {action}");
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_back() {
        for line in [
            "id name VETO (Skirmish 0.1.0)",
            "id author somebody",
            "option name UGI_Variant type combo default hiya var hiya var oska:5",
            "option name Clear Hash type button",
            "ugiok",
            "readyok",
            "info depth 3 score cp 12 nodes 5 nps 5 time 1000 pv A3B5 accept",
            "bestmove A3B5",
            "bestmove A3B5 ponder refuse",
            "response p1win",
            "nodes 400",
        ] {
            assert_eq!(UgiReply::parse(line).unwrap().to_string(), line);
        }
    }

    #[test]
    fn chatter_is_no_reply() {
        for line in ["", "bestmove", "id", "id rating 3000", "option Hash", "thinking…", "Bestmove A3B5"] {
            assert_eq!(UgiReply::parse(line), None, "{line}");
        }
    }
}
