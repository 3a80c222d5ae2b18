//! Questions about two meshes at a relative pose: do they meet, where, how far apart. Exact answers, as point sets.
//!
//! All take `a`, `b` and the pose `a_from_b`, and answer in A's frame. The posed vertices of B, each rounded once, are
//! the input; from there every sign is exact. The points of a mesh are those of its faces and, where parts of it are closed,
//! those of winding number other than zero about these. A mesh of closed parts is a solid, one of open parts a surface.
//!
//! - [`relate`]: the [`Relation`], and on request contacts and distance, in one report;
//! - [`relate_by_winding`]: the same for a body in one that is closed but for openings;
//! - [`intersects`]: do they share a point; stops at the first proof;
//! - [`contacts`], [`count_contacts`]: every pair of triangles that share a point, with what they share, or their number;
//!   [`contacts_by`] a method of one's choice;
//! - [`distance`], [`within`]: how far apart, with the closest points;
//! - [`depth`]: how deep they are in each other, between bounds; [`deepest_vertex`], [`separation_along`]: other answers to that;
//! - [`thickness`]: the diameter of the largest ball inside both, between bounds;
//! - [`locate`]: where a point lies; [`cast_ray`], [`ray_hits`]: where a ray meets a mesh;
//! - [`PointQuery`]: how far a point is from a mesh, and on which side;
//! - [`self_contacts`], [`self_contact`]: where one mesh meets itself;
//! - [`Query`]: any of these under a [`Budget`], interrupted and resumed;
//! - [`Coherent`]: the same about bodies that move a little from one query to the next;
//! - [`ConvexBody`]: a convex shape against a mesh;
//! - [`sweep`], [`sweep_deforming`]: when two bodies in motion are in contact; [`first_contact`]: the first time alone; [`advance`]: a
//!   time before which there is none;
//! - [`Batch`]: the same for many poses or pairs in one call.

mod batch; // many poses or pairs in one call
mod coherence; // queries that remember the last answer about the same two bodies
mod contacts; // pairs of faces that share a point, of two meshes or of one with itself
mod convex_against_mesh; // a convex shape against a mesh
mod depth; // penetration depth between bounds
mod distance; // the distance of two meshes
mod face_pair_method; // methods from outside that find pairs of faces
mod face_pair_search; // contacts by such a method
#[doc(hidden)]
pub mod model_hull; // convex hulls of meshes, asked before their trees are
mod pair_query_types; // relation, request, report, contact, distance
mod point; // a point or a ray and a mesh
mod posed_pair; // two meshes in one frame and one order, for every query
mod query; // queries under a budget
mod relation; // disjoint, touching, crossing, inside, coincident
mod seam; // the curves in which two surfaces cross
mod sweep; // when bodies in motion are in contact
mod thickness; // the largest ball inside two bodies

pub use batch::{Batch, PairAtPose};
pub use coherence::coherent::{CoherenceHits, Coherent};
pub use contacts::face_contacts::{contacts, contacts_by, count_contacts, grouped_contacts};
pub use contacts::self_contact::{self_contact, self_contacts};
pub use convex_against_mesh::convex_body::{ConvexBody, ConvexBodyError, ConvexMeshDistance, ConvexMeshReport};
pub use depth::deepest_vertex::{DeepestVertex, deepest_vertex};
pub use depth::inscribed_balls::InnerBalls;
pub use depth::penetration_depth::{Depth, DepthOptions, LowerBoundSource, PushDirection, UpperBoundSource, depth};
pub use depth::separation_along::{SeparatingTranslation, SeparationOutcome, separation_along};
pub use distance::mesh_distance::{distance, within};
pub use face_pair_method::{FacePairMethod, FacePairVisitor, PosedMeshes};
pub use model_hull::HullGains;
pub use pair_query_types::{
    Contact, ContactGroup, Contacts, Distance, Method, PairReport, Relation, Request, TipGroup,
};
pub use point::locate::{Location, locate};
pub use point::point_query::{NearestFace, PointQuery};
pub use point::ray_cast::{FaceHit, MeshHit, cast_ray, ray_hits};
pub use query::budget::Budget;
#[doc(hidden)]
pub use query::budget::Meter;
pub use query::contacts_goal::{ContactsAnswer, ContactsGoal};
pub use query::distance_goal::{DistanceAnswer, DistanceGoal, WithinGoal};
pub use query::intersects_goal::IntersectsGoal;
pub use query::resumable_query::{Query, QueryGoal, QueryReport};
pub use relation::relate::{intersects, relate};
#[doc(hidden)]
pub use relation::winding_number::face_holds_point;
pub use relation::winding_relation::{WindingRelation, relate_by_winding};
pub use seam::{OverlapVolume, Seam, SeamCurve};
pub(crate) use sweep::swept_bounds;
pub use sweep::{
    Advancement, AdvancementEnd, BodyMotionError, ContactInterval, DeformingMesh, FirstContact, Impact, Motion,
    MovingMesh, Sweep, SweepError, SweepOptions, advance, first_contact, sweep, sweep_deforming,
};
#[doc(hidden)]
pub use thickness::ball_list::CommonBall;
#[doc(hidden)]
pub use thickness::overlap_thickness::thickness_and_balls;
pub use thickness::overlap_thickness::{InsideSource, Thickness, ThicknessDecision, ThicknessOptions, thickness};
