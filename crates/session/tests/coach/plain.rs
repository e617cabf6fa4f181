//! Plain exhaustive search by the rules of the oracle.

use std::collections::HashMap;

use skirmish_oracle::State;

/// A search for a forced win of one side, up to a number of nodes.
pub struct PlainSearch {
    winner: &'static str,
    nodes: u64,
    known: HashMap<(String, u16), bool>,
}

impl PlainSearch {
    pub fn new(winner: &'static str, nodes: u64) -> PlainSearch {
        PlainSearch { winner, nodes, known: HashMap::new() }
    }

    /// Whether the winner forces a win within so many plies; `None` if no nodes are left.
    pub fn wins(&mut self, state: &State, plies: u16) -> Option<bool> {
        if let Some(outcome) = state.outcome() {
            return Some(outcome == self.winner);
        }
        let key = (state.text(), plies);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let (actions, own) = (state.legal(), state.to_move() == self.winner);
        // The best proposal is refused.
        let needed = if state.is_proposal_turn() { 2 } else { 1 };
        let mut found = !own;
        if actions.len() >= needed && plies == 0 {
            found = false;
        } else if actions.len() >= needed {
            let mut good = 0;
            for action in &actions {
                good += usize::from(self.wins(&state.play_accepted(action), plies - 1)? == own);
                if good == needed {
                    found = own;
                    break;
                }
            }
        }
        self.known.insert(key, found);
        Some(found)
    }
}
