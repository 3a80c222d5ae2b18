//! What a picture of a clash shows, and from how far away.

use super::clash_view::Viewpoint;
use impinge::math::DVec3;
use impinge_picture::Camera;

/// Width and height of pictures.
pub const SIZE: [u32; 2] = [480, 360];

/// From the upper to the lower edge, in degrees: what BCF allows in all versions.
const FIELD_OF_VIEW: f64 = 45.0;

/// What a picture shows: a middle and how far around it.
#[derive(Clone, Copy)]
pub struct ViewFrame {
    pub middle: DVec3,
    pub extent: f64,
}

impl ViewFrame {
    /// The camera that takes it from a direction, from the middle to the eye.
    pub fn camera(&self, towards_eye: DVec3) -> Camera {
        let aspect = f64::from(SIZE[0]) / f64::from(SIZE[1]);
        let focal = 1.0 / (aspect * (0.5 * FIELD_OF_VIEW.to_radians()).tan());
        let sides = [-1.0, 1.0].map(|side| side * self.extent);
        let corners = (0..8).map(|k| self.middle + DVec3::new(sides[k & 1], sides[k >> 1 & 1], sides[k >> 2]));
        Camera::framing_with(focal, corners, towards_eye, aspect)
    }

    /// Where a camera that takes it stands.
    pub fn viewpoint(&self, camera: &Camera) -> Viewpoint {
        let distance = (self.middle - camera.eye()).dot(camera.ahead());
        Viewpoint {
            eye: camera.eye(),
            target: camera.eye() + distance.max(f64::MIN_POSITIVE) * camera.ahead(),
            up: camera.up(),
            field_of_view: FIELD_OF_VIEW,
            aspect: f64::from(SIZE[0]) / f64::from(SIZE[1]),
        }
    }
}
