//! Many bodies that move: which of them meet, from step to step.
//!
//! The pipeline is that of I-COLLIDE and RAPID (Lin, Manocha, Cohen and Gottschalk 1996): boxes first ([`crate::broad`]), then closest
//! features of hulls, then trees; each keeps what it learnt for the next step. Different here: every answer is that of a pair query at
//! [`Scene::a_from_b`], exact as those are, and does not depend on threads, the broad phase, or the order in which bodies came.
//!
//! [`Scene::step`] reports contacts that begin, stay and end, [`Scene::step_within`] does so under a budget; [`Scene::view`] answers everything else.
//!
//! | file | content |
//! |---|---|
//! | `solid_scene` | the scene: bodies inserted, moved, removed; the step |
//! | `deformable_scene`, `deformable_body`, `surface_pair` | deformable bodies: put in and moved; the surface and its frame; tests against other bodies |
//! | `surface_impacts` | a deformable body on its way to new positions |
//! | `budgeted_answers` | the step under a budget, and what it knows of each pair |
//! | `scene_view`, `nearest_bodies`, `scene_ray` | queries about a scene as it stands: relations, regions, poses; nearest bodies; rays |
//! | `scene_sweep`, `swept_part`, `time_slice` | bodies in motion: first contacts and intervals of contact |
//! | `mounted_articulation`, `configuration_check` | an articulated body in a scene, and many configurations of it |
//! | `model`, `mesh_support` | shapes of bodies: meshes, convex shapes, half-spaces and compounds; a mesh as a support function |
//! | `body`, `rigid_pose`, `relative_pose` | a model at a pose; poses as a scene keeps them, and between two bodies |
//! | `near_parts` | which parts of two compounds may meet |
//! | `body_queries`, `part_queries`, `half_space_queries`, `body_gap` | relation and distance of two bodies, of two parts, with half-spaces |
//! | `pair_coherence_cache` | what a pair of bodies remembers from step to step |
//! | `world` | ids, names, filters, pairs and contact events, shared with the scene of polygons |
//!
//! ```
//! use impinge::{executor::Executor, math::{DVec3, Pose}, scene::{BodyOptions, ContactPhase, Model, Scene}, shape::Sphere};
//!
//! let (mut scene, ball) = (Scene::default(), Model::convex(Sphere::try_new(1.0)?)?);
//! let at = |x: f64| Pose::from_translation(DVec3::new(x, 0.0, 0.0));
//! let [left, right] = [scene.insert(&ball, &at(0.0)?, BodyOptions::default())?, scene.insert(&ball, &at(5.0)?, BodyOptions::default())?];
//! assert!(scene.step(&Executor::serial()).events.is_empty());
//! scene.set_pose(right, &at(2.0)?)?;
//! let step = scene.step(&Executor::serial());
//! assert_eq!((step.events[0].phase, step.events[0].bodies), (ContactPhase::Begin, (left, right)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[doc(hidden)]
pub mod world;
mod rigid_pose;
mod mesh_support;
mod model;
mod near_parts;
mod deformable_body;
mod body;
mod relative_pose;
mod body_gap;
mod half_space_queries;
mod part_queries;
mod body_queries;
mod surface_pair;
mod pair_coherence_cache;
mod solid_scene;
mod budgeted_answers;
mod deformable_scene;
mod scene_view;
mod nearest_bodies;
mod scene_ray;
mod surface_impacts;
mod mounted_articulation;
mod configuration_check;
mod swept_part;
mod time_slice;
mod scene_sweep;

pub use body::Body;
pub use body_gap::BodyGap;
pub use body_queries::BodyPair;
pub use budgeted_answers::{BudgetedStep, PairAnswer};
pub use configuration_check::{ConfigurationReport, ConfigurationRequest};
pub use model::{Model, ModelError};
pub use mounted_articulation::{MountError, MountOptions, MountedArticulation};
pub use nearest_bodies::NearestPair;
pub use pair_coherence_cache::HullUse;
pub use scene_ray::SceneHit;
pub use scene_sweep::{PairSweep, SceneSweep, SceneSweepError, SceneSweepOptions, SweepExtent};
pub use scene_view::SceneView;
pub use solid_scene::{Scene, SceneOptions};
pub use surface_impacts::SurfaceImpacts;
pub use world::{BodyId, BodyOptions, ContactEvent, ContactPhase, OpenPairs, SceneError, StepCost, StepReport};
