//! The summary of a recorded search, as rows to be printed alone or beside those of another.

use skirmish_board::texts;
use skirmish_play::RecordedSearch;
use skirmish_search::{NodeEnd, NodeMark, NodeType, RecordedTree, SearchKind, SkipReason};

use super::tree::{score_text, spaced};

/// A heading, or a label with its value.
pub type SummaryRow = (String, String);

/// The rows of a summary. A row without a value is a heading.
pub fn summary(search: &RecordedSearch) -> Vec<SummaryRow> {
    let info = &search.info;
    let mut rows = vec![
        row("best", info.best.as_ref().map_or("none".to_owned(), |best| best.text.clone())),
        row("value", score_text(info.score)),
        row("line", texts(&info.line).join(" ")),
    ];
    if let Some(alternate) = &info.alternate {
        rows.insert(1, row("if refused", alternate.text.clone()));
    }
    rows.extend(tree_rows(&search.tree));
    rows
}

/// The rows about the nodes of a tree.
pub fn tree_rows(tree: &RecordedTree) -> Vec<SummaryRow> {
    let counts = &tree.counts;
    let again: Vec<SearchKind> = SearchKind::ALL.iter().copied().filter(|kind| kind.is_again()).collect();
    let moved = [NodeMark::Threat, NodeMark::SingularMove, NodeMark::InternalReduction];
    let searches = |kinds: &[SearchKind]| counted(kinds, |kind| (kind.word(), counts.searches(kind)));
    let marks = |marks: &[NodeMark]| counted(marks, |mark| (mark.word(), counts.marked(mark)));
    let besides = [
        vec![
            row("cutoffs by the first move", percent(counts.first_move_cutoffs, counts.ended(NodeEnd::Cutoff))),
            row("positions in the table", counts.table_hits.to_string()),
            row("leaves and quiescence", counts.quiescence.to_string()),
        ],
        marks(&[NodeMark::SecondNeeded]),
    ];
    let sections = [
        ("nodes by depth", depths(tree)),
        ("nodes by reason", counted(NodeEnd::ALL, |end| (end.word(), counts.ended(end)))),
        ("nodes by type", counted(NodeType::ALL, |node_type| (node_type.word(), counts.typed(node_type)))),
        ("moves skipped", counted(SkipReason::ALL, |reason| (reason.word(), counts.skipped(reason)))),
        ("searched again", searches(&again)),
        ("deeper or less deep", [marks(&moved), searches(&[SearchKind::Reduced])].concat()),
        ("besides", besides.concat()),
    ];
    let mut rows = vec![row("nodes", counts.nodes.to_string())];
    for (heading, section) in sections.into_iter().filter(|(_, section)| !section.is_empty()) {
        rows.push(row(heading, String::new()));
        rows.extend(section);
    }
    rows
}

fn row(label: &str, value: String) -> SummaryRow {
    (label.to_owned(), value)
}

/// The nodes of each depth, how many times those of the depth before they are, and the effective branching factor.
fn depths(tree: &RecordedTree) -> Vec<SummaryRow> {
    let mut depths: Vec<(i32, u64)> = Vec::new();
    let mut proof = 0;
    for root in &tree.root_searches {
        match depths.last_mut() {
            _ if root.kind == SearchKind::Proof => proof += root.nodes,
            Some((depth, nodes)) if *depth == root.depth => *nodes += root.nodes,
            _ => depths.push((root.depth, root.nodes)),
        }
    }
    let mut rows = Vec::new();
    let mut before: Option<u64> = None;
    for &(depth, nodes) in &depths {
        let factor = before.map_or(String::new(), |before| format!(", {:.1} times", nodes as f64 / before as f64));
        rows.push(row(&format!("depth {depth}"), format!("{nodes}{factor}")));
        before = Some(nodes);
    }
    if proof > 0 {
        rows.push(row("for a shorter proof", proof.to_string()));
    }
    if let Some(&(depth, nodes)) = depths.last() {
        let factor = (nodes as f64).powf(1.0 / f64::from(depth.max(1)));
        rows.push(row("effective branching factor", format!("{factor:.2}")));
    }
    rows
}

/// The rows of what happened at all.
fn counted<T: Copy>(all: &[T], count: impl Fn(T) -> (&'static str, u64)) -> Vec<SummaryRow> {
    let counts = all.iter().map(|&one| count(one)).filter(|&(_, count)| count > 0);
    counts.map(|(word, count)| row(&spaced(word), count.to_string())).collect()
}

fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { "none".to_owned() } else { format!("{:.0} % of {whole}", 100.0 * part as f64 / whole as f64) }
}
