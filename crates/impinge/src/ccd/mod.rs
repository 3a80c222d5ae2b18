//! Whether and when moving vertices, edges and faces meet: continuous collision, decided exactly.
//!
//! Vertices move along lines at a constant rate. A vertex and a face, or two edges, can only meet when all four points are in one plane, which is when
//! a cubic in time is zero (Provot 1997); whether they do meet then is a matter of signs of quadratics at a root of that cubic. Brochu, Edwards and
//! Bridson (2012) count roots by parity and miss pairs that meet twice; Wang et al. (2021) enclose, and report pairs that come close. Here
//! doubles decide what they can prove, and integers the rest without iteration: no contact is missed and none is made up, touching counts,
//! and both ends of the motion belong to it.
//!
//! [`RigidMotion`] turns a whole body instead, algebraically, so that its features are decided in the same way. A search over whole bodies asks
//! `Travel` for first contacts in windows of time, and `Stop` how long an edge and a face stay in contact.
//!
//! Features that share a vertex meet always: leave such pairs out. The algebra and the bounds are in `docs/notes/ccd.md`. Some tens of
//! nanoseconds for most queries, some microseconds for those that integers decide; coordinates more than 2^120 apart take longer.
//!
//! ```
//! use impinge::{ccd::{Path, vertex_face_contacts}, cost::Cost, math::DVec3};
//!
//! let face = [DVec3::ZERO, DVec3::X, DVec3::Y].map(|p| Path::try_new(p, p)).into_iter().collect::<Result<Vec<_>, _>>()?;
//! let falling = Path::try_new(DVec3::new(0.25, 0.25, 1.0), DVec3::new(0.25, 0.25, -2.0))?;
//! let found = vertex_face_contacts(&falling, &[face[0], face[1], face[2]], &mut Cost::default());
//! let time = found.impact.map(|impact| impact.time).ok_or("it falls through")?;
//! assert!(time.lower <= 1.0 / 3.0 && 1.0 / 3.0 <= time.upper);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod contact; // when moving features are in contact, whichever way they move
mod linear; // vertices that move along lines
mod polynomial; // polynomials in time, their signs and roots
mod rigid; // a rigid body in motion and one at rest

pub use contact::contact_intervals::Span;
#[doc(hidden)]
pub use contact::feature_pair_queries::{Body, Stop, Travel};
pub use contact::impact::{Contacts, Impact};
#[doc(hidden)]
pub use contact::time_window::Window;
#[doc(hidden)]
pub use linear::linear_at_time::StraightStop;
#[doc(hidden)]
pub use linear::linear_contacts::edge_face_spans;
pub use linear::linear_contacts::{edge_edge, edge_edge_contacts, vertex_face, vertex_face_contacts};
#[doc(hidden)]
pub use linear::linear_in_window::StraightTravel;
pub use linear::vertex_path::{Path, PathError};
pub use polynomial::root_time::Time;
pub use rigid::pose_interpolation::PoseInterpolation;
pub(crate) use rigid::pose_interpolation::ROUNDING;
#[doc(hidden)]
pub use rigid::pose_interpolation::{Passage, Straying};
#[doc(hidden)]
pub use rigid::rigid_at_time::RigidStop;
#[doc(hidden)]
pub use rigid::rigid_contacts::{
    edge_turning, edge_turning_through_face, face_turning, face_turning_through_edge, vertex_turning,
};
#[doc(hidden)]
pub use rigid::rigid_in_window::{RigidCourse, RigidTravel};
pub use rigid::rigid_motion::{RigidMotion, RigidMotionError};
