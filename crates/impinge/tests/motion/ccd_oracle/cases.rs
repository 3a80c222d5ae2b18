//! Queries that are hard: few coordinates, flat motions, repeated roots, contacts within rounding of none.

use crate::random::Random;
use impinge::ccd::Path;
use impinge::math::DVec3;

/// Where queries come from.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// Whole numbers from -2 to 2.
    Small,
    /// The same in one plane.
    Flat,
    /// The same on one line.
    Straight,
    /// A determinant that is a product of linear factors, some of them the same.
    Repeated,
    /// Points that meet at some time, up to rounding, inside features or on their ends.
    Rounded,
    /// Whole numbers, each off by far less than one.
    Spread,
}

pub const SOURCES: [Source; 6] =
    [Source::Small, Source::Flat, Source::Straight, Source::Repeated, Source::Rounded, Source::Spread];

/// Four points on lines: a vertex and a face, or two edges.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    pub points: [Path; 4],
    pub is_face: bool,
}

impl Case {
    pub fn new(from: [[f64; 3]; 4], to: [[f64; 3]; 4], is_face: bool) -> Self {
        let path = |k: usize| Path::try_new(DVec3::from_array(from[k]), DVec3::from_array(to[k])).unwrap();
        Self { points: [0, 1, 2, 3].map(path), is_face }
    }

    pub fn map(&self, change: impl Fn(DVec3) -> DVec3) -> Self {
        let points = self.points.map(|p| Path::try_new(change(p.from()), change(p.to())).unwrap());
        Self { points, ..*self }
    }
}

pub fn case(source: Source, random: &mut Random) -> Case {
    let is_face = random.below(2) == 0;
    match source {
        Source::Small => whole(random, is_face, [2, 2, 2]),
        Source::Flat => sheared(&whole(random, is_face, [2, 2, 0]), random),
        Source::Straight => sheared(&whole(random, is_face, [4, 0, 0]), random),
        Source::Repeated => repeated(random, is_face),
        Source::Rounded => rounded(random, is_face),
        Source::Spread => {
            let unit = 2f64.powi(-(random.below(80) as i32));
            let case = whole(random, is_face, [1, 1, 1]);
            let off = whole(random, is_face, [1, 1, 1]);
            let from = [0, 1, 2, 3].map(|k| (case.points[k].from() + off.points[k].from() * unit).to_array());
            let to = [0, 1, 2, 3].map(|k| (case.points[k].to() + off.points[k].to() * unit).to_array());
            Case::new(from, to, is_face)
        }
    }
}

/// Whole coordinates up to a size along each axis.
fn whole(random: &mut Random, is_face: bool, sizes: [u64; 3]) -> Case {
    let mut points = || [0; 4].map(|_| sizes.map(|size| random.below(2 * size + 1) as f64 - size as f64));
    let (from, to) = (points(), points());
    Case::new(from, to, is_face)
}

/// Axes added to each other: planes and lines that are oblique.
fn sheared(case: &Case, random: &mut Random) -> Case {
    let [a, b, c] = [0; 3].map(|_| random.below(5) as f64 - 2.0);
    case.map(|p| DVec3::new(p.x, p.y + a * p.x, p.z + b * p.x + c * p.y))
}

/// Differences along one axis each, so that the determinant is their product, and then combinations of them.
fn repeated(random: &mut Random, is_face: bool) -> Case {
    // From a to b: zero at a / (a - b); the same twice or thrice, with other factors.
    let mut linear = || [random.below(5) as f64 - 2.0, random.below(5) as f64 - 2.0];
    let (first, other) = (linear(), linear());
    let mut number = |n: u64| random.below(n) as f64;
    let times = |[a, b]: [f64; 2], factor: f64| [a * factor, b * factor];
    let forms = [first, times(first, 1.0 + number(2)), if number(3) == 0.0 { first } else { other }];
    let place = |end: usize| {
        let mut rows = [[0.0; 3]; 4];
        for k in 0..3 {
            rows[k + 1][k] = forms[k][end];
        }
        rows
    };
    let mut rows = [place(0), place(1)];
    let mixing = [0; 6].map(|_| number(3) - 1.0);
    for rows in &mut rows {
        for (k, (to, by)) in [(1, 2), (2, 3), (3, 1), (1, 3), (2, 1), (3, 2)].into_iter().enumerate() {
            let added = rows[by].map(|x| mixing[k] * x);
            rows[to].iter_mut().zip(added).for_each(|(x, more)| *x += more);
        }
    }
    let shift = [number(3), number(3), number(3)];
    let [from, to] = rows.map(|rows| rows.map(|p| [p[0] + shift[0], p[1] + shift[1], p[2] + shift[2]]));
    Case::new(from, to, is_face)
}

/// Random features that meet at a random time, as near as doubles come.
fn rounded(random: &mut Random, is_face: bool) -> Case {
    let mut point = || DVec3::new(random.share(), random.share(), random.share());
    let (mut from, mut to) = ([0; 4].map(|_| point()), [0; 4].map(|_| point()));
    let time = if random.below(3) == 0 { 0.5 } else { 0.1 + 0.8 * random.share() };
    let at = |k: usize, from: &[DVec3; 4], to: &[DVec3; 4]| from[k] * (1.0 - time) + to[k] * time;
    let mut share = || [0.0, 0.0, 1.0, 0.5, random.share(), random.share()][random.below(6) as usize];
    let (x, y) = (share(), share());
    let (meeting, own) = if is_face {
        let (u, v) = (x * (1.0 - y), y);
        (at(1, &from, &to) * (1.0 - u - v) + at(2, &from, &to) * u + at(3, &from, &to) * v, at(0, &from, &to))
    } else {
        (at(2, &from, &to) * (1.0 - x) + at(3, &from, &to) * x, at(0, &from, &to) * (1.0 - y) + at(1, &from, &to) * y)
    };
    // The whole of the first feature is moved, so that its shares stay.
    let moved = if is_face { 1 } else { 2 };
    for k in 0..moved {
        from[k] += meeting - own;
        to[k] += meeting - own;
    }
    Case::new(from.map(|p| p.to_array()), to.map(|p| p.to_array()), is_face)
}
