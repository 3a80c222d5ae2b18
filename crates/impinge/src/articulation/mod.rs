//! Articulated trees: links joined by joints, and where every link stands for given values of the joints.
//!
//! The model is that of URDF: a tree with one root; a joint has its frame in the parent (`parent_from_joint`) and carries the child
//! along by its [`JointMotion`]; a joint may mimic another. Values are radians and the unit of length of the poses, in the order of
//! [`Articulation::value_names`]. A constructor refuses what is no tree, so that forward kinematics is one walk from the root: a
//! matrix product a link, no allocation. Rotations are exact at quarter turns; poses are rigid because every factor is.
//!
//! | file | content |
//! |---|---|
//! | `joint` | joints as they are described: ids, motions, limits, mimics |
//! | `articulated_tree` | links and joints that are checked to be a tree |
//! | `link_order`, `mimic_joints` | links sorted from the root; which value drives a joint |
//! | `forward_kinematics` | the pose of every link |
//! | `random_configuration` | random values inside the limits |
//! | `link_adjacency`, `allowed_collision_matrix` | neighbouring links, and pairs of links that may meet |
//! | `articulation_error` | why a tree or a configuration is refused |
//!
//! ```
//! use impinge::articulation::{Articulation, Joint, JointLimits, JointMotion};
//! use impinge::math::{DVec3, Pose};
//!
//! let elbow = JointMotion::Revolute { axis: DVec3::Z, limits: JointLimits { lower: -2.0, upper: 2.0 } };
//! let joint = Joint::new("elbow", "upper", "lower", elbow).at(Pose::from_translation(DVec3::X)?);
//! let arm = Articulation::try_new(vec!["upper".into(), "lower".into()], vec![joint])?;
//! let mut poses = [Pose::IDENTITY; 2];
//! arm.poses(&[std::f64::consts::FRAC_PI_2], &mut poses)?;
//! assert_eq!(poses[1].transform_point(DVec3::X), DVec3::new(1.0, 1.0, 0.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod joint;
mod articulation_error;
mod mimic_joints;
mod link_order;
mod articulated_tree;
mod forward_kinematics;
mod random_configuration;
mod link_adjacency;
mod allowed_collision_matrix;

pub use allowed_collision_matrix::AllowedPairs;
pub use articulated_tree::Articulation;
pub use articulation_error::{ArticulationError, ConfigurationError};
pub use joint::{Joint, JointId, JointLimits, JointMotion, LinkId, Mimic};
pub use link_adjacency::Adjacency;
