//! A progress bar on stderr, if that is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// The template of the bar; `msg` is optional.
const BAR_TEMPLATE: &str = "[{bar:30}] {human_pos} of {human_len} {prefix}, {eta} left{msg}";

/// How often the remaining time is updated.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);

/// A bar that starts at `done` of `total`. Write to the terminal only inside [`ProgressBar::suspend`], and clear the bar at the
/// end.
pub fn bar(done: u64, total: u64, things: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(total).with_prefix(things).with_position(done);
    if let Ok(style) = ProgressStyle::with_template(BAR_TEMPLATE) {
        bar.set_style(style.progress_chars("#-"));
    }
    // Work done earlier does not count for the speed.
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
