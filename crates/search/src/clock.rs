//! The time. Where the system has no clock, as in a browser's worker, it comes from outside.

#[cfg(not(target_family = "wasm"))]
pub(crate) use std::time::Instant;

#[cfg(target_family = "wasm")]
pub(crate) use outside::Instant;
#[cfg(target_family = "wasm")]
pub use outside::set_clock;

#[cfg(target_family = "wasm")]
mod outside {
    use std::ops::Add;
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Says where the time comes from: a function that tells how much has passed since some moment, and never less than before.
    /// Until then time stands still, and searches end by their other limits. Only the first call counts.
    pub fn set_clock(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    /// A moment, by the clock from outside.
    #[derive(Clone, Copy, PartialEq, PartialOrd)]
    pub(crate) struct Instant(Duration);

    impl Instant {
        pub(crate) fn now() -> Instant {
            Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        pub(crate) fn elapsed(&self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0.saturating_add(time))
        }
    }
}
