//! When a pair counts as found: two lengths, never confused, and the relations that are allowed.

use impinge::pair::Relation;

/// The rules of a check.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// Gaps up to here count as contact.
    pub touch: Option<f64>,
    /// Gaps below here violate the rule.
    pub clearance: Option<f64>,
    /// Relations that are listed but do not count.
    pub allowed: Vec<Relation>,
}

/// What the two lengths make of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Far enough apart.
    Ok,
    /// They meet, or their gap counts as contact.
    Contact,
    /// Their gap is below the clearance.
    Clearance,
}

impl Verdict {
    /// The word used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Contact => "contact",
            Self::Clearance => "clearance",
        }
    }
}

impl Rules {
    /// The largest gap that any rule asks about.
    pub fn reach(&self) -> f64 {
        self.touch.unwrap_or(0.0).max(self.clearance.unwrap_or(0.0))
    }

    /// The verdict on a pair, and whether it is found; no distance means one beyond [`Rules::reach`].
    pub fn judge(&self, relation: Relation, distance: Option<f64>) -> (Verdict, bool) {
        let gap = distance.unwrap_or(f64::INFINITY);
        let touches = relation != Relation::Disjoint || self.touch.is_some_and(|touch| gap <= touch);
        let verdict = if touches {
            Verdict::Contact
        } else if self.clearance.is_some_and(|clearance| gap < clearance) {
            Verdict::Clearance
        } else {
            Verdict::Ok
        };
        let counted_as = if relation == Relation::Disjoint { Relation::Touching } else { relation };
        let allowed = verdict == Verdict::Contact && self.allowed.contains(&counted_as);
        (verdict, verdict != Verdict::Ok && !allowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touch_includes_its_end_and_clearance_does_not() {
        let rules = Rules { touch: Some(1.0), clearance: Some(2.0), allowed: Vec::new() };
        let judge = |gap| rules.judge(Relation::Disjoint, Some(gap));
        assert_eq!(judge(1.0), (Verdict::Contact, true));
        assert_eq!(judge(1.5), (Verdict::Clearance, true));
        assert_eq!(judge(2.0), (Verdict::Ok, false));
        assert_eq!(rules.judge(Relation::Disjoint, None), (Verdict::Ok, false));
        assert_eq!(rules.reach(), 2.0);
    }

    #[test]
    fn what_is_allowed_is_not_found() {
        let rules = Rules { touch: Some(0.25), clearance: Some(1.0), allowed: vec![Relation::Touching] };
        assert_eq!(rules.judge(Relation::Touching, Some(0.0)), (Verdict::Contact, false));
        assert_eq!(rules.judge(Relation::Disjoint, Some(0.25)), (Verdict::Contact, false));
        assert_eq!(rules.judge(Relation::Disjoint, Some(0.5)), (Verdict::Clearance, true));
        assert_eq!(rules.judge(Relation::Crossing, Some(0.0)), (Verdict::Contact, true));
    }

    #[test]
    fn without_rules_only_meeting_counts() {
        assert_eq!(Rules::default().judge(Relation::Disjoint, Some(0.001)), (Verdict::Ok, false));
        assert_eq!(Rules::default().judge(Relation::AInsideB, Some(0.0)), (Verdict::Contact, true));
    }
}
