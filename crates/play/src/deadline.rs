//! Time management for a deadline, shared by console, page, protocol and arena.

use std::time::{Duration, Instant};

use skirmish_search::Limits;

/// The time between a request and the search, and back, on a busy machine.
const OVERHEAD: Duration = Duration::from_millis(100);

/// The part of a time limit that can be spent on the search.
pub fn thinking_time(time: Duration) -> Duration {
    time - OVERHEAD.min(time / 4)
}

/// The limits of a search whose result must arrive by a deadline; at least 1 ms.
pub fn until(deadline: Instant) -> Limits {
    let left = deadline.saturating_duration_since(Instant::now());
    Limits::time(thinking_time(left).max(Duration::from_millis(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_time_for_the_way_back() {
        assert_eq!(thinking_time(Duration::from_secs(5)), Duration::from_millis(4900));
        assert_eq!(thinking_time(Duration::from_millis(100)), Duration::from_millis(75));
        assert_eq!(until(Instant::now()).time, Some(Duration::from_millis(1)));
    }
}
