//! The memory that a picture is drawn in.

use super::band::Band;
use super::face_colours::FoundColours;
use super::projected_bodies::ProjectedBodies;

/// Memory for one picture after the other. To get it from the system each time takes longer than to draw a small picture.
#[derive(Default)]
pub struct PictureMemory {
    pub(crate) bodies: ProjectedBodies,
    pub(crate) of_bands: BandMemory,
}

/// Memory for one band of a picture after the other.
#[derive(Default)]
pub struct BandMemory {
    pub band: Band,
    pub colours: FoundColours,
}
