//! What the program remembers of you from one time to the next, besides games.

use std::io;

use skirmish_lessons::Progress;
use skirmish_play::Level;

/// The name under which the steps of lessons that are done are saved.
const PROGRESS: &str = "lessons.txt";

/// The name under which the level that was chosen last is saved.
const LEVEL: &str = "level.txt";

/// What is remembered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// The level that was chosen last.
    pub level: Option<Level>,
    /// Which steps of lessons are done.
    pub progress: Progress,
}

impl Memory {
    /// What was saved: `read` gives the text saved under a name. What cannot be read is forgotten.
    pub fn recall(read: impl Fn(&str) -> Option<String>) -> Memory {
        let level = read(LEVEL).and_then(|text| Level::parse(text.trim()).ok());
        let progress = read(PROGRESS).map_or_else(Progress::default, |text| Progress::parse(&text));
        Memory { level, progress }
    }

    /// Saves all of it: `write` saves a text under a name.
    pub fn save(&self, write: impl Fn(&str, &str) -> io::Result<()>) -> io::Result<()> {
        if let Some(level) = self.level {
            write(LEVEL, &format!("{}\n", level.number()))?;
        }
        if self.progress == Progress::default() { Ok(()) } else { write(PROGRESS, &self.progress.format()) }
    }
}
