//! Pictures of clashes.
//!
//! - `viewpoint`: [`Viewpoint`] and [`ClashView`], a camera and the picture it takes;
//! - `vertex_clustering`: coarse copies of meshes;
//! - `preview_mesh`: copies that are coarse everywhere, or away from a clash;
//! - `clash_pictures`: [`draw_clashes`], the best view of every clash.

pub(crate) mod clash_pictures;
mod preview_mesh;
pub(crate) mod vertex_clustering;
pub(crate) mod clash_view;

pub use clash_pictures::draw_clashes;
pub use clash_view::{ClashView, Viewpoint};
