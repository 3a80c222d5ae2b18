//! Steps 1 and 2: the faces of each body that come near another body at all.
//!
//! Kitamura et al. (1995), sections 3.2 and 3.3, with boxes of all that a body and a face sweep over the interval, not of where they are at its beginning.

use super::moving::{Moving, MovingVertices};
use super::swept_face::SweptFace;
use crate::bound::Aabb;
use crate::executor::Executor;

/// The boxes of the bodies and where they overlap.
pub(super) struct Overlaps<'m> {
    bodies: Vec<MovingVertices<'m>>,
    /// For each body, the parts of space that its box shares with that of another.
    regions: Vec<Vec<Aabb>>,
    /// Pairs of bodies whose boxes overlap.
    pub count: usize,
}

impl<'m> Overlaps<'m> {
    /// Step 1.
    pub fn find(moving: &[Moving<'m>], executor: &Executor) -> Self {
        let bodies = executor.map(moving.len(), |k| moving[k].vertices());
        let mut regions = vec![Vec::new(); bodies.len()];
        let mut count = 0;
        for (j, later) in bodies.iter().enumerate() {
            for (i, earlier) in bodies[..j].iter().enumerate() {
                if earlier.bounds.overlaps(&later.bounds) {
                    let (a, b) = (&earlier.bounds, &later.bounds);
                    let region = Aabb { min: a.min.max(b.min), max: a.max.min(b.max) };
                    regions[i].push(region);
                    regions[j].push(region);
                    count += 1;
                }
            }
        }
        Self { bodies, regions, count }
    }

    /// The box around all overlaps; empty if there are none.
    pub fn bounds(&self) -> Aabb {
        self.regions.iter().flatten().fold(Aabb::EMPTY, |all, region| all.joined(*region))
    }

    /// Step 2: the faces that meet a region of their body, body by body.
    pub fn faces(&self, moving: &[Moving<'m>], executor: &Executor) -> Vec<SweptFace> {
        executor.map(moving.len(), |k| self.faces_of(k, &moving[k])).concat()
    }

    fn faces_of(&self, body: usize, moving: &Moving<'m>) -> Vec<SweptFace> {
        let (vertices, regions) = (&self.bodies[body], &self.regions[body]);
        if regions.is_empty() {
            return Vec::new();
        }
        let mesh = moving.mesh();
        let near = |(id, face): (_, &[u32; 3])| {
            let bounds = vertices.face_bounds(*face);
            let is_near = regions.iter().any(|region| region.overlaps(&bounds));
            let swept = || SweptFace::new(vertices.corners(*face), vertices.stray(*face), bounds, body as u32, id);
            is_near.then(swept)
        };
        mesh.face_ids().zip(mesh.faces()).filter_map(near).collect()
    }
}
