//! What doubles can tell for certain of features of which some turn: cubics over a window by their Bernstein coefficients, as for straight
//! paths. Errors are bounded in terms of how far coordinates reach and how long edges are, so that small faces far from the origin of a
//! small scene are told apart well (`docs/notes/ccd.md`).

use super::bernstein::{Bernstein, Errors, MOST_HALVINGS, Piece, Rounding};
use super::kind::{EdgeEdge, Kind, VertexFace};
use super::stretch::{Stretch, THIRD};
use crate::math::DVec3;

/// Errors of a determinant, in the largest w, the largest distance from the origin, and the lengths of two edges.
pub(super) const CUBIC: Rounding = Rounding { first: 110.0, halving: 9.0 };

/// Errors of a vector product, in the largest w, the largest distance from the origin, and the length of an edge.
pub(super) const PRODUCT: Rounding = Rounding { first: 163.0, halving: 9.0 };

/// Distances up to this, so that nothing overflows.
const LARGEST: f64 = f64::from_bits((1023 + 300) << 52);

/// Lengths from this, so that what underflows is far below the bounds.
const SMALLEST: f64 = f64::from_bits((1023 - 300) << 52);

/// Four points by their forms in doubles.
pub(super) trait Forms {
    type Kind: Kind;

    /// The determinant.
    fn cubic(&self) -> Bernstein<4>;

    /// The unit of its error.
    fn size(&self) -> f64;

    /// All vector products by axis, and the units of their errors by pair.
    fn products(&self) -> ([[Bernstein<4>; 4]; 3], [f64; 4]);

    /// Whether the points meet, if doubles tell.
    #[inline]
    fn meets(&self) -> Option<bool> {
        let (cubic, error) = (self.cubic(), CUBIC.after(MOST_HALVINGS) * self.size());
        if cubic.sign(error) != 0 {
            return Some(false);
        }
        let (products, sizes) = self.products();
        let errors = sizes.map(|size| PRODUCT.after(MOST_HALVINGS) * size);
        Piece { cubic, products }.meets::<Self::Kind>(&Errors { cubic: error, products: [errors; 3] }, MOST_HALVINGS)
    }
}

/// A vertex and a face, as the body of the face sees them.
pub(super) struct VertexForms<'s> {
    stretch: &'s Stretch,
    /// w times the vertex less the first corner.
    g: [DVec3; 4],
    /// The first corner less the second and the third, and the second less the third.
    sides: [DVec3; 3],
    reach: f64,
    length: f64,
}

/// An edge at rest and one that moves.
pub(super) struct EdgeForms<'s> {
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
    type Kind = VertexFace;

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
    type Kind = EdgeEdge;

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

#[cfg(test)]
mod tests {
    use super::super::blossom::{Part, number, window};
    use super::super::course::Course;
    use super::super::encounter::Encounter;
    use super::super::rigid_motion::RigidMotion;
    use super::super::turning::{TurningEdges, TurningVertex};
    use super::super::window::Window;
    use super::*;
    use crate::math::DQuat;
    use crate::math::random::Random;
    use dashu_int::IBig;

    /// How far below the bounds the largest error seen may be: a proof adds up what chance seldom does.
    const SLACK: f64 = 100.0;

    /// Random points and motions on a grid of 2^-60, quaternions with a largest component from 1 to 2.
    fn case(random: &mut Random) -> ([DVec3; 4], RigidMotion) {
        let odd = 2f64.powi(-60);
        let mut place = || DVec3::new(number(random), number(random), number(random));
        let mut points = [0; 4].map(|_| place());
        // Edges of all lengths, at all distances from the origin.
        let (near, far) = (place(), place());
        for k in 1..4 {
            let place = points[k - 1] + (points[k] - points[k - 1]) * 2f64.powi(-(random.below(6) as i32));
            points[k] = (place / odd).round() * odd;
        }
        points[0].x = odd + 2f64.powi(-9);
        let mut turn = || DQuat::from_xyzw(number(random), number(random), number(random), number(random));
        let (mut from, to) = (turn(), turn());
        from.w = 1.0 + from.w.abs() * 0.5;
        from.x = odd + 2f64.powi(-9);
        (points, RigidMotion::try_new([from, to], [near, far]).unwrap())
    }

    /// The largest errors of determinant and products in their bounds.
    fn errors<F: Forms>(
        forms: &F,
        exact: &impl Encounter<Coefficient = IBig>,
        window: Window,
        random: &mut Random,
    ) -> [f64; 2] {
        let (mut cubic, (products, sizes), axis) = (forms.cubic(), forms.products(), random.below(3));
        let pair = random.below(F::Kind::PAIRS.len());
        let (mut product, mut part, halvings) = (products[axis][pair], Part::new(window), random.below(13) as u32);
        for _ in 0..halvings {
            let half = random.below(2);
            part = part.half(half);
            (cubic, product) = (cubic.halves()[half], product.halves()[half]);
        }
        // Three lengths, or two, and two components of a quaternion.
        let seen = [
            part.error(&exact.determinant(), 300, &cubic.0) / (CUBIC.after(halvings) * forms.size()),
            part.error(exact.product(pair, axis).as_ref(), 240, &product.0) / (PRODUCT.after(halvings) * sizes[pair]),
        ];
        assert!(seen.iter().all(|share| *share <= 1.0), "{seen:?}");
        seen
    }

    /// No error is above its bound, and the largest seen is not far below: a bound that is cut by more fails here.
    #[test]
    fn errors_are_as_bounded() {
        let (mut random, mut worst) = (Random(47), [[0.0_f64; 2]; 3]);
        for _ in 0..2_000 {
            let ((points, motion), window) = (case(&mut random), window(&mut random));
            let (course, stretch) = (Course::new(&motion), Stretch::new(&motion, window));
            let seen = [
                errors(
                    &VertexForms::vertex(&points, &stretch).unwrap(),
                    &TurningVertex::vertex(&points, &course),
                    window,
                    &mut random,
                ),
                errors(
                    &VertexForms::face(&points, &stretch).unwrap(),
                    &TurningVertex::face(&points, &course),
                    window,
                    &mut random,
                ),
                errors(
                    &EdgeForms::new(&points, &stretch).unwrap(),
                    &TurningEdges::new(&points, &course),
                    window,
                    &mut random,
                ),
            ];
            for (worst, seen) in worst.as_flattened_mut().iter_mut().zip(seen.as_flattened()) {
                *worst = worst.max(*seen);
            }
        }
        assert!(worst.as_flattened().iter().all(|share| share * SLACK > 1.0), "{worst:?}");
    }
}
