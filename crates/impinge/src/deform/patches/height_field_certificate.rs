//! Whether the faces of a patch certainly share nothing but common corners and edges, because the patch is the graph of a function:
//! Volino and Magnenat-Thalmann (1994), made certain.
//!
//! Seen along some direction all faces turn the same way, and the border is a simple polygon. Then every point of the plane is seen once at most, by
//! counting how often the border winds around it; `docs/notes/self-collision.md` has the proof. Any direction will do: both conditions are about
//! the direction that is used, with bounds on rounding. What is uncertain is not a graph.

use super::disc_patches::DiscPatch;
use super::simple_polygon::SimplePolygon;
use crate::deform::dvec3x8::ERROR;
use crate::deform::tree::face_tree::{FaceTree, position};
use crate::math::DVec3;
use fearless_simd::prelude::*;

/// Working memory.
#[derive(Debug, Default)]
pub(crate) struct GraphCertificate {
    /// The normals of faces and the largest magnitudes in their edges.
    faces: Vec<(DVec3, f64)>,
    contour: SimplePolygon,
}

/// A direction with one component of 1 or -1, along `axis`, the others no larger.
struct ViewDirection {
    axis: usize,
    vector: DVec3,
}

impl GraphCertificate {
    /// Whether a patch of a tree over these faces is certainly a graph.
    #[inline(always)]
    pub fn holds<S: Simd>(&mut self, simd: S, patch: DiscPatch<'_>, tree: &FaceTree, slack: f64) -> bool {
        let at = |vertex: u32| position(&tree.points[tree.places[vertex as usize] as usize]);
        self.faces.clear();
        self.faces.extend(patch.corners.iter().map(|corners| {
            let [a, b, c] = corners.map(at);
            let (u, v) = (b - a, c - a);
            (u.cross(v), u.abs().max(v.abs()).max_element())
        }));
        let Some(direction) = ViewDirection::along(self.faces.iter().map(|(normal, _)| *normal).sum()) else {
            return false;
        };
        let is_up = |(normal, reach): &(DVec3, f64)| normal.dot(direction.vector) > ERROR * reach * reach + slack;
        if !self.faces.iter().all(is_up) {
            return false;
        }
        let Some(origin) = patch.border.first().map(|first| at(*first)) else { return false };
        let differences = || patch.border.iter().map(|vertex| at(*vertex) - origin);
        let reach = 2.0 * differences().fold(0.0, |most, p| p.abs().max_element().max(most));
        self.contour.set(differences().map(|p| direction.seen(p)), reach, slack);
        self.contour.is_simple(simd)
    }
}

impl ViewDirection {
    /// About along a vector; `None` if it has no direction.
    fn along(vector: DVec3) -> Option<Self> {
        let size = vector.abs();
        let axis = (0..3).fold(0, |axis, k| if size[k] > size[axis] { k } else { axis });
        let vector = vector / size[axis];
        vector.is_finite().then_some(Self { axis, vector })
    }

    /// Where a point is seen: coordinates that are zero for the direction itself, and never larger than twice those of the point.
    fn seen(&self, p: DVec3) -> [f64; 2] {
        let (i, j) = ((self.axis + 1) % 3, (self.axis + 2) % 3);
        let along = p[self.axis] * self.vector[self.axis];
        [p[i] - self.vector[i] * along, p[j] - self.vector[j] * along]
    }
}
