//! Surfaces that deform: where they meet themselves and each other, at every step, exactly.
//!
//! Vertices move; faces stay, or are [edited](SurfaceEdit) between two steps. Larsson and Akenine-Möller (2001) refit a tree bottom-up and
//! rebuild it when that decays; here the tree has no pointers, a build is a sort along a Hilbert curve, a refit one pass, a repair
//! the sort of a part, and the [policy](Upkeep) counts pairs of leaves. Pairs of faces are judged eight at a time in double precision
//! with proved bounds, the rest in exact arithmetic. Bounds and designs that failed: `docs/notes/deform.md`.
//!
//! Beside contacts: faces [within a length](ProximityReport); what meets [on the way](SurfaceStep) from one frame to the next (Provot 1997), each vertex and face
//! and each two edges once; and [patches](PatchSkip) that are proved not to meet themselves (Volino and Magnenat-Thalmann 1994). All in
//! `docs/notes/self-collision.md`.
//!
//! | file | content |
//! |---|---|
//! | `deformable` | the surface: updates of its vertices, and the queries that users call |
//! | `dvec3x8` | eight vectors at once in double precision, with error bounds |
//! | `tree/face_tree` | the tree over faces: sort, refit |
//! | `tree/partial_sort`, `tree/edited_tree` | sorting pieces of the tree; faces that change between two sorts |
//! | `tree/upkeep_policy` | when to refit, repair or sort |
//! | `search/parallel_search`, `search/leaf_pair_expansion` | the search on threads; from pairs of leaves to pairs of faces |
//! | `search/leaf_bounds`, `search/candidate_lists`, `search/lane_buffer` | the boxes of a search, and the lists between its stages |
//! | `search/contact_test`, `search/matches`, `search/contact_report` | faces that meet: the test, what it collects, what users get |
//! | `search/triangle_pairs_x8`, `search/neighbour_pairs_x8` | eight pairs of triangles at once, without and with common corners |
//! | `search/proximity`, `search/triangle_distance_x8` | faces within a length |
//! | `patches/disc_patches`, `patches/certified_patches` | patches of faces, and which of them are proved not to meet themselves |
//! | `patches/height_field_certificate`, `patches/simple_polygon` | the proof: a patch is a graph over a plane, its border a simple polygon |
//! | `continuous/surface_step`, `continuous/representative_triangles` | a surface between two frames; which face stands for a vertex or an edge |
//! | `continuous/impact_test`, `continuous/impact_filter_x8`, `continuous/impact_report` | vertices and faces, and edges, that meet on the way |
//! | `mesh_self_contacts` | a mesh that stands still, whose vertices may have very many faces |
//! | `edits/surface_edit`, `edits/edit_plan`, `edits/edge_cut`, `edits/apply_edit` | edits as users give them, what they change, cuts along edges, the change itself |

mod dvec3x8;
mod tree;
mod patches;
mod search;
mod continuous;
mod deformable;
mod edits;
mod mesh_self_contacts;

pub use continuous::impact_report::{EdgeEdgeImpact, ImpactCount, Impacts, VertexFaceImpact};
pub use continuous::surface_step::SurfaceStep;
pub use deformable::{Deformable, UpdateError};
pub use edits::surface_edit::{EditError, EditReport, SurfaceEdit};
pub use search::contact_report::{FacePair, SelfContact, SelfContactCount, SelfContacts, SurfaceContacts};
#[doc(hidden)]
pub use search::contact_report::{PatchSkip, PatchSkipReport};
pub use search::proximity::{FaceGap, NearFaces, NotALength, ProximityReport};
pub use tree::upkeep_policy::{SortReason, TreeQuality, Upkeep, UpkeepAction, UpkeepMode};
