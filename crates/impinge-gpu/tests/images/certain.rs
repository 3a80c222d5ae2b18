//! What is proved is what the exact engine says of every pair, whatever the images show; and images that look more thoroughly miss less.

use crate::device;
use impinge::bound::Aabb;
use impinge::executor::Executor;
use impinge::math::{DMat3, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::Relation;
use impinge::pair::Request;
use impinge::scene::{BodyId, BodyOptions, Model, Scene};
use impinge_gpu::cinder::{Ask, Cinder, CinderOptions, Path, Proposer, Survey};
use impinge_gpu::{GpuError, Instance, Store, Turned};
use impinge_scenes::SplitMix64;
use impinge_scenes::pipe::torus_knot;
use impinge_scenes::sheet::open_box;
use impinge_scenes::solid::{cuboid, hollow_cuboid, icosphere, tetrahedron, torus};
use std::sync::Arc;

/// Convex, concave, hollow and tangled.
fn shapes() -> Vec<Arc<Mesh>> {
    let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|corner| corner * 2.0);
    let made = [
        cuboid(DVec3::splat(-0.5), DVec3::splat(0.5)),
        hollow_cuboid(DVec3::splat(-1.6), DVec3::splat(1.6), 0.2),
        icosphere(0.5, 2),
        icosphere(0.2, 1),
        torus(1.2, 0.2, 24, 8),
        torus_knot(2, 3, 0.2, 48, 6),
        tetrahedron(corners),
    ];
    made.into_iter().map(|mesh| Arc::new(mesh.expect("a solid"))).collect()
}

/// The relations of all pairs that meet, asked one by one.
fn relations(bodies: &[(Arc<Mesh>, Pose)]) -> Vec<((u32, u32), Relation)> {
    let mut scene = Scene::default();
    let insert = |(mesh, pose): &(Arc<Mesh>, Pose)| {
        scene.insert(&Model::from(Arc::clone(mesh)), pose, BodyOptions::default()).expect("in range")
    };
    let ids: Vec<BodyId> = bodies.iter().map(insert).collect();
    let view = scene.view(&Executor::serial());
    let pairs = (0..ids.len()).flat_map(|a| (a + 1..ids.len()).map(move |b| (a, b)));
    let related = pairs.map(|(a, b)| {
        let pair = view.relate(ids[a], ids[b], &Request::default()).expect("both there");
        ((a as u32, b as u32), pair.relation)
    });
    related.filter(|(_, relation)| *relation != Relation::Disjoint).collect()
}

fn random_bodies(seed: u64, shapes: &[Arc<Mesh>]) -> Vec<(Arc<Mesh>, Pose)> {
    let mut random = SplitMix64::new(seed);
    let bounds = Aabb { min: DVec3::splat(-2.2), max: DVec3::splat(2.2) };
    let mut body = || {
        let shape = Arc::clone(&shapes[random.below(shapes.len() as u64) as usize]);
        (shape, random.pose(&bounds).expect("in range"))
    };
    (0..9).map(|_| body()).collect()
}

fn instances(store: &mut Store, bodies: &[(Arc<Mesh>, Pose)]) -> Vec<Instance> {
    let instance =
        |(mesh, pose): &(Arc<Mesh>, Pose)| Instance { mesh: store.add(mesh).expect("room"), world_from_body: *pose };
    bodies.iter().map(instance).collect()
}

