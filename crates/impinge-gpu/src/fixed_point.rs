//! Fixed point: what every image is made of, so that any device, drawing or computing, and the CPU give the same bits.
//!
//! Floating-point shaders may fuse, reorder and divide inexactly, and rasterisers differ in how they snap and clip. So corners are integers in
//! the box of their mesh ([`Quantised`]), the way from there to the image is a matrix of integers ([`Matrix`]), rounded once for each body, and
//! what is asked of a pixel ([`Triangle`], [`Segment`]) is asked in integers, too. `fixed_point.wgsl` is the same, function by function,
//! with 64-bit products put together from 16-bit halves. Bounds: a corner is within ±2^22 of its mesh's box, an image position within
//! ±2^22 sub-pixels of the first pixel, a depth within 0..2^22; a cross product then has 48 bits, a depth comparison 71.

use impinge::math::DVec3;
use impinge::mesh::Mesh;

/// The corners of a mesh are within ± this of the centre of its box.
pub const VERTEX_LIMIT: i32 = 1 << 22;

/// Bits of a position within a pixel.
pub const SUBPIXEL_SHIFT: u32 = 8;

/// Steps of a position within a pixel.
pub const SUBPIXELS: i32 = 1 << SUBPIXEL_SHIFT;

/// Positions in the image are within ± this, in sub-pixels.
pub const POSITION_LIMIT: i32 = 1 << 22;

/// Depths are from 0 to below this.
pub const DEPTH_LIMIT: i32 = 1 << 22;

/// What the weight of an orthographic view, and the largest weight of a perspective one, is stored as.
pub const WEIGHT_ONE: i64 = 1 << 28;

/// Bits by which the weight's row of a matrix is finer than the weight.
pub const WEIGHT_SHIFT: u32 = 22;

/// Bits by which normals are finer than steps.
pub const NORMAL_SHIFT: u32 = 12;

/// What a normal of length 1 is stored as.
pub const NORMAL_ONE: i32 = 1 << NORMAL_SHIFT;

/// How far a vertex's normal may be lengthened so that moving along it by 1 moves every face around it by 1: sharper corners stay closer.
pub const LONGEST_MITRE: f64 = 4.0;

/// A mesh in integers: corners relative to the centre of its box, and the direction in which each is moved to leave the solid.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantised {
    /// The centre of the box, in the mesh's frame.
    pub centre: DVec3,
    /// The length of one step, in the mesh's unit.
    pub unit: f64,
    /// The corners.
    pub corners: Vec<[i32; 3]>,
    /// For every corner its normal, in steps of 1/[`NORMAL_ONE`].
    pub normals: Vec<[i32; 3]>,
}

impl Quantised {
    /// A mesh, rounded to the nearest step.
    #[must_use]
    pub fn of(mesh: &Mesh) -> Self {
        let bounds = mesh.bounds();
        let (centre, half) = (bounds.centre(), bounds.size().max_element() * 0.5);
        let unit = if half > 0.0 { half / f64::from(VERTEX_LIMIT - 1) } else { 1.0 };
        let step = |p: &DVec3| ((*p - centre) / unit).to_array().map(|x| x.round() as i32);
        let corners = mesh.vertices().iter().map(step).collect();
        Self { centre, unit, corners, normals: normals(mesh) }
    }
}

/// Normals weighted by angle, lengthened by the mitre.
fn normals(mesh: &Mesh) -> Vec<[i32; 3]> {
    let scale = mesh.bounds().size().max_element().max(f64::MIN_POSITIVE);
    let mut sums = vec![DVec3::ZERO; mesh.vertices().len()];
    let faces: Vec<_> = mesh.faces().iter().map(|&face| (face, face_normal(mesh, face, scale))).collect();
    for &(face, normal) in &faces {
        let corners = face.map(|v| mesh.vertices()[v as usize] / scale);
        for i in 0..3 {
            let [p, q, r] = [corners[i], corners[(i + 1) % 3], corners[(i + 2) % 3]];
            let angle = (q - p).angle_between(r - p);
            sums[face[i] as usize] += normal * if angle.is_finite() { angle } else { 0.0 };
        }
    }
    let directions: Vec<_> = sums.into_iter().map(DVec3::normalize_or_zero).collect();
    let mut least = vec![1.0_f64; directions.len()];
    for (face, normal) in faces.into_iter().filter(|(_, normal)| *normal != DVec3::ZERO) {
        for v in face {
            least[v as usize] = least[v as usize].min(directions[v as usize].dot(normal));
        }
    }
    let lengthened = directions.into_iter().zip(least).map(|(d, c)| d / c.max(1.0 / LONGEST_MITRE));
    lengthened.map(|d| d.to_array().map(|x| (x * f64::from(NORMAL_ONE)).round() as i32)).collect()
}

