//! What screens share: the clock, the engine's orders, the shelf, what the person likes.

use std::time::Duration;

use skirmish_play::{Level, Shelf};
use skirmish_session::new_game::Options;

use crate::engine::{Order, Ticket};
use crate::theme::Theme;
use skirmish_session::Memory;

/// The world outside the screens, as far as they can reach it. They never wait for it: orders are carried out and files are
/// written when they are done.
pub struct World {
    /// The time since the program began.
    pub(crate) now: Duration,
    pub(crate) preferences: Options,
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
    pub fn new(preferences: Options, theme: Theme, shelf: Option<Shelf>, memory: Memory) -> World {
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
        let options = self.preferences.engine(level);
        self.order(Order::Options(Box::new(options)));
    }

    /// The orders given since the last call.
    pub(crate) fn take_orders(&mut self) -> Vec<Order> {
        std::mem::take(&mut self.orders)
    }
}
