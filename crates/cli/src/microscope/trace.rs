//! `skirmish microscope --trace`: the trace of any program, shown like a search of ours.

use std::io::Write;
use std::path::Path;

use skirmish_trace::{TraceError, TraceTree};

use super::check::{counted, of_file, open};
use super::summary::tree_rows;
use super::tree::score_text;
use super::{write_rows, write_tree};
use crate::arguments::MicroscopeArgs;

/// Draws the last tree of the trace and summarises all of it.
pub fn show(arguments: &MicroscopeArgs, file: &Path, out: &mut impl Write) -> anyhow::Result<()> {
    let max_nodes = usize::try_from(arguments.keep).unwrap_or(usize::MAX);
    let traced = TraceTree::read(open(file)?, arguments.game, max_nodes).map_err(|error| of_file(file, error))?;
    let TraceTree { program, start, tree, report } = traced;
    write_tree(arguments, &*start, &tree, out)?;
    if !arguments.brief {
        let [best, second] = tree.best().map(|mv| mv.map(|mv| start.move_text(mv)));
        let value = tree.result().map(|root| score_text(tree.nodes[root].value));
        let refused = second.filter(|_| start.is_proposal_turn());
        let known = [("program", program), ("best", best), ("if refused", refused), ("value", value)];
        let mut rows: Vec<_> =
            known.into_iter().filter_map(|(label, value)| Some((label.to_owned(), value?))).collect();
        rows.extend(tree_rows(&tree));
        write_rows(rows, &tree, out)?;
        if report.ignored > 0 {
            writeln!(out, "\nLeft out: {} below moves that are not legal.", counted(report.ignored, "node"))?;
        }
        if report.found > 0 {
            let found = counted(report.found, "mistake");
            writeln!(out, "\nThe check finds {found}: skirmish microscope check {}", file.display())?;
        }
    }
    out.flush()?;
    // What was read is shown before the error.
    report.cut_off.map_or(Ok(()), |error| Err(of_file(file, TraceError::Line(error))))
}