fn face_normal(mesh: &Mesh, face: [u32; 3], scale: f64) -> DVec3 {
    let [a, b, c] = face.map(|v| mesh.vertices()[v as usize] / scale);
    (b - a).cross(c - a).normalize_or_zero()
}

/// One row of a [`Matrix`]: three factors, then the low and the high half of what is added.
pub type MatrixRow = [i32; 5];

/// From a mesh's steps to the image: rows for x, y (sub-pixels), depth and weight; the first three are divided by the fourth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Matrix(pub [MatrixRow; 4]);

impl Matrix {
    /// A homogeneous matrix, its rows times [`WEIGHT_ONE`] and the last also times 2^[`WEIGHT_SHIFT`], rounded to integers; none if a factor
    /// is too large for them.
    #[must_use]
    pub fn of(rows: &[[f64; 4]; 4]) -> Option<Self> {
        let one = WEIGHT_ONE as f64;
        let scales = [one, one, one, one * f64::from(1 << WEIGHT_SHIFT)];
        let mut matrix = [[0; 5]; 4];
        for ((target, row), scale) in matrix.iter_mut().zip(rows).zip(scales) {
            for (entry, x) in target.iter_mut().zip(&row[..3]) {
                let factor = (x * scale).round();
                if factor.is_nan() || factor.abs() >= f64::from(i32::MAX) {
                    return None;
                }
                *entry = factor as i32;
            }
            let added = (row[3] * scale).round() as i64;
            (target[3], target[4]) = (added as i32, (added >> 32) as i32);
        }
        Some(Self(matrix))
    }

    /// The position in the image and the depth of a corner: [`POSITION_LIMIT`] and [`DEPTH_LIMIT`] hold where the view was fitted.
    #[must_use]
    pub fn project(&self, corner: [i32; 3]) -> [i32; 3] {
        let [x, y, z, weight] = self.0.map(|row| apply(&row, corner));
        let weight = (weight >> WEIGHT_SHIFT).max(1);
        [x, y, z].map(|n| n.div_euclid(weight) as i32)
    }
}

fn apply(row: &MatrixRow, corner: [i32; 3]) -> i64 {
    let added = (i64::from(row[4]) << 32) | i64::from(row[3] as u32);
    added + (0..3).map(|i| i64::from(row[i]) * i64::from(corner[i])).sum::<i64>()
}

/// A corner moved along its normal by the given number of steps.
#[must_use]
pub fn moved(corner: [i32; 3], normal: [i32; 3], steps: i32) -> [i32; 3] {
    std::array::from_fn(|i| corner[i] + ((i64::from(normal[i]) * i64::from(steps)) >> NORMAL_SHIFT) as i32)
}

/// The centre of a pixel, in sub-pixels.
#[must_use]
pub fn centre(pixel: i32) -> i32 {
    pixel * SUBPIXELS + SUBPIXELS / 2
}

/// A triangle in the image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triangle(pub [[i32; 3]; 3]);

impl Triangle {
    /// What entering through it adds to a count: 1 if it faces the eye, -1 if it is seen from inside, 0 if it is seen edge-on.
    #[must_use]
    pub fn facing(&self) -> i32 {
        let [a, b, c] = self.0;
        -cross(a, b, [c[0], c[1]]).signum() as i32
    }

    /// Three weights, none negative, of the corners at a position; none where the triangle is not.
    ///
    /// A position on an edge belongs to the triangle in which it lies after a shift to the right, and then down, of next to nothing: so of two
    /// triangles that share an edge, both, or none, or the right one has it.
    #[must_use]
    pub fn weights(&self, at: [i32; 2]) -> Option<[i64; 3]> {
        let facing = self.facing();
        let [a, b, c] = if facing > 0 { [self.0[0], self.0[2], self.0[1]] } else { self.0 };
        if facing == 0 || !has(a, b, at) || !has(b, c, at) || !has(c, a, at) {
            return None;
        }
        let weights = [cross(b, c, at), cross(c, a, at), cross(a, b, at)];
        Some(if facing > 0 { [weights[0], weights[2], weights[1]] } else { weights })
    }

    /// Whether it covers a position, in front of a depth.
    #[must_use]
    pub fn covers_before(&self, at: [i32; 2], depth: i32) -> bool {
        let Some(weights) = self.weights(at) else { return false };
        let sum = |i: usize| i128::from(weights[i]) * i128::from(self.0[i][2] - depth);
        sum(0) + sum(1) + sum(2) < 0
    }

    /// The pixels that it may cover, clamped to an image: first and past the last column, first and past the last row.
    #[must_use]
    pub fn pixels(&self, width: i32, height: i32) -> [i32; 4] {
        let [a, b, c] = self.0;
        let low = |i: usize| (a[i].min(b[i]).min(c[i]) + SUBPIXELS / 2 - 1) >> SUBPIXEL_SHIFT;
        let high = |i: usize| (a[i].max(b[i]).max(c[i]) + SUBPIXELS / 2) >> SUBPIXEL_SHIFT;
        [low(0).clamp(0, width), high(0).clamp(0, width), low(1).clamp(0, height), high(1).clamp(0, height)]
    }
}

