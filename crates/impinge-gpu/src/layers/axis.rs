//! Bodies seen along one axis of space: their layout, and how far the image may be from the truth.
//!
//! The window is fitted to a region of space.

use super::conservative_rasterization::Slack;
use super::coordinate_rounding::rounding;
use crate::camera::{Camera, View};
use crate::draw_layout::{Instance, Layout, OwnSolid, Request};
use crate::error::GpuError;
use crate::fixed_point::{SUBPIXELS, WEIGHT_ONE};
use crate::image_margin::widen;
use crate::image_view::{Fitted, Tile};
use crate::mesh_table::MeshTable;
use impinge::bound::Aabb;
use impinge::math::{DVec3, Pose};

/// The longest side of an image, in pixels: its positions are then a quarter of what fixed point holds.
const LARGEST_SIDE: u32 = 4096;

/// What layered images are asked for. A size alone asks about contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerRequest {
    /// Columns and rows of pixels.
    pub size: [u32; 2],
    /// Bodies count as apart only if the distance of their surfaces is larger than this.
    pub gap: f64,
}

impl From<[u32; 2]> for LayerRequest {
    fn from(size: [u32; 2]) -> Self {
        Self { size, gap: 0.0 }
    }
}

/// The bodies to be seen, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// Which bodies of the query, in ascending order.
    pub bodies: Vec<u32>,
    /// What the window must show, in the world.
    pub region: Aabb,
    /// Around all of these bodies, in the world.
    pub all: Aabb,
    /// Columns and rows of pixels.
    pub size: [u32; 2],
    /// Surfaces no farther apart than this have fragments that overlap: both are grown by half of it.
    pub gap: f64,
}

/// Bodies seen along one axis of space.
#[derive(Clone, Debug)]
pub struct AxisView {
    /// The bodies and the view.
    pub layout: Layout,
    /// How far a corner in the image may be from where it truly is.
    pub slack: Slack,
    /// The area of a pixel times a step of depth: the volume of the smallest piece of a column.
    pub piece: f64,
}

impl AxisView {
    /// Looks along axis 0, 1 or 2 at the bodies of a selection.
    ///
    /// # Errors
    /// An image of no or too many pixels, a mesh that is not there, too much of something, or bodies so far from the origin that rounding
    /// of their coordinates spans pixels.
    pub fn new(
        store: &MeshTable,
        instances: &[Instance],
        selection: &Selection,
        axis: usize,
    ) -> Result<Self, GpuError> {
        let [width, height] = selection.size;
        if [width, height].iter().any(|side| !(1..=LARGEST_SIDE).contains(side)) {
            return Err(GpuError::ImageSize { width, height, limit: LARGEST_SIDE });
        }
        let view = View::Orthographic { forward: DVec3::AXES[axis % 3], up: DVec3::AXES[(axis + 1) % 3] };
        let camera = Camera::new(&view)?.starting_at(selection.region.centre());
        let fitted = fitted(store, instances, selection, &camera)?;
        let request = Request { view, size: selection.size, own: OwnSolid::Excluded, tile: Tile::WHOLE };
        let layout = Layout::seen(store, instances, selection.bodies.clone(), fitted, &request)?;
        let steps = fitted.steps();
        let slack = slack(store, instances, &layout, steps, selection.gap)?;
        Ok(Self { layout, slack, piece: steps[0] * steps[1] * f64::from(SUBPIXELS * SUBPIXELS) * steps[2] })
    }

    /// Along all three axes, at all bodies.
    ///
    /// # Errors
    /// See [`AxisView::new`]; or there are none.
    pub fn of_all(store: &MeshTable, instances: &[Instance], size: [u32; 2]) -> Result<[Self; 3], GpuError> {
        let mut all = Aabb::EMPTY;
        for instance in instances {
            all = all.joined(world_box(store, instance)?);
        }
        if instances.is_empty() {
            return Err(GpuError::View("there are no bodies to be seen"));
        }
        let bodies = (0..instances.len() as u32).collect();
        Self::all(store, instances, &Selection { bodies, region: all, all, size, gap: 0.0 })
    }

    /// Along all three axes.
    ///
    /// # Errors
    /// See [`AxisView::new`].
    pub fn all(store: &MeshTable, instances: &[Instance], selection: &Selection) -> Result<[Self; 3], GpuError> {
        let along = |axis| Self::new(store, instances, selection, axis);
        Ok([along(0)?, along(1)?, along(2)?])
    }
}

