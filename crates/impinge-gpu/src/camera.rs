//! From where the bodies are looked at: directions, and the boxes of bodies along them.

use crate::error::GpuError;
use impinge::bound::Aabb;
use impinge::math::{DMat3, DVec3, Pose};

/// A direction of view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum View {
    /// Parallel rays.
    Orthographic {
        /// Where to.
        forward: DVec3,
        /// What is up in the image.
        up: DVec3,
    },
    /// Rays from an eye.
    Perspective {
        /// Where from.
        eye: DVec3,
        /// Where to.
        forward: DVec3,
        /// What is up in the image.
        up: DVec3,
    },
}

impl Default for View {
    /// Parallel rays, against Z, with Y up.
    fn default() -> Self {
        Self::Orthographic { forward: DVec3::NEG_Z, up: DVec3::Y }
    }
}

/// A box in the coordinates of a [`Camera`]: right, down (both divided by the distance in perspective) and forward.
pub type ViewBox = Aabb;

/// The axes of a view, and where they start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    pub(crate) right: DVec3,
    pub(crate) down: DVec3,
    pub(crate) forward: DVec3,
    pub(crate) origin: DVec3,
    pub(crate) perspective: bool,
}

/// The nearest point of a body may not be nearer to the eye than this part of the distance of the farthest.
///
/// Weights have 28 bits; with 18 of them left at the nearest point, a position at the far end of the window is off by a quarter of a sub-pixel.
pub const NEAREST: f64 = 1.0 / 1024.0;

impl Camera {
    /// The axes of a view; parallel views start at the origin of the world.
    ///
    /// # Errors
    /// Directions that are zero, parallel or not finite.
    pub fn new(view: &View) -> Result<Self, GpuError> {
        let (forward, up, origin, perspective) = match *view {
            View::Orthographic { forward, up } => (forward, up, DVec3::ZERO, false),
            View::Perspective { eye, forward, up } => (forward, up, eye, true),
        };
        let forward = forward.try_normalize().ok_or(GpuError::View("its direction has no length"))?;
        let up = up.try_normalize().ok_or(GpuError::View("what is up has no length"))?;
        // Below this, the sine of the angle between two unit vectors is rounding.
        const PARALLEL: f64 = 1e-9;
        let right = forward.cross(up);
        if right.length() < PARALLEL || !origin.is_finite() {
            return Err(GpuError::View("its direction is parallel to what is up, or its eye is not finite"));
        }
        let right = right.normalize();
        Ok(Self { right, down: forward.cross(right), forward, origin, perspective })
    }

    /// The same axes, but those of a parallel view start at a place in the world.
    #[must_use]
    pub fn starting_at(self, origin: DVec3) -> Self {
        if self.perspective { self } else { Self { origin, ..self } }
    }

    /// The same axes, but those of a parallel view start amid a box.
    #[must_use]
    pub fn amid(self, bounds: &ViewBox) -> Self {
        let centre = bounds.centre();
        self.starting_at(self.origin + self.right * centre.x + self.down * centre.y + self.forward * centre.z)
    }

    /// Whether rays leave from one point.
    #[must_use]
    pub fn is_perspective(&self) -> bool {
        self.perspective
    }

    /// The box of a body, or nothing if a perspective view has a part of it at or behind the eye.
    #[must_use]
    pub fn view_box(&self, bounds: &Aabb, pose: &Pose) -> Option<ViewBox> {
        let axes = DMat3::from_cols(self.right, self.down, self.forward).transpose();
        let (view_from_body, half) = (axes * pose.rotation(), bounds.size() * 0.5);
        let centre = axes * (pose.rotation() * bounds.centre() + pose.translation() - self.origin);
        let sides = [view_from_body.x_axis * half.x, view_from_body.y_axis * half.y, view_from_body.z_axis * half.z];
        if !self.perspective {
            let reach = sides[0].abs() + sides[1].abs() + sides[2].abs();
            return Some(Aabb { min: centre - reach, max: centre + reach });
        }
        let sign = |i: u32, bit: u32| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
        let corner = |i: u32| centre + sides[0] * sign(i, 0) + sides[1] * sign(i, 1) + sides[2] * sign(i, 2);
        let corners: [DVec3; 8] = std::array::from_fn(|i| corner(i as u32));
        let seen = |p: DVec3| DVec3::new(p.x / p.z, p.y / p.z, p.z);
        corners.iter().all(|p| p.z > 0.0).then(|| Aabb::of_points(&corners.map(seen)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_behind_the_eye_has_no_box() {
        let view = View::Perspective { eye: DVec3::ZERO, forward: DVec3::X, up: DVec3::Z };
        let camera = Camera::new(&view).expect("axes");
        let bounds = Aabb { min: DVec3::splat(-1.0), max: DVec3::splat(1.0) };
        let at = |x: f64| Pose::from_translation(DVec3::X * x).expect("finite");
        assert!(camera.view_box(&bounds, &at(0.5)).is_none());
        assert!(camera.view_box(&bounds, &at(5.0)).is_some());
        assert!(Camera::new(&View::Orthographic { forward: DVec3::X, up: DVec3::NEG_X }).is_err());
    }
}
