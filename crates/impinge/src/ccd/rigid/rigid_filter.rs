//! What doubles can tell for certain of features of which some turn: cubics over a window by their Bernstein coefficients, as for straight
//! paths. Errors are bounded in terms of how far coordinates reach and how long edges are, so that small faces far from the origin of a
//! small scene are told apart well (`docs/notes/ccd.md`).

use crate::ccd::contact::feature_pair::FeaturePair;
use crate::ccd::polynomial::bernstein::{Bernstein, Errors, MOST_HALVINGS, Piece, Rounding};

/// Errors of a determinant, in the largest w, the largest distance from the origin, and the lengths of two edges.
const CUBIC: Rounding = Rounding { first: 110.0, halving: 9.0 };

/// Errors of a vector product, in the largest w, the largest distance from the origin, and the length of an edge.
const PRODUCT: Rounding = Rounding { first: 163.0, halving: 9.0 };

/// Four points by their forms in doubles.
pub(crate) trait Forms {
    type Pair: FeaturePair;

    /// The determinant.
    fn cubic(&self) -> Bernstein<4>;

    /// The unit of its error.
    fn size(&self) -> f64;

    /// All vector products by axis, and the units of their errors by pair.
    fn products(&self) -> ([[Bernstein<4>; 4]; 3], [f64; 4]);

    /// The determinant, and its error after some halvings.
    #[inline]
    fn bounded(&self, halvings: u32) -> (Bernstein<4>, f64) {
        (self.cubic(), CUBIC.after(halvings) * self.size())
    }

    /// Whether the points meet, if doubles tell.
    #[inline]
    fn meets(&self) -> Option<bool> {
        let (cubic, error) = self.bounded(MOST_HALVINGS);
        if cubic.sign(error) != 0 {
            return Some(false);
        }
        let (products, sizes) = self.products();
        let errors = sizes.map(|size| PRODUCT.after(MOST_HALVINGS) * size);
        Piece { cubic, products }.meets::<Self::Pair>(&Errors { cubic: error, products: [errors; 3] }, MOST_HALVINGS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ccd::contact::coplanar_times::Encounter;
    use crate::ccd::contact::time_window::Window;
    use crate::ccd::polynomial::bernstein_integers::{WindowPart, number, window};
    use crate::ccd::rigid::motion_bounds::Stretch;
    use crate::ccd::rigid::motion_integers::Course;
    use crate::ccd::rigid::rigid_motion::RigidMotion;
    use crate::ccd::rigid::rigid_polynomials::{EdgeForms, VertexForms};
    use crate::ccd::rigid::rotating_points::{TurningEdges, TurningVertex};
    use crate::math::random::Random;
    use crate::math::{DQuat, DVec3};
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
        let pair = random.below(F::Pair::PAIRS.len());
        let (mut product, mut part, halvings) =
            (products[axis][pair], WindowPart::new(window), random.below(13) as u32);
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
