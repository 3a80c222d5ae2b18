//! Oriented boxes: how they are fitted, the separating axis test, and trees of them on triangles without topology.

use crate::args::HierarchyBodies;
use crate::claims::context::ClaimContext;
use crate::claims::measured::{Measured, Verdict, percent, times};
use crate::claims::survey::tree_choices;
use crate::crowd::cost_growth::exponent;
use crate::hierarchies::body_pairs::{self, Proximity};
use crate::measurement_harness::cpu_clock::timed;
use crate::rapid::experiment::obb_tree;
use impinge::bound::Aabb;
use impinge::collect::All;
use impinge::convex;
use impinge::feature::FaceId;
use impinge::math::{DMat3, DQuat, DVec3, Pose};
use impinge::pair::{self, Contact, Method};
use impinge::shape::{Cuboid, Polytope};
use impinge_classics::hierarchy::bounding_volume::{BoundingVolume, Obb, RelativePose};
use impinge_classics::hierarchy::{Hierarchy, HierarchyConfig};
use impinge_picture::number_format::{duration, grouped};
use impinge_scenes::SplitMix64;
use impinge_scenes::soup::{degenerate_soup, lattice_soup, random_soup};
use std::f64::consts::FRAC_PI_6;
use std::hint::black_box;

/// The triangles of a box of edges 4, 2 and 1, turned.
fn turned_box() -> anyhow::Result<Vec<[DVec3; 3]>> {
    let half = DVec3::new(2.0, 1.0, 0.5);
    let mesh = impinge_scenes::solid::cuboid(-half, half)?;
    let turn = DMat3::from_rotation_z(0.4) * DMat3::from_rotation_x(0.7);
    Ok(mesh.face_ids().map(|face| mesh.triangle(face).map(|p| turn * p)).collect())
}

/// A dense flat patch of small triangles inside the box, turned away from its axes.
fn inner_patch() -> Vec<[DVec3; 3]> {
    let turn = DMat3::from_rotation_y(FRAC_PI_6) * DMat3::from_rotation_z(1.0);
    let at = |i: i32, j: i32| turn * DVec3::new(f64::from(i) / 60.0, f64::from(j) / 60.0, 0.0);
    let corners = (-20..20).flat_map(|i| (-20..20).map(move |j| (i, j)));
    corners
        .flat_map(|(i, j)| [[at(i, j), at(i + 1, j), at(i, j + 1)], [at(i + 1, j + 1), at(i, j + 1), at(i + 1, j)]])
        .collect()
}

/// Many slivers along a slightly raised diagonal of one side of the box: all their corners are on the hull.
fn hull_line() -> Vec<[DVec3; 3]> {
    let turn = DMat3::from_rotation_z(0.4) * DMat3::from_rotation_x(0.7);
    let at = |k: i32| {
        let t = f64::from(k) / 500.0;
        turn * DVec3::new(2.0 * t, t, 0.5 + 0.02 * (1.0 - t * t))
    };
    (-499..498).map(|k| [at(k), at(k + 1), at(k + 2)]).collect()
}

/// The area of the box around triangles, by a fit.
fn area(triangles: &[[DVec3; 3]], fit: &str) -> anyhow::Result<f64> {
    let config: HierarchyConfig = format!("obb:fit={fit}").parse()?;
    let surface: f64 = triangles.iter().map(|[a, b, c]| (*b - *a).cross(*c - *a).length() / 2.0).sum();
    let levels = Hierarchy::build(triangles, &config.build).statistics(triangles).levels;
    Ok(levels.first().map_or(0.0, |root| root.area * surface))
}

/// Areas by the statistics of vertices, of the hull's vertices and of its surface, in those of the box itself.
fn areas(more: &[[DVec3; 3]]) -> anyhow::Result<[f64; 3]> {
    let mut triangles = turned_box()?;
    triangles.extend(more);
    let own = 2.0 * (4.0 * 2.0 + 2.0 + 4.0);
    Ok([area(&triangles, "vertices")? / own, area(&triangles, "hull")? / own, area(&triangles, "area")? / own])
}

