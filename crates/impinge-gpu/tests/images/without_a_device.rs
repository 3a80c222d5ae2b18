//! Queries on a device and on the CPU give the same pairs, edges, points, sets and volumes.

use crate::bodies::{crowd, everything};
use crate::device;
use impinge_gpu::cinder::{Ask, Cinder, CinderOptions, Finding, Path, Survey, query_on_cpu, survey_on_cpu};
use impinge_gpu::cullide::{Cullide, LayerRequest, Proposal, faces_on_cpu, propose_on_cpu};
use impinge_gpu::ldi::{self, Ldi, PairVolumes, pair_on_cpu};
use impinge_gpu::{Cost, Instance, OwnSolid, Store, Turned};

#[test]
fn edges_inside_are_those_of_a_device() {
    let Some(gpu) = device::open() else { return };
    let (mut cinder, mut store) = (Cinder::new(&gpu).expect("pipelines"), Store::new(&gpu));
    let mut meshes = everything(&mut store);
    meshes.retain(|mesh| store.model(*mesh).expect("there").turned == Turned::Outward);
    let (mut pairs, mut points) = (0, 0);
    for (seed, own) in [(1, OwnSolid::Excluded), (2, OwnSolid::Offset)] {
        let instances = crowd(seed, &meshes, 9, 1.6);
        for ask in [Ask::Any, Ask::Bodies, Ask::Pairs] {
            let options =
                CinderOptions { size: [64; 2], layers: 3, own, ask, path: Path::Compute, ..Default::default() };
            let plain = |finding: Finding| Finding { cost: Cost::default(), path: Path::Auto, ..finding };
            let survey = Survey { options, ..Survey::default() };
            let drawn = cinder.survey(&gpu, &mut store, &instances, &survey).expect("solids");
            let made = survey_on_cpu(&mut store, &instances, &survey).expect("solids");
            assert_eq!(made.cost.pixels, drawn.cost.pixels);
            assert_eq!(plain(made), plain(drawn.clone()), "{seed} {ask:?}");
            let one = cinder.query(&gpu, &mut store, &instances, &options).expect("solids");
            assert_eq!(plain(query_on_cpu(&store, &instances, &options).expect("solids")), plain(one), "{seed}");
            pairs += drawn.pairs.len();
            points += drawn.pairs.iter().map(|pair| pair.points.len()).sum::<usize>();
        }
    }
    assert!(pairs > 10 && points > 300, "{pairs} {points}");
}

#[test]
fn sets_and_volumes_are_those_of_a_device() {
    let Some(gpu) = device::open() else { return };
    let (mut cullide, mut ldi, mut store) = (Cullide::new(&gpu), Ldi::new(&gpu), Store::new(&gpu));
    let meshes = everything(&mut store);
    let (mut parted, mut volumes, mut pruned) = (0, 0, 0);
    for (seed, gap) in [(1, 0.0), (2, 0.01), (3, 0.05)] {
        let instances = crowd(seed, &meshes, 20, 2.5);
        let request = LayerRequest { size: [48; 2], gap };
        let plain = |proposal: Proposal| Proposal { cost: Cost::default(), ..proposal };
        let drawn = cullide.propose(&gpu, &mut store, &instances, request).expect("a device");
        let made = propose_on_cpu(&store, &instances, request).expect("bodies");
        assert_eq!(made.cost.pixels, drawn.cost.pixels);
        parted += drawn.box_pairs - drawn.asked.len();
        let asked = drawn.asked.clone();
        assert_eq!(plain(made), plain(drawn), "{seed}");
        let plain = |volumes: PairVolumes| PairVolumes { cost: Cost::default(), ..volumes };
        for (a, b) in asked.into_iter().take(8) {
            let both: [Instance; 2] = [a, b].map(|body| instances[body as usize]);
            let request = LayerRequest { size: [24; 2], gap };
            let [drawn, made] = [ldi.pair(&gpu, &mut store, &both, request), pair_on_cpu(&mut store, &both, request)];
            volumes += usize::from(made.is_ok());
            assert_eq!(made.map(plain), drawn.map(plain), "{seed}: {a} {b}");
        }
    }
    for mesh in meshes {
        let (faces, rounds, _) = cullide.faces(&gpu, &mut store, mesh, [32; 2]).expect("a device");
        let made = faces_on_cpu(&store, mesh, [32; 2]).expect("a mesh");
        assert_eq!((&made.0, &made.1), (&faces, &rounds));
        pruned += faces.iter().filter(|left| !**left).count();
        let drawn = ldi.within(&gpu, &mut store, mesh, [32; 2]).map(|seen| (seen.faces, seen.volumes.folded));
        let made = ldi::within_on_cpu(&mut store, mesh, [32; 2]).map(|seen| (seen.faces, seen.volumes.folded));
        assert_eq!(made, drawn);
    }
    assert!(parted > 20 && volumes > 5 && pruned > 500, "{parted} {volumes} {pruned}");
}
