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

/// Your part: returns one of the legal actions in a position, which is a text.
fn choose_move(_position: &str, legal: &[String]) -> String {
    let random = RandomState::new().build_hasher().finish() as usize;
    legal[random % legal.len()].clone()
}

// You need not change the rest until you have your own rules.

/// The state of a game.
struct Situation {
    position: String,
    legal: Vec<String>,
{{dialogue
    to_move: String,
    /// `None` during the game.
    outcome: Option<String>,
dialogue}}
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
{{dialogue
            to_move: field(&answer, "to_move").unwrap_or_default(),
            outcome: field(&answer, "outcome"),
dialogue}}
            legal: legal.split(',').map(|word| word.trim_matches('"').to_owned()).filter(|word| !word.is_empty()).collect(),
        })
    }
}

/// The text of a field in JSON; `None` if it is null.
fn field(json: &str, name: &str) -> Option<String> {
    let (_, rest) = json.split_once(&format!("\"{name}\":\""))?;
    rest.split_once('"').map(|(text, _)| text.to_owned())
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
                let over = now.legal.is_empty();
                println!("bestmove {}", if over { "none".to_owned() } else { choose_move(&now.position, &now.legal) });
            }
            Some("quit") => break,
            _ => {}
        }
        io::stdout().flush()?;
    }
    Ok(())
}

{{dialogue
/// Prints the board: the rows from the top, with their numbers.
fn show(position: &str) {
    let rows: Vec<&str> = position.split(' ').next().unwrap_or_default().split('/').collect();
    for (row, number) in rows.iter().zip((1..=rows.len()).rev()) {
        println!("{number:2}  {row}");
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
        let mv = if now.to_move == "north" { choose_move(&now.position, &now.legal) } else { ask(&now.legal)? };
        match &mv[..] {
            _ if now.to_move != "north" => {}
            "accept" | "refuse" => println!("I {mv}."),
            mv => println!("My move: {mv}"),
        }
        moves.push(mv);
        now = rules.look(&start, &moves)?;
    }
    show(&now.position);
    let result = [("south", "You win."), ("north", "I win.")].iter().find(|(side, _)| now.outcome.as_deref() == Some(*side));
    println!("{}", result.map_or("A draw.", |(_, sentence)| sentence));
    Ok(())
}

/// Asks the person for a legal action.
fn ask(legal: &[String]) -> io::Result<String> {
    let answers = legal.iter().any(|action| action == "accept");
    loop {
        let text = read(if answers { "Accept or reject? " } else { "Your move: " })?.to_uppercase();
        let mut mv: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
        if answers {
            mv = if mv.starts_with('A') { "accept" } else { "refuse" }.to_owned();
        }
        if let Some(action) = legal.iter().find(|action| action.eq_ignore_ascii_case(&mv)) {
            return Ok(action.clone());
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
        now = rules.look(&start, &[choose_move(&now.position, &now.legal)])?;
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
