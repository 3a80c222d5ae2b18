//! Which pieces count of what faces share: where faces overlap in one plane, only the outline of the flat region.
//!
//! A piece within such a region has overlaps of that plane on both of its sides: an edge of either triangulation. It is found by the names
//! of its ends, so both meshes have to be conforming: where an edge ends in the middle of another, pieces within may stay.

use crate::cost::Cost;
use crate::feature::FaceId;
use crate::math::predicates::orient3d;
use crate::pair::posed_pair::PosedMesh;
use crate::triangle_pair::Triangle;

/// A piece as a pair of faces has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceUse {
    pub faces: [FaceId; 2],
    pub ends: [u32; 2],
    /// Whether it bounds a polygon, which lies to its left as seen against the normal of the first face.
    pub is_flat: bool,
}

impl PieceUse {
    /// The piece, by its ends.
    pub fn piece(&self) -> [u32; 2] {
        let [p, q] = self.ends;
        [p.min(q), p.max(q)]
    }
}

/// Whether a piece counts, by all its uses: it bounds a flat region, or surfaces pass through each other there.
pub(super) fn counts(uses: &[PieceUse], bodies: &[PosedMesh<'_>; 2]) -> bool {
    if uses.len() == 1 {
        return true;
    }
    let mut planes: Vec<CoplanarFaces> = Vec::new();
    for flat in uses.iter().filter(|piece| piece.is_flat) {
        let triangle = bodies[0].triangle(flat.faces[0]);
        let k = planes.iter().position(|plane| plane.holds(&triangle)).unwrap_or_else(|| {
            planes.push(CoplanarFaces { triangle, covered: [false; 2] });
            planes.len() - 1
        });
        let is_left = (flat.ends[0] < flat.ends[1]) == (normal(&triangle).dot(normal(&planes[k].triangle)) >= 0.0);
        planes[k].covered[usize::from(is_left)] = true;
    }
    let passes = |piece: &PieceUse| {
        let [p, q] = [0, 1].map(|k| bodies[k].triangle(piece.faces[k]));
        !piece.is_flat && !CoplanarFaces { triangle: p, covered: [false; 2] }.holds(&q)
    };
    planes.is_empty() || planes.iter().any(|plane| plane.covered != [true; 2]) || uses.iter().any(passes)
}

/// The plane of a triangle, and on which sides of a piece in it faces overlap.
struct CoplanarFaces {
    triangle: Triangle,
    covered: [bool; 2],
}

impl CoplanarFaces {
    /// Whether a triangle lies in it, exactly.
    fn holds(&self, other: &Triangle) -> bool {
        let [p, q, r] = self.triangle;
        other.iter().all(|s| orient3d(p, q, r, *s, &mut Cost::default()) == 0)
    }
}

fn normal([p, q, r]: &Triangle) -> crate::math::DVec3 {
    (*q - *p).cross(*r - *p)
}
