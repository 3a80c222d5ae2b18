//! Forward kinematics: from values of the joints to poses of the links, in one walk from the root.

use super::articulated_tree::{Articulation, JointFrame};
use super::articulation_error::ConfigurationError;
use super::joint::JointMotion;
use super::mimic_joints::JointDrive;
use crate::math::{DMat3, DVec3, Pose, axis_angle};

impl Articulation {
    /// The pose of every link in the frame of the root, by id; values may leave their limits: see [`Articulation::check`].
    ///
    /// # Errors
    /// Too few or too many values or places, a value that is not finite, a link beyond the exact range. `out` is then to be forgotten.
    pub fn poses(&self, values: &[f64], out: &mut [Pose]) -> Result<(), ConfigurationError> {
        self.poses_at(&Pose::IDENTITY, values, out)
    }

    /// The pose of every link in the world, by id, with the root where it is put.
    ///
    /// # Errors
    /// As [`Articulation::poses`].
    pub fn poses_at(&self, world_from_root: &Pose, values: &[f64], out: &mut [Pose]) -> Result<(), ConfigurationError> {
        self.finite(values)?;
        let (expected, found) = (self.link_names().len(), out.len());
        if expected != found {
            return Err(ConfigurationError::WrongPlaces { expected, found });
        }
        out[self.root] = *world_from_root;
        for step in &self.steps {
            let motion = &self.joints()[step.joint].motion;
            let (rotation, translation) = self.mounts[step.joint].moved(motion, self.drives[step.joint], values);
            let parent = out[step.parent];
            let world =
                Pose::try_new(parent.rotation() * rotation, parent.rotation() * translation + parent.translation());
            let no_pose = |error| ConfigurationError::NoPose { link: self.link_names()[step.child].clone(), error };
            out[step.child] = world.map_err(no_pose)?;
        }
        Ok(())
    }

    /// Whether the values are as many as they must be, finite, and inside their limits.
    ///
    /// # Errors
    /// The first value that is not.
    pub fn check(&self, values: &[f64]) -> Result<(), ConfigurationError> {
        self.finite(values)?;
        let outside = self.limits().iter().zip(values).position(|(limits, value)| !limits.contains(*value));
        outside.map_or(Ok(()), |at| {
            let limits = self.limits()[at];
            let name = self.value_names()[at].clone();
            let (lower, upper, found) = (limits.lower, limits.upper, values[at]);
            Err(ConfigurationError::OutsideLimits { name, found, lower, upper })
        })
    }

    /// Refuses a wrong number of values, and values that are not finite.
    fn finite(&self, values: &[f64]) -> Result<(), ConfigurationError> {
        let (expected, found) = (self.dof(), values.len());
        if expected != found {
            return Err(ConfigurationError::WrongCount { expected, found });
        }
        values.iter().position(|value| !value.is_finite()).map_or(Ok(()), |at| {
            Err(ConfigurationError::NotFinite { name: self.value_names()[at].clone(), found: values[at] })
        })
    }
}

impl JointFrame {
    /// Rotation and translation from the child to the parent, for values that are finite and as many as they must be.
    fn moved(&self, motion: &JointMotion, drive: JointDrive, values: &[f64]) -> (DMat3, DVec3) {
        let at = drive.first;
        let scalar = || drive.multiplier * values[at] + drive.offset;
        let shifted = |by: DVec3| self.rotation * by + self.translation;
        match motion {
            JointMotion::Fixed => (self.rotation, self.translation),
            JointMotion::Revolute { .. } | JointMotion::Continuous { .. } => {
                (self.rotation * axis_angle::about(self.axis, scalar()), self.translation)
            }
            JointMotion::Prismatic { .. } => (self.rotation, shifted(self.axis * scalar())),
            JointMotion::Planar { .. } => {
                let [x, y] = across(self.axis);
                let shift = x * values[at] + y * values[at + 1];
                (self.rotation * axis_angle::about(self.axis, values[at + 2]), shifted(shift))
            }
            JointMotion::Floating => {
                let vector = |from: usize| DVec3::new(values[from], values[from + 1], values[from + 2]);
                (self.rotation * axis_angle::of_vector(vector(at + 3)), shifted(vector(at)))
            }
        }
    }
}