pub fn dense_inside(_: &mut ClaimContext) -> anyhow::Result<Measured> {
    let [vertices, hull, surface] = areas(&inner_patch())?;
    let measured = format!(
        "a 4 x 2 x 1 box with 3,200 small triangles inside: the fitted box has {} the least area by vertices, {} by hull vertices, {} by the hull's surface",
        times(vertices),
        times(hull),
        times(surface)
    );
    let is_so = vertices > 1.1 && hull < 1.0 + 0.5 * (vertices - 1.0);
    Ok(Measured::new(Verdict::held_if(is_so), measured, format!("{} beside {}", times(vertices), times(hull))))
}

pub fn dense_on_hull(_: &mut ClaimContext) -> anyhow::Result<Measured> {
    let [_, hull, surface] = areas(&hull_line())?;
    let measured = format!(
        "the same box with 999 nearly collinear vertices on its hull: {} the least area by hull vertices, {} by the hull's surface",
        times(hull),
        times(surface)
    );
    Ok(Measured::new(Verdict::held_if(hull > 1.1), measured, format!("{}, bar 1.10x", times(hull))))
}

/// A box, its axes as columns in the frame of the first.
#[derive(Clone, Copy)]
struct PosedBox {
    half: DVec3,
    axes: DMat3,
    centre: DVec3,
}

/// The 15 axes in the paper's order; how many were looked at, and whether one separates.
fn separating_axes(a: DVec3, b: &PosedBox) -> (u32, bool) {
    let sides = (0..3).map(|k| DMat3::IDENTITY.col(k)).chain((0..3).map(|k| b.axes.col(k)));
    let crosses = (0..9).map(|k| DMat3::IDENTITY.col(k / 3).cross(b.axes.col(k % 3)));
    let mut count = 0;
    for axis in sides.chain(crosses) {
        count += 1;
        let reach_b: f64 = (0..3).map(|k| b.half[k] * axis.dot(b.axes.col(k)).abs()).sum();
        if axis.dot(b.centre).abs() > a.dot(axis.abs()) + reach_b {
            return (count, true);
        }
    }
    (count, false)
}

/// Pairs of boxes, about half of which overlap.
fn box_pairs(context: &ClaimContext) -> Vec<(DVec3, PosedBox)> {
    let mut random = SplitMix64::new(context.plan.seed);
    let room = Aabb { min: DVec3::splat(0.1), max: DVec3::ONE };
    let pair = |_| {
        let (a, half) = (random.point(&room), random.point(&room));
        let axes = DMat3::from_quat(random.rotation().normalize());
        (a, PosedBox { half, axes, centre: random.direction() * random.between(0.2, 2.4) })
    };
    (0..context.plan.pick([40_000, 10_000, 500])).map(pair).collect()
}

pub fn fifteen_axes(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let (mut wrong, mut overlaps) = (0, 0);
    let pairs = box_pairs(context);
    for (a, b) in &pairs {
        let pose = Pose::try_new(b.axes, b.centre)?;
        let exact = convex::intersects(&Cuboid::try_new(*a)?, &Cuboid::try_new(b.half)?, &pose);
        overlaps += u64::from(exact);
        wrong += u64::from(separating_axes(*a, b).1 == exact);
    }
    let of = format!("random pairs of boxes, {} of which overlap, beside the exact answer", grouped(overlaps));
    Ok(Measured::none_wrong(wrong, pairs.len() as u64, &of))
}

pub fn early_exit(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let (mut all, mut apart, mut in_apart) = (0, 0, 0);
    let pairs = box_pairs(context);
    for (a, b) in &pairs {
        let (count, is_apart) = separating_axes(*a, b);
        all += count;
        apart += u32::from(is_apart);
        in_apart += if is_apart { count } else { 0 };
    }
    let share = f64::from(all) / (15 * pairs.len()) as f64;
    let measured = format!(
        "of 15 axes {:.1} are looked at in the mean, {:.1} where boxes are apart ({} of {} pairs)",
        15.0 * share,
        f64::from(in_apart) / f64::from(apart.max(1)),
        grouped(apart.into()),
        grouped(pairs.len() as u64)
    );
    Ok(Measured::new(
        Verdict::at_most(share, [0.6, 0.8]),
        measured,
        format!("{} of the axes, bar 60 %", percent(share, 1.0)),
    ))
}

