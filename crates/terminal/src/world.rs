//! What screens share: the clock, the engine's orders, the shelf, what the person likes.

use std::time::Duration;

use skirmish_play::{EngineOptions, Judge, Level, Shelf};
use skirmish_search::Settings;

use crate::engine::{Order, Ticket};
use crate::memory::Memory;
use crate::theme::Theme;

/// What stays the same from game to game.
#[derive(Clone, Debug)]
pub struct Preferences {
    /// How strong the engine plays if nobody says otherwise.
    pub level: Level,
    /// The most time for a move.
    pub time: Duration,
    /// The seed of the lot that decides what weak levels overlook.
    pub seed: u64,
    /// Threads and memory of the engine.
    pub settings: Settings,
    /// What the engine judges positions by.
    pub judge: Judge,
    /// Whether the engine thinks on the person's time.
    pub ponder: bool,
}

/// The world outside the screens, as far as they can reach it. They never wait for it: orders are carried out and files are
/// written when they are done.
pub struct World {
    /// The time since the program began.
    pub(crate) now: Duration,
    pub(crate) preferences: Preferences,
    pub(crate) theme: Theme,
    /// Where games are kept, if anywhere.
    pub(crate) shelf: Option<Shelf>,
    pub(crate) memory: Memory,
    /// What was remembered when it was kept last.
    known: Memory,
    orders: Vec<Order>,
    tickets: Ticket,
}

impl World {
    /// A world at its beginning.
    pub fn new(preferences: Preferences, theme: Theme, shelf: Option<Shelf>, memory: Memory) -> World {
        let known = memory.clone();
        World { now: Duration::ZERO, preferences, theme, shelf, memory, known, orders: Vec::new(), tickets: 0 }
    }

    /// What is to be remembered, if that has changed since the last call.
    pub(crate) fn news_for_memory(&mut self) -> Option<&Memory> {
        let changed = self.known != self.memory;
        self.known.clone_from(&self.memory);
        changed.then_some(&self.memory)
    }

    /// Gives an order to the engine.
    pub(crate) fn order(&mut self, order: Order) {
        self.orders.push(order);
    }

    /// A number for an order, by which its news is known.
    pub(crate) fn ticket(&mut self) -> Ticket {
        self.tickets += 1;
        self.tickets
    }

    /// Has the engine play at a level.
    pub(crate) fn set_level(&mut self, level: Level) {
        let Preferences { seed, settings, ref judge, .. } = self.preferences;
        let options = EngineOptions { settings, level, seed, judge: judge.clone(), ..EngineOptions::default() };
        self.order(Order::Options(Box::new(options)));
    }

    /// The orders given since the last call.
    pub(crate) fn take_orders(&mut self) -> Vec<Order> {
        std::mem::take(&mut self.orders)
    }
}
