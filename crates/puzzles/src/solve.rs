//! Decides by proof what is a puzzle, and finds the line of its solution.

use skirmish_board::{Action, Side};
use skirmish_games::GameId;
use skirmish_play::{AnyGame, Proof, Prover};

use crate::kind::PuzzleKind;

/// The most plies of a win that a puzzle asks for.
const MAX_WIN: u32 = 11;

/// A result may take so many plies.
const MAX_PLIES: u32 = 40;

/// The horizons of puzzles that ask for the only move.
const HORIZONS: [u32; 2] = [2, 4];

/// So much later the only move must not lose either, as far as the nodes allow.
const CLEAR_PLIES: u32 = 3;

/// The nodes of the look whether a position is a win at all.
const GLANCE_NODES: u64 = 10_000;

/// The nodes of the proof that an answer is the only one.
const PROOF_NODES: u64 = 60_000;

/// The nodes of the proofs of a whole line.
const LINE_NODES: u64 = 150_000;

/// The right answer to a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleAnswer {
    /// What it asks for.
    pub kind: PuzzleKind,
    /// The line: see [`Puzzle::solution`](crate::Puzzle).
    pub solution: Vec<String>,
    /// The plies of the win, or the horizon.
    pub plies: u32,
}

/// The actions that win, with the plies of each after it; all others are proven not to.
struct Winners(Vec<(Action, u32)>);

/// Looks for puzzles in positions of one game. The same position always has the same answer.
pub struct Solver {
    prover: Prover,
}

impl Solver {
    /// A solver for a game.
    pub fn new(game: GameId) -> Solver {
        Solver { prover: Prover::new(game) }
    }

    /// The answer, if the position is a puzzle of any kind.
    pub fn solve(&mut self, game: &dyn AnyGame) -> Option<PuzzleAnswer> {
        self.win(game).or_else(|| self.only_move(game))
    }

    /// The answer where exactly as many actions win as are needed.
    pub fn win(&mut self, game: &dyn AnyGame) -> Option<PuzzleAnswer> {
        self.prover.clear();
        if game.outcome().is_some() || game.legal_actions().len() < needed(game) + 1 {
            return None;
        }
        let kind = if is_reply(game) { PuzzleKind::Verdict } else { PuzzleKind::Win };
        let me = game.side_to_move();
        self.prover.prove(game, me, MAX_WIN, &mut { GLANCE_NODES })?.wins_in()?;
        let winners = self.winners(game, needed(game), &mut { PROOF_NODES })?;
        let plies = 1 + winners.0.last()?.1;
        let solution = self.line(game, winners);
        Some(PuzzleAnswer { kind, solution, plies })
    }

    /// The actions that win, the quickest first, if they are exactly so many and all others are proven not to.
    fn winners(&mut self, game: &dyn AnyGame, count: usize, nodes: &mut u64) -> Option<Winners> {
        let me = game.side_to_move();
        let mut open: Vec<(Action, Box<dyn AnyGame>)> = after_all(game);
        let mut winners = Vec::new();
        // All of them one ply deeper at a time: what decides soonest ends it.
        for plies in 0..MAX_PLIES {
            let mut rest = Vec::new();
            for (action, next) in open {
                match self.prover.prove(&*next, me, plies, nodes)? {
                    Proof::WinsIn(won) => winners.push((action, won)),
                    Proof::Never => {}
                    Proof::NotWithin(_) => match self.prover.prove(&*next, me.opposite(), plies, nodes)? {
                        Proof::WinsIn(_) => {}
                        Proof::NotWithin(_) | Proof::Never => rest.push((action, next)),
                    },
                }
            }
            if winners.len() > count {
                return None;
            }
            if rest.is_empty() {
                break;
            }
            open = rest;
            if plies + 1 == MAX_PLIES {
                return None;
            }
        }
        (winners.len() == count).then_some(Winners(winners))
    }

    /// The answer where exactly as many actions do not lose within a horizon as are needed, and none is known to win.
    pub fn only_move(&mut self, game: &dyn AnyGame) -> Option<PuzzleAnswer> {
        self.prover.clear();
        let (me, opponent) = (game.side_to_move(), game.side_to_move().opposite());
        let needed = needed(game);
        if is_reply(game) || game.legal_actions().len() < needed + 2 {
            return None;
        }
        let win = self.prover.prove(game, me, MAX_WIN, &mut { GLANCE_NODES });
        if win.is_some_and(|win| win.wins_in().is_some()) {
            return None;
        }
        let mut nodes = PROOF_NODES;
        let all = after_all(game);
        for plies in HORIZONS {
            let mut safe = Vec::new();
            for (action, next) in &all {
                if self.prover.prove(&**next, opponent, plies - 1, &mut nodes)?.wins_in().is_none() {
                    safe.push((action, next));
                }
            }
            if safe.len() < needed {
                return None;
            }
            if safe.len() == needed {
                // It must not lose a little later, which would make it as bad as the others.
                for (_, next) in &safe {
                    let later = self.prover.prove(&***next, opponent, plies + CLEAR_PLIES, &mut { PROOF_NODES });
                    if later.is_some_and(|later| later.wins_in().is_some()) {
                        return None;
                    }
                }
                let solution = match &safe[..] {
                    [(one, _), (other, _)] => vec![one.text.clone(), "refuse".to_owned(), other.text.clone()],
                    _ => vec![safe[0].0.text.clone()],
                };
                return Some(PuzzleAnswer { kind: PuzzleKind::OnlyMove, solution, plies });
            }
        }
        None
    }

