//! A polygon of a scene, with its pose and its options.

use crate::tree::edge_tree::ChildSlot;
use crate::{Polygon, Pose2, Rect};
use impinge::bound::Aabb;
use impinge::math::{DVec2, DVec3, SMALLEST_IN_PLANE};
use impinge::scene::world::WorldBody;
use impinge::scene::{BodyId, BodyOptions};
use std::sync::Arc;

/// What bounds are grown by, relative to the largest numbers that enter them (2^-46): some roundings of places in the world and of
/// poses of one body as another sees it.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// A polygon of a scene.
#[derive(Clone, Debug)]
pub struct PlanarBody {
    pub(super) id: BodyId,
    pub(super) polygon: Arc<Polygon>,
    pub(super) world_from_body: Pose2,
    pub(super) bounds: Rect,
    pub(super) options: BodyOptions,
    /// The step in which it was last moved or put in.
    pub(super) moved: u64,
}

impl PlanarBody {
    /// Its id.
    #[must_use]
    pub fn id(&self) -> BodyId {
        self.id
    }

    /// Its name, if it has one.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.options.name.as_deref()
    }

    /// The polygon.
    #[must_use]
    pub fn polygon(&self) -> &Arc<Polygon> {
        &self.polygon
    }

    /// The pose in the world.
    #[must_use]
    pub fn world_from_body(&self) -> &Pose2 {
        &self.world_from_body
    }

    /// A rectangle around it in the world, rounded outward; not the smallest.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        self.bounds
    }

    /// The options it was put in with.
    #[must_use]
    pub fn options(&self) -> &BodyOptions {
        &self.options
    }
}

impl WorldBody for PlanarBody {
    fn id(&self) -> BodyId {
        self.id
    }

    fn options(&self) -> &BodyOptions {
        &self.options
    }

    fn options_mut(&mut self) -> &mut BodyOptions {
        &mut self.options
    }

    fn world_box(&self) -> Aabb {
        flat(&self.bounds)
    }

    fn moved_in(&self) -> u64 {
        self.moved
    }
}

/// A rectangle around a polygon at a pose: around its own bounds and around the root of its tree, whichever is less.
pub(super) fn bounds_at(polygon: &Polygon, world_from_body: &Pose2) -> Rect {
    let turn = world_from_body.direction();
    let largest = polygon.extent().largest * 2.0 + world_from_body.translation().abs().max_element();
    // Coordinates below the exact range are rounded to zero, of middles and of vertices.
    let pad = DVec2::splat(ROUNDING * largest + 4.0 * SMALLEST_IN_PLANE);
    let around = |centre: DVec2, axis: DVec2, half: DVec2| {
        let (c, u) = (world_from_body.transform_point(centre), turn.rotate(axis).abs());
        let reach = DVec2::new(u.x * half.x + u.y * half.y, u.y * half.x + u.x * half.y) + pad;
        Rect { min: c - reach, max: c + reach }
    };
    let (own, root) = (polygon.bounds(), polygon.tree().bounds(ChildSlot::ROOT));
    let [p, q] = [around(own.centre(), DVec2::X, own.size() * 0.5), around(root.centre, root.axis, root.half)];
    Rect { min: p.min.max(q.min), max: p.max.min(q.max) }
}

/// A rectangle as a box of no height.
pub(super) fn flat(bounds: &Rect) -> Aabb {
    let flat = |p: DVec2| DVec3::new(p.x, p.y, 0.0);
    Aabb { min: flat(bounds.min), max: flat(bounds.max) }
}
