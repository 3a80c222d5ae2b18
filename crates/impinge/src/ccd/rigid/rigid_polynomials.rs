//! The determinants and vector products of features of which some turn, over a stretch of the motion, in doubles.

use super::motion_bounds::{Stretch, THIRD};
use super::rigid_filter::Forms;
use crate::ccd::contact::feature_pair::{EdgeEdge, VertexFace};
use crate::ccd::polynomial::bernstein::Bernstein;
use crate::math::DVec3;

/// Distances up to this, so that nothing overflows.
const LARGEST: f64 = f64::from_bits((1023 + 300) << 52);

/// Lengths from this, so that what underflows is far below the bounds.
const SMALLEST: f64 = f64::from_bits((1023 - 300) << 52);

/// A vertex and a face, as the body of the face sees them.
pub(crate) struct VertexForms<'s> {
    stretch: &'s Stretch,
    /// w times the vertex less the first corner.
    g: [DVec3; 4],
    /// The first corner less the second and the third, and the second less the third.
    sides: [DVec3; 3],
    reach: f64,
    length: f64,
}

/// An edge at rest and one that moves.
pub(crate) struct EdgeForms<'s> {
    stretch: &'s Stretch,
    /// The moving edge's first end.
    end: DVec3,
    /// The first end at rest less the second.
    back: DVec3,
    /// w times the moving edge, turned.
    along: [DVec3; 3],
    /// w times the vector product of both moving ends as seen from the first end at rest.
    side: [DVec3; 4],
    /// The moving origin less the first end at rest.
    offset: [DVec3; 2],
    reach: f64,
    /// Of the edge at rest and of the other.
    lengths: [f64; 2],
}

/// The largest distance of points and translations from the origin, if not too large.
#[inline]
fn reach(points: &[DVec3; 4], stretch: &Stretch) -> Option<f64> {
    let [a, b, c, d] = points.map(DVec3::length_squared);
    let reach = a.max(b).max(c.max(d)).max(stretch.reach_squared).sqrt();
    (reach <= LARGEST).then_some(reach)
}

/// The length of the longest edge, if not too short.
#[inline]
fn length(edges: &[DVec3]) -> Option<f64> {
    let length = edges.iter().fold(0.0, |most: f64, edge| most.max(edge.length_squared())).sqrt();
    (length >= SMALLEST).then_some(length)
}

impl<'s> VertexForms<'s> {
    /// A vertex of the moving body and a face at rest; `None` beyond what doubles hold.
    #[inline]
    pub fn vertex(points: &[DVec3; 4], stretch: &'s Stretch) -> Option<Self> {
        let [v, f, ..] = *points;
        let g = path(v, stretch.translations.map(|t| t - f), stretch);
        Self::new(points, g, stretch)
    }

    /// A vertex at rest and a face of the moving body; `None` beyond what doubles hold.
    #[inline]
    pub fn face(points: &[DVec3; 4], stretch: &'s Stretch) -> Option<Self> {
        let [v, f, ..] = *points;
        let [start, end] = stretch.translations.map(|t| v - t);
        let [p, q, r] = stretch.rotations.map(|rotation| rotation.transpose());
        let inner = [p * end + q * start * 2.0, r * start + q * end * 2.0].map(|x| x * THIRD);
        let path = [p * start, inner[0], inner[1], r * end];
        let g = std::array::from_fn(|k| path[k] - f * stretch.raised[k]);
        Self::new(points, g, stretch)
    }

    #[inline]
    fn new(points: &[DVec3; 4], g: [DVec3; 4], stretch: &'s Stretch) -> Option<Self> {
        let [_, a, b, c] = *points;
        let sides = [a - b, a - c, b - c];
        Some(Self { stretch, g, sides, reach: reach(points, stretch)?, length: length(&sides)? })
    }
}

