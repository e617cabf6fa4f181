//! The published counts, Oska solved, and the rules that counts from the start do not reach.

use std::collections::HashMap;

use crate::{GAMES, State, perft, random_playout};

/// All games, one of them at further sizes.
fn games() -> impl Iterator<Item = &'static str> {
    GAMES.iter().copied().chain(["oska:5", "oska:6", "oska:12", "oska:26"])
}

/// Reads a board drawn with spaces between its squares, one row per line, and the fields after it.
fn draw(game: &str, rows: &[&str], fields: &str) -> State {
    let rows: Vec<String> = rows.iter().map(|row| row.replace(' ', "")).collect();
    State::parse(game, &format!("{} {fields}", rows.join("/")))
}

#[track_caller]
fn assert_text(state: &State, game: &str, rows: &[&str], fields: &str) {
    assert_eq!(state.text(), draw(game, rows, fields).text());
}

/// The legal moves from one square.
fn moves_from(state: &State, square: &str) -> Vec<String> {
    state.legal().into_iter().filter(|mv| mv.starts_with(square)).collect()
}

#[track_caller]
fn assert_counts(game: &str, counts: &[u64]) {
    let start = State::start(game);
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(&start, depth), count, "{game} to depth {depth}");
    }
}

#[test]
fn counts_from_the_start() {
    assert_counts("refusal", &[11, 121, 1_529, 19_268]);
    assert_counts("gastank", &[38, 1_435, 53_557, 1_984_594]);
    assert_counts("trench", &[16, 252, 3_842, 57_852]);
    assert_counts("hiya", &[11, 127, 1_591, 20_415]);
    assert_counts("oska", &[6, 36, 168, 784]);
    assert_counts("oska:5", &[8, 64, 432, 2_916]);
    assert_counts("oska:6", &[10, 100, 880, 7_744]);
}

#[test]
fn texts_round_trip() {
    for game in games() {
        for (state, _) in random_playout(game, 1) {
            let text = state.text();
            let again = State::parse(game, &text);
            assert_eq!(again.text(), text);
            assert_eq!(again.legal(), state.legal());
        }
    }
}

#[test]
fn start_texts() {
    assert_eq!(State::start("refusal").text(), "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s -");
    assert_eq!(
        State::start("gastank").text(),
        "--B3Q3K3B3--/---N3-N3--/--------/--------/--------/---n3-n3--/--b3q3k3b3-- s"
    );
    assert_eq!(State::start("trench").text(), "-TT-TT-/--~*~--/XX---XX/-------/xx---xx/--+@+--/-tt-tt- s -");
    assert_eq!(State::start("hiya").text(), "---K---/JJJ-SSS/MMM-NNN/-------/-------/nnn-mmm/sss-jjj/---k--- s");
    assert_eq!(State::start("oska").text(), "wwww/---/--/---/bbbb w");
    assert_eq!(State::start("oska:5").text(), "wwwww/----/---/--/---/----/bbbbb w");
}

#[test]
fn playouts_end_and_repeat() {
    for game in games() {
        let playout = random_playout(game, 7);
        let (state, action) = playout.last().unwrap();
        let end = state.play(action);
        assert!(end.outcome().is_some() && end.legal().is_empty());
        let actions: Vec<_> = playout.iter().map(|(_, action)| action).collect();
        let again = random_playout(game, 7);
        assert_eq!(again.iter().map(|(_, action)| action).collect::<Vec<_>>(), actions);
    }
}

/// What white can force: 1 a win, 0 a draw, −1 a loss.
fn solve(state: &State, known: &mut HashMap<String, i32>) -> i32 {
    match state.outcome() {
        Some("north") => return 1,
        Some("south") => return -1,
        Some(_) => return 0,
        None => {}
    }
    let text = state.text();
    if let Some(&value) = known.get(&text) {
        return value;
    }
    let wish = if state.to_move() == "north" { 1 } else { -1 };
    let mut value = -wish;
    for mv in state.legal() {
        value = wish * (wish * value).max(wish * solve(&state.play(&mv), known));
        // Nothing beats a win.
        if value == wish {
            break;
        }
    }
    known.insert(text, value);
    value
}

