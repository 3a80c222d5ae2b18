//! Clocks: the time that this thread has been running, so that other work on the machine does not count; and the time on
//! the wall, for work that may use more threads.

use std::time::{Duration, Instant};

/// The processor time of this thread, from an arbitrary beginning.
#[cfg(unix)]
#[must_use]
pub fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// The time, from an arbitrary beginning: there is no clock for a single thread here.
#[cfg(not(unix))]
#[must_use]
pub fn thread_time() -> Duration {
    use std::sync::OnceLock;
    static BEGINNING: OnceLock<Instant> = OnceLock::new();
    BEGINNING.get_or_init(Instant::now).elapsed()
}

/// What some work gives, and the time on the wall that it took.
pub fn timed_on_the_wall<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

/// What some work gives, and the time of this thread that it took.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = thread_time();
    let result = work();
    (result, thread_time().saturating_sub(start))
}
