//! What actions do, as data: in chosen positions of each game, and in whole games at random.

use skirmish_board::{Action, ActionKind, Effect, Evaluate, MoveList, Notation, Outcome, Piece, Side};
use skirmish_games::{GameId, Visitor};

/// The effects of an action in a position, one phrase each.
struct Ask<'a> {
    position: &'a str,
    action: &'a str,
}

impl Visitor for Ask<'_> {
    type Output = (Action, Vec<String>);

    fn visit<G: Notation + Evaluate>(self, start: G) -> Self::Output {
        let position = start.parse_position(self.position).unwrap();
        let mv = position.parse_move(self.action).unwrap();
        (position.action(mv), position.effects(mv).iter().map(phrase).collect())
    }
}

fn phrase(effect: &Effect) -> String {
    let named = |piece: &Piece| format!("{} {}", piece.side, piece.kind);
    match effect {
        Effect::Captures { square, piece } => format!("captures {} on {square}", named(piece)),
        Effect::TakesOwn { square, piece } => format!("takes own {} on {square}", piece.kind),
        Effect::Strikes { square, piece, becomes } => {
            let left = becomes.as_ref().map_or("nothing", |piece| piece.kind);
            format!("strikes {} on {square}, leaves {left}", named(piece))
        }
        Effect::Turns { square, piece, becomes } => format!("{} turns {} on {square}", piece.kind, becomes.kind),
        Effect::Tank { square, left } => format!("tank on {square} {left}"),
        Effect::Ends { outcome: Outcome::Draw } => "draw".to_owned(),
        Effect::Ends { outcome: Outcome::Win(side) } => format!("{side} wins"),
    }
}

#[track_caller]
fn does(game: &str, position: &str, action: &str, expected: &[&str]) -> Action {
    let (action, found) = GameId::parse(game).unwrap().visit(Ask { position, action });
    assert_eq!(found, expected, "{action} in {position}");
    action
}

#[test]
fn an_action_tells_its_kind_and_its_squares() {
    let move_ = does("refusal", "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s -", "c3 c4", &[]);
    let squares = move_.squares.unwrap();
    assert_eq!((move_.kind, squares.from.as_str(), squares.to.as_str()), (ActionKind::Move, "C3", "C4"));
    assert_eq!(move_.text, "C3C4");
    let answer = does("refusal", "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l n ?C3C4", "reject", &[]);
    assert_eq!((answer.kind, answer.squares, answer.text.as_str()), (ActionKind::Refuse, None, "refuse"));
    let pass = does("oska", "---w/--b/-b/---/---- w", "pass", &[]);
    assert_eq!((pass.kind, pass.squares, pass.text.as_str()), (ActionKind::Pass, None, "pass"));
    let long = does("oska:8", &format!("{} w", oska_start(8)), "A13A12", &[]).squares.unwrap();
    assert_eq!((long.from.as_str(), long.to.as_str()), ("A13", "A12"));
}

fn oska_start(size: usize) -> String {
    let row = |index: usize| "-".repeat(2 + index.abs_diff(size - 2));
    let rows: Vec<String> = (1..2 * size - 4).map(row).collect();
    format!("{}/{}/{}", "w".repeat(size), rows.join("/"), "b".repeat(size))
}

#[test]
fn refusal_captures_turns_rooks_and_wins_even_by_refusing() {
    let rook = "---K-/-r---/-----/-----/-----/-----/-----/-k--- s -";
    does("refusal", rook, "B7B8", &["right rook turns left rook on B8"]);
    let king = "---K-/-----/-----/-----/-----/-----/-----/-k-r- s -";
    does("refusal", king, "D1D8", &["captures North king on D8", "right rook turns left rook on D8", "South wins"]);
    // A proposal is not yet on the board: accepting it does what it would do, refusing it does nothing.
    let proposed = "---K-/-----/-----/P----/-----/-----/-----/-k-r- n ?D1E1";
    does("refusal", proposed, "accept", &[]);
    does("refusal", proposed, "refuse", &[]);
    let taken = "---K-/-----/-----/-----/-----/-----/-----/-k-r- n ?D1D8";
    does("refusal", taken, "accept", &["captures North king on D8", "right rook turns left rook on D8", "South wins"]);
    let last = "---K-/-----/-----/-----/-----/-----/p----/-k--- n ?A2A3";
    does("refusal", last, "refuse", &["North wins"]);
}

