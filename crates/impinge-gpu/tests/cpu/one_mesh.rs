//! One mesh and itself: images leave every face that meets another beyond their common vertices.

use impinge::deform::SelfContacts;
use impinge::executor::Executor;
use impinge::feature::{FaceId, VertexId};
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge_gpu::cullide::{faces_on_cpu, faces_with_contacts};
use impinge_gpu::ldi::{self, Answer};
use impinge_gpu::{GpuError, MeshTable};
use impinge_scenes::Surface;
use impinge_scenes::pipe::torus_knot;
use impinge_scenes::polycube::{Style, box_union};
use impinge_scenes::sheet::wavy_sheet;
use impinge_scenes::solid::{cone, cuboid, hollow_cuboid, icosphere};
use impinge_scenes::soup::random_soup;
use std::sync::Arc;

const SERIAL: Executor = Executor::serial();

/// Contacts of the faces among which all are, with their numbers in the whole mesh.
fn among(mesh: &Mesh, left: &[bool]) -> [Vec<[FaceId; 2]>; 2] {
    let asked = faces_with_contacts(mesh, left);
    let faces: Vec<FaceId> = mesh.face_ids().filter(|face| asked[face.index()]).collect();
    let triangles: Vec<_> = faces.iter().map(|face| mesh.triangle(*face)).collect();
    let Ok(part) = Mesh::from_triangles(&triangles) else { return [Vec::new(), Vec::new()] };
    let found = SelfContacts::of_mesh(&part, &SERIAL);
    let named = |pairs: Vec<[FaceId; 2]>| pairs.iter().map(|pair| pair.map(|face| faces[face.index()])).collect();
    [named(found.meeting), named(found.overlapping)]
}

fn meshes() -> Vec<Mesh> {
    let boxes = [[[0; 3], [3, 3, 2]], [[1; 3], [4; 3]]];
    let degenerate = || {
        let mut triangles: Vec<_> = {
            let cube = cuboid(DVec3::ZERO, DVec3::ONE).expect("a cube");
            cube.face_ids().map(|face| cube.triangle(face)).collect()
        };
        // A face twice, one folded back on its neighbour, a needle, a point and a segment inside.
        let first = triangles[0];
        triangles.extend([first, [first[0], first[1], (first[0] + first[1] + first[2]) / 3.0]]);
        triangles.extend([[DVec3::splat(0.5); 3], [DVec3::splat(0.2), DVec3::splat(0.4), DVec3::splat(0.6)]]);
        triangles.push([DVec3::new(-1.0, 0.5, 0.5), DVec3::new(2.0, 0.5, 0.5), DVec3::new(2.0, 0.5, 0.5 + 1e-14)]);
        Mesh::from_triangles(&triangles)
    };
    let two = {
        let cube = |at: f64| Surface::of(&cuboid(DVec3::splat(at), DVec3::splat(at + 1.0)).expect("a cube"));
        cube(0.0).joined(&cube(0.5)).joined(&cube(4.0)).mesh()
    };
    vec![
        torus_knot(2, 3, 0.2, 60, 8).expect("a knot"),
        torus_knot(2, 3, 0.9, 40, 8).expect("a knot too thick"),
        box_union(&boxes, &Style { levels: 2, ..Style::default() }).expect("boxes"),
        random_soup(7, 120, 0.5).expect("a soup"),
        cone(1.0, 2.0, 70).expect("a cone"),
        icosphere(1.0, 2).expect("a sphere"),
        wavy_sheet(10, 0.3, 2.0).expect("a sheet"),
        hollow_cuboid(DVec3::splat(-1.0), DVec3::splat(1.0), 0.01).expect("hollow"),
        degenerate().expect("degenerate"),
        two.expect("two cubes and one"),
    ]
}

/// Every answer is that of the engine on the whole mesh, by both kinds of images and by none.
#[test]
fn what_images_leave_has_all_contacts() {
    let mut table = MeshTable::new();
    let (mut met, mut folds, mut pruned, mut by_volumes) = (0, 0, 0, 0);
    for (k, mesh) in meshes().into_iter().enumerate() {
        let mesh = Arc::new(mesh);
        let id = table.add(&mesh).expect("room");
        let truth = SelfContacts::of_mesh(&mesh, &SERIAL);
        let expected = [truth.meeting.clone(), truth.overlapping.clone()];
        for size in [5, 64] {
            let (left, rounds, cost) = faces_on_cpu(&table, id, [size; 2]).expect("a mesh");
            assert_eq!(rounds[0] as usize, mesh.faces().len());
            assert!(cost.pixels == 3 * u64::from(size * size));
            assert_eq!(among(&mesh, &left), expected, "{k} by visibility, {size} pixels");
            pruned += left.iter().filter(|left| !**left).count();
            let seen = match ldi::within_on_cpu(&mut table, id, [size; 2]) {
                Ok(seen) => seen,
                Err(GpuError::NotClosed { .. }) if !mesh.is_closed() => continue,
                Err(error) => panic!("{k}: {error}"),
            };
            assert_eq!(among(&mesh, &seen.faces), expected, "{k} by layers, {size} pixels");
            by_volumes += seen.faces.iter().filter(|left| !**left).count();
            // Where a volume is certain, faces meet.
            let folded = seen.volumes.overlaps_itself == Answer::Yes;
            assert!(!folded || !truth.meeting.is_empty(), "{k}");
        }
        // No face is left: neighbours alone.
        let corners = |face: FaceId| mesh.faces()[face.index()].map(|corner| mesh.topology().welded(VertexId(corner)));
        let shares = |[f, g]: &[FaceId; 2]| corners(*f).iter().any(|corner| corners(*g).contains(corner));
        let alone = among(&mesh, &vec![false; mesh.faces().len()]);
        assert_eq!(alone[1], expected[1], "{k}");
        assert!(expected[1].iter().all(shares));
        met += truth.meeting.len();
        folds += truth.overlapping.len();
    }
    assert!(met > 100 && folds > 2 && pruned > 500 && by_volumes > 300, "{met} {folds} {pruned} {by_volumes}");
}
