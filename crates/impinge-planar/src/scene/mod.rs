//! Many polygons that move: which of them meet, from step to step.
//!
//! What [`impinge::scene::Scene`] is for solids, with the same ids, names, groups, events and reports, on the same broad phases: rectangles are
//! boxes of no height there. Every answer is that of a pair query at [`PlanarScene::a_from_b`], exact, and depends neither on
//! threads, nor the broad phase, nor the order in which bodies came. A step tests the pairs of which a body moved.
//!
//! ```
//! use impinge::{executor::Executor, math::DVec2, scene::{BodyOptions, ContactPhase}};
//! use impinge_planar::{PlanarScene, Polygon, Pose2};
//!
//! let mut scene = PlanarScene::default();
//! let square = Polygon::try_new(vec![[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(DVec2::from_array).to_vec()])?;
//! let square = std::sync::Arc::new(square);
//! let at = |x: f64| Pose2::from_translation(DVec2::new(x, 0.0));
//! let left = scene.insert(&square, &at(0.0)?, BodyOptions::default())?;
//! let right = scene.insert(&square, &at(5.0)?, BodyOptions::default())?;
//! assert!(scene.step(&Executor::serial()).events.is_empty());
//! scene.set_pose(right, &at(1.0)?)?;
//! let step = scene.step(&Executor::serial());
//! assert_eq!((step.events[0].phase, step.events[0].bodies), (ContactPhase::Begin, (left, right)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod body;
mod pair_test;
mod placement;
mod planar_scene;
mod view;

pub use body::PlanarBody;
pub use planar_scene::PlanarScene;
pub use view::{PlanarNearest, PlanarPair, PlanarView};
