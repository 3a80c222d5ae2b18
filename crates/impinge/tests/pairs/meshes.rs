//! Meshes: what is refused, what is reported, and what counts as closed.

use impinge::collect::All;
use impinge::feature::{FaceId, VertexId};
use impinge::math::DVec3;
use impinge::mesh::{Defect, Mesh, MeshError};
use impinge::pair::{Location, locate, self_contacts};
use impinge_scenes::Surface;
use impinge_scenes::solid::{cuboid, hollow_cuboid, icosphere, tetrahedron};

fn at(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

/// A tetrahedron's surface, to be broken.
fn broken(change: impl FnOnce(&mut Surface)) -> Mesh {
    let corners = [at(0.0, 0.0, 0.0), at(1.0, 0.0, 0.0), at(0.0, 1.0, 0.0), at(0.0, 0.0, 1.0)];
    let mut surface = Surface::of(&tetrahedron(corners).unwrap());
    change(&mut surface);
    surface.mesh().unwrap()
}

fn kinds(mesh: &Mesh) -> Vec<&'static str> {
    let mut kinds: Vec<_> = mesh.defects().iter().map(Defect::kind).collect();
    kinds.dedup();
    kinds
}

#[test]
fn what_no_query_could_answer_is_refused_with_its_place() {
    let good = vec![at(0.0, 0.0, 0.0), at(1.0, 0.0, 0.0), at(0.0, 1.0, 0.0)];
    assert_eq!(Mesh::try_new(good.clone(), vec![]).unwrap_err(), MeshError::Empty);
    let missing = Mesh::try_new(good.clone(), vec![[0, 1, 2], [0, 1, 3]]).unwrap_err();
    assert_eq!(missing, MeshError::Defects(vec![Defect::MissingVertex { face: FaceId(1), index: 3 }]));
    for bad in [f64::NAN, f64::INFINITY, 1e100, 1e-100, 5e-324] {
        let mut vertices = good.clone();
        vertices[2].y = bad;
        let refusal = Mesh::try_new(vertices, vec![[0, 1, 2]]).unwrap_err();
        assert!(refusal.to_string().starts_with("vertex 2 has "), "{refusal}");
    }
}

#[test]
fn clean_solids_have_no_defects() {
    for mesh in [
        cuboid(DVec3::ZERO, DVec3::ONE).unwrap(),
        hollow_cuboid(DVec3::ZERO, DVec3::splat(4.0), 1.0).unwrap(),
        icosphere(1.0, 3).unwrap(),
    ] {
        assert!(mesh.is_closed());
        assert_eq!(mesh.defects(), []);
        let mut contacts = All(Vec::new());
        self_contacts(&mesh, &mut contacts);
        assert_eq!(contacts.0, []);
    }
    let hollow = hollow_cuboid(DVec3::ZERO, DVec3::splat(4.0), 1.0).unwrap();
    assert_eq!(hollow.topology().component_count(), 2);
    assert_eq!(hollow.mass_properties().volume, 64.0 - 8.0);
}

#[test]
fn every_defect_is_found_where_it_is() {
    let open = broken(|s| {
        s.faces.pop();
    });
    assert!(!open.is_closed());
    assert_eq!(kinds(&open), ["boundary_edge"]);
    assert_eq!(open.defects().len(), 3);

    let turned = broken(|s| s.faces[1].swap(0, 1));
    assert!(!turned.is_closed());
    assert_eq!(kinds(&turned), ["inconsistent_orientation"]);

    let doubled = broken(|s| s.faces.push(s.faces[0]));
    assert!(doubled.defects().contains(&Defect::Duplicate { face: FaceId(4), of: FaceId(0) }));
    assert!(doubled.defects().iter().any(|d| matches!(d, Defect::NonManifoldEdge { faces: 3, .. })));

    let needle = broken(|s| s.faces.push([0, 1, 1]));
    assert!(needle.is_closed(), "a face without area changes nothing about the inside");
    assert_eq!(needle.defects(), [Defect::Degenerate { face: FaceId(4) }]);

    let mut two = Surface::of(&cuboid(DVec3::ZERO, DVec3::ONE).unwrap());
    two = two.joined(&Surface::of(&cuboid(DVec3::ONE, DVec3::splat(2.0)).unwrap()));
    let corner = two.mesh().unwrap();
    assert!(corner.is_closed());
    let defects = corner.defects();
    assert!(matches!(defects[..], [Defect::NonManifoldVertex { fans: 2, .. }]), "{defects:?}");
    assert_eq!(corner.topology().component_count(), 1);
}

