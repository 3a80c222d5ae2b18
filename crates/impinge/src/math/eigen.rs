//! Eigenvectors of symmetric 3×3 matrices by cyclic Jacobi rotations (Golub and Van Loan 1996, section 8.4).
//!
//! The vectors are products of rotations, so they are orthonormal to a few units in the last place whatever the matrix; that
//! is what frames of boxes need. Five to eight sweeps of three rotations; the number of sweeps is limited.

use super::{DMat3, DVec3};

/// Sweeps after which even matrices with entries of very different size are diagonal to the last bit.
const SWEEPS: usize = 24;

/// Eigenvectors of a symmetric matrix as the columns of a rotation, by falling eigenvalue, and the eigenvalues.
///
/// Only the upper half of the matrix is read. One that is zero or not finite has the axes of coordinates, and zeros.
pub(crate) fn eigenvectors(matrix: DMat3) -> (DMat3, DVec3) {
    let largest = matrix.to_cols_array().iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    if !(largest > 0.0 && largest.is_finite() && matrix.is_finite()) {
        return (DMat3::IDENTITY, DVec3::ZERO);
    }
    let m = |row: usize, column: usize| matrix.col(column)[row] / largest;
    let mut a = [[m(0, 0), m(0, 1), m(0, 2)], [m(0, 1), m(1, 1), m(1, 2)], [m(0, 2), m(1, 2), m(2, 2)]];
    let mut vectors = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for _ in 0..SWEEPS {
        if [a[0][1], a[0][2], a[1][2]].iter().all(|x| x.abs() <= f64::MIN_POSITIVE) {
            break;
        }
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            rotate(&mut a, &mut vectors, p, q);
        }
    }
    let mut order = [0, 1, 2];
    order.sort_by(|&i, &j| a[j][j].total_cmp(&a[i][i]));
    let column = |k: usize| DVec3::from_array(std::array::from_fn(|row| vectors[row][order[k]]));
    let (first, second) = (column(0), column(1));
    // A permutation may mirror: the third is the one that makes a rotation.
    let third = if first.cross(second).dot(column(2)) < 0.0 { -column(2) } else { column(2) };
    let values = DVec3::from_array(order.map(|k| a[k][k] * largest));
    (DMat3::from_cols(first, second, third), values)
}

/// One rotation in the plane of `p` and `q` that makes their entry zero.
///
/// With θ = (a_qq - a_pp) / 2 a_pq, the tangent of the angle is the smaller root of t² + 2 θ t - 1.
fn rotate(a: &mut [[f64; 3]; 3], vectors: &mut [[f64; 3]; 3], p: usize, q: usize) {
    let entry = a[p][q];
    if entry == 0.0 {
        return;
    }
    let theta = (a[q][q] - a[p][p]) / (2.0 * entry);
    // Where θ overflows, the angle is too small for doubles.
    let t = if theta.is_finite() { 1f64.copysign(theta) / (theta.abs() + theta.hypot(1.0)) } else { 0.0 };
    let c = 1.0 / t.hypot(1.0);
    let s = t * c;
    let r = 3 - p - q;
    a[p][p] -= t * entry;
    a[q][q] += t * entry;
    (a[p][q], a[q][p]) = (0.0, 0.0);
    let (with_p, with_q) = (a[r][p], a[r][q]);
    (a[r][p], a[r][q]) = (c * with_p - s * with_q, s * with_p + c * with_q);
    (a[p][r], a[q][r]) = (a[r][p], a[r][q]);
    for row in vectors {
        (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random() -> impl FnMut() -> f64 {
        let mut state = 11_u64;
        move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
        }
    }

    /// A v = λ v, the vectors are a rotation, and the values fall: for random, singular, graded and scaled matrices.
    #[test]
    fn vectors_and_values_fit_the_matrix() {
        let mut next = random();
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
            let (vectors, values) = eigenvectors(m);
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
            assert_eq!(eigenvectors(m), (DMat3::IDENTITY, DVec3::ZERO));
        }
        assert_eq!(eigenvectors(DMat3::IDENTITY), (DMat3::IDENTITY, DVec3::ONE));
        let (vectors, values) = eigenvectors(DMat3::from_diagonal(DVec3::new(1.0, 3.0, 2.0)));
        assert_eq!((vectors.x_axis, values), (DVec3::Y, DVec3::new(3.0, 2.0, 1.0)));
    }
}
