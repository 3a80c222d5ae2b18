//! A set of bodies of which no two are tested says the same as all its pairs, whatever else is ignored, allowed or removed.

use impinge::broad::Mobility;
use impinge::executor::Executor;
use impinge::math::{DVec3, Pose};
use impinge::scene::{BodyId, BodyOptions, Model, Scene};
use impinge::shape::Sphere;
use impinge_scenes::SplitMix64;

/// The pairs that are tested, and how many there are.
fn tested(scene: &mut Scene) -> (Vec<(BodyId, BodyId)>, usize) {
    let executor = Executor::serial();
    let view = scene.view(&executor);
    (view.pairs_within(f64::INFINITY), view.pair_count())
}

#[test]
fn a_set_is_all_its_pairs() {
    let mut random = SplitMix64::new(12);
    let model = Model::convex(Sphere::try_new(1.0).unwrap()).unwrap();
    let mut below = |count: usize| (random.next() % count as u64) as usize;
    let (mut fewest, mut most) = (usize::MAX, 0);
    for _ in 0..40 {
        let mut scenes = [Scene::default(), Scene::default()];
        let mut ids: Vec<BodyId> = Vec::new();
        for k in 0..12 {
            let mobility = if below(5) == 0 { Mobility::Fixed } else { Mobility::Moving };
            let options =
                BodyOptions { mobility, groups: 1 << below(2), mask: 1 + below(3) as u32, ..BodyOptions::default() };
            let pose = Pose::from_translation(DVec3::new(k as f64, 0.0, 0.0)).unwrap();
            let made = scenes.each_mut().map(|scene| scene.insert(&model, &pose, options.clone()).unwrap());
            assert_eq!(made[0], made[1]);
            ids.push(made[0]);
        }
        for _ in 0..12 {
            let list: Vec<BodyId> = ids.iter().copied().filter(|_| below(2) == 0).collect();
            let pairs = || list.iter().enumerate().flat_map(|(i, a)| list[i + 1..].iter().map(move |b| (*a, *b)));
            let [by_sets, by_pairs] = &mut scenes;
            let (a, b) = (ids[below(ids.len())], ids[below(ids.len())]);
            match below(5) {
                0 | 1 => {
                    by_sets.ignore_among(&list).unwrap();
                    pairs().for_each(|(a, b)| by_pairs.ignore(a, b).unwrap());
                }
                2 => {
                    by_sets.allow_among(&list).unwrap();
                    pairs().for_each(|(a, b)| by_pairs.allow_pair(a, b).unwrap());
                }
                3 if a != b => scenes.iter_mut().for_each(|scene| scene.allow_pair(a, b).unwrap()),
                _ if ids.len() > 8 => {
                    scenes.iter_mut().for_each(|scene| drop(scene.remove(a).unwrap()));
                    ids.retain(|id| *id != a);
                }
                _ => {}
            }
            let [by_sets, by_pairs] = scenes.each_mut().map(tested);
            assert_eq!(by_sets, by_pairs);
            assert_eq!(by_sets.0.len(), by_sets.1);
            (fewest, most) = (fewest.min(by_sets.1), most.max(by_sets.1));
        }
    }
    assert!(fewest < 5 && most > 20, "{fewest} to {most}");
    let mut scene = Scene::default();
    let id = scene.insert(&model, &Pose::IDENTITY, BodyOptions::default()).unwrap();
    scene.remove(id).unwrap();
    assert!(scene.ignore_among(&[id]).is_err() && scene.allow_among(&[id]).is_err());
}
