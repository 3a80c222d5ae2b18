//! A clash: two bodies that violate a rule, and everything that is known about it.

use crate::kind::Kind;
use crate::measure::Measure;
use crate::seam_sum::SeamSum;
use crate::traits::Traits;
use impinge::bound::Aabb;
use impinge::math::DVec3;
use impinge::pair::{Relation, SeamCurve};
use impinge_io::Severity;
use serde::{Deserialize, Serialize};

/// What people have made of a clash.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Nobody has seen it.
    #[default]
    New,
    /// It was there before.
    Active,
    /// Somebody said that it may stay: it fails no check.
    Approved,
    /// It is gone.
    Resolved,
}

impl Status {
    /// The word for it in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Active => "active",
            Self::Approved => "approved",
            Self::Resolved => "resolved",
        }
    }
}

/// How a clash compares with an earlier check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// It was not there.
    New,
    /// It was there, just so.
    Persisting,
    /// It was there, otherwise.
    Changed,
    /// It was there and is no more.
    Resolved,
}

impl Change {
    /// The word for it in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Persisting => "persisting",
            Self::Changed => "changed",
            Self::Resolved => "resolved",
        }
    }
}

/// Two bodies that violate a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Clash {
    /// Its name, from the names of its bodies.
    pub id: String,
    /// The names of the bodies, as in the assembly; of a missing contact, the body and the expectation.
    pub names: [String; 2],
    /// The bodies by their place in the assembly; `None` for one that is gone, or is none.
    pub bodies: [Option<usize>; 2],
    /// The rule that is violated, unless it is the default.
    pub rule: Option<String>,
    /// How grave that is.
    pub severity: Severity,
    /// What kind of clash it is.
    pub kind: Kind,
    /// How that was found, where the relation does not tell.
    pub kind_by: Option<String>,
    /// The relation of the first to the second; `None` of a missing contact.
    pub relation: Option<Relation>,
    /// What people have made of it.
    pub status: Status,
    /// How it compares with an earlier check, if there is one.
    pub change: Option<Change>,
    /// The gap; zero if they meet. Of a missing contact, to what comes nearest to being it.
    pub distance: Option<f64>,
    /// The clearance that is wanted.
    pub clearance: Option<f64>,
    /// How deep they are in each other.
    pub depth: Option<Measure>,
    /// How much space they share.
    pub volume: Option<Measure>,
    /// How many pairs of triangles share a point.
    pub contacts: Option<usize>,
    /// The box around what they share, or around their closest points; around the body whose contact is missing.
    pub bounds: Option<Aabb>,
    /// A closest point of each; one common point twice if they meet.
    pub witness: Option<[DVec3; 2]>,
    /// The triangles of each that meet the other, in order.
    pub faces: [Vec<u32>; 2],
    /// The curves in which they meet.
    pub curves: Vec<SeamCurve>,
    /// What is compared with an earlier check.
    pub traits: Option<Traits>,
    /// What else the check has to say; found anew every time.
    pub note: Option<String>,
    /// What a person said about it; carried on from check to check.
    pub comment: Option<String>,
}

impl Clash {
    /// A clash of which nothing is known yet.
    pub(crate) fn blank(names: [String; 2], bodies: [Option<usize>; 2], kind: Kind) -> Self {
        Self {
            id: String::new(),
            names,
            bodies,
            rule: None,
            severity: Severity::default(),
            kind,
            kind_by: None,
            relation: None,
            status: Status::New,
            change: None,
            distance: None,
            clearance: None,
            depth: None,
            volume: None,
            contacts: None,
            bounds: None,
            witness: None,
            faces: [Vec::new(), Vec::new()],
            curves: Vec::new(),
            traits: None,
            note: None,
            comment: None,
        }
    }

    /// Whether it fails the check: it is grave enough, there, and not approved.
    #[must_use]
    pub fn fails(&self) -> bool {
        self.severity > Severity::Info && !matches!(self.status, Status::Approved | Status::Resolved)
    }

    /// Note and comment, a line each where both are there.
    #[must_use]
    pub fn remarks(&self) -> Option<String> {
        let said: Vec<&str> = [&self.note, &self.comment].into_iter().filter_map(Option::as_deref).collect();
        (!said.is_empty()).then(|| said.join("\n"))
    }

    /// The middle of what is shared, or of the gap.
    #[must_use]
    pub fn centre(&self) -> Option<DVec3> {
        let of_witness = self.witness.map(|[p, q]| 0.5 * (p + q));
        SeamSum::of(&self.curves).middle().or(of_witness).or(self.bounds.map(|bounds| bounds.centre()))
    }
}
