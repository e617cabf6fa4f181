//! A grade for a student, as a page: what each check found, with boards drawn.

use maud::{DOCTYPE, Markup, PreEscaped, html as markup};
use skirmish_board::Squares;
use skirmish_drawing::{Arrow, ArrowLook, Picture};
use skirmish_games::GameId;
use skirmish_play::{AnyGame, Record, new_game};

use super::super::result::{CheckResult, CheckVerdict, Evidence, GradeReport};
use super::{points, summary, verdict_word};

/// No scripts, no connections: programs of others wrote a part of the page.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const STYLE: &str = include_str!("grade.css");

/// The width of a board in pixels.
const BOARD_SIZE: u32 = 300;

/// The grade as one page without scripts, complete in itself. All text is escaped.
pub fn html(grade: &GradeReport) -> String {
    let title = grade.student.as_deref().map_or("Grade".to_owned(), |name| format!("Grade of {name}"));
    let page = markup! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body { main {
                h1 { (title) }
                p.total { (points(grade.total())) " of " (points(grade.max())) " points" }
                p { (summary(grade)) }
                (table(grade))
                @for (number, check) in (1..).zip(&grade.checks) { (section(grade, number, check)) }
                p.hint { "Repeat it with the seed " (grade.seed) "." }
            } }
        }
    };
    page.into_string() + "\n"
}

/// The checks of a grade with their evidence, for other pages. Their style is not part of it.
pub(crate) fn table(grade: &GradeReport) -> Markup {
    markup! {
        table {
            thead { tr { th scope="col" { "Check" } th scope="col" { "Result" } th scope="col" { "Points" } } }
            tbody {
                @for (number, check) in (1..).zip(&grade.checks) {
                    tr class=(check.verdict.id()) {
                        td { a href={ "#check-" (number) } { (check.title) } }
                        td { (verdict_word(check)) }
                        td.points {
                            @if check.verdict.is_scored() { (points(check.points)) " of " (points(check.max)) }
                            @else { "–" }
                        }
                    }
                }
            }
        }
    }
}

fn section(grade: &GradeReport, number: usize, check: &CheckResult) -> Markup {
    markup! {
        section id={ "check-" (number) } class=(check.verdict.id()) {
            h2 { (check.title) ": " (verdict_word(check)) }
            p { (check.sentence) }
            @if check.verdict == CheckVerdict::Look {
                p.hint { "An instructor should look at this. It costs nothing until then." }
            }
            @for evidence in &check.evidence { (evidence_part(grade, evidence)) }
        }
    }
}

/// What shows that a verdict is right, for other pages too.
pub(crate) fn evidence_part(grade: &GradeReport, evidence: &Evidence) -> Markup {
    match evidence {
        Evidence::Position { caption, position, played, right } => markup! {
            figure {
                @if let Some(svg) = board(&grade.game, position, played.as_deref(), right) { (PreEscaped(svg)) }
                figcaption {
                    (caption)
                    @if let Some(played) = played { " It played " (played) "." }
                    br; code { (position) }
                }
            }
        },
        Evidence::Dialogue { caption, text } => markup! {
            details { summary { (caption) } pre { (text) } }
        },
        Evidence::Game { caption, record } => markup! {
            details {
                summary { (caption) }
                @if let Some(svg) = last_board(record) { (PreEscaped(svg)) }
                pre { (record) }
            }
        },
    }
}

/// A position, with the right moves as arrows and the squares of the one that was played marked.
fn board(game: &str, position: &str, played: Option<&str>, right: &[String]) -> Option<String> {
    let mut state = new_game(GameId::parse(game).ok()?);
    state.set_position(position).ok()?;
    let squares = |text: &str| state.read(text).ok()?.squares;
    let arrows: Vec<Arrow> = right.iter().filter_map(|text| squares(text)).map(arrow).collect();
    let played: Vec<Squares> = played.into_iter().flat_map(|moves| moves.split(' ')).filter_map(squares).collect();
    let marked: Vec<&str> = played.iter().flat_map(|squares| [&*squares.from, &*squares.to]).collect();
    Some(picture(&*state, &arrows, &marked, "A position"))
}

fn arrow(Squares { from, to }: Squares) -> Arrow {
    Arrow { from, to, look: ArrowLook::First }
}

/// The last position of a game.
fn last_board(record: &str) -> Option<String> {
    let record = Record::parse(record).ok()?;
    Some(picture(record.game(), &[], &[], "The last position"))
}

fn picture(state: &dyn AnyGame, arrows: &[Arrow], marked: &[&str], title: &str) -> String {
    let view = state.view();
    let last = state.last_move();
    let picture = Picture::new(state.id().info().id, &view);
    Picture { arrows, marked, title, last: last.as_ref(), size: BOARD_SIZE, ..picture }.svg()
}
