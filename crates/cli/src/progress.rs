//! How far work is that takes long: one bar for all commands. It stands on stderr, in the way of nobody who reads the output, and
//! only where that is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// What the bar looks like. A message is what there is to tell besides.
const BAR_TEMPLATE: &str = "[{bar:30}] {human_pos} of {human_len} {prefix}, {eta} left{msg}";

/// The time left is renewed so often, even if nothing happens.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);

/// A bar for so many things, of which some are done already. Whoever writes to the terminal meanwhile does so in
/// [`ProgressBar::suspend`], and in the end the bar is cleared.
pub fn bar(done: u64, total: u64, things: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(total).with_prefix(things).with_position(done);
    if let Ok(style) = ProgressStyle::with_template(BAR_TEMPLATE) {
        bar.set_style(style.progress_chars("#-"));
    }
    // What was done before says nothing about the speed.
    bar.tick();
    bar.reset_eta();
    if !bar.is_hidden() {
        bar.enable_steady_tick(PROGRESS_INTERVAL);
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_look_is_understood() {
        assert!(ProgressStyle::with_template(BAR_TEMPLATE).is_ok());
    }
}
