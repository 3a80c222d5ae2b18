//! What two fields tell about a pair, in words and for machines.

use crate::place;
use impinge::feature::Feature;
use impinge::field::{FieldCollision, FieldPoint, FieldVerdict, Owner};
use impinge::math::Pose;
use impinge::pair::SignedDistance;
use serde::Serialize;

/// What fields tell about a pair.
#[derive(Clone, Debug)]
pub struct Sounding {
    /// What is certain.
    pub verdict: FieldVerdict,
    /// How many vertices and points of edges of one body are inside the other, for certain.
    pub inside: usize,
    /// The deepest of these, the deepest first.
    pub points: Vec<FieldPoint>,
}

impl Sounding {
    /// What was found, with so many points.
    pub fn of(found: FieldCollision, points: usize) -> Self {
        let (verdict, inside) = (found.verdict, found.points.len());
        let mut deepest = found.points;
        // Stable: points of equal depth stay in their order.
        deepest.sort_by(|p, q| q.depth.lower.total_cmp(&p.depth.lower));
        // The deepest is told in any case.
        deepest.truncate(points.max(1));
        Self { verdict, inside, points: deepest }
    }

    /// The same with its points carried by a pose.
    pub fn carried(mut self, pose: &Pose) -> Self {
        if !pose.is_identity() {
            for point in &mut self.points {
                point.point = pose.transform_point(point.point);
                point.direction = pose.transform_vector(point.direction).normalize_or_zero();
            }
        }
        self
    }

    /// The depth of the deepest point.
    pub fn depth(&self) -> Option<SignedDistance> {
        self.points.first().map(|point| point.depth)
    }

    /// The verdict as a word.
    pub fn word(&self) -> &'static str {
        match self.verdict {
            FieldVerdict::Apart { .. } => "apart",
            FieldVerdict::Meeting => "meeting",
            FieldVerdict::Unsure { .. } => "unsure",
        }
    }

    /// The depth, and in brackets its bounds; or the verdict.
    pub fn text(&self) -> String {
        self.depth().map_or_else(|| self.word().to_owned(), |depth| bounded(&depth))
    }

    /// For machines, with so many points.
    pub fn told(&self, points: usize) -> Told {
        Told {
            verdict: self.word(),
            gap_at_least: match self.verdict {
                FieldVerdict::Apart { gap } => Some(gap),
                _ => None,
            },
            depth_at_most: match self.verdict {
                FieldVerdict::Unsure { deepest } => Some(deepest),
                _ => None,
            },
            inside: self.inside,
            points: self.points.iter().take(points).map(ToldPoint::of).collect(),
        }
    }
}

/// A value and in brackets its bounds.
pub fn bounded(value: &SignedDistance) -> String {
    let [lower, middle, upper] = [value.lower, value.distance, value.upper].map(place::short);
    format!("{middle} ({lower} to {upper})")
}

/// What fields tell about a pair, for machines.
#[derive(Serialize)]
pub struct Told {
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    gap_at_least: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth_at_most: Option<f64>,
    inside: usize,
    points: Vec<ToldPoint>,
}

/// A point of one body inside the other, for machines.
#[derive(Serialize)]
pub struct ToldPoint {
    of: &'static str,
    kind: &'static str,
    ids: Vec<u32>,
    at: [f64; 3],
    depth: f64,
    depth_bounds: [f64; 2],
    out: Option<[f64; 3]>,
}

impl ToldPoint {
    /// A point.
    pub fn of(point: &FieldPoint) -> Self {
        let (kind, ids) = match point.feature {
            Feature::Vertex(v) => ("vertex", vec![v.0]),
            Feature::Edge(v, w) => ("edge", vec![v.0, w.0]),
            Feature::Face(f) => ("face", vec![f.0]),
        };
        Self {
            of: letter(point.owner),
            kind,
            ids,
            at: point.point.to_array(),
            depth: point.depth.distance,
            depth_bounds: [point.depth.lower, point.depth.upper],
            out: (point.direction.length_squared() > 0.0).then(|| point.direction.to_array()),
        }
    }
}

/// The letter of a body.
fn letter(owner: Owner) -> &'static str {
    match owner {
        Owner::A => "a",
        Owner::B => "b",
    }
}
