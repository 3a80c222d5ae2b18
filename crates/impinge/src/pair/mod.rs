//! Questions about two meshes at a relative pose: do they meet, where, how far apart. Exact answers, as point sets.
//!
//! All take `a`, `b` and the pose `a_from_b`, and answer in A's frame. The posed vertices of B, each rounded once, are
//! the input; from there every sign is exact. The points of a mesh are those of its faces and, where parts of it are closed,
//! those of winding number other than zero about these. A mesh of closed parts is a solid, one of open parts a surface.
//!
//! - [`relate`]: the [`Relation`], and on request contacts and distance, in one report;
//! - [`intersects`]: do they share a point; stops at the first proof;
//! - [`contacts`], [`count_contacts`]: every pair of triangles that share a point, with what they share, or their number;
//!   [`contacts_by`] a method of one's choice;
//! - [`distance`], [`within`]: how far apart, with the closest points;
//! - [`depth`]: how deep they are in each other, between bounds; [`deepest_vertex`], [`separation_along`]: other answers to that;
//! - [`inside`]: is a point in a solid; [`cast_ray`]: where a ray first meets a mesh;
//! - [`SolidCovering`], [`MovingPoint`]: is a point in a solid, by signs over tetrahedra, and from step to step;
//! - [`PointQuery`]: how far a point is from a mesh, and on which side;
//! - [`self_contacts`], [`self_contact`]: where one mesh meets itself;
//! - [`DistanceQuery`], [`MeetingQuery`], [`WithinQuery`], [`ContactsQuery`]: the same under a [`Budget`], left and taken up again, with
//!   what they cost;
//! - [`Coherent`]: the same about bodies that move a little from one query to the next;
//! - [`ConvexBody`]: a convex shape against a mesh;
//! - [`HullStage`]: two meshes by their hulls first;
//! - [`sweep`], [`sweep_deforming`]: when two bodies in motion are in contact; [`first_contact`]: the first time alone; [`advance`]: a
//!   time before which there is none;
//! - [`Batch`]: the same for many poses or pairs in one call.

mod batch;
mod budget;
mod classic;
mod coherent;
mod common_point;
mod contacts;
mod contacts_query;
mod convex_body;
mod shrunk;
mod convex_relation;
mod covering;
mod deepest_vertex;
mod depth;
mod distance;
mod distance_query;
mod evidence;
mod goal;
mod hull_stage;
mod inner_balls;
mod inside;
mod judge;
mod meeting_query;
mod method;
mod mixed_distance;
mod mixed_relation;
mod motion;
mod moving_point;
mod pieces;
mod point_query;
mod probe;
mod proof;
mod ray_cast;
mod relate;
mod report;
mod seam;
mod search;
mod self_contact;
mod separation;
mod setting;
mod shell;
mod signed_distance;
mod solids;
mod surfaces;
mod sweep;
mod within_query;

pub use batch::{Batch, Placement};
pub use budget::Budget;
pub use coherent::{Coherent, Hits};
pub use contacts::{contacts, contacts_by, count_contacts};
pub use contacts_query::{ContactsOutcome, ContactsQuery, ContactsReport};
use convex_body::Form;
pub use convex_body::{ConvexBody, ConvexBodyError, MixedDistance, MixedReport};
pub use covering::SolidCovering;
pub use deepest_vertex::{DeepVertex, deepest_vertex};
pub use depth::{Depth, DepthOptions, LowerBy, UpperBy, depth};
pub use distance::{distance, within};
pub use distance_query::{DistanceOptions, DistanceOutcome, DistanceQuery, DistanceReport};
pub use hull_stage::{HullGains, HullStage, HullVerdict, ModelHull};
pub use inner_balls::InnerBalls;
pub use inside::{Location, inside};
pub use meeting_query::MeetingQuery;
pub use method::MethodError;
pub use moving_point::MovingPoint;
pub use point_query::{Nearest, PointQuery};
pub use proof::{Proof, ProofReport};
pub use ray_cast::{MeshHit, cast_ray};
pub use relate::{intersects, relate};
pub use report::{Contact, Contacts, Distance, Method, PairReport, Relation, Request};
pub use seam::{OverlapVolume, Seam, SeamCurve};
pub use self_contact::{self_contact, self_contacts};
pub use separation::{Push, SeparationOutcome, separation_along};
pub use signed_distance::SignedDistance;
pub(crate) use sweep::swept_bounds;
pub use sweep::{
    Advance, AdvanceEnd, ContactInterval, Deforming, FirstContact, Impact, Motion, MotionError, Moving, Sweep,
    SweepError, SweepOptions, advance, first_contact, sweep, sweep_deforming,
};
pub use within_query::WithinQuery;
