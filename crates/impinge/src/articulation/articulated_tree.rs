//! The articulation: links and joints that were checked to be a tree.

use super::articulation_error::ArticulationError;
use super::joint::{Joint, JointId, JointLimits, JointMotion, LinkId};
use super::link_order::{self, LinkStep};
use super::mimic_joints::{self, JointDrive};
use crate::math::{DMat3, DVec3, axis_angle};
use std::collections::HashMap;

/// A tree of links joined by joints; immutable.
#[derive(Clone, Debug)]
pub struct Articulation {
    links: Vec<String>,
    joints: Vec<Joint>,
    pub(super) root: usize,
    /// Every link but the root, after its parent.
    pub(super) steps: Vec<LinkStep>,
    pub(super) drives: Vec<JointDrive>,
    pub(super) mounts: Vec<JointFrame>,
    value_names: Vec<String>,
    limits: Vec<JointLimits>,
    links_by_name: HashMap<String, LinkId>,
    joints_by_name: HashMap<String, JointId>,
}

/// A joint made ready for kinematics.
#[derive(Clone, Copy, Debug)]
pub(super) struct JointFrame {
    pub(super) rotation: DMat3,
    pub(super) translation: DVec3,
    /// The axis at length 1; z for a joint without an axis.
    pub(super) axis: DVec3,
}

impl Articulation {
    /// An articulation of these links and joints; ids are places in these lists.
    ///
    /// Origins of joints that are rotations only to printed digits are made orthonormal, so that long chains stay rigid.
    ///
    /// # Errors
    /// See [`ArticulationError`].
    pub fn try_new(links: Vec<String>, joints: Vec<Joint>) -> Result<Self, ArticulationError> {
        /// Largest number of links and joints: six values each have 32-bit numbers.
        const MOST: usize = 1 << 29;
        if links.is_empty() {
            return Err(ArticulationError::NoLinks);
        }
        if links.len().max(joints.len()) > MOST {
            return Err(ArticulationError::TooLarge(links.len().max(joints.len())));
        }
        let order = link_order::order_links(&links, &joints)?;
        let mounts = joints.iter().map(JointFrame::try_new).collect::<Result<Vec<_>, _>>()?;
        let drives = mimic_joints::drives(&joints)?;
        let leading = || joints.iter().filter(|joint| joint.mimic.is_none());
        let names = leading().flat_map(|j| j.motion.suffixes().iter().map(|suffix| format!("{}{suffix}", j.name)));
        let limits = leading().flat_map(|j| std::iter::repeat_n(j.motion.limits(), j.motion.dof()));
        let links_by_name = links.iter().zip(0..).map(|(name, i)| (name.clone(), LinkId(i))).collect();
        let joints_by_name = joints.iter().zip(0..).map(|(joint, i)| (joint.name.clone(), JointId(i))).collect();
        Ok(Self {
            root: order.root,
            steps: order.steps,
            value_names: names.collect(),
            limits: limits.collect(),
            drives,
            mounts,
            links_by_name,
            joints_by_name,
            links,
            joints,
        })
    }

    /// The names of the links, by id.
    #[must_use]
    pub fn link_names(&self) -> &[String] {
        &self.links
    }

    /// The joints as they were given, by id.
    #[must_use]
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// The names of the joints, by id.
    pub fn joint_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.joints.iter().map(|joint| joint.name.as_str())
    }

    /// The link of this name.
    #[must_use]
    pub fn link(&self, name: &str) -> Option<LinkId> {
        self.links_by_name.get(name).copied()
    }

    /// The joint of this name.
    #[must_use]
    pub fn joint(&self, name: &str) -> Option<JointId> {
        self.joints_by_name.get(name).copied()
    }

    /// The link that all others hang on.
    #[must_use]
    pub fn root(&self) -> LinkId {
        LinkId(self.root as u32)
    }

    /// How many values a configuration has: those of all joints that follow no other.
    #[must_use]
    pub fn dof(&self) -> usize {
        self.limits.len()
    }

    /// The name of each value, in order: that of its joint, with `/x`, `/y`, `/z`, `/angle`, `/rx`, `/ry` or `/rz` where the joint has
    /// several.
    #[must_use]
    pub fn value_names(&self) -> &[String] {
        &self.value_names
    }

    /// The limits of each value, in order; those of joints that only follow are not among them.
    #[must_use]
    pub fn limits(&self) -> &[JointLimits] {
        &self.limits
    }

    /// The configuration at rest: every value zero, or the limit nearest to zero.
    #[must_use]
    pub fn rest(&self) -> Vec<f64> {
        self.limits.iter().map(|limits| 0_f64.max(limits.lower).min(limits.upper)).collect()
    }

    /// Where the values of a joint stand, and how many there are; for one that follows, those of the joint that leads.
    #[must_use]
    pub fn values_of(&self, joint: JointId) -> Option<std::ops::Range<usize>> {
        let first = self.drives.get(joint.index())?.first;
        Some(first..first + self.joints.get(joint.index())?.motion.dof())
    }

    /// The value of a joint that has one, its own or by the joint that it follows; `None` for a joint of no or many values.
    #[must_use]
    pub fn value(&self, joint: JointId, values: &[f64]) -> Option<f64> {
        let JointDrive { first, multiplier, offset } = *self.drives.get(joint.index())?;
        let scalar = self.joints.get(joint.index())?.motion.dof() == 1;
        values.get(first).filter(|_| scalar).map(|value| multiplier * value + offset)
    }
}

