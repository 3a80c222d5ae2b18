//! Which way the parts of a surface are turned: only one that is closed, and is not inside out, can be counted.
//!
//! Counts of several bodies are added up, so that a body inside out would take one from what another adds, and both together say "free".
//! Parts that are turned inward are the walls of cavities if other parts surround them; otherwise the body is inside out. One corner of a
//! part tells for all of it where parts do not pass through each other. In doubt (parts touch, are as good as flat, or are too many to be asked
//! about) a body counts as turned inward: then it is not drawn, which is always right. Cost: one pass over the faces, and one over those around
//! each cavity.

use impinge::bound::Aabb;
use impinge::feature::{FaceId, VertexId};
use impinge::math::DVec3;
use impinge::mesh::Mesh;

/// Which way a surface is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turned {
    /// It is closed, and none of its parts as a whole is turned inward but for the walls of cavities. A part that passes through itself may
    /// still wind around some place in the wrong sense: that is not looked for, and there it takes one from the counts of others.
    Outward,
    /// It is closed, but a part of it that is no cavity is turned inward, or may be.
    Inward,
    /// It is not closed.
    Open,
}

/// Faces that are looked at to tell cavities from solids inside out, at most: beyond, it takes longer than a second.
const MOST_ANGLES: usize = 1 << 24;

/// Volumes of less than this part of what they are summed up from are taken for zero: a few hundred units in the last place.
const FLAT: f64 = 1e-13;

/// A place outside of a closed part has winding number 0, one inside at least 1; between them it lies on the surface.
const SURROUNDED: f64 = 0.75;

impl Turned {
    /// Which way a mesh is turned.
    #[must_use]
    pub fn of(mesh: &Mesh) -> Self {
        if !mesh.is_closed() {
            return Self::Open;
        }
        let parts = parts(mesh);
        let mut angles = 0;
        for (i, part) in parts.iter().enumerate().filter(|(_, part)| !part.is_outward(mesh)) {
            let around = parts.iter().enumerate().filter(|(j, other)| *j != i && other.holds(part.corner));
            let mut winding = 0.0;
            for (_, other) in around {
                angles += other.faces.len();
                if angles > MOST_ANGLES {
                    return Self::Inward;
                }
                winding += other.faces.iter().map(|&face| solid_angle(mesh, face, part.corner)).sum::<f64>();
            }
            if winding < SURROUNDED * 4.0 * std::f64::consts::PI {
                return Self::Inward;
            }
        }
        Self::Outward
    }
}

/// Faces that are connected.
struct SurfacePart {
    faces: Vec<FaceId>,
    bounds: Aabb,
    /// One of its outermost corners.
    corner: DVec3,
}

fn parts(mesh: &Mesh) -> Vec<SurfacePart> {
    let topology = mesh.topology();
    let part = |extremes: &[VertexId; 6]| {
        let corners = extremes.map(|v| mesh.vertex(v));
        SurfacePart { faces: Vec::new(), bounds: Aabb::of_points(&corners), corner: corners[0] }
    };
    let mut parts: Vec<_> = topology.component_extremes().iter().map(part).collect();
    for face in mesh.face_ids() {
        parts[topology.component(face)].faces.push(face);
    }
    parts
}

impl SurfacePart {
    fn holds(&self, p: DVec3) -> bool {
        p.cmpge(self.bounds.min).all() && p.cmple(self.bounds.max).all()
    }

    /// Whether its volume is positive beyond doubt.
    fn is_outward(&self, mesh: &Mesh) -> bool {
        // No power of a coordinate may leave the range of doubles.
        let scale = self.bounds.size().max_element().max(f64::MIN_POSITIVE);
        let (mut volume, mut sum) = (0.0, 0.0);
        for &face in &self.faces {
            let [a, b, c] = mesh.triangle(face).map(|p| (p - self.corner) / scale);
            let piece = a.dot(b.cross(c));
            (volume, sum) = (volume + piece, sum + piece.abs());
        }
        volume > sum * FLAT
    }
}

/// The solid angle under which a face is seen, positive from behind (van Oosterom and Strackee 1983).
fn solid_angle(mesh: &Mesh, face: FaceId, from: DVec3) -> f64 {
    let [a, b, c] = mesh.triangle(face).map(|p| p - from);
    let [a, b, c] = [a, b, c].map(DVec3::normalize_or_zero);
    2.0 * a.dot(b.cross(c)).atan2(1.0 + a.dot(b) + b.dot(c) + c.dot(a))
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge_scenes::Surface;
    use impinge_scenes::sheet::open_box;
    use impinge_scenes::solid::{cuboid, hollow_cuboid, icosphere};

    #[test]
    fn cavities_are_told_from_solids_inside_out() {
        let cube = |low: f64, high: f64| Surface::of(&cuboid(DVec3::splat(low), DVec3::splat(high)).expect("cuboid"));
        let turned = |surface: &Surface| Turned::of(&surface.clone().mesh().expect("a mesh"));
        assert_eq!(turned(&cube(-1.0, 1.0)), Turned::Outward);
        assert_eq!(turned(&cube(-1.0, 1.0).flipped()), Turned::Inward);
        assert_eq!(Turned::of(&open_box(DVec3::splat(-1.0), DVec3::ONE).expect("a sheet")), Turned::Open);
        assert_eq!(Turned::of(&icosphere(1e90, 3).expect("a ball")), Turned::Outward);
        assert_eq!(
            Turned::of(&hollow_cuboid(DVec3::ZERO, DVec3::splat(1e-80), 1e-81).expect("hollow")),
            Turned::Outward
        );
        // A cavity, a solid in the cavity, a cavity in that one.
        let mut nested = cube(-4.0, 4.0);
        for (half, is_cavity) in [(3.0, true), (2.0, false), (1.0, true)] {
            let next = cube(-half, half);
            nested = nested.joined(&if is_cavity { next.flipped() } else { next });
            assert_eq!(turned(&nested), Turned::Outward, "{half}");
        }
        assert_eq!(turned(&nested.flipped()), Turned::Inward);
        // Beside a large solid, a small one inside out.
        let mut beside = cube(-4.0, 4.0);
        beside = beside.joined(&cube(5.0, 6.0).flipped());
        assert_eq!(turned(&beside), Turned::Inward);
        // Twice as deep inside as it may be.
        let mut deep = cube(-4.0, 4.0);
        deep = deep.joined(&cube(-2.0, 2.0).flipped());
        deep = deep.joined(&cube(-1.0, 1.0).flipped());
        assert_eq!(turned(&deep), Turned::Inward);
    }
}
