//! The bodies of one query in the order in which they are drawn, and the view fitted to them.
//!
//! Only bodies whose box meets another's take part. Those that share a mesh stand together, so that one command draws them all. Both the
//! device and the twins work on a layout, and number bodies (slots), edges and faces by it.

use crate::box_overlap::{Overlap, boxes, near, overlap};
use crate::camera::{Camera, View};
use crate::error::GpuError;
use crate::fixed_point::Matrix;
use crate::image_margin::{fit, offset_steps, widen};
use crate::image_view::{Fitted, Tile};
use crate::layers::rounding;
use crate::mesh_table::{MeshId, MeshTable};
use impinge::math::Pose;
use std::ops::Range;

/// A body: a mesh at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Instance {
    /// Its shape.
    pub mesh: MeshId,
    /// Where it is.
    pub world_from_body: Pose,
}

/// How edges are kept from lying inside their own solid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OwnSolid {
    /// A solid is not counted against its own edges.
    #[default]
    Excluded,
    /// Edges are moved outward along the normals of their ends, as in the paper (section 6.3), by what half a pixel and rounding ask (`docs/notes/cinder.md`).
    Offset,
}

/// What a layout is made for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Request {
    /// From where.
    pub view: View,
    /// Columns and rows of pixels.
    pub size: [u32; 2],
    /// What becomes of a solid's own edges.
    pub own: OwnSolid,
    /// Which part of the window fills the image.
    pub tile: Tile,
}

/// A body as the shaders read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Record {
    /// From its mesh to the image.
    pub matrix: Matrix,
    /// Steps of its mesh by which its edges are moved outward.
    pub offset: i32,
    /// Where its corners, faces and edges start in the store.
    pub starts: [u32; 3],
    /// Where its corners start among those of all bodies.
    pub first_corner: u32,
    /// The number of its first face among those of all bodies.
    pub first_face: u32,
    /// The number of its first edge.
    pub first_edge: u32,
    /// Unused, so that a record is a multiple of sixteen bytes.
    pub padding: u32,
}

/// Bodies of one mesh, which follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Their slots.
    pub slots: Range<u32>,
    /// Faces of the mesh.
    pub faces: u32,
    /// Edges of the mesh.
    pub edges: u32,
}

/// How much there is to draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Corners of all bodies.
    pub corners: u32,
    /// Faces of all bodies.
    pub faces: u32,
    /// Edges of all bodies.
    pub edges: u32,
}

/// Bodies in the order in which they are drawn.
#[derive(Clone, Debug)]
pub struct Layout {
    /// For every slot, which body of the query it is.
    pub bodies: Vec<u32>,
    /// For every slot, its mesh.
    pub meshes: Vec<MeshId>,
    /// For every slot, what the shaders read.
    pub records: Vec<Record>,
    /// Slots by mesh.
    pub groups: Vec<Group>,
    /// How much there is.
    pub totals: Totals,
    /// The view.
    pub fitted: Fitted,
    /// What it was made for.
    pub request: Request,
    /// Bodies of the query that are smaller than a pixel, in ascending order.
    pub too_small: Vec<u32>,
}

impl Layout {
    /// Lays out the bodies whose boxes meet; nothing if no two do.
    ///
    /// # Errors
    /// A mesh that is not there, a body behind the eye, an invalid view, or too much of something.
    pub fn new(store: &MeshTable, instances: &[Instance], request: &Request) -> Result<Option<Self>, GpuError> {
        let camera = Camera::new(&request.view)?;
        let around = boxes(store, instances, &camera)?;
        let pairs = near(&around);
        let Some(rough) = overlap(&around, pairs.clone()) else { return Ok(None) };
        // Coordinates are small amid what is seen, wherever that is, and so is their rounding; others may be anywhere.
        let camera = camera.amid(&rough.region);
        let overlap = overlap(&boxes(store, instances, &camera)?, pairs);
        overlap.map(|overlap| Self::of(store, instances, &camera, overlap, request)).transpose()
    }

