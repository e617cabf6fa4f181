//! The boards of running games.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;
use skirmish_arena::game::Pair;
use skirmish_arena::plan::Plan;
use skirmish_arena::store::GameInProgress;
use skirmish_board::Side;
use skirmish_drawing::{BoardKit, Colours, KitState};
use skirmish_games::GameId;
use skirmish_play::{AnyGame, new_game};

/// A worker that has not shown a game for so long has most likely ended.
const SILENCE: Duration = Duration::from_secs(10);

/// A game that nobody has shown for so long is over or will be played again.
const ABANDONED: Duration = Duration::from_secs(60);

/// A kit with more drawings is replaced by a new one, so that who comes late waits for little.
const MAX_SIGNS: usize = 400;
const MAX_ARROWS: usize = 2000;

/// The longer side of a board in pixels, where there is room.
const BOARD_SIZE: u32 = 480;

/// The running games of a tournament. Each action is replayed once.
pub(super) struct RunningBoards {
    /// The game that the kit is for.
    board_of: Option<GameId>,
    kit: Option<BoardKit>,
    /// The number of the kit.
    number: u32,
    games: BTreeMap<(u64, u8), FollowedGame>,
    /// The games as they are shown, by their numbers.
    pub(super) shown: BTreeMap<u64, ShownBoard>,
}

/// A running game as the page's script needs it. Squares are numbers in the order of the view.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct ShownBoard {
    /// The number of the game in the tournament.
    pub(super) number: u64,
    /// The tokens of all squares.
    board: String,
    /// The squares that the last action changed.
    changed: Vec<usize>,
    /// See [`KitState::pending`].
    pending: String,
    /// See [`KitState::signs`].
    signs: usize,
    /// The last action, with its side.
    last: String,
    /// Actions so far.
    pub(super) plies: usize,
    /// The side to move.
    side: usize,
    /// For how many milliseconds it has been thinking.
    thinking: Option<u64>,
    /// The milliseconds that each side has left for the game.
    left: [Option<u64>; 2],
    /// The milliseconds that each side has for a move.
    limit: [Option<u64>; 2],
    /// For how many seconds its worker has shown nothing, if that is long.
    silent: Option<u64>,
    /// What our engine thinks, if it is asked.
    pub(super) evaluation: Option<String>,
    #[serde(skip)]
    pub(super) pair: u64,
    #[serde(skip)]
    pub(super) leg: u8,
}

/// Drawings that a kit has gained.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct KitParts {
    pub(super) board: Option<String>,
    pub(super) pieces: BTreeMap<String, String>,
    pub(super) ghosts: BTreeMap<String, String>,
    pub(super) arrows: BTreeMap<String, String>,
    /// Those behind the ones that are known.
    pub(super) signs: Vec<String>,
    /// Which kit it is: a new one begins when this one has become large.
    #[serde(skip)]
    kit: u32,
}

/// A game with the actions that were replayed.
struct FollowedGame {
    game: Box<dyn AnyGame>,
    actions: Vec<String>,
    state: KitState,
    changed: Vec<usize>,
    last: String,
}

impl RunningBoards {
    pub(super) fn new() -> RunningBoards {
        RunningBoards { board_of: None, kit: None, number: 0, games: BTreeMap::new(), shown: BTreeMap::new() }
    }

    /// Shows these games and no others. A game of which its worker has shown nothing for a minute is left out, and so is one that cannot
    /// be replayed.
    pub(super) fn update<'a>(
        &mut self,
        plan: &Plan,
        running: &[GameInProgress],
        pair: impl Fn(u64) -> Option<&'a Pair>,
    ) {
        let is_full = |kit: &BoardKit| kit.signs.len() > MAX_SIGNS || kit.arrows.len() > MAX_ARROWS;
        if self.board_of != Some(plan.game) || self.kit.as_ref().is_some_and(is_full) {
            let number = self.number + 1;
            *self = RunningBoards { board_of: Some(plan.game), number, ..RunningBoards::new() };
        }
        let kit = self.kit.get_or_insert_with(|| {
            BoardKit::new(plan.game.info().id, &new_game(plan.game).view(), Colours::by_property(), BOARD_SIZE)
        });
        let mut shown = BTreeMap::new();
        let mut games = BTreeMap::new();
        for progress in running.iter().filter(|progress| progress.age < ABANDONED && progress.leg < 2) {
            let key = (progress.pair, progress.leg);
            let Some(pair) = pair(progress.pair) else { continue };
            if pair.engines.iter().any(|&engine| engine >= plan.engines.len()) {
                continue;
            }
            let known = self.games.remove(&key).filter(|known| known.is_before(progress));
            let replayed = known.or_else(|| FollowedGame::new(plan, pair, kit));
            let Some(replayed) = replayed.and_then(|replayed| replayed.follow(plan, progress, kit)) else { continue };
            let board = replayed.shown(plan, pair, progress);
            shown.insert(board.number, board);
            games.insert(key, replayed);
        }
        (self.games, self.shown) = (games, shown);
    }

    /// The position of a shown game.
    pub(super) fn game(&self, board: &ShownBoard) -> Option<&dyn AnyGame> {
        self.games.get(&(board.pair, board.leg)).map(|replayed| &*replayed.game)
    }

    /// The drawings that are in the kit.
    pub(super) fn kit(&self) -> KitParts {
        self.kit.as_ref().map_or_else(KitParts::default, |kit| KitParts {
            board: Some(kit.board.clone()),
            pieces: kit.pieces.clone(),
            ghosts: kit.ghosts.clone(),
            arrows: kit.arrows.clone(),
            signs: kit.signs.clone(),
            kit: self.number,
        })
    }
}

