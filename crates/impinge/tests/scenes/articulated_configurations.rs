//! Configurations of an articulated body are judged as if its links were set one by one.

use impinge::articulation::{Adjacency, AllowedPairs, Articulation, Joint, JointLimits, JointMotion};
use impinge::broad::Mobility;
use impinge::executor::Executor;
use impinge::math::{DVec3, Pose};
use impinge::pair::Relation;
use impinge::pair::Request;
use impinge::scene::{
    BodyOptions, ConfigurationRequest, ContactPhase, Model, MountError, MountOptions, MountedArticulation, Scene,
    SceneError,
};
use impinge::shape::{Capsule, Sphere};
use impinge_scenes::SplitMix64;
use impinge_scenes::solid::cuboid;

/// Five bars, each on a hinge at the end of the one before.
fn arm() -> (Articulation, Vec<Option<Model>>) {
    let links: Vec<String> = (0..6).map(|k| format!("bar{k}")).collect();
    let limits = JointLimits { lower: -3.0, upper: 3.0 };
    let hinge = |k: usize| {
        let axis = if k.is_multiple_of(2) { DVec3::Y } else { DVec3::X };
        let at = Pose::from_translation(DVec3::new(0.0, 0.0, 1.0)).unwrap();
        let name = format!("hinge{k}");
        Joint::new(&name, &format!("bar{k}"), &format!("bar{}", k + 1), JointMotion::Revolute { axis, limits }).at(at)
    };
    let bar = Model::from(cuboid(DVec3::new(-0.1, -0.1, 0.0), DVec3::new(0.1, 0.1, 1.0)).unwrap());
    let rod = Model::convex(Capsule::try_new(0.5, 0.1).unwrap()).unwrap();
    let rod = Model::compound(&[(rod, Pose::from_translation(DVec3::new(0.0, 0.0, 0.5)).unwrap())]).unwrap();
    let models = (0..6_u32)
        .map(|k| if k == 0 { None } else { Some(if k.is_multiple_of(2) { bar.clone() } else { rod.clone() }) });
    (Articulation::try_new(links, (0..5).map(hinge).collect()).unwrap(), models.collect())
}

fn options(articulation: &Articulation) -> MountOptions {
    MountOptions {
        name: "arm".into(),
        world_from_root: Pose::from_translation(DVec3::new(0.0, 0.0, 0.5)).unwrap(),
        allowed: AllowedPairs::adjacent(articulation, Adjacency::default()),
        body: BodyOptions::default(),
    }
}

fn scene() -> (Scene, MountedArticulation) {
    let ((articulation, models), mut scene) = (arm(), Scene::default());
    let fixed = BodyOptions { mobility: Mobility::Fixed, ..BodyOptions::default() };
    let ball = Model::convex(Sphere::try_new(0.5).unwrap()).unwrap();
    for at in [[2.0, 1.0, 3.0], [-2.0, 0.5, 2.0]] {
        scene.insert(&ball, &Pose::from_translation(DVec3::from_array(at)).unwrap(), fixed.clone()).unwrap();
    }
    let mounting = scene.mount(&articulation, &models, &options(&articulation)).unwrap();
    (scene, mounting)
}

#[test]
fn many_configurations_are_judged_as_one_by_one() {
    let ((mut scene, mounting), mut random) = (scene(), SplitMix64::new(4));
    let values: Vec<f64> = (0..5 * 200).map(|_| random.between(-3.0, 3.0)).collect();
    let ask = |scene: &mut Scene, request, jobs| {
        let executor = Executor::try_new(jobs).unwrap();
        scene.view(&executor).configurations(&mounting, &values, request, &executor).unwrap()
    };
    let all = ask(&mut scene, ConfigurationRequest::Clearance, 1);
    assert_eq!(ask(&mut scene, ConfigurationRequest::Clearance, 2), all);
    let quick = ask(&mut scene, ConfigurationRequest::FirstContact, 2);
    assert!(quick.iter().zip(&all).all(|(p, q)| p.met == q.met && p.nearest.is_none()));
    let (mut free, mut outside) = (0, 0);
    for (values, found) in values.chunks_exact(5).zip(&all) {
        scene.set_configuration(&mounting, values).unwrap();
        let view = scene.view(&Executor::serial());
        let report = view.report(&Request::default(), &Executor::serial());
        assert_eq!(found.met, report.first().map(|pair| pair.bodies));
        let nearest = view.nearest_pair().unwrap();
        assert_eq!(
            found.nearest.map(|found| (found.bodies, found.gap.length.value)),
            Some((nearest.bodies, nearest.gap.length.value))
        );
        assert_eq!(found.met.is_none(), nearest.gap.length.value > 0.0);
        free += usize::from(found.met.is_none());
        outside += usize::from(found.met.is_some_and(|(a, _)| view.scene().body(a).unwrap().name().is_none()));
        assert!(report.iter().all(|pair| pair.relation != Relation::Disjoint));
    }
    assert!((40..180).contains(&free) && outside > 5, "{free} free, {outside} with a ball");
}

