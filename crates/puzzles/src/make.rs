//! Looks for puzzles in games of the engine against itself: positions in which a level errs, and a proof knows better.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use skirmish_board::Random;
use skirmish_games::GameId;
use skirmish_play::{AnyEngine, AnyGame, EngineOptions, Level, new_game};
use skirmish_search::{Limits, SearchSettings};

use crate::alike::{motif, signature};
use crate::kind::PuzzleKind;
use crate::puzzle::{Puzzle, format_board, puzzle_id};
use crate::rate::Rater;
use crate::replay::SolutionReplay;
use crate::solve::Solver;
use crate::theme::PuzzleTheme;

/// The levels that play the games.
const LEVELS: u64 = 6;

/// The nodes of a decision in these games.
const GAME_NODES: u64 = 1000;

/// Of the positions that are no win, one in so many is looked at for the only move.
const ONLY_MOVE_STRIDE: usize = 4;

/// Up to this rating, more than half of the attempts of beginners succeed.
const EASY: u32 = 1200;

/// Of the puzzles, one in so many is easy at least.
const EASY_SHARE: usize = 4;

/// At most so many random actions begin a game.
const MAX_OPENING: usize = 6;

/// The sizes of boards, where a game has several.
const SIZES: [u8; 3] = [4, 5, 6];

/// The seeds of the beginners that a rating is measured with begin here; the check of the ratings uses others.
const RATING_SEED: u64 = 1;

/// The megabytes of the search of a rating.
const RATING_HASH: usize = 4;

/// Looks for so many puzzles of a game, all different.
pub struct Maker {
    boards: Vec<GameId>,
    seed: u64,
    count: usize,
    engines: [AnyEngine; 2],
    rater: Rater,
    solvers: HashMap<String, Solver>,
    puzzles: Vec<Puzzle>,
    /// The signatures and motifs of the puzzles.
    known: HashSet<String>,
}

impl Maker {
    /// A maker for a game that already has these puzzles. Each game is decided by the seed and its number.
    pub fn new(game: GameId, seed: u64, count: usize, puzzles: Vec<Puzzle>) -> Maker {
        let settings = SearchSettings { threads: 1, hash: 2, params: None };
        let engine = || AnyEngine::new(EngineOptions { settings, use_tablebase: false, ..EngineOptions::default() });
        let boards = match game.info().sizes {
            Some(_) => GameId::all_at(&SIZES).into_iter().filter(|board| board.info().id == game.info().id).collect(),
            None => vec![game],
        };
        let mut known = HashSet::new();
        for puzzle in &puzzles {
            if let (Some(start), Ok(replay)) = (puzzle.open(), puzzle.replay()) {
                known.insert(signature(&*start));
                known.insert(motif(puzzle.kind, &replay));
            }
        }
        Maker {
            boards,
            seed,
            count,
            engines: [engine(), engine()],
            rater: Rater::new(RATING_SEED, RATING_HASH),
            solvers: HashMap::new(),
            puzzles,
            known,
        }
    }

    /// The puzzles so far.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// Whether there are as many as wanted.
    pub fn is_done(&self) -> bool {
        self.puzzles.len() >= self.count
    }

    /// Plays the game with this number and adds the puzzles in it. Returns how many it found. Raising `stop` ends the game.
    pub fn play(&mut self, number: u64, stop: &AtomicBool) -> usize {
        let mut random = Random::mixed(&[self.seed, number]);
        let board = self.boards[(number % self.boards.len() as u64) as usize];
        let levels = [0, 1].map(|_| 1 + random.below(LEVELS as usize) as u8);
        for (engine, level) in self.engines.iter_mut().zip(levels) {
            let seed = random.bits();
            if let Some(level) = Level::new(level) {
                engine.set_level(level, seed);
            }
            engine.clear();
        }
        let mut game = new_game(board);
        for _ in 0..random.below(MAX_OPENING + 1) {
            let actions = game.legal_actions();
            if !actions.is_empty() {
                game.perform(&actions[random.below(actions.len())]);
            }
        }
        let before = self.puzzles.len();
        while game.outcome().is_none() && !self.is_done() && !stop.load(Relaxed) {
            let engine = &mut self.engines[game.side_to_move().index()];
            let decision = engine.choose(&*game, &Limits::nodes(GAME_NODES), &AtomicBool::new(false), &mut |_| {});
            let Some(action) = decision.action else { break };
            let any = random.below(ONLY_MOVE_STRIDE) == 0;
            self.consider(&*game, &action.text, any);
            game.perform(&action);
        }
        self.puzzles.len() - before
    }

