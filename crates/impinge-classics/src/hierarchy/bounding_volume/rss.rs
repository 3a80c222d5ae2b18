//! The rectangle swept sphere: all points within a radius of a rectangle (Larsen, Gottschalk, Lin, Manocha 1999, PQP).
//!
//! Two rectangles that are apart are nearest at two edges or at a corner and something; the candidates are compared and the
//! best pair gives a direction n. The bound is the gap of the rectangles along n, taken from all their corners: valid
//! for any n, and the distance itself where the pair is the nearest. So rectangles that pass through each other, for which no
//! candidate is right, need no case of their own: along every direction they overlap.

use super::obb_fit::frame;
use super::orthonormal_frame::{PADDING, extent, longest_first, orthonormal};
use super::{BoundingVolume, OrientedFit, RelativePose};
use impinge::math::{DMat3, DVec3};
use std::f64::consts::PI;

/// All points within a radius of a rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rss {
    /// The middle of the rectangle.
    pub centre: DVec3,
    /// The directions of its two edges and its normal, orthonormal to within four units of 2^-52.
    pub axes: DMat3,
    /// Half of its edge lengths.
    pub half: [f64; 2],
    /// How far points are from it.
    pub radius: f64,
}

/// A rectangle in the frame of the test: its middle, and half of each edge as a vector.
#[derive(Clone, Copy)]
struct Rectangle {
    centre: DVec3,
    edges: [DVec3; 2],
}

impl Rectangle {
    fn corners(&self) -> [DVec3; 4] {
        let [e, f] = self.edges;
        [self.centre - e - f, self.centre + e - f, self.centre + e + f, self.centre - e + f]
    }

    /// The point nearest to `p`.
    fn nearest(&self, p: DVec3) -> DVec3 {
        let along = |e: DVec3| {
            let squared = e.length_squared();
            if squared > 0.0 { e * (e.dot(p - self.centre) / squared).clamp(-1.0, 1.0) } else { DVec3::ZERO }
        };
        self.centre + along(self.edges[0]) + along(self.edges[1])
    }

    /// The gap to another rectangle along a unit vector, negative where they overlap along it.
    fn gap(&self, other: &Self, n: DVec3) -> f64 {
        let reach = |edges: &[DVec3; 2]| n.dot(edges[0]).abs() + n.dot(edges[1]).abs();
        n.dot(other.centre - self.centre).abs() - reach(&self.edges) - reach(&other.edges)
    }

    /// The direction between the nearest points, if the rectangles are apart; of any length.
    fn between(&self, other: &Self) -> DVec3 {
        let apart = other.centre - self.centre;
        let sizes =
            [apart, self.edges[0], self.edges[1], other.edges[0], other.edges[1]].map(|v| v.abs().max_element());
        let largest = sizes.into_iter().fold(0.0, f64::max);
        if largest <= 0.0 {
            return DVec3::ZERO;
        }
        // Fourth powers of lengths occur: about the first, scaled to at most 1.
        let scaled = |centre: DVec3, r: &Self| Self { centre: centre / largest, edges: r.edges.map(|e| e / largest) };
        scaled(DVec3::ZERO, self).between_scaled(&scaled(apart, other))
    }

    fn between_scaled(&self, other: &Self) -> DVec3 {
        let (own, others) = (self.corners(), other.corners());
        let mut best = other.nearest(own[0]) - own[0];
        let mut offer = |v: DVec3| {
            if v.length_squared() < best.length_squared() {
                best = v;
            }
        };
        for i in 0..4 {
            offer(other.nearest(own[i]) - own[i]);
            offer(others[i] - self.nearest(others[i]));
            for j in 0..4 {
                offer(segments([own[i], own[(i + 1) % 4]], [others[j], others[(j + 1) % 4]]));
            }
        }
        best
    }
}

/// The vector between the nearest points of two segments, ends included (Ericson 2005, section 5.1.9).
fn segments([p, p_end]: [DVec3; 2], [q, q_end]: [DVec3; 2]) -> DVec3 {
    let (d, e, r) = (p_end - p, q_end - q, p - q);
    let (dd, ee, de) = (d.length_squared(), e.length_squared(), d.dot(e));
    let (dr, er) = (d.dot(r), e.dot(r));
    let ratio = |x: f64, y: f64| if y > 0.0 { (x / y).clamp(0.0, 1.0) } else { 0.0 };
    let s = ratio(de * er - dr * ee, dd * ee - de * de);
    let t = ratio(de * s + er, ee);
    // The nearest to where t was put.
    let s = ratio(de * t - dr, dd);
    (q + e * t) - (p + d * s)
}

