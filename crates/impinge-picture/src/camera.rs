//! Where a picture is taken from.

use super::projected_triangle::ScreenPoint;
use impinge::bound::Aabb;
use impinge::math::{DMat3, DVec3, Pose};

/// A pinhole that looks at something; pixels are square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    eye: DVec3,
    /// Rows: right, down, and ahead into the picture.
    view_from_world: DMat3,
    /// Distance of the picture plane, its half width being 1.
    focal: f64,
    /// Nothing nearer than this is drawn.
    near: f64,
}

impl Camera {
    /// A camera that sees all points, and as little else as can be, from a direction (from them to the eye), z being up, in
    /// a picture of the given aspect ratio.
    ///
    /// With u = F x, a point is in the frame if |u - u₀| ≤ z - z₀ for the eye at u₀, z₀: with a = max (u - z) and
    /// b = max (-u - z) over all points, u₀ = (a - b) / 2 and z₀ = -(a + b) / 2 just hold them; likewise down.
    #[must_use]
    pub fn framing(points: impl IntoIterator<Item = DVec3>, towards_eye: DVec3, aspect: f64) -> Self {
        const FOCAL: f64 = 2.6;
        Self::framing_with(FOCAL, points, towards_eye, aspect)
    }

    /// As [`Camera::framing`], with a distance of the picture plane, its half width being 1.
    #[must_use]
    pub fn framing_with(focal: f64, points: impl IntoIterator<Item = DVec3>, towards_eye: DVec3, aspect: f64) -> Self {
        /// Room beside the points.
        const MARGIN: f64 = 1.06;
        /// Nothing nearer than this part of the distance to the nearest point is drawn.
        const NEAREST: f64 = 0.02;
        let ahead = -towards_eye.normalize_or(DVec3::NEG_Y);
        let right = ahead.cross(DVec3::Z).normalize_or(DVec3::X);
        let view_from_world = DMat3::from_cols(right, ahead.cross(right), ahead).transpose();
        let scales = [focal * MARGIN, focal * MARGIN * aspect];
        let (mut sides, mut nearest) = ([[f64::NEG_INFINITY; 2]; 2], f64::INFINITY);
        for point in points {
            let p = view_from_world * point;
            for (k, u) in [scales[0] * p.x, scales[1] * p.y].into_iter().enumerate() {
                sides[k] = [sides[k][0].max(u - p.z), sides[k][1].max(-u - p.z)];
            }
            nearest = nearest.min(p.z);
        }
        if !nearest.is_finite() {
            return Self { eye: -ahead, view_from_world, focal, near: NEAREST };
        }
        let [x, y] = [0, 1].map(|k| (sides[k][0] - sides[k][1]) / (2.0 * scales[k]));
        let z = sides.iter().map(|[a, b]| -(a + b) / 2.0).fold(f64::INFINITY, f64::min);
        let eye = view_from_world.transpose() * DVec3::new(x, y, z);
        Self { eye, view_from_world, focal, near: NEAREST * (nearest - z).max(f64::MIN_POSITIVE) }
    }

    /// Where the camera stands.
    #[must_use]
    pub fn eye(&self) -> DVec3 {
        self.eye
    }

    /// The unit direction it looks in.
    #[must_use]
    pub fn ahead(&self) -> DVec3 {
        self.view_from_world.transpose().z_axis
    }

    /// The unit direction that is up in the picture.
    #[must_use]
    pub fn up(&self) -> DVec3 {
        -self.view_from_world.transpose().y_axis
    }

    /// Whether something in a box of a body may be in a picture of these proportions: no when one side of the view has all of its
    /// corners outside.
    pub(crate) fn may_see(&self, bounds: &Aabb, world_from_body: &Pose, aspect: f64) -> bool {
        let corners = self.corners(bounds, world_from_body);
        let all = |outside: &dyn Fn(DVec3) -> bool| corners.iter().all(|p| outside(*p));
        let (across, down) = (self.focal, self.focal * aspect);
        !(all(&|p| p.z <= self.near)
            || all(&|p| across * p.x > p.z)
            || all(&|p| -across * p.x > p.z)
            || all(&|p| down * p.y > p.z)
            || all(&|p| -down * p.y > p.z))
    }

    /// Whether all of a box of a body is far enough ahead.
    pub(crate) fn is_before_eye(&self, bounds: &Aabb, world_from_body: &Pose) -> bool {
        self.corners(bounds, world_from_body).iter().all(|p| p.z > self.near)
    }

    /// The corners of a box of a body as right, down and ahead of the camera.
    fn corners(&self, bounds: &Aabb, world_from_body: &Pose) -> [DVec3; 8] {
        let pick = |k: usize, axis: usize| if k >> axis & 1 == 0 { bounds.min[axis] } else { bounds.max[axis] };
        let corner = |k| self.view(world_from_body.transform_point(DVec3::new(pick(k, 0), pick(k, 1), pick(k, 2))));
        std::array::from_fn(corner)
    }

