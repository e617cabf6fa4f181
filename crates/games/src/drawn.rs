//! Tests that draw their boards as the handouts print them, before and after a move.

use skirmish_board::Notation;

/// The position drawn: one line per row with its number in front and spaces between the squares; labels, rulers and
/// letters around the board are allowed and ignored. `rest` is what follows the board in position text.
pub fn position<N: Notation>(start: &N, drawing: &str, rest: &str) -> N {
    let row = |line: &str| {
        let mut words = line.split_whitespace();
        words.next().filter(|number| number.parse::<u8>().is_ok())?;
        let squares = words.filter(|word| !["computer", "human"].contains(&word.to_lowercase().as_str()));
        // Where a square is two characters wide, so is an empty one.
        Some(squares.map(|square| if square == "--" { "-" } else { square }).collect::<String>())
    };
    let rows: Vec<String> = drawing.lines().filter_map(row).collect();
    let text = format!("{} {rest}", rows.join("/"));
    start.parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays the move on the drawn position and compares what comes out with the second drawing, also as pictures.
#[track_caller]
pub fn plays<N: Notation>(start: &N, (before, rest): (&str, &str), mv: &str, (after, rest_after): (&str, &str)) {
    let mut played = position(start, before, rest);
    let legal = played.parse_move(mv).unwrap_or_else(|error| panic!("{mv} should be legal: {error}\n{before}"));
    played.play_standing(legal);
    let expected = position(start, after, rest_after);
    assert_eq!(
        played.format_position(),
        expected.format_position(),
        "\n{}\nis not\n{}",
        played.view(),
        expected.view()
    );
    assert!(played == expected && played.key() == expected.key());
}

/// Checks that the move is illegal on the drawn position and that the reason given contains every one of `words`.
#[track_caller]
pub fn forbids<N: Notation>(start: &N, (drawing, rest): (&str, &str), mv: &str, words: &[&str]) {
    let position = position(start, drawing, rest);
    match position.parse_move(mv) {
        Ok(_) => panic!("{mv} should be illegal:\n{drawing}"),
        Err(reason) => {
            let reason = reason.to_string();
            assert!(reason.ends_with('.'), "not a sentence: {reason}");
            for word in words {
                assert!(reason.contains(word), "\"{word}\" missing in: {reason}");
            }
        }
    }
}

/// Checks the complete set of legal moves of the drawn position, given in any order.
#[track_caller]
pub fn legal<N: Notation>(start: &N, (drawing, rest): (&str, &str), expected: &str) {
    let position = position(start, drawing, rest);
    let mut moves = skirmish_board::MoveList::new();
    position.legal_moves(&mut moves);
    let mut found: Vec<String> = moves.iter().map(|&mv| position.format_move(mv)).collect();
    let mut expected: Vec<&str> = expected.split_whitespace().collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "\n{drawing}");
    assert_eq!(position.count_moves(), expected.len());
}
