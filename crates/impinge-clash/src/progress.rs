//! Progress of long work, for whoever wants to show it.

/// Follows the stages of a check, from any thread.
pub trait Progress: Sync {
    /// A stage of `steps` steps begins.
    fn begin(&self, stage: &'static str, steps: usize);

    /// A step of the stage is done.
    fn step(&self);

    /// The stage is over.
    fn end(&self);
}

/// Shows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn begin(&self, _: &'static str, _: usize) {}

    fn step(&self) {}

    fn end(&self) {}
}