    /// The part of a piece of the world that is far enough ahead, as right, down and ahead.
    pub(crate) fn before_eye(&self, ends: [DVec3; 2]) -> Option<[DVec3; 2]> {
        let [p, q] = ends.map(|end| self.view(end));
        let cut = |inner: DVec3, outer: DVec3| inner + (outer - inner) * ((inner.z - self.near) / (inner.z - outer.z));
        match (p.z > self.near, q.z > self.near) {
            (true, true) => Some([p, q]),
            (true, false) => Some([p, cut(p, q)]),
            (false, true) => Some([cut(q, p), q]),
            (false, false) => None,
        }
    }

    /// A point as right, down and ahead of the camera.
    #[must_use]
    pub fn view(&self, point: DVec3) -> DVec3 {
        self.view_from_world * (point - self.eye)
    }

    /// A point of the view on a picture of a size: its pixel from the upper left, and how far ahead it is.
    #[must_use]
    pub fn pixel(&self, view: DVec3, [width, height]: [f64; 2]) -> DVec3 {
        let scale = self.focal * width / (2.0 * view.z);
        DVec3::new(width / 2.0 + scale * view.x, height / 2.0 + scale * view.y, view.z)
    }

    /// What takes points of a body to the view: a point `p` of it is seen at `matrix * p + offset`.
    pub(crate) fn view_from_body(&self, world_from_body: &Pose) -> (DMat3, DVec3) {
        let matrix = self.view_from_world * world_from_body.rotation();
        (matrix, self.view_from_world * (world_from_body.translation() - self.eye))
    }

    /// A point of the view on a picture of a size.
    pub(crate) fn screen_point(&self, view: DVec3, [width, height]: [f64; 2]) -> ScreenPoint {
        if view.z < self.near {
            return ScreenPoint::default();
        }
        let inverse = 1.0 / view.z;
        let scale = 0.5 * self.focal * width * inverse;
        let [x, y] = [0.5 * width + scale * view.x, 0.5 * height + scale * view.y];
        ScreenPoint { x: x as f32, y: y as f32, inverse_depth: inverse as f32 }
    }

    /// How many pixels a unit of length has at a distance of one, in a picture so wide.
    #[must_use]
    pub fn scale(&self, width: f64) -> f64 {
        self.focal * width / 2.0
    }

    /// The distance ahead below which nothing is drawn.
    #[must_use]
    pub fn near(&self) -> f64 {
        self.near
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners([min, max]: [DVec3; 2]) -> Vec<DVec3> {
        let pick = |bit: u32, low: f64, high: f64| if bit & 1 == 0 { low } else { high };
        let corner = |k: u32| DVec3::new(pick(k, min.x, max.x), pick(k >> 1, min.y, max.y), pick(k >> 2, min.z, max.z));
        (0..8).map(corner).collect()
    }

    #[test]
    fn all_points_are_in_the_frame_and_reach_its_margin() {
        let points = corners([DVec3::new(1.0, 2.0, 3.0), DVec3::new(4.0, 3.0, 9.0)]);
        for direction in [DVec3::new(1.0, -2.0, 0.5), DVec3::NEG_Y, DVec3::new(-1.0, 1.0, -1.0), DVec3::Z] {
            let camera = Camera::framing(points.iter().copied(), direction, 4.0 / 3.0);
            let mut sides = [1.0_f64, -1.0, 1.0, -1.0];
            for point in &points {
                let pixel = camera.pixel(camera.view(*point), [400.0, 300.0]);
                let [x, y] = [pixel.x / 200.0 - 1.0, pixel.y / 150.0 - 1.0];
                sides = [sides[0].min(x), sides[1].max(x), sides[2].min(y), sides[3].max(y)];
            }
            let reach = 1.0 / 1.06;
            assert!(sides.iter().all(|side| side.abs() < reach + 1e-9), "{sides:?}");
            let full = |low: f64, high: f64| (low + reach).abs() < 1e-9 && (high - reach).abs() < 1e-9;
            assert!(full(sides[0], sides[1]) || full(sides[2], sides[3]), "{sides:?}");
        }
    }

    #[test]
    fn up_is_up_and_right_is_right() {
        let camera = Camera::framing(corners([DVec3::splat(-1.0), DVec3::ONE]), DVec3::NEG_Y, 1.0);
        let at = |p: DVec3| camera.pixel(camera.view(p), [100.0, 100.0]);
        assert!(at(DVec3::Z).y < 45.0 && at(DVec3::X).x > 55.0);
        assert!((at(DVec3::ZERO).truncate() - 50.0).length() < 1e-9);
    }
}
