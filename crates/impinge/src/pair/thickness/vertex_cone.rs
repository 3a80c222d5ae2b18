//! The directions that turn away from all edges at a vertex: the polar cone of the edges.

use crate::math::DVec3;

/// Directions with a cosine up to this to an edge are kept, so that rounding loses none.
const KEPT: f64 = 1e-14;

/// Cones of three directions that together hold every direction with no positive cosine to any of the given ones; none if there are no such
/// directions, or if they all lie within `least` (radians) of each other, or of each other's opposites. The angles of a cone are at most right angles.
pub(super) fn polar_cone(edges: &[DVec3], least: f64) -> Vec<[DVec3; 3]> {
    let mut cones = Vec::new();
    let (mut polygon, mut clipped) = (Vec::new(), Vec::new());
    for octant in 0..8 {
        let sign = |k: u32| if octant >> k & 1 == 0 { 1.0 } else { -1.0 };
        // All directions of the octant of an edge turn towards it.
        let signs = DVec3::new(sign(0), sign(1), sign(2));
        if edges.iter().any(|edge| (*edge * signs).min_element() > 2.0 * KEPT) {
            continue;
        }
        polygon.clear();
        polygon.extend([DVec3::X * signs.x, DVec3::Y * signs.y, DVec3::Z * signs.z]);
        for edge in edges {
            clip(&polygon, *edge, &mut clipped);
            std::mem::swap(&mut polygon, &mut clipped);
            if polygon.len() < 3 {
                break;
            }
        }
        let rays: Vec<DVec3> = polygon.iter().filter_map(|d| d.try_normalize()).collect();
        cones.extend((2..rays.len()).map(|i| [rays[0], rays[i - 1], rays[i]]));
    }
    let first = cones.first().map_or(DVec3::ZERO, |cone: &[DVec3; 3]| cone[0]);
    if cones.iter().flatten().all(|d| d.distance(first).min(d.distance(-first)) <= 0.5 * least) {
        cones.clear();
    }
    cones
}

/// Keeps the part of a convex polygon of directions that turns away from an edge.
fn clip(polygon: &[DVec3], edge: DVec3, kept: &mut Vec<DVec3>) {
    kept.clear();
    for (i, &p) in polygon.iter().enumerate() {
        let q = polygon[(i + 1) % polygon.len()];
        let [at_p, at_q] = [p, q].map(|d| d.dot(edge) - KEPT);
        if at_p <= 0.0 {
            kept.push(p);
        }
        if (at_p <= 0.0) != (at_q <= 0.0) {
            kept.push(p + (q - p) * (at_p / (at_p - at_q)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    /// Whether a cone of three directions holds a direction, up to rounding.
    fn holds(cone: &[DVec3; 3], d: DVec3) -> bool {
        let [a, b, c] = *cone;
        let sign = a.dot(b.cross(c)).signum();
        [(a, b), (b, c), (c, a)].iter().all(|(p, q)| sign * p.cross(*q).dot(d) > -1e-12)
    }

    /// Random directions are held exactly if they turn away from all edges.
    #[test]
    fn polar_cones_hold_what_turns_away() {
        let mut random = Random(3);
        let (mut held, mut left) = (0, 0);
        for _ in 0..200 {
            let about = random.vector();
            let edges: Vec<DVec3> = (0..4).map(|_| (about + 0.7 * random.vector()).normalize()).collect();
            let cones = polar_cone(&edges, 0.0);
            for _ in 0..50 {
                let d = (random.vector() - about).normalize();
                let most = edges.iter().map(|e| e.dot(d)).fold(-1.0, f64::max);
                let is_held = cones.iter().any(|cone| holds(cone, d));
                if most <= 0.0 {
                    assert!(is_held, "{d} {edges:?}");
                    held += 1;
                } else if most > 1e-8 {
                    assert!(!is_held, "{d} {edges:?}");
                    left += 1;
                }
            }
        }
        assert!(held > 1_000 && left > 1_000, "{held} {left}");
        let axes = [DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y, DVec3::Z, DVec3::NEG_Z];
        assert!(polar_cone(&axes, 0.0).is_empty());
        assert!(polar_cone(&axes[..4], 1e-12).is_empty(), "up and down alone");
        assert!(polar_cone(&axes[..5], 1e-12).is_empty(), "down alone");
    }
}
