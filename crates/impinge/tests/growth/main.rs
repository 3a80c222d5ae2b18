//! Families of input at n, 2n and 4n: work grows as n log n, plus what is found, also where very many faces share a point or are equally
//! close. The answers are those of brute force.
//!
//! Work is counted by [`Cost`], memory by the allocator: no clock and no other process matters. `IMPINGE_GROWTH=8` makes all bodies eight times as fine,
//! for a night and in an optimised build.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]
#![allow(unsafe_code, reason = "an allocator that counts")]
#![expect(clippy::print_stdout, reason = "the exponents of a night, which cargo shows on request")]

mod byte_count;
mod crowded_scene;
mod evidence;
mod families;
mod healing;

use impinge::collect::{All, Count};
use impinge::cost::Cost;
use impinge::deform::{Deformable, SelfContacts};
use impinge::executor::Executor;
use impinge::feature::FaceId;
use impinge::math::{DQuat, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{self, Contacts, Method, PairReport, Relation, Request};
use std::f64::consts::TAU;

/// The largest exponent of work in the number of faces; n log n is 1.1 to 1.15 at these sizes.
const MOST: f64 = 1.2;

/// Faces of the smallest, the middle and the finest bodies of a family, about.
fn sizes() -> [u32; 3] {
    let factor = std::env::var("IMPINGE_GROWTH").map_or(1, |factor| factor.parse().unwrap());
    [500, 1000, 2000].map(|n| n * factor)
}

/// Points on a circle of radius 1 at a height, turned by a part of a step.
fn rim(sides: u32, height: f64, turn: f64) -> impl Iterator<Item = DVec3> {
    (0..sides).map(move |k| {
        let angle = TAU * (f64::from(k) + turn) / f64::from(sides);
        DVec3::new(angle.cos(), angle.sin(), height)
    })
}

/// A fan of faces around a tip, and a base around the middle of the rim where there is to be one.
fn fan(tip: DVec3, rim: impl Iterator<Item = DVec3>, base: Option<DVec3>) -> Mesh {
    let mut vertices: Vec<DVec3> = [tip, base.unwrap_or(tip)].into_iter().chain(rim).collect();
    let sides = vertices.len() as u32 - 2;
    let next = |k: u32| 2 + (k + 1) % sides;
    let mut faces: Vec<[u32; 3]> = (0..sides).map(|k| [0, 2 + k, next(k)]).collect();
    if base.is_some() {
        faces.extend((0..sides).map(|k| [1, next(k), 2 + k]));
    }
    if base.is_some_and(|base| base.z > tip.z) {
        faces.iter_mut().for_each(|face| face.swap(1, 2));
    }
    vertices.iter_mut().for_each(|p| *p += 0.0);
    Mesh::try_new(vertices, faces).unwrap()
}

/// A cone with its base: tip up if the base is below it.
fn cone(sides: u32, tip: f64, base: f64, turn: f64) -> Mesh {
    fan(DVec3::Z * tip, rim(sides, base, turn), Some(DVec3::Z * base))
}

/// A disc, all of its faces around its middle.
fn disc(sides: u32, height: f64, turn: f64) -> Mesh {
    fan(DVec3::Z * height, rim(sides, height, turn), None)
}

/// Teeth side by side, each a box, their lower ends at a height.
fn comb(teeth: u32, shift: f64, height: f64) -> Mesh {
    let tooth = |k: u32| {
        let low = DVec3::new(f64::from(k) + shift, height, 0.0);
        Mesh::cuboid(low, low + DVec3::new(0.25, 40.0, 1.0)).unwrap()
    };
    let triangles: Vec<_> =
        (0..teeth).map(tooth).flat_map(|m| m.face_ids().map(move |f| m.triangle(f)).collect::<Vec<_>>()).collect();
    Mesh::from_triangles(&triangles).unwrap()
}

fn all_work(cost: &Cost) -> u64 {
    cost.box_tests
        + cost.triangle_tests
        + cost.exact_tests
        + cost.signs
        + cost.exact_signs
        + cost.ray_casts
        + cost.pieces
}

/// The exponents of work from n to 2n and from 2n to 4n are at most [`MOST`].
fn assert_growth(name: &str, work: impl Fn(u32) -> u64) {
    let [one, two, four] = sizes().map(|n| work(n) as f64);
    let exponents = [(two / one).log2(), (four / two).log2()];
    println!("{name}: work twice {exponents:.2?}");
    assert!(exponents.iter().all(|e| *e <= MOST), "{name}: {one} {two} {four}, exponents {exponents:.2?}");
}

type Family = (&'static str, fn(u32) -> [Mesh; 2], Relation);

/// Pairs of bodies, with how they relate.
const FAMILIES: [Family; 8] = [
    ("cones tip to tip", |n| [cone(n, 1.0, 0.0, 0.0), cone(n, 1.0, 2.0, 0.3)], Relation::Touching),
    (
        "a cone in a wider one, tips together",
        |n| {
            let wide = fan(DVec3::Z, rim(n, 0.0, 0.37).map(|p| p * DVec3::new(2.0, 2.0, 1.0)), Some(DVec3::ZERO));
            [fan(DVec3::Z, rim(n, 0.25, 0.0), Some(DVec3::Z * 0.25)), wide]
        },
        Relation::AInsideB,
    ),
    ("a cone on its copy, turned", |n| [cone(n, 1.0, 0.0, 0.0), cone(n, 1.0, 0.0, 0.37)], Relation::Crossing),
    ("a disc on its copy, turned", |n| [disc(n, 0.0, 0.0), disc(n, 0.0, 0.37)], Relation::Touching),
    (
        "discs of unlike slope, tips together",
        |n| [disc(n, 0.0, 0.0), fan(DVec3::ZERO, rim(n, 0.5, 0.2), None)],
        Relation::Touching,
    ),
    ("cones tip to tip, apart", |n| [cone(n, 1.0, 0.0, 0.0), cone(n, 1.25, 2.25, 0.3)], Relation::Disjoint),
    ("parallel discs", |n| [disc(n, 0.0, 0.0), disc(n, 0.5, 0.37)], Relation::Disjoint),
    ("interleaved combs", |n| [comb(n / 12, 0.0, 0.0), comb(n / 12, 0.5, 0.5)], Relation::Disjoint),
];

fn report(a: &Mesh, b: &Mesh, pose: &Pose, method: Method) -> PairReport {
    let request = Request { method, contacts: Contacts::Count, distance_up_to: Some(f64::INFINITY) };
    pair::relate(a, b, pose, &request)
}

/// Relation, number and box of contacts, and distance, whatever the order, the method and the pose.
#[test]
fn answers_are_those_of_brute_force() {
    for (name, family, relation) in FAMILIES {
        let [a, b] = family(66);
        let turn = DQuat::from_axis_angle(DVec3::Z, TAU / 4.0);
        for pose in [Pose::IDENTITY, Pose::from_quaternion(turn, DVec3::ZERO).unwrap()] {
            let found = report(&a, &b, &pose, Method::Auto);
            let brute = report(&a, &b, &pose, Method::Brute);
            let swapped = report(&b, &a, &pose.inverse(), Method::Auto);
            if pose == Pose::IDENTITY {
                assert_eq!(found.relation, relation, "{name}");
                assert_eq!(swapped.contact_bounds, found.contact_bounds, "{name}");
            }
            assert_eq!((found.relation, found.contact_count), (brute.relation, brute.contact_count), "{name}");
            assert_eq!(found.contact_bounds, brute.contact_bounds, "{name}");
            if found.relation == Relation::Disjoint {
                assert_eq!(found.distance, brute.distance, "{name}");
            }
            assert_eq!(
                (swapped.relation.flip(), swapped.contact_count),
                (found.relation, found.contact_count),
                "{name}"
            );
            assert_eq!(swapped.distance.map(|d| d.value), found.distance.map(|d| d.value), "{name}");
            assert_eq!(pair::count_contacts(&a, &b, &pose), brute.contact_count, "{name}");
        }
    }
}

/// A fan whose rim goes to and fro, so that many of its faces overlap.
fn folded_fan(sides: u32) -> Mesh {
    let rim = (0..sides).map(|k| {
        let angle = f64::from(k * k % 97) * 0.06;
        DVec3::new(angle.cos(), angle.sin(), 0.1 * f64::from(k % 3))
    });
    fan(DVec3::Z, rim, None)
}

/// Faces of a star that meet beyond its tip are found by both searches, and no others.
#[test]
fn self_contacts_of_a_folded_fan_are_those_of_brute_force() {
    for mesh in [folded_fan(80), cone(80, 1.0, 0.0, 0.0)] {
        let cost = &mut Cost::default();
        let count = mesh.faces().len() as u32;
        let all = (0..count).flat_map(|i| (i + 1..count).map(move |j| [FaceId(i), FaceId(j)]));
        let expected: Vec<[FaceId; 2]> =
            all.filter(|faces| pair::self_contact(&mesh, *faces, cost).is_some()).collect();
        let mut found = All(Vec::new());
        pair::self_contacts(&mesh, &mut found);
        let mut faces: Vec<[FaceId; 2]> = found.0.iter().map(|contact| contact.faces).collect();
        faces.sort_unstable();
        assert_eq!(faces, expected);
        assert_eq!(expected.len() > 100, mesh.faces().len() == 80, "{}", expected.len());
        let report = SelfContacts::of_mesh(&mesh, &Executor::serial());
        let mut faces = [report.meeting.clone(), report.overlapping.clone()].concat();
        faces.sort_unstable();
        assert_eq!(faces, expected);
        let by_surface = Deformable::from_welded_mesh(&mesh, &Executor::serial()).self_contacts(&Executor::serial());
        assert_eq!((report.meeting, report.overlapping), (by_surface.meeting, by_surface.overlapping));
    }
}

#[test]
fn work_of_self_contacts_grows_with_the_input() {
    assert_growth("a cone with itself", |n| {
        let mut contacts = Count::default();
        let cost = pair::self_contacts(&cone(n, 1.0, 0.0, 0.0), &mut contacts);
        assert_eq!(contacts.0, 0);
        all_work(&cost)
    });
    assert_growth("a cone with itself, as a surface", |n| {
        let found = SelfContacts::of_mesh(&cone(n, 1.0, 0.0, 0.0), &Executor::serial());
        assert!(found.meeting.is_empty() && found.overlapping.is_empty());
        all_work(&found.cost)
    });
}

/// What a query took.
struct Run {
    faces: f64,
    contacts: f64,
    work: f64,
    peak_bytes: f64,
    allocations: f64,
}

impl Run {
    fn new(name: &str, [a, b]: &[Mesh; 2], pose: &Pose, relation: Relation) -> Self {
        /// Allocations of any query.
        const FEW: u64 = 300;
        let (found, memory) = byte_count::counted(|| report(a, b, pose, Method::Auto));
        assert_eq!(found.relation, relation, "{name}");
        Self {
            faces: (a.faces().len() + b.faces().len()) as f64,
            contacts: found.contact_count as f64,
            work: all_work(&found.cost) as f64,
            peak_bytes: memory.peak_bytes as f64,
            allocations: memory.allocations.max(FEW) as f64,
        }
    }
}

/// The exponent of a quantity in a size, from one run to another.
fn exponent(runs: [&Run; 2], size: impl Fn(&Run) -> f64, quantity: impl Fn(&Run) -> f64) -> f64 {
    let [few, many] = runs;
    (quantity(many) / quantity(few)).ln() / (size(many) / size(few)).ln()
}

/// Work and allocations grow with the faces, and memory held at a time as well. Each contact beyond the common tip of two stars takes some steps, but no memory, as
/// contacts are only counted.
///
/// Exponents of memory are from n to 4n, as vectors double now and then.
#[test]
fn work_and_memory_grow_with_the_input_and_what_is_found() {
    let faces: fn(&Run) -> f64 = |run| run.faces;
    let found: fn(&Run) -> f64 = |run| run.faces + run.contacts;
    let by_faces = FAMILIES.map(|(name, family, relation)| (name, family, Pose::IDENTITY, relation, faces));
    let by_contacts = families::POSED.map(|(name, family, pose, relation)| (name, family, pose(), relation, found));
    for (name, family, pose, relation, size) in by_faces.into_iter().chain(by_contacts) {
        let [one, two, four] = &sizes().map(|n| Run::new(name, &family(n), &pose, relation));
        let exponents = [
            exponent([one, two], size, |run| run.work),
            exponent([two, four], size, |run| run.work),
            exponent([one, four], size, |run| run.allocations),
            exponent([one, four], faces, |run| run.peak_bytes),
        ];
        println!("{name}: work twice, allocations, bytes: {exponents:.2?}");
        assert!(exponents.iter().all(|e| *e <= MOST), "{name}: work twice, allocations, bytes: {exponents:.2?}");
    }
}

/// The same answers as brute force, where bodies lie along each other.
#[test]
fn answers_along_each_other_are_those_of_brute_force() {
    for (name, family, pose, relation) in families::POSED {
        let ([a, b], pose) = (family(200), pose());
        let [found, brute] = [Method::Auto, Method::Brute].map(|method| report(&a, &b, &pose, method));
        assert_eq!(found.relation, relation, "{name}");
        assert_eq!((found.relation, found.contact_count), (brute.relation, brute.contact_count), "{name}");
        assert_eq!(found.contact_bounds, brute.contact_bounds, "{name}");
        if relation == Relation::Disjoint {
            assert_eq!(found.distance, brute.distance, "{name}");
        }
    }
}

/// Boxes in single precision cannot tell the faces of damaged files apart: all pairs are compared, but hardly one twice, and by few exact signs.
#[test]
fn damaged_files_take_no_more_than_brute_force() {
    for n in [125, 250] {
        let [a, b] = [1, 2].map(|seed| families::wide_range(seed, n));
        let [found, brute] = [Method::Auto, Method::Brute].map(|method| report(&a, &b, &Pose::IDENTITY, method));
        assert_eq!((found.relation, found.contact_count), (brute.relation, brute.contact_count));
        assert_eq!(found.contact_bounds, brute.contact_bounds);
        let (cost, pairs) = (found.cost, u64::from(n * n));
        assert!(cost.triangle_tests <= pairs + u64::from(n) && cost.box_tests <= pairs, "{n}: {cost:?}");
        assert!(cost.exact_signs <= 2 * pairs, "{n}: {cost:?}");
    }
}
