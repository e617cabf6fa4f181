//! Proves puzzles again: lines of `crates/puzzles/data`, read, replayed and searched without any code of the program.

use std::collections::HashMap;

use crate::State;

/// More positions are not looked at for one puzzle.
pub const MAX_POSITIONS: u64 = 5_000_000;

/// No result takes more plies.
const MAX_PLIES: u32 = 60;

/// Checks a line of a file of puzzles. Returns how many positions that took, or what is wrong.
pub fn check_puzzle(line: &str) -> Result<u64, String> {
    let fields: Vec<&str> = line.split("; ").collect();
    let &[id, game, position, kind, solution, plies, _, _] = &fields[..] else {
        return Err(format!("{} fields in {line:?}", fields.len()));
    };
    let plies: u32 = plies.parse().map_err(|_| format!("{id}: {plies} is no number of plies"))?;
    let start = State::parse(game, position);
    if start.text() != position {
        return Err(format!("{id}: the position is {}", start.text()));
    }
    let tokens: Vec<&str> = solution.split(' ').filter(|word| !word.is_empty()).collect();
    let mut check = Check { solver: start.to_move(), proofs: Proofs::default() };
    let done = match kind {
        "only-move" => check.only_move(&start, &tokens, plies),
        "win" | "verdict" => check.line(start, &tokens, plies),
        _ => Err("no such kind".to_owned()),
    };
    done.map_err(|why| format!("{id}: {why}"))?;
    Ok(check.proofs.positions)
}

fn other(side: &str) -> &'static str {
    if side == "north" { "south" } else { "north" }
}

struct Check {
    solver: &'static str,
    proofs: Proofs,
}

impl Check {
    /// Every action of the solver is the only one that wins, or one of the only pair, in exactly so many plies; every reply of the
    /// opponent resists longest.
    fn line(&mut self, mut state: State, mut tokens: &[&str], mut plies: u32) -> Result<(), String> {
        if tokens.is_empty() {
            return Err("the solution is empty".to_owned());
        }
        let solver = self.solver;
        while !tokens.is_empty() {
            let is_own = state.to_move() == solver;
            let is_proposed = state.is_proposal_turn();
            if plies == 0 {
                return Err(format!("the win is not over after its plies, but {} follows", tokens[0]));
            }
            let exact = self.proofs.wins(&state, solver, plies)? && !self.proofs.wins(&state, solver, plies - 1)?;
            if !exact {
                return Err(format!("{} is not won in exactly {plies}", state.text()));
            }
            match (is_own, is_proposed) {
                (true, _) => {
                    let right = self.right(&state, tokens)?;
                    self.only_these_win(&state, &right)?;
                }
                (false, true) => self.refused_saves(&state, tokens)?,
                (false, false) if tokens.len() == 1 => return Err("the last action is the opponent's".to_owned()),
                // Those that are proven to lose sooner or later lose within the plies of the one that is played.
                (false, false) => {}
            }
            let count = if is_proposed { 3 } else { 1 };
            for token in &tokens[..count.min(tokens.len())] {
                state = play(&state, token)?;
            }
            tokens = &tokens[count.min(tokens.len())..];
            plies -= 1;
        }
        Ok(())
    }

    /// The right actions that the line names: one, or the proposal and its replacement.
    fn right<'a>(&self, state: &State, tokens: &[&'a str]) -> Result<Vec<&'a str>, String> {
        if !state.is_proposal_turn() {
            return Ok(vec![tokens[0]]);
        }
        match tokens {
            [one, "refuse", two, ..] if one != two => Ok(vec![one, two]),
            _ => Err(format!("{} is not followed by its refusal and another move", tokens[0])),
        }
    }

    fn only_these_win(&mut self, state: &State, right: &[&str]) -> Result<(), String> {
        let legal = state.legal();
        if let Some(missing) = right.iter().find(|text| !legal.iter().any(|known| known == *text)) {
            return Err(format!("{missing} is illegal in {}", state.text()));
        }
        for action in legal {
            let next = state.play_accepted(&action);
            let wins = !self.proofs.never_wins(&next, self.solver)?;
            if wins != right.contains(&&*action) {
                let verb = if wins { "wins" } else { "does not win" };
                return Err(format!("{action} {verb} in {}", state.text()));
            }
        }
        Ok(())
    }

    /// The opponent proposes the only move that would save it, and its replacement loses.
    fn refused_saves(&mut self, state: &State, tokens: &[&str]) -> Result<(), String> {
        let [proposed, "refuse", ..] = tokens else {
            return Err(format!("the solver does not refuse {}", tokens[0]));
        };
        if !state.legal().iter().any(|known| known == proposed) {
            return Err(format!("{proposed} is illegal in {}", state.text()));
        }
        if !self.proofs.never_wins(&state.play_accepted(proposed), self.solver)? {
            return Err(format!("{proposed} need not be refused in {}", state.text()));
        }
        Ok(())
    }

    /// Every other action loses within the plies, and the right one does not.
    fn only_move(&mut self, state: &State, tokens: &[&str], plies: u32) -> Result<(), String> {
        if tokens.is_empty() || plies == 0 {
            return Err("the solution is empty".to_owned());
        }
        let right = self.right(state, tokens)?;
        if tokens.len() != if right.len() == 2 { 3 } else { 1 } {
            return Err("the solution has more than one turn".to_owned());
        }
        let opponent = other(self.solver);
        let legal = state.legal();
        if !right.iter().all(|text| legal.iter().any(|known| known == text)) {
            return Err(format!("{right:?} is illegal in {}", state.text()));
        }
        for action in legal {
            let loses = self.proofs.wins(&state.play_accepted(&action), opponent, plies - 1)?;
            if loses == right.contains(&&*action) {
                let verb = if loses { "loses" } else { "does not lose" };
                return Err(format!("{action} {verb} within {plies} plies in {}", state.text()));
            }
        }
        Ok(())
    }
}

