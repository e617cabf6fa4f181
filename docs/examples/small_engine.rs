//! A complete engine for all games of Skirmish in one file: a starting point for an engine of your own.
//!
//! It searches with plain alpha-beta, one depth after the other, until its time is up. A tournament talks to it in UGI, the
//! protocol that docs/PROTOCOL.md describes. The rules and the judgement of positions come from two crates: `skirmish_board`
//! has the traits (what every game can do) and `skirmish_games` the games. Try it:
//!
//! ```sh
//! cargo build --release --bin skirmish --example small_engine
//! target/release/skirmish arena run --game hiya --rounds 5 --each st=0.2 --openings plies=2 \
//!     --engine cmd=target/release/examples/small_engine name=Small --engine builtin=level=3 name=Three
//! ```
//!
//! Three places are marked with IDEA: what to add first. docs/SEARCH.md explains these ideas and more.

use std::cmp::Reverse;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use skirmish_board::score::{DRAW, INFINITY, is_proof, loss_in, proven_plies, win_in};
use skirmish_board::{Evaluate, LevelProfile, Move, MoveList, Notation, Outcome, Score, TextError};
use skirmish_games::{Game, GameId, Visitor};

fn main() {
    // Lines that are not text must not end the conversation, so bytes are read and repaired.
    let input = io::stdin().lock().split(b'\n').map_while(Result::ok);
    let mut lines = input.map(|line| String::from_utf8_lossy(&line).into_owned());
    // Each game is a type of its own, and all code behind `visit` is compiled for that type. So the conversation about one
    // game is one call, which ends when another game is asked for.
    let mut game = Some(GameId::from(Game::ALL[0]));
    while let Some(id) = game {
        game = id.visit(Conversation(&mut lines));
    }
}

// ----- The search -----

/// When a search has to end. Without any bound it goes on until it is stopped.
#[derive(Clone, Copy, Default, PartialEq)]
struct Limits {
    deadline: Option<Instant>,
    nodes: Option<u64>,
    depth: Option<u64>,
}

/// A search under way.
struct Search {
    limits: Limits,
    /// Raised by the thread that reads, when it reads `stop`.
    stop: Arc<AtomicBool>,
    nodes: u64,
    /// The best move of the last depth that was finished.
    best: Option<Move>,
}

impl Search {
    /// The best action in a position; `None` if the game is over there.
    ///
    /// **Iterative deepening**: a search of depth 1, then of depth 2, and so on. That costs little, since each depth takes
    /// several times as long as the one before. In return there is an answer whenever time runs out, and each depth tells
    /// the next which move to try first.
    fn choose<G: Notation + Evaluate>(&mut self, position: &G) -> Option<Move> {
        self.best = legal_moves(position).first().copied();
        for depth in 1..=self.limits.depth.unwrap_or(u64::MAX).min(G::MAX_PLIES.into()) {
            // If it was cut short, what the depth before found is the answer.
            let Some(score) = self.value(position, -INFINITY, INFINITY, depth, 0) else { break };
            let (best, nodes) = (position.format_move(self.best?), self.nodes);
            let value = proven_plies(score).map_or(format!("cp {score}"), |plies| format!("mate {plies}"));
            say(&format!("info depth {depth} score {value} nodes {nodes} pv {best}"));
            // A proof does not become truer by looking deeper.
            if is_proof(score) {
                break;
            }
        }
        self.best
    }

