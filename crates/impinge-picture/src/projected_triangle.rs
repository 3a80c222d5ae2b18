//! Triangles on the picture: clipped and projected.

use super::camera::Camera;
use super::clipping_plane::Plane;
use impinge::math::DVec3;

/// A point on the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ScreenPoint {
    /// Samples from the left.
    pub x: f32,
    /// Samples from the top.
    pub y: f32,
    /// One over the distance ahead, which is linear across the picture; 0 of a point that is not before the eye.
    pub inverse_depth: f32,
}

/// A triangle on the picture.
#[derive(Clone, Copy, Debug)]
pub struct ProjectedTriangle {
    /// Its corners, all before the eye.
    pub corners: [ScreenPoint; 3],
    /// The face that it is of, or a part of.
    pub face: u32,
}

/// How much of a triangle there is to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// It lies beside the picture.
    Outside,
    /// It lies between the middles of samples.
    BetweenSamples,
    /// Its box holds the middle of a sample.
    Sampled,
    /// Some of its corners are not before the eye.
    Clipped,
}

impl ProjectedTriangle {
    /// The triangle of a face between some of all points.
    #[inline]
    pub fn new(points: &[ScreenPoint], [a, b, c]: [u32; 3], face: u32) -> Self {
        Self { corners: [points[a as usize], points[b as usize], points[c as usize]], face }
    }

    /// Whether its back is seen: its corners, counterclockwise seen from outside, run clockwise.
    #[inline(always)]
    pub fn is_turned_away(&self) -> bool {
        let [a, b, c] = self.corners;
        (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0.0
    }

    /// How much there is to draw on a picture of a width and a height in samples.
    #[inline(always)]
    pub fn extent(&self, [width, height]: [f32; 2]) -> Extent {
        let [a, b, c] = self.corners;
        let inverse_depths = [a, b, c].map(|p| p.inverse_depth);
        if least(inverse_depths) <= 0.0 {
            return if largest(inverse_depths) > 0.0 { Extent::Clipped } else { Extent::Outside };
        }
        let [xs, ys] = [[a.x, b.x, c.x], [a.y, b.y, c.y]];
        let [left, right, top, bottom] = [least(xs), largest(xs), least(ys), largest(ys)];
        if right < 0.0 || bottom < 0.0 || left > width || top > height {
            return Extent::Outside;
        }
        let has_columns = first_beyond(left, width) < first_beyond(right, width);
        let has_rows = first_beyond(top, height) < first_beyond(bottom, height);
        if has_columns && has_rows { Extent::Sampled } else { Extent::BetweenSamples }
    }
}

/// The first sample whose middle lies beyond a coordinate, from 0 to `end`, which is below 2^22. A middle on the coordinate counts as
/// before or beyond it by the coordinate alone.
#[inline(always)]
pub fn first_beyond(at: f32, end: f32) -> u32 {
    // Numbers from 2^23 to 2^24 are whole: the sum is the nearest one, and its last bits are the number.
    const WHOLE: f32 = 8_388_608.0;
    (within(at, [0.0, end]) + WHOLE).to_bits() - WHOLE.to_bits()
}

/// The nearest number in a range; what is not a number is at its lower end.
#[inline(always)]
pub fn within(number: f32, [low, high]: [f32; 2]) -> f32 {
    let above = if number > low { number } else { low };
    if above < high { above } else { high }
}

/// The least of three numbers, as fast as can be: the functions of the library also look for what is not a number.
#[inline(always)]
pub fn least([a, b, c]: [f32; 3]) -> f32 {
    let low = if a < b { a } else { b };
    if low < c { low } else { c }
}

/// The largest of three numbers.
#[inline(always)]
pub fn largest([a, b, c]: [f32; 3]) -> f32 {
    let high = if a > b { a } else { b };
    if high > c { high } else { c }
}

/// What is left of a triangle of the world behind the near plane and the back of a cut, as triangles on a picture.
pub fn clip(
    world: [DVec3; 3],
    cut: Option<&Plane>,
    camera: &Camera,
    size: [f64; 2],
    mut visit: impl FnMut([ScreenPoint; 3]),
) {
    let near = Plane { point: camera.eye() + camera.near() * camera.ahead(), front: -camera.ahead() };
    let mut polygon = near.keep(&world);
    if let Some(cut) = cut {
        polygon = cut.keep(&polygon);
    }
    let point = |k: usize| {
        let view = camera.view(polygon[k]);
        // Points of the cut are rounded to either side of the near plane.
        camera.screen_point(view.with_z(view.z.max(camera.near())), size)
    };
    for k in 2..polygon.len() {
        visit([point(0), point(k - 1), point(k)]);
    }
}

/// The samples whose middles may lie between two coordinates, within bounds.
pub fn span(low: f64, high: f64, [first, end]: [u32; 2]) -> [u32; 2] {
    let sample = |x: f64| x.clamp(f64::from(first), f64::from(end)) as u32;
    [sample((low - 0.5).ceil()), sample((high - 0.5).floor() + 1.0)]
}
