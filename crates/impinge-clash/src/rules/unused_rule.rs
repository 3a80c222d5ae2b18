//! Rules that apply to nothing.

/// A rule or an expectation that applies to no pair of bodies: mostly a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnusedRule {
    /// Its name.
    pub name: String,
    /// Why, in words.
    pub reason: String,
}
