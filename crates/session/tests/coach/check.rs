//! Checks a claim.

use std::sync::atomic::AtomicBool;

use skirmish_board::{Action, Side};
use skirmish_games::GameId;
use skirmish_oracle::State;
use skirmish_play::{AnyEngine, AnyGame, ProvenResult, ProvenValue, new_game};
use skirmish_search::SearchSettings;
use skirmish_session::coach::{Claim, ClaimKind};

use super::plain::PlainSearch;

/// The nodes of a plain search: texts are slow.
const PLAIN_NODES: u64 = 4_000;

/// Checks claims about one game.
pub struct Checker {
    id: GameId,
    /// The nodes of the search behind the claims.
    nodes: u64,
    engine: AnyEngine,
    stop: AtomicBool,
}

type Checked = Result<(), String>;

fn ensure(holds: bool, why: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(why()) }
}

impl Checker {
    pub fn new(id: GameId, nodes: u64) -> Checker {
        let engine = AnyEngine::new(SearchSettings { threads: 1, hash: 8, params: None });
        Checker { id, nodes, engine, stop: AtomicBool::new(false) }
    }

    /// The error says what refutes the claim.
    pub fn check(&mut self, claim: &Claim) -> Checked {
        let mut game = new_game(self.id);
        game.set_position(&claim.position).map_err(|error| error.to_string())?;
        ensure(game.side_to_move() == claim.side, || "another side is to move".to_owned())?;
        self.proof(&*game, &claim.action, claim.proven)?;
        let win = ProvenValue { result: ProvenResult::Win, plies: None, exact: false };
        match (claim.kind, &claim.other, &claim.second) {
            // Of two wins, the second is counted.
            (ClaimKind::MissesWin, Some(other), Some(second)) => {
                self.proof(&*game, other, claim.other_proven.map(|proven| ProvenValue { exact: false, ..proven }))?;
                self.proof(&*game, second, claim.other_proven)?;
            }
            (ClaimKind::Threat, None, Some(second)) => {
                let proven = claim.proven.map(|proven| ProvenValue { exact: false, ..proven });
                self.proof(&*game, second, proven)?;
            }
            (ClaimKind::Wins, None, Some(second)) => self.proof(&*game, second, Some(win))?,
            (_, Some(other), _) => self.proof(&*game, other, claim.other_proven)?,
            _ => {}
        }
        self.kind(&*game, claim)
    }

    /// What the kind of a claim says beyond the two results.
    fn kind(&mut self, game: &dyn AnyGame, claim: &Claim) -> Checked {
        use ProvenResult::{Draw, Loss, Win};
        let [result, other] = [claim.proven, claim.other_proven].map(|proven| proven.map(|proven| proven.result));
        let plies = |proven: Option<ProvenValue>| proven.and_then(|proven| proven.plies);
        let (sooner, later) = (plies(claim.proven), plies(claim.other_proven));
        let proposes = usize::from(game.is_proposal_turn());
        let holds = match claim.kind {
            ClaimKind::Wins | ClaimKind::Threat => {
                result == Some(Win) && (claim.kind != ClaimKind::Threat || claim.second.is_some() == (proposes > 0))
            }
            ClaimKind::SlowerWin => (result, other) == (Some(Win), Some(Win)) && later < sooner,
            ClaimKind::MissesWin => result != Some(Win) && other == Some(Win),
            ClaimKind::Draws => result == Some(Draw),
            ClaimKind::Loses => result == Some(Loss) && other != Some(Loss),
            ClaimKind::MissesDraw => (result, other) == (Some(Loss), Some(Draw)),
            ClaimKind::OnlyMove => result != Some(Loss) && self.others_lose(game, claim, 0)?,
            ClaimKind::BothLose if other.is_some() => other == Some(Loss) && later > sooner && result == Some(Loss),
            ClaimKind::BothLose => result == Some(Loss) && self.others_lose(game, claim, proposes)?,
            ClaimKind::Prefers | ClaimKind::Agrees => return self.preference(game, claim),
            ClaimKind::RunsDry | ClaimKind::Bound | ClaimKind::StrikesSeveral => return self.fact(claim),
        };
        ensure(holds, || "its results do not fit its kind".to_owned())?;
        // A win within so many plies was missed.
        let Some(plies) = claim.count else { return Ok(()) };
        let found = self.plain(claim, &claim.action, claim.side, plies);
        ensure(found != Some(true), || format!("it wins within {plies} plies, too"))
    }

