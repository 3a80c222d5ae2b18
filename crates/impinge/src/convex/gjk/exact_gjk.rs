//! The nearest point of the difference of two cores with corners, in integers: for what plain doubles leave open.
//!
//! The descent of `gjk_iteration` over exactly posed corners as integers on a grid. A simplex's nearest point v is a positive combination of
//! its kept corners and has a rational direction m, a positive multiple of v; the next corner is one with the least m · w over all
//! corners, or there is none better and v is the nearest of all. |v| falls strictly from step to step and depends on the kept
//! corners alone, so no set of corners comes twice and the descent ends (Wolfe 1976). It starts where doubles ended: most take one step.
//! The least is found in doubles; only corners that rounding cannot tell from it are compared in integers. About 10 µs a step.

use crate::convex::minkowski_difference::Difference;
use crate::math::DVec3;
use crate::math::integer::{self, Grid};
use crate::math::integer_vector::{cross, dot, minus};
use crate::shape::Support;
use dashu_int::IBig;
use dashu_int::ops::{Abs, BitTest};

/// A vector of integers.
pub(in crate::convex) type Vector = [IBig; 3];

/// A corner of the difference: two corners, exactly posed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::convex) struct ExactCorner {
    pub ids: [u32; 2],
    pub of: [DVec3; 2],
}

/// A simplex of exact corners and its point nearest to the origin.
#[derive(Clone, Debug)]
pub(in crate::convex) struct IntegerClosestPoint {
    /// The corners whose positive combination it is.
    pub corners: Vec<ExactCorner>,
    /// The corners in steps of the grid.
    pub places: Vec<Vector>,
    /// Positive, for each corner.
    pub weights: Vec<IBig>,
    /// A positive multiple of the nearest point; zero if that is the origin.
    pub direction: Vector,
    pub grid: Grid,
}

/// The faces of a simplex of one to four corners as sets of bits, larger ones first: the simplex came from doubles, which are mostly right.
const FACES: [&[u8]; 5] = [
    &[],
    &[0b1],
    &[0b11, 0b01, 0b10],
    &[0b111, 0b011, 0b101, 0b110, 0b001, 0b010, 0b100],
    &[
        0b1111, 0b0111, 0b1011, 0b1101, 0b1110, 0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100, 0b0001, 0b0010, 0b0100,
        0b1000,
    ],
];

impl IntegerClosestPoint {
    /// The nearest point of a simplex of one to four corners.
    pub fn from_corners(corners: &[ExactCorner]) -> Self {
        let grid = Grid::holding(corners.iter().flat_map(|c| c.of).flat_map(|p| p.to_array()));
        let places: Vec<Vector> = corners.iter().map(|c| place(grid, c)).collect();
        for face in FACES[corners.len().min(4)] {
            let (inside, outside): (Vec<usize>, Vec<usize>) = (0..corners.len()).partition(|k| face >> k & 1 == 1);
            let of_face: Vec<&Vector> = inside.iter().map(|k| &places[*k]).collect();
            let Some((weights, direction)) = perpendicular(&of_face) else { continue };
            let is_behind = |k: &usize| integer::sign(&dot(&direction, &minus(&places[*k], of_face[0]))) >= 0;
            if outside.iter().all(is_behind) {
                let places = of_face.into_iter().cloned().collect();
                return Self {
                    corners: inside.iter().map(|k| corners[*k]).collect(),
                    places,
                    weights,
                    direction,
                    grid,
                };
            }
        }
        // Not reached: some face holds the nearest point. An empty simplex has none.
        let nothing = [IBig::ZERO, IBig::ZERO, IBig::ZERO];
        Self { corners: Vec::new(), places, weights: Vec::new(), direction: nothing, grid }
    }

