//! Where a set of triangles is divided: by the surface area heuristic over 16 bins (Wald 2007) while the set is large, and at
//! multiples of what a full child holds once it is small, so that nodes and leaves come out full.

use super::leaf::LANES;
use super::node::WIDTH;
use glam::Vec4;
use std::ops::Range;

/// Bins an axis is cut into.
const BINS: usize = 16;

/// Sets up to this size are sorted and divided at multiples of what a full child holds.
const SORTED: usize = WIDTH * LANES;

/// A triangle as the builder moves it around; the face is in the fourth component of the first corner.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub corners: [Vec4; 3],
}

impl Entry {
    /// The face.
    pub fn face(&self) -> u32 {
        self.corners[0].w.to_bits()
    }

    fn min(&self) -> Vec4 {
        self.corners[0].min(self.corners[1]).min(self.corners[2])
    }

    fn max(&self) -> Vec4 {
        self.corners[0].max(self.corners[1]).max(self.corners[2])
    }
}

/// Bounds of some triangles and of twice the middles of their boxes.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    pub min: Vec4,
    pub max: Vec4,
    middle_min: Vec4,
    middle_max: Vec4,
}

impl Extent {
    pub const EMPTY: Self = Self {
        min: Vec4::INFINITY,
        max: Vec4::NEG_INFINITY,
        middle_min: Vec4::INFINITY,
        middle_max: Vec4::NEG_INFINITY,
    };

    /// The bounds of some triangles.
    pub fn of(entries: &[Entry]) -> Self {
        entries.iter().fold(Self::EMPTY, |all, e| all.including(e))
    }

    #[inline(always)]
    fn including(self, e: &Entry) -> Self {
        let (min, max) = (e.min(), e.max());
        let middle = min + max;
        Self {
            min: self.min.min(min),
            max: self.max.max(max),
            middle_min: self.middle_min.min(middle),
            middle_max: self.middle_max.max(middle),
        }
    }

    #[inline(always)]
    pub fn joined(self, other: &Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
            middle_min: self.middle_min.min(other.middle_min),
            middle_max: self.middle_max.max(other.middle_max),
        }
    }

    pub fn half_area(&self) -> f32 {
        let d = self.max - self.min;
        d.x * d.y + d.y * d.z + d.z * d.x
    }
}

/// A set of triangles by its place in the array.
#[derive(Clone)]
pub(super) struct Part {
    pub range: Range<usize>,
    pub extent: Extent,
}

impl Part {
    pub fn len(&self) -> usize {
        self.range.len()
    }
}

/// Divides a set of more than [`LANES`] triangles in two, reordering them.
pub(super) fn split(entries: &mut [Entry], part: &Part) -> [Part; 2] {
    let own = &mut entries[part.range.clone()];
    let (middle, extents) = if part.len() > SORTED { binned(own, &part.extent) } else { sorted(own, &part.extent) };
    let middle = part.range.start + middle;
    [
        Part { range: part.range.start..middle, extent: extents[0] },
        Part { range: middle..part.range.end, extent: extents[1] },
    ]
}