/// Two axes that make a right-handed frame with a normal of length 1 (Duff et al. 2017); x and y for z.
fn across(n: DVec3) -> [DVec3; 2] {
    let sign = 1_f64.copysign(n.z);
    let a = -1.0 / (sign + n.z);
    let b = n.x * n.y * a;
    [DVec3::new(1.0 + sign * n.x * n.x * a, sign * b, -sign * n.x), DVec3::new(b, sign + n.y * n.y * a, -n.y)]
}

#[cfg(test)]
mod tests {
    use super::super::{Joint, JointLimits};
    use super::*;
    use crate::math::random::Random;
    use std::f64::consts::{FRAC_PI_2, PI};

    const LIMITS: JointLimits = JointLimits { lower: -3.0, upper: 3.0 };

    fn shift(x: f64, y: f64, z: f64) -> Pose {
        Pose::from_translation(DVec3::new(x, y, z)).unwrap()
    }

    fn single(motion: JointMotion) -> Articulation {
        let joint = Joint::new("j", "a", "b", motion).at(shift(1.0, 0.0, 0.0));
        Articulation::try_new(vec!["a".into(), "b".into()], vec![joint]).unwrap()
    }

    fn moved(motion: JointMotion, values: &[f64]) -> Pose {
        let mut out = [Pose::IDENTITY; 2];
        single(motion).poses(values, &mut out).unwrap();
        assert_eq!(out[0], Pose::IDENTITY);
        out[1]
    }

    #[test]
    fn every_motion_does_what_it_says() {
        let p = DVec3::new(1.0, 2.0, 3.0);
        assert_eq!(moved(JointMotion::Fixed, &[]).transform_point(p), DVec3::new(2.0, 2.0, 3.0));
        let axis = DVec3::new(0.0, 0.0, 7.0);
        let turned = DVec3::new(-1.0, 1.0, 3.0);
        assert_eq!(moved(JointMotion::Revolute { axis, limits: LIMITS }, &[FRAC_PI_2]).transform_point(p), turned);
        assert_eq!(moved(JointMotion::Continuous { axis }, &[5.0 * FRAC_PI_2]).transform_point(p), turned);
        let slid = moved(JointMotion::Prismatic { axis, limits: LIMITS }, &[0.5]).transform_point(p);
        assert_eq!(slid, DVec3::new(2.0, 2.0, 3.5));
        let planar = moved(JointMotion::Planar { normal: DVec3::Z }, &[10.0, 20.0, FRAC_PI_2]).transform_point(p);
        assert_eq!(planar, DVec3::new(9.0, 21.0, 3.0));
        let floating = moved(JointMotion::Floating, &[10.0, 20.0, 30.0, 0.0, 0.0, FRAC_PI_2]).transform_point(p);
        assert_eq!(floating, DVec3::new(9.0, 21.0, 33.0));
    }

    #[test]
    fn a_plane_of_any_normal_is_moved_in() {
        let mut random = Random(5);
        let mut down = 0;
        for round in 0..1_000 {
            let normal = if round == 0 { -DVec3::Z } else { random.vector() };
            down += usize::from(normal.z < 0.0);
            let unit = axis_angle::unit(normal).unwrap();
            let [x, y] = across(unit);
            assert!((x.cross(y) - unit).length() < 1e-14 && x.dot(y).abs() < 1e-14 && (x.length() - 1.0).abs() < 1e-14);
            let t = moved(JointMotion::Planar { normal }, &[2.0, -3.0, 1.0]).translation() - DVec3::X;
            assert!(t.dot(unit).abs() < 1e-14 && (t.length() - 13_f64.sqrt()).abs() < 1e-14);
        }
        assert!((300..700).contains(&down));
    }

