//! Eigenvectors of symmetric 3×3 matrices by cyclic Jacobi rotations (Golub and Van Loan 1996, section 8.4).
//!
//! The vectors are products of rotations, so they are orthonormal to a few units in the last place whatever the matrix; that
//! is what frames of boxes need. Five to eight sweeps of three rotations, two or three where a rough direction will do; the
//! number of sweeps is limited.
//!
//! Not part of the public interface: shared with the sibling crates of this workspace.

use super::{DMat3, DVec3};

/// Sweeps after which even matrices with entries of very different size are diagonal to the last bit.
const SWEEPS: usize = 24;

/// Eigenvectors of a symmetric matrix as the columns of a rotation, by falling eigenvalue, and the eigenvalues.
///
/// It ends where no entry off the diagonal is larger than the tolerance, relative to the largest entry of the matrix; zero asks
/// for all that doubles can hold. Only the upper half is read. What is not finite, or has no normal entry, gets the axes of
/// coordinates, and zeros.
pub fn eigenvectors(matrix: DMat3, tolerance: f64) -> (DMat3, DVec3) {
    let largest = matrix.to_cols_array().iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    if !(largest.is_normal() && matrix.is_finite()) {
        return (DMat3::IDENTITY, DVec3::ZERO);
    }
    let scale = 1.0 / largest;
    let m = |row: usize, column: usize| matrix.col(column)[row] * scale;
    let mut a = [[m(0, 0), m(0, 1), m(0, 2)], [m(0, 1), m(1, 1), m(1, 2)], [m(0, 2), m(1, 2), m(2, 2)]];
    let mut vectors = DVec3::AXES;
    let small = tolerance.max(f64::MIN_POSITIVE);
    for _ in 0..SWEEPS {
        if [a[0][1], a[0][2], a[1][2]].iter().all(|x| x.abs() <= small) {
            break;
        }
        rotate::<0, 1>(&mut a, &mut vectors, small);
        rotate::<0, 2>(&mut a, &mut vectors, small);
        rotate::<1, 2>(&mut a, &mut vectors, small);
    }
    let mut order = [0, 1, 2];
    for [i, j] in [[0, 1], [1, 2], [0, 1]] {
        if a[order[i]][order[i]] < a[order[j]][order[j]] {
            order.swap(i, j);
        }
    }
    let [first, second, third] = order.map(|k| vectors[k]);
    // A permutation may mirror: the third is the one that makes a rotation.
    let third = if first.cross(second).dot(third) < 0.0 { -third } else { third };
    let values = DVec3::from_array(order.map(|k| a[k][k] * largest));
    (DMat3::from_cols(first, second, third), values)
}

