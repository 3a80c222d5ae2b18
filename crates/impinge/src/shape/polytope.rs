//! The convex hull of points, as a shape.

use super::Support;
use crate::hull::{Extent, HullError, HullSurface, NONE};
use crate::math::DVec3;

/// The convex hull of points: a solid, a polygon, a segment or a point.
#[derive(Clone, Debug)]
pub struct Polytope {
    surface: HullSurface,
    vertices: Vec<DVec3>,
    normals: Vec<DVec3>,
    /// For each vertex a half-edge that leaves it; empty for a point.
    leaving: Vec<u32>,
    centre: DVec3,
    reach: f64,
}

impl Polytope {
    /// The hull of points, of any extent.
    ///
    /// # Errors
    /// There must be points, all finite and in the exact range.
    pub fn try_new(points: &[DVec3]) -> Result<Self, HullError> {
        let surface = HullSurface::try_new(points)?;
        let vertices: Vec<DVec3> = surface.vertices().iter().map(|i| points[*i as usize]).collect();
        let mut leaving = vec![NONE; vertices.len()];
        for (number, edge) in (0..).zip(surface.half_edges()) {
            let first = &mut leaving[edge.origin as usize];
            *first = (*first).min(number);
        }
        let normals = (0..surface.faces().len() as u32).map(|f| normal(&surface, &vertices, f)).collect();
        let centre = vertices.iter().map(|v| *v / vertices.len() as f64).sum::<DVec3>();
        let reach = vertices.iter().map(|v| v.distance(centre)).fold(0.0, f64::max) * (1.0 + 8.0 * f64::EPSILON);
        Ok(Self { surface, vertices, normals, leaving, centre, reach })
    }

    /// The vertices of the hull, in the order of [`HullSurface::vertices`].
    #[must_use]
    pub fn vertices(&self) -> &[DVec3] {
        &self.vertices
    }

    /// How the vertices hang together.
    #[must_use]
    pub fn surface(&self) -> &HullSurface {
        &self.surface
    }

    /// The index of each vertex among the points that the hull was made of.
    #[must_use]
    pub fn source(&self) -> &[u32] {
        self.surface.vertices()
    }

    /// How many dimensions it spans.
    #[must_use]
    pub fn extent(&self) -> Extent {
        self.surface.extent()
    }

    /// The outward unit normal of a face, rounded; zero for a face that does not exist.
    #[must_use]
    pub fn normal(&self, face: u32) -> DVec3 {
        self.normals.get(face as usize).copied().unwrap_or_default()
    }

    /// A half-edge that leaves a vertex; [`NONE`] for a point.
    #[must_use]
    pub fn edge_from(&self, vertex: u32) -> u32 {
        self.leaving.get(vertex as usize).copied().unwrap_or(NONE)
    }
}

/// The unit normal of a face: of the sum of the cross products of its fan, each scaled alike.
fn normal(surface: &HullSurface, vertices: &[DVec3], face: u32) -> DVec3 {
    let corner = |edge: u32| vertices[surface.half_edges()[edge as usize].origin as usize];
    let origin = corner(surface.faces()[face as usize]);
    let arms: Vec<DVec3> = surface.around_face(face).skip(1).map(|e| corner(e) - origin).collect();
    let largest = arms.iter().map(|a| a.abs().max_element()).fold(0.0, f64::max);
    arms.windows(2).map(|w| (w[0] / largest).cross(w[1] / largest)).sum::<DVec3>().normalize_or_zero()
}

impl Support for Polytope {
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        let mut best = (f64::NEG_INFINITY, 0);
        for (i, v) in self.vertices.iter().enumerate() {
            let value = direction.dot(*v);
            if value > best.0 {
                best = (value, i);
            }
        }
        *hint = best.1 as u32;
        self.vertices[best.1]
    }

    fn centre(&self) -> DVec3 {
        self.centre
    }

    fn reach(&self) -> f64 {
        self.reach
    }

    fn corner_count(&self) -> u32 {
        self.vertices.len() as u32
    }

    fn corner(&self, index: u32) -> DVec3 {
        self.vertices.get(index as usize).copied().unwrap_or(self.centre)
    }
}
