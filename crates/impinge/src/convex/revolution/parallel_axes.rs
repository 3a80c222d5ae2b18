//! Two bodies of revolution around parallel axes: their difference is one too, so all is measured in a plane section, in
//! double-doubles, and touching is decided by integers.
//!
//! A surface of points can't close on such a depth where a whole circle of directions is equally deep. The second body is what the pose's matrix
//! makes of it, without rounding: R x + t. Its circles stay circles around the axis where R turns about the axis, turns it over, and
//! scales radii alike, which rotations about z do to the last bit; what else there is in R, up to [`TILT`], counts as an error of the points.

use super::cross_section::{FINE, Reach, Section};
use crate::convex::minkowski_difference::Difference;
use crate::math::double_double::DoubleDouble;
use crate::math::integer::{Grid, sign};
use crate::math::{DMat3, DVec2, DVec3};
use crate::shape::{RevolutionProfile, Support};
use dashu_int::IBig;
use std::cmp::Ordering;

/// How far a matrix may be from one that keeps the axis (dimensionless), 2^-47: less than what surfaces in doubles lose.
const TILT: f64 = f64::from_bits((1023 - 47) << 52);

/// Bound on the relative rounding of an extent, of sums with radii and of the unit: 2^-49.
const QUOTIENT: f64 = f64::from_bits((1023 - 49) << 52);

/// Where two bodies of revolution stand, in the first's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::convex) struct ParallelAxes {
    /// By how much they are deep, minus their distance where they are apart: at least this.
    pub lower: f64,
    /// The best estimate.
    pub best: f64,
    /// At most this.
    pub upper: f64,
    /// Of the depth against zero; `None` where the bounds leave it open.
    pub sign: Option<Ordering>,
    /// The direction of the shortest separating translation of the second, of length 1.
    pub direction: DVec3,
    /// Points of the two that are as far apart along the direction.
    pub points: [DVec3; 2],
}

/// What a matrix does to a body of revolution around z: it scales its radii and its heights, and leaves an error.
struct AxialScaling {
    /// x and y of the image of x: its length scales radii.
    spoke: DVec2,
    height: f64,
    tilt: f64,
}

impl AxialScaling {
    fn from_matrix(r: &DMat3) -> Self {
        let over = 1f64.copysign(r.z_axis.z);
        let spoke = DVec2::new(r.x_axis.x + over * r.y_axis.y, r.x_axis.y - over * r.y_axis.x) / 2.0;
        let other = DVec2::new(-spoke.y, spoke.x) * over;
        let rest = [r.x_axis.truncate() - spoke, r.y_axis.truncate() - other, r.z_axis.truncate()];
        let squares: f64 = rest.map(DVec2::length_squared).iter().sum();
        let tilt = (squares + r.x_axis.z * r.x_axis.z + r.y_axis.z * r.y_axis.z).sqrt();
        Self { spoke, height: r.z_axis.z, tilt }
    }

    /// Whether lengths stay to the last bit.
    fn is_exact(&self) -> bool {
        let spoke = self.spoke.abs();
        self.tilt == 0.0 && self.height.abs() == 1.0 && (spoke == DVec2::X || spoke == DVec2::Y)
    }
}

/// Two bodies of revolution and what is between them.
struct Pair {
    meridians: [RevolutionProfile; 2],
    turn: AxialScaling,
    translation: DVec3,
}

/// Where two cores stand, if both are bodies of revolution around axes that are parallel but for rounding.
pub(in crate::convex) fn parallel_axes<F, S>(difference: &Difference<'_, F, S>) -> Option<ParallelAxes>
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    if difference.has_corners() {
        return None;
    }
    let pose = difference.first_from_second();
    let meridians = [difference.first.revolution_profile()?, difference.second.revolution_profile()?];
    let is_point = meridians[1].circles == [DVec2::ZERO; 2];
    let turn = AxialScaling::from_matrix(&if is_point { DMat3::IDENTITY } else { pose.rotation() });
    let pair = Pair { meridians, turn, translation: pose.translation() };
    let own = difference.second.centre().length() + difference.second.reach();
    let uneven = if is_point && own > 0.0 { unevenness(&pose.rotation()) } else { 0.0 };
    let error = (2.0 * pair.turn.tilt + uneven) * own;
    (pair.turn.tilt <= TILT && uneven <= TILT).then(|| pair.measure(difference.size(), error)).flatten()
}

/// How far a matrix may move a point of the unit ball off the unit ball, or leave its surface inside.
fn unevenness(r: &DMat3) -> f64 {
    if *r == DMat3::IDENTITY {
        return 0.0;
    }
    // |Rx| differs from 1 by at most the norm of RᵀR - 1; the product itself is rounded.
    let gram = r.transpose() * *r - DMat3::IDENTITY;
    let squares: f64 = gram.to_cols_array().iter().map(|x| x * x).sum();
    squares.sqrt() + 16.0 * f64::EPSILON
}

