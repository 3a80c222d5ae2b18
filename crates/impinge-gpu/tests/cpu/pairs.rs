//! Pairs of bodies: crowds at rest and on the move, degenerate and touching; what images part is apart, by any gap.

use crate::bodies::{crowd, everything};
use impinge::executor::Executor;
use impinge::math::{DQuat, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{Relation, Request};
use impinge::scene::{BodyId, Scene};
use impinge_gpu::cinder::{CinderOptions, Pair, Survey, survey_on_cpu};
use impinge_gpu::cullide::{LayerRequest, propose_on_cpu, query_on_cpu};
use impinge_gpu::ldi::{Answer, pair_on_cpu};
use impinge_gpu::{GpuError, Instance, MeshTable, OwnSolid, View, exact_bodies};
use impinge_scenes::SplitMix64;
use impinge_scenes::sheet::rectangle;
use impinge_scenes::solid::{cuboid, icosphere, torus};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

const SERIAL: Executor = Executor::serial();

type Pairs = Vec<((u32, u32), Relation)>;

/// All pairs that meet, by the exact engine.
fn exact(table: &MeshTable, instances: &[Instance]) -> Pairs {
    let (mut scene, _) = exact_bodies::scene(table, instances).expect("in range");
    let report = scene.view(&SERIAL).report(&Request::default(), &SERIAL);
    report.iter().map(|pair| ((pair.bodies.0.slot() as u32, pair.bodies.1.slot() as u32), pair.relation)).collect()
}

/// The same bodies a moment later.
fn moved(instances: &mut [Instance], random: &mut SplitMix64) {
    for instance in instances {
        let [x, y, z, angle] = [0; 4].map(|_| random.between(-0.2, 0.2));
        let turn = Pose::from_quaternion(DQuat::from_rotation_y(angle), DVec3::new(x, y, z)).expect("a pose");
        instance.world_from_body = turn.compose(&instance.world_from_body).expect("in range");
    }
}

#[test]
fn cullide_answers_as_the_exact_engine_in_every_frame() {
    let (mut table, mut random) = (MeshTable::new(), SplitMix64::new(5));
    let meshes = everything(&mut table);
    let mut seen: HashMap<Relation, u32> = HashMap::new();
    let (mut boxes, mut parted) = (0, 0);
    for (seed, count, half) in [(1, 12, 1.5), (2, 30, 3.5), (3, 40, 6.0)] {
        let mut instances = crowd(seed, &meshes, count, half);
        // A ball inside a cube, and two cubes in one place.
        let small = table.add(&Arc::new(icosphere(0.2, 1).expect("sphere"))).expect("room");
        let at = |x: f64| Pose::from_translation(DVec3::X * x).expect("finite");
        let nested = [(small, 30.0), (meshes[0], 30.0), (meshes[0], 40.0), (meshes[0], 40.0)];
        instances.extend(nested.map(|(mesh, x)| Instance { mesh, world_from_body: at(x) }));
        for _ in 0..4 {
            let finding = query_on_cpu(&table, &instances, [48, 40], &SERIAL).expect("bodies");
            let found: Pairs = finding.pairs.iter().map(|meeting| (meeting.bodies, meeting.relation)).collect();
            assert_eq!(found, exact(&table, &instances), "{seed}");
            found.iter().for_each(|(_, relation)| *seen.entry(*relation).or_default() += 1);
            boxes += finding.proposal.box_pairs;
            parted += finding.proposal.box_pairs - finding.proposal.asked.len();
            moved(&mut instances, &mut random);
        }
    }
    assert!(seen.len() >= 3 && seen[&Relation::Crossing] > 50, "{seen:?}");
    assert!(parted > boxes / 10, "{parted} of {boxes}");
}

/// Sheets in one plane, points, segments, and cubes that touch along faces, edges and corners.
#[test]
fn degenerate_and_touching_bodies_are_never_parted() {
    let mut table = MeshTable::new();
    let loose = |corners: [[f64; 3]; 3]| Mesh::from_triangles(&[corners.map(DVec3::from_array)]).expect("a mesh");
    let sheet = |x: f64, side: f64| rectangle(DVec3::X * x, DVec3::X * side, DVec3::Y * side).expect("a sheet");
    let mut shapes = vec![
        sheet(0.0, 1.0),
        sheet(1.0, 1.0),
        sheet(0.25, 0.5),
        loose([[0.5; 3], [0.5, 0.5, -0.5], [0.5, 0.5, 0.25]]),
        loose([[0.5, 0.25, 0.0]; 3]),
        loose([[0.5, 0.25, 0.125]; 3]),
    ];
    let cube = |i: i32| {
        let low = DVec3::new(f64::from(i % 3), f64::from(i / 3 % 3), f64::from(i / 9) + 8.0);
        cuboid(low, low + 1.0).expect("a cube")
    };
    shapes.extend((0..18).map(cube));
    let mut instances = Vec::new();
    for shape in shapes {
        let mesh = table.add(&Arc::new(shape)).expect("room");
        instances.push(Instance { mesh, world_from_body: Pose::IDENTITY });
    }
    let truth = exact(&table, &instances);
    assert!(truth.len() > 80 && truth.iter().filter(|(_, relation)| *relation == Relation::Touching).count() > 75);
    for size in [3, 24, 64] {
        let finding = query_on_cpu(&table, &instances, [size; 2], &SERIAL).expect("bodies");
        let found: Pairs = finding.pairs.iter().map(|meeting| (meeting.bodies, meeting.relation)).collect();
        assert_eq!(found, truth, "{size}");
    }
}

/// Whether the exact engine finds two bodies farther apart than a gap, neither inside the other.
fn is_apart(scene: &mut Scene, ids: &[BodyId], (a, b): (u32, u32), gap: f64) -> bool {
    let request = Request { distance_up_to: Some(gap), ..Request::default() };
    let pair = scene.view(&SERIAL).relate(ids[a as usize], ids[b as usize], &request).expect("both there");
    pair.relation == Relation::Disjoint && pair.distance.is_none()
}

/// Pairs that images part by more than a gap have a larger distance; those nearer are never parted.
#[test]
fn gaps_that_images_prove_are_there() {
    let mut table = MeshTable::new();
    let meshes = everything(&mut table);
    let (mut parted, mut near, mut refused) = ([0; 2], [0; 2], 0);
    for (seed, count, half, gap) in
        [(1, 30, 3.0, 0.001), (2, 30, 3.0, 0.02), (3, 40, 4.0, 0.08), (4, 20, 2.5, 0.08), (5, 10, 2.0, 2.0)]
    {
        let instances = crowd(seed, &meshes, count, half);
        let (mut scene, ids) = exact_bodies::scene(&table, &instances).expect("in range");
        let close = scene.view(&SERIAL).pairs_within(gap);
        let pairs: Vec<(u32, u32)> = close.into_iter().map(|(a, b)| (a.slot() as u32, b.slot() as u32)).collect();
        let request = LayerRequest { size: [64; 2], gap };
        let proposal = propose_on_cpu(&table, &instances, request).expect("bodies");
        assert_eq!(proposal.box_pairs, pairs.len());
        refused += usize::from(proposal.refused.is_some());
        let asked: BTreeSet<(u32, u32)> = proposal.asked.into_iter().collect();
        for pair in pairs {
            let is_far = is_apart(&mut scene, &ids, pair, gap);
            assert!(is_far || asked.contains(&pair), "{seed}: {pair:?} is nearer than {gap}");
            parted[0] += usize::from(!asked.contains(&pair));
            near[0] += usize::from(!is_far && is_apart(&mut scene, &ids, pair, 0.0));
            let both = [pair.0, pair.1].map(|body| instances[body as usize]);
            let Ok(volumes) = pair_on_cpu(&mut table, &both, LayerRequest { size: [24; 2], gap }) else { continue };
            assert!(is_far || volumes.meet != Answer::No, "{seed}: {pair:?} is nearer than {gap}");
            parted[1] += usize::from(volumes.meet == Answer::No);
            near[1] += usize::from(!is_far);
        }
    }
    // A gap of many pixels is no question for images.
    assert_eq!(refused, 1);
    assert!(parted[0] > 40 && near[0] > 10 && parted[1] > 20 && near[1] > 40, "{parted:?} {near:?}");
    let bad = LayerRequest { size: [8; 2], gap: -1.0 };
    assert!(matches!(
        propose_on_cpu(&table, &crowd(1, &meshes, 9, 1.0), bad).map(|proposal| proposal.refused),
        Ok(Some(GpuError::View(_)) | None)
    ));
}

fn pairs(found: &[Pair]) -> BTreeSet<(u32, u32)> {
    found.iter().map(Pair::bodies).collect()
}

/// Every edge that images show inside a solid is inside, or within a pixel of it; points are on their edges; parallel and perspective, with own edges left out or
/// moved outward.
#[test]
fn edges_and_points_are_where_bodies_meet() {
    let mut table = MeshTable::new();
    let shapes = [cuboid(DVec3::splat(-0.5), DVec3::splat(0.5)), icosphere(0.7, 1), torus(0.8, 0.3, 16, 8)];
    let meshes = shapes.map(|shape| table.add(&Arc::new(shape.expect("a solid"))).expect("room"));
    let parallel = Survey::default().views;
    let eye = |view: &View| match *view {
        View::Orthographic { forward, up } => View::Perspective { eye: forward * -30.0, forward, up },
        other => other,
    };
    let perspective: Vec<View> = parallel.iter().map(eye).collect();
    let (mut shown, mut points_seen, mut missed) = (0, 0, 0);
    for (seed, views) in [(1, &parallel), (2, &perspective), (3, &parallel), (4, &perspective)] {
        let own = if seed % 2 == 0 { OwnSolid::Offset } else { OwnSolid::Excluded };
        let instances = crowd(seed, &meshes, 12, 1.8);
        let options = CinderOptions { size: [96; 2], layers: 4, own, ..CinderOptions::default() };
        let survey = Survey { views: views.clone(), options, ..Survey::default() };
        let finding = survey_on_cpu(&mut table, &instances, &survey).expect("solids");
        // Pixels are smaller than this: a window of eight units, nearer or farther than the eye thinks.
        const PIXEL: f64 = 0.15;
        for pair in &finding.pairs {
            let [a, b] = [pair.penetrating, pair.penetrated].map(|body| instances[body as usize]);
            let of_a = &table.model(a.mesh).expect("there").mesh;
            assert!(!pair.edges.is_empty() && !pair.points.is_empty());
            for point in &pair.points {
                let on_edge = pair.edges.iter().any(|ends| {
                    let [p, q] = ends.map(|v| a.world_from_body.transform_point(of_a.vertices()[v as usize]));
                    let along = ((*point - p).dot(q - p) / (q - p).length_squared()).clamp(0.0, 1.0);
                    point.distance(p + (q - p) * along) < PIXEL
                });
                assert!(on_edge, "{seed}: {point} is on no edge");
                // A point in the solid, or a crumb around it touches the solid.
                let crumb = cuboid(*point - PIXEL, *point + PIXEL).expect("a crumb");
                let of_b = Arc::clone(&table.model(b.mesh).expect("there").mesh);
                assert!(impinge::pair::intersects(&crumb, &of_b, &b.world_from_body), "{seed}: {point}");
                points_seen += 1;
            }
        }
        let truth: BTreeSet<_> = exact(&table, &instances).into_iter().map(|(pair, _)| pair).collect();
        let found = pairs(&finding.pairs);
        shown += found.intersection(&truth).count();
        missed += truth.difference(&found).count();
    }
    assert!(shown > 30 && points_seen > 1000 && missed <= shown / 10, "{shown} {missed} {points_seen}");
}
