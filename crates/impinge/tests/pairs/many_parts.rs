//! Bodies of many parts, closed and open: which part lies inside which of the other body is found by boxes first, and is what brute force says.

use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{Method, Relation, Request, intersects, relate};
use impinge_scenes::solid::cuboid;
use impinge_scenes::{SplitMix64, Surface};

/// A body of boxes of very different sizes, some of them without a side, so that they enclose nothing.
fn scattered(random: &mut SplitMix64, parts: usize, large: u64, lattice: bool) -> Mesh {
    let mut all = Surface::default();
    for part in 0..parts {
        let place = DVec3::new(random.between(-2.0, 2.0), random.between(-2.0, 2.0), random.between(-2.0, 2.0));
        let size = if (part as u64) < large { random.between(1.25, 2.5) } else { random.between(0.03125, 0.125) };
        let mut surface = Surface::of(&cuboid(DVec3::ZERO, DVec3::splat(size)).unwrap()).shifted(place);
        if random.below(4) == 0 {
            surface.faces.pop();
        }
        all = all.joined(&surface);
    }
    if lattice { all.snapped(0.0625) } else { all }.mesh().unwrap()
}

fn check(a: &Mesh, b: &Mesh, pose: &Pose, seen: &mut [u32; 3]) {
    let brute = relate(a, b, pose, &Request { method: Method::Brute, ..Request::default() });
    let found = relate(a, b, pose, &Request::default());
    assert_eq!(found.relation, brute.relation, "{pose:?}");
    assert_eq!(intersects(a, b, pose), brute.relation != Relation::Disjoint, "{pose:?}");
    assert_eq!(intersects(b, a, &pose.inverse()), brute.relation != Relation::Disjoint, "{pose:?}");
    let surfaces_meet = impinge::pair::count_contacts(a, b, pose) > 0;
    seen[usize::from(brute.relation != Relation::Disjoint) + usize::from(surfaces_meet)] += 1;
}

#[test]
fn parts_inside_parts_are_found_as_by_brute_force() {
    let random = &mut SplitMix64::new(25);
    let room = cuboid(DVec3::splat(-1.0), DVec3::splat(1.0)).unwrap().bounds();
    // Apart, inside without contact of the surfaces, in contact.
    let mut seen = [0; 3];
    for round in 0..160 {
        let lattice = round % 4 == 0;
        // Few parts, and more large ones than are told apart.
        let (parts, large) = [(3, 2), (6, 2), (14, 12)][round % 3];
        let a = scattered(random, parts, large, lattice);
        let few = 1 + random.below(6) as usize;
        let b = scattered(random, few, 0, lattice);
        let pose = match round % 8 {
            0 => Pose::IDENTITY,
            4 => Pose::from_translation(random.point(&room).map(|x| (x * 8.0).round() / 8.0)).unwrap(),
            _ => random.pose(&room).unwrap(),
        };
        check(&a, &b, &pose, &mut seen);
    }
    assert!(seen.iter().all(|count| *count > 20), "{seen:?} apart, inside, in contact");
}

/// Too many parts for a box of each.
#[test]
fn a_cloud_of_parts_is_searched_as_a_whole() {
    let random = &mut SplitMix64::new(26);
    let mut seen = [0; 3];
    for _ in 0..4 {
        let a = scattered(random, 300, 0, false);
        let b = scattered(random, 1, 1, false);
        for pose in [random.pose(&b.bounds()).unwrap(), Pose::IDENTITY] {
            check(&a, &b, &pose, &mut seen);
        }
    }
    assert!(seen[1] + seen[2] > 3, "{seen:?}");
}
