//! The list of moves, one line per turn.

use skirmish_board::{ActionKind, Side};
use skirmish_play::{Record, Step};

/// What one side did in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ListedTurn {
    pub(super) side: Side,
    pub(super) text: String,
    /// The number of actions after it.
    pub(super) ply: usize,
}

/// The turns of a game. With proposals, a turn includes the refusal and the replacement: `A3B5 ✕ → C3C4`. `mark` returns the
/// annotation sign of an action, by its number.
pub(super) fn turns(record: &Record, ascii: bool, mark: impl Fn(usize) -> &'static str) -> Vec<ListedTurn> {
    let (refused, instead) = if ascii { (" x", " > ") } else { (" ✕", " → ") };
    let mut turns: Vec<ListedTurn> = Vec::new();
    let mut open = false;
    for (ply, step) in (1..).zip(record.steps()) {
        let shout = if step.announcement.is_some() { "!" } else { "" };
        let text = format!("{}{shout}{}", step.action, mark(ply));
        match (step.action.kind, turns.last_mut().filter(|_| open)) {
            (ActionKind::Accept, Some(turn)) => {
                turn.ply = ply;
                turn.text += mark(ply);
                open = false;
            }
            (ActionKind::Refuse, Some(turn)) => {
                turn.ply = ply;
                turn.text += refused;
                turn.text += mark(ply);
            }
            (_, Some(turn)) => {
                turn.ply = ply;
                turn.text += instead;
                turn.text += &text;
                open = false;
            }
            (_, None) => {
                turns.push(ListedTurn { side: step.side, text, ply });
                open = is_proposal(step);
            }
        }
    }
    turns
}

fn is_proposal(step: &Step) -> bool {
    step.game.accept_refuse().is_some()
}

/// The numbered lines of the list, two turns to a line except with proposals. Each has the plies of its turns.
pub(super) fn lines(turns: &[ListedTurn], proposals: bool) -> Vec<(String, Vec<usize>)> {
    if proposals {
        let line = |(number, turn): (usize, &ListedTurn)| (format!("{number:>3}. {}", turn.text), vec![turn.ply]);
        return (1..).zip(turns).map(line).collect();
    }
    let mut lines: Vec<(String, Vec<usize>)> = Vec::new();
    let opener = turns.first().map(|turn| turn.side);
    let mut last = None;
    for turn in turns {
        // A side acts twice in a row when the other passes.
        let second = Some(turn.side) != opener && last == opener;
        last = Some(turn.side);
        match lines.last_mut().filter(|_| second) {
            Some((text, plies)) => {
                *text = format!("{text:13}{}", turn.text);
                plies.push(turn.ply);
            }
            None => lines.push((format!("{:>3}. {}", lines.len() + 1, turn.text), vec![turn.ply])),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use skirmish_games::GameId;

    use super::*;

    fn listed(game: &str, actions: &str) -> Vec<String> {
        let mut record = Record::new(skirmish_play::new_game(GameId::parse(game).unwrap()));
        for action in actions.split(' ') {
            record.play(action, None).unwrap();
        }
        let turns = turns(&record, false, |_| "");
        lines(&turns, game == "refusal").into_iter().map(|(text, _)| text).collect()
    }

    #[test]
    fn a_turn_with_a_refusal_is_one_line() {
        assert_eq!(
            listed("refusal", "A3B5 refuse C3C4 C6C5 accept A3B5"),
            ["  1. A3B5 ✕ → C3C4", "  2. C6C5", "  3. A3B5"]
        );
    }

    #[test]
    fn other_turns_stand_side_by_side() {
        assert_eq!(listed("oska", "A5A4 A1A2 B5B4"), ["  1. A5A4    A1A2", "  2. B5B4"]);
    }
}
