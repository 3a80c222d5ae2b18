//! The columns behind the features of a body's surface.
//!
//! A point off the surface has a nearest point on it. If that lies inside a face, the way to it is along the face's normal. If it lies on an edge, the
//! way turns away from all faces at the edge; at a vertex, from all its edges. So every point lies in the column of a feature, at its distance for a depth. Where
//! the surface is clean and the winding numbers beside it are known, columns outside the body are left out; elsewhere both sides are kept.

use super::body_side::SolidBody;
use super::column::Column;
use super::face_insides::FaceInsides;
use super::vertex_cone::polar_cone;
use crate::cost::Cost;
use crate::feature::{FaceId, VertexId};
use crate::math::DVec3;
use crate::math::predicates::Triangle;
use crate::pair::posed_pair::PosedMesh;
use std::f64::consts::{FRAC_PI_4, PI};

/// A normal that rounding turns by more than this (radians) is not used: the face counts as its edges.
const WORST_NORMAL: f64 = 1e-6;

/// Pseudonormals tell sides where the cosine is at least this far from zero.
const SURE_COSINE: f64 = 1e-9;

/// A column behind a feature.
#[derive(Clone, Copy, Debug)]
pub(super) struct FeatureColumn {
    pub column: Column,
    /// Whether points in it whose nearest point is on the feature are inside the body for certain; else that is to be found out.
    pub is_inside: bool,
    /// A face that the feature is, or is at.
    pub face: FaceId,
}

/// How deep columns reach, and what coordinates are off by.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnExtent {
    /// The largest depth (a length).
    pub reach: f64,
    /// What coordinates may be off by (a length).
    pub grain: f64,
}

/// A face as columns need it.
#[derive(Clone, Copy, Debug)]
struct BaseFace {
    corners: [DVec3; 3],
    /// `None` if it has no direction to speak of.
    normal: Option<DVec3>,
    /// What points along the normal may be off by; for a face without a normal, how far it is from its edges.
    slack: f64,
    /// Whether the front and the back are inside the body, if that is known.
    inside: Option<[bool; 2]>,
}

/// All columns behind the given faces, their edges and their vertices, but those of edges and vertices that are outside the other body, as a face at them is: a face that is not enclosed.
pub(super) fn surface_columns(
    body: &SolidBody<'_>,
    faces: &[FaceId],
    enclosed: &[bool],
    extent: ColumnExtent,
    cost: &mut Cost,
) -> Vec<FeatureColumn> {
    let around = faces_around(&body.mesh, faces);
    let insides = FaceInsides::of(body.mesh.mesh).of_faces(body.mesh.mesh, &around, cost);
    let mut base_faces = vec![None; body.mesh.mesh.faces().len()];
    for (face, inside) in around.iter().zip(insides) {
        base_faces[face.index()] = Some(base_face(body.mesh.triangle(*face), inside, extent));
    }
    let surface = Surface { body: &body.mesh, extent, wanted: faces, enclosed, faces: base_faces };
    let mut columns = Vec::new();
    for &face in faces {
        surface.behind_face(face, &mut columns);
        (0..3).for_each(|i| surface.behind_edge(face, i, &mut columns));
    }
    surface.behind_vertices(&around, &mut columns);
    columns
}

/// The face in the frame, its normal and what lies beside it.
fn base_face(corners: Triangle, inside: Option<[bool; 2]>, extent: ColumnExtent) -> BaseFace {
    let [a, b, c] = corners;
    let cross = (b - a).cross(c - a);
    let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
    let turn = 16.0 * f64::EPSILON * longest * longest / cross.length();
    if turn.is_nan() || turn >= WORST_NORMAL {
        // Its height is below twice its area over its longest edge.
        let height = if longest > 0.0 { 2.0 * cross.length() / longest } else { 0.0 };
        let slack = extent.grain + height.max(f64::EPSILON * longest);
        return BaseFace { corners, normal: None, slack, inside: None };
    }
    BaseFace { corners, normal: cross.try_normalize(), slack: extent.grain + extent.reach * turn, inside }
}

