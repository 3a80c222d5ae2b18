//! The point nearest to the origin of a simplex of one to four corners, in plain doubles.
//!
//! The nearest point lies in the relative interior of one face; signs tell which one, region by region (Ericson,
//! *Real-Time Collision Detection*, 5.1). Weights over the corners come from cross products, not from products of scalar products,
//! which lose twice the digits on thin triangles (Montanari et al. 2017). A wrong sign can only give a point of the simplex that is
//! not the nearest: the algorithms above measure what they get and trust nothing else. About 20 ns.

use crate::math::DVec3;

/// Where a simplex comes nearest to the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::convex) struct Nearest {
    /// Weights of the corners: none negative, 0 for corners of no part in it, 1 in sum up to rounding.
    pub weights: [f64; 4],
    /// The point nearest to the origin; zero if the origin is inside.
    pub point: DVec3,
    /// A length: where it is more than twice the error of the corners, the origin is certainly inside a tetrahedron; else 0.
    ///
    /// With n the normal of a face by its cross product, h the origin's height above it times |n|, and M the largest square of a
    /// corner's length: corners off by e move h by at most e |n|, and |n| ≤ 4 M; rounding moves h by at most 40 · 2^-53 M^(3/2),
    /// which is 2 e M at most. So h > 2 e · 8 M for every face leaves a ball of radius e around the origin.
    pub depth: f64,
}

/// The nearest point of a simplex of one to four corners; of none, the origin, and of more, of the first four.
#[inline]
pub(in crate::convex) fn nearest(corners: &[DVec3; 4], count: usize) -> Nearest {
    let [a, b, c, d] = *corners;
    let on = |weights: [f64; 4], point: DVec3| Nearest { weights, point, depth: 0.0 };
    match count {
        0 => on([0.0; 4], DVec3::ZERO),
        1 => on([1.0, 0.0, 0.0, 0.0], a),
        2 => {
            let ([p, q], point) = on_segment(a, b);
            on([p, q, 0.0, 0.0], point)
        }
        3 => {
            let ([p, q, r], point) = on_triangle(a, b, c);
            on([p, q, r, 0.0], point)
        }
        _ => on_tetrahedron(a, b, c, d),
    }
}

/// Weights and place of the nearest point of a segment.
#[inline]
pub(in crate::convex) fn on_segment(a: DVec3, b: DVec3) -> ([f64; 2], DVec3) {
    let u = b - a;
    let (along, whole) = (-a.dot(u), u.dot(u));
    if along <= 0.0 {
        return ([1.0, 0.0], a);
    }
    if along >= whole {
        return ([0.0, 1.0], b);
    }
    let t = along / whole;
    ([1.0 - t, t], a + u * t)
}

/// Weights and place of the nearest point of a triangle.
#[inline]
pub(in crate::convex) fn on_triangle(a: DVec3, b: DVec3, c: DVec3) -> ([f64; 3], DVec3) {
    let (u, v) = (b - a, c - a);
    // Where the origin projects to along both sides, seen from each corner.
    let (au, av) = (-a.dot(u), -a.dot(v));
    if au <= 0.0 && av <= 0.0 {
        return ([1.0, 0.0, 0.0], a);
    }
    let (bu, bv) = (-b.dot(u), -b.dot(v));
    if bu >= 0.0 && bv <= bu {
        return ([0.0, 1.0, 0.0], b);
    }
    let (cu, cv) = (-c.dot(u), -c.dot(v));
    if cv >= 0.0 && cu <= cv {
        return ([0.0, 0.0, 1.0], c);
    }
    let n = u.cross(v);
    let [p, q, r] = [n.dot(b.cross(c)), n.dot(c.cross(a)), n.dot(a.cross(b))];
    if r <= 0.0 && au >= 0.0 && bu <= 0.0 {
        let ([p, q], point) = on_segment(a, b);
        return ([p, q, 0.0], point);
    }
    if q <= 0.0 && av >= 0.0 && cv <= 0.0 {
        let ([p, r], point) = on_segment(a, c);
        return ([p, 0.0, r], point);
    }
    if p <= 0.0 && bv >= bu && cu >= cv {
        let ([q, r], point) = on_segment(b, c);
        return ([0.0, q, r], point);
    }
    let square = n.dot(n);
    if p >= 0.0 && q >= 0.0 && r >= 0.0 && square > 0.0 {
        let share = 1.0 / (p + q + r);
        // Along the normal, which keeps its direction however small the gap is.
        return ([p * share, q * share, r * share], n * (a.dot(n) / square));
    }
    on_border(a, b, c)
}

/// Weights and place of the nearest point of a triangle's border: for triangles too thin to tell their inside.
#[cold]
fn on_border(a: DVec3, b: DVec3, c: DVec3) -> ([f64; 3], DVec3) {
    let ([p, q], point) = on_segment(a, b);
    let mut best = ([p, q, 0.0], point);
    let ([p, r], point) = on_segment(a, c);
    if point.length_squared() < best.1.length_squared() {
        best = ([p, 0.0, r], point);
    }
    let ([q, r], point) = on_segment(b, c);
    if point.length_squared() < best.1.length_squared() {
        best = ([0.0, q, r], point);
    }
    best
}

