//! Time management for a deadline, shared by console, page, protocol and arena.

use std::time::{Duration, Instant};

use skirmish_search::Limits;

use crate::system;

/// The time between a request and the search, and back.
pub(crate) const OVERHEAD: Duration = Duration::from_millis(100);

/// How often threads wait for a core between the end of the time and the move on the screen: the search notices, its threads end,
/// the front end wakes up, writes, is read.
const WAITS: u32 = 8;

/// The part of a time limit that can be spent on the search.
pub fn thinking_time(time: Duration) -> Duration {
    time - OVERHEAD.min(time / 4)
}

/// The limits of a search on this thread whose result must arrive by a deadline; at least 1 ms. On a machine so busy that threads
/// wait for a core, the time for those waits is left, too.
pub fn until(deadline: Instant) -> Limits {
    Limits::time(time_to_search(deadline.saturating_duration_since(Instant::now())))
}

/// The time for a search on this thread with this time left.
pub(crate) fn time_to_search(left: Duration) -> Duration {
    search_time(left, system::wait_for_core())
}

/// What is left of this time for one more search on this thread, before its end: nothing, if threads wait for a core that long.
pub(crate) fn without_waits(left: Duration) -> Duration {
    left.saturating_sub(WAITS * system::wait_for_core())
}

/// The time for a search with this time left, where a thread waits for a core as long as this.
fn search_time(left: Duration, wait: Duration) -> Duration {
    let time = thinking_time(left);
    (time - (WAITS * wait).min(time / 2)).max(Duration::from_millis(1))
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

    #[test]
    fn a_busy_machine_gets_more_of_it() {
        let time = |wait| search_time(Duration::from_secs(5), Duration::from_millis(wait)).as_millis();
        assert_eq!([0, 1, 100, 1000].map(time), [4900, 4892, 4100, 2450]);
        assert_eq!(search_time(Duration::ZERO, Duration::from_millis(100)), Duration::from_millis(1));
    }
}