/// Twice the area of the triangle `a b at`, positive if it turns from right to down.
pub(crate) fn cross(a: [i32; 3], b: [i32; 3], at: [i32; 2]) -> i64 {
    let d = |to: i32, from: i32| i64::from(to) - i64::from(from);
    d(b[0], a[0]) * d(at[1], a[1]) - d(b[1], a[1]) * d(at[0], a[0])
}

/// Whether a position, shifted by next to nothing, lies on the inner side of an edge.
pub(crate) fn has(a: [i32; 3], b: [i32; 3], at: [i32; 2]) -> bool {
    match cross(a, b, at) {
        0 => b[1] < a[1] || (b[1] == a[1] && b[0] > a[0]),
        sign => sign > 0,
    }
}

/// A segment in the image: one pixel in every column, or every row, whichever are more, whose centre it passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Where it starts: along the axis it is longer in, along the other, and in depth.
    start: [i32; 3],
    /// Where it ends.
    end: [i32; 3],
    /// Whether the axis it is longer in goes down.
    steep: bool,
}

impl Segment {
    /// The segment between two corners.
    #[must_use]
    pub fn new(a: [i32; 3], b: [i32; 3]) -> Self {
        let steep = (b[1] - a[1]).abs() > (b[0] - a[0]).abs();
        let turned = |p: [i32; 3]| if steep { [p[1], p[0], p[2]] } else { p };
        let [a, b] = [turned(a), turned(b)];
        let [start, end] = if a[0] <= b[0] { [a, b] } else { [b, a] };
        Self { start, end, steep }
    }

    /// The columns, or rows, that it has pixels in: the first, and the one past the last.
    #[must_use]
    pub fn steps(&self) -> [i32; 2] {
        [self.start[0], self.end[0]].map(|x| (x + SUBPIXELS / 2 - 1) >> SUBPIXEL_SHIFT)
    }

    /// The pixel in a column, or row, of [`Segment::steps`], and the depth there.
    #[must_use]
    pub fn pixel(&self, step: i32) -> ([i32; 2], i32) {
        let (along, length) = (i64::from(centre(step) - self.start[0]), i64::from(self.end[0] - self.start[0]));
        let at = |i: usize| self.start[i] + (i64::from(self.end[i] - self.start[i]) * along).div_euclid(length) as i32;
        let (across, depth) = (at(1) >> SUBPIXEL_SHIFT, at(2));
        (if self.steep { [across, step] } else { [step, across] }, depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_triangles_share_no_pixel_and_leave_none() {
        let [a, b, c, d] = [[0, 0, 0], [2560, 128, 0], [2688, 2688, 0], [128, 2560, 0]];
        let halves = [Triangle([a, b, c]), Triangle([a, c, d])];
        let others = [Triangle([a, b, d]), Triangle([b, c, d])];
        let mut covered = 0;
        for y in 0..12 {
            for x in 0..12 {
                let at = [centre(x), centre(y)];
                let count = |pair: &[Triangle; 2]| pair.iter().filter(|t| t.weights(at).is_some()).count();
                assert_eq!(count(&halves), count(&others), "{x} {y}");
                assert!(count(&halves) <= 1);
                covered += count(&halves);
            }
        }
        // 6,537,216 square sub-pixels are 99.75 pixels.
        assert!((90..=110).contains(&covered), "{covered}");
    }

    #[test]
    fn a_triangle_stays_within_its_pixels() {
        let triangle = Triangle([[100, 300, 0], [900, 400, 7], [500, 1500, 9]]);
        let [x0, x1, y0, y1] = triangle.pixels(64, 64);
        let inside = |x, y| (x0..x1).contains(&x) && (y0..y1).contains(&y);
        let covered = |x, y| triangle.weights([centre(x), centre(y)]).is_some();
        assert!((0..8).all(|y| (0..8).all(|x| !covered(x, y) || inside(x, y))));
        // 460,000 square sub-pixels are 7.02 pixels.
        assert_eq!((0..64).filter(|i| covered(i % 8, i / 8)).count(), 8);
        assert_eq!(triangle.facing(), -1);
    }

    #[test]
    fn a_segment_is_the_same_from_both_ends() {
        let (a, b) = ([-700, 300, 5], [3000, 1000, 900]);
        assert_eq!(Segment::new(a, b), Segment::new(b, a));
        assert_eq!(Segment::new(a, b).steps(), [-3, 12]);
        assert_eq!(Segment::new(a, b).pixel(11), ([11, 3], 886));
    }
}
