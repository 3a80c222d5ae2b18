//! The smallest sphere around points, by Welzl's algorithm with move-to-front (1991), started from the farthest points as
//! Gärtner does (1999): expected linear time, a dozen passes over the points.
//!
//! The algorithm runs on points scaled to at most 1, in floating point; the radius is then measured again, from the centre to
//! every point, and rounded up. So the sphere holds its points whatever the algorithm met, and is the smallest to within
//! some units in the last place of the size of the whole.

use super::Aabb;
use crate::math::DVec3;

/// All points within a radius of a centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// The middle.
    pub centre: DVec3,
    /// The largest distance from the middle.
    pub radius: f64,
}

/// Farthest points taken in before the search is ended: far more than any input is known to need.
const PIVOTS: usize = 256;

/// How much farther than the radius, relatively and squared, a point counts as outside of a ball through others.
const OUTSIDE: f64 = 64.0 * f64::EPSILON;

impl Sphere {
    /// The smallest sphere around some points; about the origin for none.
    #[must_use]
    pub fn of_points(points: &[DVec3]) -> Self {
        let bounds = Aabb::of_points(points);
        if points.is_empty() {
            return Self { centre: DVec3::ZERO, radius: 0.0 };
        }
        let ball = smallest_ball(&scaled_about_middle(points));
        // In the box of the points, as the true centre is.
        let centre = (bounds.centre() + ball.centre * bounds.size().max_element()).clamp(bounds.min, bounds.max);
        let radius = points.iter().fold(0.0, |r: f64, p| r.max((*p - centre).length()));
        Self { centre, radius: radius * (1.0 + 8.0 * f64::EPSILON) }
    }
}

/// The points about the middle of their box, scaled to coordinates of at most 1.
///
/// Not part of the public interface: shared with the sibling crates of this workspace.
#[doc(hidden)]
#[must_use]
pub fn scaled_about_middle(points: &[DVec3]) -> Vec<DVec3> {
    let bounds = Aabb::of_points(points);
    let (centre, largest) = (bounds.centre(), bounds.size().max_element());
    let scale = if largest > 0.0 { 1.0 / largest } else { 0.0 };
    points.iter().map(|p| (*p - centre) * scale).collect()
}

/// A ball by its squared radius; negative for none.
#[derive(Clone, Copy)]
struct Ball {
    centre: DVec3,
    squared: f64,
}

impl Ball {
    fn excess(&self, p: DVec3) -> f64 {
        (p - self.centre).length_squared() - self.squared * (1.0 + OUTSIDE)
    }
}

/// The smallest ball around points, starting with those farthest from the balls so far.
fn smallest_ball(points: &[DVec3]) -> Ball {
    let mut ball = Ball { centre: points[0], squared: 0.0 };
    let mut front = vec![points[0]];
    for _ in 0..PIVOTS {
        let (mut farthest, mut most) = (points[0], f64::NEG_INFINITY);
        for p in points {
            let excess = ball.excess(*p);
            if excess > most {
                (farthest, most) = (*p, excess);
            }
        }
        if most <= 0.0 {
            break;
        }
        let next = move_to_front(&mut front, &mut vec![farthest]);
        if next.squared <= ball.squared {
            break; // rounding: the radius grows in exact arithmetic
        }
        ball = next;
        front.insert(0, farthest);
    }
    ball
}

/// The smallest ball around points with others on its boundary (Welzl 1991). As deep as the boundary has room: four calls.
fn move_to_front(points: &mut [DVec3], boundary: &mut Vec<DVec3>) -> Ball {
    let mut ball = through(boundary).unwrap_or(Ball { centre: DVec3::ZERO, squared: -1.0 });
    if boundary.len() == 4 {
        return ball;
    }
    for i in 0..points.len() {
        let p = points[i];
        if ball.excess(p) <= 0.0 {
            continue;
        }
        boundary.push(p);
        // Points that are too close together for doubles have no ball through them; the rest has.
        if through(boundary).is_some() {
            ball = move_to_front(&mut points[..i], boundary);
            points[..=i].rotate_right(1);
        }
        boundary.pop();
    }
    ball
}