    /// A proven result of an action, and its distance.
    fn proof(&mut self, game: &dyn AnyGame, action: &Action, proven: Option<ProvenValue>) -> Checked {
        let Some(ProvenValue { result, plies, exact }) = proven else { return Ok(()) };
        let side = game.side_to_move();
        let after = State::parse(&self.id.to_string(), &game.position()).play_accepted(&action.text);
        for winner in Side::BOTH {
            let mut plain = PlainSearch::new(winner.id(), PLAIN_NODES);
            let wins = if winner == side { result == ProvenResult::Win } else { result == ProvenResult::Loss };
            match plies.filter(|_| wins) {
                Some(plies) => {
                    let left = plies.checked_sub(1).ok_or("a result after an action takes a ply")?;
                    let found = plain.wins(&after, left);
                    ensure(found != Some(false), || format!("the oracle: {action} is not decided in {plies} plies"))?;
                    let shorter = left.checked_sub(1).filter(|_| exact).and_then(|left| plain.wins(&after, left));
                    ensure(shorter != Some(true), || {
                        format!("the oracle: {action} is decided sooner than in {plies}")
                    })?;
                }
                None if !wins => {
                    let found = (0..4).any(|plies| plain.wins(&after, plies) == Some(true));
                    ensure(!found, || format!("the oracle: after {action} {} wins", winner.id()))?;
                }
                None => {}
            }
        }
        let Some((known, _)) = self.engine.prove(game, action, 10 * self.nodes, &self.stop) else { return Ok(()) };
        ensure(known.result == result, || format!("a longer search: {action} is a {:?}", known.result))?;
        if let (Some(plies), Some(found)) = (plies, known.plies) {
            ensure(!exact || found >= plies, || {
                format!("a longer search: {action} is decided in {found}, not {plies}")
            })?;
            ensure(!known.exact || found <= plies, || format!("a longer search: {action} takes {found}, not {plies}"))?;
        }
        Ok(())
    }

    /// Whether no other action is proven not to lose, but those named and some more.
    fn others_lose(&mut self, game: &dyn AnyGame, claim: &Claim, spared: usize) -> Result<bool, String> {
        let mut good = 0;
        for action in game.legal_actions() {
            if action == claim.action || Some(&action) == claim.second.as_ref() {
                continue;
            }
            let known = self.engine.prove(game, &action, 10 * self.nodes, &self.stop);
            good += usize::from(known.is_some_and(|(known, _)| known.result != ProvenResult::Loss));
        }
        Ok(good <= spared)
    }

    /// The same search has both values at the same depth, and nothing is proven about either.
    fn preference(&mut self, game: &dyn AnyGame, claim: &Claim) -> Checked {
        let values = claim.values.ok_or("no values")?;
        let other = claim.other.as_ref().ok_or("no other action")?;
        ensure(claim.proven.is_none() && claim.other_proven.is_none(), || "a result is proven".to_owned())?;
        ensure(values.depth > 0, || "no depth".to_owned())?;
        let better = (values.other > values.action) == (claim.kind == ClaimKind::Prefers);
        ensure(better, || "the values say otherwise".to_owned())?;
        self.engine.clear();
        let found = self.engine.candidates(game, self.nodes, &self.stop, &mut |_| {});
        let score = |action: &Action| found.get(action).and_then(|known| known.score);
        ensure(
            (found.depth, score(&claim.action), score(other))
                == (values.depth, Some(values.action), Some(values.other)),
            || format!("not the values of one search: {found:?}"),
        )
    }

    /// A fact of the rules, read off the oracle's texts.
    fn fact(&self, claim: &Claim) -> Checked {
        let before = State::parse(&self.id.to_string(), &claim.position);
        let after = before.play(&claim.action.text);
        let to = &claim.action.squares.as_ref().ok_or("no squares")?.to;
        let (old, new) = (cells(&before.text()), cells(&after.text()));
        let holds = match claim.kind {
            ClaimKind::RunsDry => new.iter().any(|(square, piece)| {
                square == to && piece.chars().nth(1).and_then(|gas| gas.to_digit(10)) == claim.count.map(u32::from)
            }),
            ClaimKind::Bound => {
                let letter = if claim.side == Side::South { 's' } else { 'n' };
                after.text().split(' ').nth(2).is_some_and(|bound| bound.contains(letter))
            }
            _ => {
                let is_enemy =
                    |piece: &str| piece.chars().any(|c| c.is_uppercase() == (claim.side == Side::South) && c != '-');
                let changed = old.iter().zip(&new).filter(|(old, new)| is_enemy(&old.1) && old.1 != new.1);
                Some(changed.count()) == claim.count.map(usize::from)
            }
        };
        ensure(holds, || format!("the board says otherwise: {}", after.text()))
    }

    /// Whether a side wins within so many plies by an action, which counts.
    fn plain(&self, claim: &Claim, action: &Action, winner: Side, plies: u16) -> Option<bool> {
        let after = State::parse(&self.id.to_string(), &claim.position).play_accepted(&action.text);
        PlainSearch::new(winner.id(), PLAIN_NODES).wins(&after, plies.checked_sub(1)?)
    }
}

/// The squares of a rectangular board in a position text, with what is on them.
fn cells(text: &str) -> Vec<(String, String)> {
    let rows: Vec<&str> = text.split(' ').next().unwrap_or_default().split('/').collect();
    let mut cells = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let mut pieces: Vec<String> = Vec::new();
        for c in row.chars() {
            match pieces.last_mut().filter(|_| c.is_ascii_digit()) {
                Some(piece) => piece.push(c),
                None => pieces.push(c.to_string()),
            }
        }
        let square = |column: usize| format!("{}{}", (b'A' + column as u8) as char, rows.len() - index);
        cells.extend(pieces.into_iter().enumerate().map(|(column, piece)| (square(column), piece)));
    }
    cells
}
