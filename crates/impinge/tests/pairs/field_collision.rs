//! Collision by fields against the exact engine: never apart when bodies meet, never meeting when they are apart, crossing edges found.

use impinge::bound::Aabb;
use impinge::executor::Executor;
use impinge::feature::Feature;
use impinge::field::{
    Decider, Field, FieldIntersection, FieldOptions, FieldVerdict, Owner, Storage, collide, deepest_point, intersects,
};
use impinge::math::{DMat3, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{self, Location, PointQuery};
use impinge_scenes::{SplitMix64, pipe, solid};

fn field(mesh: &Mesh, cells: u32, storage: Storage) -> Field<'_> {
    Field::try_new(mesh, &FieldOptions { cells, storage, ..FieldOptions::default() }, &Executor::serial()).unwrap()
}

fn cuboid(half: [f64; 3]) -> Mesh {
    let half = DVec3::from_array(half);
    solid::cuboid(-half, half).unwrap()
}

/// The greatest depth of many points on the edges of one body in the other.
fn deepest_on_edges(body: &Mesh, other: &Mesh, other_from_body: &Pose) -> f64 {
    let query = PointQuery::new(other);
    let mut deepest = f64::NEG_INFINITY;
    for face in body.face_ids() {
        let corners = body.triangle(face).map(|p| other_from_body.transform_point(p));
        for (i, k) in (0..3).flat_map(|i| (0..=400).map(move |k| (i, k))) {
            let p = corners[i].lerp(corners[(i + 1) % 3], f64::from(k) / 400.0);
            deepest = deepest.max(-query.signed_distance(p).unwrap().value);
        }
    }
    deepest
}

/// A long bar through the middle of another, across it: no vertex of either is in the other.
#[test]
fn crossing_bars_are_found_by_their_edges() {
    let [along_x, along_y] = [cuboid([4.0, 0.5, 0.5]), cuboid([0.4, 4.0, 0.3])];
    let (a, b) = (field(&along_x, 80, Storage::Dense), field(&along_y, 80, Storage::Sparse));
    for pose in [Pose::IDENTITY, Pose::from_translation(DVec3::new(0.3, 0.1, 0.2)).unwrap()] {
        assert!(pair::deepest_vertex(&along_x, &along_y, &pose).is_none());
        let found = collide(&a, &b, &pose);
        assert_eq!(found.verdict, FieldVerdict::Meeting);
        assert!(found.points.iter().all(|p| matches!(p.feature, Feature::Edge(..))), "{found:?}");
        assert!([Owner::A, Owner::B].iter().all(|owner| found.points.iter().any(|p| p.owner == *owner)));
        let deepest = found.deepest().unwrap();
        let on_a = deepest_on_edges(&along_x, &along_y, &pose.inverse());
        let expected = deepest_on_edges(&along_y, &along_x, &pose).max(on_a);
        assert!(expected > 0.25 && expected <= deepest.depth.upper + a.step(), "{deepest:?} {expected}");
        assert!((deepest.depth.value - expected).abs() < 1.5 * a.step(), "{deepest:?} {expected}");
        assert!(deepest.direction.y.abs() + deepest.direction.z.abs() > 0.9, "{deepest:?}");
    }
    // Edge across edge, both turned by an eighth: the corner lines cross, a little or just not.
    let turned = |axis: fn(f64) -> DMat3| axis(std::f64::consts::FRAC_PI_4);
    let upright = solid::cuboid(DVec3::splat(-0.5), DVec3::new(0.5, 0.5, 0.5)).unwrap();
    let a = field(&upright, 64, Storage::Dense);
    let rotation = turned(DMat3::from_rotation_x) * turned(DMat3::from_rotation_z);
    let mut verdicts = Vec::new();
    for height in [0.5, 1.0, 1.2, 1.6] {
        let pose = Pose::try_new(rotation, DVec3::new(0.0, height, height)).unwrap();
        let found = collide(&a, &a, &pose).verdict;
        let exact = pair::intersects(&upright, &upright, &pose);
        assert!(found != FieldVerdict::Meeting || exact);
        assert!(!matches!(found, FieldVerdict::Apart { .. }) || !exact);
        verdicts.push(found);
    }
    assert_eq!(verdicts[0], FieldVerdict::Meeting);
    assert!(matches!(verdicts[3], FieldVerdict::Apart { gap } if gap > 0.4), "{verdicts:?}");
}

