//! The shortest vector in an intersection of half-spaces, with a proved lower bound on its length.
//!
//! For any multipliers that are not negative, every `v` with `nᵢ · v ≥ hᵢ` has `Σ λᵢ hᵢ ≤ Σ λᵢ nᵢ · v ≤ |Σ λᵢ nᵢ| |v|`, whatever was rounded when they were found.
//! The best multipliers belong to at most three half-spaces, or to four if there is no such `v`: then the bound grows beyond every length.

use crate::math::DVec3;

/// All vectors `v` with `normal · v ≥ least`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct HalfSpace {
    pub normal: DVec3,
    pub least: f64,
}

impl HalfSpace {
    /// Its bits, by which half-spaces are the same and have an order.
    pub fn bits(&self) -> [u64; 4] {
        let [x, y, z] = self.normal.to_array();
        [x, y, z, self.least].map(f64::to_bits)
    }
}

/// The shortest vector, rounded, and a length that none is below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ShortestVector {
    pub vector: DVec3,
    pub lower: f64,
    /// Lower bound on the products of the vector with all vectors in the half-spaces, but for `error` times their length.
    least: f64,
    error: f64,
    /// The half-spaces that it is proved by, at most four.
    pub basis: [Option<HalfSpace>; 4],
}

impl ShortestVector {
    /// A half-space that holds all vectors, of at most a length, that the half-spaces hold; `None` if none is known.
    pub fn half_space(&self, length: f64) -> Option<HalfSpace> {
        let scale = 1.0 / self.vector.length();
        let least = (self.least - self.error * length) * scale;
        let least = least - SUM * (least.abs() + length);
        (least.is_finite() && self.lower > 0.0).then(|| HalfSpace { normal: self.vector * scale, least })
    }
}

/// What is added to the squared length of each normal, so that those of opposite half-spaces still have multipliers.
const RIDGE: f64 = 1e-13;

/// What sums of a few products are off by, relative to the sum of their sizes, with room.
const SUM: f64 = 16.0 * f64::EPSILON;

/// The shortest vector in all half-spaces, of which the last does not hold that of the others; its length bound is infinite in effect if there is none.
/// The search for a better bound ends at `enough`.
pub(super) fn shortest_vector(spaces: &[HalfSpace], enough: f64) -> ShortestVector {
    let mut best = ShortestVector { vector: DVec3::ZERO, lower: 0.0, least: 0.0, error: 0.0, basis: [None; 4] };
    let Some((last, others)) = spaces.split_last() else { return best };
    let mut offer = |chosen: &[&HalfSpace]| {
        if let Some(found) = by_multipliers(chosen)
            && found.lower > best.lower
        {
            best = found;
        }
        best.lower >= enough || (best.lower > 0.0 && spaces.iter().all(|space| holds(space, best.vector)))
    };
    if offer(&[last]) {
        return best;
    }
    for p in others {
        if offer(&[last, p]) {
            return best;
        }
    }
    for (i, p) in others.iter().enumerate() {
        for q in &others[..i] {
            if offer(&[last, p, q]) {
                return best;
            }
        }
    }
    for (i, p) in others.iter().enumerate() {
        for (j, q) in others[..i].iter().enumerate() {
            for r in &others[..j] {
                if offer(&[last, p, q, r]) {
                    return best;
                }
            }
        }
    }
    best
}

/// A length that no vector in two half-spaces is below.
pub(super) fn shortest_in_two(first: &HalfSpace, second: &HalfSpace) -> f64 {
    let lower = |chosen: &[&HalfSpace]| by_multipliers(chosen).map_or(0.0, |found| found.lower);
    lower(&[first]).max(lower(&[second])).max(lower(&[first, second]))
}

/// Whether a vector lies in a half-space, or so little beside it that rounding may have put it there.
fn holds(space: &HalfSpace, vector: DVec3) -> bool {
    /// Relative to the length of the vector.
    const ROUNDING: f64 = 1e-9;
    space.normal.dot(vector) >= space.least - ROUNDING * vector.length()
}

