//! Somebody's way through a lesson.

use crate::judge::{Judgement, Verdict};
use crate::lesson::{Lesson, Step};

/// Where somebody is in a lesson. The screen shows [`Pupil::step`], passes on what is answered and moves on when it is told to.
pub struct Pupil<'a> {
    lesson: &'a Lesson,
    at: usize,
    /// Wrong and illegal answers to this step.
    failures: u32,
    solved: bool,
}

impl<'a> Pupil<'a> {
    /// Somebody at the beginning.
    pub fn new(lesson: &'a Lesson) -> Pupil<'a> {
        Pupil { lesson, at: 0, failures: 0, solved: false }
    }

    /// The step to show.
    pub fn step(&self) -> &'a Step {
        &self.lesson.steps[self.at]
    }

    /// Its number, counted from 0.
    pub fn number(&self) -> usize {
        self.at
    }

    /// Whether the step was answered rightly since it was shown.
    pub fn is_solved(&self) -> bool {
        self.solved
    }

    /// Answers other than the right one since the step was shown: after two of them most people want a hint.
    pub fn failures(&self) -> u32 {
        self.failures
    }

    /// Judges an answer to the step shown.
    pub fn answer(&mut self, text: &str) -> Judgement {
        let judgement = self.step().judge(text);
        match judgement.verdict {
            Verdict::Right => self.solved = true,
            Verdict::Wrong | Verdict::Illegal => self.failures += 1,
            Verdict::Unreadable => {}
        }
        judgement
    }

    /// Goes to a step, counted from 0; `false`, and nothing changes, if there is no such step.
    pub fn go_to(&mut self, number: usize) -> bool {
        let there = number < self.lesson.steps.len();
        if there {
            (self.at, self.failures, self.solved) = (number, 0, false);
        }
        there
    }

    /// Goes to the next step; `false` after the last one.
    pub fn go_on(&mut self) -> bool {
        self.go_to(self.at + 1)
    }

    /// Goes to the step before; `false` at the first one.
    pub fn go_back(&mut self) -> bool {
        self.at > 0 && self.go_to(self.at - 1)
    }
}