#[test]
fn vertices_at_the_same_place_are_one() {
    let cube = cuboid(DVec3::ZERO, DVec3::ONE).unwrap();
    let corners: Vec<DVec3> = cube.face_ids().flat_map(|f| cube.triangle(f)).collect();
    let faces = (0..12).map(|f| [3 * f, 3 * f + 1, 3 * f + 2]).collect();
    let loose = Mesh::try_new(corners, faces).unwrap();
    assert!(loose.is_closed());
    assert_eq!(loose.defects(), []);
    assert_eq!(loose.vertices().len(), 36);
    assert!((0..36).all(|i| loose.vertex(loose.topology().welded(VertexId(i))) == loose.vertex(VertexId(i))));
}

#[test]
fn a_sheet_with_two_sides_encloses_nothing() {
    let sheet =
        Mesh::try_new(vec![at(0.0, 0.0, 0.0), at(1.0, 0.0, 0.0), at(0.0, 1.0, 0.0)], vec![[0, 1, 2], [0, 2, 1]]);
    assert!(!sheet.unwrap().is_closed());
}

#[test]
fn self_contact_is_found_and_neighbours_are_not() {
    let mut two = Surface::of(&cuboid(DVec3::ZERO, DVec3::ONE).unwrap());
    two = two.joined(&Surface::of(&cuboid(DVec3::splat(0.5), DVec3::splat(1.5)).unwrap()));
    let mut contacts = All(Vec::new());
    self_contacts(&two.mesh().unwrap(), &mut contacts);
    assert!(!contacts.0.is_empty());
    assert!(contacts.0.iter().all(|c| c.faces[0].0 < 12 && c.faces[1].0 >= 12));

    // A fan of coplanar triangles, folded over by one.
    let fan = |last: DVec3| {
        let vertices = vec![at(0.0, 0.0, 0.0), at(1.0, 0.0, 0.0), at(1.0, 1.0, 0.0), at(0.0, 1.0, 0.0), last];
        Mesh::try_new(vertices, vec![[0, 1, 2], [0, 2, 3], [0, 3, 4]]).unwrap()
    };
    for (last, expected) in [(at(-1.0, 0.0, 0.0), 0), (at(-1.0, -1.0, 0.0), 0), (at(1.0, 0.5, 0.0), 2)] {
        let mut contacts = All(Vec::new());
        self_contacts(&fan(last), &mut contacts);
        assert_eq!(contacts.0.len(), expected, "{last}");
    }
}

/// A fin along an edge does not open the cube it stands on; a missing face does.
#[test]
fn sheets_peel_off_solids() {
    let cube = cuboid(DVec3::ZERO, DVec3::splat(4.0)).unwrap();
    let tip = at(2.0, -3.0, -3.0);
    let fin = |corners: &[[DVec3; 3]]| {
        Surface::of(&cube).joined(&Surface::of(&Mesh::from_triangles(corners).unwrap())).mesh().unwrap()
    };
    let (p, q) = (at(0.0, 0.0, 0.0), at(4.0, 0.0, 0.0));
    for mesh in [fin(&[[p, q, tip]]), fin(&[[p, q, tip], [q, p, at(2.0, -5.0, 0.0)], [q, tip, at(9.0, -3.0, -3.0)]])] {
        assert!(mesh.encloses() && !mesh.is_closed());
        assert_eq!(mesh.face_ids().filter(|f| mesh.topology().is_solid(*f)).count(), 12);
        assert_eq!(locate(&mesh, DVec3::splat(1.0)), Some(Location::Inside));
    }
    let mut open = Surface::of(&cube);
    open.faces.pop();
    assert!(!open.mesh().unwrap().encloses());
}