/// The origin's height above each face of a tetrahedron, opposite d, b, c and a, towards the opposite corner, in units of the face's normal by
/// its cross product; and six times the volume.
#[inline(always)]
fn heights([a, b, c, d]: &[DVec3; 4]) -> ([f64; 4], f64) {
    let (u, v, w) = (b - a, c - a, d - a);
    // All point the same way, out or in.
    let normals = [u.cross(v), v.cross(w), w.cross(u), (d - b).cross(c - b)];
    let volume = normals[0].dot(w);
    let towards = if volume < 0.0 { 1.0 } else { -1.0 };
    let height = |n: DVec3, on: &DVec3| towards * n.dot(*on);
    ([height(normals[0], a), height(normals[1], a), height(normals[2], a), height(normals[3], b)], volume)
}

/// How deep the origin is in a tetrahedron: see [`Nearest::depth`].
#[inline(always)]
pub(in crate::convex) fn depth(corners: &[DVec3; 4]) -> f64 {
    let (heights, volume) = heights(corners);
    if is_inside(heights, volume) { depth_below(heights, corners) } else { 0.0 }
}

#[inline(always)]
fn is_inside(heights: [f64; 4], volume: f64) -> bool {
    ((heights[0] > 0.0) & (heights[1] > 0.0) & (heights[2] > 0.0) & (heights[3] > 0.0)) && volume != 0.0
}

#[inline(always)]
fn depth_below(heights: [f64; 4], [a, b, c, d]: &[DVec3; 4]) -> f64 {
    let least = heights[0].min(heights[1]).min(heights[2].min(heights[3]));
    let square = a.length_squared().max(b.length_squared()).max(c.length_squared().max(d.length_squared()));
    least / (8.0 * square)
}

/// The nearest point of a tetrahedron: the origin if it is inside, else on a face that it is outside of.
#[inline]
fn on_tetrahedron(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> Nearest {
    let (heights, volume) = heights(&[a, b, c, d]);
    if is_inside(heights, volume) {
        let share = 1.0 / (heights[0] + heights[1] + heights[2] + heights[3]);
        let weights = [heights[3] * share, heights[1] * share, heights[2] * share, heights[0] * share];
        return Nearest { weights, point: DVec3::ZERO, depth: depth_below(heights, &[a, b, c, d]) };
    }
    let mut best = Nearest { weights: [1.0, 0.0, 0.0, 0.0], point: a, depth: 0.0 };
    let mut least = f64::INFINITY;
    let mut offer = |weights: [f64; 4], point: DVec3| {
        let square = point.length_squared();
        if square < least {
            (least, best) = (square, Nearest { weights, point, depth: 0.0 });
        }
    };
    // A face that the origin is not clearly inside of; all of them where the tetrahedron is flat.
    let outside = |height: f64| height <= 0.0 || volume == 0.0;
    if outside(heights[0]) {
        let ([p, q, r], point) = on_triangle(a, b, c);
        offer([p, q, r, 0.0], point);
    }
    if outside(heights[1]) {
        let ([p, r, s], point) = on_triangle(a, c, d);
        offer([p, 0.0, r, s], point);
    }
    if outside(heights[2]) {
        let ([p, q, s], point) = on_triangle(a, b, d);
        offer([p, q, 0.0, s], point);
    }
    if outside(heights[3]) {
        let ([q, r, s], point) = on_triangle(b, c, d);
        offer([0.0, q, r, s], point);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    /// Every random simplex: no sampled point of it is nearer, the weights give the point, the nearest satisfies optimality.
    #[test]
    fn no_other_point_is_nearer() {
        let mut random = Random(5);
        let mut next = || random.number() * 0.5;
        let mut seen = [0; 5];
        for i in 0..40_000 {
            let count = 1 + i % 4;
            let shift = DVec3::new(next(), next(), next()) * 0.7;
            let corners = [(); 4].map(|()| DVec3::new(next(), next(), next()) + shift);
            let found = nearest(&corners, count);
            let from_weights: DVec3 = (0..4).map(|k| corners[k] * found.weights[k]).sum();
            assert!((from_weights - found.point).length() < 1e-12);
            assert!(found.weights.iter().all(|w| *w >= 0.0) && (found.weights.iter().sum::<f64>() - 1.0).abs() < 1e-14);
            for corner in &corners[..count] {
                assert!(corner.dot(found.point) >= found.point.length_squared() - 1e-13, "{corners:?} {count}");
            }
            let used = found.weights.iter().filter(|w| **w > 0.0).count();
            seen[used] += 1;
            assert_eq!(found.depth > 0.0, used == 4);
        }
        assert!(seen[1..].iter().all(|n| *n > 200), "{seen:?}");
    }

    #[test]
    fn flat_tetrahedra_and_thin_triangles_have_a_nearest_point() {
        let flat = [
            DVec3::new(-1.0, -1.0, 1.0),
            DVec3::new(2.0, -1.0, 1.0),
            DVec3::new(-1.0, 2.0, 1.0),
            DVec3::new(3.0, 3.0, 1.0),
        ];
        assert_eq!(nearest(&flat, 4).point, DVec3::Z);
        let line = [DVec3::new(-1.0, 0.0, 2.0), DVec3::new(1.0, 0.0, 2.0), DVec3::new(3.0, 0.0, 2.0), DVec3::ZERO];
        assert_eq!(nearest(&line, 3).point, DVec3::new(0.0, 0.0, 2.0));
        assert_eq!(nearest(&[DVec3::ONE; 4], 4).point, DVec3::ONE);
    }
}
