//! Integer matrices of determinant 1 or -1: they carry the integer lattice onto itself, and unequal boxes nowhere alike.

use crate::random::SplitMix64;

/// An affine map of the integer lattice onto itself: x → M x + shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnimodularMap {
    /// The rows of a matrix of determinant 1 or -1.
    rows: [[i64; 3]; 3],
    /// Added after the matrix.
    pub shift: [i64; 3],
}

impl UnimodularMap {
    /// The map that moves nothing.
    pub const IDENTITY: Self = Self { rows: [[1, 0, 0], [0, 1, 0], [0, 0, 1]], shift: [0; 3] };

    /// The map of these rows, if their determinant is 1 or -1.
    #[must_use]
    pub fn try_new(rows: [[i64; 3]; 3], shift: [i64; 3]) -> Option<Self> {
        let map = Self { rows, shift };
        (map.determinant().abs() == 1).then_some(map)
    }

    /// A random map: the given number of shears, swaps and mirrorings one after the other, then a shift of up to 100 an axis.
    ///
    /// A step that would make an entry larger than 1,000 is left out, so that images of small boxes stay exact.
    #[must_use]
    pub fn random(seed: u64, steps: u32) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut rows = Self::IDENTITY.rows;
        for _ in 0..steps {
            let step = elementary(&mut random, rows);
            if step.iter().flatten().all(|x| x.abs() <= 1_000) {
                rows = step;
            }
        }
        let shift = [(); 3].map(|()| random.integer(-100, 100));
        Self { rows, shift }
    }

    /// The rows of the matrix.
    #[must_use]
    pub fn rows(&self) -> [[i64; 3]; 3] {
        self.rows
    }

    /// The determinant of the matrix: 1 or -1.
    #[must_use]
    pub fn determinant(&self) -> i64 {
        let [[a, b, c], [d, e, f], [g, h, i]] = self.rows;
        a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    }

    /// M x + shift.
    #[must_use]
    pub fn apply(&self, x: [i64; 3]) -> [i64; 3] {
        [0, 1, 2].map(|k| (0..3).map(|l| self.rows[k][l] * x[l]).sum::<i64>() + self.shift[k])
    }
}

/// The rows after one random shear, swap or mirroring.
fn elementary(random: &mut SplitMix64, mut rows: [[i64; 3]; 3]) -> [[i64; 3]; 3] {
    let k = random.below(3) as usize;
    let l = (k + 1 + random.below(2) as usize) % 3;
    match random.below(4) {
        0 => rows.swap(k, l),
        1 => rows[k] = rows[k].map(|x| -x),
        _ => {
            let factor = if random.coin() { 1 } else { -1 };
            rows[k] = [0, 1, 2].map(|c| rows[k][c] + factor * rows[l][c]);
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn determinants_are_one_either_way() {
        let mut mirrors = 0;
        let mut sheared = 0;
        for seed in 0..1_000 {
            let map = UnimodularMap::random(seed, 12);
            assert_eq!(map.determinant().abs(), 1);
            assert_eq!(map, UnimodularMap::random(seed, 12));
            mirrors += u32::from(map.determinant() == -1);
            sheared += u32::from(map.rows.iter().flatten().filter(|x| **x != 0).count() > 3);
        }
        assert!((300..700).contains(&mirrors) && sheared > 800, "{mirrors} {sheared}");
        assert_eq!(UnimodularMap::try_new([[2, 0, 0], [0, 1, 0], [0, 0, 1]], [0; 3]), None);
    }

    #[test]
    fn maps_are_affine() {
        let map = UnimodularMap::try_new([[1, 2, 0], [0, 1, 0], [0, 0, -1]], [5, 6, 7]);
        assert_eq!(map.map(|m| m.apply([1, 1, 1])), Some([8, 7, 6]));
    }
}
