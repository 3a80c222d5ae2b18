//! The sphere of normals: each face of a hull is a point on it, each edge an arc, and the faces of the difference of two hulls
//! are the points of both and the crossings of their arcs. Doubles tell, with room for their rounding, which may be widest.

use super::hulls::{Edge, Solid};
use super::projection_gap::farthest;
use impinge::math::DVec3;

/// What rounding may hide, relative to the size of the bodies, and how far arcs may miss each other and still be looked at.
const GRAZE: f64 = 1e-10;

/// The normals of two hulls, those of the second turned round, with the gap along each.
pub struct Sphere<'a> {
    solids: [&'a Solid; 2],
    normals: [Vec<(DVec3, f64)>; 2],
    size: f64,
}

/// An arc of unit normals between the two sides of an edge.
struct Arc<'a> {
    edge: &'a Edge,
    ends: [DVec3; 2],
    along: DVec3,
    point: DVec3,
}

impl<'a> Sphere<'a> {
    /// The normals of two hulls whose surfaces are known.
    #[must_use]
    pub fn of(a: &'a Solid, b: &'a Solid) -> Self {
        let gap = |n: DVec3| n.dot(farthest(&b.points, -n) - farthest(&a.points, n));
        let normals = |solid: &Solid, sign: f64| {
            let normal = |t: &[u32; 3]| {
                let [p, q, r] = t.map(|k| solid.points[k as usize]);
                let n = sign * (q - p).cross(r - p).normalize_or_zero();
                (n, if n == DVec3::ZERO { f64::NEG_INFINITY } else { gap(n) })
            };
            solid.triangles.iter().map(normal).collect()
        };
        let reach = |points: &[DVec3]| points.iter().map(|p| p.length()).fold(0.0, f64::max);
        Self { solids: [a, b], normals: [normals(a, 1.0), normals(b, -1.0)], size: reach(&a.points) + reach(&b.points) }
    }

    /// For each hull the triangles along whose normals the gap may be the widest of all normals.
    #[must_use]
    pub fn widest_faces(&self) -> [Vec<u32>; 2] {
        let widest = self.normals.iter().flatten().map(|(_, gap)| *gap).fold(f64::NEG_INFINITY, f64::max);
        let wide = |normals: &Vec<(DVec3, f64)>| {
            let all = (0_u32..).zip(normals);
            all.filter(|(_, (_, gap))| *gap >= widest - GRAZE * self.size).map(|(k, _)| k).collect()
        };
        [wide(&self.normals[0]), wide(&self.normals[1])]
    }

    /// Shows every pair of edges whose arcs cross and whose gap could be wider than the widest known, which the visit gives back.
    pub fn crossings(&self, mut widest: f64, mut visit: impl FnMut(&Edge, &Edge) -> f64) {
        let [first, second] = [0, 1].map(|side| self.arcs(side, widest));
        let mut found: Vec<(f64, &Edge, &Edge)> = Vec::new();
        for p in &first {
            for q in &second {
                // The gap of these two edges alone: that of the bodies is no wider.
                let gap = p.crossing(q).map(|n| n.dot(q.point - p.point));
                found.extend(gap.filter(|gap| *gap >= widest - GRAZE * self.size).map(|gap| (gap, p.edge, q.edge)));
            }
        }
        found.sort_by(|p, q| q.0.total_cmp(&p.0));
        for (gap, p, q) in found {
            if gap < widest - GRAZE * self.size {
                break;
            }
            widest = visit(p, q);
        }
    }

    /// The arcs of a hull that could show a gap as wide as the widest known.
    ///
    /// Along a normal that changes by `d` a gap changes by at most `d` times the largest difference of points.
    fn arcs(&self, side: usize, widest: f64) -> Vec<Arc<'a>> {
        let solid = self.solids[side];
        let arc = |edge: &'a Edge| {
            let sides = edge.sides?.map(|triangle| self.normals[side][triangle as usize]);
            let length = sides[0].0.distance(sides[1].0) * std::f64::consts::FRAC_PI_2;
            let could = sides.iter().all(|(_, gap)| gap + length * self.size >= widest - GRAZE * self.size);
            let [p, q] = edge.ends.map(|k| solid.points[k as usize]);
            could.then(|| Arc { edge, ends: sides.map(|side| side.0), along: (q - p).normalize_or_zero(), point: p })
        };
        solid.edges.iter().filter_map(arc).collect()
    }
}

impl Arc<'_> {
    /// Where two arcs cross, or nearly: the ends of each lie on both sides of the plane across the other's edge, and the normal
    /// of both edges is on the same side of the sphere as either.
    fn crossing(&self, other: &Self) -> Option<DVec3> {
        let [c, d] = other.ends.map(|n| n.dot(self.along));
        let [a, b] = self.ends.map(|n| n.dot(other.along));
        if c * d > GRAZE || a * b > GRAZE {
            return None;
        }
        let n = self.along.cross(other.along).try_normalize()?;
        let n = if n.dot(self.ends[0] + self.ends[1]) < 0.0 { -n } else { n };
        (n.dot(other.ends[0] + other.ends[1]) > -GRAZE).then_some(n)
    }
}
