//! Patches of a surface that are proved not to meet themselves.

pub(crate) mod disc_patches;
pub(crate) mod simple_polygon;
pub(crate) mod height_field_certificate;
pub(crate) mod certified_patches;
