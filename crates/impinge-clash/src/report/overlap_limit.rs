//! The thickness of an overlap against its tolerance.

use impinge::pair::ThicknessDecision;

/// How thick an overlap is, and how thick it may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverlapLimit {
    /// The largest thickness that is allowed (a length, above zero).
    pub tolerance: f64,
    /// Lower bound on the thickness: no more than the decision needs.
    pub lower: f64,
    /// Upper bound on the thickness.
    pub upper: f64,
    /// Whether it is thicker than allowed.
    pub decision: ThicknessDecision,
}

impl OverlapLimit {
    /// Whether it is proved that the overlap is no thicker than the tolerance.
    #[must_use]
    pub fn is_within(&self) -> bool {
        self.decision == ThicknessDecision::Allowed
    }
}
