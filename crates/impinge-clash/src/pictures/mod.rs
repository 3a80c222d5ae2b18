//! Pictures of clashes.
//!
//! - `clash_view`: [`Viewpoint`] and [`ClashView`], a camera and the pictures it takes; [`ClashPictures`], which of these are wanted;
//! - `vertex_clustering`: coarse copies of meshes;
//! - `preview_mesh`: copies that are coarse everywhere, or away from a clash;
//! - `view_frame`: what a picture shows, and its camera;
//! - `clash_pictures`: [`draw_clashes`], the best view of every clash.

pub(crate) mod clash_pictures;
mod preview_mesh;
mod view_frame;
pub(crate) mod vertex_clustering;
pub(crate) mod clash_view;

pub use clash_pictures::draw_clashes;
pub use clash_view::{ClashPictures, ClashView, Viewpoint};