/// The 12 edges of one box against the 6 sides of the other, and the reverse: 144 tests.
fn edges_against_faces(a: DVec3, b: &PosedBox) -> bool {
    let to_b = |p: DVec3| b.axes.transpose() * (p - b.centre);
    let corners_of_a = corners(a);
    let corners_of_b = corners(b.half).map(|p| b.axes * p + b.centre);
    let edges =
        |corners: &[DVec3; 8], half: DVec3| EDGES.iter().any(|[i, j]| pierces([corners[*i], corners[*j]], half));
    edges(&corners_of_b, a) || edges(&corners_of_a.map(to_b), b.half)
}

/// Corners of a box by the signs of their coordinates, as bits.
fn corners(half: DVec3) -> [DVec3; 8] {
    std::array::from_fn(|k| {
        DVec3::from_array([0, 1, 2].map(|bit| if k >> bit & 1 == 1 { half[bit] } else { -half[bit] }))
    })
}

/// Pairs of corners that differ in one coordinate.
const EDGES: [[usize; 2]; 12] =
    [[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]];

/// Whether a segment goes through one of the six sides of a box about the origin.
fn pierces([p, q]: [DVec3; 2], half: DVec3) -> bool {
    let side = |axis: usize, at: f64| {
        let (from, to) = (p[axis] - at, q[axis] - at);
        if from * to > 0.0 || from == to {
            return false;
        }
        let x = p.lerp(q, from / (from - to));
        (0..3).all(|k| k == axis || x[k].abs() <= half[k])
    };
    (0..3).any(|axis| side(axis, half[axis]) || side(axis, -half[axis]))
}

pub fn fast_overlap(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let pairs = box_pairs(context);
    let mut posed = Vec::new();
    for (a, b) in &pairs {
        let points = [corners(*a), corners(b.half)].map(|points| Polytope::try_new(&points));
        let [first, second] = points;
        let cells = [convex::VoronoiCells::new(&first?), convex::VoronoiCells::new(&second?)];
        posed.push((Cuboid::try_new(*a)?, Cuboid::try_new(b.half)?, cells, Pose::try_new(b.axes, b.centre)?));
        if posed.len() == 2_000 {
            break;
        }
    }
    let seconds = |work: &dyn Fn() -> usize| {
        (0..5).fold(f64::INFINITY, |best: f64, _| best.min(timed(|| black_box(work())).1.as_secs_f64()))
            / posed.len() as f64
    };
    let some = &pairs[..posed.len()];
    // The test of the classic trees: the 15 axes with room for rounding.
    let obbs: Vec<[Obb; 2]> = some
        .iter()
        .map(|(a, b)| {
            let first = Obb { centre: DVec3::ZERO, axes: DMat3::IDENTITY, half: *a };
            [first, Obb { centre: b.centre, axes: b.axes, half: b.half }]
        })
        .collect();
    let room = Aabb { min: DVec3::splat(-4.0), max: DVec3::splat(4.0) };
    let tests = Obb::tests(&RelativePose::new(None, &room, &room));
    let axes = seconds(&|| obbs.iter().filter(|[a, b]| black_box(a).overlap(b, &tests)).count());
    let edges = seconds(&|| some.iter().filter(|(a, b)| edges_against_faces(black_box(*a), b)).count());
    let gjk = seconds(&|| posed.iter().filter(|(a, b, _, pose)| convex::intersects(a, b, pose)).count());
    let walk = seconds(&|| {
        let meets = |cells: &[convex::VoronoiCells; 2], pose: &Pose| {
            convex::lin_canny(&cells[0], &cells[1], pose, &mut convex::FeaturePair::default()).distance == 0.0
        };
        posed.iter().filter(|(.., cells, pose)| meets(cells, pose)).count()
    });
    let measured = format!(
        "15 axes {}, 144 edge-face tests {}, closest features from nothing {}, GJK {} (the last two exact)",
        duration(axes),
        duration(edges),
        duration(walk),
        duration(gjk)
    );
    let gain = edges.min(walk).min(gjk) / axes;
    let margin = format!("{} the best other, bar 10x; {} edge-face", times(gain), times(edges / axes));
    Ok(Measured::new(Verdict::at_least(gain, [10.0, 3.0]), measured, margin))
}

