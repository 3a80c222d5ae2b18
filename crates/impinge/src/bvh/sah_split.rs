//! Where a set of triangles is divided: by the surface area heuristic over 16 bins of the longest axis (Wald 2007) while the set
//! is large, and at multiples of a full leaf along the best axis once it fits one node, so that leaves come out full.

use super::obb_node::WIDTH;
use super::triangle_leaf::LANES;
use super::wide_tree::Preset;
use glam::Vec4;
use std::ops::Range;

/// Bins an axis is cut into.
const BINS: usize = 16;

/// Sets up to this size are sorted and divided at multiples of a full leaf.
const SORTED: usize = WIDTH * LANES;

/// The box of a triangle as the builder moves it around, with the face in the fourth components: half of its bits each, as
/// numbers a little above 1, since anything that looks like a subnormal number makes arithmetic crawl.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub min: Vec4,
    pub max: Vec4,
}

/// The bits of 1.
const ONE: u32 = 0x3F80_0000;

impl Entry {
    /// No triangle.
    const NONE: Self = Self { min: Vec4::ZERO, max: Vec4::ZERO };

    /// The box of a face with these corners.
    pub fn new(face: u32, [p, q, r]: [Vec4; 3]) -> Self {
        let half = |bits: u32| f32::from_bits(ONE | bits & 0xFFFF);
        Self {
            min: p.min(q).min(r).truncate().extend(half(face)),
            max: p.max(q).max(r).truncate().extend(half(face >> 16)),
        }
    }

    /// The face.
    pub fn face(&self) -> u32 {
        self.max.w.to_bits() << 16 | self.min.w.to_bits() & 0xFFFF
    }

    /// Twice the middle of the box.
    #[inline(always)]
    fn middle(&self) -> Vec4 {
        self.min + self.max
    }
}

/// A box around triangles, in single precision.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    pub min: Vec4,
    pub max: Vec4,
}

impl Extent {
    pub const EMPTY: Self = Self { min: Vec4::INFINITY, max: Vec4::NEG_INFINITY };

    #[inline(always)]
    fn including(self, min: Vec4, max: Vec4) -> Self {
        Self { min: self.min.min(min), max: self.max.max(max) }
    }

    #[inline(always)]
    fn joined(self, other: &Self) -> Self {
        self.including(other.min, other.max)
    }

    #[inline(always)]
    fn half_area(&self) -> f32 {
        let d = self.max - self.min;
        d.x * d.y + d.y * d.z + d.z * d.x
    }
}

impl Extent {
    /// The axis along which it is longest.
    fn longest(&self) -> usize {
        let size = self.max - self.min;
        if size.x >= size.y && size.x >= size.z {
            0
        } else if size.y >= size.z {
            1
        } else {
            2
        }
    }
}

/// A set of triangles by its place in the array, with a box around them and one around twice their middles.
#[derive(Clone)]
pub(super) struct SplitSide {
    pub range: Range<usize>,
    pub extent: Extent,
    middles: Extent,
}

impl SplitSide {
    /// All of some entries.
    pub fn of(entries: &[Entry]) -> Self {
        Self::at(0, entries)
    }

    /// Entries that start at a place.
    fn at(start: usize, entries: &[Entry]) -> Self {
        let (mut extent, mut middles) = (Extent::EMPTY, Extent::EMPTY);
        for e in entries {
            extent = extent.including(e.min, e.max);
            middles = middles.including(e.middle(), e.middle());
        }
        Self { range: start..start + entries.len(), extent, middles }
    }

    /// This set and one that follows it, as one.
    pub fn followed_by(self, other: &Self) -> Self {
        Self {
            range: self.range.start..self.range.end + other.len(),
            extent: self.extent.joined(&other.extent),
            middles: self.middles.joined(&other.middles),
        }
    }

    pub fn len(&self) -> usize {
        self.range.len()
    }

    /// Half the surface of the box.
    pub fn half_area(&self) -> f32 {
        self.extent.half_area()
    }

    /// The same set counted from its own start.
    pub fn counted_from_zero(&self) -> Self {
        Self { range: 0..self.len(), ..*self }
    }
}

/// Divides a set of more than [`LANES`] triangles in two, reordering them.
pub(super) fn split(entries: &mut [Entry], part: &SplitSide, preset: Preset) -> [SplitSide; 2] {
    let own = &mut entries[part.range.clone()];
    let start = part.range.start;
    let longest = part.middles.longest();
    if own.len() <= SORTED {
        let middle = match preset {
            Preset::Oriented => sorted(own, 0..3),
            Preset::AxisAligned => sorted(own, longest..longest + 1),
        };
        let (left, right) = own.split_at(middle);
        return [SplitSide::at(start, left), SplitSide::at(start + middle, right)];
    }
    let divided = match longest {
        0 => binned::<0>(own, part),
        1 => binned::<1>(own, part),
        _ => binned::<2>(own, part),
    };
    divided.unwrap_or_else(|| {
        // All middles in one place: halved by number.
        let (left, right) = own.split_at(own.len() / 2);
        [SplitSide::at(start, left), SplitSide::at(start + left.len(), right)]
    })
}