impl JointFrame {
    fn try_new(joint: &Joint) -> Result<Self, ArticulationError> {
        let JointLimits { lower, upper } = joint.motion.limits();
        let limited = matches!(joint.motion, JointMotion::Revolute { .. } | JointMotion::Prismatic { .. });
        if limited && !(lower.is_finite() && upper.is_finite() && lower <= upper) {
            return Err(ArticulationError::BadLimits { joint: joint.name.clone(), lower, upper });
        }
        let axis = joint.motion.axis().unwrap_or(DVec3::Z);
        let Some(unit) = axis_angle::unit(axis) else {
            return Err(ArticulationError::NoAxis { joint: joint.name.clone(), axis: axis.to_array() });
        };
        let rotation = axis_angle::orthonormal(joint.parent_from_joint.rotation());
        Ok(Self { rotation, translation: joint.parent_from_joint.translation(), axis: unit })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Pose;

    const LIMITS: JointLimits = JointLimits { lower: -1.0, upper: 1.0 };
    const HINGE: JointMotion = JointMotion::Revolute { axis: DVec3::Z, limits: LIMITS };

    fn refusal(links: &[&str], joints: Vec<Joint>) -> ArticulationError {
        Articulation::try_new(links.iter().map(|l| (*l).to_owned()).collect(), joints).unwrap_err()
    }

    fn hinge(name: &str, parent: &str, child: &str) -> Joint {
        Joint::new(name, parent, child, HINGE)
    }

    #[test]
    fn what_is_no_tree_is_refused_by_name() {
        use ArticulationError as E;
        assert_eq!(refusal(&[], vec![]), E::NoLinks);
        assert_eq!(refusal(&["a", "b", "a"], vec![]), E::DuplicateLink { name: "a".into() });
        let twice = vec![hinge("j", "a", "b"), hinge("j", "a", "c")];
        assert_eq!(refusal(&["a", "b", "c"], twice), E::DuplicateJoint { name: "j".into() });
        let unknown = refusal(&["a", "b"], vec![hinge("j", "a", "x")]).to_string();
        assert_eq!(unknown, "joint 'j': its child 'x' is not among the links");
        assert!(matches!(refusal(&["a"], vec![hinge("j", "x", "a")]), E::UnknownParent { .. }));
        let two = refusal(&["a", "b", "c"], vec![hinge("i", "a", "c"), hinge("j", "b", "c")]);
        assert_eq!(two, E::TwoParents { link: "c".into(), first: "i".into(), second: "j".into() });
        let roots = refusal(&["a", "b", "c"], vec![hinge("i", "a", "b")]);
        assert_eq!(roots, E::SeveralRoots { links: vec!["a".into(), "c".into()] });
        assert_eq!(refusal(&["a"], vec![hinge("i", "a", "a")]), E::Cycle { links: vec!["a".into()] });
        // A cycle beside a root, with a tail that hangs on it.
        let joints = vec![hinge("1", "t", "u"), hinge("2", "b", "t"), hinge("3", "a", "b"), hinge("4", "b", "a")];
        let E::Cycle { mut links } = refusal(&["r", "u", "t", "a", "b"], joints) else { panic!("no cycle") };
        links.sort();
        assert_eq!(links, ["a", "b"]);
    }

    #[test]
    fn joints_that_cannot_move_are_refused() {
        use ArticulationError as E;
        let with = |motion| refusal(&["a", "b"], vec![Joint::new("j", "a", "b", motion)]);
        for axis in [DVec3::ZERO, DVec3::new(f64::NAN, 0.0, 1.0), DVec3::splat(f64::INFINITY)] {
            assert!(matches!(with(JointMotion::Revolute { axis, limits: LIMITS }), E::NoAxis { .. }));
            assert!(matches!(with(JointMotion::Continuous { axis }), E::NoAxis { .. }));
            assert!(matches!(with(JointMotion::Planar { normal: axis }), E::NoAxis { .. }));
        }
        for (lower, upper) in [(1.0, 0.0), (f64::NAN, 1.0), (f64::NEG_INFINITY, 0.0), (0.0, f64::INFINITY)] {
            let limits = JointLimits { lower, upper };
            assert!(matches!(with(JointMotion::Prismatic { axis: DVec3::X, limits }), E::BadLimits { .. }));
        }
    }

    #[test]
    fn mimics_lead_somewhere_or_are_refused() {
        use ArticulationError as E;
        let links = ["a", "b", "c", "d"];
        let chain = |mimics: [Option<(&str, f64, f64)>; 3]| -> Vec<Joint> {
            let joints = [hinge("1", "a", "b"), hinge("2", "b", "c"), hinge("3", "c", "d")];
            let follow = |(joint, mimic): (Joint, Option<(&str, f64, f64)>)| match mimic {
                Some((leader, multiplier, offset)) => joint.following(leader, multiplier, offset),
                None => joint,
            };
            joints.into_iter().zip(mimics).map(follow).collect()
        };
        let unknown = refusal(&links, chain([Some(("x", 1.0, 0.0)), None, None]));
        assert_eq!(unknown, E::UnknownLeader { joint: "1".into(), leader: "x".into() });
        let itself = refusal(&links, chain([Some(("1", 1.0, 0.0)), None, None]));
        assert_eq!(itself, E::MimicCycle { joints: vec!["1".into()] });
        let circle = refusal(&links, chain([Some(("2", 1.0, 0.0)), Some(("3", 1.0, 0.0)), Some(("2", 1.0, 0.0))]));
        assert!(matches!(circle, E::MimicCycle { joints } if joints.len() == 2));
        assert!(matches!(refusal(&links, chain([None, Some(("1", f64::NAN, 0.0)), None])), E::MimicNotFinite { .. }));
        let mut fixed = chain([None, None, Some(("1", 1.0, 0.0))]);
        fixed[0].motion = JointMotion::Fixed;
        let odd = refusal(&links, fixed);
        assert!(matches!(odd, E::MimicNotScalar { odd, dof: 0, .. } if odd == "1"));

        // 1 = 2 * 3 + 0.5 and 3 = -1 * 2 + 0.25, so 1 = -2 * 2 + 1.
        let joints = chain([Some(("3", 2.0, 0.5)), None, Some(("2", -1.0, 0.25))]);
        let robot = Articulation::try_new(links.map(str::to_owned).to_vec(), joints).unwrap();
        assert_eq!((robot.dof(), robot.value_names(), robot.limits()), (1, &["2".to_owned()][..], &[LIMITS][..]));
        let value = |name: &str| robot.value(robot.joint(name).unwrap(), &[0.125]);
        assert_eq!([value("1"), value("2"), value("3")], [Some(0.75), Some(0.125), Some(0.125)]);
        let mut out = [Pose::IDENTITY; 4];
        robot.poses(&[0.125], &mut out).unwrap();
        assert!(out[3].rotation().abs_diff_eq(axis_angle::about(DVec3::Z, 1.0), 1e-15));
    }

    #[test]
    fn names_and_values_find_each_other() {
        let joints = vec![
            Joint::new("float", "a", "b", JointMotion::Floating),
            hinge("hinge", "b", "c"),
            Joint::new("weld", "c", "d", JointMotion::Fixed),
            Joint::new("plane", "d", "e", JointMotion::Planar { normal: DVec3::Z }),
        ];
        let links = ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec();
        let robot = Articulation::try_new(links, joints).unwrap();
        let names = ["/x", "/y", "/z", "/rx", "/ry", "/rz"].map(|s| format!("float{s}")).to_vec();
        let planes = ["/x", "/y", "/angle"].map(|s| format!("plane{s}")).to_vec();
        assert_eq!(robot.value_names(), [names, vec!["hinge".to_owned()], planes].concat());
        let range = |name: &str| robot.values_of(robot.joint(name).unwrap()).unwrap();
        assert_eq!([range("float"), range("hinge"), range("weld"), range("plane")], [0..6, 6..7, 7..7, 7..10]);
        assert_eq!(robot.value(robot.joint("plane").unwrap(), &[0.0; 10]), None);
        assert_eq!((robot.root(), robot.link("e"), robot.link("f")), (LinkId(0), Some(LinkId(4)), None));
        assert_eq!(robot.rest(), [0.0; 10]);
        assert_eq!((robot.values_of(JointId(9)), robot.value(JointId(9), &[])), (None, None));
    }
}
