//! Steps 1 and 2: the faces of each body that come near another body at all.
//!
//! Kitamura et al. (1995), sections 3.2 and 3.3, with boxes of all that a body and a face sweep over the interval, not of where they are at its beginning.

use super::moving_body::{MovingBody, MovingVertices};
use super::swept_face::SweptFace;
use impinge::bound::Aabb;

/// A body, or some faces of one, with what its vertices sweep.
pub struct SweptBody<'m> {
    moving: MovingBody<'m>,
    vertices: MovingVertices<'m>,
}

impl<'m> SweptBody<'m> {
    /// Step 1 for one body.
    #[must_use]
    pub fn new(moving: &MovingBody<'m>) -> Self {
        Self { moving: *moving, vertices: moving.vertices() }
    }

    /// The box that the body stays in.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.vertices.bounds
    }

    /// Step 2: the faces that meet one of the regions, under the number of the body.
    #[must_use]
    pub fn check_list(&self, body: u32, regions: &[Aabb]) -> Vec<SweptFace> {
        if regions.is_empty() {
            return Vec::new();
        }
        let near = |(id, face): (_, &[u32; 3])| {
            let bounds = self.vertices.face_bounds(*face);
            let is_near = regions.iter().any(|region| region.overlaps(&bounds));
            let (corners, stray) = (self.vertices.corners(*face), self.vertices.stray(*face));
            is_near.then(|| SweptFace::new(corners, stray, bounds, body, self.moving.reported(id)))
        };
        let mesh = self.moving.mesh();
        mesh.face_ids().zip(mesh.faces()).filter_map(near).collect()
    }
}

/// Where the boxes of bodies overlap.
pub struct BoxOverlaps {
    /// For each body, the parts of space that its box shares with that of another.
    regions: Vec<Vec<Aabb>>,
    count: usize,
}

impl BoxOverlaps {
    /// Step 1 for all bodies.
    #[must_use]
    pub fn new(boxes: &[Aabb]) -> Self {
        let mut regions = vec![Vec::new(); boxes.len()];
        let mut count = 0;
        for (j, b) in boxes.iter().enumerate() {
            for (i, a) in boxes[..j].iter().enumerate() {
                if a.overlaps(b) {
                    let region = Aabb { min: a.min.max(b.min), max: a.max.min(b.max) };
                    regions[i].push(region);
                    regions[j].push(region);
                    count += 1;
                }
            }
        }
        Self { regions, count }
    }

    /// Pairs of bodies whose boxes overlap.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The parts of space that the box of a body shares with that of another; none for a body that there is not.
    #[must_use]
    pub fn regions_of(&self, body: usize) -> &[Aabb] {
        self.regions.get(body).map_or(&[], Vec::as_slice)
    }

    /// The box around all overlaps; empty if there are none.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.regions.iter().flatten().fold(Aabb::EMPTY, |all, region| all.joined(*region))
    }
}
