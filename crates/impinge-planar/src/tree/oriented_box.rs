//! The oriented box of the plane.

use impinge::math::DVec2;

/// An oriented box: `centre + y_0 axis + y_1 axis⊥` with `|y_k| <= half_k`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrientedBox {
    pub centre: DVec2,
    pub axis: DVec2,
    pub half: DVec2,
}
