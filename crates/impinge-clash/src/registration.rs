//! The rigid motion between two checks of one assembly, by the centres of bodies that both know by name.

use impinge::math::{DMat3, DVec3};

/// A rigid motion: `x` goes to `rotation x + translation`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Registration {
    rotation: DMat3,
    translation: DVec3,
}

/// How far a centre may be off, relative to the extent of all, to count as carried.
const TOLERANCE: f64 = 1e-4;

impl Registration {
    /// Nothing moved.
    pub const IDENTITY: Self = Self { rotation: DMat3::IDENTITY, translation: DVec3::ZERO };

    /// The motion that carries most first points to the second ones: rest, or that of three of them far apart; rest if neither
    /// carries half of them.
    #[must_use]
    pub fn of(pairs: &[[DVec3; 2]]) -> Self {
        let first = pairs.first().map_or(DVec3::ZERO, |pair| pair[0]);
        let extent = pairs.iter().map(|[p, _]| p.distance(first)).fold(0.0, f64::max);
        let carried = |motion: &Self| {
            pairs
                .iter()
                .filter(|[p, q]| motion.carry(*p).distance(*q) <= TOLERANCE * extent.max(p.length() * 1e-6))
                .count()
        };
        let rest = Self::IDENTITY;
        if 2 * carried(&rest) > pairs.len() {
            return rest;
        }
        Self::by_three(pairs).filter(|motion| 2 * carried(motion) > pairs.len()).unwrap_or(rest)
    }

    /// Where a point goes.
    #[must_use]
    pub fn carry(&self, p: DVec3) -> DVec3 {
        self.rotation * p + self.translation
    }

    /// The motion of three points far apart; `None` if all lie on a line.
    fn by_three(pairs: &[[DVec3; 2]]) -> Option<Self> {
        let [p, q] = *pairs.first()?;
        let far = pairs.iter().max_by(|r, s| r[0].distance(p).total_cmp(&s[0].distance(p)))?;
        let along = (far[0] - p).try_normalize()?;
        let aside = |r: DVec3| (r - p).reject_from_normalized(along);
        let third = pairs.iter().max_by(|r, s| aside(r[0]).length().total_cmp(&aside(s[0]).length()))?;
        let [from, to] = [0, 1].map(|k| {
            let x = (far[k] - [p, q][k]).try_normalize()?;
            let y = (third[k] - [p, q][k]).reject_from_normalized(x).try_normalize()?;
            Some(DMat3::from_cols(x, y, x.cross(y)))
        });
        let rotation = to? * from?.transpose();
        Some(Self { rotation, translation: q - rotation * p })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge_scenes::SplitMix64;

    #[test]
    fn motions_are_found_through_bodies_that_moved_on_their_own() {
        for seed in 0..100 {
            let mut random = SplitMix64::new(seed);
            let rotation = DMat3::from_quat(random.rotation());
            let translation = 1e3 * random.direction();
            let mut pairs: Vec<[DVec3; 2]> = (0..20)
                .map(|_| {
                    let p = random.between(0.1, 9.0) * random.direction();
                    [p, rotation * p + translation]
                })
                .collect();
            let last = pairs.len() - 1;
            pairs[last][1] += 1e-9 * random.direction();
            let found = Registration::of(&pairs);
            assert!(pairs.iter().all(|[p, q]| found.carry(*p).distance(*q) < 1e-6), "seed {seed}");
        }
        let still: Vec<[DVec3; 2]> = (0..5).map(|k| [DVec3::X * f64::from(k); 2]).collect();
        assert_eq!(Registration::of(&still), Registration::IDENTITY);
        assert_eq!(Registration::of(&[]), Registration::IDENTITY);
    }
}