#[test]
fn gastank_burns_gas_refills_and_takes_its_own() {
    let start = "----K3---/--------/--------/---N2----/--------/--n1-----/----k3--- s";
    does("gastank", start, "C2E3", &["tank on E3 0"]);
    does("gastank", start, "C2D4", &["captures North knight on D4", "tank on D4 3"]);
    let own = "----K3---/--------/--------/---b1----/--------/--n1-----/----k3--- s";
    does("gastank", own, "C2D4", &["takes own bishop on D4", "tank on D4 3"]);
    let king = "--------/--------/--------/---K1----/--------/--n1-----/----k3--- s";
    does("gastank", king, "C2D4", &["captures North king on D4", "tank on D4 3", "South wins"]);
}

#[test]
fn trench_run_ends_with_a_death_star() {
    let star = "---x---/---*---/-------/-------/-------/---@---/---t--- s -";
    let behind = star.replace("---x---", "---t---");
    does("trench", &behind, "D7D6", &["captures North Death Star on D6", "South wins"]);
    let wing = "T------/---*---/-------/---X---/--x----/---@---/------- s -";
    does("trench", wing, "C3D4", &["captures North X-wing on D4"]);
}

#[test]
fn hi_ya_strikes_and_tells_what_is_left() {
    let samurai = "---K---/-----S-/-------/--J----/-------/-------/--s----/---k--- s";
    does("hiya", samurai, "C2C4", &["strikes North ninja on C5, leaves mini-ninja"]);
    let mini = samurai.replace('J', "N");
    does("hiya", &mini, "C2C4", &["strikes North mini-ninja on C5, leaves nothing"]);
    let king = "---K---/-------/-------/-------/-------/-------/---s---/---k--- s";
    does("hiya", king, "D2D7", &["strikes North king on D8, leaves nothing", "South wins"]);
    does("hiya", samurai, "C2C3", &[]);
}

#[test]
fn oska_jumps_and_may_end_the_game_for_either_side() {
    let jump = "-w-w/-b-/--/---/b--b w";
    does("oska", jump, "B5B3", &["captures South piece on B4"]);
    let last = "--w-/-b-/--/---/---- w";
    does("oska", last, "C5A3", &["captures South piece on B4", "North wins"]);
}

/// Random games in which every action is held to the boards before and after it.
struct Playouts;

impl Visitor for Playouts {
    type Output = ();

    fn visit<G: Notation + Evaluate>(self, start: G) {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..20 {
            let mut position = start.clone();
            let mut moves = MoveList::new();
            while position.outcome().is_none() {
                moves.clear();
                position.legal_moves(&mut moves);
                moves.iter().for_each(|&mv| check(&position, position.action(mv)));
                seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                position.play(moves[(seed >> 33) as usize % moves.len()]);
            }
        }
    }
}

fn pieces<G: Notation>(position: &G) -> usize {
    position.view().rows.iter().flat_map(|row| &row.cells).filter(|cell| cell.piece.is_some()).count()
}

fn check<G: Notation>(position: &G, action: Action) {
    let effects = position.effects(action.mv);
    let mut next = position.clone();
    next.play_accepted(action.mv);
    let ends: Vec<Outcome> = effects
        .iter()
        .filter_map(|effect| if let Effect::Ends { outcome } = effect { Some(*outcome) } else { None })
        .collect();
    assert_eq!(ends, Vec::from_iter(next.outcome()), "{action}");
    let gone = |effect: &&Effect| {
        matches!(effect, Effect::Captures { .. } | Effect::TakesOwn { .. } | Effect::Strikes { becomes: None, .. })
    };
    assert_eq!(pieces(position) - pieces(&next), effects.iter().filter(gone).count(), "{action}: {effects:?}");
    let acts: Side = position.side_to_move();
    for effect in &effects {
        if let Effect::Captures { piece, .. } | Effect::Strikes { piece, .. } = effect {
            assert_eq!(piece.side == acts, action.kind == ActionKind::Accept, "{action}: {effects:?}");
        }
    }
    assert_eq!(position.parse_move(&action.text), Ok(action.mv));
    assert_eq!(action.squares.is_some(), action.kind == ActionKind::Move, "{action}");
}

#[test]
fn what_an_action_does_is_what_the_boards_show() {
    GameId::all().for_each(|game| game.visit(Playouts));
}