impl KitParts {
    /// What these parts have and earlier ones had not; `None` if that is nothing.
    pub(super) fn since(&self, earlier: &KitParts) -> Option<KitParts> {
        if self.kit != earlier.kit {
            return Some(self.clone());
        }
        let gained = |now: &BTreeMap<String, String>, before: &BTreeMap<String, String>| {
            let is_new = |(token, _): &(&String, &String)| !before.contains_key(*token);
            now.iter().filter(is_new).map(|(token, drawing)| (token.clone(), drawing.clone())).collect()
        };
        let parts = KitParts {
            board: None,
            pieces: gained(&self.pieces, &earlier.pieces),
            ghosts: gained(&self.ghosts, &earlier.ghosts),
            arrows: gained(&self.arrows, &earlier.arrows),
            signs: self.signs.get(earlier.signs.len()..).unwrap_or_default().to_vec(),
            kit: 0,
        };
        (parts != KitParts::default()).then_some(parts)
    }
}

impl FollowedGame {
    /// A game at its opening.
    fn new(plan: &Plan, pair: &Pair, kit: &mut BoardKit) -> Option<FollowedGame> {
        let mut game = new_game(plan.game);
        game.set_position(&pair.opening).ok()?;
        let state = add(kit, &*game);
        Some(FollowedGame { game, actions: Vec::new(), state, changed: Vec::new(), last: String::new() })
    }

    /// Whether it can become this game by more actions.
    fn is_before(&self, progress: &GameInProgress) -> bool {
        let actions = progress.actions.iter().map(|action| &action.text);
        self.actions.len() <= progress.actions.len()
            && self.actions.iter().zip(actions).all(|(one, other)| one == other)
    }

    /// Plays the actions that are new; `None` if one is illegal.
    fn follow(mut self, plan: &Plan, progress: &GameInProgress, kit: &mut BoardKit) -> Option<FollowedGame> {
        for action in &progress.actions[self.actions.len()..] {
            let side = self.game.side_to_move();
            let played = self.game.play(&action.text).ok()?;
            let state = add(kit, &*self.game);
            let squares = self.state.board.iter().zip(&state.board).enumerate();
            self.changed = squares.filter(|(_, (before, after))| before != after).map(|(square, _)| square).collect();
            self.state = state;
            let announced = played.announcement.map_or(String::new(), |said| format!(" {said}"));
            self.last = format!("{} {}{announced}", plan.game.info().sides[side.index()], played.action);
            self.actions.push(action.text.clone());
        }
        Some(self)
    }

    fn shown(&self, plan: &Plan, pair: &Pair, progress: &GameInProgress) -> ShownBoard {
        let milliseconds = |time: Duration| time.as_millis().min(u128::from(u64::MAX)) as u64;
        let limit = |side: Side| plan.engines[pair.engine(progress.leg, side)].clock.move_time.map(milliseconds);
        let silent = progress.age >= SILENCE;
        ShownBoard {
            number: pair.game_number(progress.leg),
            board: self.state.board.concat(),
            changed: self.changed.clone(),
            pending: self.state.pending.clone(),
            signs: self.state.signs,
            last: self.last.clone(),
            plies: self.actions.len(),
            side: self.game.side_to_move().index(),
            thinking: progress.thinking.filter(|_| !silent).map(|thinking| milliseconds(thinking + progress.age)),
            left: progress.left.map(|left| left.map(milliseconds)),
            limit: Side::BOTH.map(limit),
            silent: silent.then_some(progress.age.as_secs()),
            evaluation: None,
            pair: progress.pair,
            leg: progress.leg,
        }
    }
}

/// A position for the kit. What is pending waits for an answer, or was refused.
fn add(kit: &mut BoardKit, game: &dyn AnyGame) -> KitState {
    kit.add(&game.view(), game.accept_refuse().is_none())
}

impl ShownBoard {
    /// Whether nothing is new but the time.
    pub(super) fn is_as(&self, earlier: &ShownBoard) -> bool {
        let timeless = |board: &ShownBoard| ShownBoard { thinking: None, ..board.clone() };
        timeless(self) == timeless(earlier)
    }
}

