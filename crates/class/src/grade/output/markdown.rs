//! A grade for a student, as Markdown.

use std::fmt::Write;

use super::super::result::{Evidence, GradeReport};
use super::gradescope::evidence_text;
use super::{points, summary, verdict_word};

/// The grade as Markdown: a table, and then each check with its evidence.
pub fn markdown(grade: &GradeReport) -> String {
    let mut out = String::new();
    let name = grade.student.as_deref().map_or(String::new(), |name| format!(" of {}", escaped(name)));
    let _ = writeln!(out, "# Grade{name}\n\n{}\n", summary(grade));
    let _ = writeln!(out, "| check | result | points |\n|---|---|---|");
    for check in &grade.checks {
        let of = if check.verdict.is_scored() {
            format!("{} of {}", points(check.points), points(check.max))
        } else {
            "–".to_owned()
        };
        let _ = writeln!(out, "| {} | {} | {of} |", escaped(&check.title), verdict_word(check));
    }
    for check in &grade.checks {
        let _ =
            writeln!(out, "\n## {}: {}\n\n{}", escaped(&check.title), verdict_word(check), escaped(&check.sentence));
        for evidence in &check.evidence {
            let text = evidence_text(evidence);
            let (caption, rest) = text.split_once('\n').unwrap_or((&text, ""));
            let _ = writeln!(out, "\n{}", escaped(caption));
            let fence = fence(rest);
            let _ = writeln!(out, "\n{fence}text\n{}\n{fence}", rest.trim_end());
            if let Evidence::Position { position, .. } = evidence {
                let _ = writeln!(out, "\nTo see it: `skirmish position {} --position '{position}'`", grade.game);
            }
        }
    }
    let _ = writeln!(out, "\nRepeat it with the seed {}.", grade.seed);
    out
}

/// A fence that the text does not contain.
fn fence(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}

/// Text of others, without meaning in Markdown or HTML.
fn escaped(text: &str) -> String {
    let one_line = text.replace(['\n', '\r'], " ");
    one_line.chars().fold(String::new(), |mut out, c| {
        match c {
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '&' => out += "&amp;",
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '!' | '~' => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
        out
    })
}
