//! Contacts of tetrahedra: hashed cells against brute force, integers, and the relation of surfaces.

use impinge::executor::Executor;
use impinge::math::predicates::orient3d_integer;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair;
use impinge_classics::tetra::{
    BodyScope, EdgeFaceMeeting, PlaceInTet, TestedFeatures, TetMesh, TetOrientation, TetraOptions, contacts,
    contacts_brute,
};
use impinge_scenes::SplitMix64;

/// A block of cubes, six tetrahedra each, with its vertices where a function puts them.
fn block(size: [u32; 3], place: impl FnMut(DVec3) -> DVec3) -> TetMesh {
    let index = |x: u32, y: u32, z: u32| (x * (size[1] + 1) + y) * (size[2] + 1) + z;
    let mut places = Vec::new();
    let mut tets = Vec::new();
    for x in 0..=size[0] {
        for y in 0..=size[1] {
            for z in 0..=size[2] {
                places.push(DVec3::new(f64::from(x), f64::from(y), f64::from(z)));
                if x < size[0] && y < size[1] && z < size[2] {
                    // From one corner to the opposite, along the axes in every order.
                    for [i, j, k] in [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]] {
                        let mut at = [x, y, z];
                        let mut corners = [index(x, y, z); 4];
                        for (corner, axis) in corners[1..].iter_mut().zip([i, j, k]) {
                            at[axis] += 1;
                            *corner = index(at[0], at[1], at[2]);
                        }
                        let is_odd = [i, j, k] == [0, 2, 1] || [i, j, k] == [2, 1, 0] || [i, j, k] == [1, 0, 2];
                        if is_odd {
                            corners.swap(2, 3);
                        }
                        tets.push(corners);
                    }
                }
            }
        }
    }
    TetMesh::try_new(places.into_iter().map(place).collect(), tets).unwrap()
}

fn jitter(random: &mut SplitMix64, size: f64) -> DVec3 {
    DVec3::new(random.between(-size, size), random.between(-size, size), random.between(-size, size))
}

/// Bodies of many kinds, by name.
fn scenes(random: &mut SplitMix64) -> Vec<(&'static str, Vec<TetMesh>)> {
    let shift = DVec3::new(1.3, 0.7, 1.1);
    let fold = |p: DVec3| {
        let turn = p.x * 0.8;
        DVec3::new(turn.cos() * (2.0 + p.y), p.z * 0.7, turn.sin() * (2.0 + p.y))
    };
    let mut shaken = |size: f64, by: DVec3| block([2, 2, 2], |p| p + by + jitter(random, size));
    vec![
        ("overlapping", vec![shaken(0.1, DVec3::ZERO), shaken(0.1, shift), shaken(0.1, shift * 1.5)]),
        ("inverted", vec![shaken(1.0, DVec3::ZERO), shaken(1.5, shift)]),
        ("touching", vec![block([2, 2, 2], |p| p), block([2, 2, 2], |p| p + DVec3::X * 2.0), block([1, 1, 1], |p| p)]),
        ("equal", vec![block([1, 1, 2], |p| p), block([1, 1, 2], |p| p)]),
        ("wound up", vec![block([10, 1, 1], fold)]),
        ("flattened", vec![block([2, 2, 2], |p| p * DVec3::new(1.0, 1.0, 0.0)), shaken(0.1, -DVec3::ONE)]),
        ("one point", vec![block([1, 1, 1], |_| DVec3::ONE), block([1, 1, 1], |p| p * 2.0)]),
        ("one large", vec![block([1, 1, 1], |p| p * 90.0), block([2, 2, 2], |p| p * 0.5 + DVec3::splat(20.0))]),
        ("far out", vec![shaken(0.1, DVec3::ZERO), block([1, 1, 1], |p| p + DVec3::splat(1.9) + p * p * p.x * 1e80)]),
        ("huge", vec![block([1, 1, 1], |p| p * 1e89), block([1, 1, 2], |p| p * 1e89 + DVec3::splat(3e88))]),
        ("tiny", vec![block([1, 1, 1], |p| p * 1e-80), block([1, 1, 2], |p| p * 1e-80 + DVec3::splat(3e-81))]),
        ("none", vec![TetMesh::try_new(Vec::new(), Vec::new()).unwrap(), block([1, 1, 1], |p| p)]),
    ]
}