/// The best of 15 places along an axis.
fn binned<const AXIS: usize>(entries: &mut [Entry], part: &SplitSide) -> Option<[SplitSide; 2]> {
    /// 2^23: what is added to it is rounded to an integer, which the last bits then are.
    const ROUND: f32 = (1 << 23) as f32;
    let (origin, end) = (part.middles.min[AXIS], part.middles.max[AXIS]);
    let scale = (BINS - 1) as f32 / (end - origin);
    if !scale.is_finite() {
        return None;
    }
    let bin_of = |e: &Entry| (((e.min[AXIS] + e.max[AXIS] - origin) * scale + ROUND).to_bits() as usize) % BINS;
    let mut bins = [(Extent::EMPTY, 0_u32); BINS];
    for e in entries.iter() {
        let bin = &mut bins[bin_of(e)];
        *bin = (bin.0.including(e.min, e.max), bin.1 + 1);
    }
    let mut right = [(Extent::EMPTY, 0_u32); BINS];
    for i in (0..BINS - 1).rev() {
        right[i] = (right[i + 1].0.joined(&bins[i + 1].0), right[i + 1].1 + bins[i + 1].1);
    }
    let mut best: Option<(f32, usize, [Extent; 2])> = None;
    let mut left = (Extent::EMPTY, 0_u32);
    for i in 0..BINS - 1 {
        left = (left.0.joined(&bins[i].0), left.1 + bins[i].1);
        if left.1 == 0 || right[i].1 == 0 {
            continue;
        }
        let cost = left.0.half_area() * left.1 as f32 + right[i].0.half_area() * right[i].1 as f32;
        if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
            best = Some((cost, i, [left.0, right[i].0]));
        }
    }
    let (_, bin, extents) = best?;
    let (middle, middles) = partition(entries, |e| bin_of(e) <= bin);
    let (start, end) = (part.range.start, part.range.end);
    Some([
        SplitSide { range: start..start + middle, extent: extents[0], middles: middles[0] },
        SplitSide { range: start + middle..end, extent: extents[1], middles: middles[1] },
    ])
}

/// Moves the entries that belong to the left to the front; gives their number, and boxes around twice the middles of both.
fn partition(entries: &mut [Entry], left: impl Fn(&Entry) -> bool) -> (usize, [Extent; 2]) {
    let mut middles = [Extent::EMPTY; 2];
    let (mut i, mut j) = (0, entries.len());
    loop {
        while i < j && left(&entries[i]) {
            let middle = entries[i].middle();
            middles[0] = middles[0].including(middle, middle);
            i += 1;
        }
        while i < j && !left(&entries[j - 1]) {
            let middle = entries[j - 1].middle();
            middles[1] = middles[1].including(middle, middle);
            j -= 1;
        }
        if i >= j {
            return (i, middles);
        }
        entries.swap(i, j - 1);
    }
}

/// Sorts a small set along the axis that has the best place at a multiple of a full leaf, and gives that place.
fn sorted(entries: &mut [Entry], axes: Range<usize>) -> usize {
    let count = entries.len();
    let mut best = (f32::INFINITY, LANES, [0_u8; SORTED]);
    for axis in axes {
        let order = order_along(entries, axis);
        let entry = |i: usize| &entries[usize::from(order[i]) % count];
        let mut right = [0.0_f32; SORTED / LANES + 1];
        let mut extent = Extent::EMPTY;
        for i in (LANES..count).rev() {
            extent = extent.including(entry(i).min, entry(i).max);
            if i % LANES == 0 {
                right[i / LANES] = extent.half_area() * (count - i) as f32;
            }
        }
        let mut extent = Extent::EMPTY;
        for i in 0..count {
            if i % LANES == 0 && i > 0 {
                let cost = extent.half_area() * i as f32 + right[i / LANES];
                if cost < best.0 || best.0 == f32::INFINITY {
                    best = (cost, i, order);
                }
            }
            extent = extent.including(entry(i).min, entry(i).max);
        }
    }
    let mut before = [Entry::NONE; SORTED];
    before[..count].copy_from_slice(entries);
    for (e, from) in entries.iter_mut().zip(best.2) {
        *e = before[usize::from(from)];
    }
    best.1
}

/// The places of a few entries in the order of their middles along an axis: each counts those before it, without a branch.
fn order_along(entries: &[Entry], axis: usize) -> [u8; SORTED] {
    let mut keys = [f32::INFINITY; SORTED];
    for (key, e) in keys.iter_mut().zip(entries) {
        *key = e.min[axis] + e.max[axis];
    }
    let mut order = [0; SORTED];
    let padded = entries.len().next_multiple_of(8);
    for (i, &own) in keys[..entries.len()].iter().enumerate() {
        let less = keys[..padded].iter().map(|key| u32::from(*key < own)).sum::<u32>();
        let same = keys[..i].iter().map(|key| u32::from(*key == own)).sum::<u32>();
        order[(less + same) as usize % SORTED] = i as u8;
    }
    order
}
