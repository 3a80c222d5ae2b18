//! A pair of bodies, as the engine found it and the rules judge it.

use super::overlap_limit::OverlapLimit;
use crate::number_format::length_text;
use crate::rules::pair_verdict::PairVerdict;
use impinge::bound::Aabb;
use impinge::bounded::Certainty;
use impinge::feature::Feature;
use impinge::math::DVec3;
use impinge::pair::{Relation, WindingRelation};
use impinge_io::LengthUnit;

/// A pair of bodies, or a body with itself.
#[derive(Clone, Debug)]
pub struct CheckedPair {
    /// The first body, by index.
    pub a: usize,
    /// The second body; the same for a body with itself.
    pub b: usize,
    /// How A relates to B.
    pub relation: Relation,
    /// Exact, but for curved shapes in close calls and bodies with openings.
    pub certainty: Certainty,
    /// What winding numbers say, where a body may be inside one that is closed but for openings and their faces do not cross.
    pub winding: Option<WindingRelation>,
    /// The gap; zero if they meet, `None` if it was not measured or is beyond the reach of the question.
    pub distance: Option<f64>,
    /// The length up to which gaps count as contact, where theirs does.
    pub touch: Option<f64>,
    /// How many pairs of triangles, or of edges in the plane, share a point; `None` if they were not counted.
    pub contacts: Option<usize>,
    /// Of a body with itself, how many of each kind; `None` for two bodies.
    pub own: Option<SelfContactCounts>,
    /// The box around all contacts, in the world.
    pub bounds: Option<Aabb>,
    /// A closest point of A and of B, in the world; one common point twice if they meet.
    pub witness: Option<[DVec3; 2]>,
    /// The body and the feature that each witness lies on, where that was asked for; `None` for a point inside.
    pub features: Option<[Option<(String, Feature)>; 2]>,
    /// The thickness of the overlap against the tolerance, where that was judged.
    pub overlap: Option<OverlapLimit>,
    /// Bounds on the thickness of the overlap by the evidence of their clash, where it was collected.
    pub measured: Option<[f64; 2]>,
    /// How it compares with its limits.
    pub verdict: PairVerdict,
    /// Whether it counts for the exit code.
    pub found: bool,
    /// The unit of its lengths, where it is known.
    pub unit: Option<LengthUnit>,
}

impl CheckedPair {
    /// A pair of which only the relation is known.
    #[must_use]
    pub fn new([a, b]: [usize; 2], relation: Relation) -> Self {
        Self {
            a,
            b,
            relation,
            certainty: Certainty::Exact,
            winding: None,
            distance: None,
            touch: None,
            contacts: None,
            own: None,
            bounds: None,
            witness: None,
            features: None,
            overlap: None,
            measured: None,
            verdict: PairVerdict::Ok,
            found: false,
            unit: None,
        }
    }

    /// How the relation was found, where that is not exact: by winding number, and the width of the opening.
    #[must_use]
    pub fn relation_by(&self) -> Option<String> {
        let found = self.winding.filter(|found| found.relation != Relation::Disjoint || self.is_undecided())?;
        let undecided = if self.is_undecided() { "undecided " } else { "" };
        Some(match found.opening {
            0.0 => format!("{undecided}by winding number, faces turned the wrong way"),
            opening => format!("{undecided}by winding number, opening of {}", length_text(opening, self.unit)),
        })
    }

    /// Whether one of the bodies may or may not be inside the other, through an opening.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        self.winding.is_some_and(|found| found.certainty == Certainty::Undecided)
    }

    /// Whether one body is inside the other by winding number, decided or not: [`Self::is_undecided`] tells which.
    #[must_use]
    pub fn is_swallowed(&self) -> bool {
        self.winding.is_some() && matches!(self.relation, Relation::AInsideB | Relation::BInsideA)
    }

    /// Bounds on the thickness of the overlap: those of their clash, where there is one, else those that the tolerance was judged by.
    #[must_use]
    pub fn thickness(&self) -> Option<[f64; 2]> {
        self.measured.or(self.overlap.map(|overlap| [overlap.lower, overlap.upper]))
    }

    /// Both bodies, by index.
    #[must_use]
    pub fn bodies(&self) -> [usize; 2] {
        [self.a, self.b]
    }
}

/// Pairs of faces of one body that meet elsewhere than in their common corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct SelfContactCounts {
    /// Without a common corner.
    pub meeting: usize,
    /// With common corners, and more in common than these: folds and duplicates.
    pub overlapping: usize,
}
