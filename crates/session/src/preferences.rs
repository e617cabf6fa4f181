//! The user's preferences and lesson progress, stored between runs.

use std::io;

use skirmish_lessons::LessonProgress;
use skirmish_play::Level;

use crate::PuzzleProgress;

/// The file name of the lesson progress.
const PROGRESS: &str = "lessons.txt";

/// The file name of the puzzle progress.
const PUZZLES: &str = "puzzles.txt";

/// The file name of the level.
const LEVEL: &str = "level.txt";

/// The stored preferences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preferences {
    /// The last level chosen.
    pub level: Option<Level>,
    /// The completed steps of lessons.
    pub progress: LessonProgress,
    /// The solved puzzles.
    pub puzzles: PuzzleProgress,
}

impl Preferences {
    /// Loads the preferences; `read` returns the text of a file. Unreadable files count as empty.
    pub fn recall(read: impl Fn(&str) -> Option<String>) -> Preferences {
        let level = read(LEVEL).and_then(|text| Level::parse(text.trim()).ok());
        let progress = read(PROGRESS).map_or_else(LessonProgress::default, |text| LessonProgress::parse(&text));
        let puzzles = read(PUZZLES).map_or_else(PuzzleProgress::default, |text| PuzzleProgress::parse(&text));
        Preferences { level, progress, puzzles }
    }

    /// Saves the preferences; `write` writes a text to a file.
    pub fn save(&self, write: impl Fn(&str, &str) -> io::Result<()>) -> io::Result<()> {
        if let Some(level) = self.level {
            write(LEVEL, &format!("{}\n", level.number()))?;
        }
        if self.puzzles != PuzzleProgress::default() {
            write(PUZZLES, &self.puzzles.format())?;
        }
        if self.progress == LessonProgress::default() { Ok(()) } else { write(PROGRESS, &self.progress.format()) }
    }
}