#[test]
fn oska_with_four_pieces_is_a_first_player_win() {
    let start = State::start("oska");
    let mut known = HashMap::new();
    let value_of = |mv: &str, known: &mut HashMap<String, i32>| solve(&start.play(mv), known);
    for mv in ["A5A4", "B5B4", "C5B4", "D5C4"] {
        assert_eq!(value_of(mv, &mut known), 1, "{mv}");
    }
    for mv in ["B5A4", "C5C4"] {
        assert_eq!(value_of(mv, &mut known), -1, "{mv}");
    }
}

#[test]
fn refusal_moves_as_in_the_handout() {
    let rows = ["R - - K L", "- - - - -", "N P P - N", "- - - P -", "- - n - -", "n p p p -", "- - - - -", "r k - - l"];
    let state = draw("refusal", &rows, "s -");
    let legal = state.legal();
    for mv in ["C4B6", "B3B4", "C4E5", "E1E4", "E1E6", "E1C1", "A1A2"] {
        assert!(legal.contains(&mv.to_string()), "{mv}");
    }
    for mv in ["A1B1", "E1E7", "C3C4", "B1C1", "E1B1"] {
        assert!(!legal.contains(&mv.to_string()), "{mv}");
    }
    // North's left is toward column A as well.
    assert_eq!(moves_from(&draw("refusal", &rows, "n -"), "E8"), ["E8E7"]);
    assert_eq!(moves_from(&draw("refusal", &rows, "n -"), "A8"), ["A8A7", "A8B8", "A8C8"]);
}

#[test]
fn refusal_goes_through_its_phases() {
    let start = State::start("refusal");
    assert!(start.is_proposal_turn());
    let proposed = start.play("B3B4");
    assert_eq!(proposed.text(), "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l n ?B3B4");
    assert!(!proposed.is_proposal_turn());
    assert_eq!(proposed.legal(), ["accept", "refuse"]);
    let after = "R--KL/-----/NPPPN/-----/-p---/n-ppn/-----/rk--l n -";
    assert_eq!(proposed.play("accept").text(), after);
    assert_eq!(start.play_accepted("B3B4").text(), after);
    let refused = proposed.play("refuse");
    assert_eq!(refused.text(), "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s !B3B4");
    assert_eq!(refused.legal().len(), 10);
    assert_eq!(refused.play("C3C4").text(), "R--KL/-----/NPPPN/-----/--p--/np-pn/-----/rk--l n -");
}

#[test]
fn refusal_of_the_only_move_wins() {
    let rows = ["- - - K -", "- - - - -", "- - - - -", "- - - - -", "p - - - -", "- - - - -", "- - - - -", "- k - - -"];
    let state = draw("refusal", &rows, "s -");
    assert_eq!(state.legal(), ["A4A5"]);
    let proposed = state.play("A4A5");
    assert_eq!(proposed.outcome(), None);
    let refused = proposed.play("refuse");
    assert_text(&refused, "refusal", &rows, "s !A4A5");
    assert_eq!(refused.outcome(), Some("north"));
    assert!(refused.legal().is_empty());
    // Accepted, it is North that has no move to propose.
    assert_eq!(proposed.play("accept").outcome(), Some("south"));
}

#[test]
fn refusal_rooks_change_kind_on_arrival() {
    let rows = ["- N - - K", "l - - - -", "- - - - -", "- - - - -", "- - - - -", "- - - - -", "- - - - L", "- k - - -"];
    let state = draw("refusal", &rows, "s -");
    let arrived = state.play_accepted("A7A8");
    assert_eq!(arrived.text(), "rN--K/-----/-----/-----/-----/-----/----L/-k--- n -");
    let both = arrived.play_accepted("E2E1");
    assert_eq!(both.text(), "rN--K/-----/-----/-----/-----/-----/-----/-k--R s -");
    // The king reaches over empty squares; the rook captures, slides, and keeps its kind.
    assert_eq!(both.legal(), ["A8B8", "B1E1"]);
    assert_eq!(both.play_accepted("A8B8").text(), "-r--K/-----/-----/-----/-----/-----/-----/-k--R n -");
    // A capture of a king may be refused as well, and ends the game when accepted.
    let capture = State::parse("refusal", "-r--K/-----/-----/-----/-----/-----/p----/-k--- s ?B8E8");
    assert_eq!(capture.outcome(), None);
    let taken = State::parse("refusal", "-r--K/-----/-----/-----/-----/-----/p----/-k--- s -").play_accepted("B8E8");
    assert_eq!(taken.outcome(), Some("south"));
}

