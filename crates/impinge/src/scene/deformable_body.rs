//! A deformable as a body of a scene: a surface whose vertices stand in the world, and what is made of a frame of it.

use super::model::Model;
use crate::bound::Aabb;
use crate::cost::Cost;
use crate::deform::{Deformable, EditError, EditReport, SelfContacts, SurfaceEdit, UpdateError, Upkeep};
use crate::executor::Executor;
use crate::feature::{FaceId, VertexId};
use crate::math::DVec3;
use crate::math::predicates::projection_axis;
use crate::mesh::Mesh;
use crate::mesh::union_find::UnionFind;
use std::sync::{Arc, OnceLock};

/// A surface that deforms, as a scene keeps it.
#[derive(Debug)]
pub(super) struct BodySurface {
    surface: Deformable,
    /// A face of every part that shares no vertex with another, by the numbers of vertices; found when no faces meet.
    representatives: OnceLock<Vec<FaceId>>,
    /// Whether parts of it are closed: of the frame put in, or of the first asked about after an edit.
    encloses: OnceLock<bool>,
    /// The frame as a model, made when a query asks for it.
    frame: OnceLock<Model>,
    /// Whether the frame has faces without area, found out when that matters.
    has_flat_faces: OnceLock<bool>,
    /// Where the frame meets itself; `None` until that is known.
    pub own: Option<SelfContacts>,
    /// Whether it met itself at the last step.
    pub met_itself: bool,
}

impl BodySurface {
    pub fn new(surface: Deformable) -> Self {
        let encloses = OnceLock::from(frame_mesh(&surface).is_some_and(|mesh| mesh.encloses()));
        Self {
            surface,
            representatives: OnceLock::new(),
            encloses,
            frame: OnceLock::new(),
            has_flat_faces: OnceLock::new(),
            own: None,
            met_itself: false,
        }
    }

    pub fn surface(&self) -> &Deformable {
        &self.surface
    }

    pub fn encloses(&self) -> bool {
        *self.encloses.get_or_init(|| frame_mesh(&self.surface).is_some_and(|mesh| mesh.encloses()))
    }

    pub fn bounds(&self) -> Aabb {
        self.surface.bounds()
    }

    /// Moves all vertices.
    pub fn update(&mut self, positions: &[DVec3], executor: &Executor) -> Result<Upkeep, UpdateError> {
        let upkeep = self.surface.update(positions, executor)?;
        (self.frame, self.has_flat_faces, self.own) = (OnceLock::new(), OnceLock::new(), None);
        Ok(upkeep)
    }

    /// Changes its faces.
    pub fn edit(&mut self, edit: &SurfaceEdit<'_>, executor: &Executor) -> Result<EditReport, EditError> {
        let report = self.surface.edit(edit, executor)?;
        (self.frame, self.has_flat_faces, self.own) = (OnceLock::new(), OnceLock::new(), None);
        (self.representatives, self.encloses) = (OnceLock::new(), OnceLock::new());
        Ok(report)
    }

    /// The frame as a model: its tree is built anew, so steps do without it where they can.
    pub fn model(&self) -> &Model {
        self.frame.get_or_init(|| match frame_mesh(&self.surface) {
            Some(mesh) => Model::from(mesh),
            None => Model::of_nothing(),
        })
    }

    /// Whether some face has no area: such a face is a point or a segment to a mesh, and nothing to a surface.
    pub fn has_flat_faces(&self) -> bool {
        *self.has_flat_faces.get_or_init(|| has_flat_faces(&self.surface))
    }

    /// Finds where the frame meets itself, if that is not known.
    pub fn test_itself(&mut self, executor: &Executor) -> Cost {
        if self.own.is_some() {
            return Cost::default();
        }
        let found = self.surface.self_contacts(executor);
        let cost = found.cost;
        self.own = Some(found);
        cost
    }

    /// Whether the frame meets itself, if that is known.
    pub fn meets_itself(&self) -> Option<bool> {
        self.own.as_ref().map(|own| !(own.meeting.is_empty() && own.overlapping.is_empty()))
    }

    /// A face of every part, as a mesh by itself: where no faces of two bodies meet, a part is inside a solid if this face is.
    pub fn representative_mesh(&self) -> Option<Arc<Mesh>> {
        let representatives = self.representatives.get_or_init(|| first_faces_of_parts(self.surface.faces()));
        self.some_faces(representatives.iter().copied())
    }

    /// The faces whose boxes overlap a box, as a mesh by themselves; `None` if there are none.
    pub fn faces_near(&self, bounds: &Aabb) -> Option<Arc<Mesh>> {
        let near = |face: &[u32; 3]| {
            let corners = face.map(|vertex| self.surface.position(VertexId(vertex)).unwrap_or_default());
            Aabb::of_points(&corners).overlaps(bounds)
        };
        let faces = self.surface.faces().iter().enumerate().filter(|(_, face)| near(face));
        self.some_faces(faces.map(|(face, _)| FaceId(face as u32)))
    }

    fn some_faces(&self, faces: impl Iterator<Item = FaceId>) -> Option<Arc<Mesh>> {
        let (mut vertices, mut corners) = (Vec::new(), Vec::new());
        for face in faces {
            let first = vertices.len() as u32;
            let face = self.surface.faces()[face.index()];
            vertices.extend(face.map(|vertex| self.surface.position(VertexId(vertex)).unwrap_or_default()));
            corners.push([first, first + 1, first + 2]);
        }
        Mesh::try_new(vertices, corners).ok().map(Arc::new)
    }
}

impl Clone for BodySurface {
    /// The tree is built anew; what is known of the frame is found again.
    fn clone(&self) -> Self {
        let surface =
            Deformable::from_parts(&positions(&self.surface), self.surface.faces().to_vec(), &Executor::serial());
        Self {
            surface,
            representatives: self.representatives.clone(),
            encloses: self.encloses.clone(),
            frame: OnceLock::new(),
            has_flat_faces: OnceLock::new(),
            own: self.own.clone(),
            met_itself: self.met_itself,
        }
    }
}

/// The first face of every part, where parts share no vertex number. Vertices at one place may move apart, so places do not join parts.
fn first_faces_of_parts(faces: &[[u32; 3]]) -> Vec<FaceId> {
    let vertices = faces.iter().flatten().max().map_or(0, |most| *most as usize + 1);
    let mut parts = UnionFind::new(vertices);
    for [a, b, c] in faces {
        parts.join(*a as usize, *b as usize);
        parts.join(*b as usize, *c as usize);
    }
    let mut is_known = vec![false; vertices];
    let is_first = |(face, [corner, ..]): (usize, &[u32; 3])| {
        let part = parts.find(*corner as usize);
        (!std::mem::replace(&mut is_known[part], true)).then_some(FaceId(face as u32))
    };
    faces.iter().enumerate().filter_map(is_first).collect()
}

/// Where the vertices of a surface are.
pub(super) fn positions(surface: &Deformable) -> Vec<DVec3> {
    (0..).map_while(|vertex| surface.position(VertexId(vertex))).collect()
}

/// The frame as a mesh; `None` for a surface without faces.
fn frame_mesh(surface: &Deformable) -> Option<Mesh> {
    Mesh::try_new(positions(surface), surface.faces().to_vec()).ok()
}

/// Whether some face of a surface has no area.
pub(super) fn has_flat_faces(surface: &Deformable) -> bool {
    let corner = |vertex: u32| surface.position(VertexId(vertex)).unwrap_or_default();
    let is_flat = |face: &[u32; 3]| projection_axis(&face.map(corner), &mut Cost::default()).is_none();
    surface.faces().iter().any(is_flat)
}
