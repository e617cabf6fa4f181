//! What the program remembers of you from one time to the next, besides games.

use std::io;

use skirmish_lessons::LessonProgress;
use skirmish_play::Level;

/// The name under which the steps of lessons that are done are saved.
const PROGRESS: &str = "lessons.txt";

/// The name under which the level that was chosen last is saved.
const LEVEL: &str = "level.txt";

/// What is remembered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preferences {
    /// The level that was chosen last.
    pub level: Option<Level>,
    /// Which steps of lessons are done.
    pub progress: LessonProgress,
}

impl Preferences {
    /// What was saved: `read` gives the text saved under a name. What cannot be read is forgotten.
    pub fn recall(read: impl Fn(&str) -> Option<String>) -> Preferences {
        let level = read(LEVEL).and_then(|text| Level::parse(text.trim()).ok());
        let progress = read(PROGRESS).map_or_else(LessonProgress::default, |text| LessonProgress::parse(&text));
        Preferences { level, progress }
    }

    /// Saves all of it: `write` saves a text under a name.
    pub fn save(&self, write: impl Fn(&str, &str) -> io::Result<()>) -> io::Result<()> {
        if let Some(level) = self.level {
            write(LEVEL, &format!("{}\n", level.number()))?;
        }
        if self.progress == LessonProgress::default() { Ok(()) } else { write(PROGRESS, &self.progress.format()) }
    }
}
