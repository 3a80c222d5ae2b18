//! Which pixels a triangle may touch, and between which depths: rasterisation that can only say too much, in integers.
//!
//! A triangle's corners in the image are rounded; [`Slack`] bounds by how much. A pixel is grown by it on all sides, and the triangle touches the
//! pixel if it meets the grown square, decided by separating lines. Its depths over the square are those of its plane there, within those of
//! its corners, rounded outward and grown by the slack. So where the true surface meets the true pixel, its depth is within that of a
//! [`Fragment`]: what R-CULLIDE (Govindaraju, Lin, Manocha 2004) gets by fattening triangles. `docs/notes/ldi.md` has the proof.
//! `footprint.wgsl` is the same, function by function.

use crate::fixed_point::{DEPTH_LIMIT, SUBPIXEL_SHIFT, SUBPIXELS, Triangle, centre, cross, has};

/// How far a corner in the image may be from where it truly is, along each axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slack {
    /// In sub-pixels, in the image.
    pub position: i32,
    /// In steps of depth.
    pub depth: i32,
}

/// What a triangle does in one pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// No part of it in the pixel is nearer.
    pub low: i32,
    /// No part of it in the pixel is farther.
    pub high: i32,
    /// Its depth at the centre of the pixel, rounded down; 0 where it does not cover the centre.
    pub centre: i32,
    /// What passing it at the centre adds to a winding number: [`Triangle::facing`], 0 where it does not cover the centre.
    pub facing: i32,
    /// It surely covers the whole pixel.
    pub whole: bool,
    /// Its number among the faces of all bodies.
    pub face: u32,
}

impl Fragment {
    /// As the device keeps it; the order of these is the order of a pixel's fragments.
    #[must_use]
    pub fn packed(&self) -> [u32; 4] {
        let flags = ((self.facing + 1) as u32) << 24 | u32::from(self.whole) << 26;
        [self.low as u32, self.high as u32, self.centre as u32 | flags, self.face]
    }

    /// The inverse of [`Fragment::packed`].
    #[must_use]
    pub fn unpacked([low, high, rest, face]: [u32; 4]) -> Self {
        let (centre, facing) = ((rest & 0xff_ffff) as i32, (rest >> 24 & 3) as i32 - 1);
        Self { low: low as i32, high: high as i32, centre, facing, whole: rest >> 26 & 1 == 1, face }
    }
}

/// A triangle prepared for all its pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// Its corners, turned so that they run from right to down.
    corners: [[i32; 3]; 3],
    facing: i32,
    /// Twice its area in the image.
    area: i64,
    /// Half the side of a grown pixel.
    reach: i32,
    near: i32,
    far: i32,
    /// By how much its plane can rise or fall from the centre of a grown pixel to its rim, at most [`DEPTH_LIMIT`].
    rise: i32,
    slack: Slack,
    face: u32,
}

impl Footprint {
    /// Prepares a triangle.
    #[must_use]
    pub fn new(triangle: &Triangle, slack: Slack, face: u32) -> Self {
        let facing = triangle.facing();
        let [a, b, c] = triangle.0;
        let corners = if facing > 0 { [a, c, b] } else { [a, b, c] };
        let (near, far) = (a[2].min(b[2]).min(c[2]), a[2].max(b[2]).max(c[2]));
        let reach = SUBPIXELS / 2 + slack.position;
        let area = cross(corners[0], corners[1], [corners[2][0], corners[2][1]]);
        Self { corners, facing, area, reach, near, far, rise: rise(&corners, area, reach), slack, face }
    }

    /// The pixels that it may touch, clamped to an image: first and past the last column, first and past the last row.
    #[must_use]
    pub fn pixels(&self, [width, height]: [i32; 2]) -> [i32; 4] {
        let [a, b, c] = self.corners;
        let low = |i: usize| (a[i].min(b[i]).min(c[i]) - self.slack.position - 1) >> SUBPIXEL_SHIFT;
        let high = |i: usize| ((a[i].max(b[i]).max(c[i]) + self.slack.position) >> SUBPIXEL_SHIFT) + 1;
        [low(0).clamp(0, width), high(0).clamp(0, width), low(1).clamp(0, height), high(1).clamp(0, height)]
    }

    /// What it does in one of its [`Footprint::pixels`]; nothing if it does not touch it.
    #[must_use]
    pub fn fragment(&self, pixel: [i32; 2]) -> Option<Fragment> {
        let at = pixel.map(centre);
        let [a, b, c] = self.corners;
        let edges = [[b, c], [c, a], [a, b]];
        let sides = edges.map(|[p, q]| cross(p, q, at));
        let reaches = edges.map(|[p, q]| i64::from(self.reach) * i64::from((q[0] - p[0]).abs() + (q[1] - p[1]).abs()));
        let all = |test: &dyn Fn(usize) -> bool| (0..3).all(test);
        if !all(&|i| sides[i] + reaches[i] >= 0) || (self.facing == 0 && !all(&|i| sides[i] - reaches[i] <= 0)) {
            return None;
        }
        let whole = self.facing != 0 && all(&|i| sides[i] - reaches[i] >= 0);
        let covers = self.facing != 0 && edges.iter().all(|[p, q]| has(*p, *q, at));
        let tilted = self.facing != 0 && 2 * self.rise < self.far - self.near;
        let room = if covers { 0 } else { self.rise + 1 };
        let depth = if covers || tilted { self.depth(&sides, [self.near - room, self.far + room]) } else { 0 };
        let (low, high) = if tilted {
            (self.near.max(depth - self.rise), self.far.min(depth + 1 + self.rise))
        } else {
            (self.near, self.far)
        };
        Some(Fragment {
            low: low - self.slack.depth,
            high: high + self.slack.depth,
            centre: if covers { depth } else { 0 },
            facing: if covers { self.facing } else { 0 },
            whole,
            face: self.face,
        })
    }

    /// The depth of its plane where its edges have these sides, rounded down, within bounds.
    fn depth(&self, sides: &[i64; 3], [low, high]: [i32; 2]) -> i32 {
        let sum: i128 = (0..3).map(|i| i128::from(sides[i]) * i128::from(self.corners[i][2])).sum();
        sum.div_euclid(i128::from(self.area)).clamp(i128::from(low), i128::from(high)) as i32
    }
}

/// The plane is `z + (nx x + ny y) / area`: over a square of half side `reach` it rises by `reach (|nx| + |ny|) / area`.
fn rise(&[a, b, c]: &[[i32; 3]; 3], area: i64, reach: i32) -> i32 {
    if area == 0 {
        return DEPTH_LIMIT;
    }
    let d = |p: [i32; 3], i: usize| i64::from(p[i] - a[i]);
    let nx = d(b, 2) * d(c, 1) - d(c, 2) * d(b, 1);
    let ny = d(c, 2) * d(b, 0) - d(b, 2) * d(c, 0);
    let product = (nx.abs() + ny.abs()) * i64::from(reach);
    (product.div_euclid(area) + i64::from(product % area != 0)).min(i64::from(DEPTH_LIMIT)) as i32
}
