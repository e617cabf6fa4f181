//! Draws a small search tree of any game, as plainly as a lecture: most trees of docs/SEARCH.md. `skirmish microscope` draws those
//! of the real search.
//!
//! ```sh
//! cargo run --example search_tree -- oska --position "w--w/---/--/-b-/b--- w" --depth 3 --cut
//! ```
//!
//! All values are those of the side to move at the top, as in a lecture: it takes the greatest value (max), its opponent the least
//! (min). The real search negates values instead. Everything here is as plain as possible, and slow.

use std::cmp::Reverse;
use std::collections::HashMap;

use clap::{Parser, ValueEnum};
use skirmish_board::score::{INFINITY, loss_in, proven_plies, win_in};
use skirmish_board::{Evaluate, LevelProfile, MoveList, Notation, Outcome, Score, Side};
use skirmish_games::{GameId, Visitor};

/// What to draw.
#[derive(Parser)]
#[command(about = "Draw a small search tree")]
struct Arguments {
    /// The game, such as refusal or oska:6
    #[arg(value_parser = GameId::parse)]
    game: GameId,
    /// The position instead of the start
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// How many plies deep
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(i32).range(1..=99))]
    depth: i32,
    /// Search with alpha-beta: skip what cannot change the result
    #[arg(long)]
    cut: bool,
    /// The order of the moves of a position
    #[arg(long, default_value = "names")]
    order: Order,
    /// Use a transposition table: do not search a position twice to the same depth
    #[arg(long)]
    table: bool,
    /// Quiescence search: play out noisy moves where the depth ends, for at most this many plies
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(i32).range(0..=99))]
    noisy: i32,
    /// Draw only this many plies of the tree; 0 prints the counts alone
    #[arg(long, value_name = "PLIES")]
    show: Option<u16>,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Order {
    /// By their texts
    Names,
    /// The best first
    Best,
    /// The worst first
    Worst,
    /// As a search one ply less deep orders them
    Shallower,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    arguments.game.visit(arguments)
}

impl Visitor for Arguments {
    type Output = anyhow::Result<()>;

    fn visit<G: Notation + LevelProfile>(self, start: G) -> anyhow::Result<()> {
        let position = self.position.as_ref().map_or(Ok(start.clone()), |text| start.parse_position(text))?;
        let sides = self.game.info().sides;
        let (root, depth, show) = (position.side_to_move(), self.depth, self.show);
        let mut tree = Tree { arguments: self, root, visited: 0, evaluated: 0, seen: HashMap::new() };
        let top = tree.grow(&position, (-INFINITY, INFINITY), depth, 0);
        if show != Some(0) {
            let label = format!("{} to move", sides[root.index()]);
            let width = top.width().max(label.chars().count());
            top.print(&label, "", width);
        }
        println!("{} nodes visited, {} evaluated", tree.visited, tree.evaluated);
        Ok(())
    }
}

/// A node as it is drawn.
#[derive(Default)]
struct Node {
    value: Score,
    /// `≤ ` for an upper bound, `≥ ` for a lower bound; empty for an exact value.
    bound: &'static str,
    /// `max` or `min`, and the window; empty in a leaf.
    kind: String,
    note: &'static str,
    children: Vec<(String, Node)>,
}

struct Tree {
    arguments: Arguments,
    root: Side,
    visited: u64,
    evaluated: u64,
    /// Exact values by key and depth.
    seen: HashMap<(u64, i32), Score>,
}

impl Tree {
    /// Searches a position within a window and returns its tree.
    fn grow<G: Notation + Evaluate>(&mut self, position: &G, window: (Score, Score), depth: i32, ply: u16) -> Node {
        self.visited += 1;
        if let Some(&value) = self.seen.get(&(position.key(), depth)) {
            return Node { value, note: "seen above", ..Node::default() };
        }
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let ended = match moves.len() {
            0 => Some(self.finished(position, ply)),
            1 if position.is_proposal_turn() => Some(self.turn(position.side_to_move(), loss_in(ply))),
            _ if depth <= -self.arguments.noisy => Some(self.evaluate(position)),
            _ => None,
        };
        let node = match ended {
            Some(value) => Node { value, ..Node::default() },
            None => self.grow_children(position, window, &mut moves, depth, ply),
        };
        if self.arguments.table && node.bound.is_empty() {
            self.seen.insert((position.key(), depth), node.value);
        }
        node
    }

