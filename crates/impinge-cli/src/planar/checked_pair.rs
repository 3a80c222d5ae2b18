//! What a report says about two polygons.

use impinge::bound::Aabb;
use impinge::feature::Feature;
use impinge::math::{DVec2, DVec3};
use impinge_clash::{BodyGeometry, BodySummary, CheckedPair, Treatment, judge};
use impinge_planar::{PairReport, Polygon, Pose2, Rect, Request, relate};

/// Two polygons in one frame, judged by rules, and the answer behind it.
pub fn check_pair(a: &Polygon, b: &Polygon, request: &Request, rules: &Treatment) -> (CheckedPair, PairReport) {
    let report = relate(a, b, &Pose2::IDENTITY, request);
    let distance = report.distance.map(|gap| gap.value);
    let (verdict, found) = judge(rules, rules.touch_length(0.0), report.relation, distance);
    let pair = CheckedPair {
        distance,
        contacts: Some(report.contact_count),
        bounds: report.contact_bounds.map(|bounds| in_space(&bounds)),
        witness: report.distance.map(|gap| gap.points.map(in_plane_z0)),
        verdict,
        found,
        ..CheckedPair::new([0, 1], report.relation)
    };
    (pair, report)
}

/// What a report says about a polygon.
pub fn polygon_summary(name: String, polygon: &Polygon) -> BodySummary {
    let geometry = BodyGeometry::Polygon { rings: polygon.ring_count(), vertices: polygon.vertices().len() };
    let summary = BodySummary::with_defects(name, geometry, polygon.validity().iter().map(|found| found.kind()));
    let bounds = polygon.bounds();
    BodySummary { size: (bounds.max - bounds.min).max_element(), ..summary }
}

/// A rectangle as a box of no height.
pub fn in_space(bounds: &Rect) -> Aabb {
    Aabb { min: in_plane_z0(bounds.min), max: in_plane_z0(bounds.max) }
}

/// A point of the plane in space.
fn in_plane_z0(p: DVec2) -> DVec3 {
    p.extend(0.0)
}

/// A vertex or an edge, with the name of its body.
pub fn named_feature(body: &str, feature: Option<Feature>) -> Option<(String, Feature)> {
    feature.map(|feature| (body.to_owned(), feature))
}