    #[test]
    fn a_long_chain_stays_rigid_and_closes() {
        let count = 1_000_usize;
        // Printed with six digits, as files have it: without care, errors of 1e-6 a joint would add up to 1e-3.
        let printed = |x: f64| (x * 1e6).round() / 1e6;
        let tilt = DMat3::from_cols_array(&axis_angle::about(DVec3::X, 0.3).to_cols_array().map(printed));
        let origin = Pose::try_new(tilt, DVec3::new(0.1, 0.0, 0.0)).unwrap();
        let axis = DVec3::new(1.0, 2.0, 3.0);
        let joints = (0..count).map(|i| {
            let [parent, child] = [i, i + 1].map(|k| format!("l{k}"));
            Joint::new(&format!("j{i}"), &parent, &child, JointMotion::Continuous { axis }).at(origin)
        });
        let arm = Articulation::try_new((0..=count).map(|i| format!("l{i}")).collect(), joints.collect()).unwrap();
        let mut out = vec![Pose::IDENTITY; count + 1];
        let mut random = Random(1);
        let values: Vec<f64> = (0..count).map(|_| PI * random.number()).collect();
        arm.poses(&values, &mut out).unwrap();
        let r = out[count].rotation();
        let off =
            (r.transpose() * r - DMat3::IDENTITY).to_cols_array().into_iter().fold(0.0, |w: f64, x| w.max(x.abs()));
        assert!(off < 1e-12, "{off:e}");
    }

    #[test]
    fn a_chain_is_the_product_of_its_joints() {
        let mut random = Random(3);
        for _ in 0..200 {
            let (a, b) = (random.vector(), random.vector());
            let first =
                Pose::try_new(axis_angle::about(axis_angle::unit(a).unwrap(), random.number()), random.vector())
                    .unwrap();
            let second =
                Pose::try_new(axis_angle::about(axis_angle::unit(b).unwrap(), random.number()), random.vector())
                    .unwrap();
            let joints = vec![
                Joint::new("second", "m", "e", JointMotion::Prismatic { axis: b, limits: LIMITS }).at(second),
                Joint::new("first", "r", "m", JointMotion::Revolute { axis: a, limits: LIMITS }).at(first),
            ];
            // Links and joints in no order.
            let arm = Articulation::try_new(["e", "r", "m"].map(str::to_owned).to_vec(), joints).unwrap();
            let values = [random.number(), random.number()];
            let base = shift(1.0, 2.0, 3.0);
            let mut out = [Pose::IDENTITY; 3];
            arm.poses_at(&base, &values, &mut out).unwrap();
            let turned = Pose::try_new(DMat3::from_axis_angle(a.normalize(), values[1]), DVec3::ZERO).unwrap();
            let slid = Pose::from_translation(b.normalize() * values[0]).unwrap();
            let chain = [&first, &turned, &second, &slid].into_iter().fold(base, |p, q| p.compose(q).unwrap());
            let p = random.vector();
            assert!((out[0].transform_point(p) - chain.transform_point(p)).length() < 1e-14);
            assert_eq!(out[1], base);
        }
    }

    #[test]
    fn what_is_no_configuration_is_refused() {
        let arm = single(JointMotion::Prismatic { axis: DVec3::X, limits: LIMITS });
        let mut out = [Pose::IDENTITY; 2];
        assert_eq!(arm.poses(&[], &mut out), Err(ConfigurationError::WrongCount { expected: 1, found: 0 }));
        assert_eq!(arm.poses(&[0.0], &mut out[..1]), Err(ConfigurationError::WrongPlaces { expected: 2, found: 1 }));
        assert!(matches!(arm.poses(&[f64::NAN], &mut out), Err(ConfigurationError::NotFinite { .. })));
        assert!(matches!(arm.poses(&[1e200], &mut out), Err(ConfigurationError::NoPose { .. })));
        assert_eq!(arm.poses(&[4.0], &mut out), Ok(()), "beyond its limits, yet somewhere");
        assert_eq!(arm.check(&[4.0]).unwrap_err().to_string(), "the value of 'j' is 4, expected one from -3 to 3");
        assert_eq!((arm.check(&[3.0]), arm.check(&[-3.0])), (Ok(()), Ok(())));
        assert!(arm.check(&[f64::INFINITY]).is_err() && arm.check(&[0.0, 0.0]).is_err());
    }
}
