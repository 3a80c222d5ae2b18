//! The rigid motion between two checks of one assembly, by the centres of bodies that both know by name.

use impinge::math::{DMat3, DQuat, DVec3};

/// A rigid motion: `x` goes to `rotation x + translation`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Registration {
    rotation: DMat3,
    translation: DVec3,
}

/// How far a centre may be off, relative to the extent of all, to count as carried.
const TOLERANCE: f64 = 1e-5;

/// And relative to its coordinates, where these are in double precision: a few sums and products.
const DOUBLE: f64 = 64.0 * f64::EPSILON;

/// The same in single precision, which is off by less than a tenth of that.
const SINGLE: f64 = 1e-6;

/// Pairs needed to know how far most bodies are off: three are carried exactly by a motion of their own.
const ENOUGH: usize = 4;

/// Motions that are tried, at most.
const ATTEMPTS: u64 = 200;

/// Three points are on a line if the third is at most this far off it, relative to the distance of the first two.
const ON_A_LINE: f64 = 1e-6;

/// How far points lie apart, about.
pub fn extent(points: &[DVec3]) -> f64 {
    let first = points.first().copied().unwrap_or_default();
    points.iter().map(|p| p.distance(first)).fold(0.0, f64::max)
}

/// What double precision does to points of these.
pub fn rounding(points: &[DVec3]) -> f64 {
    DOUBLE * points.iter().map(|p| p.abs().max_element()).fold(0.0, f64::max)
}

/// How far a point of these may be off and still be the same, in double and in single precision.
fn hairs(points: &[DVec3]) -> [f64; 2] {
    [DOUBLE, SINGLE].map(|precision| TOLERANCE * extent(points) + precision / DOUBLE * rounding(points))
}

impl Registration {
    /// Nothing moved.
    pub const IDENTITY: Self = Self { rotation: DMat3::IDENTITY, translation: DVec3::ZERO };

    /// The motion that carries most of the first points to the second ones: rest, or that of three of them; rest if none that carries
    /// more than half of them is found.
    #[must_use]
    pub fn from_pairs(pairs: &[[DVec3; 2]]) -> Self {
        let [from, to] = [0, 1].map(|k| hairs(&pairs.iter().map(|pair| pair[k]).collect::<Vec<_>>()));
        // Far from the origin single precision would hide a motion that double precision tells.
        let hairs = [0, 1].map(|k| from[k].max(to[k]));
        hairs.iter().find_map(|hair| Self::within(pairs, *hair)).unwrap_or(Self::IDENTITY)
    }

    /// The same, if more than half are carried within the tolerance.
    fn within(pairs: &[[DVec3; 2]], hair: f64) -> Option<Self> {
        let carries = |motion: &Self, [p, q]: &[DVec3; 2]| motion.carry(*p).distance(*q) <= hair;
        let count = |motion: &Self| pairs.iter().filter(|pair| carries(motion, pair)).count();
        let mut best = (count(&Self::IDENTITY), Self::IDENTITY);
        if 2 * best.0 > pairs.len() {
            return Some(best.1);
        }
        // Even if half of the bodies moved on their own, and these the outer ones, some of the attempts have none of them.
        for attempt in (0..ATTEMPTS).take_while(|_| !pairs.is_empty()) {
            let choice = |k: u64| pairs[(mixed(5 * attempt + k) % pairs.len() as u64) as usize];
            let motion = Self::by_three(far_apart(choice(0), &[choice(1), choice(2)], &[choice(3), choice(4)]));
            let found = motion.map(|motion| (count(&motion), motion)).filter(|found| found.0 > best.0);
            best = found.unwrap_or(best);
            if best.0 == pairs.len() {
                break;
            }
        }
        if 2 * best.0 <= pairs.len() {
            return None;
        }
        // The farther apart the three are, the less rounding matters.
        let carried: Vec<[DVec3; 2]> = pairs.iter().copied().filter(|pair| carries(&best.1, pair)).collect();
        let fine = Self::by_three(far_apart(carried[0], &carried, &carried));
        Some(fine.filter(|motion| count(motion) >= best.0).unwrap_or(best.1))
    }

    /// How far a body may be from where it is carried and still be at its place: as far as most of those are that are certainly the same, but
    /// no farther than single precision takes it. `points` are the places of all.
    #[must_use]
    pub fn hair(&self, certain: &[[DVec3; 2]], points: &[DVec3]) -> f64 {
        /// Most are off by at most this many times what half of them are.
        const SPREAD: f64 = 4.0;
        let [double, single] = hairs(points);
        if certain.is_empty() || (*self != Self::IDENTITY && certain.len() < ENOUGH) {
            return single;
        }
        let mut off: Vec<f64> = certain.iter().map(|[p, q]| self.carry(*p).distance(*q)).collect();
        off.sort_by(f64::total_cmp);
        (double + SPREAD * off[off.len() / 2]).min(single)
    }

    /// The motion back.
    pub(crate) fn inverse(&self) -> Self {
        let rotation = self.rotation.transpose();
        Self { rotation, translation: rotation * -self.translation }
    }

    /// How it turns.
    pub(crate) fn rotation(&self) -> DMat3 {
        self.rotation
    }