impl Rss {
    /// A rectangle along axes that are nearly orthonormal, with what points are away from it; about the origin for none.
    #[must_use]
    pub fn along(axes: DMat3, points: &[DVec3]) -> Self {
        let axes = orthonormal(axes);
        let Some(&origin) = points.first() else {
            return Self { centre: DVec3::ZERO, axes, half: [0.0; 2], radius: 0.0 };
        };
        let [low, high] = extent(points, axes, origin);
        let (middle, thick) = ((low + high) * 0.5, (high.z - low.z) * 0.5);
        // A point off the middle plane by z is held by an edge of the rectangle up to √(r² - z²) away.
        let mut range = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
        for p in points {
            let x = axes.transpose() * (*p - origin);
            let reach = (thick * thick - (x.z - middle.z).powi(2)).max(0.0).sqrt();
            for (k, [from, to]) in range.iter_mut().enumerate() {
                *from = from.min(x[k] + reach);
                *to = to.max(x[k] - reach);
            }
        }
        let middles = range.map(|[from, to]| (from + to) * 0.5);
        let half = range.map(|[from, to]| ((to - from) * 0.5).max(0.0));
        let centre = origin + axes * DVec3::new(middles[0], middles[1], middle.z);
        let mut swept = Self { centre, axes, half, radius: 0.0 };
        let farthest = points.iter().fold(0.0, |r: f64, p| r.max(swept.beyond_rectangle(*p)));
        swept.radius = farthest + PADDING * (farthest + half[0] + half[1]);
        swept
    }

    /// How far a point is from the rectangle, rounded.
    fn beyond_rectangle(&self, p: DVec3) -> f64 {
        let x = self.axes.transpose() * (p - self.centre);
        let beyond = DVec3::new((x.x.abs() - self.half[0]).max(0.0), (x.y.abs() - self.half[1]).max(0.0), x.z);
        beyond.length()
    }

    fn rectangle(&self) -> Rectangle {
        Rectangle { centre: self.centre, edges: [self.axes.x_axis * self.half[0], self.axes.y_axis * self.half[1]] }
    }

    /// The rectangle of a volume of the second body, in the frame of the first.
    fn rectangle_at(&self, relative: &RelativePose) -> Rectangle {
        let Rectangle { centre, edges } = self.rectangle();
        Rectangle { centre: relative.roughly(centre), edges: edges.map(|e| relative.rotation * e) }
    }
}

impl BoundingVolume for Rss {
    type Tests = RelativePose;

    fn around(points: &[DVec3], fit: OrientedFit) -> Self {
        Self::along(frame(points, fit), points)
    }

    fn tests(relative: &RelativePose) -> RelativePose {
        *relative
    }

    fn overlap(&self, other: &Self, relative: &RelativePose) -> bool {
        let (own, others) = (self.rectangle(), other.rectangle_at(relative));
        let reach = self.radius + other.radius * relative.stretch + relative.slack();
        let apart = |n: DVec3| own.gap(&others, n.normalize_or_zero()) > reach;
        // Three directions that cost little, then the one that decides.
        let cheap = [others.centre - own.centre, self.axes.z_axis, relative.rotation * other.axes.z_axis];
        !cheap.into_iter().any(apart) && !apart(own.between(&others))
    }

    fn distance_bound(&self, other: &Self, relative: &RelativePose) -> f64 {
        let (own, others) = (self.rectangle(), other.rectangle_at(relative));
        let gap = own.gap(&others, own.between(&others).normalize_or_zero());
        relative.shortened(gap - self.radius - other.radius * relative.stretch)
    }

    fn carried(&self, relative: &RelativePose) -> Self {
        let turned = relative.rotation * self.axes;
        let axes = orthonormal(turned);
        let off = (axes.transpose() * turned).abs() * DVec3::new(self.half[0], self.half[1], 0.0);
        let radius = self.radius * relative.stretch + off.z + relative.slack();
        let radius = radius + PADDING * (off.element_sum() + radius);
        Self { centre: relative.roughly(self.centre), axes, half: [off.x, off.y], radius }
    }

    /// Along its three axes.
    fn may_meet(&self, triangle: &[DVec3; 3], margin: f64) -> bool {
        let [low, high] = extent(triangle, self.axes, self.centre);
        let reach = DVec3::new(self.half[0], self.half[1], 0.0) + DVec3::splat(self.radius + 2.0 * margin);
        low.cmple(reach).all() && high.cmpge(-reach).all()
    }

    fn axes(&self) -> Vec<DVec3> {
        longest_first(self.axes, DVec3::new(self.half[0], self.half[1], 0.0))
    }

    fn centre(&self) -> DVec3 {
        self.centre
    }

    fn half_diagonal(&self) -> f64 {
        self.half[0].hypot(self.half[1]) + self.radius
    }

    fn area(&self) -> f64 {
        let ([h, w], r) = (self.half, self.radius);
        8.0 * h * w + 4.0 * PI * r * (h + w) + 4.0 * PI * r * r
    }

    fn volume(&self) -> f64 {
        let ([h, w], r) = (self.half, self.radius);
        8.0 * h * w * r + 2.0 * PI * r * r * (h + w) + 4.0 / 3.0 * PI * r * r * r
    }
}