/// The given faces and all that share a vertex with one of them, sorted.
fn faces_around(body: &PosedMesh<'_>, faces: &[FaceId]) -> Vec<FaceId> {
    let topology = body.mesh.topology();
    let mut is_corner = vec![false; body.mesh.vertices().len()];
    let corners = |face: FaceId| body.mesh.faces()[face.index()].map(|i| topology.welded(VertexId(i)).index());
    faces.iter().flat_map(|face| corners(*face)).for_each(|corner| is_corner[corner] = true);
    body.mesh.face_ids().filter(|face| corners(*face).iter().any(|corner| is_corner[*corner])).collect()
}

struct Surface<'a> {
    body: &'a PosedMesh<'a>,
    extent: ColumnExtent,
    /// The faces behind which columns are made, sorted.
    wanted: &'a [FaceId],
    /// Whether a face is not outside the other body, by face.
    enclosed: &'a [bool],
    /// These and all around them, by face.
    faces: Vec<Option<BaseFace>>,
}

impl Surface<'_> {
    /// A face that is known.
    fn base(&self, face: FaceId) -> Option<&BaseFace> {
        self.faces.get(face.index())?.as_ref()
    }

    /// Columns of directions that span less (radians) are nowhere farther than a quarter of the grain from others.
    fn least_turn(&self) -> f64 {
        0.25 * self.extent.grain / self.extent.reach
    }

    fn behind_face(&self, face: FaceId, columns: &mut Vec<FeatureColumn>) {
        let Some(base) = self.base(face) else { return };
        let Some(normal) = base.normal else { return };
        for (side, direction) in [normal, -normal].into_iter().enumerate() {
            if base.inside.is_none_or(|inside| inside[side]) {
                let column = Column::new(&base.corners, &[direction], base.slack);
                columns.push(FeatureColumn { column, is_inside: base.inside.is_some(), face });
            }
        }
    }

    /// The wedges behind edge `i` of a face, unless the face across has them.
    fn behind_edge(&self, face: FaceId, i: usize, columns: &mut Vec<FeatureColumn>) {
        let Some(base) = self.base(face) else { return };
        let (from, to) = (base.corners[i], base.corners[(i + 1) % 3]);
        let Some(along) = (to - from).try_normalize() else { return };
        let into = |face: &BaseFace| face.normal.map(|n| n.cross(along));
        let across = self.body.mesh.topology().neighbour(face, i);
        let other = across.and_then(|f| Some((f, self.base(f)?)));
        if other.is_some_and(|(f, _)| f < face && self.wanted.binary_search(&f).is_ok()) {
            return;
        }
        if across.is_some_and(|face| !self.enclosed[face.index()]) {
            return;
        }
        // The neighbour runs along the edge the other way.
        let ways = [into(base), other.and_then(|(_, o)| into(o)).map(|way| -way)];
        let slack = base.slack + other.map_or(0.0, |(_, other)| other.slack);
        let mut is_inside = false;
        let (start, turn) = match ways {
            [Some(w), Some(v)] => {
                // From the direction across the first face that turns away from the second, by what the surface turns.
                let d = along.cross(w);
                let (start, turn) = (if d.dot(v) <= 0.0 { d } else { -d }, PI - w.angle_between(v));
                if turn <= self.least_turn() {
                    return; // flat: columns behind the faces hold it
                }
                let known = [Some(base.inside), other.map(|(_, o)| o.inside)].map(Option::flatten);
                if let [Some(inside), Some(too)] = known
                    && inside == too
                {
                    // Both wedges in the middle of which ways end lie on one side of the surface.
                    let sum = [base.normal, other.and_then(|(_, o)| o.normal)].into_iter().flatten().sum::<DVec3>();
                    let cosine = -(w + v).normalize_or_zero().dot(sum);
                    if cosine.abs() > SURE_COSINE {
                        if !inside[usize::from(cosine < 0.0)] {
                            return;
                        }
                        is_inside = true;
                    }
                }
                (start, turn)
            }
            [Some(w), None] | [None, Some(w)] => (along.cross(w), PI),
            [None, None] => (along.any_orthonormal_vector(), 2.0 * PI),
        };
        // Turns from the start away from the faces.
        let away = ways.into_iter().flatten().sum::<DVec3>();
        let mut turned = along.cross(start);
        if turned.dot(away) > 0.0 {
            turned = -turned;
        }
        let pieces = (turn / FRAC_PI_4).ceil().max(1.0);
        let direction = |k: f64| {
            let (sin, cos) = (turn * k / pieces).sin_cos();
            (start * cos + turned * sin).normalize_or(start)
        };
        for k in 0..pieces as u32 {
            let directions = [f64::from(k), f64::from(k) + 1.0].map(direction);
            columns.push(FeatureColumn { column: Column::new(&[from, to], &directions, slack), is_inside, face });
        }
    }

    /// The cones behind all vertices of the given faces.
    fn behind_vertices(&self, faces: &[FaceId], columns: &mut Vec<FeatureColumn>) {
        let topology = self.body.mesh.topology();
        let mut corners: Vec<(VertexId, FaceId, usize)> = Vec::new();
        for &face in faces {
            let vertices = self.body.mesh.faces()[face.index()];
            corners.extend((0..3).map(|i| (topology.welded(VertexId(vertices[i])), face, i)));
        }
        corners.sort_unstable();
        for star in corners.chunk_by(|p, q| p.0 == q.0) {
            let is_wanted = star.iter().any(|(_, face, _)| self.wanted.binary_search(face).is_ok());
            if !is_wanted || star.iter().any(|(_, face, _)| !self.enclosed[face.index()]) {
                continue;
            }
            let base_faces = || star.iter().filter_map(|(_, face, corner)| Some((self.base(*face)?, *corner)));
            let Some(apex) = base_faces().next().map(|(base, corner)| base.corners[corner]) else { continue };
            let slack = base_faces().map(|(base, _)| base.slack).fold(0.0, f64::max);
            let edges =
                base_faces().flat_map(|(base, i)| [base.corners[(i + 1) % 3] - apex, base.corners[(i + 2) % 3] - apex]);
            let edges: Vec<DVec3> = edges.filter_map(DVec3::try_normalize).collect();
            let cones = polar_cone(&edges, self.least_turn());
            if cones.is_empty() {
                continue;
            }
            let known = self.pseudonormal(star);
            for directions in cones {
                let cosines = known.map(|(normal, _)| directions.map(|d| d.dot(normal)));
                let side = cosines.and_then(|cosines| match () {
                    () if cosines.iter().all(|c| *c > SURE_COSINE) => Some(0),
                    () if cosines.iter().all(|c| *c < -SURE_COSINE) => Some(1),
                    () => None,
                });
                let inside = side.and_then(|side: usize| known.map(|(_, inside)| inside[side]));
                if inside != Some(false) {
                    let column = Column::new(&[apex], &directions, slack);
                    columns.push(FeatureColumn { column, is_inside: inside.is_some(), face: star[0].1 });
                }
            }
        }
    }

    /// The sum of the normals around a vertex, each times the angle of its face there, and whether its front and back are inside; `None` if the faces
    /// are not one clean fan around it.
    fn pseudonormal(&self, star: &[(VertexId, FaceId, usize)]) -> Option<(DVec3, [bool; 2])> {
        let topology = self.body.mesh.topology();
        let inside = self.base(star[0].1)?.inside?;
        let mut sum = DVec3::ZERO;
        let (mut face, mut steps) = (star[0].1, 0);
        loop {
            let (_, _, corner) = star.iter().find(|(_, f, _)| *f == face)?;
            let base = self.base(face).filter(|base| base.inside == Some(inside))?;
            let [p, q, r] = [0, 1, 2].map(|k| base.corners[(corner + k) % 3]);
            sum += base.normal? * (q - p).angle_between(r - p);
            steps += 1;
            face = topology.neighbour(face, (corner + 2) % 3)?;
            if face == star[0].1 {
                break;
            }
            if steps > star.len() {
                return None;
            }
        }
        (steps == star.len()).then_some(())?;
        Some((sum.try_normalize()?, inside))
    }
}