#[cfg(test)]
mod tests {
    use skirmish_arena::BuiltIn;
    use skirmish_arena::competitor::{Clock, Competitor, EngineKind};
    use skirmish_arena::game::TimedMove;
    use skirmish_arena::plan::{Format, OpeningSource};

    use super::*;

    fn plan(game: &str) -> Plan {
        let kind = EngineKind::BuiltIn(BuiltIn::parse("random").unwrap());
        let engine = |name: &str| Competitor::new(name, kind.clone(), Clock::default());
        Plan {
            name: "cup".to_owned(),
            game: GameId::parse(game).unwrap(),
            engines: vec![engine("A"), engine("B")],
            format: Format::RoundRobin,
            rounds: 1,
            openings: OpeningSource::Random(2),
            seed: 1,
            sprt: None,
        }
    }

    /// A game of legal actions chosen by a number.
    fn progress(plan: &Plan, plies: usize, choice: usize, age: Duration) -> GameInProgress {
        let mut game = new_game(plan.game);
        let action = |ply: usize| {
            let actions = game.legal_actions();
            let action = actions.get((ply * choice) % actions.len().max(1))?.clone();
            game.perform(&action);
            Some(TimedMove::new(action.text, 1))
        };
        let actions = (0..plies).map_while(action).collect();
        let left = [Some(Duration::from_secs(60)), None];
        GameInProgress { pair: 0, leg: 0, actions, left, thinking: Some(Duration::from_secs(2)), age }
    }

    /// However a game comes, in steps or at once: the board is the same, and its drawings are in the kit.
    #[test]
    fn boards_of_all_games_are_followed_step_by_step() {
        for game in GameId::all() {
            let plan = plan(&game.to_string());
            let pair = Pair { number: 0, round: 1, engines: [0, 1], opening: new_game(game).position() };
            let mut steps = RunningBoards::new();
            for plies in 0..30 {
                let progress = progress(&plan, plies, 7, Duration::ZERO);
                steps.update(&plan, std::slice::from_ref(&progress), |_| Some(&pair));
                let mut once = RunningBoards::new();
                once.update(&plan, &[progress], |_| Some(&pair));
                let [one, other] = [&steps, &once].map(|boards| boards.shown.values().next().cloned().unwrap());
                assert_eq!((&one.board, &one.last, one.plies), (&other.board, &other.last, other.plies), "{game}");
                assert_eq!((&one.changed, &one.pending), (&other.changed, &other.pending), "{game}");
                let kit = steps.kit();
                assert!(one.signs < kit.signs.len());
                for piece in one.board.chars().filter(|c| c.is_alphabetic()) {
                    assert!(kit.pieces.keys().any(|token| token.starts_with(piece)), "{game}: {piece}");
                }
            }
        }
    }

    #[test]
    fn a_silent_worker_is_marked_and_forgotten() {
        let plan = plan("hiya");
        let pair = Pair { number: 0, round: 1, engines: [0, 1], opening: new_game(plan.game).position() };
        let mut boards = RunningBoards::new();
        let mut show = |seconds| {
            let progress = progress(&plan, 4, 3, Duration::from_secs(seconds));
            boards.update(&plan, &[progress], |_| Some(&pair));
            boards.shown.values().next().cloned()
        };
        let quick = show(1).unwrap();
        assert_eq!((quick.silent, quick.thinking, quick.left), (None, Some(3000), [Some(60_000), None]));
        let late = show(20).unwrap();
        assert_eq!((late.silent, late.thinking), (Some(20), None));
        assert!(show(61).is_none());
    }

    #[test]
    fn a_game_that_begins_anew_is_shown_from_its_beginning() {
        let plan = plan("refusal");
        let pair = Pair { number: 0, round: 1, engines: [0, 1], opening: new_game(plan.game).position() };
        let mut boards = RunningBoards::new();
        for (plies, choice) in [(9, 3), (2, 5), (0, 1), (4, 3)] {
            boards.update(&plan, &[progress(&plan, plies, choice, Duration::ZERO)], |_| Some(&pair));
            assert_eq!(boards.shown[&1].plies, plies);
        }
        boards.update(&plan, &[], |_| Some(&pair));
        assert!(boards.shown.is_empty() && boards.games.is_empty());
    }

    #[test]
    fn only_what_is_new_of_a_kit_is_sent_again() {
        let plan = plan("trench");
        let pair = Pair { number: 0, round: 1, engines: [0, 1], opening: new_game(plan.game).position() };
        let mut boards = RunningBoards::new();
        let mut known = KitParts::default();
        let mut sent = Vec::new();
        for plies in 0..40 {
            boards.update(&plan, &[progress(&plan, plies, 5, Duration::ZERO)], |_| Some(&pair));
            let kit = boards.kit();
            let parts = kit.since(&known);
            known = kit;
            let Some(parts) = parts else { continue };
            if parts.board.is_some() {
                sent.clear();
            }
            sent.extend(parts.signs);
            assert_eq!(sent, known.signs);
        }
        assert!(known.since(&known).is_none());
    }
}