/// The box of a body in the world, grown by what rounding may hide.
///
/// # Errors
/// A mesh that is not there.
pub fn world_box(store: &MeshTable, instance: &Instance) -> Result<Aabb, GpuError> {
    let bounds = store.model(instance.mesh)?.mesh.bounds();
    let corner = |i: usize| {
        let pick = |bit: usize| if i >> bit & 1 == 0 { bounds.min[bit] } else { bounds.max[bit] };
        instance.world_from_body.transform_point(DVec3::new(pick(0), pick(1), pick(2)))
    };
    let room = DVec3::splat(rounding(&bounds, &instance.world_from_body));
    let tight = Aabb::of_points(&std::array::from_fn::<_, 8, _>(corner));
    Ok(Aabb { min: tight.min - room, max: tight.max + room })
}

fn fitted(
    store: &MeshTable,
    instances: &[Instance],
    selection: &Selection,
    camera: &Camera,
) -> Result<Fitted, GpuError> {
    let seen = |bounds: &Aabb| {
        let in_view = camera.view_box(bounds, &Pose::IDENTITY);
        in_view.ok_or(GpuError::View("the bodies are not in one finite box"))
    };
    let (mut region, mut all) = (seen(&selection.region)?, seen(&selection.all)?);
    widen(store, instances, &selection.bodies, [&mut region, &mut all], selection.size)?;
    Ok(Fitted::new(camera, [&region, &all], selection.size, Tile::WHOLE))
}

/// A box grown by half of a gap: what is within the gap of two bodies' boxes is in both when they are grown.
pub(crate) fn grown(bounds: &Aabb, gap: f64) -> Aabb {
    // Half of it, and what rounding of the sums takes.
    let room = DVec3::splat(gap * 0.5 + if gap > 0.0 { bounds.largest_coordinate() * ROOM } else { 0.0 });
    Aabb { min: bounds.min - room, max: bounds.max + room }
}

/// Larger than the rounding of a sum of two coordinates, relative to the larger.
const ROOM: f64 = 4.0 * f64::EPSILON;

/// Rounding down, then entries of the matrix, then corners to steps, then coordinates, then half of the gap.
fn slack(
    store: &MeshTable,
    instances: &[Instance],
    layout: &Layout,
    steps: [f64; 3],
    gap: f64,
) -> Result<Slack, GpuError> {
    if gap.is_nan() || gap < 0.0 {
        return Err(GpuError::View("a gap must not be negative"));
    }
    let mut worst = [0.0_f64; 3];
    for ((&body, record), &mesh) in layout.bodies.iter().zip(&layout.records).zip(&layout.meshes) {
        let off = rounding(&store.model(mesh)?.mesh.bounds(), &instances[body as usize].world_from_body);
        for i in 0..3 {
            let entries: f64 = record.matrix.0[i][..3].iter().map(|&entry| f64::from(entry).abs()).sum();
            let of_corner = 0.5 * entries / WEIGHT_ONE as f64;
            let of_coordinate = if steps[i] > 0.0 { (off + 0.5 * gap) / steps[i] } else { 0.0 };
            worst[i] = worst[i].max(1.0 + OF_ENTRIES + of_corner + of_coordinate);
        }
    }
    // Larger than what was added up, so that nothing true lies on the rim of what is grown by it.
    let (position, depth) = (worst[0].max(worst[1]).floor() + 1.0, worst[2].floor() + 1.0);
    let most = if gap > 0.0 { LARGEST_GROWTH } else { LARGEST_SLACK };
    if position > LARGEST_SLACK || depth > most {
        let why = match gap {
            0.0 => "the bodies are too far from the origin for their size",
            _ => "the gap is more than some pixels, or the bodies are too far from the origin for their size",
        };
        return Err(GpuError::View(why));
    }
    Ok(Slack { position: position as i32, depth: depth as i32 })
}

/// Three factors and a sum, each half a unit off, times corners of 22 bits, in units of 2^-28: below this.
const OF_ENTRIES: f64 = 0.03;

/// Slack that fixed point has room for, in sub-pixels (16 pixels) or steps of depth.
const LARGEST_SLACK: f64 = 4000.0;

/// Steps of depth by which a gap may grow fragments: within the room that is left before and behind all bodies.
const LARGEST_GROWTH: f64 = 60_000.0;
