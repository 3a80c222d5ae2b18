//! How large experiments are, and their seed.

/// How large experiments are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimSize {
    /// Some minutes in all.
    Full,
    /// Some ten seconds.
    Quick,
    /// A few seconds: for tests, which look at the rows and not at what they are worth.
    #[cfg_attr(not(test), expect(dead_code, reason = "of tests"))]
    Tiny,
}

/// How experiments are made.
#[derive(Clone, Copy, Debug)]
pub struct ClaimPlan {
    pub size: ClaimSize,
    pub seed: u64,
}

impl ClaimPlan {
    /// One of three, by size.
    pub fn pick<T>(self, [full, quick, tiny]: [T; 3]) -> T {
        match self.size {
            ClaimSize::Full => full,
            ClaimSize::Quick => quick,
            ClaimSize::Tiny => tiny,
        }
    }
}