/// The smallest ball with one to four points on its boundary, if they are in general position.
///
/// With q_i = b_i - b_0, its centre is b_0 + Σ λ_j q_j, where Σ_j 2 (q_i · q_j) λ_j = q_i · q_i.
fn through(boundary: &[DVec3]) -> Option<Ball> {
    let origin = *boundary.first()?;
    let q: Vec<DVec3> = boundary[1..].iter().map(|b| *b - origin).collect();
    let from_origin = match q[..] {
        [] => DVec3::ZERO,
        [a] => a / 2.0,
        [a, b] => {
            let n = a.cross(b);
            let (aa, bb, nn) = (a.length_squared(), b.length_squared(), n.length_squared());
            (nn > aa * bb * f64::EPSILON).then(|| (b.cross(n) * aa + n.cross(a) * bb) / (2.0 * nn))?
        }
        [a, b, c] => {
            let (bc, ca, ab) = (b.cross(c), c.cross(a), a.cross(b));
            let volume = a.dot(bc);
            let (aa, bb, cc) = (a.length_squared(), b.length_squared(), c.length_squared());
            let general = volume * volume > aa * bb * cc * f64::EPSILON;
            general.then(|| (bc * aa + ca * bb + ab * cc) / (2.0 * volume))?
        }
        _ => return None,
    };
    Some(Ball { centre: origin + from_origin, squared: from_origin.length_squared() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    /// The smallest of all balls through two, three or four of the points that hold the rest.
    fn by_brute_force(points: &[DVec3]) -> f64 {
        let n = points.len();
        let mut least = f64::INFINITY;
        let mut offer = |boundary: &[DVec3]| {
            if let Some(ball) = through(boundary)
                && ball.squared < least
                && points.iter().all(|p| (*p - ball.centre).length() <= ball.squared.sqrt() * (1.0 + 1e-12) + 1e-14)
            {
                least = ball.squared;
            }
        };
        for i in 0..n {
            offer(&[points[i]]);
            for j in 0..i {
                offer(&[points[i], points[j]]);
                for k in 0..j {
                    offer(&[points[i], points[j], points[k]]);
                    (0..k).for_each(|l| offer(&[points[i], points[j], points[k], points[l]]));
                }
            }
        }
        least.sqrt()
    }

    #[test]
    fn no_sphere_through_two_three_or_four_points_is_smaller() {
        let mut random = Random(3);
        let mut next = || random.number();
        let mut on_four = 0;
        for round in 0..400 {
            let shape = round % 5;
            let points: Vec<DVec3> = (0..4 + round % 11)
                .map(|_| {
                    let p = DVec3::new(next(), next(), next());
                    match shape {
                        0 => p,
                        1 => p.normalize(),                         // all on one sphere
                        2 => p.with_z(0.25),                        // in a plane
                        3 => (p * 2.0).round(),                     // on a grid: many on one sphere, many equal
                        _ => DVec3::new(p.x, p.x * 2.0, p.x * 3.0), // on a line
                    }
                })
                .collect();
            let (found, least) = (Sphere::of_points(&points), by_brute_force(&points));
            assert!((found.radius - least).abs() <= 1e-10 * (1.0 + least), "{found:?} {least} {points:?}");
            assert!(points.iter().all(|p| (*p - found.centre).length() <= found.radius));
            let close = points.iter().filter(|p| (**p - found.centre).length() > found.radius * (1.0 - 1e-9)).count();
            on_four += u32::from(close >= 4);
        }
        assert!(on_four > 60, "{on_four}");
    }

    #[test]
    fn large_sets_and_scales_are_held() {
        for scale in [1.0, 2f64.powi(290), 2f64.powi(-290)] {
            let angle = |i: i32| f64::from(i) * 0.37;
            let points: Vec<DVec3> = (0..5_000)
                .map(|i| {
                    DVec3::new(
                        angle(i).cos() * angle(i * 7).cos(),
                        angle(i).sin() * angle(i * 7).cos(),
                        angle(i * 7).sin(),
                    )
                })
                .map(|p| (p + DVec3::splat(3.0)) * scale)
                .collect();
            let found = Sphere::of_points(&points);
            assert!((found.radius / scale - 1.0).abs() < 1e-3, "{found:?}");
            assert!(points.iter().all(|p| (*p - found.centre).length() <= found.radius));
        }
    }
}
