//! The part of a polytope that lies within a tolerance of its farthest plane: a vertex, an edge, a face, or what a
//! curved hull has there.
//!
//! It is seen along the contact normal as a convex polygon, a segment or a point in the plane, with a height above that
//! plane everywhere.

use super::feature_walk::voronoi_cells::VoronoiCells;
use crate::compact_sort::sort_by;
use crate::math::{DVec2, DVec3, Pose};

/// The plane of a contact: two axes square to the normal, and the normal.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactFrame {
    pub axes: [DVec3; 2],
    pub normal: DVec3,
}

impl ContactFrame {
    /// The frame of a unit normal.
    pub fn new(normal: DVec3) -> Self {
        let (u, v) = normal.any_orthonormal_pair();
        // Counter-clockwise as seen against the normal.
        let axes = if u.cross(v).dot(normal) > 0.0 { [u, v] } else { [v, u] };
        Self { axes, normal }
    }

    pub fn flat(&self, p: DVec3) -> DVec2 {
        DVec2::new(self.axes[0].dot(p), self.axes[1].dot(p))
    }

    pub fn space(&self, p: DVec2, height: f64) -> DVec3 {
        self.axes[0] * p.x + self.axes[1] * p.y + self.normal * height
    }
}

/// A corner of a patch.
#[derive(Clone, Copy, Debug)]
pub(super) struct PatchCorner {
    pub vertex: u32,
    pub place: DVec3,
    pub flat: DVec2,
}

/// The patch, its corners counter-clockwise in the contact frame, and the planes of its faces.
#[derive(Clone, Debug)]
pub(super) struct ContactPatch {
    pub corners: Vec<PatchCorner>,
    /// Faces of the polytope that lie in the patch, as normal and point.
    faces: Vec<[DVec3; 2]>,
    /// 1 for A and -1 for B: their patches face each other.
    sign: f64,
    /// The height of the farthest plane along the normal.
    pub height: f64,
}

impl ContactPatch {
    /// The vertices within `touch` of the farthest along `sign` times the normal; a pose carries them into the frame.
    pub fn new(cells: &VoronoiCells, frame: &ContactFrame, sign: f64, touch: f64, pose: Option<&Pose>) -> Self {
        let place = |p: DVec3| pose.map_or(p, |pose| pose.transform_point(p));
        let turn = |n: DVec3| pose.map_or(n, |pose| pose.transform_vector(n));
        let places: Vec<DVec3> = cells.vertices().iter().map(|p| place(*p)).collect();
        let height = |p: &DVec3| sign * frame.normal.dot(*p);
        let farthest = places.iter().map(height).fold(f64::NEG_INFINITY, f64::max);
        let touches = |p: &DVec3| height(p) >= farthest - touch;
        let corner = |(vertex, p): (u32, &DVec3)| PatchCorner { vertex, place: *p, flat: frame.flat(*p) };
        let corners = (0_u32..).zip(&places).filter(|(_, p)| touches(p)).map(corner).collect();
        let in_patch = |face: u32| cells.around(face).all(|(_, side)| touches(&places[side.origin as usize]));
        let faces = (0_u32..).zip(cells.face_planes()).filter(|(face, _)| in_patch(*face));
        let faces = faces.map(|(_, plate)| [turn(plate.normal), place(plate.point)]);
        let faces = faces.filter(|[n, _]| sign * n.dot(frame.normal) > 0.5).collect();
        Self { corners: around(corners), faces, sign, height: sign * farthest }
    }

    /// The edges, from corner to corner; one for a segment, none for a point.
    pub fn edges(&self) -> impl Iterator<Item = [PatchCorner; 2]> + Clone + '_ {
        let n = self.corners.len();
        let count = if n > 2 { n } else { n.saturating_sub(1) };
        (0..count).map(move |i| [self.corners[i], self.corners[(i + 1) % n]])
    }

    /// Whether a point lies in the patch, or outside by no more than `touch`.
    pub fn holds(&self, p: DVec2, touch: f64) -> bool {
        match self.corners[..] {
            [] => false,
            [only] => only.flat.distance(p) <= touch,
            [a, b] => {
                let along = b.flat - a.flat;
                let t = ((p - a.flat).dot(along) / along.length_squared()).clamp(0.0, 1.0);
                (a.flat + along * t).distance(p) <= touch
            }
            _ => self.edges().all(|[a, b]| {
                let along = b.flat - a.flat;
                along.perp_dot(p - a.flat) >= -touch * along.length()
            }),
        }
    }

    /// The height along the normal at which the patch lies over a point of it, to within its tolerance.
    pub fn height_at(&self, p: DVec2, frame: &ContactFrame) -> f64 {
        if let [a, b] = self.corners[..] {
            let along = b.flat - a.flat;
            let t = ((p - a.flat).dot(along) / along.length_squared()).clamp(0.0, 1.0);
            return frame.normal.dot(a.place + (b.place - a.place) * t);
        }
        // The surface is below all planes of its faces, seen from outside.
        let over = |[n, q]: &[DVec3; 2]| {
            let foot = frame.space(p, 0.0);
            self.sign * n.dot(*q - foot) / n.dot(frame.normal)
        };
        let least = self.faces.iter().map(over).fold(f64::INFINITY, f64::min);
        if least.is_finite() { self.sign * least.min(self.sign * self.height) } else { self.height }
    }
}

/// The corners of the hull in the plane, counter-clockwise from the least (Andrew 1979); straight corners are left out.
fn around(mut corners: Vec<PatchCorner>) -> Vec<PatchCorner> {
    sort_by(&mut corners, |a, b| {
        a.flat.x.total_cmp(&b.flat.x).then(a.flat.y.total_cmp(&b.flat.y)).then(a.vertex.cmp(&b.vertex))
    });
    corners.dedup_by(|a, b| a.flat == b.flat);
    if corners.len() < 3 {
        return corners;
    }
    let half = |corners: &mut dyn Iterator<Item = &PatchCorner>| {
        let mut chain: Vec<PatchCorner> = Vec::new();
        for c in corners {
            while let [.., a, b] = chain[..]
                && (b.flat - a.flat).perp_dot(c.flat - b.flat) <= 0.0
            {
                chain.pop();
            }
            chain.push(*c);
        }
        chain.pop();
        chain
    };
    let mut all = half(&mut corners.iter());
    all.extend(half(&mut corners.iter().rev()));
    all
}
