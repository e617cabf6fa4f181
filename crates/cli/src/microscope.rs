//! `skirmish microscope`: the tree of a real search, what was counted of it, and what an idea changes.

mod check;
mod compare;
mod draw;
mod jsonl;
mod summary;
mod trace;
mod tree;
mod zoo;

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, bail};
use skirmish_board::quoted;
use skirmish_play::{AnyGame, Evaluator, RecordedQuery, RecordedSearch, own_network};
use skirmish_search::{Idea, IdeaSet, Limits, NodeFate, RecordOptions, RecordedTree};

use crate::arguments::{MicroscopeArgs, TraceCommand};
use crate::columns::aligned;
use crate::play_out::play_list;
use draw::DrawnNode;
use jsonl::TraceSource;
use summary::SummaryRow;
use tree::TreeText;

/// Records a search and shows it.
pub fn run(arguments: &MicroscopeArgs, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    match (&arguments.command, &arguments.trace) {
        (Some(TraceCommand::Check(arguments)), _) => return check::run(arguments, out),
        (Some(TraceCommand::Zoo(arguments)), _) => zoo::run(arguments, out)?,
        (None, Some(file)) => trace::show(arguments, file, out)?,
        (None, None) => show_search(arguments, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn show_search(arguments: &MicroscopeArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let mut game = arguments.open()?;
    if let Some(moves) = &arguments.moves {
        play_list(&mut *game, moves).context("--moves")?;
    }
    if game.outcome().is_some() {
        bail!("the game is over, expected a position to search");
    }
    let off = switched_off(arguments);
    if let Some(idea) = arguments.compare {
        let with = record(arguments, &*game, off.without(idea))?;
        let without = record(arguments, &*game, off.with(idea))?;
        let names = [format!("with {}", idea.name()), format!("without {}", idea.name())];
        compare::write_comparison(&*game, [(&names[0], &with), (&names[1], &without)], out)?;
        return Ok(());
    }
    let search = record(arguments, &*game, off)?;
    if arguments.json {
        let evaluation = match &*arguments.net {
            "usual" if own_network(game.id()).is_none() => "terms",
            "terms" => "terms",
            _ => "network",
        };
        let source = TraceSource { tree: &search.tree, off: off.closed(), evaluation };
        source.write(&*game, out)?;
        return Ok(());
    }
    write_tree(arguments, &*game, &search.tree, out)?;
    if !arguments.brief {
        write_summary(&search, out)?;
    }
    Ok(())
}

fn switched_off(arguments: &MicroscopeArgs) -> IdeaSet {
    let off: IdeaSet = arguments.off.iter().flat_map(|ideas| ideas.iter()).collect();
    let only: IdeaSet = arguments.only.iter().flat_map(|ideas| ideas.iter()).collect();
    if arguments.only.is_empty() { off } else { only.iter().fold(IdeaSet::ALL_BUT_CUTOFFS, IdeaSet::without) }
}

fn record(arguments: &MicroscopeArgs, game: &dyn AnyGame, off: IdeaSet) -> anyhow::Result<RecordedSearch> {
    let evaluator = Evaluator::parse(&arguments.net, game.id()).context("--net")?;
    let limits = Limits { depth: Some(arguments.depth), nodes: arguments.nodes, ..Limits::default() };
    let max_nodes = usize::try_from(arguments.keep).unwrap_or(usize::MAX);
    let options = RecordOptions { off, max_nodes, within: None };
    let query = RecordedQuery { limits, hash: arguments.hash, evaluator, options };
    Ok(RecordedSearch::run(game, &query, &AtomicBool::new(false)))
}

/// Draws the tree of the last depth, below the moves of `--at`.
fn write_tree(
    arguments: &MicroscopeArgs,
    game: &dyn AnyGame,
    tree: &RecordedTree,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    // A trace may end before it has a result.
    let root = tree.result().or_else(|| tree.roots().last());
    let Some(root) = root.filter(|_| arguments.show > 0) else { return Ok(()) };
    let root_side = game.side_to_move();
    let sides = game.id().info().sides;
    let (mut at, mut index) = (game.boxed_clone(), root);
    for text in arguments.at.split_whitespace() {
        let child = child_named(tree, index, &*at, text);
        let Some((child, next)) = child else {
            bail!("--at: {} was not searched here, or is not kept; expected moves that the tree has", quoted(text));
        };
        (index, at) = (child, next);
    }
    let width = usize::try_from(arguments.width).unwrap_or(usize::MAX);
    let text = TreeText { tree, root: root_side, width };
    let label = format!("{} to move", sides[at.side_to_move().index()]);
    let drawn: DrawnNode = text.node(index, label, &*at, arguments.show);
    drawn.draw(out)?;
    if !arguments.brief {
        writeln!(out)?;
    }
    Ok(())
}

/// The last search of a move below a node, and the position after it.
fn child_named(tree: &RecordedTree, index: usize, game: &dyn AnyGame, text: &str) -> Option<(usize, Box<dyn AnyGame>)> {
    let squares = game.named_squares(text);
    let is_named = |&child: &usize| {
        let named = tree.nodes[child].mv.map(|mv| game.move_text(mv));
        let same =
            named.is_some_and(|named| named == text || (squares.is_some() && game.named_squares(&named) == squares));
        same && matches!(tree.nodes[child].fate, NodeFate::Ended(_))
    };
    let child = tree.children(index).filter(is_named).last()?;
    let mut next = game.boxed_clone();
    next.play_accepted(tree.nodes[child].mv?);
    Some((child, next))
}

fn write_summary(search: &RecordedSearch, out: &mut impl Write) -> anyhow::Result<()> {
    write_rows(summary::summary(search), &search.tree, out)
}

/// Prints the rows of a summary, and what of the tree is not kept.
fn write_rows(rows: Vec<SummaryRow>, tree: &RecordedTree, out: &mut impl Write) -> anyhow::Result<()> {
    let rows: Vec<[String; 2]> = rows.into_iter().map(|(label, value)| [label, value]).collect();
    for line in aligned(&rows) {
        writeln!(out, "{line}")?;
    }
    if let Some(sentence) = what_is_missing(tree) {
        writeln!(out, "\n{sentence}")?;
    }
    Ok(())
}

/// A sentence about nodes that are counted but not kept.
fn what_is_missing(tree: &RecordedTree) -> Option<String> {
    let kept = tree.nodes.iter().filter(|node| !node.is_skipped()).count() as u64;
    if kept == tree.counts.nodes {
        return None;
    }
    let plies = tree.root_searches.last().and_then(|search| search.whole_plies);
    let last = plies.map_or("all of the last search".to_owned(), |ply| format!("the last search up to ply {ply}"));
    Some(format!("{kept} of {} nodes are kept, {last}; the others are only counted (--keep).", tree.counts.nodes))
}

/// The names of the ideas, for error messages.
pub fn idea_names() -> String {
    Idea::ALL.iter().map(|idea| idea.name()).collect::<Vec<_>>().join(", ")
}
