//! Healing takes steps by the number of faces, whatever the mesh: where it would take more, it stops and says so.

use super::families::wide_range;
use super::{MOST, all_work, assert_growth, byte_count, sizes};
use impinge::math::DVec3;
use impinge::mesh::{HealOptions, Healed, Mesh};
use impinge_scenes::SplitMix64;

/// The long edge of a triangle against many short ones: healing splits it into a fan of as many faces.
#[test]
fn a_long_edge_is_split_at_many_vertices() {
    let sides = 300;
    let mut vertices = vec![DVec3::ZERO, DVec3::X * f64::from(sides), DVec3::Y * f64::from(sides)];
    let mut faces = vec![[0, 1, 2]];
    for k in 0..sides {
        let first = vertices.len() as u32;
        let x = f64::from(k);
        vertices.extend([DVec3::X * x, DVec3::X * (x + 1.0), DVec3::new(x + 0.5, -1.0, 0.0)]);
        faces.push([first + 1, first, first + 2]);
    }
    let healed = Mesh::try_new(vertices, faces).unwrap().heal(&HealOptions { within: 1e-3 });
    assert_eq!((healed.report.split_edges, healed.report.steps_refused), (sides as usize - 1, 0));
    assert_eq!(healed.mesh.faces().len(), 2 * sides as usize);
}

/// Loose faces in a cube that grows with their number.
fn loose_faces(count: u32) -> Mesh {
    let mut random = SplitMix64::new(7);
    let side = f64::from(count).cbrt();
    let mut point = |around: DVec3, reach: f64| around + random.direction() * random.between(0.0, reach);
    let triangles: Vec<[DVec3; 3]> = (0..count)
        .map(|_| {
            let middle = point(DVec3::ZERO, side);
            [(); 3].map(|()| point(middle, 0.5))
        })
        .collect();
    Mesh::from_triangles(&triangles).unwrap()
}

/// A sphere of which each face brings its own corners, moved by up to a length.
fn cracked_sphere(faces: u32, by: f64) -> Mesh {
    let mut random = SplitMix64::new(11);
    let rings = (f64::from(faces) / 4.0).sqrt().round() as u32;
    let sphere = impinge_scenes::solid::uv_sphere(1.0, 2 * rings, rings).unwrap();
    let mut moved = |p: DVec3| p + random.direction() * by;
    let triangles: Vec<_> = sphere.face_ids().map(|face| sphere.triangle(face).map(&mut moved)).collect();
    Mesh::from_triangles(&triangles).unwrap()
}

fn healed(mesh: &Mesh, within: f64) -> Healed {
    mesh.heal(&HealOptions { within })
}

#[test]
fn cracks_and_loose_faces_take_work_and_memory_by_their_number() {
    let cracked = |n| (cracked_sphere(n, 1e-6), 1e-5, true);
    let loose = |n| (loose_faces(n), 1e-3, false);
    for (name, family) in [("cracks", cracked as fn(u32) -> (Mesh, f64, bool)), ("loose faces", loose)] {
        assert_growth(name, |n| {
            let (mesh, within, is_closed) = family(n);
            let healed = healed(&mesh, within);
            assert_eq!(healed.mesh.is_closed(), is_closed, "{name}: {:?}", healed.report);
            assert!(!healed.report.effort_spent);
            all_work(&healed.cost)
        });
        let [few, _, many] = sizes().map(|n| {
            let (mesh, within, _) = family(n);
            byte_count::counted(|| healed(&mesh, within)).1.peak_bytes as f64
        });
        let exponent = (many / few).log2() / 2.0;
        println!("healing {name}: bytes {exponent:.2}");
        assert!(exponent <= MOST, "{name}: {few} {many} bytes, exponent {exponent:.2}");
    }
}

/// Where all lies near all, in damaged files and with lengths as long as the faces, healing stops and leaves the surface as it is.
#[test]
fn work_is_bounded_where_all_lies_near_all() {
    let mut spent = 0;
    for n in sizes() {
        for (mesh, within) in [(wide_range(53, n), 1e-3), (wide_range(53, n), 1.0), (loose_faces(n), 0.25)] {
            let healed = healed(&mesh, within);
            // Pairs of boxes of faces are found by a tree, those of vertices and edges are counted one by one.
            assert!(healed.cost.triangle_tests <= 4_000_000 / 16 + 256 * u64::from(n), "{:?}", healed.cost);
            let boxes_and_their_faces = 2 * (4_000_000 + 4_000 * u64::from(n));
            assert!(healed.cost.box_tests <= boxes_and_their_faces, "{:?}", healed.cost);
            if healed.report.effort_spent {
                spent += 1;
                assert_eq!(healed.report.welded_vertices + healed.report.split_edges, 0, "{:?}", healed.report);
                assert_eq!(healed.report.edges_closed, 0);
                assert_eq!(healed.mesh.faces().len(), mesh.faces().len());
            }
        }
    }
    assert!(spent >= 2, "{spent}");
}
