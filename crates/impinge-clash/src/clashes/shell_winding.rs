//! The closed shells of a body, and whether it goes around every point at most once.
//!
//! Inside is where the winding number is not zero, so the signed volume under all faces is the volume only if that number is nowhere but zero and
//! one, or zero and minus one. Along faces connected by edges, on a surface that does not meet itself, the number just outside stays the
//! same: for every shell it is enough to know how often the others go around one of its vertices. Cost: the faces, the pairs of
//! shells by their boxes, and a query for every vertex in the box of another shell.

use super::volume_rounding::rounding;
use impinge::bound::Aabb;
use impinge::feature::FaceId;
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge::mesh::union_find::UnionFind;
use impinge::pair::{Location, locate};
use std::collections::BTreeMap;

/// Shells of one body whose boxes are compared pair by pair, at most.
const MOST_SHELLS: usize = 4096;

/// Faces connected by edges.
struct Shell {
    mesh: Mesh,
    /// 1 if its faces turn outward, -1 if inward.
    turn: i32,
}

/// Whether a closed mesh, whose surface does not meet itself, goes around every point at most once, always the same way; or why that is
/// not known.
pub fn ensure_wound_once(mesh: &Mesh) -> Result<(), &'static str> {
    let parts = parts(mesh)?;
    if parts.is_empty() {
        return Ok(());
    }
    if parts.len() > MOST_SHELLS {
        return Err("a body has too many shells");
    }
    let shells: Vec<Shell> = parts.iter().map(|triangles| Shell::new(triangles)).collect::<Result<_, _>>()?;
    let around = (0..shells.len()).map(|k| around(&shells, k)).collect::<Result<Vec<_>, _>>()?;
    // Next to a shell the numbers are that of the others, and that with its own.
    let is_wound = |once: i32| {
        shells.iter().zip(&around).all(|(shell, others)| *others == if shell.turn == once { 0 } else { once })
    };
    if is_wound(1) || is_wound(-1) { Ok(()) } else { Err("shells of a body lie in each other, or turn different ways") }
}

/// The triangles of every shell; nothing if there is only one.
fn parts(mesh: &Mesh) -> Result<Vec<Vec<[DVec3; 3]>>, &'static str> {
    let topology = mesh.topology();
    let mut sets = UnionFind::new(mesh.faces().len());
    // Faces without area bound nothing.
    for face in mesh.face_ids().filter(|face| topology.is_solid(*face)) {
        for side in 0..3 {
            let other = topology.neighbour(face, side).ok_or("more than two faces of a body share an edge")?;
            sets.join(face.index(), other.index());
        }
    }
    let solid: Vec<FaceId> = mesh.face_ids().filter(|face| topology.is_solid(*face)).collect();
    let first = solid.first().map(|face| sets.find(face.index()));
    if solid.iter().all(|face| Some(sets.find(face.index())) == first) {
        return Ok(Vec::new());
    }
    let mut parts: BTreeMap<usize, Vec<[DVec3; 3]>> = BTreeMap::new();
    for face in solid {
        parts.entry(sets.find(face.index())).or_default().push(mesh.triangle(face));
    }
    Ok(parts.into_values().collect())
}

impl Shell {
    fn new(triangles: &[[DVec3; 3]]) -> Result<Self, &'static str> {
        let mesh = Mesh::from_triangles(triangles).map_err(|_| "a shell of a body is not a mesh by itself")?;
        let volume = mesh.mass_properties().volume;
        match volume.abs() > rounding(&mesh) {
            true => Ok(Self { turn: if volume > 0.0 { 1 } else { -1 }, mesh }),
            false => Err("a shell of a body encloses next to nothing"),
        }
    }
}

/// How often, and which way, the other shells go around a shell, which none of them crosses.
fn around(shells: &[Shell], own: usize) -> Result<i32, &'static str> {
    let boxes = |p: DVec3| {
        let holds = move |bounds: Aabb| bounds.min.cmple(p).all() && p.cmple(bounds.max).all();
        shells.iter().enumerate().filter(move |(k, shell)| *k != own && holds(shell.mesh.bounds()))
    };
    let turns = |p: DVec3| {
        boxes(p).try_fold(0, |sum, (_, shell)| match locate(&shell.mesh, p)? {
            Location::Inside => Some(sum + shell.turn),
            Location::Outside => Some(sum),
            Location::Surface => None,
        })
    };
    // Shells may share single vertices.
    shells[own].mesh.vertices().iter().find_map(|p| turns(*p)).ok_or("shells of a body lie on each other")
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge_scenes::solid::cuboid;

    /// Boxes from low to high, turned inside out where the last is true.
    fn boxes(all: &[(f64, f64, bool)]) -> Mesh {
        let mut triangles = Vec::new();
        for (low, high, is_inward) in all {
            let mesh = cuboid(DVec3::splat(*low), DVec3::splat(*high)).unwrap();
            let turned = |[a, b, c]: [DVec3; 3]| if *is_inward { [a, c, b] } else { [a, b, c] };
            triangles.extend(mesh.face_ids().map(|face| turned(mesh.triangle(face))));
        }
        Mesh::from_triangles(&triangles).unwrap()
    }

    #[test]
    fn only_what_is_wound_once_has_the_volume_of_its_faces() {
        for (all, expected) in [
            (&[(0.0, 1.0, false)][..], true),
            (&[(0.0, 1.0, true)], true),
            (&[(0.0, 1.0, false), (2.0, 3.0, false)], true),
            (&[(0.0, 1.0, true), (2.0, 3.0, true)], true),
            (&[(0.0, 1.0, false), (2.0, 3.0, true)], false),
            // A hollow; one in another; something in a hollow, turned right and wrong.
            (&[(0.0, 9.0, false), (2.0, 7.0, true)], true),
            (&[(0.0, 9.0, true), (2.0, 7.0, false)], true),
            (&[(0.0, 9.0, false), (2.0, 7.0, false)], false),
            (&[(0.0, 9.0, false), (2.0, 7.0, true), (3.0, 4.0, false)], true),
            (&[(0.0, 9.0, false), (2.0, 7.0, true), (3.0, 4.0, true)], false),
            (&[(0.0, 9.0, false), (2.0, 4.0, true), (5.0, 7.0, false)], false),
            // Corner to corner.
            (&[(0.0, 1.0, false), (1.0, 2.0, false)], true),
            (&[(0.0, 1.0, false), (1.0, 2.0, true)], false),
        ] {
            assert_eq!(ensure_wound_once(&boxes(all)).is_ok(), expected, "{all:?}");
        }
    }

    #[test]
    fn shells_that_share_an_edge_are_not_told_apart() {
        let beside = [cuboid(DVec3::ZERO, DVec3::ONE), cuboid(DVec3::new(1.0, 1.0, 0.0), DVec3::new(2.0, 2.0, 1.0))];
        let meshes = beside.map(Result::unwrap);
        let triangles = meshes.iter().flat_map(|mesh| mesh.face_ids().map(|face| mesh.triangle(face)));
        let mesh = Mesh::from_triangles(&triangles.collect::<Vec<_>>()).unwrap();
        assert_eq!(ensure_wound_once(&mesh), Err("more than two faces of a body share an edge"));
    }
}