    /// **Alpha-beta**: what a position is worth to the side to move, looking `depth` moves ahead. `None` if the search was
    /// cut short.
    ///
    /// Only values between `alpha` and `beta` are of interest: elsewhere in the tree the side to move can have `alpha`, and its
    /// opponent can hold it to `beta`. As soon as a position is worth `beta` it need not be looked at any longer, since the
    /// opponent will not let it come to that.
    fn value(&mut self, position: &impl Evaluate, alpha: Score, beta: Score, depth: u64, ply: u16) -> Option<Score> {
        self.visit()?;
        // IDEA: a table of positions by `position.key()`. What was searched before, at least as deep, is known.
        let mut moves = legal_moves(position);
        match moves.len() {
            0 => return Some(finished(position, ply)),
            // The only move will be refused, and then there is none.
            1 if position.is_proposal_turn() => return Some(loss_in(ply)),
            // IDEA: quiescence. In the middle of an exchange no judgement is right: play out noisy moves first.
            _ if depth == 0 => return Some(position.evaluate()),
            _ => {}
        }
        // The earlier a good move is tried, the more is cut off: the best of the depth before, then what gains something.
        // IDEA: killer moves and history. What refuted one position often refutes its neighbours, too.
        let best_before = if ply == 0 { self.best } else { None };
        moves.sort_by_cached_key(|&mv| (Some(mv) != best_before, Reverse(position.exchange_gain(mv))));

        let mut alpha = alpha;
        let mut best = BestTwo { values: [-INFINITY; 2], first_move: None, refusals: position.is_proposal_turn() };
        for &mv in moves.iter() {
            let mut next = position.clone();
            // Where moves can be refused, the search thinks of moves that stand: see `BestTwo`.
            next.play_accepted(mv);
            // Refusing moves no piece: it costs no depth, or the two answers to a proposal could not be compared.
            let refuses = position.accept_refuse().is_some_and(|[_, refuse]| mv == refuse);
            let depth = if refuses { depth } else { depth - 1 };
            // Values are those of the side to move. As a rule that is the opponent now, and what is good for one is bad for
            // the other. But the same side may be to move again, as in Refusal after `accept`: never turn values by habit.
            let value = if next.side_to_move() == position.side_to_move() {
                self.value(&next, alpha, beta, depth, ply + 1)?
            } else {
                -self.value(&next, -beta, -alpha, depth, ply + 1)?
            };
            best.offer(mv, value);
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

    /// Counts a position. `None` if the search has to end; looking at the clock takes time itself, so that is done now and then.
    fn visit(&mut self) -> Option<()> {
        self.nodes += 1;
        let is_past = |deadline| self.nodes.is_multiple_of(256) && Instant::now() >= deadline;
        let is_spent = self.limits.nodes.is_some_and(|nodes| self.nodes > nodes);
        let is_over = is_spent || self.limits.deadline.is_some_and(is_past) || self.stop.load(Relaxed);
        (!is_over).then_some(())
    }
}

/// The best two values among the moves of a position, and what the position is worth by them.
///
/// As a rule the best one counts. But in Refusal a move is only proposed, and the opponent may refuse it once per turn. It will
/// refuse the best one, so the second-best is what will be played. Everything else about alpha-beta stays as it is.
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

/// The value of a finished game. A win is worth more the sooner it comes, or the engine might put it off for ever.
fn finished(position: &impl Evaluate, ply: u16) -> Score {
    match position.outcome() {
        Some(Outcome::Win(side)) if side == position.side_to_move() => win_in(ply),
        Some(Outcome::Win(_)) => loss_in(ply),
        Some(Outcome::Draw) | None => DRAW,
    }
}

// ----- The protocol -----

const HELLO: &str = "id name Small\nid author you\noption name UGI_Variant type string default refusal\nugiok";

/// Prints a line. If nobody listens any more, the end of the input will tell.
fn say(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}

/// A conversation about one game. It results in the game to go on with, or `None` at the end.
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
                    // Player one is whoever begins at the start of the game.
                    let is_player_one = position.side_to_move() == start.side_to_move();
                    thinking.begin(position.clone(), Limits::read(rest, is_player_one));
                }
                ["stop" | "ponderhit"] => thinking.end(),
                ["quit"] => break None,
                // Also `uginewgame`: there is nothing to forget. Whatever else there may be is not for us.
                _ => {}
            }
        };
        thinking.end();
        next_game
    }
}

/// Reads what follows `position`: `startpos` or `fen TEXT`, and perhaps `moves` with what was played from there.
fn read_position<G: Notation>(start: &G, words: &[&str]) -> Result<G, TextError> {
    let mut parts = words.split(|&word| word == "moves");
    let mut position = match parts.next() {
        Some(["startpos"]) => start.clone(),
        Some(["fen", text @ ..]) => start.parse_position(&text.join(" "))?,
        _ => return Err(TextError::new("position is followed by something else than startpos or fen TEXT")),
    };
    for text in parts.flatten() {
        let mv = position.parse_move(text)?;
        position.play(mv);
    }
    Ok(position)
}

impl Limits {
    /// Reads what follows `go`. Of a time for one move a little is kept for the way back; of a clock for the whole game a move
    /// gets a twentieth and most of what it adds.
    fn read(words: &[&str], is_player_one: bool) -> Limits {
        // While it ponders it thinks until it is told to answer, and then it answers at once.
        if words.contains(&"infinite") || words.contains(&"ponder") {
            return Limits::default();
        }
        let number = |name: &str| {
            let index = words.iter().position(|&word| word == name)?;
            // A clock that ran over is a negative number.
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

/// A search on a thread of its own, so that `stop` and `isready` are heard meanwhile.
#[derive(Default)]
struct Thinking(Option<(JoinHandle<()>, Arc<AtomicBool>)>);

impl Thinking {
    fn begin<G: Notation + Evaluate>(&mut self, position: G, limits: Limits) {
        self.end();
        let stop = Arc::new(AtomicBool::new(false));
        let mut search = Search { limits, stop: stop.clone(), nodes: 0, best: None };
        let think = move || {
            let best = search.choose(&position).map_or("none".to_owned(), |mv| position.format_move(mv));
            // A search without bounds answers only when it is told to, even if everything is proven before.
            while limits == Limits::default() && !search.stop.load(Relaxed) {
                thread::park();
            }
            say(&format!("bestmove {best}"));
        };
        self.0 = Some((thread::spawn(think), stop));
    }

    /// Makes the search answer now, and waits until it has.
    fn end(&mut self) {
        if let Some((thread, stop)) = self.0.take() {
            stop.store(true, Relaxed);
            thread.thread().unpark();
            // It fails only if the search panicked, and then that has been told on standard error.
            let _ = thread.join();
        }
    }
}