#[test]
fn carried_bodies_move_with_their_link() {
    let (mut scene, mounting) = scene();
    let ball = Model::convex(Sphere::try_new(0.2).unwrap()).unwrap();
    let on_hand = Pose::from_translation(DVec3::new(0.0, 0.0, 1.25)).unwrap();
    let held = scene.insert(&ball, &Pose::IDENTITY, BodyOptions::default()).unwrap();
    let (link, hand, _) = *mounting.links().last().unwrap();
    scene.ignore(hand, held).unwrap();
    let root = options(mounting.articulation()).world_from_root;
    let links = [mounting.links(), &[(link, held, on_hand)]].concat();
    let mounting = MountedArticulation::from_bodies(mounting.articulation(), &root, links);
    let mut random = SplitMix64::new(9);
    let rows: Vec<[f64; 5]> = (0..120).map(|_| std::array::from_fn(|_| random.between(-3.0, 3.0))).collect();
    let judged = {
        let rows: Vec<&[f64]> = rows.iter().map(|row| &row[..]).collect();
        let view = scene.view(&Executor::serial());
        view.configuration_rows(&mounting, &rows, ConfigurationRequest::Clearance, &Executor::serial()).unwrap()
    };
    let mut met = 0;
    for (row, found) in rows.iter().zip(&judged) {
        scene.set_configuration(&mounting, row).unwrap();
        let world_from_hand = *scene.body(hand).unwrap().world_from_body();
        let place = scene.body(held).unwrap().world_from_body().translation();
        assert!((place - world_from_hand.transform_point(on_hand.translation())).length() < 1e-12);
        let view = scene.view(&Executor::serial());
        let report = view.report(&Request::default(), &Executor::serial());
        assert_eq!(found.met, report.first().map(|pair| pair.bodies));
        let nearest = view.nearest_pair().unwrap();
        assert_eq!(
            found.nearest.map(|found| (found.bodies, found.gap.length.value)),
            Some((nearest.bodies, nearest.gap.length.value))
        );
        met += usize::from(report.iter().any(|pair| pair.bodies.1 == held));
    }
    assert!((3..100).contains(&met), "{met} of 120 meet what is held");
}