#[test]
fn cells_of_any_size_and_any_threads_give_what_brute_force_gives() {
    let random = &mut SplitMix64::new(11);
    let threads = Executor::try_new(3).unwrap();
    let (mut vertices, mut edges, mut on_boundary, mut in_plane) = (0, 0, 0, 0);
    for (name, bodies) in scenes(random) {
        let bodies: Vec<&TetMesh> = bodies.iter().collect();
        for scope in [BodyScope::All, BodyScope::Between, BodyScope::Own] {
            for features in [TestedFeatures::Surface, TestedFeatures::All] {
                let expected = contacts_brute(&bodies, &TetraOptions { scope, features, cell: None });
                for cell in [None, Some(0.05), Some(3.0), Some(1e100), Some(-1.0), Some(f64::NAN)] {
                    let options = TetraOptions { scope, features, cell };
                    let found = contacts(&bodies, &options, &Executor::serial());
                    assert!(found.vertices == expected.vertices, "{name}: {scope:?} {features:?} {cell:?}");
                    assert!(found.edges == expected.edges, "{name}: {scope:?} {features:?} {cell:?}");
                    assert_eq!(found.counts.flat, expected.counts.flat);
                    assert!(contacts(&bodies, &options, &threads) == found);
                }
                vertices += expected.vertices.len();
                edges += expected.edges.len();
                on_boundary += expected.vertices.iter().filter(|c| c.place == PlaceInTet::OnBoundary).count();
                in_plane += expected.edges.iter().filter(|c| c.meeting == EdgeFaceMeeting::InPlane).count();
            }
        }
        if name == "wound up" {
            let own = contacts(&bodies, &TetraOptions::default(), &Executor::serial());
            assert!(!own.vertices.is_empty() && !own.edges.is_empty(), "it meets itself");
        }
    }
    assert!(vertices > 1_000 && edges > 1_000 && on_boundary > 100 && in_plane > 100);
    let (inside, through) = (vertices - on_boundary, edges - in_plane);
    assert!(inside > 100 && through > 5_000, "{inside} of {vertices}, {through} of {edges}");
}

#[test]
fn vertices_are_where_integers_have_them() {
    let random = &mut SplitMix64::new(12);
    let (mut inside, mut outside) = (0, 0);
    for (name, bodies) in scenes(random) {
        let all: Vec<&TetMesh> = bodies.iter().collect();
        let found = contacts(&all, &TetraOptions::default(), &Executor::serial()).vertices;
        for (a, body) in bodies.iter().enumerate() {
            for (b, other) in bodies.iter().enumerate() {
                for (v, p) in body.vertices().iter().enumerate() {
                    for (t, tet) in other.tets().iter().enumerate() {
                        let is_corner = a == b && tet.contains(&(v as u32));
                        if is_corner || other.orientations()[t] == TetOrientation::Flat {
                            continue;
                        }
                        let corners = tet.map(|k| other.vertices()[k as usize]);
                        let with = |k: usize, q: DVec3| {
                            let mut c = corners;
                            c[k] = q;
                            orient3d_integer(c[0], c[1], c[2], c[3])
                        };
                        let whole = with(0, corners[0]);
                        let holds = (0..4).all(|k| with(k, *p) * whole >= 0);
                        let contact = found
                            .iter()
                            .find(|c| (c.vertex_body, c.vertex.index(), c.tet_body, c.tet.index()) == (a, v, b, t));
                        assert_eq!(contact.is_some(), holds, "{name}: {a} {v} {b} {t}");
                        outside += usize::from(!holds);
                        let Some(contact) = contact else { continue };
                        inside += 1;
                        let is_strict = (0..4).all(|k| with(k, *p) != 0);
                        assert_eq!(contact.place == PlaceInTet::Inside, is_strict);
                        let sum: DVec3 = corners.iter().zip(contact.weights).map(|(c, w)| *c * w).sum();
                        let size = corners.iter().map(|c| c.abs().max_element()).fold(0.0, f64::max);
                        assert!(sum.distance(*p) <= 1e-6 * size, "{name}: {contact:?} of {p}");
                    }
                }
            }
        }
    }
    assert!(inside > 300 && outside > 10_000, "{inside} inside, {outside} outside");
}