fn play(state: &State, action: &str) -> Result<State, String> {
    if !state.legal().iter().any(|known| known == action) {
        return Err(format!("{action} is illegal in {}", state.text()));
    }
    Ok(state.play(action))
}

/// Searches with memory. Each stops at the first answer.
#[derive(Default)]
struct Proofs {
    /// For each position and winner: it wins within so many plies, it does not win within so many, and what decided last.
    known: HashMap<(String, bool), (u32, u32, String)>,
    positions: u64,
}

/// Does not win, whatever comes.
const NEVER: u32 = u32::MAX;

impl Proofs {
    /// Whether a side forces its win within so many plies.
    fn wins(&mut self, state: &State, winner: &str, plies: u32) -> Result<bool, String> {
        for limit in 0..=plies {
            let (won, lost) = self.search(state, winner, limit)?;
            if won || lost {
                return Ok(won);
            }
        }
        Ok(false)
    }

    /// Whether the other side wins, or at least prevents a win for good. The error says if it is not found out.
    fn never_wins(&mut self, state: &State, winner: &str) -> Result<bool, String> {
        for limit in 0..=MAX_PLIES {
            let (won, never) = self.search(state, winner, limit)?;
            if won || never {
                return Ok(never);
            }
            if self.search(state, other(winner), limit)?.0 {
                return Ok(true);
            }
        }
        Err(format!("nothing is proven within {MAX_PLIES} plies of {}", state.text()))
    }

    /// Whether a side wins within so many plies, and whether it never does. Where moves are proposed, the best one is refused.
    fn search(&mut self, state: &State, winner: &str, plies: u32) -> Result<(bool, bool), String> {
        if let Some(outcome) = state.outcome() {
            return Ok((outcome == winner, outcome != winner));
        }
        let is_own = state.to_move() == winner;
        let mut actions = state.legal();
        let needed = if state.is_proposal_turn() { 2 } else { 1 };
        if actions.len() < needed {
            return Ok((!is_own, is_own));
        }
        if plies == 0 {
            return Ok((false, false));
        }
        let key = (state.text(), winner == "north");
        let (won_within, not_within, first) = self.known.get(&key).cloned().unwrap_or((NEVER, 0, String::new()));
        if won_within <= plies || not_within >= plies {
            return Ok((won_within <= plies, not_within == NEVER));
        }
        self.positions += 1;
        if self.positions > MAX_POSITIONS {
            return Err(format!("more than {MAX_POSITIONS} positions"));
        }
        // What decided last time is tried first.
        actions.sort_by_key(|action| *action != first);
        let (mut won, mut never, mut tried, mut decided) = (0, 0, 0, first);
        for action in &actions {
            let (one_won, one_never) = self.search(&state.play_accepted(action), winner, plies - 1)?;
            tried += 1;
            won += usize::from(one_won);
            never += usize::from(one_never);
            let is_answer = if is_own { won == needed } else { never == needed || tried - won == needed };
            if is_answer {
                decided.clone_from(action);
                break;
            }
        }
        let (has_won, is_never) = match is_own {
            true => (won >= needed, tried == actions.len() && actions.len() - never < needed),
            false => (tried - won < needed, never >= needed),
        };
        let limits = match (has_won, is_never) {
            (true, _) => (plies, not_within),
            (_, true) => (NEVER, NEVER),
            _ => (NEVER, plies),
        };
        self.known.insert(key, (limits.0, limits.1, decided));
        Ok((has_won, is_never))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bishop takes South's king, which cannot move, unless the knight takes North's.
    const LINE: &str =
        "x; gastank; ---K3----/--------/B3-n3-----/--------/--------/--------/----k0--- s; win; C5D7; 1; 500; capture";

    #[test]
    fn the_only_move_that_wins_is_proven() {
        assert!(check_puzzle(LINE).is_ok(), "{:?}", check_puzzle(LINE));
        for wrong in ["C5E4", "C5D8", "E1D1", "C5D7 A5E1", ""] {
            assert!(check_puzzle(&LINE.replace("C5D7", wrong)).is_err(), "{wrong}");
        }
        assert!(check_puzzle(&LINE.replace("; 1;", "; 2;")).is_err());
        // With another knight two moves win.
        assert!(check_puzzle(&LINE.replace("B3-n3-----", "B3-n3-n3---")).is_err());
    }

    #[test]
    fn the_only_move_that_does_not_lose_is_proven() {
        // Of the knight's moves, one stands between the bishop and the king.
        let line = "x; gastank; K3-------/--------/B3-------/n3-------/--------/--------/----k0--n3 s; only-move; A4C3; 2; 500; quiet";
        assert!(check_puzzle(line).is_ok(), "{:?}", check_puzzle(line));
        for wrong in ["A4B6", "A4C5", "E1D1"] {
            assert!(check_puzzle(&line.replace("A4C3", wrong)).is_err(), "{wrong}");
        }
        assert!(check_puzzle(&line.replace("only-move", "win")).is_err());
    }
}
