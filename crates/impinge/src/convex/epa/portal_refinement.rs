//! Where a ray from the origin leaves a difference, in double-doubles: three farthest points whose triangle the ray goes through, moved
//! outward until nothing is beyond it (Snethen 2008, "XenoCollide", here with the bounds that make it an answer).
//!
//! Seen along the ray, extents of directions (u, 1) are a convex function of u in the plane, and each farthest point is a line below it. Three
//! lines with the origin between their slopes have a lowest common point; one more farthest point there replaces one of them and
//! raises it. This is the simplex method on the dual, so the height rises to where the ray leaves.

use crate::convex::minkowski_difference::Difference;
use crate::math::DVec3;
use crate::math::double_double::{DoubleDouble, Vector, cross, dot};
use crate::shape::Support;

/// Bound on the rounding of an extent or a point, in units of the size: 2^-94, some four hundred roundings of double-doubles.
pub(in crate::convex) const FINE: f64 = f64::from_bits((1023 - 94) << 52);

/// Farthest points after which a portal stays as it is.
const MOST_LOOKS: u32 = 160;

/// Slopes of the directions that a portal is looked for in, the narrowest first.
pub(in crate::convex) const SLOPES: [f64; 4] = [1.0 / 1024.0, 1.0 / 32.0, 1.0, 32.0];

/// Directions looked at around the ray.
pub(in crate::convex) const ROUND: usize = 8;

/// A difference seen along a ray, in units of its size.
pub(in crate::convex) struct Sight<'a, F: ?Sized, S: ?Sized> {
    difference: &'a Difference<'a, F, S>,
    pub unit: DoubleDouble,
    /// Of length 1, the last one along the ray.
    pub axes: [Vector; 3],
}

/// A farthest point along (u, 1), seen along a ray.
#[derive(Clone, Copy, Debug)]
pub(in crate::convex) struct Cut {
    /// Across, across and along the ray.
    pub point: Vector,
    /// The points that it is the difference of, in the frame.
    pub of: [Vector; 2],
}

/// Three cuts that a ray goes between.
#[derive(Clone, Copy, Debug)]
pub(in crate::convex) struct Portal {
    pub cuts: [Cut; 3],
    /// The normal of the portal is (u, 1).
    pub slope: [DoubleDouble; 2],
    /// How far the difference reaches along (u, 1).
    pub extent: DoubleDouble,
}

/// A vector of length 1; `None` for zero.
pub(in crate::convex) fn normalised(v: &Vector) -> Option<Vector> {
    let length = dot(v, v).sqrt();
    (length.to_double() > 0.0).then(|| v.map(|x| x.over(length)))
}

/// Twice the area of a triangle seen along the ray.
fn area(a: &Cut, b: &Cut, c: &Cut) -> DoubleDouble {
    let edge = |p: &Cut| [p.point[0] - a.point[0], p.point[1] - a.point[1]];
    let ([x, y], [z, w]) = (edge(b), edge(c));
    x * w - y * z
}

/// Twice the area of the triangle of the ray and two points seen along it.
fn turn(a: &Cut, b: &Cut) -> DoubleDouble {
    a.point[0] * b.point[1] - a.point[1] * b.point[0]
}

impl Cut {
    /// The cut's line at u.
    pub fn at(&self, u: &[DoubleDouble; 2]) -> DoubleDouble {
        self.point[0] * u[0] + self.point[1] * u[1] + self.point[2]
    }
}

impl Portal {
    /// The weights of the cuts at the ray, none negative.
    pub fn weights(&self) -> [DoubleDouble; 3] {
        let [a, b, c] = &self.cuts;
        let nothing = DoubleDouble::default();
        let parts = [turn(b, c), turn(c, a), turn(a, b)].map(|w| if w > nothing { w } else { nothing });
        let whole = parts[0] + parts[1] + parts[2];
        parts.map(|w| w.over(whole))
    }

    /// A point of the difference on the ray, up to rounding: seen along it, how far it is off the ray and how high.
    pub fn foot(&self) -> (f64, DoubleDouble) {
        let weights = self.weights();
        let sum = |k: usize| (0..3).fold(DoubleDouble::default(), |s, i| s + weights[i] * self.cuts[i].point[k]);
        (sum(0).to_double().hypot(sum(1).to_double()), sum(2))
    }

    /// The points of the cores whose difference the foot is.
    pub fn points(&self) -> [DVec3; 2] {
        let weights = self.weights();
        [0, 1].map(|side| {
            let sum = |k: usize| (0..3).fold(DoubleDouble::default(), |s, i| s + weights[i] * self.cuts[i].of[side][k]);
            DVec3::from_array([0, 1, 2].map(|k| sum(k).to_double()))
        })
    }
}

