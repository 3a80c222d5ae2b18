//! Articulated trees: links joined by joints, and where every link stands for given values of the joints.
//!
//! The model is that of URDF: a tree with one root; a joint has its frame in the parent (`parent_from_joint`) and carries the child
//! along by its [`Motion`]; a joint may mimic another. Values are radians and the unit of length of the poses, in the order of
//! [`Articulation::value_names`]. A constructor refuses what is no tree, so that forward kinematics is one walk from the root: a
//! matrix product a link, no allocation. Rotations are exact at quarter turns; poses are rigid because every factor is.
//!
//! ```
//! use impinge::articulation::{Articulation, Joint, Limits, Motion};
//! use impinge::math::{DVec3, Pose};
//!
//! let elbow = Motion::Revolute { axis: DVec3::Z, limits: Limits { lower: -2.0, upper: 2.0 } };
//! let joint = Joint::new("elbow", "upper", "lower", elbow).at(Pose::from_translation(DVec3::X)?);
//! let arm = Articulation::try_new(vec!["upper".into(), "lower".into()], vec![joint])?;
//! let mut poses = [Pose::IDENTITY; 2];
//! arm.poses(&[std::f64::consts::FRAC_PI_2], &mut poses)?;
//! assert_eq!(poses[1].transform_point(DVec3::X), DVec3::new(1.0, 1.0, 0.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod joint;
mod error;
mod drive;
mod order;
mod tree;
mod kinematics;
mod sample;
mod adjacency;
mod allowed;

pub use adjacency::Adjacency;
pub use allowed::AllowedPairs;
pub use error::{ArticulationError, ConfigurationError, End};
pub use joint::{Joint, JointId, Limits, LinkId, Mimic, Motion};
pub use tree::Articulation;
