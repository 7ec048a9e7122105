//! Where time comes from.

use core::time::Duration;

/// A source of time: how long it is since some fixed moment.
///
/// The search reads no clock of its own, so that it runs where there is none, or another one than
/// the system's, as in a browser.
#[derive(Clone, Copy, Debug)]
pub struct Clock(fn() -> Duration);

impl Clock {
    /// A clock that stands still: limits of time never run out, and durations are reported as 0.
    pub const STOPPED: Clock = Clock(|| Duration::ZERO);

    /// A clock read by calling a function that returns the time since some fixed moment.
    #[must_use]
    pub const fn new(read: fn() -> Duration) -> Clock {
        Clock(read)
    }

    /// The system's monotonic clock.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn system() -> Clock {
        use std::sync::OnceLock;
        use std::time::Instant;
        static START: OnceLock<Instant> = OnceLock::new();
        Clock(|| START.get_or_init(Instant::now).elapsed())
    }

    /// The time now.
    #[must_use]
    pub fn now(self) -> Duration {
        (self.0)()
    }
}

impl Default for Clock {
    /// The system's clock with the feature `std`, else [`Clock::STOPPED`].
    fn default() -> Clock {
        #[cfg(feature = "std")]
        return Clock::system();
        #[cfg(not(feature = "std"))]
        return Clock::STOPPED;
    }
}