/// One rotation in the plane of `P` and `Q` that makes their entry zero, unless it is small.
///
/// With θ = (a_qq - a_pp) / 2 a_pq, the tangent of the angle is the smaller root of t² + 2 θ t - 1: at most 1, so that no axis
/// vanishes. Where θ or its square overflows the angle is too small for doubles, and the root comes out as zero.
#[inline(always)]
fn rotate<const P: usize, const Q: usize>(a: &mut [[f64; 3]; 3], vectors: &mut [DVec3; 3], small: f64) {
    let entry = a[P][Q];
    if entry.abs() <= small {
        return;
    }
    let theta = (a[Q][Q] - a[P][P]) / (2.0 * entry);
    let t = 1f64.copysign(theta) / (theta.abs() + (theta * theta + 1.0).sqrt());
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    let r = 3 - P - Q;
    a[P][P] -= t * entry;
    a[Q][Q] += t * entry;
    (a[P][Q], a[Q][P]) = (0.0, 0.0);
    let (with_p, with_q) = (a[r][P], a[r][Q]);
    (a[r][P], a[r][Q]) = (c * with_p - s * with_q, s * with_p + c * with_q);
    (a[P][r], a[Q][r]) = (a[r][P], a[r][Q]);
    (vectors[P], vectors[Q]) = (vectors[P] * c - vectors[Q] * s, vectors[P] * s + vectors[Q] * c);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    /// A v = λ v, the vectors are a rotation, and the values fall: for random, singular, graded and scaled matrices.
    #[test]
    fn vectors_and_values_fit_the_matrix() {
        let mut random = Random(11);
        let mut next = || random.number();
        let mut turned = 0;
        for i in 0..3_000 {
            let grade = [1.0, 1e-3, 1e-9][i % 3];
            let scale = [1.0, 1e150, 1e-150][i / 3 % 3];
            let mut d = [next(), next() * grade, next() * grade * grade];
            if i % 5 == 0 {
                d[2] = 0.0;
            }
            let (x, y, z) = (next(), next(), next() * grade);
            let m = DMat3::from_cols_array(&[d[0], x, y, x, d[1], z, y, z, d[2]]) * scale;
            let (vectors, values) = eigenvectors(m, 0.0);
            let gram = vectors.transpose() * vectors - DMat3::IDENTITY;
            assert!(gram.to_cols_array().iter().all(|e| e.abs() < 4e-15), "{gram}");
            assert!((vectors.determinant() - 1.0).abs() < 1e-14);
            assert!(values.x >= values.y && values.y >= values.z);
            for k in 0..3 {
                let rest = m / scale * vectors.col(k) - vectors.col(k) * (values[k] / scale);
                assert!(rest.length() < 1e-14, "{rest}");
            }
            turned += u32::from(vectors.x_axis.abs().max_element() < 0.99);
        }
        assert!(turned > 1_000, "{turned}");
    }

    #[test]
    fn what_has_no_directions_gets_the_axes() {
        for m in [DMat3::ZERO, DMat3::from_diagonal(DVec3::splat(f64::NAN)), DMat3::IDENTITY * f64::INFINITY] {
            assert_eq!(eigenvectors(m, 0.0), (DMat3::IDENTITY, DVec3::ZERO));
        }
        assert_eq!(eigenvectors(DMat3::IDENTITY, 0.0), (DMat3::IDENTITY, DVec3::ONE));
        let (vectors, values) = eigenvectors(DMat3::from_diagonal(DVec3::new(1.0, 3.0, 2.0)), 0.0);
        assert_eq!((vectors.x_axis, values), (DVec3::Y, DVec3::new(3.0, 2.0, 1.0)));
    }
    /// Rough directions are a rotation too, and off by no more than was allowed.
    #[test]
    fn a_tolerance_is_kept() {
        let mut random = Random(11);
        let mut next = || random.number();
        let mut rough = 0;
        for i in 0..3_000 {
            let grade = [1.0, 1e-3, 1e-9][i % 3];
            let (x, y, z) = (next() * grade, next() * grade, next());
            let m = DMat3::from_cols_array(&[next(), x, y, x, next() * grade, z, y, z, next()]);
            let (vectors, values) = eigenvectors(m, 1e-5);
            let gram = vectors.transpose() * vectors - DMat3::IDENTITY;
            assert!(gram.to_cols_array().iter().all(|e| e.abs() < 4e-15), "{gram}");
            let off = (0..3).map(|k| (m * vectors.col(k) - vectors.col(k) * values[k]).length()).fold(0.0, f64::max);
            assert!(off < 2e-5, "{off}");
            rough += u32::from(off > 1e-12);
        }
        assert!(rough > 300, "{rough}");
    }

    /// Entries whose squares underflow turn no axis into nothing.
    #[test]
    fn tiny_entries_keep_the_axes() {
        for tiny in [1e-160, 1e-200, 1e-300, f64::MIN_POSITIVE, 5e-324] {
            for diagonal in [DVec3::Z, DVec3::new(tiny, tiny, 1.0), DVec3::new(0.0, tiny, 1.0), DVec3::ZERO] {
                let mut m = DMat3::from_diagonal(diagonal);
                (m.x_axis.y, m.y_axis.x) = (tiny, tiny);
                for tolerance in [0.0, 1e-5] {
                    let (vectors, _) = eigenvectors(m, tolerance);
                    assert!((vectors.determinant() - 1.0).abs() < 1e-14, "{vectors} {tiny:e}");
                }
            }
        }
    }
}
