//! Whether a program's board has row numbers and column letters.

use skirmish_board::View;
use skirmish_play::new_game;

use super::super::finding::{Finding, dialogue_evidence};
use super::super::games::ProgramGames;
use super::{nothing_seen, understood};

/// What a board in a text has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Labels {
    /// All row numbers, from the top down, next to rows.
    numbers: bool,
    /// All column letters in a line.
    letters: bool,
    /// As many lines that look like rows as the board has.
    rows: bool,
}

/// Whether it labels the axes, from what it prints in its games.
pub(in crate::grade) fn axes(player: &ProgramGames<'_>) -> Finding {
    let games = understood(player);
    if games.is_empty() {
        return nothing_seen(player);
    }
    let view = new_game(player.game).view();
    let exchanges = games.iter().flat_map(|game| &game.exchanges);
    let with_labels: Vec<_> = exchanges.map(|exchange| (labels(&exchange.printed, &view), exchange)).collect();
    let full = |labels: &Labels| labels.numbers && labels.letters;
    if let Some((_, exchange)) = with_labels.iter().find(|(labels, _)| full(labels)) {
        return Finding::pass("Its board has row numbers and column letters.")
            .with([dialogue_evidence("Its board.", [*exchange])]);
    }
    let seen = |part: fn(&Labels) -> bool| with_labels.iter().find(|(labels, _)| part(labels));
    let found = seen(|labels| labels.numbers).or(seen(|labels| labels.letters)).or(seen(|labels| labels.rows));
    let sample = found.or(with_labels.first()).map(|(_, exchange)| dialogue_evidence("What it prints.", [*exchange]));
    match found {
        Some((Labels { numbers: true, .. }, _)) => {
            Finding::fail("Its board has row numbers, but no line of column letters.")
        }
        Some((Labels { letters: true, .. }, _)) => {
            Finding::fail("Its board has column letters, but not all row numbers.")
        }
        Some(_) => Finding::fail("Its board has neither row numbers nor column letters."),
        None => Finding::look("No board was recognised in what it prints."),
    }
    .with(sample)
}

fn labels(text: &str, view: &View) -> Labels {
    let rows = view.rows.len();
    let columns = view.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let letters: Vec<String> = (b'A'..).take(columns).map(|letter| (letter as char).to_string()).collect();
    // Lines that are only decoration between rows do not count.
    let numbered: Vec<Option<usize>> =
        lines.iter().filter(|line| !is_decoration(line)).map(|line| row_number(line)).collect();
    let is_board = |at: usize| {
        let descends = numbered[at..at + rows].iter().zip((1..=rows).rev()).all(|(found, row)| *found == Some(row));
        // A higher board has these numbers, too.
        descends && (at == 0 || numbered[at - 1] != Some(rows + 1))
    };
    Labels {
        numbers: (0..(numbered.len() + 1).saturating_sub(rows)).any(is_board),
        letters: lines.iter().any(|line| is_letters(line, &letters)),
        rows: has_rows(&lines, rows, columns),
    }
}

/// A line of frame characters.
fn is_decoration(line: &str) -> bool {
    line.chars().all(|c| !c.is_alphanumeric())
        && line.chars().all(|c| c != '*' || line.len() > 1)
        && line.chars().filter(|c| !c.is_whitespace()).all(|c| "-+|=_~─│┌┐└┘├┤┬┴┼━┃═║╔╗╚╝╠╣╦╩╬".contains(c))
}

/// The number at the left end of a line, or at its right end.
fn row_number(line: &str) -> Option<usize> {
    let digits = |text: &str| text.parse::<usize>().ok();
    let start: String = line.chars().take_while(char::is_ascii_digit).collect();
    let rest = &line[start.len()..];
    // Something of the row must follow, and not as part of the number.
    let left = digits(&start).filter(|_| rest.starts_with(|c: char| !c.is_alphanumeric()) && !rest.trim().is_empty());
    left.or_else(|| digits(line.rsplit(|c: char| !c.is_ascii_digit()).next()?))
}

/// Whether a line has exactly the letters of the columns, with anything but letters and digits between them.
fn is_letters(line: &str, letters: &[String]) -> bool {
    let found = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<String> = found.map(str::to_uppercase).collect();
    words == letters || words == [letters.concat()]
}

/// Whether so many lines in a row are boards' rows: as many signs as there are columns, or two for each.
fn has_rows(lines: &[&str], rows: usize, columns: usize) -> bool {
    let is_row = |line: &&str| {
        let signs = line.chars().filter(|c| !c.is_whitespace() && !"|│║".contains(*c)).count();
        signs == columns || signs == 2 * columns
    };
    let kept: Vec<&&str> = lines.iter().filter(|line| !is_decoration(line) || is_row(line)).collect();
    kept.windows(rows.max(1)).any(|window| window.iter().all(|line| is_row(line)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_games::GameId;

    fn of(game: &str, text: &str) -> Labels {
        labels(text, &new_game(GameId::parse(game).unwrap()).view())
    }

    const REFUSAL: &str = "      8  R - - K L   computer\n      7  - - - - - \n      6  N P P - N \n      5  - - - P - \n      4  - - n - - \n      3  n p p p - \n      2  - - - - - \n      1  r k - - l   human\n         ---------\n         A B C D E\n";

    #[test]
    fn the_handouts_board_is_labelled() {
        assert_eq!(of("refusal", REFUSAL), Labels { numbers: true, letters: true, rows: false });
        let framed = REFUSAL.replace("\n      7", "\n  +-+-+-+-+-+\n      7").replace("- - -", "| - | - | -");
        assert!(of("refusal", &framed).numbers);
        let right: String = REFUSAL.lines().take(8).map(|line| format!("{} {}\n", &line[9..18], &line[6..7])).collect();
        assert!(of("refusal", &right).numbers, "{right}");
    }

    #[test]
    fn missing_labels_are_missed() {
        let no_letters: String = REFUSAL.lines().take(8).map(|line| format!("{line}\n")).collect();
        assert_eq!(of("refusal", &no_letters), Labels { numbers: true, letters: false, rows: false });
        let bare: String = REFUSAL.lines().take(8).map(|line| format!("{}\n", &line[9..18])).collect();
        assert_eq!(of("refusal", &bare), Labels { numbers: false, letters: false, rows: true });
        let numbered_upwards: String =
            REFUSAL.lines().take(8).zip(1..).map(|(line, n)| format!("{n} {}\n", &line[9..18])).collect();
        assert!(!of("refusal", &numbered_upwards).numbers);
        assert_eq!(of("refusal", "Welcome!\nYour move: "), Labels::default());
        // Other sizes.
        assert!(!of("gastank", REFUSAL).numbers && !of("gastank", REFUSAL).letters);
    }
}