#[test]
fn gastank_burns_and_fills() {
    let text = "---Q3K3B3--/---B2-N3--/-N2------/--------/b2-------/---n3-n3--/---q3k3b3-- s";
    let state = State::parse("gastank", text);
    let legal = state.legal();
    for mv in ["A3D6", "D1C2", "D1E3", "A3B2", "F1G2", "E1D1", "D1F2"] {
        assert!(legal.contains(&mv.to_string()), "{mv}");
    }
    for mv in ["A3E7", "D1E1", "F2E1", "D2D1"] {
        assert!(!legal.contains(&mv.to_string()), "{mv}");
    }
    assert_eq!(
        state.play("A3D6").text(),
        "---Q3K3B3--/---b3-N3--/-N2------/--------/--------/---n3-n3--/---q3k3b3-- n"
    );
    assert_eq!(
        state.play("A3B2").text(),
        "---Q3K3B3--/---B2-N3--/-N2------/--------/--------/-b1-n3-n3--/---q3k3b3-- n"
    );
    // Its own piece may go as well, and fills the tank.
    assert_eq!(
        state.play("D1F2").text(),
        "---Q3K3B3--/---B2-N3--/-N2------/--------/b2-------/---n3-q3--/----k3b3-- n"
    );
}

#[test]
fn gastank_without_gas_nobody_moves() {
    let state = State::parse("gastank", "----K3---/--------/--------/--------/--------/---n0----/----k0b0-- s");
    assert!(state.legal().is_empty());
    assert_eq!(state.outcome(), Some("north"));
}

#[test]
fn trench_moves_as_in_the_handout() {
    let rows = [
        "- T T - T - T",
        "X - ~ * ~ - -",
        "X - - - - X X",
        "- - x - - - -",
        "x - - - - x x",
        "- - + @ + - -",
        "t - t - t t -",
    ];
    let state = draw("trench", &rows, "s -");
    let legal = state.legal();
    for mv in ["C4A6", "G3E5", "C4D5", "F1G1"] {
        assert!(legal.contains(&mv.to_string()), "{mv}");
    }
    assert!(!legal.contains(&"C4B3".to_string()), "backward is for captures");
    let sideways = state.play("F1G1");
    assert!(sideways.text().ends_with(" n s"));
    let both = sideways.play("G7F7");
    assert!(both.text().ends_with(" s ns"));
    assert!(both.legal().iter().all(|mv| mv[1..2] != mv[3..4]), "no TIE may go sideways twice running");
    assert!(both.play("C4D5").text().ends_with(" n n"));
}

#[test]
fn trench_death_star_falls_from_behind_only() {
    let rows = [
        "- - - t - - -",
        "- - ~ * ~ - -",
        "x - x T - - -",
        "- - - x - - t",
        "- - - - - X -",
        "- - + @ + - -",
        "- - - - T - X",
    ];
    let state = draw("trench", &rows, "s -");
    assert!(moves_from(&state, "D7").contains(&"D7D6".to_string()));
    assert_eq!(moves_from(&state, "C5"), ["C5A7", "C5B6"], "going forward it cannot take D6");
    assert_eq!(moves_from(&state, "D4"), ["D4E5", "D4F6", "D4G1", "D4G7"]);
    let end = state.play("D7D6");
    assert_eq!(end.outcome(), Some("south"));
    assert!(end.legal().is_empty());
    // The TIE on E1 is stopped by its enemy's wall behind it, the X-wing on F3 by the wall ahead.
    let north = draw("trench", &rows, "n -");
    assert_eq!(moves_from(&north, "E1"), ["E1A1", "E1B1", "E1C1", "E1D1", "E1F1"]);
    assert_eq!(moves_from(&north, "F3"), ["F3G2", "F3G4"]);
}

