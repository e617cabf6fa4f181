//! Two recorded searches side by side, and where they first differ.

use std::io::{self, Write};

use skirmish_play::{AnyGame, RecordedSearch};
use skirmish_search::{RecordedNode, RecordedTree};

use super::summary::{SummaryRow, summary};
use super::tree::TreeText;
use crate::columns::aligned;

/// Writes the summaries of two searches of a position side by side, with these headings, and the first place where they differ.
pub fn write_comparison(
    game: &dyn AnyGame,
    searches: [(&str, &RecordedSearch); 2],
    out: &mut impl Write,
) -> io::Result<()> {
    let [first, second] = searches.map(|(_, search)| summary(search));
    let [first_name, second_name] = searches.map(|(name, _)| name.to_owned());
    let mut rows = vec![[String::new(), first_name, second_name]];
    rows.extend(merged(&first, &second));
    for line in aligned(&rows) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    let trees = searches.map(|(_, search)| &search.tree);
    let Some(places) = first_difference(trees) else {
        return writeln!(out, "The searches are the same, node by node.");
    };
    writeln!(out, "The first difference:")?;
    for ((name, search), place) in searches.into_iter().zip(places) {
        writeln!(out, "{name}: {}", place_text(game, &search.tree, place))?;
    }
    Ok(())
}

/// The rows of two summaries by their labels, in the order of the first.
fn merged(first: &[SummaryRow], second: &[SummaryRow]) -> Vec<[String; 3]> {
    let mut rows: Vec<[String; 3]> = Vec::new();
    let mut rest = second;
    for (label, value) in first {
        // Rows that only the second one has come before the next row that both have.
        if let Some(place) = rest.iter().position(|(other, _)| other == label) {
            rows.extend(rest[..place].iter().map(|(label, value)| only_second(label, value)));
            let (_, other) = &rest[place];
            rows.push([label.clone(), value.clone(), other.clone()]);
            rest = &rest[place + 1..];
        } else {
            rows.push([label.clone(), value.clone(), if value.is_empty() { "" } else { "0" }.to_owned()]);
        }
    }
    rows.extend(rest.iter().map(|(label, value)| only_second(label, value)));
    rows
}

fn only_second(label: &str, value: &str) -> [String; 3] {
    [label.to_owned(), if value.is_empty() { "" } else { "0" }.to_owned(), value.to_owned()]
}

/// The entries of two trees, in their order, of which something differs first; `None` for the end of a tree.
fn first_difference(trees: [&RecordedTree; 2]) -> Option<[Option<usize>; 2]> {
    let [first, second] = trees.map(|tree| &tree.nodes);
    let same = first.iter().zip(second).take_while(|(one, other)| looks_same(one, other)).count();
    let place = [first, second].map(|nodes| (same < nodes.len()).then_some(same));
    (place != [None; 2]).then_some(place)
}

/// Whether two nodes were searched in the same way, and ended so. What is below them may differ: that comes later.
fn looks_same(one: &RecordedNode, other: &RecordedNode) -> bool {
    let key = |node: &RecordedNode| {
        (node.mv, node.ply, node.depth, node.kind, node.reduction, node.window, node.is_skipped())
    };
    let is_leaf = |node: &RecordedNode| node.nodes <= 1;
    let fate = |node: &RecordedNode| (node.fate, node.value);
    key(one) == key(other) && (!(is_leaf(one) || is_leaf(other)) || fate(one) == fate(other))
}

/// Where an entry is, and what became of it.
fn place_text(game: &dyn AnyGame, tree: &RecordedTree, place: Option<usize>) -> String {
    let Some(index) = place else { return "the search is over".to_owned() };
    let mut at = game.boxed_clone();
    let mut moves = Vec::new();
    let path = tree.path(index);
    for &node in &path {
        if let Some(mv) = tree.nodes[node].mv {
            moves.push(at.move_text(mv));
            at.play_accepted(mv);
        }
    }
    let depth = path.first().map_or(0, |&root| tree.nodes[root].depth);
    let text = TreeText { tree, root: game.side_to_move(), width: 0 };
    let node = text.node(index, String::new(), &*at, 0);
    let place = if moves.is_empty() { "the root".to_owned() } else { moves.join(" ") };
    let parts = [format!("depth {depth}, {place}"), node.value, node.kind.to_owned(), node.window, node.note];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}
