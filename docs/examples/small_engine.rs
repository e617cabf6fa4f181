//! A complete engine for all games of Skirmish in one file: a starting point for an engine of your own.
//!
//! It searches with plain alpha-beta and iterative deepening until its time is up, and speaks UGI, the protocol of
//! docs/PROTOCOL.md. Rules and static evaluation come from two crates: `skirmish_board` has the traits, `skirmish_games` the
//! games. Try it:
//!
//! ```sh
//! cargo build --release --bin skirmish --example small_engine
//! target/release/skirmish arena run --game hiya --rounds 5 --each st=0.2 --openings plies=2 \
//!     --engine cmd=target/release/examples/small_engine name=Small --engine builtin=level=3 name=Three
//! ```
//!
//! With `--trace FILE` it writes each search into that file: `skirmish microscope check FILE --game hiya` says what is wrong.
//!
//! IDEA marks three places for what to add first. docs/SEARCH.md explains these ideas and more.

use std::cmp::Reverse;
use std::env;
use std::fs::File;
use std::io::{self, BufRead, BufWriter, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use skirmish_board::score::{DRAW, INFINITY, is_proof, loss_in, proven_plies, win_in};
use skirmish_board::{Evaluate, LevelProfile, Move, MoveList, Notation, Outcome, Score, TextError};
use skirmish_games::{Game, GameId, Visitor};

fn main() {
    // Invalid UTF-8 must not end the dialogue, so bytes are read and repaired.
    let input = io::stdin().lock().split(b'\n').map_while(Result::ok);
    let mut lines = input.map(|line| String::from_utf8_lossy(&line).into_owned());
    // Each game is a type, and all code behind `visit` is compiled for it. So one call serves one game; it returns when
    // another game is chosen.
    let mut game = Some(GameId::from(Game::ALL[0]));
    while let Some(id) = game {
        game = id.visit(Conversation(&mut lines));
    }
}

// ----- The search -----

/// When a search has to end. Without limits it runs until it is stopped.
#[derive(Clone, Copy, Default, PartialEq)]
struct Limits {
    deadline: Option<Instant>,
    nodes: Option<u64>,
    depth: Option<u64>,
}

/// A running search.
struct Search {
    limits: Limits,
    /// Set by the reading thread on `stop`.
    stop: Arc<AtomicBool>,
    nodes: u64,
    /// The best move of the last finished depth.
    best: Option<Move>,
    /// Where every node is written, in the format of docs/TRACES.md.
    trace: Option<BufWriter<File>>,
}

/// Alpha and beta.
type Window = (Score, Score);

impl Search {
    /// The best action in a position; `None` if the game is over.
    ///
    /// **Iterative deepening**: search to depth 1, then 2, and so on. That costs little, since each depth takes several
    /// times as long as the one before. There is a move whenever time runs out, and each depth tells the next which move to
    /// try first.
    fn choose<G: Notation + Evaluate>(&mut self, position: &G) -> Option<Move> {
        self.best = legal_moves(position).first().copied();
        for depth in 1..=self.limits.depth.unwrap_or(u64::MAX).min(G::MAX_PLIES.into()) {
            // If time is up, the result of the last finished depth counts.
            let window = (-INFINITY, INFINITY);
            self.write(|| format_enter("", depth, window));
            let Some(score) = self.value(position, window, depth, 0) else { break };
            self.write(|| format_leave(score));
            let (best, nodes) = (position.format_move(self.best?), self.nodes);
            let value = proven_plies(score).map_or(format!("cp {score}"), |plies| format!("mate {plies}"));
            say(&format!("info depth {depth} score {value} nodes {nodes} pv {best}"));
            // A deeper search cannot change a proof.
            if is_proof(score) {
                break;
            }
        }
        self.trace = None;
        self.best
    }

    /// **Alpha-beta**: the value of a position for the side to move, searched `depth` plies deep. `None` if the search was
    /// stopped.
    ///
    /// Only values between `alpha` and `beta` matter: elsewhere in the tree the side to move can have `alpha`, and its opponent
    /// can hold it to `beta`. Once a value reaches `beta`, the other moves are cut off: the opponent will avoid this position.
    fn value(&mut self, position: &(impl Notation + Evaluate), window: Window, depth: u64, ply: u16) -> Option<Score> {
        self.visit()?;
        // IDEA: a transposition table by `position.key()`, for positions that were searched before, at least as deep.
        let mut moves = legal_moves(position);
        match moves.len() {
            0 => return Some(finished(position, ply)),
            // The only move will be refused, and then there is none.
            1 if position.is_proposal_turn() => return Some(loss_in(ply)),
            // IDEA: quiescence search. In the middle of an exchange no static evaluation is right: play out noisy moves first.
            _ if depth == 0 => return Some(position.evaluate()),
            _ => {}
        }
        // Move ordering: good moves first give more cutoffs. The best of the depth before, then by exchange gain.
        // IDEA: killer moves and history. What refuted one position often refutes its neighbours, too.
        let best_before = if ply == 0 { self.best } else { None };
        moves.sort_by_cached_key(|&mv| (Some(mv) != best_before, Reverse(position.exchange_gain(mv))));

        let (mut alpha, beta) = window;
        let mut best = BestTwo { values: [-INFINITY; 2], first_move: None, refusals: position.is_proposal_turn() };
        for &mv in moves.iter() {
            let mut next = position.clone();
            // Where moves can be refused, play the move as if it was accepted: see `BestTwo`.
            next.play_accepted(mv);
            // Refusing moves no piece: it costs no depth, or the two answers to a proposal could not be compared.
            let refuses = position.accept_refuse().is_some_and(|[_, refuse]| mv == refuse);
            let depth = if refuses { depth } else { depth - 1 };
            // Values are those of the side to move, usually the opponent now: then negate them. But the same side may move again,
            // as in Refusal after `accept`.
            let same_side = next.side_to_move() == position.side_to_move();
            let window = if same_side { (alpha, beta) } else { (-beta, -alpha) };
            self.write(|| format_enter(&position.format_move(mv), depth, window));
            let value = self.value(&next, window, depth, ply + 1)?;
            self.write(|| format_leave(value));
            best.offer(mv, if same_side { value } else { -value });
            alpha = alpha.max(best.worth());
            if alpha >= beta {
                break;
            }
        }
        if ply == 0 {
            self.best = best.first_move;
        }
        Some(best.worth())
    }

    /// Writes a line of the trace, if one is wanted.
    fn write(&mut self, line: impl FnOnce() -> String) {
        self.trace.as_mut().map(|file| writeln!(file, "{}", line()));
    }

    /// Counts a node. `None` if the search has to end. Reading the clock takes time, so it is read every 256 nodes.
    fn visit(&mut self) -> Option<()> {
        self.nodes += 1;
        let is_past = |deadline| self.nodes.is_multiple_of(256) && Instant::now() >= deadline;
        let is_spent = self.limits.nodes.is_some_and(|nodes| self.nodes > nodes);
        let is_over = is_spent || self.limits.deadline.is_some_and(is_past) || self.stop.load(Relaxed);
        (!is_over).then_some(())
    }
}

fn format_enter(text: &str, depth: u64, (alpha, beta): Window) -> String {
    format!(r#"{{"enter":"{text}","depth":{depth},"alpha":{alpha},"beta":{beta}}}"#)
}

fn format_leave(value: Score) -> String {
    format!(r#"{{"leave":{value}}}"#)
}

/// With `--trace FILE`, the file. Each search begins it anew, with a header.
fn open_trace(position: &impl Notation) -> Option<BufWriter<File>> {
    let name = env::args().skip_while(|word| word != "--trace").nth(1)?;
    let mut trace = BufWriter::new(File::create(name).ok()?);
    writeln!(trace, r#"{{"trace":1,"position":"{}","evaluation":"terms"}}"#, position.format_position()).ok()?;
    Some(trace)
}

/// The best two values among the moves of a position.
///
/// Usually the best one counts. But in Refusal a move is only proposed, and the opponent may refuse once per turn. It refuses
/// the best, so the second-best is played. The rest of alpha-beta is unchanged.
struct BestTwo {
    values: [Score; 2],
    first_move: Option<Move>,
    refusals: bool,
}

impl BestTwo {
    fn offer(&mut self, mv: Move, value: Score) {
        let [first, second] = self.values;
        if value > first {
            (self.values, self.first_move) = ([value, first], Some(mv));
        } else {
            self.values = [first, second.max(value)];
        }
    }

    fn worth(&self) -> Score {
        self.values[usize::from(self.refusals)]
    }
}

fn legal_moves(position: &impl Evaluate) -> MoveList {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves
}

/// The value of a finished game. A quick win is worth more, or the engine might delay it forever.
fn finished(position: &impl Evaluate, ply: u16) -> Score {
    match position.outcome() {
        Some(Outcome::Win(side)) if side == position.side_to_move() => win_in(ply),
        Some(Outcome::Win(_)) => loss_in(ply),
        Some(Outcome::Draw) | None => DRAW,
    }
}

// ----- The protocol -----

const HELLO: &str = "id name Small\nid author you\noption name UGI_Variant type string default refusal\nugiok";

/// Prints a line. Errors are ignored: if the reader is gone, the input ends, too.
fn say(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}

/// The dialogue about one game. Returns the next game, or `None` at the end.
struct Conversation<'a>(&'a mut dyn Iterator<Item = String>);

impl Visitor for Conversation<'_> {
    type Output = Option<GameId>;

    fn visit<G: Notation + LevelProfile>(self, start: G) -> Option<GameId> {
        let (mut position, mut thinking) = (start.clone(), Thinking::default());
        let next_game = loop {
            let Some(line) = self.0.next() else { break None };
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["ugi"] => say(HELLO),
                ["isready"] => say("readyok"),
                ["setoption", "name", "UGI_Variant", "value", game] => match GameId::parse(game) {
                    Ok(game) => break Some(game),
                    Err(error) => say(&format!("info string error {error}")),
                },
                ["position", ref rest @ ..] => match read_position(&start, rest) {
                    Ok(read) => position = read,
                    Err(error) => say(&format!("info string error {error}")),
                },
                ["go", ref rest @ ..] => {
                    // Player one is the side that begins a normal game.
                    let is_player_one = position.side_to_move() == start.side_to_move();
                    thinking.begin(position.clone(), Limits::read(rest, is_player_one));
                }
                ["stop" | "ponderhit"] => thinking.end(),
                ["quit"] => break None,
                // `uginewgame`, too: there is nothing to reset. Unknown lines are ignored.
                _ => {}
            }
        };
        thinking.end();
        next_game
    }
}

/// Reads what follows `position`: `startpos` or `fen TEXT`, optionally `moves` and the actions played.
fn read_position<G: Notation>(start: &G, words: &[&str]) -> Result<G, TextError> {
    let mut parts = words.split(|&word| word == "moves");
    let mut position = match parts.next() {
        Some(["startpos"]) => start.clone(),
        Some(["fen", text @ ..]) => start.parse_position(&text.join(" "))?,
        _ => return Err(TextError::new("expected startpos or fen TEXT after position")),
    };
    for text in parts.flatten() {
        let mv = position.parse_move(text)?;
        position.play(mv);
    }
    Ok(position)
}

impl Limits {
    /// Reads what follows `go`. A time per move keeps a small reserve; with a game clock, a move gets a twentieth of the time
    /// left and most of the increment.
    fn read(words: &[&str], is_player_one: bool) -> Limits {
        // Pondering: think until `ponderhit` or `stop`, then answer at once.
        if words.contains(&"infinite") || words.contains(&"ponder") {
            return Limits::default();
        }
        let number = |name: &str| {
            let index = words.iter().position(|&word| word == name)?;
            // A clock that has run out may be negative.
            words.get(index + 1)?.parse().ok().map(|number: i64| number.max(0) as u64)
        };
        let [clock, increment] = if is_player_one { ["p1time", "p1inc"] } else { ["p2time", "p2inc"] };
        let added = number(increment).unwrap_or(0) / 4 * 3;
        let of_clock = number(clock).map(|left| (left / 20 + added).min(left / 2));
        let of_move = number("movetime").map(|time| time - (time / 4).min(100));
        let time = of_clock.into_iter().chain(of_move).min();
        let deadline = time.map(|time| Instant::now() + Duration::from_millis(time));
        Limits { deadline, nodes: number("nodes"), depth: number("depth") }
    }
}

/// A search in its own thread, so that `stop` and `isready` are read meanwhile.
#[derive(Default)]
struct Thinking(Option<(JoinHandle<()>, Arc<AtomicBool>)>);

impl Thinking {
    fn begin<G: Notation + Evaluate>(&mut self, position: G, limits: Limits) {
        self.end();
        let stop = Arc::new(AtomicBool::new(false));
        let trace = open_trace(&position);
        let mut search = Search { limits, stop: stop.clone(), nodes: 0, best: None, trace };
        let think = move || {
            let best = search.choose(&position).map_or("none".to_owned(), |mv| position.format_move(mv));
            // A search without limits answers only after `stop`, even if the result is proven.
            while limits == Limits::default() && !search.stop.load(Relaxed) {
                thread::park();
            }
            say(&format!("bestmove {best}"));
        };
        self.0 = Some((thread::spawn(think), stop));
    }

    /// Stops the search and waits for its answer.
    fn end(&mut self) {
        if let Some((thread, stop)) = self.0.take() {
            stop.store(true, Relaxed);
            thread.thread().unpark();
            // This fails only if the search panicked, which was printed on standard error.
            let _ = thread.join();
        }
    }
}
