//! When a pair violates its limits: a clearance, a touch length, and the relations that are allowed.

use super::rules_file::Treatment;
use impinge::pair::Relation;

/// How a pair compares with its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairVerdict {
    /// Far enough apart.
    Ok,
    /// They meet, or their gap counts as contact.
    Contact,
    /// Their gap is below the clearance.
    Clearance,
    /// They meet, and their overlap is no thicker than the tolerance.
    WithinTolerance,
    /// One may be inside the other, which has openings: it cannot be told.
    Undecided,
}

crate::enum_names!(PairVerdict {
    Ok = "ok",
    Contact = "contact",
    Clearance = "clearance",
    WithinTolerance = "within_tolerance",
    Undecided = "undecided",
});

/// The verdict on a pair, and whether it is a violation; gaps up to `touch` count as contact, and no gap means one beyond both lengths.
#[must_use]
pub fn judge(treatment: &Treatment, touch: Option<f64>, relation: Relation, gap: Option<f64>) -> (PairVerdict, bool) {
    let gap = gap.unwrap_or(f64::INFINITY);
    let touches = relation != Relation::Disjoint || touch.is_some_and(|touch| gap <= touch);
    let verdict = if touches {
        PairVerdict::Contact
    } else if treatment.clearance.is_some_and(|clearance| gap < clearance) {
        PairVerdict::Clearance
    } else {
        PairVerdict::Ok
    };
    let counted_as = if relation == Relation::Disjoint { Relation::Touching } else { relation };
    let allowed = verdict == PairVerdict::Contact && treatment.allow.contains(&counted_as);
    (verdict, verdict != PairVerdict::Ok && !allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touch_includes_its_end_and_clearance_does_not() {
        let treatment = Treatment { clearance: Some(2.0), ..Treatment::default() };
        let judged = |gap| judge(&treatment, Some(1.0), Relation::Disjoint, Some(gap));
        assert_eq!(judged(1.0), (PairVerdict::Contact, true));
        assert_eq!(judged(1.5), (PairVerdict::Clearance, true));
        assert_eq!(judged(2.0), (PairVerdict::Ok, false));
        assert_eq!(judge(&treatment, Some(1.0), Relation::Disjoint, None), (PairVerdict::Ok, false));
    }

    #[test]
    fn what_is_allowed_is_not_found() {
        let allow = vec![Relation::Touching];
        let treatment = Treatment { clearance: Some(1.0), allow, ..Treatment::default() };
        let judged = |treatment, relation, gap| judge(treatment, Some(0.25), relation, gap);
        assert_eq!(judged(&treatment, Relation::Touching, Some(0.0)), (PairVerdict::Contact, false));
        assert_eq!(judged(&treatment, Relation::Disjoint, Some(0.25)), (PairVerdict::Contact, false));
        assert_eq!(judged(&treatment, Relation::Disjoint, Some(0.5)), (PairVerdict::Clearance, true));
        assert_eq!(judged(&treatment, Relation::Crossing, Some(0.0)), (PairVerdict::Contact, true));
    }

    #[test]
    fn without_rules_only_meeting_counts() {
        let none = Treatment::default();
        assert_eq!(judge(&none, None, Relation::Disjoint, Some(0.001)), (PairVerdict::Ok, false));
        assert_eq!(judge(&none, None, Relation::AInsideB, Some(0.0)), (PairVerdict::Contact, true));
    }
}