#[test]
fn bodies_that_stand_still_meet_neither_in_steps_nor_in_configurations() {
    let (articulation, mut models) = arm();
    models[0] = models[2].clone();
    let fixed = BodyOptions { mobility: Mobility::Fixed, ..BodyOptions::default() };
    let ball = Model::convex(Sphere::try_new(0.5).unwrap()).unwrap();
    let at = |x: f64, z: f64| Pose::from_translation(DVec3::new(x, 0.0, z)).unwrap();
    let mounted = |scene: &mut Scene| {
        let options = MountOptions { body: fixed.clone(), ..options(&articulation) };
        scene.mount(&articulation, &models, &options).unwrap()
    };
    // Bodies that were in the scene as fixed ones before they became links.
    let adopted = |scene: &mut Scene| {
        let ids: Vec<_> =
            models.iter().map(|m| scene.insert(m.as_ref().unwrap(), &at(9.0, 9.0), fixed.clone())).collect();
        let links = ids
            .into_iter()
            .enumerate()
            .map(|(k, id)| (articulation.link(&format!("bar{k}")).unwrap(), id.unwrap(), Pose::IDENTITY));
        MountedArticulation::from_bodies(&articulation, &options(&articulation).world_from_root, links.collect())
    };
    let (mut met_ball, mut random) = (0, SplitMix64::new(12));
    for mount in [&mounted as &dyn Fn(&mut Scene) -> MountedArticulation, &adopted] {
        let mut scene = Scene::default();
        // One in the root, which is fixed as well, and one in reach.
        let [below, beside] = [at(0.0, 0.3), at(1.5, 2.0)].map(|at| scene.insert(&ball, &at, fixed.clone()).unwrap());
        let mounting = mount(&mut scene);
        let root = mounting.links()[0].1;
        for _ in 0..60 {
            let values: Vec<f64> = (0..5).map(|_| random.between(-3.0, 3.0)).collect();
            let view = scene.view(&Executor::serial());
            let ask = |request| view.configurations(&mounting, &values, request, &Executor::serial()).unwrap()[0];
            let found = ask(ConfigurationRequest::Clearance);
            scene.set_configuration(&mounting, &values).unwrap();
            let events: Vec<_> = scene.step(&Executor::serial()).events.to_vec();
            let contacts: Vec<_> = events.iter().filter(|e| e.phase != ContactPhase::End).map(|e| e.bodies).collect();
            assert_eq!(found.met, contacts.first().copied());
            assert_eq!(found.met.is_some(), found.nearest.is_some_and(|found| found.gap.length.value == 0.0));
            assert!(!contacts.contains(&(below.min(root), below.max(root))), "two fixed bodies");
            met_ball += usize::from(contacts.iter().any(|(a, b)| [*a, *b].contains(&beside)));
        }
        assert_eq!(scene.body(root).unwrap().options().mobility, Mobility::Fixed);
        assert_eq!(scene.body(mounting.links()[1].1).unwrap().options().mobility, Mobility::Moving);
    }
    assert!((5..110).contains(&met_ball), "{met_ball} of 120 meet the ball beside");
}

#[test]
fn without_degrees_of_freedom_every_row_has_an_answer() {
    let joint = Joint::new("weld", "a", "b", JointMotion::Fixed);
    let articulation = Articulation::try_new(vec!["a".into(), "b".into()], vec![joint]).unwrap();
    let ball = Model::convex(Sphere::try_new(0.5).unwrap()).unwrap();
    let mut scene = Scene::default();
    let mounting = scene.mount(&articulation, &[Some(ball.clone()), Some(ball)], &options(&articulation)).unwrap();
    let view = scene.view(&Executor::serial());
    let ask = |rows: &[&[f64]]| {
        view.configuration_rows(&mounting, rows, ConfigurationRequest::FirstContact, &Executor::serial())
    };
    assert_eq!(ask(&[&[], &[], &[]]).unwrap().len(), 3);
    assert!(matches!(ask(&[&[], &[1.0]]), Err(MountError::Configuration(_))));
}

#[test]
fn what_is_wrong_is_refused_and_changes_nothing() {
    let (mut scene, mounting) = scene();
    let (articulation, models) = arm();
    let count = scene.len();
    let again = scene.mount(&articulation, &models, &options(&articulation));
    assert!(matches!(again, Err(MountError::Scene(SceneError::DuplicateName(name))) if name == "arm/bar1"));
    let few = scene.mount(&articulation, &models[1..], &options(&articulation));
    assert!(matches!(few, Err(MountError::Models { expected: 6, found: 5 })));
    assert_eq!(scene.len(), count);
    assert!(matches!(scene.set_configuration(&mounting, &[0.0; 4]), Err(MountError::Configuration(_))));
    let nan = [0.0, f64::NAN, 0.0, 0.0, 0.0];
    assert!(matches!(scene.set_configuration(&mounting, &nan), Err(MountError::Configuration(_))));
    let before = *scene.body(mounting.links()[4].1).unwrap().world_from_body();
    scene.remove(mounting.links()[2].1).unwrap();
    assert!(matches!(scene.set_configuration(&mounting, &[1.0; 5]), Err(MountError::Scene(_))));
    assert_eq!(scene.body(mounting.links()[4].1).unwrap().world_from_body(), &before);
    let view = scene.view(&Executor::serial());
    let asked = view.configurations(&mounting, &[0.0; 7], ConfigurationRequest::FirstContact, &Executor::serial());
    assert!(asked.is_err());
}
