//! A volume between two bounds that hold, and how images along several axes make them.

use super::pixel_column::{Column, Extent, Question};
use crate::error::GpuError;
use crate::layers::{AxisView, Fragment, LayeredImage, slot_of_face};

/// A volume: bounds that the resolution proves, and what rays through the centres of pixels say.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Volume {
    /// It is not smaller.
    pub lower: f64,
    /// By the rays, within the bounds.
    pub estimate: f64,
    /// It is not larger.
    pub upper: f64,
}

impl Volume {
    /// Both bounds and the estimate of one image.
    fn of(extent: Extent, piece: f64) -> Self {
        let [lower, estimate, upper] = [extent.lower, extent.centre, extent.upper].map(|steps| steps as f64 * piece);
        Self { lower: lower * (1.0 - ROUNDING), estimate, upper: upper * (1.0 + ROUNDING) }
    }

    /// What images along several axes say together: every bound holds.
    fn joined(volumes: &[Self]) -> Self {
        let lower = volumes.iter().fold(0.0_f64, |low, volume| low.max(volume.lower));
        let upper = volumes.iter().fold(f64::INFINITY, |high, volume| high.min(volume.upper)).max(lower);
        let mean = volumes.iter().map(|volume| volume.estimate).sum::<f64>() / volumes.len().max(1) as f64;
        Self { lower, estimate: mean.clamp(lower, upper), upper }
    }
}

/// Lengths are counted in integers; what follows are a few products: 16 units in the last place.
const ROUNDING: f64 = 1.0 / (1_u64 << 49) as f64;

/// The volumes in which questions have yes for their answer, by images of the same bodies along several axes.
///
/// # Errors
/// A body whose surface is not closed.
pub fn volumes<const N: usize>(
    views: &[AxisView],
    images: &[LayeredImage],
    questions: [Question<'_>; N],
) -> Result<[Volume; N], GpuError> {
    let mut found = [const { Vec::new() }; N];
    let mut column = Column::default();
    for (view, image) in views.iter().zip(images) {
        let bodies = view.layout.bodies.len();
        let owner = |fragment: Fragment| {
            (view.layout.bodies[slot_of_face(&view.layout, fragment.face) as usize] as usize, fragment)
        };
        let mut extents = [Extent::default(); N];
        for pixel in 0..image.pixels() {
            let not_closed = |body: usize| GpuError::NotClosed { body: body as u32 };
            column.read(image.column(pixel).map(owner), bodies, view.slack).map_err(not_closed)?;
            for (extent, question) in extents.iter_mut().zip(questions) {
                let here = column.extent(question);
                extent.lower += here.lower;
                extent.centre += here.centre;
                extent.upper += here.upper;
            }
        }
        for (list, extent) in found.iter_mut().zip(extents) {
            list.push(Volume::of(extent, view.piece));
        }
    }
    Ok(found.map(|list| Volume::joined(&list)))
}