#[test]
fn bodies_share_a_point_exactly_if_a_contact_says_so() {
    let random = &mut SplitMix64::new(13);
    let (mut meeting, mut apart, mut by_edges_alone, mut by_vertices_alone) = (0, 0, 0, 0);
    for turn in 0..150 {
        let thin = DVec3::new(0.2, 0.2, 3.0);
        let rotation = random.rotation();
        let (by, small) = (jitter(random, 2.0), if turn % 5 == 0 { 0.15 } else { 1.0 });
        let a = block([1, 1, 1], |p| (p - 0.5) * if turn % 2 == 0 { DVec3::splat(2.0) } else { thin });
        let b = block([1, 1, 1], |p| rotation * ((p - 0.5) * thin * small) + by * 0.4);
        let found = contacts(
            &[&a, &b],
            &TetraOptions { scope: BodyScope::Between, ..TetraOptions::default() },
            &Executor::serial(),
        );
        let surface = |body: &TetMesh| Mesh::try_new(body.vertices().to_vec(), body.surface_faces().to_vec()).unwrap();
        let is_meeting = pair::intersects(&surface(&a), &surface(&b), &Pose::IDENTITY);
        let has_contact = !found.vertices.is_empty() || !found.edges.is_empty();
        assert_eq!(is_meeting, has_contact, "turn {turn}");
        meeting += usize::from(is_meeting);
        apart += usize::from(!is_meeting);
        by_edges_alone += usize::from(found.vertices.is_empty() && !found.edges.is_empty());
        by_vertices_alone += usize::from(!found.vertices.is_empty() && found.edges.is_empty());
    }
    assert!(meeting > 30 && apart > 10, "{meeting} meet, {apart} do not");
    assert!(by_edges_alone > 5 && by_vertices_alone > 5, "{by_edges_alone} {by_vertices_alone}");
}

#[test]
fn points_of_edges_lie_on_edges_and_faces() {
    let random = &mut SplitMix64::new(14);
    let bodies = [block([2, 2, 2], |p| p + jitter(random, 0.2)), block([2, 2, 2], |p| p * 1.1 + DVec3::splat(0.9))];
    let found = contacts(&[&bodies[0], &bodies[1]], &TetraOptions::default(), &Executor::serial());
    let mut points = 0;
    for contact in &found.edges {
        let EdgeFaceMeeting::Point { at, along, weights } = contact.meeting else { continue };
        let edge = contact.edge.map(|v| bodies[contact.edge_body].vertices()[v.index()]);
        let face = contact.face.map(|v| bodies[contact.face_body].vertices()[v.index()]);
        let on_face: DVec3 = face.iter().zip(weights).map(|(c, w)| *c * w).sum();
        assert!((0.0..=1.0).contains(&along) && at.distance(edge[0].lerp(edge[1], along)) < 1e-12);
        assert!(at.distance(on_face) < 1e-9, "{contact:?}");
        points += 1;
    }
    assert!(points > 20, "{points}");
}

#[test]
fn a_step_that_diverges_leaves_the_last_good_one() {
    let mut body = block([1, 1, 1], |p| p);
    let other = block([1, 1, 1], |p| p * 0.5 + DVec3::splat(0.25));
    let before = contacts(&[&body, &other], &TetraOptions::default(), &Executor::serial());
    assert!(body.set_vertices(&[DVec3::NAN; 8]).is_err());
    assert!(contacts(&[&body, &other], &TetraOptions::default(), &Executor::serial()) == before);
    let away: Vec<DVec3> = body.vertices().iter().map(|p| *p + DVec3::X * 9.0).collect();
    body.set_vertices(&away).unwrap();
    let after = contacts(&[&body, &other], &TetraOptions::default(), &Executor::serial());
    assert!(after.vertices.is_empty() && after.edges.is_empty() && !before.vertices.is_empty());
}
