//! Whether one body is inside the other in a gap of time without edge contact: one vertex of each ring decides for the whole gap.

use super::initial_configuration::StartPosition;
use super::relative_motion::RelativeMotion;
use impinge::cost::Cost;
use impinge::math::interval::{Enclosure, Point, cross, minus};
use std::cell::OnceCell;

/// Places in a gap, as shares of it, at which a vertex is looked at, until one tells.
const LOOKS: [f64; 5] = [0.5, 0.29, 0.71, 0.13, 0.87];

/// Vertices of a ring that are looked at, until one tells.
const VERTICES: usize = 3;

/// Whether one body is inside the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Containment {
    Yes,
    No,
    Unknown,
}

/// Both bodies at rest, for the other to move about.
#[derive(Debug)]
pub(super) struct RestingOutlines<'a> {
    start: &'a StartPosition<'a>,
    motion: &'a RelativeMotion<'a>,
    /// Made when they are asked for.
    resting: [OnceCell<Outline>; 2],
}

#[derive(Debug)]
struct Outline {
    edges: Vec<[Point; 2]>,
    bounds: Point,
}

impl<'a> RestingOutlines<'a> {
    pub fn new(start: &'a StartPosition<'a>, motion: &'a RelativeMotion<'a>) -> Self {
        Self { start, motion, resting: [OnceCell::new(), OnceCell::new()] }
    }

    /// Whether some ring of a body is inside the other between two times.
    pub fn inside(&self, [from, to]: [f64; 2], cost: &mut Cost) -> Containment {
        let mut answer = Containment::No;
        for body in 0..2 {
            let (polygon, edges) = (self.start.polygons[body], &self.start.edges[body]);
            let other = self.resting[1 - body].get_or_init(|| Outline::new(self.start, 1 - body));
            for ring in 0..polygon.ring_count() {
                cost.ray_casts += 1;
                let vertices = polygon.ring_range(ring);
                let mut looks = LOOKS.iter().flat_map(|share| vertices.clone().take(VERTICES).map(move |v| (share, v)));
                let found = looks.find_map(|(share, vertex)| {
                    other.holds(self.motion.seen(body, edges[vertex][0], from + (to - from) * share))
                });
                match found {
                    Some(true) => return Containment::Yes,
                    Some(false) => {}
                    None => answer = Containment::Unknown,
                }
            }
        }
        answer
    }
}

/// Whether all numbers between two are below another, and whether all are above.
fn off([p, q]: [Enclosure; 2], x: Enclosure) -> [bool; 2] {
    [p.upper.max(q.upper) < x.lower, p.lower.min(q.lower) > x.upper]
}

impl Outline {
    fn new(start: &StartPosition<'_>, body: usize) -> Self {
        let edges: Vec<[Point; 2]> =
            start.edges[body].iter().map(|ends| ends.map(|p| p.to_array().map(Enclosure::exactly))).collect();
        let starts = edges.iter().map(|[p, _]| *p);
        let bounds = starts.reduce(|all, p| [all[0].joined(p[0]), all[1].joined(p[1])]).unwrap_or([Enclosure::ZERO; 2]);
        Self { edges, bounds }
    }

    /// Whether a ray along +x crosses edges an odd number of times; `None` if rounding hides that, or the point may be on an edge.
    fn holds(&self, point: Point) -> Option<bool> {
        if (0..2).any(|k| !self.bounds[k].overlaps(point[k]) && point[k].lower <= point[k].upper) {
            return Some(false);
        }
        let mut odd = false;
        for [a, b] in &self.edges {
            let cast_ray = off([a[0], b[0]], point[0]);
            if off([a[1], b[1]], point[1]) != [false; 2] || cast_ray[0] {
                continue;
            }
            let [up_a, up_b] = [a, b].map(|p| (p[1] - point[1]).sign().map(|sign| sign > 0));
            let side = cross(minus(*b, *a), minus(point, *a)).sign()?;
            if side == 0 {
                // On the line of the edge: off the edge only if the edge is horizontal and the point lies beyond its end.
                if cast_ray[1] && a[1] == b[1] {
                    continue;
                }
                return None;
            }
            if up_a? != up_b? {
                odd ^= (side > 0) == up_b?;
            }
        }
        Some(odd)
    }
}