#[test]
fn what_is_proved_is_what_relate_says() {
    let Some(gpu) = device::open() else { return };
    let (mut cinder, mut store) = (Cinder::new(&gpu).expect("pipelines"), Store::new(&gpu));
    let shapes = shapes();
    let (mut by_image, mut by_boxes, mut deep, mut deep_by_paper) = (0, 0, 0, 0);
    for seed in 0..8 {
        let bodies = random_bodies(seed, &shapes);
        let instances = instances(&mut store, &bodies);
        let path = if seed % 2 == 0 { Path::Compute } else { Path::Render };
        let options = CinderOptions { size: [64, 64], layers: 4, path, ..CinderOptions::default() };
        let survey = Survey { options, ..Survey::default() };
        let proof = cinder.certain(&gpu, &mut store, &instances, &survey, &Executor::serial()).expect("in range");
        let expected = relations(&bodies);
        let proved: Vec<_> = proof.pairs.iter().map(|pair| (pair.bodies, pair.relation)).collect();
        assert_eq!(proved, expected, "seed {seed}");
        assert!(proof.images.is_ok(), "seed {seed}: {:?}", proof.images);
        let shown = proof.pairs.iter().filter(|pair| pair.proposer == Proposer::Image).count();
        (by_image, by_boxes) = (by_image + shown, by_boxes + proof.pairs.len() - shown);
        let views = survey.views[..1].to_vec();
        let any = Survey { options: CinderOptions { ask: Ask::Any, layers: 1, ..options }, views, ..Survey::default() };
        let any = cinder.certain(&gpu, &mut store, &instances, &any, &Executor::serial()).expect("in range");
        let proved: Vec<_> = any.pairs.iter().map(|pair| (pair.bodies, pair.relation)).collect();
        assert!(proved.len() == usize::from(!expected.is_empty()), "seed {seed}: {proved:?}");
        assert!(proved.iter().all(|pair| expected.contains(pair)), "seed {seed}: {proved:?}");
        let met: Vec<_> = expected.iter().map(|pair| pair.0).collect();
        let seen = proof.images.iter().flat_map(|finding| &finding.pairs).map(|pair| pair.bodies());
        let mut wrong: Vec<_> = seen.filter(|bodies| !met.contains(bodies)).collect();
        wrong.sort_unstable();
        wrong.dedup();
        assert_eq!(proof.refuted, wrong, "seed {seed}");
        // The paper's one view and one layer, against three views and four layers.
        let paper = CinderOptions { layers: 1, ..options };
        let seen = cinder.query(&gpu, &mut store, &instances, &paper).expect("closed").pairs;
        let is_seen = |&&((a, b), _): &&((u32, u32), Relation)| {
            seen.iter().any(|p| (p.penetrating, p.penetrated) == (a, b) || (p.penetrating, p.penetrated) == (b, a))
        };
        deep_by_paper += expected.iter().filter(is_seen).count();
        deep += expected.len();
    }
    assert!(deep > 50 && by_image * 10 >= deep * 9, "{by_image} of {deep} pairs were seen, {by_boxes} were not");
    assert!(deep_by_paper < by_image, "one view saw {deep_by_paper} pairs, three with layers {by_image}");
}

#[test]
fn bodies_that_cannot_be_counted_are_proved_all_the_same() {
    let Some(gpu) = device::open() else { return };
    let (mut cinder, mut store) = (Cinder::new(&gpu).expect("pipelines"), Store::new(&gpu));
    let open = Arc::new(open_box(DVec3::splat(-1.0), DVec3::splat(1.0)).expect("a sheet"));
    let cube = Arc::new(cuboid(DVec3::splat(-0.5), DVec3::splat(0.5)).expect("a solid"));
    let at = |x: f64| Pose::from_translation(DVec3::X * x).expect("finite");
    for (x, meets) in [(0.0, false), (0.7, true), (1.0, true)] {
        let bodies = [(Arc::clone(&cube), at(x)), (Arc::clone(&open), at(0.0))];
        let instances = instances(&mut store, &bodies);
        let survey = Survey::default();
        let query = cinder.query(&gpu, &mut store, &instances, &CinderOptions::default());
        assert_eq!(query, Err(GpuError::NotClosed { body: 1 }));
        let proof = cinder.certain(&gpu, &mut store, &instances, &survey, &Executor::serial()).expect("in range");
        assert_eq!(proof.images, Err(GpuError::NotClosed { body: 1 }));
        assert_eq!(!proof.pairs.is_empty(), meets, "{x}");
    }
}

#[test]
fn tiles_find_what_one_image_is_too_coarse_for() {
    let Some(gpu) = device::open() else { return };
    let (mut cinder, mut store) = (Cinder::new(&gpu).expect("pipelines"), Store::new(&gpu));
    let plate = Arc::new(cuboid(DVec3::new(-20.0, -20.0, -1.0), DVec3::new(20.0, 20.0, 0.0)).expect("a solid"));
    let crumb = Arc::new(icosphere(0.2, 1).expect("a solid"));
    let far = Arc::new(cuboid(DVec3::new(18.0, 18.0, -0.5), DVec3::new(21.0, 21.0, 3.0)).expect("a solid"));
    let other = Arc::new(cuboid(DVec3::new(-21.0, -21.0, -0.5), DVec3::new(-18.0, -18.0, 3.0)).expect("a solid"));
    let at = |x: f64, y: f64, z: f64| Pose::from_translation(DVec3::new(x, y, z)).expect("finite");
    let bodies =
        [(plate, Pose::IDENTITY), (crumb, at(3.867, 5.156, -0.5)), (far, Pose::IDENTITY), (other, Pose::IDENTITY)];
    let instances = instances(&mut store, &bodies);
    let mut look = |precision| {
        let views = Survey::default().views[..1].to_vec();
        let options = CinderOptions { size: [32, 32], ..CinderOptions::default() };
        let finding =
            cinder.survey(&gpu, &mut store, &instances, &Survey { views, precision, options }).expect("closed");
        (finding.bodies, finding.too_small, finding.cost.images)
    };
    assert_eq!(look(f64::INFINITY), (vec![0, 2, 3], vec![1], 1));
    assert_eq!(look(0.2), (vec![0, 1, 2, 3], vec![], 7 * 7));
    // A large body keeps the window from being made smaller: what was asked for cannot be had.
    let views = Survey::default().views[..1].to_vec();
    let options = CinderOptions { size: [128, 128], ..CinderOptions::default() };
    let wanted = 0.003;
    match cinder.survey(&gpu, &mut store, &instances, &Survey { views, precision: wanted, options }) {
        Err(GpuError::Coarse { pixel, precision }) => assert!(precision == wanted && pixel > wanted && pixel < 0.2),
        other => panic!("{:?}", other.map(|finding| finding.cost)),
    }
    // Seen whole, the crumb is smaller than a pixel.
    let small = CinderOptions { size: [32, 32], ..CinderOptions::default() };
    assert_eq!(cinder.query(&gpu, &mut store, &instances, &small).expect("closed").too_small, [1]);
    let refused = Survey { precision: 1e-6, ..Survey::default() };
    assert!(matches!(cinder.survey(&gpu, &mut store, &instances, &refused), Err(GpuError::TooMany { .. })));
}