#[test]
fn hiya_attacks() {
    let start = State::start("hiya");
    // The mini-samurai on B6 is removed by the ninja that lands in front of it.
    assert_eq!(start.play("E2B5").text(), "---K---/JJJ-SSS/M-M-NNN/-j-----/-------/nnn-mmm/sss--jj/---k--- n");
    let rows = [
        "- - - K - - -",
        "J - - - - - S",
        "- - s - - - -",
        "- M - j - - -",
        "- - - - - m -",
        "N - - - - - -",
        "- - - - - - -",
        "- - - k - - -",
    ];
    let state = draw("hiya", &rows, "s");
    // Sideways only to attack: A6 is in front of the ninja, G6 in front of the samurai.
    assert_eq!(moves_from(&state, "C6"), ["C6A6", "C6C7", "C6C8", "C6G6"]);
    assert!(state.play("C6A6").text().starts_with("---K---/N-----S/s------/"));
    assert!(state.play("C6G6").text().starts_with("---K---/J-----M/------s/"));
    // Diagonally backward only to attack: A2 is in front of the mini-ninja. The way to C6 is taken.
    assert_eq!(moves_from(&state, "D5"), ["D5A2", "D5E6", "D5F7", "D5G8"]);
    assert_eq!(moves_from(&state, "F4"), ["F4F5"]);
    // Pieces in the way stop it: F3 attacks F4, but not through a piece on E4.
    let stopped = State::parse("hiya", "---K---/-j-----/-------/-------/----MM-/-------/-------/---k--- s");
    assert_eq!(moves_from(&stopped, "B7"), ["B7A8", "B7C8"]);
    let diagonal = State::parse("hiya", "---K---/-j-----/-------/-------/-----M-/-------/-------/---k--- s");
    assert_eq!(moves_from(&diagonal, "B7"), ["B7A8", "B7C8", "B7F3"]);
    assert_eq!(diagonal.play("B7F3").text(), "---K---/-------/-------/-------/-------/-----j-/-------/---k--- n");
}

#[test]
fn hiya_king_attacked() {
    let state = State::parse("hiya", "---K---/-------/---s---/-------/-------/-------/M------/---k--- s");
    let end = state.play("D6D7");
    assert_eq!(end.text(), "-------/---s---/-------/-------/-------/-------/M------/---k--- n");
    assert_eq!(end.outcome(), Some("south"));
}

#[test]
fn oska_jumps_cross_the_narrow_row() {
    let state = draw("oska", &["w---", "-w-", "b-", "---", "b--b"], "w");
    // B4 stands on the middle line; its jump over A3 lands one square left of it, on A2.
    assert_eq!(moves_from(&state, "B4"), ["B4A2", "B4B3"]);
    assert_eq!(state.play("B4A2").text(), "w---/---/--/w--/b--b b");
}

#[test]
fn oska_passes() {
    let blocked = draw("oska", &["---w", "--b", "-b", "---", "----"], "w");
    assert_eq!(blocked.legal(), ["pass"]);
    assert_eq!(blocked.play("pass").text(), "---w/--b/-b/---/---- b");
    assert!(!blocked.play("pass").legal().contains(&"pass".to_string()));
}

#[test]
fn oska_endings() {
    let outcome = |text: &str| State::parse("oska", text).outcome();
    assert_eq!(outcome("----/---/--/-b-/---- w"), Some("south"), "no white piece is left");
    assert_eq!(outcome("----/---/-w/---/---- b"), Some("north"), "no black piece is left");
    assert_eq!(outcome("----/---/-b/---/w--w w"), Some("north"), "all of white has crossed");
    assert_eq!(outcome("bb--/---/--/---/w--- w"), Some("south"), "both have crossed, black is more");
    assert_eq!(outcome("b---/---/--/---/w-w- b"), Some("north"), "both have crossed, white is more");
    assert_eq!(outcome("b---/---/--/---/w--- b"), Some("draw"), "both have crossed, equally many");
    assert_eq!(outcome("b--w/--b/-b/b--/w--- w"), None, "black can still move");
    // A capture can complete the enemy's win: the last black piece not across is taken.
    let state = State::parse("oska", "b--w/--b/--/---/---- w");
    assert_eq!(state.outcome(), None);
    assert_eq!(state.legal(), ["D5B3"]);
    assert_eq!(state.play("D5B3").outcome(), Some("south"));
}

#[test]
fn oska_neither_side_can_move() {
    // Each side has one piece to bring across, and its own pieces stand where it would go.
    let state = State::parse("oska", "-bb-/---/b-/-w-/-ww- b");
    assert_eq!(state.outcome(), None);
    let cannot_move = state.play("A3B4");
    assert_eq!(cannot_move.text(), "-bb-/-b-/--/-w-/-ww- w");
    assert_eq!(cannot_move.outcome(), Some("draw"));
    assert!(cannot_move.legal().is_empty());
}

#[test]
fn oska_square_names_with_two_digits() {
    let start = State::start("oska:26");
    assert_eq!(start.legal().len(), 50);
    assert!(start.legal().contains(&"Z49Y48".to_string()));
    assert!(start.play("A49A48").text().starts_with("-wwwwwwwwwwwwwwwwwwwwwwwww/w------------------------/"));
}
