//! The volume that a face sweeps: the hull of its corners at both ends of the interval, grown by how far the corners stray from straight ways.
//!
//! At any time a corner is within its stray of a point of the hull, and so is, the grown hull being convex, every point of the face.

use super::swept_hull::SweptHull;
use impinge::bound::Aabb;
use impinge::convex;
use impinge::cost::Cost;
use impinge::feature::FaceId;
use impinge::math::{DVec3, Pose};
use impinge::shape::Support;

/// What a length along an axis may be off by: differences, three products and their sums in both projections, 10 u, doubled; relative to the largest
/// difference of coordinates times the sum of the axis's components.
const AXIS_ERROR: f64 = 20.0 * (f64::EPSILON / 2.0);

/// A face over the interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweptFace {
    /// Corners at the beginning, then at the end.
    corners: [DVec3; 6],
    /// 3 where the face stands still, else 6.
    corner_count: u8,
    stray: f64,
    pub(super) bounds: Aabb,
    /// The number of its body.
    pub body: u32,
    /// Its own number in that body.
    pub face: FaceId,
}

/// How two swept faces were found to stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SweptRelation {
    /// Apart along a normal or the line of the centres, as doubles prove.
    Separated,
    /// Apart, as no edge of a hull meets a face of the other and no hull holds a corner of the other.
    Apart,
    /// The hulls share a point.
    Hulls,
    /// The hulls are apart, but no farther than the corners stray.
    Strays,
}

impl SweptRelation {
    /// Whether the faces are to be reported.
    pub fn is_collision(self) -> bool {
        matches!(self, Self::Hulls | Self::Strays)
    }
}

impl SweptFace {
    pub(super) fn new(corners: [DVec3; 6], stray: f64, bounds: Aabb, body: u32, face: FaceId) -> Self {
        let is_still = corners[..3] == corners[3..];
        Self { corners, corner_count: if is_still { 3 } else { 6 }, stray, bounds, body, face }
    }

    /// The face as numbers, to be sent elsewhere: corners, stray and box as the bits of doubles, then body and face.
    #[must_use]
    pub fn to_words(&self) -> [u64; Self::WORDS] {
        let mut words = [0; Self::WORDS];
        let bounds = [self.bounds.min, self.bounds.max];
        let lengths = self.corners.iter().chain(&bounds).flat_map(|p| p.to_array()).chain([self.stray]);
        words.iter_mut().zip(lengths).for_each(|(word, length)| *word = length.to_bits());
        words[Self::WORDS - 1] = u64::from(self.body) << 32 | u64::from(self.face.0);
        words
    }

    /// The face of words that [`to_words`](Self::to_words) gave; others may make a face that is nowhere.
    #[must_use]
    pub fn from_words(words: &[u64; Self::WORDS]) -> Self {
        let point = |k: usize| DVec3::from_array([0, 1, 2].map(|axis| f64::from_bits(words[3 * k + axis])));
        let corners = [0, 1, 2, 3, 4, 5].map(point);
        let bounds = Aabb { min: point(6), max: point(7) };
        let numbers = words[Self::WORDS - 1];
        Self::new(corners, f64::from_bits(words[24]), bounds, (numbers >> 32) as u32, FaceId(numbers as u32))
    }

    /// How many words a face takes.
    pub const WORDS: usize = 26;

    /// The corners of the hull, those of a face that stands still once.
    pub(super) fn corners(&self) -> &[DVec3] {
        &self.corners[..usize::from(self.corner_count)]
    }

    /// Whether the volumes share a point, and how that was found.
    pub(super) fn meeting(&self, other: &Self, cost: &mut Cost) -> SweptRelation {
        cost.triangle_tests += 1;
        if self.is_separated(other) {
            return SweptRelation::Separated;
        }
        cost.exact_tests += 1;
        if SweptHull::new(self.corners(), cost).meets(&SweptHull::new(other.corners(), cost), cost) {
            return SweptRelation::Hulls;
        }
        let strays = self.stray + other.stray > 0.0 && convex::intersects(self, other, &Pose::IDENTITY);
        if strays { SweptRelation::Strays } else { SweptRelation::Apart }
    }

    /// Whether doubles prove a gap along a normal of one of the faces, at the beginning or the end, or along the line of the centres.
    fn is_separated(&self, other: &Self) -> bool {
        let origin = self.corners[0];
        let [a, b] = [self, other].map(|face| face.corners.map(|p| p - origin));
        let within = (self.bounds.max.max(other.bounds.max) - self.bounds.min.min(other.bounds.min)).max_element();
        let pair = Differences { a, b, error: AXIS_ERROR * within, strays: self.stray + other.stray };
        let normal = |p: &[DVec3; 6], k: usize| (p[k + 1] - p[k]).cross(p[k + 2] - p[k]);
        let centres = || b.iter().sum::<DVec3>() - a.iter().sum::<DVec3>();
        pair.is_gap(normal(&a, 0))
            || pair.is_gap(normal(&b, 0))
            || pair.is_gap(normal(&a, 3))
            || pair.is_gap(normal(&b, 3))
            || pair.is_gap(centres())
    }
}

/// Corners of two swept faces less one of them.
struct Differences {
    a: [DVec3; 6],
    b: [DVec3; 6],
    /// What a length along an axis is off by, for axes whose components sum up to 1.
    error: f64,
    strays: f64,
}

impl Differences {
    /// Whether there is certainly a gap along an axis, of any length. False for axes that are zero or not finite.
    #[inline]
    fn is_gap(&self, axis: DVec3) -> bool {
        let span = |points: &[DVec3; 6]| {
            points.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], p| {
                let at = axis.dot(*p);
                [low.min(at), high.max(at)]
            })
        };
        let ([a_low, a_high], [b_low, b_high]) = (span(&self.a), span(&self.b));
        let gap = (b_low - a_high).max(a_low - b_high);
        // The sum of the components is at least the length.
        let size = axis.abs().element_sum();
        let strays = if self.strays > 0.0 { self.strays * axis.length() * (1.0 + 8.0 * f64::EPSILON) } else { 0.0 };
        gap > self.error * size + strays + UNDERFLOW
    }
}

/// Products that underflow are off by up to 2^-1074 each: far less than this, 2^-1000.
const UNDERFLOW: f64 = f64::from_bits((1023 - 1000) << 52);

/// The core is the hull of the corners, the radius is how far they stray.
impl Support for SweptFace {
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        let origin = self.corners[0];
        let mut best = (0, 0.0);
        for (k, corner) in self.corners().iter().enumerate() {
            let at = direction.dot(*corner - origin);
            if at > best.1 {
                best = (k, at);
            }
        }
        *hint = best.0 as u32;
        self.corners[best.0]
    }

    fn centre(&self) -> DVec3 {
        let origin = self.corners[0];
        origin + self.corners.iter().map(|p| *p - origin).sum::<DVec3>() / 6.0
    }

    fn reach(&self) -> f64 {
        let centre = self.centre();
        let square = self.corners.iter().fold(0.0, |most: f64, p| most.max(p.distance_squared(centre)));
        square.sqrt() * (1.0 + 8.0 * f64::EPSILON)
    }

    fn radius(&self) -> f64 {
        self.stray
    }

    fn corner_count(&self) -> u32 {
        u32::from(self.corner_count)
    }

    fn corner(&self, index: u32) -> DVec3 {
        self.corners().get(index as usize).copied().unwrap_or_else(|| self.centre())
    }

    fn all_corners(&self) -> &[DVec3] {
        self.corners()
    }
}
