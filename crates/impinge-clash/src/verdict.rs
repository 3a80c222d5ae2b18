//! When a pair counts as found: two lengths, never confused, and the relations that are allowed.

use impinge::pair::Relation;
use impinge_io::Treatment;

/// What the two lengths make of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Contact => "contact",
            Self::Clearance => "clearance",
        }
    }
}

/// The verdict on a pair, and whether it is a violation; no gap means one beyond both lengths.
#[must_use]
pub fn judge(treatment: &Treatment, relation: Relation, gap: Option<f64>) -> (Verdict, bool) {
    let gap = gap.unwrap_or(f64::INFINITY);
    let touches = relation != Relation::Disjoint || treatment.touch.is_some_and(|touch| gap <= touch);
    let verdict = if touches {
        Verdict::Contact
    } else if treatment.clearance.is_some_and(|clearance| gap < clearance) {
        Verdict::Clearance
    } else {
        Verdict::Ok
    };
    let counted_as = if relation == Relation::Disjoint { Relation::Touching } else { relation };
    let allowed = verdict == Verdict::Contact && treatment.allow.contains(&counted_as);
    (verdict, verdict != Verdict::Ok && !allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touch_includes_its_end_and_clearance_does_not() {
        let treatment = Treatment { touch: Some(1.0), clearance: Some(2.0), ..Treatment::default() };
        let judged = |gap| judge(&treatment, Relation::Disjoint, Some(gap));
        assert_eq!(judged(1.0), (Verdict::Contact, true));
        assert_eq!(judged(1.5), (Verdict::Clearance, true));
        assert_eq!(judged(2.0), (Verdict::Ok, false));
        assert_eq!(judge(&treatment, Relation::Disjoint, None), (Verdict::Ok, false));
    }

    #[test]
    fn what_is_allowed_is_not_found() {
        let allow = vec![Relation::Touching];
        let treatment = Treatment { touch: Some(0.25), clearance: Some(1.0), allow, ..Treatment::default() };
        assert_eq!(judge(&treatment, Relation::Touching, Some(0.0)), (Verdict::Contact, false));
        assert_eq!(judge(&treatment, Relation::Disjoint, Some(0.25)), (Verdict::Contact, false));
        assert_eq!(judge(&treatment, Relation::Disjoint, Some(0.5)), (Verdict::Clearance, true));
        assert_eq!(judge(&treatment, Relation::Crossing, Some(0.0)), (Verdict::Contact, true));
    }

    #[test]
    fn without_rules_only_meeting_counts() {
        let none = Treatment::default();
        assert_eq!(judge(&none, Relation::Disjoint, Some(0.001)), (Verdict::Ok, false));
        assert_eq!(judge(&none, Relation::AInsideB, Some(0.0)), (Verdict::Contact, true));
    }
}