pub fn asymptotic(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let plan = context.plan;
    let sizes: &[u32] = plan.pick([&[1_000, 4_000, 16_000, 64_000], &[1_000, 4_000, 16_000], &[300, 1_200]]);
    let methods = ["obb", "sphere", "aabb"];
    let mut points = [const { Vec::new() }; 3];
    for &n in sizes {
        let pairs = body_pairs::pairs(HierarchyBodies::Blobs, plan.seed, n, 2)?;
        let close = pairs.iter().filter(|pair| pair.place == Proximity::Close);
        for pair in close {
            for (k, name) in methods.into_iter().enumerate() {
                let cost = tree_choices::contact_cost(pair, impinge_classics::method(name)?);
                points[k].push([f64::from(n), (cost.box_tests as f64).max(1.0)]);
            }
        }
    }
    let growth = points.each_ref().map(|points| exponent(points).unwrap_or(f64::NAN));
    let last = points.each_ref().map(|points| points[points.len() - 1][1]);
    let measured = format!(
        "blobs a hundredth apart, {} to {} triangles: box tests grow as n^{:.2} (OBB), n^{:.2} (spheres), n^{:.2} (AABB); at the largest {:.0}, {:.0}, {:.0}",
        grouped(sizes[0].into()),
        grouped(sizes[sizes.len() - 1].into()),
        growth[0],
        growth[1],
        growth[2],
        last[0],
        last[1],
        last[2]
    );
    let fewer = last[1].min(last[2]) / last[0];
    let verdict = match (growth[0] <= growth[1].min(growth[2]), fewer >= 1.5) {
        (true, true) => Verdict::Held,
        (false, false) => Verdict::NotHeld,
        _ => Verdict::Partly,
    };
    Ok(Measured::new(
        verdict,
        measured,
        format!("{} fewer tests at the largest, bar 1.5x and slower growth", times(fewer)),
    ))
}

/// The faces in contact, sorted.
fn faces(method: Method, meshes: [&impinge::mesh::Mesh; 2], pose: &Pose) -> Vec<[FaceId; 2]> {
    let mut found: All<Contact> = All(Vec::new());
    pair::contacts_by(method, meshes[0], meshes[1], pose, &mut found);
    let mut faces: Vec<[FaceId; 2]> = found.0.iter().map(|contact| contact.faces).collect();
    faces.sort_unstable();
    faces
}

pub fn soups(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let plan = context.plan;
    let n = plan.pick([300, 150, 40]);
    let soups = [random_soup(plan.seed, n, 0.3)?, lattice_soup(plan.seed, n, 6)?, degenerate_soup(plan.seed, n, 6)?];
    let mut random = SplitMix64::new(plan.seed);
    let (mut cases, mut wrong, mut contacts) = (0, 0, 0);
    for a in &soups {
        for b in &soups {
            for k in 0..plan.pick([12, 6, 2]) {
                // Half of the poses keep lattices on each other.
                let shift = DVec3::from_array([(); 3].map(|()| random.integer(-2, 2) as f64));
                let turn = if k % 2 == 0 { DQuat::IDENTITY } else { random.rotation().normalize() };
                let pose = Pose::from_quaternion(turn, shift)?;
                let brute = faces(Method::Brute, [a, b], &pose);
                cases += 1;
                contacts += brute.len() as u64;
                wrong += u64::from(faces(obb_tree(), [a, b], &pose) != brute);
            }
        }
    }
    let of = format!(
        "poses of loose, coplanar, degenerate and duplicate triangles, {} contacts: lists other than brute force in exact arithmetic",
        grouped(contacts)
    );
    Ok(Measured::none_wrong(wrong, cases, &of))
}

pub fn indivisible(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let n = context.plan.pick([1_000, 300, 50]);
    let [one, other] =
        [DVec3::ZERO, DVec3::new(5.0, 0.0, 0.0)].map(|shift| [DVec3::X, DVec3::Y, DVec3::Z].map(|p| p + shift));
    let mut triangles = vec![one; n];
    triangles.push(other);
    let config: HierarchyConfig = "obb:leaf=1".parse()?;
    let figures = Hierarchy::build(&triangles, &config.build).statistics(&triangles);
    let measured = format!(
        "{n} copies of a triangle and one elsewhere, leaves of one triangle wanted: {} leaves, since a group that no axis divides is halved by number here",
        figures.leaves
    );
    let is_so = figures.leaves == 2;
    Ok(Measured::new(Verdict::held_if(is_so), measured, "bar: the copies stay in one leaf"))
}