impl Forms for VertexForms<'_> {
    type Pair = VertexFace;

    #[inline]
    fn cubic(&self) -> Bernstein<4> {
        let normal = self.sides[0].cross(self.sides[1]);
        Bernstein(self.g.map(|g| g.dot(normal)))
    }

    #[inline]
    fn size(&self) -> f64 {
        self.stretch.weight * self.reach * self.length * self.length
    }

    #[inline]
    fn products(&self) -> ([[Bernstein<4>; 4]; 3], [f64; 4]) {
        let [b, c, d] = self.sides;
        // From the second corner, and from the third.
        let [second, third] = [b, c].map(|side| std::array::from_fn(|k| self.g[k] + side * self.stretch.raised[k]));
        let products = by_axis([crossed(&second, d), crossed(&third, -c), crossed(&self.g, b), [DVec3::ZERO; 4]]);
        (products, [self.stretch.weight * self.reach * self.length; 4])
    }
}

impl<'s> EdgeForms<'s> {
    /// Two ends at rest and two that move; `None` beyond what doubles hold.
    #[inline]
    pub fn new(points: &[DVec3; 4], stretch: &'s Stretch) -> Option<Self> {
        let [a, b, c, d] = *points;
        let (back, edge) = (a - b, d - c);
        let about = c.cross(edge);
        let own = stretch.rotations.map(|rotation| rotation * about);
        let along = stretch.rotations.map(|rotation| rotation * edge);
        let [p, q] = stretch.translations.map(|t| t - a);
        let side = [
            own[0] + p.cross(along[0]),
            ((own[0] + own[1] * 2.0) + (q.cross(along[0]) + p.cross(along[1]) * 2.0)) * THIRD,
            ((own[2] + own[1] * 2.0) + (p.cross(along[2]) + q.cross(along[1]) * 2.0)) * THIRD,
            own[2] + q.cross(along[2]),
        ];
        let lengths = [length(&[back])?, length(&[edge])?];
        Some(Self { stretch, end: c, back, along, side, offset: [p, q], reach: reach(points, stretch)?, lengths })
    }
}

impl Forms for EdgeForms<'_> {
    type Pair = EdgeEdge;

    #[inline]
    fn cubic(&self) -> Bernstein<4> {
        Bernstein(self.side.map(|side| side.dot(self.back)))
    }

    #[inline]
    fn size(&self) -> f64 {
        self.stretch.weight * self.reach * self.lengths[0] * self.lengths[1]
    }

    #[inline]
    fn products(&self) -> ([[Bernstein<4>; 4]; 3], [f64; 4]) {
        let [p, q, r] = self.along;
        let along = [p, (p + q * 2.0) * THIRD, (q * 2.0 + r) * THIRD, r];
        let other = std::array::from_fn(|k| self.side[k] + self.back.cross(along[k]));
        let first = path(self.end, self.offset, self.stretch);
        let second = std::array::from_fn(|k| first[k] + along[k]);
        let products = by_axis([self.side, other, crossed(&first, self.back), crossed(&second, self.back)]);
        let [resting, moving] = self.lengths.map(|length| self.stretch.weight * self.reach * length);
        (products, [moving, moving, resting, resting])
    }
}

/// w times a point of the moving body, less one at rest, given the moving origin less that.
#[inline]
fn path(p: DVec3, [start, end]: [DVec3; 2], stretch: &Stretch) -> [DVec3; 4] {
    let [a, b, c] = stretch.rotations.map(|rotation| rotation * p);
    let [u, v, w] = stretch.weights;
    [
        a + start * u,
        ((a + b * 2.0) + (end * u + start * (v * 2.0))) * THIRD,
        ((c + b * 2.0) + (start * w + end * (v * 2.0))) * THIRD,
        c + end * w,
    ]
}

/// The vector product with a fixed vector.
#[inline]
fn crossed(g: &[DVec3; 4], v: DVec3) -> [DVec3; 4] {
    g.map(|g| g.cross(v))
}

/// Coefficients by axis and pair.
#[inline]
fn by_axis(products: [[DVec3; 4]; 4]) -> [[Bernstein<4>; 4]; 3] {
    std::array::from_fn(|axis| products.map(|product| Bernstein(product.map(|c| c[axis]))))
}
