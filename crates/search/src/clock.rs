//! The clock. WebAssembly has none, so there it is set from outside.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use outside::{Instant, set_clock};

#[cfg(target_family = "wasm")]
mod outside {
    use std::ops::Add;
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock: a function that returns the time since some fixed moment and never runs backwards. Until then searches end
    /// only by their other limits. Only the first call counts.
    pub fn set_clock(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    /// A time of the clock set by [`set_clock`].
    #[derive(Clone, Copy, PartialEq, PartialOrd)]
    pub struct Instant(Duration);

    impl Instant {
        /// The time now.
        pub fn now() -> Instant {
            Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        /// The time since then.
        pub fn elapsed(&self) -> Duration {
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
