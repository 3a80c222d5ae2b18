//! Points of surfaces, so close that no point of the surface is farther than a spacing from one of them.
//!
//! A triangle whose longest edge is cut into `k` parts, with the others likewise, falls into triangles whose longest edge is `e = longest / k`. In a triangle no point is farther than
//! `e / √3` from the nearest corner: the farthest is the circumcentre, at `e / (2 sin α)` with the largest angle `α ≥ 60°`, or, if that is outside, on the longest edge, at `e / 2` at most.

use impinge::math::predicates::Triangle;
use impinge::math::{DVec3, SMALLEST_COORDINATE, in_exact_range};
use std::cmp::Ordering;

/// Room for rounding of lengths, of corners and of their sums, relative to the largest coordinate: 64 units in the last place.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Most samples of one surface.
const MOST_SAMPLES: f64 = (1_u64 << 28) as f64;

/// Points of a surface, and how far its points are at most from the nearest of them.
#[derive(Clone, Debug, PartialEq)]
pub struct SurfaceSamples {
    /// On the surface, but for rounding by some units in the last place of the coordinates; no two are equal, sorted by x, y, z.
    pub points: Vec<DVec3>,
    /// Every point of the surface is within this of a sample, rounding included.
    pub spacing: f64,
}

/// Why a surface was not sampled.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SamplingError {
    /// A corner is not finite, or outside the exact range.
    #[error(
        "triangle {triangle} has a corner that is not finite or outside the exact range (0, or 2^-300 to 2^300 in magnitude)"
    )]
    Corner {
        /// Which triangle.
        triangle: usize,
    },
    /// The spacing is not positive and finite.
    #[error("the spacing is {0}, but has to be positive and finite")]
    Spacing(f64),
    /// So small a spacing takes too many samples.
    #[error("a spacing of {spacing} takes some {samples:e} samples, which is more than 2^28")]
    TooMany {
        /// The spacing.
        spacing: f64,
        /// The samples it would take.
        samples: f64,
    },
}

/// Points of triangles at a spacing: of meshes, open or closed, of soups, or of any other faces.
///
/// # Errors
/// A corner outside the exact range, or a spacing that is not positive and finite, or asks for too many samples.
pub fn sample(triangles: impl IntoIterator<Item = Triangle>, spacing: f64) -> Result<SurfaceSamples, SamplingError> {
    if !(spacing > 0.0 && spacing.is_finite()) {
        return Err(SamplingError::Spacing(spacing));
    }
    let (mut points, mut largest) = (Vec::new(), 0.0_f64);
    for (triangle, mut corners) in triangles.into_iter().enumerate() {
        if !corners.iter().all(|corner| corner.to_array().into_iter().all(in_exact_range)) {
            return Err(SamplingError::Corner { triangle });
        }
        corners.sort_unstable_by(in_order); // so that both faces of an edge give the same points there
        largest = corners.iter().fold(largest, |largest, corner| largest.max(corner.abs().max_element()));
        let longest = (0..3).map(|k| corners[k].distance(corners[(k + 1) % 3])).fold(0.0, f64::max);
        let parts = (longest / (3f64.sqrt() * spacing) * (1.0 + ROUNDING)).ceil().max(1.0);
        let samples = points.len() as f64 + 0.5 * (parts + 1.0) * (parts + 2.0);
        if samples > MOST_SAMPLES {
            return Err(SamplingError::TooMany { spacing, samples });
        }
        let parts = parts as u32;
        let weights = (0..=parts).flat_map(|i| (0..=parts - i).map(move |j| [i, j, parts - i - j]));
        points.extend(weights.map(|weights| weigh(&corners, weights, parts)));
    }
    points.sort_unstable_by(in_order);
    points.dedup();
    Ok(SurfaceSamples { points, spacing: spacing * (1.0 + ROUNDING) + ROUNDING * largest + SMALLEST_COORDINATE * 4.0 })
}

/// By x, then y, then z.
fn in_order(a: &DVec3, b: &DVec3) -> Ordering {
    a.to_array().partial_cmp(&b.to_array()).unwrap_or(Ordering::Equal)
}

/// The point of a triangle with these weights, of which the sum is given; corners are exact.
fn weigh(corners: &Triangle, weights: [u32; 3], sum: u32) -> DVec3 {
    if let Some(corner) = weights.iter().position(|weight| *weight == sum) {
        return corners[corner];
    }
    let [u, v, w] = weights.map(|weight| f64::from(weight) / f64::from(sum));
    let point = corners[0] * u + corners[1] * v + corners[2] * w;
    // What falls below the exact range is zero but for rounding.
    point.to_array().map(|x| if in_exact_range(x) { x } else { 0.0 }).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn every_point_of_a_surface_is_near_a_sample() {
        let mut random = Random(8);
        let mut closest = 0.0_f64;
        for turn in 0..60 {
            let offset = [0.0, 1e6][turn % 2];
            let flat = if turn % 5 == 0 { 0.0 } else { 1.0 };
            let triangle = [0, 1, 2].map(|_| random.vector() * DVec3::new(1.0, flat, flat) + DVec3::splat(offset));
            let spacing = 0.05 + 0.2 * random.number().abs();
            let samples = sample([triangle], spacing).unwrap();
            assert!(triangle.iter().all(|corner| samples.points.contains(corner)), "corners are samples");
            assert!(samples.spacing <= spacing * 1.001);
            for _ in 0..100 {
                let (u, v) = (random.number().abs(), random.number().abs());
                let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
                let at = triangle[0] + (triangle[1] - triangle[0]) * u + (triangle[2] - triangle[0]) * v;
                let nearest = samples.points.iter().map(|p| p.distance(at)).fold(f64::INFINITY, f64::min);
                assert!(nearest <= samples.spacing, "{nearest} of {spacing}");
                closest = closest.max(nearest / spacing);
            }
        }
        assert!(closest > 0.6, "the spacing is used: {closest}");
    }

    #[test]
    fn faces_of_one_edge_share_its_samples() {
        let [a, b] = [DVec3::ZERO, DVec3::new(0.7, 0.1, 0.3)];
        let [c, d] = [DVec3::new(-0.1, 0.7, 0.0), DVec3::new(-0.1, 0.7, 0.0) * -1.0 + b];
        let one = sample([[a, b, c]], 0.1).unwrap().points.len();
        let two = sample([[b, a, d]], 0.1).unwrap().points.len();
        let both = sample([[a, b, c], [b, a, d]], 0.1).unwrap().points.len();
        assert!(both + 5 < one + two && sample([[a, b, c], [c, b, a]], 0.1).unwrap().points.len() == one);
    }

    #[test]
    fn what_cannot_be_sampled_is_refused() {
        let triangle = [DVec3::ZERO, DVec3::X, DVec3::Y];
        assert_eq!(sample([triangle], 0.0), Err(SamplingError::Spacing(0.0)));
        assert!(matches!(sample([triangle], f64::NAN), Err(SamplingError::Spacing(_))));
        assert!(matches!(sample([triangle], 1e-9), Err(SamplingError::TooMany { .. })));
        assert_eq!(sample([triangle, [DVec3::NAN; 3]], 1.0), Err(SamplingError::Corner { triangle: 1 }));
        assert_eq!(sample([[DVec3::X; 3]], 1e-9).unwrap().points, [DVec3::X]);
    }
}