    /// The nearest point of the whole difference, from some corners of it, and the number of steps.
    pub fn descend<F, S>(difference: &Difference<'_, F, S>, start: &[ExactCorner]) -> (Self, u32)
    where
        F: Support + ?Sized,
        S: Support + ?Sized,
    {
        let mut foot = Self::from_corners(start);
        for steps in 1.. {
            if foot.is_origin() {
                return (foot, steps);
            }
            let next = least(difference, &foot.direction);
            let Some(mut corners) = foot.beyond(next) else { return (foot, steps) };
            corners.push(next);
            foot = Self::from_corners(&corners);
        }
        (foot, u32::MAX)
    }

    /// Whether the nearest point is the origin.
    pub fn is_origin(&self) -> bool {
        self.direction.iter().all(IBig::is_zero)
    }

    /// The kept corners, if a corner lies nearer than all of them along the direction.
    fn beyond(&self, corner: ExactCorner) -> Option<Vec<ExactCorner>> {
        let first = *self.corners.first()?;
        (sign_along(&self.direction, &corner, Some(&first)) < 0).then(|| self.corners.clone())
    }
}

/// A corner in steps of a grid that holds it.
pub(in crate::convex) fn place(grid: Grid, corner: &ExactCorner) -> Vector {
    let [p, q] = corner.of;
    std::array::from_fn(|k| grid.integer(p[k]) - grid.integer(q[k]))
}

/// The sign of `direction · (corner - origin)`, with the origin of the frame where none is given.
pub(in crate::convex) fn sign_along(direction: &Vector, corner: &ExactCorner, origin: Option<&ExactCorner>) -> i32 {
    let all = origin.iter().flat_map(|c| c.of).chain(corner.of);
    let grid = Grid::holding(all.flat_map(|p| p.to_array()));
    let from_here = match origin {
        Some(origin) => minus(&place(grid, corner), &place(grid, origin)),
        None => place(grid, corner),
    };
    integer::sign(&dot(direction, &from_here))
}

/// Positive weights of the point of the corners' affine hull nearest to the origin, and a positive multiple of it; `None` if that point is
/// not inside them, or they are not affinely independent.
fn perpendicular(corners: &[&Vector]) -> Option<(Vec<IBig>, Vector)> {
    let (weights, direction) = match corners {
        [a] => (vec![IBig::ONE], (*a).clone()),
        [a, b] => {
            let u = minus(b, a);
            let weights = [dot(b, &u), -dot(a, &u)];
            let direction = std::array::from_fn(|k| &weights[0] * &a[k] + &weights[1] * &b[k]);
            (weights.to_vec(), direction)
        }
        [a, b, c] => {
            let n = cross(&minus(b, a), &minus(c, a));
            let weights = vec![dot(&n, &cross(b, c)), dot(&n, &cross(c, a)), dot(&n, &cross(a, b))];
            let side = IBig::from(integer::sign(&dot(&n, a)));
            (weights, n.map(|x| x * &side))
        }
        [a, b, c, d] => {
            let det = |p, q, r| dot(p, &cross(q, r));
            let weights = vec![det(b, c, d), -det(a, c, d), det(a, b, d), -det(a, b, c)];
            let side = IBig::from(integer::sign(&weights.iter().sum::<IBig>()));
            (weights.into_iter().map(|w| w * &side).collect(), [IBig::ZERO, IBig::ZERO, IBig::ZERO])
        }
        _ => return None,
    };
    weights.iter().all(|w| integer::sign(w) > 0).then_some((weights, direction))
}

/// A vector as doubles, divided by a power of two that brings its largest component to at most 1; each is off by at most 2^-53.
pub(in crate::convex) fn shadow(v: &Vector) -> (DVec3, usize) {
    let bits = v.iter().map(|x| x.clone().abs().bit_len()).max().unwrap_or(0);
    let drop = bits.saturating_sub(62);
    let unit = 2f64.powi(-(bits.min(62) as i32));
    let component = |k: usize| i64::try_from(&v[k] >> drop).map_or(0.0, |x| x as f64) * unit;
    (DVec3::new(component(0), component(1), component(2)), bits)
}

/// A corner of the difference with the least `direction · corner`.
pub(in crate::convex) fn least<F, S>(difference: &Difference<'_, F, S>, direction: &Vector) -> ExactCorner
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let rough = shadow(direction).0;
    let (first, second) = (difference.first, difference.second);
    // The scalar products of both with a direction of length at most √3, each off by no more than the error of a difference.
    let margin = 4.0 * difference.error();
    let i = farthest(
        first.corner_count(),
        margin,
        |i| -rough.dot(first.corner(i)),
        |i, j| integer::sign(&along(direction, first.corner(i), first.corner(j))),
    );
    let posed = |j: u32| difference.exact_corners([i, j])[1];
    let j = farthest(
        second.corner_count(),
        margin,
        |j| rough.dot(difference.extreme([i, j]).of[1]),
        |i, j| -integer::sign(&along(direction, posed(i), posed(j))),
    );
    ExactCorner { ids: [i, j], of: difference.exact_corners([i, j]) }
}

/// `direction · (q - p)` in steps of some grid.
fn along(direction: &Vector, p: DVec3, q: DVec3) -> IBig {
    let grid = Grid::holding(p.to_array().into_iter().chain(q.to_array()));
    (0..3).map(|k| &direction[k] * (grid.integer(q[k]) - grid.integer(p[k]))).sum()
}

/// The first index of the largest value: in doubles as far as the margin allows, then by a sign that is positive where the second of two is less.
fn farthest(count: u32, margin: f64, rough: impl Fn(u32) -> f64, less: impl Fn(u32, u32) -> i32) -> u32 {
    let top = (0..count).map(&rough).fold(f64::NEG_INFINITY, f64::max);
    let mut candidates = (0..count).filter(|i| rough(*i) >= top - margin);
    let first = candidates.next().unwrap_or(0);
    candidates.fold(first, |best, i| if less(best, i) < 0 { i } else { best })
}
