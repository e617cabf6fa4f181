//! The completed steps, as text.

use std::collections::{BTreeMap, BTreeSet};

use skirmish_games::GameId;

use crate::lesson::Lesson;

/// The completed steps of all lessons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LessonProgress {
    /// Numbers of steps, from 1, by the id of the game.
    done: BTreeMap<String, BTreeSet<usize>>,
}

impl LessonProgress {
    /// Parses the text of [`LessonProgress::format`]. Invalid parts count as not done.
    pub fn parse(text: &str) -> LessonProgress {
        let mut progress = LessonProgress::default();
        for line in text.lines() {
            let mut words = line.split_whitespace();
            let Some(game) = words.next() else { continue };
            let numbers = words.filter_map(|word| word.parse().ok()).filter(|number| (1..=MAX_STEPS).contains(number));
            progress.done.entry(game.to_owned()).or_default().extend(numbers);
        }
        progress
    }

    /// One line per game: its id and the completed steps, counted from 1.
    pub fn format(&self) -> String {
        let line = |(game, steps): (&String, &BTreeSet<usize>)| {
            let numbers: Vec<String> = steps.iter().map(usize::to_string).collect();
            format!("{game} {}\n", numbers.join(" "))
        };
        self.done.iter().map(line).collect()
    }

    /// Marks a step, counted from 0, as done.
    pub fn mark_done(&mut self, game: GameId, step: usize) {
        self.done.entry(game.info().id.to_owned()).or_default().insert(step + 1);
    }

    /// Whether a step, counted from 0, is done.
    pub fn is_done(&self, game: GameId, step: usize) -> bool {
        self.done.get(game.info().id).is_some_and(|steps| steps.contains(&(step + 1)))
    }

    /// How many steps of a lesson are done.
    pub fn count(&self, lesson: &Lesson) -> usize {
        (0..lesson.steps().len()).filter(|&step| self.is_done(lesson.game(), step)).count()
    }

    /// The first step that is not done, or step 0 if all are.
    pub fn next(&self, lesson: &Lesson) -> usize {
        (0..lesson.steps().len()).find(|&step| !self.is_done(lesson.game(), step)).unwrap_or(0)
    }

    /// Clears the steps of a game.
    pub fn reset(&mut self, game: GameId) {
        self.done.remove(game.info().id);
    }
}

/// The most steps of a lesson.
const MAX_STEPS: usize = 999;