/// A bar within a block, in tiles whose windows overlap by their margins, and in layers: every place is told once.
#[test]
fn points_are_told_once() {
    let Some(gpu) = device::open() else { return };
    let (mut cinder, mut store) = (Cinder::new(&gpu).expect("pipelines"), Store::new(&gpu));
    let block = Arc::new(cuboid(DVec3::splat(-20.0), DVec3::splat(20.0)).expect("a solid"));
    let bar = Arc::new(cuboid(DVec3::new(-19.0, -0.31, -0.31), DVec3::new(19.0, 0.37, 0.37)).expect("a solid"));
    let instances = instances(&mut store, &[(block, Pose::IDENTITY), (bar, Pose::IDENTITY)]);
    let options = CinderOptions { size: [128, 128], path: Path::Compute, layers: 4, ..CinderOptions::default() };
    let survey = Survey { views: vec![options.view], precision: 0.08, options };
    let finding = cinder.survey(&gpu, &mut store, &instances, &survey).expect("closed");
    let pair = finding.pairs.iter().find(|pair| (pair.penetrating, pair.penetrated) == (1, 0)).expect("inside");
    assert_eq!((finding.cost.images, finding.cost.pixels), (4 * 4, 16 * 128 * 128));
    let mut points = pair.points.clone();
    points.sort_by(|a, b| a.to_array().partial_cmp(&b.to_array()).expect("numbers"));
    assert!(points.windows(2).all(|pair| pair[0] != pair[1]));
    // Along the edge in front: not nearer than a pixel to each other, but where tiles meet.
    let front: Vec<f64> =
        points.iter().filter(|p| p.z > 0.36 && p.y > 0.366 && p.x.abs() < 18.0).map(|p| p.x).collect();
    let near = front.windows(2).filter(|pair| pair[1] - pair[0] < 0.075).count();
    assert!(front.len() > 450 && near <= 3, "{} {near}", front.len());
}

/// A figure of eight: closed, its larger half turned outward, the smaller, around (0.3, 0.9, 0), wound in the wrong sense.
fn eight() -> Arc<Mesh> {
    let outline = [[0.0, 2.0], [3.0, 0.0], [3.0, 3.0], [0.0, 0.0]];
    let [low, high] = [-1.0, 1.0].map(|z| outline.map(|[x, y]| DVec3::new(x, y, z)));
    let mut faces = vec![[high[0], high[1], high[2]], [high[0], high[2], high[3]]];
    faces.extend([[low[0], low[2], low[1]], [low[0], low[3], low[2]]]);
    for (i, j) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
        faces.extend([[low[i], low[j], high[j]], [low[i], high[j], high[i]]]);
    }
    Arc::new(Mesh::from_triangles(&faces).expect("a mesh"))
}

fn block(low: [f64; 3], high: [f64; 3]) -> (Arc<Mesh>, Pose) {
    (Arc::new(cuboid(DVec3::from_array(low), DVec3::from_array(high)).expect("a solid")), Pose::IDENTITY)
}

/// What a query that fails took is told all the same.
#[test]
fn failures_cost() {
    let Some(gpu) = device::open() else { return };
    let (mut cinder, mut store) = (Cinder::new(&gpu).expect("pipelines"), Store::new(&gpu));
    let bodies = [block([0.2, 0.8, -0.1], [0.4, 1.0, 0.1]), (eight(), Pose::IDENTITY)];
    let instances = instances(&mut store, &bodies);
    let options = CinderOptions { path: Path::Compute, ..CinderOptions::default() };
    assert_eq!(cinder.query(&gpu, &mut store, &instances, &options), Err(GpuError::NotClosed { body: 1 }));
    assert_eq!(cinder.take_cost().images, 1);
    assert_eq!(cinder.take_cost().passes, 0);
}