/// The shortest vector on the borders of some half-spaces, if all have multipliers that are not negative.
fn by_multipliers(chosen: &[&HalfSpace]) -> Option<ShortestVector> {
    let count = chosen.len();
    // The Gram matrix of the normals, and beside it the right-hand side.
    let mut rows = [[0.0; 5]; 4];
    for i in 0..count {
        for j in 0..count {
            rows[i][j] = chosen[i].normal.dot(chosen[j].normal) + if i == j { RIDGE } else { 0.0 };
        }
        rows[i][4] = chosen[i].least;
    }
    for i in 0..count {
        if rows[i][i] <= 0.0 {
            return None;
        }
        for k in i + 1..count {
            let factor = rows[k][i] / rows[i][i];
            let above = rows[i];
            rows[k].iter_mut().zip(above).skip(i).for_each(|(x, y)| *x -= factor * y);
        }
    }
    let mut multipliers = [0.0; 4];
    for i in (0..count).rev() {
        let rest: f64 = (i + 1..count).map(|j| rows[i][j] * multipliers[j]).sum();
        multipliers[i] = (rows[i][4] - rest) / rows[i][i];
        if multipliers[i].is_nan() || multipliers[i] < 0.0 || multipliers[i].is_infinite() {
            return None;
        }
    }
    let (mut least, mut sizes, mut total, mut vector) = (0.0, 0.0, 0.0, DVec3::ZERO);
    for (space, multiplier) in chosen.iter().zip(multipliers) {
        least += multiplier * space.least;
        sizes += multiplier * space.least.abs();
        total += multiplier;
        vector += space.normal * multiplier;
    }
    let (least, error) = (least - SUM * sizes, SUM * total);
    let length = vector.length() * (1.0 + SUM) + error;
    let lower = if least > 0.0 { least / length * (1.0 - SUM) } else { 0.0 };
    let basis = std::array::from_fn(|i| chosen.get(i).map(|space| **space));
    Some(ShortestVector { vector, lower, least, error, basis })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    fn space(x: f64, y: f64, z: f64, least: f64) -> HalfSpace {
        HalfSpace { normal: DVec3::new(x, y, z).normalize(), least }
    }

    #[test]
    fn corners_edges_and_planes_are_found() {
        let [x, y, z] = [space(1.0, 0.0, 0.0, 1.0), space(0.0, 1.0, 0.0, 2.0), space(0.0, 0.0, 1.0, -3.0)];
        let found = shortest_vector(&[z, x, y], f64::INFINITY);
        assert!((found.vector - DVec3::new(1.0, 2.0, 0.0)).length() < 1e-9, "{found:?}");
        assert!(found.lower <= 5f64.sqrt() && found.lower > 5f64.sqrt() - 1e-9);
        assert!((shortest_vector(&[x], f64::INFINITY).lower - 1.0).abs() < 1e-9);
    }

    #[test]
    fn what_is_empty_has_no_short_vector() {
        let opposite = [space(1.0, 0.0, 0.0, 1.0), space(-1.0, 0.0, 0.0, -0.999)];
        assert!(shortest_vector(&opposite, 1e6).lower >= 1e6);
        let around = [space(1.0, 0.0, 0.0, 0.01), space(-1.0, 1.0, 0.0, 0.01), space(-1.0, -1.0, 0.0, 0.01)];
        assert!(shortest_vector(&around, 1e6).lower >= 1e6);
        let [p, q] = [space(1.0, 1.0, 1.0, 0.01), space(1.0, -1.0, -1.0, 0.01)];
        let closed = [p, q, space(-1.0, 1.0, -1.0, 0.01), space(-1.0, -1.0, 1.0, 0.01)];
        assert!(shortest_vector(&closed, 1e6).lower >= 1e6);
    }

    #[test]
    fn bounds_hold_for_random_vectors() {
        let mut random = Random(3);
        let mut number = |low: f64, high: f64| low + (high - low) * 0.5 * (1.0 + random.number());
        let (mut inside, mut tight) = (0, 0);
        for _ in 0..300 {
            let mut spaces: Vec<HalfSpace> = Vec::new();
            for _ in 0..6 {
                let (x, y, z) = (number(-0.3, 1.0), number(-0.3, 1.0), number(-0.3, 1.0));
                spaces.push(space(x, y, z, number(-0.5, 1.0)));
                // The last is one that the shortest of the others does not fulfil.
                let before = shortest_vector(&spaces[..spaces.len() - 1], f64::INFINITY).vector;
                if spaces.last().is_some_and(|last| last.normal.dot(before) >= last.least) {
                    spaces.pop();
                }
            }
            let found = shortest_vector(&spaces, f64::INFINITY);
            tight += usize::from(
                spaces.iter().all(|s| holds(s, found.vector)) && found.lower > found.vector.length() * (1.0 - 1e-9),
            );
            for _ in 0..50 {
                let v = DVec3::new(number(-2.0, 2.0), number(-2.0, 2.0), number(-2.0, 2.0));
                if spaces.iter().all(|s| s.normal.dot(v) >= s.least) {
                    inside += 1;
                    assert!(v.length() >= found.lower, "{v} {found:?}");
                    assert!(found.half_space(4.0).is_none_or(|s| s.normal.dot(v) >= s.least), "{v} {found:?}");
                }
            }
        }
        assert!(inside > 1_000 && tight > 270, "{inside} {tight}");
    }
}
