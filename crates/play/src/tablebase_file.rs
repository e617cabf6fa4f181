//! Tablebases on disk: built once, stored in the user's cache directory, read when the game is played.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use skirmish_board::{LevelProfile, Notation, Outcome, TextError};
use skirmish_games::oska::{self, Solution};
use skirmish_games::{GameId, Visitor};

use crate::any_game::{AnyGame, downcast};
use crate::record_file::{CACHE, replace_file};

/// The file of a game's solution: in the directory that `SKIRMISH_CACHE` names, or in `skirmish` within the user's cache directory
/// (on Linux `XDG_CACHE_HOME`, usually `~/.cache`). `None` for games that cannot be solved and users without a home directory.
pub fn solution_path(game: GameId) -> Option<PathBuf> {
    CACHE.path(&file_name(game)?)
}

/// The name of the file with the solution of a game, if the game can be solved.
fn file_name(game: GameId) -> Option<String> {
    solvable(game).ok().map(|size| format!("{}-{size}.solution", game.info().id))
}

/// The size of a game's board if the game can be solved; otherwise an error that names those that can.
pub fn solvable(game: GameId) -> Result<u8, TextError> {
    let sizes = Solution::SIZES;
    if game.info().id == "oska" && sizes.contains(&game.size()) {
        Ok(game.size())
    } else {
        Err(TextError::new(format!("{game} cannot be solved, expected oska:{} or oska:{}", sizes.start(), sizes.end())))
    }
}

/// Saves a solution atomically.
pub fn save_solution(path: &Path, solution: &Solution) -> io::Result<()> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    replace_file(path, solution.as_bytes())
}

/// Calls [`load_solution`] once per process for each game; the first caller gets the error.
pub(crate) fn load_once(game: GameId) -> Option<String> {
    static LOADED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if loaded.insert(game.to_string()) { load_solution(game).err() } else { None }
}

/// The result of a game's position with best play of both sides. Fails if the game cannot be solved or has no saved solution.
pub fn known_result(game: &dyn AnyGame) -> Result<Outcome, TextError> {
    struct ResultVisitor<'a>(&'a dyn AnyGame);
    impl Visitor for ResultVisitor<'_> {
        type Output = Option<Outcome>;
        fn visit<G: Notation + LevelProfile>(self, _: G) -> Option<Outcome> {
            let position = downcast::<G>(self.0)?;
            position.build_tablebase(&|_, _| {}, &AtomicBool::new(false));
            position.outcome().or_else(|| position.tablebase_result())
        }
    }
    let id = game.id();
    solvable(id)?;
    if let Some(damage) = load_once(id) {
        return Err(TextError::new(damage));
    }
    let unsolved = || TextError::new(format!("{id} is not solved yet: run skirmish solve {id}"));
    id.visit(ResultVisitor(game)).ok_or_else(unsolved)
}

/// The result of a game's position with best play, if it is over or its tablebase is in memory. Engines load tablebases.
pub fn tablebase_result(game: &dyn AnyGame) -> Option<Outcome> {
    struct LookupVisitor<'a>(&'a dyn AnyGame);
    impl Visitor for LookupVisitor<'_> {
        type Output = Option<Outcome>;
        fn visit<G: Notation + LevelProfile>(self, _: G) -> Option<Outcome> {
            let position = downcast::<G>(self.0)?;
            position.outcome().or_else(|| position.tablebase_result())
        }
    }
    game.id().visit(LookupVisitor(game))
}

/// Loads the saved solution of a game, if there is one. A damaged file is an error and is not used.
pub fn load_solution(game: GameId) -> Result<(), String> {
    let Some(path) = file_name(game).and_then(|name| CACHE.find(&name)) else { return Ok(()) };
    let bytes = fs::read(&path).map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    let solution = Solution::from_bytes(bytes).map_err(|damage| format!("{} is not used: {damage}", path.display()))?;
    oska::install(solution);
    Ok(())
}
