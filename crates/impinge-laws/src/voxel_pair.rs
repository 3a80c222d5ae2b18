//! Two bodies of unit cubes on the lattice: distance and time of contact by integers.

use impinge::Mesh;
use impinge_scenes::polycube::{Style, polycube};
use impinge_scenes::voxel::{Voxel, VoxelSet};
use impinge_scenes::{SceneError, SplitMix64};

const MOST_CUBES: u64 = 6;

/// Two bodies of cubes in one frame, whose interiors do not meet.
pub struct VoxelPair {
    pub a: VoxelSet,
    pub b: VoxelSet,
}

impl VoxelPair {
    /// Cubes within a few units of each other; B is shifted away until no cube belongs to both.
    pub fn random(random: &mut SplitMix64) -> Self {
        let mut cubes = || VoxelSet::random_connected(random.next(), 1 + random.below(MOST_CUBES) as usize);
        let (a, b) = (cubes(), cubes());
        let step = [(); 3].map(|()| random.integer(-3, 3));
        let step = if step == [0; 3] { [1, 0, 0] } else { step };
        let mut b = b.shifted(step);
        while b.iter().any(|cube| a.contains(cube)) {
            b = b.shifted(step);
        }
        Self { a, b }
    }

    /// The meshes, each in a random style.
    pub fn meshes(&self, random: &mut SplitMix64) -> Result<[Mesh; 2], SceneError> {
        let mut style = || Style { seed: random.next(), levels: random.below(2) as u32, ..Style::default() };
        Ok([polycube(&self.a, &style())?, polycube(&self.b, &style())?])
    }

    fn pairs(&self) -> impl Iterator<Item = [Voxel; 2]> + '_ {
        self.a.iter().flat_map(|a| self.b.iter().map(move |b| [a, b]))
    }

    /// The square of the distance.
    pub fn distance_squared(&self) -> i64 {
        let gap = |[a, b]: [Voxel; 2]| [0, 1, 2].map(|k| (b[k] - a[k] - 1).max(a[k] - b[k] - 1).max(0));
        self.pairs().map(|pair| gap(pair).iter().map(|g| g * g).sum()).min().unwrap_or(0)
    }

    /// The first time in [0, 1] at which interiors meet when B moves by a displacement; `None` if they never do.
    pub fn first_overlap(&self, displacement: Voxel) -> Option<f64> {
        let times = self.pairs().filter_map(|pair| first_overlap_of_cubes(pair, displacement));
        times.min_by(|s, t| s.cmp(t)).map(|Time { numerator, denominator }| numerator as f64 / denominator as f64)
    }

    /// The first time in [0, 1] at which the bodies share a point when B moves by a displacement; `None` if they never do.
    pub fn first_touch(&self, displacement: Voxel) -> Option<f64> {
        let begin_of = |[a, b]: [Voxel; 2]| {
            let (begin, end) = closed_interval(a, b, displacement)?;
            let begin = if begin > Time::ZERO { begin } else { Time::ZERO };
            (begin <= end && begin <= Time::ONE).then_some(begin)
        };
        let first = self.pairs().filter_map(begin_of).min_by(Time::cmp)?;
        Some(first.numerator as f64 / first.denominator as f64)
    }

    /// Whether B moves by a displacement without meeting A, not even by touching, at any time in [0, 1].
    pub fn stays_apart(&self, displacement: Voxel) -> bool {
        self.first_touch(displacement).is_none()
    }
}

/// A quotient of integers with a positive denominator.
#[derive(Clone, Copy, Debug)]
struct Time {
    numerator: i64,
    denominator: i64,
}

impl Time {
    const ZERO: Self = Self { numerator: 0, denominator: 1 };
    const ONE: Self = Self { numerator: 1, denominator: 1 };

    fn new(numerator: i64, denominator: i64) -> Self {
        if denominator < 0 {
            Self { numerator: -numerator, denominator: -denominator }
        } else {
            Self { numerator, denominator }
        }
    }

    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.numerator * other.denominator).cmp(&(other.numerator * self.denominator))
    }
}

impl PartialEq for Time {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl PartialOrd for Time {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The time at which the interiors of two unit cubes begin to meet, within [0, 1).
fn first_overlap_of_cubes([a, b]: [Voxel; 2], displacement: Voxel) -> Option<Time> {
    let is_parallel_outside = (0..3).any(|k| displacement[k] == 0 && (b[k] - a[k]).abs() >= 1);
    let (begin, end) = closed_interval(a, b, displacement)?;
    let begin = if begin > Time::ZERO { begin } else { Time::ZERO };
    (!is_parallel_outside && begin < end && begin < Time::ONE && end > Time::ZERO).then_some(begin)
}

/// When each coordinate of b + t d differs from that of a by at most one, the side of a cube; `None` if one never does.
fn closed_interval(a: Voxel, b: Voxel, displacement: Voxel) -> Option<(Time, Time)> {
    let (mut begin, mut end) = (Time::new(-1000, 1), Time::new(1000, 1));
    for k in 0..3 {
        let (gap, d) = (a[k] - b[k], displacement[k]);
        if d == 0 {
            if gap.abs() > 1 {
                return None;
            }
            continue;
        }
        let (s, t) = (Time::new(gap - 1, d), Time::new(gap + 1, d));
        let (low, high) = if s < t { (s, t) } else { (t, s) };
        begin = if low > begin { low } else { begin };
        end = if high < end { high } else { end };
    }
    Some((begin, end))
}

/// The cubes of two bodies, for messages.
pub fn describe_cubes(a: &VoxelSet, b: &VoxelSet) -> String {
    let [a, b] = [a, b].map(|voxels| voxels.iter().collect::<Vec<_>>());
    format!("cubes of a: {a:?}; of b: {b:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube_at(x: i64) -> VoxelSet {
        VoxelSet::cuboid([x, 0, 0], [x + 1, 1, 1])
    }

    #[test]
    fn cubes_on_a_line_have_the_distances_and_times_of_a_line() {
        let pair = VoxelPair { a: cube_at(0), b: cube_at(4) };
        assert_eq!(pair.distance_squared(), 9);
        assert_eq!(pair.first_overlap([-6, 0, 0]), Some(0.5));
        assert_eq!(pair.first_overlap([-3, 0, 0]), None, "they only touch at the end");
        assert_eq!(pair.first_overlap([-6, 6, 0]), None, "they pass by");
        assert!(!pair.stays_apart([-3, 0, 0]) && pair.stays_apart([-2, 0, 0]) && pair.stays_apart([6, 1, 1]));
    }

    #[test]
    fn random_pairs_meet_and_miss() {
        let mut random = SplitMix64::new(5);
        let (mut hits, mut misses, mut touching) = (0, 0, 0);
        for _ in 0..400 {
            let pair = VoxelPair::random(&mut random);
            let displacement = [(); 3].map(|()| random.integer(-9, 9));
            let is_hit = pair.first_overlap(displacement).is_some();
            assert!(!(is_hit && pair.stays_apart(displacement)));
            hits += u32::from(is_hit);
            misses += u32::from(pair.stays_apart(displacement));
            touching += u32::from(pair.distance_squared() == 0);
        }
        assert!(hits >= 60 && misses >= 60 && touching >= 60, "{hits} {misses} {touching}");
    }
}