    /// The line: as long as the solver has exactly one right answer, or a pair. Trailing actions without a choice are cut.
    fn line(&mut self, start: &dyn AnyGame, first: Winners) -> Vec<String> {
        let mut nodes = LINE_NODES;
        let mut game = start.boxed_clone();
        let mut line: Vec<String> = Vec::new();
        // The length after the last decision.
        let mut decided = 0;
        let mut winners = Some(first);
        while let Some(Winners(found)) = winners.take() {
            let has_choice = game.legal_actions().len() > needed(&*game);
            let moves: Vec<String> = match &found[..] {
                [(quick, _), (slow, _)] => vec![quick.text.clone(), "refuse".to_owned(), slow.text.clone()],
                [(only, _)] => vec![only.text.clone()],
                _ => break,
            };
            play_all(&mut *game, &moves);
            line.extend(moves);
            if has_choice {
                decided = line.len();
            }
            if game.outcome().is_some() {
                break;
            }
            let Some((reply, decides)) = self.reply(&*game, start.side_to_move(), &mut nodes) else { break };
            play_all(&mut *game, &reply);
            line.extend(reply);
            if decides {
                decided = line.len() - 1;
            }
            if game.outcome().is_some() {
                break;
            }
            winners = self.winners(&*game, needed(&*game), &mut nodes);
        }
        line.truncate(decided);
        line
    }

    /// The opponent's longest resistance, and whether the solver has to refuse a proposal in it. Where moves are proposed the opponent
    /// proposes the move that would save it: without one every answer wins, and there is no more to find.
    fn reply(&mut self, game: &dyn AnyGame, solver: Side, nodes: &mut u64) -> Option<(Vec<String>, bool)> {
        if game.side_to_move() == solver {
            return Some((Vec::new(), false));
        }
        let (mut losing, mut saving) = (Vec::new(), Vec::new());
        for (action, next) in after_all(game) {
            match self.prover.prove(&*next, solver, MAX_WIN, nodes)? {
                Proof::WinsIn(plies) => losing.push((plies, action.text)),
                Proof::Never => saving.push(action.text),
                // In a game without draws the other side wins, which can be easier to prove.
                Proof::NotWithin(_) => {
                    let proof = self.prover.prove(&*next, solver.opposite(), MAX_PLIES, nodes)?;
                    proof.wins_in()?;
                    saving.push(action.text);
                }
            }
        }
        let longest = losing.iter().map(|(plies, _)| *plies).max()?;
        let tied: Vec<&String> = losing.iter().filter(|(plies, _)| *plies == longest).map(|(_, text)| text).collect();
        if game.is_proposal_turn() {
            let proposed = saving.first()?;
            let reply = |text: &String| vec![proposed.clone(), "refuse".to_owned(), text.clone()];
            return Some((self.best_tied(game, &tied, nodes, reply), true));
        }
        Some((self.best_tied(game, &tied, nodes, |text| vec![text.clone()]), false))
    }

    /// Of equally long resistances the first one after which the solver has exactly one right answer, or the first.
    fn best_tied(
        &mut self,
        game: &dyn AnyGame,
        tied: &[&String],
        nodes: &mut u64,
        reply: impl Fn(&String) -> Vec<String>,
    ) -> Vec<String> {
        for text in tied {
            let actions = reply(text);
            let mut next = game.boxed_clone();
            play_all(&mut *next, &actions);
            let mut few = (*nodes).min(PROOF_NODES / 4);
            let before = few;
            let is_unique = next.outcome().is_none() && self.winners(&*next, needed(&*next), &mut few).is_some();
            *nodes = nodes.saturating_sub(before - few);
            if is_unique {
                return actions;
            }
        }
        tied.first().map_or(Vec::new(), |text| reply(text))
    }
}

/// Whether the side to move answers a proposal, or replaces a refused move.
fn is_reply(game: &dyn AnyGame) -> bool {
    game.accept_refuse().is_some() || game.view().pending.is_some()
}

/// How many actions must be as good, so that one of them stands.
fn needed(game: &dyn AnyGame) -> usize {
    if game.is_proposal_turn() { 2 } else { 1 }
}

/// The positions after the actions that stand, in alphabetical order.
fn after_all(game: &dyn AnyGame) -> Vec<(Action, Box<dyn AnyGame>)> {
    let after = |action: Action| {
        let mut next = game.boxed_clone();
        next.play_accepted(action.mv);
        (action, next)
    };
    game.legal_actions().into_iter().map(after).collect()
}

/// Plays actions that are known to be legal.
fn play_all(game: &mut dyn AnyGame, actions: &[String]) {
    for text in actions {
        let played = game.play(text);
        debug_assert!(played.is_ok(), "{text} in {}", game.position());
    }
}