impl Pair {
    /// The section in units of the size.
    fn section(&self, unit: f64) -> Section {
        let exactly = |x: f64| DoubleDouble::from(x * unit);
        let spoke = self.turn.spoke.to_array().map(DoubleDouble::from);
        let scale = (spoke[0] * spoke[0] + spoke[1] * spoke[1]).sqrt();
        let away = [exactly(self.translation.x), exactly(self.translation.y)];
        let distance = (away[0] * away[0] + away[1] * away[1]).sqrt();
        Section {
            first: self.meridians[0].circles.map(|c| [exactly(c.x), exactly(c.y)]),
            second: self.meridians[1]
                .circles
                .map(|c| [exactly(c.x) * scale, -(exactly(c.y) * self.turn.height.into())]),
            point: [distance, exactly(self.translation.z)],
        }
    }

    /// The depth with bounds; `error` is the most that points of the second are off, `None` for lengths out of range.
    fn measure(&self, size: f64, error: f64) -> Option<ParallelAxes> {
        let unit = 1.0 / crate::math::power_of_two_above(size);
        if !unit.is_normal() {
            return None;
        }
        let section = self.section(unit);
        let core = section.shallowest()?;
        let outside = core.extent < -FINE;
        let reach = if outside { section.farthest(core) } else { core };
        let ball = self.meridians[0].ball + self.meridians[1].ball;
        let best = reach.extent / unit + ball;
        let slack = QUOTIENT * (best.abs() + ball) + FINE / unit + error;
        let sign = if best.abs() > slack {
            Some(best.total_cmp(&0.0))
        } else if error == 0.0 && ball == 0.0 && self.turn.is_exact() {
            Some(self.exact_sign(&section))
        } else {
            None
        };
        let (least, most) = match sign {
            Some(Ordering::Equal) => (0.0, 0.0),
            Some(Ordering::Greater) => (0.0, f64::INFINITY),
            Some(Ordering::Less) => (f64::NEG_INFINITY, 0.0),
            None => (f64::NEG_INFINITY, f64::INFINITY),
        };
        let [lower, best, upper] = [best - slack, best, best + slack].map(|x| x.clamp(least, most));
        let (direction, points) = self.in_space(&section, &reach, unit);
        Some(ParallelAxes { lower, best, upper, sign, direction, points })
    }

    /// A reach and the places that it is measured at, in space.
    fn in_space(&self, section: &Section, reach: &Reach, unit: f64) -> (DVec3, [DVec3; 2]) {
        let away = self.translation.truncate() * unit;
        let spoke = away.try_normalize().unwrap_or(DVec2::X);
        let space = |[rho, z]: [f64; 2]| (spoke * rho).extend(z);
        let direction = space(reach.direction);
        let [p, q] = section.feet(reach).map(|foot| space(foot) / unit);
        let balls = self.meridians.map(|m| direction * m.ball);
        (direction, [p + balls[0], self.translation - q - balls[1]])
    }

    /// The sign of the least reach along a normal whose own sign is in doubt, by integers; lengths are as given.
    #[cold]
    fn exact_sign(&self, section: &Section) -> Ordering {
        let doubtful = section.reaches().filter(|r| r.extent <= FINE).filter_map(|r| r.normal);
        doubtful.map(|k| self.exact_reach(k)).min().map_or(Ordering::Greater, |s| s.cmp(&0))
    }

    /// The sign of the reach along a normal: with the extent x and the normal's part c away from the axis, x - c |t|.
    fn exact_reach(&self, normal: usize) -> i32 {
        let t = self.translation;
        let doubles = self.meridians.iter().flat_map(|m| m.circles).flat_map(|c| c.to_array());
        let grid = Grid::holding(doubles.chain(t.to_array()).chain([1.0]));
        let over = self.turn.height;
        let place = |c: DVec2, s: f64| [grid.integer(c.x), grid.integer(s * c.y)];
        let circles =
            [self.meridians[0].circles.map(|c| place(c, 1.0)), self.meridians[1].circles.map(|c| place(c, -over))];
        let [zero, one] = [IBig::ZERO, IBig::ONE];
        let n = match normal {
            0 => [zero, one],
            1 => [zero, -one],
            2 => [one, zero],
            k => {
                let [p, q] = &circles[k - 3];
                let n = [&q[1] - &p[1], &p[0] - &q[0]];
                if sign(&n[0]) < 0 { n.map(|x| -x) } else { n }
            }
        };
        let dot = |p: &[IBig; 2]| &p[0] * &n[0] + &p[1] * &n[1];
        let top = |c: &[[IBig; 2]; 2]| dot(&c[0]).max(dot(&c[1]));
        let extent = top(&circles[0]) + top(&circles[1]) - grid.integer(t.z) * &n[1];
        let [x, y] = [grid.integer(t.x), grid.integer(t.y)];
        let away = &n[0] * &n[0] * (&x * &x + &y * &y);
        if sign(&extent) < 0 { -1 } else { sign(&(&extent * &extent - away)) }
    }
}

impl ParallelAxes {
    /// The sign of the depth of the cores rounded by radii of that sum; `None` where the bounds leave it open.
    pub fn rounded_sign(&self, radius: f64) -> Option<Ordering> {
        if radius == 0.0 {
            return self.sign;
        }
        let slack = QUOTIENT * (radius + self.best.abs());
        let (lower, upper) = (self.lower + radius - slack, self.upper + radius + slack);
        match (lower > 0.0, upper < 0.0) {
            (true, _) => Some(Ordering::Greater),
            (_, true) => Some(Ordering::Less),
            _ => None,
        }
    }
}
