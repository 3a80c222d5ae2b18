//! Random configurations, from whatever source of numbers the caller has.

use super::articulated_tree::Articulation;
use super::articulation_error::ConfigurationError;
use super::joint::{JointLimits, JointMotion};
use crate::math::{DQuat, DVec3};
use std::f64::consts::{PI, TAU};

impl Articulation {
    /// Draws a configuration: uniform inside the limits, over a full turn for joints without end, over all rotations for floating
    /// ones.
    ///
    /// `unit` gives numbers from 0 to 1, one for each value in order. The places of planar and floating joints have no limits and are
    /// drawn from `-reach` to `reach` along each axis.
    ///
    /// # Errors
    /// `values` has too few or too many places.
    pub fn sample(
        &self,
        reach: f64,
        mut unit: impl FnMut() -> f64,
        values: &mut [f64],
    ) -> Result<(), ConfigurationError> {
        let (expected, found) = (self.dof(), values.len());
        if expected != found {
            return Err(ConfigurationError::WrongCount { expected, found });
        }
        let mut rest = values;
        for joint in self.joints().iter().filter(|joint| joint.mimic.is_none()) {
            let (own, others) = rest.split_at_mut(joint.motion.dof());
            draw(&joint.motion, reach, &mut unit, own);
            rest = others;
        }
        Ok(())
    }
}

/// Draws the values of one joint.
fn draw(motion: &JointMotion, reach: f64, unit: &mut impl FnMut() -> f64, own: &mut [f64]) {
    let turn = JointLimits { lower: -PI, upper: PI };
    let place = JointLimits { lower: -reach, upper: reach };
    let mut next = || unit();
    match (motion, own) {
        (JointMotion::Revolute { limits, .. } | JointMotion::Prismatic { limits, .. }, [value]) => {
            *value = between(limits, next());
        }
        (JointMotion::Continuous { .. }, [value]) => *value = between(&turn, next()),
        (JointMotion::Planar { .. }, [x, y, angle]) => {
            [*x, *y] = [between(&place, next()), between(&place, next())];
            *angle = between(&turn, next());
        }
        (JointMotion::Floating, [x, y, z, rx, ry, rz]) => {
            [*x, *y, *z] = [between(&place, next()), between(&place, next()), between(&place, next())];
            [*rx, *ry, *rz] = rotation([next(), next(), next()].map(clamped)).to_array();
        }
        _ => {}
    }
}

/// A number from 0 to 1, whatever was given.
fn clamped(u: f64) -> f64 {
    if u > 0.0 { u.min(1.0) } else { 0.0 }
}

/// The value at a share of the way between limits.
fn between(limits: &JointLimits, u: f64) -> f64 {
    let u = clamped(u);
    // Weighted, since the difference of two large limits may overflow.
    ((1.0 - u) * limits.lower + u * limits.upper).max(limits.lower).min(limits.upper)
}

/// A rotation vector, uniform over all rotations for three uniform numbers (Shoemake 1992).
fn rotation([u1, u2, u3]: [f64; 3]) -> DVec3 {
    let (s1, c1) = (TAU * u2).sin_cos();
    let (s2, c2) = (TAU * u3).sin_cos();
    let (a, b) = ((1.0 - u1).sqrt(), u1.sqrt());
    let q = DQuat::from_xyzw(a * s1, a * c1, b * s2, b * c2);
    // The shorter way round.
    (if q.w < 0.0 { -q } else { q }).to_scaled_axis()
}

#[cfg(test)]
mod tests {
    use super::super::Joint;
    use super::*;
    use crate::math::{Pose, random::Random};

    fn robot() -> Articulation {
        let limits = JointLimits { lower: -1.0, upper: 0.25 };
        let axis = DVec3::Y;
        let joints = vec![
            Joint::new("a", "l0", "l1", JointMotion::Revolute { axis, limits }),
            Joint::new("b", "l1", "l2", JointMotion::Floating),
            Joint::new("c", "l2", "l3", JointMotion::Prismatic { axis, limits }).following("a", 1.0, 0.0),
            Joint::new("d", "l3", "l4", JointMotion::Planar { normal: axis }),
            Joint::new("e", "l4", "l5", JointMotion::Continuous { axis }),
        ];
        Articulation::try_new((0..6).map(|i| format!("l{i}")).collect(), joints).unwrap()
    }

    #[test]
    fn samples_fill_their_limits_and_keep_to_them() {
        let robot = robot();
        assert_eq!(robot.dof(), 11);
        let mut random = Random(2);
        let (mut lows, mut highs) = ([f64::INFINITY; 11], [f64::NEG_INFINITY; 11]);
        let mut out = [Pose::IDENTITY; 6];
        let mut x_up = 0;
        for _ in 0..4_000 {
            let mut values = [0.0; 11];
            robot.sample(0.5, || (random.number() + 1.0) / 2.0, &mut values).unwrap();
            robot.check(&values).unwrap();
            robot.poses(&values, &mut out).unwrap();
            let b = out[2].rotation() * DVec3::X;
            x_up += usize::from(b.z > 0.5);
            for (i, x) in values.into_iter().enumerate() {
                (lows[i], highs[i]) = (lows[i].min(x), highs[i].max(x));
            }
        }
        let ends: [f64; 11] = [0.25, 0.5, 0.5, 0.5, PI, PI, PI, 0.5, 0.5, PI, PI];
        for (i, end) in ends.into_iter().enumerate() {
            assert!(highs[i] <= end && highs[i] > 0.9 * end - 0.01, "{i}: {}", highs[i]);
            assert!(lows[i] >= if i == 0 { -1.0 } else { -end } && lows[i] < -0.9 * end, "{i}: {}", lows[i]);
        }
        // A uniform direction has z > 1/2 in a quarter of all cases.
        assert!((850..1_150).contains(&x_up), "{x_up}");
    }

    #[test]
    fn a_bad_source_still_gives_a_configuration() {
        let robot = robot();
        for bad in [f64::NAN, -7.0, 3.0, f64::INFINITY] {
            let mut values = [0.0; 11];
            robot.sample(1.0, || bad, &mut values).unwrap();
            robot.check(&values).unwrap();
        }
        assert!(robot.sample(1.0, || 0.5, &mut [0.0; 3]).is_err());
        let wide = JointLimits { lower: -f64::MAX, upper: f64::MAX };
        assert_eq!(between(&wide, 0.5), 0.0);
    }
}
