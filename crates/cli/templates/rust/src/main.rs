//! An engine for {{TITLE}}: it plays random moves until you write `choose_move`.
//!
//! - `engine` plays a person, as in the handout.
//! - `engine ugi` plays in tournaments.
{{oska
//! - `engine '["wwww","---","--","---","bbbb"]' w 2` prints the board after its move, as in the handout.
oska}}

use std::collections::hash_map::RandomState;
use std::env;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufRead, BufReader, Error, Write};
use std::process::{self, ChildStdin, ChildStdout, Command, Stdio};

const GAME: &str = "{{GAME}}";

/// Your part: returns one of the legal actions in a position, which is a text, within this time.
fn choose_move(_position: &str, legal: &[String], _seconds: f64) -> String {
    let random = RandomState::new().build_hasher().finish() as usize;
    legal[random % legal.len()].clone()
}

// You need not change the rest until you have your own rules.

/// The state of a game.
struct Situation {
    position: String,
    legal: Vec<String>,
    to_move: String,
{{dialogue
    /// `None` during the game.
    outcome: Option<String>,
dialogue}}
{{plain
    announcement: Option<String>,
plain}}
}

/// The rules: asks skirmish until you write your own.
struct Rules {
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Rules {
    fn new() -> io::Result<Rules> {
        let program = env::var("SKIRMISH").unwrap_or_else(|_| "skirmish".to_owned());
        let mut command = Command::new(&program);
        command.args(["moves", GAME, "--stdin"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| Error::other(format!("cannot ask {program}: {error}")))?;
        let missing = || Error::other("a stream is missing");
        let questions = child.stdin.take().ok_or_else(missing)?;
        let answers = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        Ok(Rules { questions, answers })
    }

    /// The state after these moves.
    fn look(&mut self, start: &str, moves: &[String]) -> io::Result<Situation> {
        let list = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        writeln!(self.questions, "{start}{list}")?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        let legal = answer.split_once("\"legal\":[").and_then(|(_, list)| list.split_once(']'));
        let (legal, _) = legal.ok_or_else(|| Error::other(format!("the rules say {answer}")))?;
        Ok(Situation {
            position: field(&answer, "position").unwrap_or_default(),
            to_move: field(&answer, "to_move").unwrap_or_default(),
{{dialogue
            outcome: field(&answer, "outcome"),
dialogue}}
{{plain
            announcement: field(&answer, "announcement"),
plain}}
            legal: legal.split(',').map(|word| word.trim_matches('"').to_owned()).filter(|word| !word.is_empty()).collect(),
        })
    }
}

/// The text of a field in JSON; `None` if it is null.
fn field(json: &str, name: &str) -> Option<String> {
    let (_, rest) = json.split_once(&format!("\"{name}\":\""))?;
    rest.split_once('"').map(|(text, _)| text.to_owned())
}

/// The seconds for a move: those of `go movetime`, or a twentieth of what is left on the clock.
fn time_to_move(words: &[String], is_player_one: bool) -> f64 {
    let after = |name: &str| {
        let place = words.iter().position(|word| word == name)?;
        Some(words.get(place + 1)?.parse::<f64>().ok()? / 1000.0)
    };
    let clock = after(if is_player_one { "p1time" } else { "p2time" });
    after("movetime").or(clock.map(|left| left / 20.0)).unwrap_or(5.0)
}

/// Speaks UGI, the protocol of tournaments.
fn ugi(rules: &mut Rules) -> io::Result<()> {
    let (mut start, mut moves) = ("startpos".to_owned(), Vec::new());
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        match words.first().map(String::as_str) {
            Some("ugi") => println!("id name {{NAME}}\nid author Me\nugiok"),
            Some("isready") => println!("readyok"),
            Some("position") => {
                let end = words.iter().position(|word| word == "moves").unwrap_or(words.len());
                start = words[1..end].join(" ");
                moves = words.get(end + 1..).unwrap_or_default().to_vec();
            }
            Some("go") => {
                let now = rules.look(&start, &moves)?;
                let seconds = time_to_move(&words, now.to_move == rules.look("startpos", &[])?.to_move);
                let over = now.legal.is_empty();
                let best = if over { "none".to_owned() } else { choose_move(&now.position, &now.legal, seconds) };
                println!("bestmove {best}");
            }
            Some("quit") => break,
            _ => {}
        }
        io::stdout().flush()?;
    }
    Ok(())
}

{{dialogue
/// Prints the board with its axes, as in the handout.
fn show(position: &str) {
    let board = position.split(' ').next().unwrap_or_default();
    let rows: Vec<&str> = board.split('/').collect();
    let width = if board.contains(|c: char| c.is_ascii_digit()) { 2 } else { 1 };
    for (number, row) in (1..=rows.len()).rev().zip(&rows) {
        let mut cells: Vec<String> = Vec::new();
        for c in row.chars() {
            match cells.last_mut() {
                Some(piece) if c.is_ascii_digit() => piece.push(c),
                _ => cells.push(if c == '-' { "-".repeat(width) } else { c.to_string() }),
            }
        }
        let side = if number == rows.len() { "  computer" } else if number == 1 { "  human" } else { "" };
        println!("{number:2}  {}{side}", cells.join(" "));
        if number == 1 {
            let letters = ('A'..).take(cells.len()).map(|letter| format!("{letter:width$}"));
            println!("    {}", letters.collect::<Vec<_>>().join(" "));
        }
    }
}

/// Plays a person, who has the bottom side.
fn play(rules: &mut Rules) -> io::Result<()> {
    let mut order = String::new();
    while !order.starts_with(['f', 's']) {
        order = read("Do you want to move first or second? ")?.to_lowercase();
    }
    let begins = rules.look("startpos", &[])?.position;
    let mut fields: Vec<&str> = begins.split(' ').collect();
    fields[1] = if order.starts_with('f') { "s" } else { "n" };
    let (start, mut moves) = (format!("fen {}", fields.join(" ")), Vec::new());
    let mut now = rules.look(&start, &moves)?;
    while !now.legal.is_empty() {
        show(&now.position);
        let own = now.to_move == "north";
{{verdict
        let seconds = if now.legal.iter().any(|action| action == "accept") { 0.0 } else { 5.0 };
        let mv = if own { choose_move(&now.position, &now.legal, seconds) } else { ask(&now.legal)? };
        match &mv[..] {
            "accept" | "refuse" if own => println!("I {mv}."),
            mv if own => println!("My move: {mv}"),
            _ => {}
        }
        moves.push(mv);
        now = rules.look(&start, &moves)?;
verdict}}
{{plain
        moves.push(if own { choose_move(&now.position, &now.legal, 5.0) } else { ask(&now.legal)? });
        now = rules.look(&start, &moves)?;
        if own {
            let mv = moves.last().map_or("", String::as_str);
            println!("My move: {mv} {}", now.announcement.as_deref().unwrap_or_default());
        }
plain}}
    }
    show(&now.position);
    let result = [("south", "You win."), ("north", "I win.")].iter().find(|(side, _)| now.outcome.as_deref() == Some(*side));
    println!("{}", result.map_or("A draw.", |(_, sentence)| sentence));
    Ok(())
}

/// Asks the person for a legal action.
fn ask(legal: &[String]) -> io::Result<String> {
{{verdict
    while legal.iter().any(|action| action == "accept") {
        match read("Accept or reject? ")?.to_lowercase().chars().next() {
            Some('a') => return Ok("accept".to_owned()),
            Some('r') => return Ok("refuse".to_owned()),
            _ => {}
        }
    }
verdict}}
    loop {
        let text = read("Your move: ")?.to_uppercase();
        let mv: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
        if legal.contains(&mv) {
            return Ok(mv);
        }
        println!("That is not possible here.");
    }
}

fn read(question: &str) -> io::Result<String> {
    print!("{question}");
    io::stdout().flush()?;
    let mut line = String::new();
    if io::stdin().read_line(&mut line)? == 0 {
        process::exit(0);
    }
    Ok(line.trim().to_owned())
}
dialogue}}
{{oska
/// Prints the board after the move.
fn call(rules: &mut Rules, board: &str, side: &str) -> io::Result<()> {
    let rows: String = board.chars().filter(|c| !"[]\" ".contains(*c)).collect();
    let start = format!("fen {} {side}", rows.replace(',', "/"));
    let mut now = rules.look(&start, &[])?;
    if !now.legal.is_empty() {
        now = rules.look(&start, &[choose_move(&now.position, &now.legal, 5.0)])?;
    }
    let rows = now.position.split(' ').next().unwrap_or_default().replace('/', "\",\"");
    println!("[\"{rows}\"]");
    Ok(())
}
oska}}

fn main() -> io::Result<()> {
    let words: Vec<String> = env::args().skip(1).collect();
    match &words[..] {
        [word] if word == "ugi" => ugi(&mut Rules::new()?),
{{oska
        [board, side, _depth] => call(&mut Rules::new()?, board, side),
        _ => {
            eprintln!("expected ugi, or a board, a side and a depth");
            process::exit(2)
        }
oska}}
{{dialogue
        _ => play(&mut Rules::new()?),
dialogue}}
    }
}