    /// Where a point goes.
    #[must_use]
    pub fn carry(&self, p: DVec3) -> DVec3 {
        self.rotation * p + self.translation
    }

    /// The motion of three pairs; where these points lie on a line or in one point, a motion of that.
    fn by_three([[p, q], second, third]: [[DVec3; 2]; 3]) -> Option<Self> {
        if second[0] == p {
            return Some(Self { rotation: DMat3::IDENTITY, translation: q - p });
        }
        let frames = [0, 1].map(|k| {
            let way = second[k] - [p, q][k];
            let x = way.try_normalize()?;
            let y = (third[k] - [p, q][k]).reject_from_normalized(x);
            Some((x, (y.length() > ON_A_LINE * way.length()).then(|| y.normalize())))
        });
        let rotation = match frames {
            [Some((x, Some(y))), Some((u, Some(v)))] => {
                DMat3::from_cols(u, v, u.cross(v)) * DMat3::from_cols(x, y, x.cross(y)).transpose()
            }
            [Some((x, _)), Some((u, _))] => DMat3::from_quat(DQuat::from_rotation_arc(x, u)),
            _ => return None,
        };
        Some(Self { rotation, translation: q - rotation * p })
    }
}

/// A pair, of some others the farthest from it, and of some the farthest from the line of these two.
fn far_apart(first: [DVec3; 2], others: &[[DVec3; 2]], thirds: &[[DVec3; 2]]) -> [[DVec3; 2]; 3] {
    let farthest = |pairs: &[[DVec3; 2]], length: &dyn Fn(DVec3) -> f64| {
        pairs
            .iter()
            .copied()
            .max_by(|p, q| length(p[0] - first[0]).total_cmp(&length(q[0] - first[0])))
            .unwrap_or(first)
    };
    let second = farthest(others, &DVec3::length);
    let along = (second[0] - first[0]).normalize_or_zero();
    [first, second, farthest(thirds, &|way: DVec3| way.cross(along).length())]
}

/// A number that looks like chance (SplitMix64).
fn mixed(k: u64) -> u64 {
    let z = (k + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
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
            // Eight of twenty have moved on their own, among them what is farthest.
            let carried = pairs.clone();
            pairs.sort_by(|p, q| q[0].length().total_cmp(&p[0].length()));
            for pair in &mut pairs[..8] {
                pair[1] += random.between(0.1, 5.0) * random.direction();
            }
            let found = Registration::from_pairs(&pairs);
            assert!(carried.iter().all(|[p, q]| found.carry(*p).distance(*q) < 1e-6), "seed {seed}");
        }
        let still: Vec<[DVec3; 2]> = (0..5).map(|k| [DVec3::X * f64::from(k); 2]).collect();
        assert_eq!(Registration::from_pairs(&still), Registration::IDENTITY);
        assert_eq!(Registration::from_pairs(&[]), Registration::IDENTITY);
    }

    #[test]
    fn far_from_the_origin_small_motions_are_found() {
        let far = DVec3::new(5e6, -3e6, 100.0);
        let mut random = SplitMix64::new(8);
        let points: Vec<DVec3> = (0..9).map(|_| far + 50.0 * random.direction()).collect();
        let shift = DVec3::new(0.0, 0.75, 0.0);
        let pairs: Vec<[DVec3; 2]> = points.iter().map(|p| [*p, *p + shift]).collect();
        let found = Registration::from_pairs(&pairs);
        assert!(pairs.iter().all(|[p, q]| found.carry(*p).distance(*q) < 1e-6), "{found:?}");
        assert!(found.hair(&pairs, &points) < 0.01);
        // In single precision all of them are off by up to a quarter.
        let rounded: Vec<[DVec3; 2]> = points.iter().map(|p| [*p, p.as_vec3().as_dvec3()]).collect();
        let off = rounded.iter().map(|[p, q]| p.distance(*q)).fold(0.0, f64::max);
        let hair = Registration::from_pairs(&rounded).hair(&rounded, &points);
        assert!(off > 0.1 && off < hair && hair < 2.0, "{off} {hair}");
    }

    #[test]
    fn points_on_a_line_or_in_one_are_carried() {
        let mut random = SplitMix64::new(5);
        for count in 1..6 {
            let rotation = DMat3::from_quat(random.rotation());
            let (start, step, shift) = (random.direction(), random.direction(), 9.0 * random.direction());
            let points = (0..count).map(|k| start + f64::from(k) * step);
            let pairs: Vec<[DVec3; 2]> = points.map(|p| [p, rotation * p + shift]).collect();
            let found = Registration::from_pairs(&pairs);
            assert!(pairs.iter().all(|[p, q]| found.carry(*p).distance(*q) < 1e-6), "{count}");
        }
    }

    #[test]
    fn where_every_body_moved_on_its_own_nothing_is_said_to_have_moved() {
        let mut random = SplitMix64::new(6);
        let pairs: Vec<[DVec3; 2]> = (0..20).map(|_| [9.0 * random.direction(), 9.0 * random.direction()]).collect();
        assert_eq!(Registration::from_pairs(&pairs), Registration::IDENTITY);
    }
}