impl<'a, F: Support + ?Sized, S: Support + ?Sized> Sight<'a, F, S> {
    /// The difference seen along a direction; `None` if it has no length.
    pub fn along(difference: &'a Difference<'a, F, S>, ray: &Vector) -> Option<Self> {
        let unit = 1.0 / crate::math::power_of_two_above(difference.size());
        let ray = normalised(ray)?;
        let rough = DVec3::from_array(ray.map(DoubleDouble::to_double)).any_orthonormal_vector();
        let first = normalised(&cross(&ray, &rough.to_array().map(DoubleDouble::from)))?;
        let axes = [first, cross(&ray, &first), ray];
        unit.is_normal().then_some(Self { difference, unit: unit.into(), axes })
    }

    /// A direction in the frame of the difference.
    pub fn direction(&self, [u, v]: [DoubleDouble; 2]) -> Vector {
        let [e, f, n] = &self.axes;
        std::array::from_fn(|k| e[k] * u + f[k] * v + n[k])
    }

    /// The farthest point along (u, 1); `None` where a shape knows doubles only.
    pub fn look(&self, u: [DoubleDouble; 2]) -> Option<Cut> {
        let direction = self.direction(u);
        let of = self.difference.fine_support(&direction)?;
        let point: Vector = std::array::from_fn(|k| (of[0][k] - of[1][k]) * self.unit);
        Some(Cut { point: self.axes.each_ref().map(|axis| dot(axis, &point)), of })
    }

    /// The portal of the ray, first looked for at a slope, with height and extent brought as close as said, relative to the height; `None`
    /// where there is none among the directions that are looked at.
    pub fn portal(&self, slope: f64, close: f64) -> Option<Portal> {
        let slopes = std::iter::once(slope).chain(SLOPES.into_iter().filter(|s| *s > slope));
        let mut cuts = slopes.into_iter().find_map(|slope| self.around(slope))?;
        let mut portal = None;
        for _ in 0..MOST_LOOKS {
            let Some((slope, height)) = lowest(&cuts) else { break };
            let next = self.look(slope)?;
            let extent = next.at(&slope);
            portal = Some(Portal { cuts, slope, extent });
            let gain = (extent - height).to_double();
            let [a, b, c] = cuts;
            let triangles = [[a, b, next], [b, c, next], [c, a, next]];
            let nothing = DoubleDouble::default();
            let through = triangles.into_iter().find(|[p, q, r]| {
                turn(p, q) >= nothing && turn(q, r) >= nothing && turn(r, p) >= nothing && area(p, q, r) > nothing
            });
            match through {
                Some(smaller) if gain > close * height.to_double().abs() + FINE => cuts = smaller,
                _ => break,
            }
        }
        portal
    }

    /// Three farthest points of a cone of directions around the ray that it goes between, counter-clockwise.
    fn around(&self, slope: f64) -> Option<[Cut; 3]> {
        let mut cuts = [self.look(corner(slope, 0))?; ROUND];
        for (k, cut) in cuts.iter_mut().enumerate() {
            *cut = self.look(corner(slope, k))?;
        }
        let nothing = DoubleDouble::default();
        let triples = (0..ROUND).flat_map(|i| (i + 1..ROUND).flat_map(move |j| (j + 1..ROUND).map(move |k| [i, j, k])));
        let turns = |[i, j, k]: [usize; 3]| {
            let [a, b, c] = [&cuts[i], &cuts[j], &cuts[k]];
            let around = turn(a, b) >= nothing && turn(b, c) >= nothing && turn(c, a) >= nothing;
            (around && area(a, b, c) > nothing).then_some((area(a, b, c), [*a, *b, *c]))
        };
        // The widest one, farthest from being a line.
        triples
            .filter_map(turns)
            .reduce(|best, other| if other.0 > best.0 { other } else { best })
            .map(|(_, cuts)| cuts)
    }
}

/// The direction of a place around a ray, on a circle of some slope.
pub(in crate::convex) fn corner(slope: f64, k: usize) -> [DoubleDouble; 2] {
    let (sine, cosine) = (std::f64::consts::TAU * k as f64 / ROUND as f64).sin_cos();
    [slope * cosine, slope * sine].map(DoubleDouble::from)
}

/// Where the lines of three cuts are equal, and how high.
fn lowest([a, b, c]: &[Cut; 3]) -> Option<([DoubleDouble; 2], DoubleDouble)> {
    let area = area(a, b, c);
    let edge = |p: &Cut| -> Vector { std::array::from_fn(|k| p.point[k] - a.point[k]) };
    let (p, q) = (edge(b), edge(c));
    let slope = [(q[2] * p[1] - p[2] * q[1]).over(area), (q[0] * p[2] - p[0] * q[2]).over(area)];
    let is_finite = slope.iter().all(|x| x.to_double().is_finite());
    (area.to_double() > 0.0 && is_finite).then(|| (slope, a.at(&slope)))
}
