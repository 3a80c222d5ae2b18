//! The laws of pair queries, on adversarial, random and posed pairs.

use impinge::collect::{All, Count};
use impinge::math::{DMat3, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{
    Contact, Contacts, Location, Method, Relation, Request, contacts, distance, intersects, locate, relate, within,
};
use impinge_scenes::adversarial::{Case, cases};
use impinge_scenes::random::random_poses;
use impinge_scenes::sheet::rectangle;
use impinge_scenes::solid::{blob, cuboid, hollow_cuboid, icosphere, torus};
use impinge_scenes::soup::{degenerate_soup, lattice_soup, random_soup};
use impinge_scenes::{SplitMix64, Surface};
use std::collections::BTreeMap;

fn relation(a: &Mesh, b: &Mesh, a_from_b: &Pose) -> Relation {
    relate(a, b, a_from_b, &Request::default()).relation
}

/// All contacts of A and B, sorted by faces.
fn all_contacts(a: &Mesh, b: &Mesh, a_from_b: &Pose) -> Vec<Contact> {
    let mut all = All(Vec::new());
    contacts(a, b, a_from_b, &mut all);
    all.0.sort_by_key(|c| c.faces);
    all.0
}

/// Pairs that are neither built to be hard nor always apart: bumpy solids, surfaces and soups at random poses.
fn random_pairs() -> Vec<Case> {
    let small = |seed| blob(seed, 80, 0.3).unwrap();
    let bodies: Vec<Mesh> = vec![
        small(1),
        small(2),
        torus(1.0, 0.4, 10, 7).unwrap(),
        hollow_cuboid(DVec3::splat(-1.5), DVec3::splat(1.5), 0.25).unwrap(),
        random_soup(3, 40, 0.8).unwrap(),
        icosphere(0.125, 1).unwrap(),
        cuboid(DVec3::splat(-1.5), DVec3::splat(1.5)).unwrap(),
    ];
    let bounds = cuboid(DVec3::splat(-1.3), DVec3::splat(1.3)).unwrap().bounds();
    let poses = random_poses(9, 4 * bodies.len() * bodies.len(), &bounds).unwrap();
    let mut pairs = Vec::new();
    for (i, pose) in poses.into_iter().enumerate() {
        let (a, b) = (&bodies[i % bodies.len()], &bodies[i / bodies.len() % bodies.len()]);
        let relation = relation(a, b, &pose);
        pairs.push(Case { name: "random", a: a.clone(), b: b.clone(), a_from_b: pose, relation });
    }
    pairs
}

#[test]
fn random_pairs_are_of_every_kind_but_coincident() {
    let mut seen: BTreeMap<Relation, u32> = BTreeMap::new();
    for case in random_pairs() {
        *seen.entry(case.relation).or_default() += 1;
        let brute = relate(&case.a, &case.b, &case.a_from_b, &Request { method: Method::Brute, ..Request::default() });
        assert_eq!(brute.relation, case.relation, "{:?}", case.a_from_b);
    }
    let enough =
        [Relation::Disjoint, Relation::Crossing, Relation::AInsideB, Relation::BInsideA].map(|r| seen.get(&r).copied());
    assert!(enough.iter().all(|n| *n >= Some(3)), "{seen:?}");
}

/// Relation, distance and contacts of (b, a) are those of (a, b), bit for bit.
#[test]
fn argument_order_changes_nothing() {
    for case in cases().unwrap().into_iter().chain(random_pairs()) {
        let Case { name, a, b, a_from_b, relation: expected } = &case;
        let b_from_a = a_from_b.inverse();
        assert_eq!(relation(a, b, a_from_b), *expected, "{name}");
        assert_eq!(relation(b, a, &b_from_a), expected.flip(), "{name}");
        let (there, back) = (distance(a, b, a_from_b), distance(b, a, &b_from_a));
        assert_eq!(there.value.to_bits(), back.value.to_bits(), "{name}");
        assert_eq!(there.features, [back.features[1], back.features[0]], "{name}");
        let (there, back) = (all_contacts(a, b, a_from_b), all_contacts(b, a, &b_from_a));
        let mut back: Vec<_> = back.iter().map(|c| ([c.faces[1], c.faces[0]], c.relation)).collect();
        back.sort();
        assert!(there.iter().map(|c| (c.faces, c.relation)).eq(back), "{name}");
        if a_from_b.is_identity() {
            let back = distance(b, a, a_from_b);
            let there = distance(a, b, a_from_b);
            assert_eq!(there.points, [back.points[1], back.points[0]], "{name}");
        }
    }
}

/// `distance = 0 ⇔ relation ≠ Disjoint ⇔ intersects`, contacts only where they meet, and brute force agrees to the last bit.
#[test]
fn queries_agree_with_each_other_and_with_brute_force() {
    for case in cases().unwrap().into_iter().chain(random_pairs()) {
        let Case { name, a, b, a_from_b, relation: expected } = &case;
        let meet = *expected != Relation::Disjoint;
        let found = distance(a, b, a_from_b);
        assert_eq!(found.value == 0.0, meet, "{name}: {found:?}");
        assert_eq!(intersects(a, b, a_from_b), meet, "{name}");
        let apart = found.points[0].distance(found.points[1]);
        assert!((apart - found.value).abs() <= 1e-12 * (1.0 + found.value), "{name}: {found:?}");
        let mut count = Count::default();
        contacts(a, b, a_from_b, &mut count);
        let brute = Request { method: Method::Brute, contacts: Contacts::List, distance_up_to: Some(f64::INFINITY) };
        if a.faces().len() * b.faces().len() > 40_000 {
            continue;
        }
        let report = relate(a, b, a_from_b, &brute);
        assert_eq!(report.relation, *expected, "{name}");
        assert_eq!(report.contacts, all_contacts(a, b, a_from_b), "{name}");
        assert_eq!(report.contacts.len(), count.0, "{name}");
        let counted = relate(a, b, a_from_b, &Request { contacts: Contacts::Count, ..Request::default() });
        assert_eq!((counted.contact_count, counted.contact_bounds), (count.0, report.contact_bounds), "{name}");
        let by_brute = report.distance.unwrap();
        assert_eq!(by_brute.value.to_bits(), found.value.to_bits(), "{name}");
        if !meet {
            assert_eq!(by_brute, found, "{name}");
        }
    }
}

#[test]
fn clearance_is_monotone() {
    for case in random_pairs() {
        let Case { a, b, a_from_b, .. } = &case;
        let d = distance(a, b, a_from_b).value;
        assert!(within(a, b, a_from_b, d) && within(a, b, a_from_b, d * 1.5 + 0.1));
        assert_eq!(within(a, b, a_from_b, d * 0.999), d == 0.0);
        assert!(!within(a, b, a_from_b, -1.0) && !within(a, b, a_from_b, f64::NAN));
    }
}

/// Signed permutations of the axes, shifts and powers of two that lose no bit, and a new order of triangles.
#[test]
fn exact_motions_and_orders_change_no_relation() {
    let turn = |rows: [[f64; 3]; 3]| DMat3::from_cols_array_2d(&rows).transpose();
    let turns = [
        turn([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]),
        turn([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]),
        turn([[-1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]),
    ];
    for case in cases().unwrap() {
        let Case { name, a, b, a_from_b, relation: expected } = &case;
        for m in &turns {
            let turned = |mesh: &Mesh| Surface::of(mesh).transformed(m).mesh().unwrap();
            let pose = Pose::try_new(*m * a_from_b.rotation() * m.transpose(), *m * a_from_b.translation()).unwrap();
            let (a, b) = (turned(a), turned(b));
            assert_eq!(relation(&a, &b, &pose), *expected, "{name} turned by {m}");
        }
        let mix = |mesh: &Mesh, seed| Surface::of(mesh).shuffled(seed).mesh().unwrap();
        assert_eq!(relation(&mix(a, 1), &mix(b, 2), a_from_b), *expected, "{name} shuffled");
        for k in [-200, 200] {
            let Case { a, b, a_from_b, .. } = case.scaled(k).unwrap();
            assert_eq!(relation(&a, &b, &a_from_b), *expected, "{name} scaled by 2^{k}");
        }
    }
}

/// A mesh against itself and against a copy.
#[test]
fn a_mesh_coincides_with_itself() {
    for case in cases().unwrap() {
        for mesh in [&case.a, &case.b] {
            assert_eq!(relation(mesh, mesh, &Pose::IDENTITY), Relation::Coincident, "{}", case.name);
            assert_eq!(relation(mesh, &mesh.clone(), &Pose::IDENTITY), Relation::Coincident, "{}", case.name);
        }
    }
}

/// Soups of lattice triangles, many of them degenerate, triangle by triangle against brute force.
#[test]
fn soups_agree_with_brute_force() {
    let mut seen: BTreeMap<Relation, u32> = BTreeMap::new();
    for seed in 0..150 {
        let count = 1 + (seed % 3) as usize;
        let make = |seed| if seed % 2 == 0 { degenerate_soup(seed, count, 4) } else { lattice_soup(seed, count, 4) };
        let (a, b) = (make(seed).unwrap(), make(seed + 1_000).unwrap());
        let auto = relate(&a, &b, &Pose::IDENTITY, &Request { contacts: Contacts::List, ..Request::default() });
        let brute = relate(
            &a,
            &b,
            &Pose::IDENTITY,
            &Request { contacts: Contacts::List, method: Method::Brute, ..Request::default() },
        );
        assert_eq!((auto.relation, &auto.contacts), (brute.relation, &brute.contacts), "seed {seed}");
        *seen.entry(auto.relation).or_default() += 1;
    }
    assert!(seen.len() >= 3 && seen.values().all(|n| *n >= 5), "{seen:?}");
}

/// Points of a bumpy solid, on it, and around it, against the winding number by solid angles.
#[test]
fn inside_agrees_with_solid_angles() {
    let mesh = blob(5, 200, 0.4).unwrap();
    let mut random = SplitMix64::new(6);
    let (mut within, mut without) = (0, 0);
    for _ in 0..2_000 {
        let p = DVec3::from_array(std::array::from_fn(|_| random.between(-1.5, 1.5)));
        let winding: f64 = mesh.face_ids().map(|f| solid_angle(mesh.triangle(f).map(|q| q - p))).sum::<f64>()
            / (4.0 * std::f64::consts::PI);
        let expected = if winding.round() == 0.0 { Location::Outside } else { Location::Inside };
        assert_eq!(locate(&mesh, p), Some(expected), "{p}: {winding}");
        within += u32::from(expected == Location::Inside);
        without += u32::from(expected == Location::Outside);
    }
    assert!(within > 200 && without > 200);
    for p in mesh.vertices() {
        assert_eq!(locate(&mesh, *p), Some(Location::Surface));
    }
    let [a, b, c] = mesh.triangle(impinge::feature::FaceId(0)).map(|p| p.to_array());
    assert!([a, b, c].iter().flatten().all(|x| x.is_finite()));
    assert_eq!(locate(&mesh, DVec3::splat(f64::NAN)), None);
    assert_eq!(locate(&mesh, DVec3::splat(1e200)), None);
}

/// The solid angle of a triangle seen from the origin (Van Oosterom and Strackee 1983).
fn solid_angle([a, b, c]: [DVec3; 3]) -> f64 {
    let (x, y, z) = (a.length(), b.length(), c.length());
    2.0 * a.dot(b.cross(c)).atan2(x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y)
}

/// A closed mesh that encloses nothing is still where it is: a flat tetrahedron in, on and beside a box.
#[test]
fn flat_solids_have_a_relation() {
    let flat = |z: f64| {
        let corners = [[1.0, 1.0], [2.0, 1.0], [2.0, 2.0], [1.0, 2.0]].map(|[x, y]| DVec3::new(x, y, z));
        let [p, q, r, s] = corners;
        Mesh::from_triangles(&[[p, r, q], [p, q, s], [q, r, s], [r, p, s]]).unwrap()
    };
    let cube = cuboid(DVec3::ZERO, DVec3::splat(3.0)).unwrap();
    let cases = [(1.0, Relation::BInsideA), (3.0, Relation::Touching), (4.0, Relation::Disjoint)];
    for (z, expected) in cases {
        assert!(flat(z).is_closed());
        for method in [Method::Auto, Method::Brute] {
            let request = Request { method, ..Request::default() };
            assert_eq!(relate(&cube, &flat(z), &Pose::IDENTITY, &request).relation, expected, "{z}");
            assert_eq!(relate(&flat(z), &flat(z), &Pose::IDENTITY, &request).relation, Relation::Coincident);
        }
        assert_eq!(intersects(&cube, &flat(z), &Pose::IDENTITY), expected != Relation::Disjoint);
    }
}

/// Faces without area are points of their body: a needle in, through, on and beside a box.
#[test]
fn needles_have_a_relation() {
    let needle = |from: [f64; 3], to: [f64; 3]| {
        let [p, q] = [from, to].map(DVec3::from_array);
        Mesh::from_triangles(&[[p, q, q]]).unwrap()
    };
    let cube = cuboid(DVec3::ZERO, DVec3::splat(4.0)).unwrap();
    let cases = [
        (needle([1.0; 3], [2.0; 3]), Relation::BInsideA),
        (needle([1.0; 3], [1.0; 3]), Relation::BInsideA),
        (needle([1.0; 3], [4.0; 3]), Relation::BInsideA),
        (needle([1.0; 3], [6.0, 2.0, 1.0]), Relation::Crossing),
        (needle([-1.0, 1.0, 1.0], [5.0, 2.0, 3.0]), Relation::Crossing),
        (needle([4.0, 1.0, 1.0], [4.0, 3.0, 2.0]), Relation::Touching),
        (needle([4.0, 1.0, 1.0], [4.0, 6.0, 2.0]), Relation::Touching),
        (needle([4.0; 3], [5.0; 3]), Relation::Touching),
        (needle([5.0; 3], [6.0; 3]), Relation::Disjoint),
    ];
    for (needle, expected) in cases {
        for method in [Method::Auto, Method::Brute] {
            let request = Request { method, ..Request::default() };
            let found = relate(&cube, &needle, &Pose::IDENTITY, &request).relation;
            assert_eq!(found, expected, "{:?} by {method:?}", needle.vertices());
        }
        assert_eq!(intersects(&cube, &needle, &Pose::IDENTITY), expected != Relation::Disjoint);
    }
}

/// Closed parts enclose, open parts do not: bodies of both, against what lies in, on and beside them.
#[test]
fn closed_parts_of_a_mesh_have_an_inside() {
    let joined =
        |parts: &[Mesh]| parts.iter().map(Surface::of).reduce(|a, b| a.joined(&b)).map(|s| s.mesh().unwrap()).unwrap();
    let cube = |min: f64, max: f64| cuboid(DVec3::splat(min), DVec3::splat(max)).unwrap();
    let sheet = |x: f64, z: f64| {
        rectangle(DVec3::new(x, 0.0, z), DVec3::new(1.0, 0.0, 0.0), DVec3::new(0.0, 1.0, 0.0)).unwrap()
    };
    let mixed = joined(&[cube(0.0, 4.0), sheet(9.0, 1.0)]);
    assert!(mixed.encloses() && !mixed.is_closed());
    let cases = [
        ("a cube in the solid", cube(1.0, 2.0), Relation::BInsideA),
        ("a sheet in the solid", sheet(1.0, 1.0), Relation::BInsideA),
        ("a cube and a sheet in the solid", joined(&[cube(1.0, 2.0), sheet(1.0, 3.0)]), Relation::BInsideA),
        ("a cube in, a sheet out", joined(&[cube(1.0, 2.0), sheet(20.0, 3.0)]), Relation::Crossing),
        ("a cube in, a sheet on the sheet", joined(&[cube(1.0, 2.0), sheet(9.0, 1.0)]), Relation::BInsideA),
        ("a cube around all", cube(-9.0, 19.0), Relation::AInsideB),
        ("a cube around the solid alone", cube(-1.0, 5.0), Relation::Crossing),
        ("a cube around the sheet alone", joined(&[cube(5.0, 19.0), sheet(9.0, 5.5)]), Relation::Disjoint),
        ("a sheet beside", sheet(20.0, 1.0), Relation::Disjoint),
        ("a sheet on the sheet", sheet(9.5, 1.0), Relation::Touching),
        ("a sheet on the solid", sheet(1.0, 4.0), Relation::Touching),
        ("the same", joined(&[sheet(9.0, 1.0), cube(0.0, 4.0)]), Relation::Coincident),
    ];
    for (name, other, expected) in cases {
        for method in [Method::Auto, Method::Brute] {
            let request = Request { method, ..Request::default() };
            assert_eq!(relate(&mixed, &other, &Pose::IDENTITY, &request).relation, expected, "{name} by {method:?}");
            let back = relate(&other, &mixed, &Pose::IDENTITY, &request).relation;
            assert_eq!(back, expected.flip(), "{name} by {method:?}, swapped");
        }
        assert_eq!(intersects(&mixed, &other, &Pose::IDENTITY), expected != Relation::Disjoint, "{name}");
    }
    assert_eq!(locate(&mixed, DVec3::splat(2.0)), Some(Location::Inside));
    assert_eq!(locate(&mixed, DVec3::new(9.5, 0.5, 1.0)), Some(Location::Surface));
    assert_eq!(locate(&mixed, DVec3::new(9.5, 0.5, 1.5)), Some(Location::Outside));
}

/// A body of a few boxes and tetrahedra on a small lattice, overlapping as they will; some sheared, some with a face
/// missing, doubled or turned over, some with a loose triangle.
fn patchwork(random: &mut SplitMix64) -> Mesh {
    let mut body = Surface::default();
    for _ in 0..1 + random.below(2) {
        let mut corner = || DVec3::from_array(std::array::from_fn(|_| random.integer(-2, 2) as f64));
        let (p, q, r, s) = (corner(), corner(), corner(), corner());
        let part = if random.coin() {
            Surface::of(&cuboid(p, p + q.abs() + DVec3::ONE).unwrap())
        } else {
            let faces = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
            Surface { vertices: vec![p, q, r, s], faces }
        };
        body = body.joined(&match random.below(3) {
            0 => part.mapped(|p| DVec3::new(p.x - p.y, p.x + p.y, p.z)),
            1 => part.mapped(|p| DVec3::new(p.x + 0.5 * p.y, p.y, p.z)),
            _ => part,
        });
    }
    let chosen = random.below(body.faces.len() as u64) as usize;
    let [a, b, c] = body.faces[chosen];
    match random.below(8) {
        0 => drop(body.faces.swap_remove(chosen)),
        1 => body.faces.push([a, c, b]),
        2 => body.faces.extend([[a, b, c], [a, c, b]]),
        3 => {
            let loose: [u32; 3] = std::array::from_fn(|_| {
                body.vertex(DVec3::from_array(std::array::from_fn(|_| random.integer(-3, 3) as f64)))
            });
            body.faces.push(loose);
        }
        _ => {}
    }
    body.shuffled(random.next()).mesh().unwrap()
}

#[test]
fn patchworks_agree_with_brute_force() {
    let mut seen: BTreeMap<Relation, u32> = BTreeMap::new();
    let mut mixed = 0;
    for seed in 0..1_500 {
        let mut random = SplitMix64::new(seed);
        let (a, b) = (patchwork(&mut random), patchwork(&mut random));
        // Now and then one small enough to be inside the other.
        let b = if seed % 3 == 0 { Surface::of(&b).scaled(0.25).mesh().unwrap() } else { b };
        let by = |method| {
            let request = Request { method, contacts: Contacts::List, distance_up_to: Some(f64::INFINITY) };
            relate(&a, &b, &Pose::IDENTITY, &request)
        };
        let (auto, brute) = (by(Method::Auto), by(Method::Brute));
        assert_eq!(auto.relation, brute.relation, "seed {seed}");
        assert_eq!(auto.contacts, brute.contacts, "seed {seed}");
        assert_eq!(relation(&b, &a, &Pose::IDENTITY), auto.relation.flip(), "seed {seed}");
        let apart = auto.distance.map(|d| d.value) > Some(0.0);
        assert_eq!(apart, auto.relation == Relation::Disjoint, "seed {seed}");
        assert_eq!(intersects(&a, &b, &Pose::IDENTITY), !apart, "seed {seed}");
        *seen.entry(auto.relation).or_default() += 1;
        mixed += u32::from(!a.is_closed() || !b.is_closed());
    }
    let often = [Relation::Disjoint, Relation::Touching, Relation::Crossing].map(|r| seen.get(&r).copied());
    assert!(often.iter().all(|n| *n > Some(100)) && seen.len() >= 5 && mixed > 300, "{seen:?}, {mixed} not closed");
}
