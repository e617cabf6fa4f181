//! Solved games on disk: built once, kept in the user's cache directory, read when the game is played.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use skirmish_board::TextError;
use skirmish_games::GameId;
use skirmish_games::oska::{self, Solution};

use crate::store::{directory, replace_file};

/// Where the solution of a game is kept: in the directory that `SKIRMISH_CACHE` names, or in `skirmish` within the user's cache
/// directory (`XDG_CACHE_HOME`, usually `~/.cache`). `None` for games that cannot be solved and for users without a home.
pub fn solution_path(game: GameId) -> Option<PathBuf> {
    solvable(game).ok()?;
    let directory = directory("SKIRMISH_CACHE", "XDG_CACHE_HOME", ".cache")?;
    Some(directory.join(format!("{}-{}.solution", game.info().id, game.size())))
}

/// The size of a game's board if the game can be solved; otherwise which ones can.
pub fn solvable(game: GameId) -> Result<u8, TextError> {
    let sizes = Solution::SIZES;
    if game.info().id == "oska" && sizes.contains(&game.size()) {
        Ok(game.size())
    } else {
        Err(TextError::new(format!("{game} cannot be solved, expected oska:{} or oska:{}", sizes.start(), sizes.end())))
    }
}

/// Keeps a solution for later runs. Killed at any moment, it leaves the old file or the new one, never a part.
pub fn save_solution(path: &Path, solution: &Solution) -> io::Result<()> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    replace_file(path, solution.as_bytes())
}

/// Puts the solution of a game at hand, if one was kept. A damaged file is an error and is not used.
pub fn consult_solution(game: GameId) -> Result<(), String> {
    let Some(path) = solution_path(game) else { return Ok(()) };
    match fs::read(&path) {
        Ok(bytes) => {
            let solution =
                Solution::from_bytes(bytes).map_err(|damage| format!("{} is not used: {damage}", path.display()))?;
            oska::install(solution);
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(format!("{} cannot be read: {error}", path.display())),
    }
}