/// Random pairs, nested and hollow ones among them.
#[test]
fn fields_are_never_sure_and_wrong() {
    let meshes = [
        solid::blob(7, 240, 0.4).unwrap(),
        solid::hollow_cuboid(DVec3::splat(-1.5), DVec3::splat(1.5), 0.25).unwrap(),
        pipe::torus_knot(2, 3, 0.3, 40, 6).unwrap(),
        cuboid([0.9, 0.6, 0.03]),
        cuboid([0.3, 0.3, 0.3]),
    ];
    let fields: Vec<Field<'_>> = (0..)
        .zip(&meshes)
        .map(|(k, m)| field(m, 18, if k % 2 == 0 { Storage::Dense } else { Storage::Sparse }))
        .collect();
    let mut random = SplitMix64::new(9);
    let (mut apart, mut meeting, mut unsure) = (0, 0, 0);
    for round in 0..700 {
        let [i, j] = [(); 2].map(|()| random.below(5) as usize);
        let (a, b) = (&fields[i], &fields[j]);
        let reach =
            random.between(0.2, 1.0) * (meshes[i].bounds().size() + meshes[j].bounds().size()).max_element() * 0.6;
        let pose = random.pose(&Aabb { min: DVec3::splat(-reach), max: DVec3::splat(reach) }).unwrap();
        let pose = if random.coin() { pose.inverse() } else { pose };
        let exact = pair::intersects(&meshes[i], &meshes[j], &pose);
        let found = collide(a, b, &pose);
        match found.verdict {
            FieldVerdict::Apart { gap } => {
                assert!(!exact, "round {round}: {i} {j} {pose:?}");
                let distance = pair::distance(&meshes[i], &meshes[j], &pose).value;
                assert!(0.0 < gap && gap <= distance * (1.0 + 1e-12), "{gap} {distance}");
                apart += 1;
            }
            FieldVerdict::Meeting => {
                assert!(exact, "round {round}: {i} {j} {pose:?}");
                meeting += 1;
            }
            FieldVerdict::Unsure { deepest } => {
                assert!(deepest >= 0.0);
                unsure += 1;
            }
        }
        let FieldIntersection { intersects: answer, decided_by, .. } = intersects(a, b, &pose);
        assert_eq!(answer, exact);
        assert_eq!(decided_by == Decider::Faces, matches!(found.verdict, FieldVerdict::Unsure { .. }));
        // Points are inside the other body, as deep as they say.
        for point in found.points.iter().take(4) {
            let (other, in_other) = match point.owner {
                Owner::A => (&meshes[j], pose.inverse().transform_point(point.point)),
                Owner::B => (&meshes[i], point.point),
            };
            let exact = PointQuery::new(other).signed_distance(in_other).unwrap();
            assert!(
                point.depth.lower - 1e-12 <= -exact.value && -exact.value <= point.depth.upper + 1e-12,
                "{point:?}"
            );
            assert_eq!(PointQuery::new(other).locate(in_other), Some(Location::Inside));
        }
        // The other way round it is the same computation.
        let swapped = collide(b, a, &pose.inverse());
        if !pose.is_identity() {
            assert_eq!(swapped.verdict, found.verdict);
            assert_eq!(swapped.points.len(), found.points.len());
        }
    }
    assert!(apart > 150 && meeting > 150 && unsure > 14, "{apart} {meeting} {unsure}");
}

/// A matrix printed with six digits stretches a little; bounds allow for it.
#[test]
fn rotations_that_are_nearly_rotations_are_allowed_for() {
    let blob = solid::blob(8, 300, 0.3).unwrap();
    let fields = field(&blob, 32, Storage::Dense);
    let mut random = SplitMix64::new(10);
    let digits = |x: f64| (x * 1e6).round() / 1e6;
    let (mut sure, mut met) = (0, 0);
    for _ in 0..60 {
        let exactly = DMat3::from_quat(random.rotation());
        let rotation = DMat3::from_cols_array(&exactly.to_cols_array().map(digits));
        let pose = Pose::try_new(rotation, random.direction() * random.between(1.0, 2.6)).unwrap();
        let exact = pair::intersects(&blob, &blob, &pose);
        let verdict = collide(&fields, &fields, &pose).verdict;
        assert!(if exact { !matches!(verdict, FieldVerdict::Apart { .. }) } else { verdict != FieldVerdict::Meeting });
        sure += usize::from(!matches!(verdict, FieldVerdict::Unsure { .. }));
        met += usize::from(exact);
    }
    assert!(sure > 40 && (10..50).contains(&met), "{sure} {met}");
}

