//! Families of pairs of bodies by their number of faces, about.

use impinge::math::{DQuat, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::Relation;
use impinge_scenes::{SplitMix64, solid};
use std::f64::consts::TAU;

/// A family: its name, its bodies, the pose of the second in the first, and how they relate.
pub type PosedFamily = (&'static str, fn(u32) -> [Mesh; 2], fn() -> Pose, Relation);

/// Faces given by their corners, as one mesh.
fn soup(triangles: impl Iterator<Item = [DVec3; 3]>) -> Mesh {
    let (vertices, faces) =
        triangles.enumerate().fold((Vec::new(), Vec::new()), |(mut vertices, mut faces), (k, t)| {
            let first = 3 * k as u32;
            vertices.extend(t);
            faces.push([first, first + 1, first + 2]);
            (vertices, faces)
        });
    Mesh::try_new(vertices, faces).unwrap()
}

/// A sphere of about so many faces.
fn sphere(faces: u32, radius: f64) -> Mesh {
    let rings = (f64::from(faces) / 4.0).sqrt().round() as u32;
    solid::uv_sphere(radius, 2 * rings, rings).unwrap()
}

/// A ring of about so many faces, as fine along its circle as around its tube.
fn ring(faces: u32) -> Mesh {
    let tube = (f64::from(faces) / 8.0).sqrt().round() as u32;
    solid::torus(1.0, 0.25, 4 * tube, tube).unwrap()
}

/// A plate in the plane z = 0 of about so many faces.
fn plate(faces: u32) -> Mesh {
    let cells = (f64::from(faces) / 2.0).sqrt().round() as u32;
    let at = |i: u32| 4.0 * f64::from(i) / f64::from(cells) - 2.0;
    let point = |i: u32, j: u32| DVec3::new(at(i), at(j), 0.0);
    let vertices = (0..=cells).flat_map(|j| (0..=cells).map(move |i| point(i, j))).collect();
    let id = |i: u32, j: u32| j * (cells + 1) + i;
    let cell =
        |i: u32, j: u32| [[id(i, j), id(i + 1, j), id(i + 1, j + 1)], [id(i, j), id(i + 1, j + 1), id(i, j + 1)]];
    let faces = (0..cells).flat_map(|j| (0..cells).flat_map(move |i| cell(i, j))).collect();
    Mesh::try_new(vertices, faces).unwrap()
}

/// Faces around one edge, like the pages of a book.
fn book(pages: u32, turn: f64) -> Mesh {
    let rim = (0..pages).map(|k| {
        let angle = TAU * (f64::from(k) + turn) / f64::from(pages);
        DVec3::new(angle.cos(), angle.sin(), 0.0)
    });
    let vertices = [DVec3::ZERO, DVec3::Z].into_iter().chain(rim).collect();
    Mesh::try_new(vertices, (0..pages).map(|k| [0, 1, 2 + k]).collect()).unwrap()
}

/// A band that winds around the axis, ten turns whatever its fineness, moved along the radius.
fn spiral(faces: u32, shift: f64) -> Mesh {
    let steps = faces / 2;
    let points = (0..=steps).flat_map(|k| {
        let t = f64::from(k) / f64::from(steps);
        let (angle, radius) = (10.0 * TAU * t, 1.0 + 10.0 * t + shift);
        [0.0, 1.0].map(|z| DVec3::new(radius * angle.cos(), radius * angle.sin(), z))
    });
    let faces = (0..steps).flat_map(|k| [[2 * k, 2 * k + 2, 2 * k + 3], [2 * k, 2 * k + 3, 2 * k + 1]]).collect();
    Mesh::try_new(points.collect(), faces).unwrap()
}

/// Long thin faces of random directions whose middles lie in a cube that grows with their number: the more, the thinner, so that two of any number hardly ever meet.
fn needles(seed: u64, count: u32) -> Mesh {
    let mut random = SplitMix64::new(seed);
    let side = f64::from(count).sqrt();
    soup((0..count).map(|_| {
        let middle = DVec3::new(random.between(0.0, side), random.between(0.0, side), random.between(0.0, side));
        let along = random.direction();
        let across = along.any_orthonormal_vector() * (1e-2 / f64::from(count).sqrt());
        [middle - along, middle + along, middle + across]
    }))
}

/// Menger sponges of one level, in a row as long as it takes for so many faces.
fn menger(faces: u32, shift: f64) -> Mesh {
    /// Faces of one sponge.
    const FACES: u32 = 2 * 72;
    let is_there = |[x, y, z]: [i32; 3]| {
        (0..3).contains(&y)
            && (0..3).contains(&z)
            && x >= 0
            && [x.rem_euclid(3), y, z].iter().filter(|c| **c == 1).count() < 2
    };
    let length = 3 * faces.div_ceil(FACES) as i32;
    let is_solid = |cell: [i32; 3]| cell[0] < length && is_there(cell);
    let mut triangles = Vec::new();
    for x in 0..length {
        for (y, z) in (0..3).flat_map(|y| (0..3).map(move |z| (y, z))) {
            let cell = [x, y, z];
            if !is_solid(cell) {
                continue;
            }
            for axis in 0..3 {
                for side in [0, 1] {
                    let mut beside = cell;
                    beside[axis] += 2 * side - 1;
                    if is_solid(beside) {
                        continue;
                    }
                    let corner = |u: i32, v: i32| {
                        let mut p = cell.map(f64::from);
                        p[axis] += f64::from(side);
                        p[(axis + 1) % 3] += f64::from(u);
                        p[(axis + 2) % 3] += f64::from(v);
                        DVec3::from_array(p) + DVec3::splat(shift)
                    };
                    let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                    let both = [[a, b, c], [a, c, d]];
                    triangles.extend(both.map(|[a, b, c]| if side == 1 { [a, b, c] } else { [a, c, b] }));
                }
            }
        }
    }
    Mesh::from_triangles(&triangles).unwrap()
}

/// A damaged file: faces whose corners lie anywhere up to 1e38, most of them near the origin.
pub fn wide_range(seed: u64, count: u32) -> Mesh {
    let mut random = SplitMix64::new(seed);
    let mut corner = || {
        let place = random.direction() * random.between(0.0, 2.0);
        if random.below(3) == 0 { place * 10_f64.powf(random.between(0.0, 38.0)) } else { place }
    };
    soup((0..count).map(|_| [corner(), corner(), corner()]))
}

fn turned(angle: f64) -> Pose {
    let turn = DQuat::from_axis_angle(DVec3::new(1.0, 2.0, 3.0).normalize(), angle);
    Pose::from_quaternion(turn, DVec3::ZERO).unwrap()
}

/// A ring that goes through another.
fn linked() -> Pose {
    Pose::from_quaternion(DQuat::from_rotation_x(TAU / 4.0 + 0.01), DVec3::new(1.01, 0.02, 0.03)).unwrap()
}

fn at_origin() -> Pose {
    Pose::IDENTITY
}

/// Bodies that lie along each other, wind around each other or meet in many faces.
pub const POSED: [PosedFamily; 12] = [
    (
        "parallel plates",
        |n| [plate(n), plate(n)],
        || Pose::from_translation(DVec3::Z * 0.5).unwrap(),
        Relation::Disjoint,
    ),
    ("parallel shells", |n| [sphere(n, 1.0), sphere(n, 1.5)], at_origin, Relation::AInsideB),
    ("concentric bodies at 1.001", |n| [sphere(n, 1.0), sphere(n, 1.001)], at_origin, Relation::AInsideB),
    ("linked rings", |n| [ring(n), ring(n)], linked, Relation::Disjoint),
    ("a disc on a plate of two faces", |n| [super::disc(n, 0.0, 0.0), plate(2)], at_origin, Relation::Touching),
    ("a disc on a fine plate", |n| [super::disc(n, 0.0, 0.0), plate(n)], at_origin, Relation::Touching),
    ("faces around one edge", |n| [book(n / 4, 0.0), book(n / 4, 0.3)], at_origin, Relation::Touching),
    (
        "faces around one edge, across others",
        |n| [book(n / 4, 0.0), book(n / 4, 0.3)],
        || turned(1.0),
        Relation::Crossing,
    ),
    ("a body and its copy, turned by 1e-9", |n| [sphere(n, 1.0), sphere(n, 1.0)], || turned(1e-9), Relation::Crossing),
    ("spirals", |n| [spiral(n, 0.0), spiral(n, 0.5)], at_origin, Relation::Disjoint),
    ("needles", |n| [needles(1, n), needles(2, n)], at_origin, Relation::Disjoint),
    ("Menger sponges", |n| [menger(n, 0.0), menger(n, 0.5)], at_origin, Relation::Crossing),
];
