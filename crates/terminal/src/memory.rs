//! What the program remembers of somebody from one time to the next, besides games.

use std::io;

use skirmish_play::{Level, keep, kept};
use skirmish_school::Progress;

/// Where it is kept which steps of lessons are done.
const PROGRESS: &str = "lessons.txt";

/// Where the level that was chosen last is kept.
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
    /// What was kept. Whatever cannot be read is forgotten.
    pub fn recall() -> Memory {
        let level = kept(LEVEL).and_then(|text| Level::parse(text.trim()).ok());
        let progress = kept(PROGRESS).map_or_else(Progress::default, |text| Progress::parse(&text));
        Memory { level, progress }
    }

    /// Keeps all of it.
    pub fn keep(&self) -> io::Result<()> {
        if let Some(level) = self.level {
            keep(LEVEL, &format!("{}\n", level.number()))?;
        }
        if self.progress == Progress::default() { Ok(()) } else { keep(PROGRESS, &self.progress.format()) }
    }
}