/// Fields that are sampled along the other surface alone tell as much of the deepest point as whole ones.
#[test]
fn the_deepest_point_needs_samples_along_the_surfaces_alone() {
    let meshes = [solid::blob(7, 240, 0.4).unwrap(), cuboid([0.9, 0.6, 0.3]), cuboid([8.0, 8.0, 0.5])];
    let whole: Vec<Field<'_>> = meshes.iter().map(|mesh| field(mesh, 24, Storage::Dense)).collect();
    let (mut random, mut found) = (SplitMix64::new(6), 0);
    for round in 0..27 {
        let (i, j) = (round % 3, round / 3 % 3);
        let pose = Pose::from_quaternion(random.rotation(), random.direction() * random.between(0.0, 2.0)).unwrap();
        let boxes = |own: usize, carry: &Pose| -> Vec<Aabb> {
            let carried = |p: DVec3| carry.transform_point(p);
            let mesh: &Mesh = &meshes[own];
            mesh.face_ids().map(|face| Aabb::of_points(&mesh.triangle(face).map(carried))).collect()
        };
        let near = |own: usize, boxes: &[Aabb]| {
            let options = FieldOptions { cells: 24, ..FieldOptions::default() };
            Field::near(&meshes[own], boxes, &options, &Executor::serial()).unwrap()
        };
        let (a, b) = (near(i, &boxes(j, &pose)), near(j, &boxes(i, &pose.inverse())));
        let [here, expected] = [deepest_point(&a, &b, &pose), deepest_point(&whole[i], &whole[j], &pose)];
        assert!((here.at_most - expected.at_most).abs() < 1e-5, "{round}: {here:?} {expected:?}");
        assert_eq!(here.found.is_some(), expected.found.is_some(), "{round}");
        found += u32::from(here.found.is_some());
    }
    assert!(found > 10, "{found}");
}

/// Points all over the faces of random pairs: none is deeper than the bound, and the point that is told is as deep as it says.
#[test]
fn the_deepest_point_lies_between_its_bounds() {
    let meshes =
        [solid::blob(7, 240, 0.4).unwrap(), cuboid([0.9, 0.6, 0.03]), pipe::torus_knot(2, 3, 0.3, 40, 6).unwrap()];
    let fields: Vec<Field<'_>> = meshes.iter().map(|mesh| field(mesh, 40, Storage::Sparse)).collect();
    let queries: Vec<PointQuery<'_>> = meshes.iter().map(PointQuery::new).collect();
    let (mut random, mut kinds) = (SplitMix64::new(5), [0; 2]);
    for round in 0..60 {
        let (i, j) = (round % 3, round / 3 % 3);
        let mut pose = Pose::from_quaternion(random.rotation(), random.direction() * random.between(0.0, 2.5)).unwrap();
        if round % 2 == 1 {
            pose = pose.inverse();
        }
        let deepest = deepest_point(&fields[i], &fields[j], &pose);
        let mut greatest = f64::NEG_INFINITY;
        for (own, other, carry) in [(i, j, pose.inverse()), (j, i, pose)] {
            for face in meshes[own].face_ids() {
                let [p, q, r] = meshes[own].triangle(face).map(|p| carry.transform_point(p));
                for (s, t) in [(0.0, 0.0), (1.0, 0.0), (0.5, 0.0), (0.3, 0.3), (random.between(0.0, 0.5), 0.4)] {
                    let point = p + (q - p) * s + (r - p) * t;
                    greatest = greatest.max(-queries[other].signed_distance(point).unwrap().value);
                }
            }
        }
        let step = fields[i].step().max(fields[j].step());
        assert!(greatest <= deepest.at_most + 1e-12, "{round}: {greatest} {deepest:?}");
        match &deepest.found {
            Some(found) => {
                let (other, carry) = if found.owner == Owner::A { (j, pose.inverse()) } else { (i, Pose::IDENTITY) };
                let depth = -queries[other].signed_distance(carry.transform_point(found.point)).unwrap().value;
                assert!(found.depth.lower <= depth + 1e-12 && depth <= found.depth.upper + 1e-12, "{depth} {found:?}");
                assert!(found.depth.lower <= deepest.at_most && deepest.at_most < found.depth.lower + 3.0 * step);
                kinds[0] += 1;
            }
            None => {
                assert!(deepest.at_most < 2.0 * step, "{deepest:?}");
                kinds[1] += 1;
            }
        }
    }
    assert!(kinds.iter().all(|count| *count > 10), "inside, not surely: {kinds:?}");
}
