//! The pictures in the rules, redrawn by the code.

use skirmish_board::{MoveList, Notation, Position};

use super::HiYa;
use crate::Game;
use crate::text::name;

fn parse(text: &str) -> HiYa {
    HiYa::start().parse_position(text).expect("a board of the rules")
}

/// The rows of the board without labels, with `*` where the piece on a square may go and `!` where it attacks.
fn picture(position: &HiYa, from: &str) -> Vec<String> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mark = |square: &str| {
        let mv = moves.iter().find(|mv| name(mv.from()) == from && name(mv.to()) == square)?;
        Some(if position.announcement(*mv).is_some() { '!' } else { '*' })
    };
    let row = |row: skirmish_board::Row| {
        let letter = |cell: &skirmish_board::Cell| {
            cell.piece.map(|piece| piece.letter).or_else(|| mark(&cell.square)).unwrap_or('-').to_string()
        };
        format!("{}  {}", row.number, row.cells.iter().map(letter).collect::<Vec<_>>().join(" "))
    };
    position.view().rows.into_iter().map(row).collect()
}

/// Checks that the rules show these two pictures side by side.
#[track_caller]
fn shown(left: &[String], right: &[String]) {
    let lines = left.iter().zip(right).map(|(left, right)| format!("    {left}          {right}\n"));
    let block: String = lines.collect();
    assert!(Game::HiYa.rules().contains(&block), "\n{block}");
}

#[test]
fn the_rules_show_the_start() {
    let indented: String = HiYa::start().view().to_string().lines().map(|line| format!("    {line}\n")).collect();
    assert!(Game::HiYa.rules().contains(&indented));
    assert!(Game::HiYa.rules().contains(&HiYa::start().format_position()));
}

#[test]
fn the_rules_show_an_attack() {
    let before = parse("---K---/JJJ-SSS/M-M-NNN/-------/--n-mm-/n-n---m/sss-jjj/---k--- s");
    let mut after = before;
    after.play(before.parse_move("B2B6").expect("legal"));
    shown(&picture(&before, ""), &picture(&after, ""));
}

#[test]
fn the_rules_show_how_ninjas_and_samurai_go() {
    let ninja = parse("---K---/-N-----/-------/-------/---j---/-----M-/-------/---k--- s");
    let samurai = parse("---K---/-------/--J----/-------/N----S-/--s----/-------/---k--- s");
    shown(&picture(&ninja, "D4"), &picture(&samurai, "C3"));
}

#[test]
fn the_rules_show_how_minis_go() {
    let ninja = parse("---K---/-------/-------/----nS-/-------/-------/-------/---k--- s");
    let samurai = parse("---K---/-------/-------/-------/M------/-m-----/-------/---k--- s");
    shown(&picture(&ninja, "E5"), &picture(&samurai, "B3"));
}
