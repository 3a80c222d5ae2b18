//! A joint as it is described: which links it joins, where, and how it moves.

use crate::math::{DVec3, Pose};

/// A link of an articulation, by its place in the list that it was built from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkId(pub u32);

/// A joint of an articulation, by its place in the list that it was built from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JointId(pub u32);

impl LinkId {
    /// The id as an index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl JointId {
    /// The id as an index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The values that a joint may take, both ends included: radians or lengths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointLimits {
    /// The least value.
    pub lower: f64,
    /// The greatest value.
    pub upper: f64,
}

impl JointLimits {
    /// Any value.
    pub const NONE: Self = Self { lower: f64::NEG_INFINITY, upper: f64::INFINITY };

    /// Whether the value is allowed.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        self.lower <= value && value <= self.upper
    }
}

/// How a joint moves its child; axes are in the frame of the joint, of any length but zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointMotion {
    /// Not at all.
    Fixed,
    /// About an axis, between limits: one value, in radians.
    Revolute {
        /// The axis.
        axis: DVec3,
        /// From where to where.
        limits: JointLimits,
    },
    /// About an axis, without end: one value, in radians.
    Continuous {
        /// The axis.
        axis: DVec3,
    },
    /// Along an axis, between limits: one value, a length.
    Prismatic {
        /// The axis.
        axis: DVec3,
        /// From where to where.
        limits: JointLimits,
    },
    /// In a plane: `x` and `y` along it, then an angle about its normal.
    ///
    /// For the normal z, `x` and `y` are the axes of the frame; for any other they are turned along with it on the shortest way, from
    /// -z for normals that point down.
    Planar {
        /// The normal of the plane.
        normal: DVec3,
    },
    /// Anywhere: `x`, `y`, `z`, then a rotation vector (axis times angle in radians).
    Floating,
}

impl JointMotion {
    /// How many values it takes.
    #[must_use]
    pub fn dof(&self) -> usize {
        match self {
            Self::Fixed => 0,
            Self::Revolute { .. } | Self::Continuous { .. } | Self::Prismatic { .. } => 1,
            Self::Planar { .. } => 3,
            Self::Floating => 6,
        }
    }

    /// The limits of each of its values where it has one; the same for all.
    #[must_use]
    pub fn limits(&self) -> JointLimits {
        match self {
            Self::Revolute { limits, .. } | Self::Prismatic { limits, .. } => *limits,
            Self::Fixed | Self::Continuous { .. } | Self::Planar { .. } | Self::Floating => JointLimits::NONE,
        }
    }

    /// The axis, or the normal of the plane.
    #[must_use]
    pub fn axis(&self) -> Option<DVec3> {
        match self {
            Self::Revolute { axis, .. } | Self::Continuous { axis } | Self::Prismatic { axis, .. } => Some(*axis),
            Self::Planar { normal } => Some(*normal),
            Self::Fixed | Self::Floating => None,
        }
    }

    /// What the values are called after the name of the joint; nothing where there is but one.
    pub(super) fn suffixes(&self) -> &'static [&'static str] {
        match self {
            Self::Fixed => &[],
            Self::Revolute { .. } | Self::Continuous { .. } | Self::Prismatic { .. } => &[""],
            Self::Planar { .. } => &["/x", "/y", "/angle"],
            Self::Floating => &["/x", "/y", "/z", "/rx", "/ry", "/rz"],
        }
    }
}

/// A joint that follows another: its value is `multiplier * other + offset`.
#[derive(Clone, Debug, PartialEq)]
pub struct Mimic {
    /// The joint that leads.
    pub joint: String,
    /// Its value times this …
    pub multiplier: f64,
    /// … plus this.
    pub offset: f64,
}

/// A joint between two links, by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Its name, unique among joints.
    pub name: String,
    /// The link nearer to the root.
    pub parent: String,
    /// The link that it carries; its frame is that of the joint after the motion.
    pub child: String,
    /// Where the joint stands in the frame of its parent.
    pub parent_from_joint: Pose,
    /// How it moves.
    pub motion: JointMotion,
    /// Which joint it follows, if any; both have one value.
    pub mimic: Option<Mimic>,
}

impl Joint {
    /// A joint at the origin of its parent that follows no other.
    #[must_use]
    pub fn new(name: &str, parent: &str, child: &str, motion: JointMotion) -> Self {
        let [name, parent, child] = [name, parent, child].map(str::to_owned);
        Self { name, parent, child, parent_from_joint: Pose::IDENTITY, motion, mimic: None }
    }

    /// The same joint at another place in its parent.
    #[must_use]
    pub fn at(self, parent_from_joint: Pose) -> Self {
        Self { parent_from_joint, ..self }
    }

    /// The same joint following another.
    #[must_use]
    pub fn following(self, joint: &str, multiplier: f64, offset: f64) -> Self {
        Self { mimic: Some(Mimic { joint: joint.to_owned(), multiplier, offset }), ..self }
    }
}
