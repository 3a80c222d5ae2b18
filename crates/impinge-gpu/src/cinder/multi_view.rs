//! Past the paper: several views, layers and tiles, so that less is missed.
//!
//! One image misses edges behind nearer edges, edges that run along the rays, and whatever is smaller than a pixel. Edges behind edges
//! are peeled off layer by layer ([`CinderOptions::layers`]); other views see what one sees end-on; and where a pixel is larger than the wanted
//! precision, the window is cut into tiles. What is found is put together. Cost: views times tiles times layers.

use super::lay_out;
use super::report::{Ask, CinderOptions, Finding};
use crate::camera::View;
use crate::draw_layout::{Instance, Layout, Request};
use crate::error::GpuError;
use crate::image_view::Tile;
use crate::mesh_table::MeshTable;
use impinge::math::DVec3;
use std::borrow::Borrow;
use std::collections::BTreeSet;

/// How thoroughly to look.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    /// From where: instead of the view of the options.
    pub views: Vec<View>,
    /// How large a pixel may be, in units of space; in perspective at the farthest point.
    pub precision: f64,
    /// Everything else.
    pub options: CinderOptions,
}

impl Default for Survey {
    /// Along the three axes, all layers up to 64, no matter how large a pixel is.
    fn default() -> Self {
        let along = |forward, up| View::Orthographic { forward, up };
        Self {
            views: vec![along(DVec3::NEG_Z, DVec3::Y), along(DVec3::NEG_Y, DVec3::X), along(DVec3::NEG_X, DVec3::Z)],
            precision: f64::INFINITY,
            options: CinderOptions { layers: 64, ..CinderOptions::default() },
        }
    }
}

/// The most tiles of one view: what needs more is refused instead of being looked at for hours.
pub const MOST_TILES: u64 = 1 << 14;

/// What all views, tiles and layers tell together, where `look` tells what one layout shows; sides of images are at most `limit`.
pub(super) fn survey_by<S: Borrow<MeshTable>>(
    store: &mut S,
    instances: &[Instance],
    survey: &Survey,
    limit: u32,
    look: &mut dyn FnMut(&mut S, &Layout, &CinderOptions) -> Result<Finding, GpuError>,
) -> Result<Finding, GpuError> {
    if survey.views.is_empty() {
        return Err(GpuError::View("a survey looks from somewhere"));
    }
    let mut finding = Finding::default();
    let mut too_small: Option<BTreeSet<u32>> = None;
    for &view in &survey.views {
        let options = CinderOptions { view, ..survey.options };
        let Some(whole) = lay_out((*store).borrow(), instances, &options.request(), limit)? else { continue };
        for tile in tiles(whole.fitted.pixel(), survey.precision)? {
            let request = Request { tile, ..options.request() };
            let Some(layout) = lay_out((*store).borrow(), instances, &request, limit)? else { continue };
            check_precision(layout.fitted.pixel(), survey.precision)?;
            finding.add(look(store, &layout, &options)?);
            let hidden: BTreeSet<u32> = layout.too_small.into_iter().collect();
            too_small = Some(too_small.map_or_else(|| hidden.clone(), |kept| &kept & &hidden));
            if options.ask == Ask::Any && finding.interferes {
                return Ok(finding);
            }
        }
    }
    finding.too_small = too_small.unwrap_or_default().into_iter().collect();
    Ok(finding)
}

/// The tiles whose pixels are small enough.
fn tiles(pixel: [f64; 2], precision: f64) -> Result<impl Iterator<Item = Tile>, GpuError> {
    if precision.is_nan() || precision <= 0.0 {
        return Err(GpuError::View("the precision of a survey must be positive"));
    }
    let of = pixel.map(|side| (side / precision).ceil().clamp(1.0, f64::from(u32::MAX)) as u32);
    let count = u64::from(of[0]) * u64::from(of[1]);
    if count > MOST_TILES {
        return Err(GpuError::TooMany { what: "tiles", count, limit: MOST_TILES });
    }
    Ok((0..of[1]).flat_map(move |y| (0..of[0]).map(move |x| Tile { of, at: [x, y] })))
}

/// Tiles are cut by quotients of doubles, which may be off by this part.
const ROUNDING: f64 = 1e-9;

/// Whether the pixels of a tile are as small as was asked: the window may be no smaller than its bodies allow.
fn check_precision(sides: [f64; 2], precision: f64) -> Result<(), GpuError> {
    let pixel = sides[0].max(sides[1]);
    if pixel <= precision * (1.0 + ROUNDING) { Ok(()) } else { Err(GpuError::Coarse { pixel, precision }) }
}
