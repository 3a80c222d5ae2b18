//! A line with coordinates along it and around it.

use impinge::math::DVec3;

/// A line as the z axis of a frame.
#[derive(Clone, Copy, Debug)]
pub struct AxisFrame {
    /// A point of the line, in the world.
    pub origin: DVec3,
    /// The axes of the frame, all of length one; the last is along the line.
    pub axes: [DVec3; 3],
}

impl AxisFrame {
    /// The line through a point; `None` if the direction has no length.
    pub fn new(origin: DVec3, along: DVec3) -> Option<Self> {
        let z = along.try_normalize()?;
        let x = z.any_orthonormal_vector();
        origin.is_finite().then_some(Self { origin, axes: [x, z.cross(x), z] })
    }

    /// A point of the world in the frame.
    pub fn place(&self, p: DVec3) -> DVec3 {
        let off = p - self.origin;
        let [x, y, z] = &self.axes;
        DVec3::new(x.dot(off), y.dot(off), z.dot(off))
    }

    /// The point of the line at a height.
    pub fn on_axis(&self, z: f64) -> DVec3 {
        self.origin + z * self.axes[2]
    }

    /// The same line through a point whose first two coordinates in the frame are given.
    pub fn shifted(&self, x: f64, y: f64) -> Self {
        Self { origin: self.origin + x * self.axes[0] + y * self.axes[1], ..*self }
    }
}

/// The distance from the axis of a point in the frame.
pub fn radius(p: DVec3) -> f64 {
    (p.x * p.x + p.y * p.y).sqrt()
}

/// The largest angle about the axis without a point (radians); the full circle if there is none.
pub fn largest_gap(points: impl Iterator<Item = DVec3>) -> f64 {
    let mut angles: Vec<f64> = points.filter(|p| radius(*p) > 0.0).map(|p| p.y.atan2(p.x)).collect();
    angles.sort_by(f64::total_cmp);
    let (Some(first), Some(last)) = (angles.first(), angles.last()) else { return std::f64::consts::TAU };
    let around = first + std::f64::consts::TAU - last;
    angles.windows(2).map(|pair| pair[1] - pair[0]).fold(around, f64::max)
}

/// The distance from the axis of the nearest point of an edge in the frame.
pub fn edge_distance(p: DVec3, q: DVec3) -> f64 {
    let (px, py, dx, dy) = (p.x, p.y, q.x - p.x, q.y - p.y);
    let squared = dx * dx + dy * dy;
    let t = if squared > 0.0 { (-(px * dx + py * dy) / squared).clamp(0.0, 1.0) } else { 0.0 };
    radius(DVec3::new(px + t * dx, py + t * dy, 0.0))
}

/// The distance of the nearest point of a triangle in the frame from the axis, between two heights; `None` if it has no point there.
pub fn nearest_to_axis(triangle: [DVec3; 3], [low, high]: [f64; 2]) -> Option<f64> {
    if triangle.iter().all(|p| p.z < low) || triangle.iter().all(|p| p.z > high) {
        return None;
    }
    let piece = Piece::between(triangle, [low, high]);
    let edges = || piece.edges();
    let nearest = edges().map(|(p, q)| edge_distance(*p, *q)).reduce(f64::min)?;
    let side = |(p, q): (&DVec3, &DVec3)| p.x * q.y - p.y * q.x;
    let is_around = edges().map(side).all(|side| side > 0.0) || edges().map(side).all(|side| side < 0.0);
    Some(if is_around { 0.0 } else { nearest })
}

/// The distance of the farthest point of a triangle in the frame from the axis, between two heights; `None` if it has no point there.
pub fn farthest_from_axis(triangle: [DVec3; 3], [low, high]: [f64; 2]) -> Option<f64> {
    Piece::between(triangle, [low, high]).corners().iter().copied().map(radius).reduce(f64::max)
}

/// A length that no point of a triangle in the frame is nearer to the axis than, but for rounding.
pub fn box_distance(triangle: &[DVec3; 3]) -> f64 {
    let [p, q, r] = triangle;
    let (min, max) = (p.min(*q).min(*r), p.max(*q).max(*r));
    radius(min.max(-max).max(DVec3::ZERO))
}

/// What a triangle has between two heights: a convex polygon.
pub struct Piece {
    /// Of four corners, all neighbours on different sides of a height by rounding, two are kept and four are added.
    points: [DVec3; 6],
    count: usize,
}

impl Piece {
    /// The part of a triangle between two heights.
    pub fn between([a, b, c]: [DVec3; 3], [low, high]: [f64; 2]) -> Self {
        let whole = Self { points: [a, b, c, DVec3::ZERO, DVec3::ZERO, DVec3::ZERO], count: 3 };
        whole.clipped(|p| p.z - low).clipped(|p| high - p.z)
    }

    fn corners(&self) -> &[DVec3] {
        &self.points[..self.count]
    }

    /// Its sides.
    pub fn edges(&self) -> impl Iterator<Item = (&DVec3, &DVec3)> {
        self.corners().iter().zip(self.corners().iter().cycle().skip(1))
    }

    /// The part where a linear function is not negative.
    fn clipped(&self, height: impl Fn(DVec3) -> f64) -> Self {
        let mut kept = Self { points: [DVec3::ZERO; 6], count: 0 };
        let mut keep = |p: DVec3| {
            if let Some(place) = kept.points.get_mut(kept.count) {
                (*place, kept.count) = (p, kept.count + 1);
            }
        };
        for (p, q) in self.edges() {
            let (hp, hq) = (height(*p), height(*q));
            if hp >= 0.0 {
                keep(*p);
            }
            if (hp < 0.0 && hq > 0.0) || (hp > 0.0 && hq < 0.0) {
                keep(*p + hp / (hp - hq) * (*q - *p));
            }
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_are_as_near_as_their_nearest_point_between_the_heights() {
        let around = [DVec3::new(-1.0, -1.0, 0.5), DVec3::new(2.0, -1.0, 0.5), DVec3::new(0.0, 3.0, 0.5)];
        assert_eq!(nearest_to_axis(around, [0.0, 1.0]), Some(0.0));
        assert_eq!(nearest_to_axis(around, [0.6, 1.0]), None);
        let leaning = [DVec3::new(1.0, -1.0, 0.0), DVec3::new(1.0, 1.0, 0.0), DVec3::new(3.0, 0.0, 2.0)];
        assert!((nearest_to_axis(leaning, [0.0, 2.0]).unwrap() - 1.0).abs() < 1e-12);
        assert!((nearest_to_axis(leaning, [1.0, 2.0]).unwrap() - 2.0).abs() < 1e-12);
        assert_eq!(farthest_from_axis(leaning, [0.0, 2.0]), Some(3.0));
        assert!((farthest_from_axis(leaning, [0.0, 1.0]).unwrap() - 4.25_f64.sqrt()).abs() < 1e-12);
        assert_eq!(farthest_from_axis(leaning, [3.0, 4.0]), None);
    }

    #[test]
    fn the_largest_gap_is_found_across_the_seam_of_angles() {
        let at = |degrees: f64| DVec3::new(degrees.to_radians().cos(), degrees.to_radians().sin(), 0.0);
        let gap = largest_gap([0.0, 90.0, 170.0, -170.0].map(at).into_iter()).to_degrees();
        assert!((gap - 170.0).abs() < 1e-9, "{gap}");
        assert_eq!(largest_gap(std::iter::empty()), std::f64::consts::TAU);
    }
}