    fn of(
        store: &MeshTable,
        instances: &[Instance],
        camera: &Camera,
        overlap: Overlap,
        request: &Request,
    ) -> Result<Self, GpuError> {
        let Overlap { mut region, mut all, bodies, boxes } = overlap;
        if !camera.is_perspective() {
            let pixels = [0, 1].map(|i| request.size[i].saturating_mul(request.tile.of[i]));
            widen(store, instances, &bodies, [&mut region, &mut all], pixels)?;
        }
        let drawn: Vec<_> = bodies.iter().map(|&body| (body, instances[body as usize])).collect();
        let fitted = fit(store, &drawn, camera, [&region, &all], request)?;
        for ((_, instance), seen) in drawn.iter().zip(&boxes) {
            let off = rounding(&store.model(instance.mesh)?.mesh.bounds(), &instance.world_from_body);
            if !fitted.tells(off, seen) {
                return Err(GpuError::View("the bodies are too far from the origin for their size"));
            }
        }
        let too_small =
            bodies.iter().zip(&boxes).filter(|(_, seen)| fitted.hides(seen)).map(|(&body, _)| body).collect();
        Ok(Self { too_small, ..Self::seen(store, instances, bodies, fitted, request)? })
    }

    /// Puts bodies in order under a view that is fitted to them.
    ///
    /// # Errors
    /// A mesh that is not there or is too large for the view, or too much of something.
    pub(crate) fn seen(
        store: &MeshTable,
        instances: &[Instance],
        mut bodies: Vec<u32>,
        fitted: Fitted,
        request: &Request,
    ) -> Result<Self, GpuError> {
        bodies.sort_by_key(|&body| (instances[body as usize].mesh, body));
        let (mut records, mut meshes) = (Vec::with_capacity(bodies.len()), Vec::with_capacity(bodies.len()));
        let (mut groups, mut totals) = (Vec::<Group>::new(), Totals::default());
        for (slot, &body) in (0..).zip(&bodies) {
            let Instance { mesh, world_from_body } = instances[body as usize];
            let model = store.model(mesh)?;
            let offset = match request.own {
                OwnSolid::Excluded => 0,
                OwnSolid::Offset => {
                    offset_steps(model, &world_from_body, &fitted).ok_or(GpuError::BehindEye { body })?
                }
            };
            records.push(Record {
                matrix: fitted.matrix(&model.quantised, &world_from_body)?,
                offset,
                starts: model.starts,
                first_corner: totals.corners,
                first_face: totals.faces,
                first_edge: totals.edges,
                padding: 0,
            });
            let counts = [model.mesh.vertices().len(), model.mesh.faces().len(), model.edges.len()].map(|n| n as u32);
            totals.add(counts)?;
            match groups.last_mut().filter(|_| meshes.last() == Some(&mesh)) {
                Some(group) => group.slots.end = slot + 1,
                None => groups.push(Group { slots: slot..slot + 1, faces: counts[1], edges: counts[2] }),
            }
            meshes.push(mesh);
        }
        let (request, too_small) = (*request, Vec::new());
        Ok(Self { bodies, meshes, records, groups, totals, fitted, request, too_small })
    }

    /// The slot and the edge of its mesh that an edge's number means.
    #[must_use]
    pub fn edge(&self, number: u32) -> (u32, u32) {
        let first = |group: &Group| self.records[group.slots.start as usize].first_edge;
        let at = self.groups.partition_point(|group| first(group) <= number).saturating_sub(1);
        let Some(group) = self.groups.get(at) else { return (0, number) };
        let within = number - first(group).min(number);
        (group.slots.start + within / group.edges.max(1), within % group.edges.max(1))
    }
}

impl Totals {
    pub(crate) fn add(&mut self, [corners, faces, edges]: [u32; 3]) -> Result<(), GpuError> {
        for (total, count) in [(&mut self.corners, corners), (&mut self.faces, faces), (&mut self.edges, edges)] {
            let sum = u64::from(*total) + u64::from(count);
            // Three threads or corners for each, and one number kept free.
            const LIMIT: u64 = (u32::MAX / 3) as u64;
            let error = GpuError::TooMany { what: "corners, faces or edges", count: sum, limit: LIMIT };
            *total = u32::try_from(sum).ok().filter(|_| sum < LIMIT).ok_or(error)?;
        }
        Ok(())
    }
}
