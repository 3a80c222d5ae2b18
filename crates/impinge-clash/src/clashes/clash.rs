//! A clash: a pair of bodies that violates a rule, with its evidence.

use super::clash_kind::ClashKind;
use super::clash_measure::Measure;
use super::clash_section::ClashSection;
use super::clash_signature::ClashSignature;
use crate::rules::rules_file::Severity;
use impinge::bound::Aabb;
use impinge::math::DVec3;
use impinge::pair::{Relation, SeamCurve};
use serde::{Deserialize, Serialize};

/// The review state of a clash.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClashStatus {
    /// Not reviewed.
    #[default]
    New,
    /// In the baseline, not approved.
    Active,
    /// Accepted by a person: it does not fail the check.
    Approved,
    /// In the baseline, and gone.
    Resolved,
}

crate::enum_names!(ClashStatus { New = "new", Active = "active", Approved = "approved", Resolved = "resolved" });

/// How a clash compares with the baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClashChange {
    /// Not in the baseline.
    New,
    /// Unchanged since the baseline.
    Persisting,
    /// In the baseline, but different.
    Changed,
    /// In the baseline, and gone.
    Resolved,
}

crate::enum_names!(ClashChange { New = "new", Persisting = "persisting", Changed = "changed", Resolved = "resolved" });

/// Two bodies that violate a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Clash {
    /// Its id, from the names of its bodies.
    pub id: String,
    /// The names of the bodies, as in the assembly; of a missing contact, the body and the expectation.
    pub names: [String; 2],
    /// The bodies by index; `None` if the body was removed or this side is an expectation.
    pub bodies: [Option<usize>; 2],
    /// The rule that is violated, unless it is the default.
    pub rule: Option<String>,
    /// How severe it is.
    pub severity: Severity,
    /// Its kind.
    pub kind: ClashKind,
    /// How the kind was found, where it does not follow from the relation.
    pub kind_by: Option<String>,
    /// The relation of the first to the second; `None` of a missing contact.
    pub relation: Option<Relation>,
    /// Where it is listed.
    pub section: ClashSection,
    /// Its review state.
    pub status: ClashStatus,
    /// How it compares with the baseline, if there is one.
    pub change: Option<ClashChange>,
    /// The id of its pattern: the clashes between the same two parts.
    pub pattern: Option<String>,
    /// The gap; zero if they meet. Of a missing contact, the gap to the nearest candidate.
    pub distance: Option<f64>,
    /// The required clearance.
    pub clearance: Option<f64>,
    /// The thickness of the overlap: the diameter of the largest ball inside both.
    pub thickness: Option<Measure>,
    /// The thickness that is allowed, where overlaps are judged by it.
    pub tolerance: Option<f64>,
    /// The penetration depth.
    pub depth: Option<Measure>,
    /// The shared volume.
    pub volume: Option<Measure>,
    /// How many pairs of triangles share a point.
    pub contacts: Option<usize>,
    /// The box around what they share, with caps over openings where they have an inside by winding number; around their contacts if they share no space or it is not known; around
    /// their closest points, or around the body whose contact is missing.
    pub bounds: Option<Aabb>,
    /// A closest point of each; one common point twice if they meet.
    pub witness: Option<[DVec3; 2]>,
    /// The triangles of each that meet the other, in order.
    pub faces: [Vec<u32>; 2],
    /// The curves in which they meet.
    pub curves: Vec<SeamCurve>,
    /// What is compared with a baseline.
    pub signature: Option<ClashSignature>,
    /// A remark of the check.
    pub note: Option<String>,
    /// A comment by a person, carried over from the baseline.
    pub comment: Option<String>,
}

impl Clash {
    /// A clash without evidence.
    pub(crate) fn blank(names: [String; 2], bodies: [Option<usize>; 2], kind: ClashKind) -> Self {
        Self {
            id: String::new(),
            names,
            bodies,
            rule: None,
            severity: Severity::default(),
            kind,
            kind_by: None,
            relation: None,
            section: ClashSection::default(),
            status: ClashStatus::New,
            change: None,
            pattern: None,
            distance: None,
            clearance: None,
            thickness: None,
            tolerance: None,
            depth: None,
            volume: None,
            contacts: None,
            bounds: None,
            witness: None,
            faces: [Vec::new(), Vec::new()],
            curves: Vec::new(),
            signature: None,
            note: None,
            comment: None,
        }
    }

    /// Whether it fails the check: it exists, is not approved, and is more than informational.
    #[must_use]
    pub fn fails(&self) -> bool {
        self.severity > Severity::Info && !matches!(self.status, ClashStatus::Approved | ClashStatus::Resolved)
    }

    /// Note and comment, a line each where both are there.
    #[must_use]
    pub fn remarks(&self) -> Option<String> {
        let said: Vec<&str> = [&self.note, &self.comment].into_iter().filter_map(Option::as_deref).collect();
        (!said.is_empty()).then(|| said.join("\n"))
    }

    /// The centre of the box around what is shared, of the gap, or of the body whose contact is missing.
    #[must_use]
    pub fn centre(&self) -> Option<DVec3> {
        let of_witness = self.witness.map(|[p, q]| 0.5 * (p + q));
        self.bounds.map(|bounds| bounds.centre()).or(of_witness)
    }
}