/// A surface that passes through itself takes one from the count of a block around its lobe: images miss what is in both, a proof does not.
#[test]
fn a_lobe_that_cancels_is_proved_all_the_same() {
    let Some(gpu) = device::open() else { return };
    let (mut cinder, mut store) = (Cinder::new(&gpu).expect("pipelines"), Store::new(&gpu));
    let bodies = [
        block([0.2, 0.8, -0.1], [0.4, 1.0, 0.1]),
        (eight(), Pose::IDENTITY),
        block([-1.0, -1.0, -2.0], [0.9, 3.0, 2.0]),
    ];
    let instances = instances(&mut store, &bodies);
    assert_eq!(store.model(instances[1].mesh).expect("there").turned, Turned::Outward);
    let options = CinderOptions { path: Path::Compute, ..CinderOptions::default() };
    let seen = cinder.query(&gpu, &mut store, &instances, &options).expect("no count is negative").pairs;
    assert!(seen.iter().all(|pair| pair.bodies() == (1, 2)) && !seen.is_empty(), "{seen:?}");
    let expected = relations(&bodies);
    assert_eq!(expected.iter().map(|pair| pair.0).collect::<Vec<_>>(), [(0, 1), (0, 2), (1, 2)]);
    for ask in [Ask::Pairs, Ask::Any] {
        let survey =
            Survey { options: CinderOptions { ask, ..options }, views: vec![options.view], ..Survey::default() };
        let proof = cinder.certain(&gpu, &mut store, &instances, &survey, &Executor::serial()).expect("in range");
        let proved: Vec<_> = proof.pairs.iter().map(|pair| (pair.bodies, pair.relation)).collect();
        assert_eq!(proved, if ask == Ask::Any { &expected[2..] } else { &expected[..] }, "{ask:?}");
    }
}

/// Two cubes face to face, turned so that their boxes overlap, this far apart; negative if they overlap.
fn face_to_face(angle: f64, gap: f64) -> [(Arc<Mesh>, Pose); 2] {
    let turn = DMat3::from_rotation_z(angle);
    let at = |place| Pose::try_new(turn, place).expect("a rotation");
    let (cube, _) = block([-0.5; 3], [0.5; 3]);
    [(Arc::clone(&cube), at(DVec3::ZERO)), (cube, at(turn * DVec3::X * (1.0 + gap) - DVec3::Z * 0.3))]
}

/// What images show and is less than a pixel apart is refuted, and nothing else; what is free is proved to be.
#[test]
fn near_misses_are_refuted() {
    let Some(gpu) = device::open() else { return };
    let (mut cinder, mut store) = (Cinder::new(&gpu).expect("pipelines"), Store::new(&gpu));
    let (mut refuted, mut free, mut met) = (0, 0, 0);
    let gaps = [0.3, 0.15, 0.003, 0.002, 0.001, 1e-9, -1e-9, -0.01, -0.2];
    for (angle, gap) in [0.5, 0.7, 0.8].into_iter().flat_map(|angle| gaps.map(|gap| (angle, gap))) {
        let bodies = face_to_face(angle, gap);
        let (instances, expected) = (instances(&mut store, &bodies), relations(&bodies));
        assert_eq!(expected.is_empty(), gap > 0.0, "{angle} {gap}");
        let options = CinderOptions { size: [64, 64], path: Path::Compute, layers: 2, ..CinderOptions::default() };
        let survey = Survey { options, ..Survey::default() };
        let images = cinder.survey(&gpu, &mut store, &instances, &survey).expect("closed");
        let is_shown = !images.pairs.is_empty();
        for ask in [Ask::Pairs, Ask::Any] {
            let survey = Survey { options: CinderOptions { ask, ..options }, ..survey.clone() };
            let proof = cinder.certain(&gpu, &mut store, &instances, &survey, &Executor::serial()).expect("in range");
            let proved: Vec<_> = proof.pairs.iter().map(|pair| (pair.bodies, pair.relation)).collect();
            assert_eq!(proved, expected, "{angle} {gap}");
            assert!(proof.pairs.iter().all(|pair| (pair.proposer == Proposer::Image) == is_shown), "{angle} {gap}");
            let wrong = if is_shown && expected.is_empty() { vec![(0, 1)] } else { Vec::new() };
            assert_eq!(proof.refuted, wrong, "{angle} {gap}");
        }
        // Farther apart than pixels are wide, images show nothing; as deep as that, they show it.
        assert!(gap < 0.1 || !is_shown, "{angle} {gap}");
        assert!(gap > -0.1 || is_shown, "{angle} {gap}");
        free += usize::from(!is_shown && gap > 0.1);
        refuted += usize::from(is_shown && gap > 0.0);
        met += usize::from(gap < 0.0);
    }
    assert!(free == 6 && met == 9 && refuted >= 6, "{free} {met} {refuted}");
}
