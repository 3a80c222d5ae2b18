//! The part of space that fills the image.
//!
//! Knott and Pai (2003, section 6.5): precision is the extent of the frustum over the pixels, so the frustum is fitted tightly. The window is
//! fitted to where boxes of bodies overlap, the depths to all bodies that have a box overlapping another. It is never made smaller than
//! what keeps those bodies within the range of [`crate::fixed_point`], some thirty times their own size.

use crate::camera::{Camera, ViewBox};
use crate::error::GpuError;
use crate::fixed_point::{DEPTH_LIMIT, Matrix, POSITION_LIMIT, Quantised, SUBPIXELS};
use impinge::math::{DVec3, Pose};

/// A part of the window that fills the image instead of the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// In how many columns and rows the window is cut.
    pub of: [u32; 2],
    /// Which of them it is.
    pub at: [u32; 2],
}

impl Tile {
    /// The whole window.
    pub const WHOLE: Self = Self { of: [1, 1], at: [0, 0] };
}

/// A camera with its window: what maps space to pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitted {
    pub(crate) camera: Camera,
    /// Where the image starts, to the right and down.
    start: [f64; 2],
    /// Sub-pixels for each unit to the right and down.
    scale: [f64; 2],
    /// The depth is `near_far[0] + near_far[1] × forward`, or `/ forward` in perspective.
    depth: [f64; 2],
    /// The largest weight: 1, or the distance of the farthest point.
    farthest: f64,
    /// From where to where, to the right and down, places are this tile's and no other's; the outermost tiles have no limit outward.
    own: [[f64; 2]; 2],
}

impl Fitted {
    /// Fits an image of the given number of pixels to a tile of a region; `all` is around every body that is drawn.
    #[must_use]
    pub fn new(camera: &Camera, [region, all]: [&ViewBox; 2], size: [u32; 2], tile: Tile) -> Self {
        let (mut start, mut scale, mut own) = ([0.0; 2], [1.0; 2], [[f64::NEG_INFINITY, f64::INFINITY]; 2]);
        for axis in 0..2 {
            let pixels = f64::from(size[axis]) * f64::from(SUBPIXELS);
            let extent = all.max[axis] - all.min[axis];
            // Half of the range is kept for the window's margin and for where in the window bodies lie.
            let least = extent * pixels / f64::from(POSITION_LIMIT / 2);
            let (of, at) = (f64::from(tile.of[axis].max(1)), f64::from(tile.at[axis]));
            let part = (region.max[axis] - region.min[axis]) / of;
            let wanted = part.max(least) * (1.0 + 2.0 * MARGIN);
            let span = if wanted > 0.0 { wanted } else { 1.0 };
            start[axis] = region.min[axis] + part * (at + 0.5) - span * 0.5;
            scale[axis] = pixels / span;
            if tile.at[axis] > 0 {
                own[axis][0] = region.min[axis] + part * at;
            }
            if tile.at[axis] + 1 < tile.of[axis] {
                own[axis][1] = region.min[axis] + part * (at + 1.0);
            }
        }
        let (near, far) = (all.min.z, all.max.z);
        let room = f64::from(DEPTH_LIMIT) * (1.0 - 2.0 * MARGIN);
        let border = f64::from(DEPTH_LIMIT) * MARGIN;
        let (depth, farthest) = if camera.perspective {
            let slope = if far > near { room / (1.0 / far - 1.0 / near) } else { 0.0 };
            ([border - slope / near, slope], far)
        } else {
            let slope = if far > near { room / (far - near) } else { 0.0 };
            ([border - slope * near, slope], 1.0)
        };
        Self { camera: *camera, start, scale, depth, farthest, own }
    }

    /// From the steps of a mesh at a pose to the image.
    ///
    /// # Errors
    /// The mesh is so large for the window that its steps are coarser than the image can tell.
    pub fn matrix(&self, quantised: &Quantised, pose: &Pose) -> Result<Matrix, GpuError> {
        let Camera { right, down, forward, origin, perspective } = self.camera;
        let weight = if perspective { (forward, 0.0) } else { (DVec3::ZERO, 1.0) };
        let shifted = |axis: DVec3, i: usize| {
            let (scale, start) = (self.scale[i], self.start[i]);
            ((axis - weight.0 * start) * scale, -start * weight.1 * scale)
        };
        let depth = if perspective {
            (forward * self.depth[0], self.depth[1])
        } else {
            (forward * self.depth[1], self.depth[0])
        };
        let rotation = pose.rotation();
        let middle = rotation * quantised.centre + (pose.translation() - origin);
        let rows = [shifted(right, 0), shifted(down, 1), depth, weight].map(|(linear, added)| {
            let turned = rotation.transpose() * linear * quantised.unit;
            [turned.x, turned.y, turned.z, linear.dot(middle) + added].map(|x| x / self.farthest)
        });
        Matrix::of(&rows).ok_or(GpuError::View("a body is too large for what is to be seen of it"))
    }

    /// Whether the centre of a pixel belongs to this tile: windows of tiles overlap by their margins.
    #[must_use]
    pub fn owns(&self, pixel: [u32; 2]) -> bool {
        (0..2).all(|i| (self.own[i][0]..self.own[i][1]).contains(&self.place(pixel, i)))
    }

    /// How far to the right (0) or down (1) the centre of a pixel is.
    fn place(&self, pixel: [u32; 2], i: usize) -> f64 {
        (f64::from(pixel[i]) + 0.5) * f64::from(SUBPIXELS) / self.scale[i] + self.start[i]
    }