/// The best of 15 places along each axis.
fn binned(entries: &mut [Entry], extent: &Extent) -> (usize, [Extent; 2]) {
    let origin = extent.middle_min;
    let size = extent.middle_max - origin;
    let scale = Vec4::splat(BINS as f32 * 0.9999) / size;
    let bin_of = |middle: Vec4| ((middle - origin) * scale).min(Vec4::splat((BINS - 1) as f32));
    let mut bins = [[(Extent::EMPTY, 0_u32); BINS]; 3];
    for e in entries.iter() {
        let (min, max) = (e.min(), e.max());
        let middle = min + max;
        let place = bin_of(middle);
        for axis in 0..3 {
            let bin = &mut bins[axis][place[axis] as usize];
            *bin = (bin.0.joined(&Extent { min, max, middle_min: middle, middle_max: middle }), bin.1 + 1);
        }
    }
    let mut best: Option<(f32, usize, usize, [Extent; 2])> = None;
    for axis in 0..3 {
        if !(scale[axis].is_finite() && size[axis] > 0.0) {
            continue;
        }
        let bins = &bins[axis];
        let mut right = [(Extent::EMPTY, 0_u32); BINS];
        for i in (0..BINS - 1).rev() {
            right[i] = (right[i + 1].0.joined(&bins[i + 1].0), right[i + 1].1 + bins[i + 1].1);
        }
        let mut left = (Extent::EMPTY, 0_u32);
        for i in 0..BINS - 1 {
            left = (left.0.joined(&bins[i].0), left.1 + bins[i].1);
            if left.1 == 0 || right[i].1 == 0 {
                continue;
            }
            let cost = left.0.half_area() * left.1 as f32 + right[i].0.half_area() * right[i].1 as f32;
            if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                best = Some((cost, axis, i, [left.0, right[i].0]));
            }
        }
    }
    match best {
        Some((_, axis, bin, extents)) => {
            (partition(entries, |e| bin_of(e.min() + e.max())[axis] as usize <= bin), extents)
        }
        None => halved(entries),
    }
}

/// The best place at a multiple of what a full child holds, along any axis.
fn sorted(entries: &mut [Entry], extent: &Extent) -> (usize, [Extent; 2]) {
    let mut best = (f32::INFINITY, 0, 0, [*extent; 2]);
    for axis in 0..3 {
        sort(entries, axis);
        let found = swept(entries, extent);
        if found.0 < best.0 || axis == 0 {
            best = (found.0, axis, found.1, found.2);
        }
    }
    if best.1 != 2 {
        sort(entries, best.1);
    }
    (best.2, best.3)
}

fn sort(entries: &mut [Entry], axis: usize) {
    let key = |e: &Entry| {
        let [p, q, r] = e.corners.map(|c| c[axis]);
        (p.min(q).min(r) + p.max(q).max(r), e.face())
    };
    entries.sort_unstable_by(|p, q| {
        let (p, q) = (key(p), key(q));
        p.0.total_cmp(&q.0).then(p.1.cmp(&q.1))
    });
}

fn swept(entries: &[Entry], extent: &Extent) -> (f32, usize, [Extent; 2]) {
    let step = if entries.len() > WIDTH * LANES { WIDTH * LANES } else { LANES };
    let places = entries.len().div_ceil(step);
    let mut right = [Extent::EMPTY; WIDTH + 1];
    let chunk = |i: usize| i * step..((i + 1) * step).min(entries.len());
    for i in (1..places).rev() {
        right[i] = right[i + 1].joined(&Extent::of(&entries[chunk(i)]));
    }
    let mut left = Extent::EMPTY;
    let mut best = (f32::INFINITY, step, [extent.to_owned(); 2]);
    for i in 1..places {
        left = left.joined(&Extent::of(&entries[chunk(i - 1)]));
        let counts = [i * step, entries.len() - i * step];
        let cost = left.half_area() * counts[0] as f32 + right[i].half_area() * counts[1] as f32;
        if cost < best.0 || i == 1 {
            best = (cost, i * step, [left, right[i]]);
        }
    }
    best
}

/// All middles in one place: halves by number.
fn halved(entries: &mut [Entry]) -> (usize, [Extent; 2]) {
    let middle = entries.len() / 2;
    let (left, right) = entries.split_at(middle);
    (middle, [Extent::of(left), Extent::of(right)])
}

/// Moves the entries that belong to the left to the front; gives their number.
fn partition(entries: &mut [Entry], left: impl Fn(&Entry) -> bool) -> usize {
    let (mut i, mut j) = (0, entries.len());
    loop {
        while i < j && left(&entries[i]) {
            i += 1;
        }
        while i < j && !left(&entries[j - 1]) {
            j -= 1;
        }
        if i >= j {
            return i;
        }
        entries.swap(i, j - 1);
    }
}