    fn grow_children<G: Notation + Evaluate>(
        &mut self,
        position: &G,
        (mut alpha, mut beta): (Score, Score),
        moves: &mut MoveList,
        depth: i32,
        ply: u16,
    ) -> Node {
        let is_max = position.side_to_move() == self.root;
        let mut node = Node { kind: self.describe(position, (alpha, beta)), ..Node::default() };
        let mut is_exact = true;
        // The best two so far, by the place of the child.
        let mut best: Vec<(Score, Option<usize>)> = Vec::new();
        let needed = if position.is_proposal_turn() { 2 } else { 1 };
        if depth <= 0 {
            // Stand pat: either side may stop capturing and take the static evaluation.
            let value = self.evaluate(position);
            best = vec![(value, None); needed];
            node.children.push(("(stop here)".to_owned(), Node { value, ..Node::default() }));
            moves.retain(|mv| position.is_noisy(mv));
        }
        self.order_moves(position, moves, depth, ply);
        let window = (alpha, beta);
        for (index, &mv) in moves.iter().enumerate() {
            let worth = best.get(needed - 1).map(|&(value, _)| value);
            if let Some(worth) = worth {
                (alpha, beta) = if is_max { (alpha.max(worth), beta) } else { (alpha, beta.min(worth)) };
            }
            if self.arguments.cut && alpha >= beta {
                let left = moves.len() - index;
                node.children.push((format!("{left} more"), Node { note: "not searched", ..Node::default() }));
                is_exact = false;
                break;
            }
            let mut next = position.clone();
            next.play_accepted(mv);
            let child = self.grow(&next, (alpha, beta), depth - 1, ply + 1);
            is_exact &= child.bound.is_empty();
            best.push((child.value, Some(node.children.len())));
            // Stable: of equals the first stays in front.
            best.sort_by_key(|&(value, _)| if is_max { Reverse(value) } else { Reverse(-value) });
            best.truncate(needed.max(2));
            node.children.push((position.format_move(mv), child));
        }
        node.value = best[needed - 1].0;
        node.bound = match node.value {
            value if is_exact || (window.0 < value && value < window.1) => "",
            value if value <= window.0 => "≤ ",
            _ => "≥ ",
        };
        if needed == 2 {
            for (&(_, child), note) in best.iter().zip(["refused", "played"]) {
                child.into_iter().for_each(|child| node.children[child].1.note = note);
            }
        }
        if self.arguments.show.is_some_and(|plies| ply >= plies) {
            node.children.clear();
        }
        node
    }

    fn order_moves<G: Notation + Evaluate>(&mut self, position: &G, moves: &mut MoveList, depth: i32, ply: u16) {
        if self.arguments.order == Order::Names || depth <= 0 {
            moves.sort_by_cached_key(|&mv| position.format_move(mv));
            return;
        }
        // Finding the order is not counted.
        let (visited, evaluated) = (self.visited, self.evaluated);
        let order = std::mem::replace(&mut self.arguments.order, Order::Names);
        let cut = std::mem::take(&mut self.arguments.cut);
        let is_max = position.side_to_move() == self.root;
        moves.sort_by_cached_key(|&mv| position.format_move(mv));
        moves.sort_by_cached_key(|&mv| {
            let mut next = position.clone();
            next.play_accepted(mv);
            let depth = if order == Order::Shallower { depth - 2 } else { depth - 1 };
            let value = self.grow(&next, (-INFINITY, INFINITY), depth.max(0), ply + 1).value;
            if is_max == (order == Order::Worst) { value } else { -value }
        });
        (self.arguments.cut, self.arguments.order) = (cut, order);
        (self.visited, self.evaluated) = (visited, evaluated);
    }

    /// A value for a side, as the side to move at the top sees it.
    fn turn(&self, side: Side, value: Score) -> Score {
        if side == self.root { value } else { -value }
    }

    fn evaluate<G: Evaluate>(&mut self, position: &G) -> Score {
        self.evaluated += 1;
        self.turn(position.side_to_move(), position.evaluate())
    }

    fn finished<G: Evaluate>(&self, position: &G, ply: u16) -> Score {
        match position.outcome() {
            Some(Outcome::Win(side)) => self.turn(side, win_in(ply)),
            Some(Outcome::Draw) | None => 0,
        }
    }

    fn describe<G: Evaluate>(&self, position: &G, (alpha, beta): (Score, Score)) -> String {
        let kind = match (position.side_to_move() == self.root, position.is_proposal_turn()) {
            (true, false) => "max",
            (false, false) => "min",
            (true, true) => "second max",
            (false, true) => "second min",
        };
        let open = |value: Score| if value.abs() == INFINITY { "∞".to_owned() } else { format_value(value) };
        match (self.arguments.cut, alpha == -INFINITY) {
            (false, _) => kind.to_owned(),
            (true, true) => format!("{kind}  window: −∞ to {}", open(beta)),
            (true, false) => format!("{kind}  window: {} to {}", open(alpha), open(beta)),
        }
    }
}

fn format_value(value: Score) -> String {
    match proven_plies(value) {
        Some(plies) if plies > 0 => format!("wins in {plies}"),
        Some(plies) => format!("loses in {}", -plies),
        None => format!("{value:+}"),
    }
}

impl Node {
    /// The width of the moves, with the lines in front of them.
    fn width(&self) -> usize {
        self.children.iter().map(|(label, child)| 3 + label.chars().count().max(child.width())).max().unwrap_or(0)
    }

    /// Prints the node and its children. `before` is drawn in front of each line.
    fn print(&self, label: &str, before: &str, width: usize) {
        let skipped = self.note == "not searched";
        let value = if skipped { String::new() } else { format!("{}{}", self.bound, format_value(self.value)) };
        let gap = if self.kind.is_empty() || self.note.is_empty() { "" } else { "  " };
        println!("{}", format!("{label:width$}  {value:>12}  {}{gap}{}", self.kind, self.note).trim_end());
        for (index, (label, child)) in self.children.iter().enumerate() {
            let is_last = index + 1 == self.children.len();
            print!("{before}{}", if is_last { "└─ " } else { "├─ " });
            child.print(label, &format!("{before}{}", if is_last { "   " } else { "│  " }), width - 3);
        }
    }
}