    /// The point of space behind the centre of a pixel at a depth.
    #[must_use]
    pub fn unproject(&self, pixel: [u32; 2], depth: i32) -> DVec3 {
        let Camera { right, down, forward, origin, perspective } = self.camera;
        let along = f64::from(depth) - self.depth[0];
        let distance = match (self.depth[1] == 0.0, perspective) {
            (true, _) => self.farthest,
            (false, true) => self.depth[1] / along,
            (false, false) => along / self.depth[1],
        };
        let spread = if perspective { distance } else { 1.0 };
        let at = [self.place(pixel, 0) * spread, self.place(pixel, 1) * spread];
        origin + right * at[0] + down * at[1] + forward * distance
    }

    /// The lengths of a sub-pixel to the right and down (at distance 1 in perspective) and, in a parallel view, of a step of depth: 0 where
    /// all depths are equal.
    #[must_use]
    pub fn steps(&self) -> [f64; 3] {
        let depth = if self.depth[1] == 0.0 || self.camera.perspective { 0.0 } else { 1.0 / self.depth[1] };
        [1.0 / self.scale[0], 1.0 / self.scale[1], depth]
    }

    /// The width and height of a pixel, in units of space; in perspective at the farthest point.
    #[must_use]
    pub fn pixel(&self) -> [f64; 2] {
        self.scale.map(|scale| f64::from(SUBPIXELS) / scale * self.farthest)
    }

    /// Whether a body with this box is smaller than a pixel, so that all of its edges may pass between the centres of pixels.
    #[must_use]
    pub fn hides(&self, bounds: &ViewBox) -> bool {
        (0..2).all(|i| (bounds.max[i] - bounds.min[i]) * self.scale[i] < f64::from(SUBPIXELS))
    }

    /// Whether the image tells where a body with this box is, to within a pixel, given the error of its coordinates.
    #[must_use]
    pub fn tells(&self, off: f64, bounds: &ViewBox) -> bool {
        let [right, down, depth] = self.steps();
        let spread = if self.camera.perspective { bounds.min.z } else { 1.0 };
        off <= right.min(down) * f64::from(SUBPIXELS) * spread && (depth == 0.0 || off <= depth * LARGEST_DEPTH_SLACK)
    }

    /// How far an edge of a body with this box must be moved outward, in units of space, not to lie inside its own solid.
    ///
    /// A pixel's centre is up to half a pixel beside the edge; positions of both are rounded to sub-pixels, two each; depths are rounded, too.
    #[must_use]
    pub fn offset(&self, bounds: &ViewBox) -> f64 {
        let spread = if self.camera.perspective { bounds.max.z } else { 1.0 };
        let pixel = f64::from(SUBPIXELS) / self.scale[0].min(self.scale[1]) * spread;
        let depth = if self.depth[1] == 0.0 {
            0.0
        } else if self.camera.perspective {
            (spread * spread / self.depth[1]).abs()
        } else {
            (1.0 / self.depth[1]).abs()
        };
        pixel * (0.5 + 4.0 / f64::from(SUBPIXELS)) + 2.0 * depth
    }
}

/// By how much depths may be off, in steps: a thousandth of all there are.
const LARGEST_DEPTH_SLACK: f64 = 4000.0;

/// How far the image reaches past what it is fitted to, on each side, as a part of its extent.
const MARGIN: f64 = 1.0 / 64.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::View;
    use impinge::bound::Aabb;
    use impinge::math::DMat3;

    /// A body's corners go where the view says, and back, within a pixel and a depth's step.
    #[test]
    fn corners_go_to_the_image_and_back() {
        let pose =
            Pose::try_new(DMat3::from_rotation_y(0.5) * DMat3::from_rotation_x(0.3), DVec3::new(30.0, -2.0, 5.0))
                .expect("rotation");
        let views = [
            View::default(),
            View::Orthographic { forward: DVec3::new(1.0, 2.0, -0.5), up: DVec3::Z },
            View::Perspective { eye: DVec3::new(33.0, 1.0, 15.0), forward: DVec3::new(-0.3, -0.2, -1.0), up: DVec3::Y },
        ];
        let bounds = Aabb { min: DVec3::splat(-1.0), max: DVec3::new(1.0, 2.0, 3.0) };
        let quantised = Quantised { centre: bounds.centre(), unit: 1e-6, corners: Vec::new(), normals: Vec::new() };
        for view in views {
            let camera = Camera::new(&view).expect("axes").starting_at(pose.translation());
            let all = camera.view_box(&bounds, &pose).expect("in front");
            let fitted = Fitted::new(&camera, [&all, &all], [200, 100], Tile::WHOLE);
            let matrix = fitted.matrix(&quantised, &pose).unwrap();
            for steps in [[900_000, 1_400_000, -1_900_000], [-1_000_000, -1_500_000, 2_000_000], [3, 5, 7]] {
                let point =
                    pose.transform_point(quantised.centre + DVec3::from_array(steps.map(f64::from)) * quantised.unit);
                let [x, y, z] = matrix.project(steps);
                assert!((0..200 * 256).contains(&x) && (0..100 * 256).contains(&y) && (0..DEPTH_LIMIT).contains(&z));
                let back = fitted.unproject([(x / 256) as u32, (y / 256) as u32], z);
                assert!((back - point).length() < 0.1, "{view:?}: {point} came back as {back}");
            }
        }
    }
}
