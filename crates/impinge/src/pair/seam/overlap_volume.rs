//! The volume that two solids share, and the box around it.
//!
//! The boundary of what they share consists of the parts of each surface inside the other. A part of a face is bounded by pieces of edges and
//! of the seam; with a point r of the face, each directed piece pq adds the signed volume of the tetrahedron of the origin, r, p
//! and q, and these add up to the volume by the divergence theorem, without any polygon being built.

use super::edge_cuts::CutEdges;
use super::mesh_seam::{Seam, SeamPosition};
use crate::bound::Aabb;
use crate::feature::{FaceId, VertexId};
use crate::math::{DVec3, Pose};
use std::collections::BTreeMap;

/// A volume and how far off it may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverlapVolume {
    /// The volume, rounded.
    pub value: f64,
    /// Bound on the rounding error of `value`.
    pub bound: f64,
    /// The area of the surface around it, rounded.
    pub area: f64,
}

/// What rounding may do to a tetrahedron, in units of 2^-53 times the largest coordinate times the square of the largest distance from the
/// origin: a corner of a seam is off by up to 4 units a coordinate, and moves a determinant of three vectors by 6 products of these;
/// differences from the origin and the determinant itself by fewer than 16 more.
const ROUNDING: f64 = 64.0;

impl Seam<'_> {
    /// The volume that A and B share, if both are solids whose faces turn outward and the position is [general](Self::is_general); else `None`.
    ///
    /// The surface of neither body may meet itself: see [`self_contacts`](crate::pair::self_contacts). Where one does, space that it goes around
    /// twice counts twice.
    #[must_use]
    pub fn overlap_volume(&self) -> Option<OverlapVolume> {
        let bodies = self.posed.bodies();
        let [first, second] = self.cuts()?;
        let common = [bodies[0].bounds(), bodies[1].bounds()];
        let origin = 0.5 * (common[0].min.max(common[1].min) + common[0].max.min(common[1].max));
        let mut sum = VolumeSum { origin, total: 0.0, reach: 0.0, terms: 0 };
        let mut area = 0.0;
        for (own, cut) in [&first, &second].into_iter().enumerate() {
            let mut parts = BTreeMap::new();
            area += self.add_faces(cut, &mut sum, &mut parts);
            self.add_seam(own, [&first, &second], &mut sum, &mut parts);
            area += parts.values().map(|normal| normal.length()).sum::<f64>();
        }
        let largest = common.iter().map(|b| b.min.abs().max(b.max.abs()).max_element()).fold(0.0, f64::max);
        let bound = ROUNDING * 0.5 * f64::EPSILON * largest * sum.reach * sum.reach * sum.terms as f64;
        Some(OverlapVolume { value: (sum.total / 6.0).max(0.0), bound, area: area / 2.0 })
    }

    /// The box in the world around what A and B share, if both are solids whose faces turn outward and the position is
    /// [general](Self::is_general); else `None`. Empty if they share nothing.
    ///
    /// What two solids share reaches farthest in a corner of the seam, or in a vertex of one inside the other.
    #[must_use]
    pub fn overlap_bounds(&self, world_from_a: &Pose) -> Option<Aabb> {
        let carried = |p: DVec3| world_from_a.transform_point(self.posed.point_in_a(p));
        let mut bounds = Aabb::EMPTY;
        for cut in &self.cuts()? {
            for corner in cut.body.mesh.face_ids().flat_map(|face| cut.corners(face)) {
                if cut.inside[corner as usize] {
                    bounds = bounds.including(carried(cut.body.vertex(VertexId(corner))));
                }
            }
        }
        Some(self.points.iter().map(|corner| carried(corner.point)).fold(bounds, Aabb::including))
    }

    /// Both bodies, each cut by the other, if both are solids whose faces turn outward and the position is general.
    fn cuts(&self) -> Option<[CutEdges<'_>; 2]> {
        let bodies = self.posed.bodies();
        let is_solid = |k: usize| bodies[k].mesh.is_closed() && bodies[k].mesh.mass_properties().volume > 0.0;
        if self.position == SeamPosition::Special || !is_solid(0) || !is_solid(1) {
            return None;
        }
        Some([CutEdges::new(self, 0)?, CutEdges::new(self, 1)?])
    }

    /// The edges of one body's faces inside the other; gives twice the area of the faces that are inside as a whole.
    fn add_faces(&self, cut: &CutEdges<'_>, sum: &mut VolumeSum, parts: &mut FaceParts) -> f64 {
        let mut area = 0.0;
        for face in cut.body.mesh.face_ids() {
            let corners = cut.corners(face);
            let [p, q, r] = cut.body.triangle(face);
            if !cut.crossed[face.index()] {
                if cut.inside[corners[0] as usize] {
                    sum.add(p, [q, r]);
                    area += (q - p).cross(r - p).length();
                }
                continue;
            }
            for k in 0..3 {
                for piece in cut.pieces(self, corners[k], corners[(k + 1) % 3]).iter().filter(|piece| piece.is_inside) {
                    sum.add(p, piece.ends);
                    add_part(parts, face, p, piece.ends);
                }
            }
        }
        area
    }

    /// The pieces of the seam, each with the inside of the other body on its left as seen from outside of the own one.
    fn add_seam(&self, own: usize, cuts: [&CutEdges<'_>; 2], sum: &mut VolumeSum, parts: &mut FaceParts) {
        for segment in &self.segments {
            let [f, g] = [own, 1 - own].map(|k| cuts[k].body.triangle(segment.faces[k]));
            let normal = |[p, q, r]: [DVec3; 3]| (q - p).cross(r - p);
            let [p, q] = segment.ends.map(|end| self.points[end as usize].point);
            let forward = normal(f).cross(normal(g)).dot(q - p) >= 0.0;
            let ends = if forward { [p, q] } else { [q, p] };
            sum.add(f[0], ends);
            add_part(parts, segment.faces[own], f[0], ends);
        }
    }
}

/// For every face that is cut, the normal of its part inside, twice as long as that is large.
type FaceParts = BTreeMap<FaceId, DVec3>;

/// Adds the triangle of a point of a face and a piece of the boundary of its part.
fn add_part(parts: &mut FaceParts, face: FaceId, r: DVec3, [p, q]: [DVec3; 2]) {
    *parts.entry(face).or_default() += (p - r).cross(q - r);
}

/// Six times a volume.
struct VolumeSum {
    origin: DVec3,
    total: f64,
    /// The largest distance of a corner from the origin.
    reach: f64,
    terms: usize,
}

impl VolumeSum {
    /// Adds the tetrahedron of the origin, a point of a face and a piece of its boundary.
    fn add(&mut self, r: DVec3, [p, q]: [DVec3; 2]) {
        let [r, p, q] = [r, p, q].map(|corner| corner - self.origin);
        self.total += r.dot(p.cross(q));
        self.reach = self.reach.max(r.length()).max(p.length()).max(q.length());
        self.terms += 1;
    }
}
