//! What two fields say about a pair, as text and for JSON.

use crate::number_format;
use impinge::bounded::Bounded;
use impinge::feature::Feature;
use impinge::field::{FieldCollision, FieldPoint, FieldVerdict, Owner};
use impinge::math::Pose;
use serde::Serialize;

/// What fields say about a pair.
#[derive(Clone, Debug)]
pub struct FieldResult {
    /// What is certain.
    pub verdict: FieldVerdict,
    /// How many vertices and points of edges of one body are inside the other, for certain.
    pub inside: usize,
    /// The deepest of these, the deepest first.
    pub points: Vec<FieldPoint>,
}

impl FieldResult {
    /// A collision with the deepest points, at most this many but at least one.
    #[must_use]
    pub fn from_collision(found: FieldCollision, points: usize) -> Self {
        let (verdict, inside) = (found.verdict, found.points.len());
        let mut deepest = found.points;
        // Stable: points of equal depth stay in their order.
        deepest.sort_by(|p, q| q.depth.lower.total_cmp(&p.depth.lower));
        deepest.truncate(points.max(1));
        Self { verdict, inside, points: deepest }
    }

    /// The same with its points carried by a pose.
    #[must_use]
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
    #[must_use]
    pub fn depth(&self) -> Option<Bounded> {
        self.points.first().map(|point| point.depth)
    }

    /// The verdict: `apart`, `meeting` or `unsure`.
    #[must_use]
    pub fn verdict_name(&self) -> &'static str {
        match self.verdict {
            FieldVerdict::Apart { .. } => "apart",
            FieldVerdict::Meeting => "meeting",
            FieldVerdict::Unsure { .. } => "unsure",
        }
    }

    /// The depth, and in brackets its bounds; or the verdict.
    #[must_use]
    pub fn text(&self) -> String {
        self.depth().map_or_else(|| self.verdict_name().to_owned(), |depth| bounded_text(&depth))
    }

    /// For JSON, with at most this many points.
    #[must_use]
    pub fn to_record(&self, points: usize) -> FieldRecord {
        FieldRecord {
            verdict: self.verdict_name(),
            gap_at_least: match self.verdict {
                FieldVerdict::Apart { gap } => Some(gap),
                _ => None,
            },
            depth_at_most: match self.verdict {
                FieldVerdict::Unsure { deepest } => Some(deepest),
                _ => None,
            },
            inside: self.inside,
            points: self.points.iter().take(points).map(FieldPointRecord::from_point).collect(),
        }
    }
}

/// A value and in brackets its bounds.
#[must_use]
pub fn bounded_text(value: &Bounded) -> String {
    let [lower, middle, upper] = [value.lower, value.value, value.upper].map(number_format::short);
    format!("{middle} ({lower} to {upper})")
}

/// What fields say about a pair, for JSON.
#[derive(Serialize)]
pub struct FieldRecord {
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    gap_at_least: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth_at_most: Option<f64>,
    inside: usize,
    points: Vec<FieldPointRecord>,
}

/// A point of one body inside the other, for JSON.
#[derive(Serialize)]
pub struct FieldPointRecord {
    of: &'static str,
    kind: &'static str,
    ids: Vec<u32>,
    at: [f64; 3],
    depth: f64,
    depth_bounds: [f64; 2],
    out: Option<[f64; 3]>,
}

impl FieldPointRecord {
    /// A point for JSON.
    #[must_use]
    pub fn from_point(point: &FieldPoint) -> Self {
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
            depth: point.depth.value,
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
