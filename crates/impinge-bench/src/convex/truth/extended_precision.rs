//! Lengths and widths in sums of two doubles, rounded to one at the end.

use impinge::math::DVec3;
use impinge::math::double_double::{DoubleDouble, Vector, between, cross, dot};

/// The widest gap between A and B along a direction: positive where they are apart.
#[must_use]
pub fn gap(n: &Vector, a: &[DVec3], b: &[DVec3]) -> f64 {
    let length = dot(n, n).to_double().sqrt();
    let rough = DVec3::from_array(n.map(DoubleDouble::to_double));
    let far = nearly_farthest(a, rough);
    let near = nearly_farthest(b, -rough);
    let pairs = far.iter().flat_map(|p| near.iter().map(move |q| dot(n, &between(*q, *p)).to_double()));
    pairs.fold(f64::INFINITY, f64::min) / length
}

/// The points farthest along a direction, and all that doubles cannot tell from them.
fn nearly_farthest(points: &[DVec3], n: DVec3) -> Vec<DVec3> {
    /// Relative to the longest product: the error of a scalar product, with room.
    const ROOM: f64 = 1e-14;
    let largest = points.iter().map(|p| p.abs().max_element()).fold(0.0, f64::max);
    let far = points.iter().map(|p| n.dot(*p)).fold(f64::NEG_INFINITY, f64::max);
    let band = far - ROOM * largest * n.length();
    points.iter().copied().filter(|p| n.dot(*p) >= band).collect()
}

/// The normal of a triangle, or of the lines through two edges.
#[must_use]
pub fn normal([p, q]: [DVec3; 2], [r, s]: [DVec3; 2]) -> Vector {
    cross(&between(q, p), &between(s, r))
}

/// The opposite vector.
#[must_use]
pub fn opposite(n: &Vector) -> Vector {
    let zero = DoubleDouble::default();
    [zero - n[0], zero - n[1], zero - n[2]]
}

/// Whether every component is zero.
#[must_use]
pub fn is_zero(n: &Vector) -> bool {
    n.iter().all(|x| x.to_double() == 0.0)
}