    /// Adds the position if it is a puzzle that this action does not solve, and unlike the others; with `any` also one that asks for the
    /// only move.
    fn consider(&mut self, game: &dyn AnyGame, played: &str, any: bool) {
        let alike = signature(game);
        if self.known.contains(&alike) {
            return;
        }
        let any = any && self.has_room_for(PuzzleKind::OnlyMove);
        let board = format_board(game.id());
        let solver = self.solvers.entry(board).or_insert_with(|| Solver::new(game.id()));
        let found = solver.win(game).or_else(|| any.then(|| solver.only_move(game)).flatten());
        let Some(answer) = found else { return };
        let Ok(replay) = SolutionReplay::new(game, &answer.solution) else { return };
        let pair = game.is_proposal_turn().then(|| answer.solution.get(2)).flatten();
        let has_erred = played != answer.solution[0] && pair.is_none_or(|other| other != played);
        let themes = PuzzleTheme::of(answer.kind, &replay);
        let line = motif(answer.kind, &replay);
        if !self.has_room(answer.kind, &replay, &themes) || self.known.contains(&line) {
            return;
        }
        // Where no level errs is an easy puzzle at best: the ladder begins with some of them.
        let is_short = replay.decisions() == 1 && !themes.contains(&PuzzleTheme::FirstSteps);
        if !has_erred && (is_short || self.easy() >= self.count / EASY_SHARE) {
            return;
        }
        let rating = self.rater.measure(&replay).rating();
        if !has_erred && rating > EASY {
            return;
        }
        let id = puzzle_id(game.id(), &game.position());
        if self.puzzles.iter().any(|puzzle| puzzle.id == id) {
            return;
        }
        self.known.extend([alike, line]);
        self.puzzles.push(Puzzle {
            id,
            game: game.id(),
            position: game.position(),
            kind: answer.kind,
            solution: answer.solution,
            plies: answer.plies,
            rating,
            themes,
        });
    }

    fn easy(&self) -> usize {
        self.puzzles.iter().filter(|puzzle| puzzle.rating <= EASY).count()
    }

    /// Whether more puzzles of this kind are wanted: a fifth may be for the only move, two fifths verdicts.
    fn has_room_for(&self, kind: PuzzleKind) -> bool {
        let most = match kind {
            PuzzleKind::Win => self.count,
            PuzzleKind::OnlyMove => self.count / 5,
            PuzzleKind::Verdict => 2 * self.count / 5,
        };
        self.puzzles.iter().filter(|puzzle| puzzle.kind == kind).count() < most
    }

    /// The same for a puzzle: a tenth may be first steps, the only wins with a single decision.
    fn has_room(&self, kind: PuzzleKind, replay: &SolutionReplay, themes: &[PuzzleTheme]) -> bool {
        let is_first = |themes: &[PuzzleTheme]| themes.contains(&PuzzleTheme::FirstSteps);
        self.has_room_for(kind)
            && match kind {
                PuzzleKind::Win if is_first(themes) => {
                    self.puzzles.iter().filter(|puzzle| is_first(&puzzle.themes)).count() < self.count / 10
                }
                PuzzleKind::Win => replay.decisions() > 1,
                _ => true,
            }
    }
}
