//! Pictures of clashes.
//!
//! - `clash_view`: [`Viewpoint`] and [`ClashView`], a camera and the pictures it takes; [`ClashPictures`], which of these are wanted;
//! - `vertex_clustering`: coarse copies of meshes;
//! - `preview_mesh`: copies that are coarse everywhere, or away from a clash;
//! - `clash_pictures`: [`draw_clashes`], the best view of every clash.

pub(crate) mod clash_pictures;
mod preview_mesh;
pub(crate) mod vertex_clustering;
pub(crate) mod clash_view;

pub use clash_pictures::draw_clashes;
pub use clash_view::{ClashPictures, ClashView, Viewpoint};
