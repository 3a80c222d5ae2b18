//! Counts, names, places and paths at the ends of what numbers hold.

use super::cinder::{compare, shown};
use super::device;
use crate::cinder::{Ask, Cinder, CinderOptions, Path, images_on_cpu};
use crate::{GpuError, Instance, Store};
use impinge::math::{DVec3, Pose};
use impinge_scenes::Surface;
use impinge_scenes::solid::cuboid;
use std::sync::Arc;

/// A small cube inside of 256 others: a count of eight bits would say "free".
#[test]
fn two_hundred_and_fifty_six_is_not_zero() {
    let Some(gpu) = device::open() else { return };
    let (mut cinder, mut store) = (Cinder::new(&gpu).expect("pipelines"), Store::new(&gpu));
    let mut instance = |i: u32| {
        let half = DVec3::splat(if i == 0 { 0.1 } else { 0.2 + 0.8 * f64::from(i) / 256.0 });
        let mesh = store.add(&Arc::new(cuboid(-half, half).expect("cuboid"))).expect("room");
        Instance { mesh, world_from_body: Pose::IDENTITY }
    };
    let instances: Vec<_> = (0..257).map(&mut instance).collect();
    let options = CinderOptions { size: [32, 32], ..CinderOptions::default() };
    let layers = images_on_cpu(&store, &instances, &options).expect("a view");
    assert_eq!(layers[0].count.iter().max(), Some(&256));
    compare(&gpu, &mut cinder, &mut store, &instances, &options);
    for path in [Path::Render, Path::Compute] {
        let finding = cinder.query(&gpu, &mut store, &instances, &CinderOptions { path, ..options }).expect("closed");
        assert!(finding.pairs.iter().any(|pair| (pair.penetrating, pair.penetrated) == (0, 1)));
    }
}

/// Cubes with another inside, in a grid.
fn grid(store: &mut Store, side: u32) -> Vec<Instance> {
    let mut cube = |half: f64| {
        store.add(&Arc::new(cuboid(DVec3::splat(-half), DVec3::splat(half)).expect("cuboid"))).expect("room")
    };
    let meshes = [cube(1.0), cube(0.6)];
    let at = |i: u32| DVec3::new(f64::from(i % side), f64::from(i / side), 0.0) * 2.5;
    let pair =
        |i: u32| meshes.map(|mesh| Instance { mesh, world_from_body: Pose::from_translation(at(i)).expect("finite") });
    (0..side * side).flat_map(pair).collect()
}

#[test]
fn sixty_five_thousand_bodies_keep_their_names() {
    let Some(gpu) = device::open() else { return };
    let (mut cinder, mut store) = (Cinder::new(&gpu).expect("pipelines"), Store::new(&gpu));
    let instances = grid(&mut store, 182);
    assert!(instances.len() > 65_536);
    for path in [Path::Compute, Path::Render] {
        let options = CinderOptions { size: [1024, 1024], path, ..CinderOptions::default() };
        let finding = cinder.query(&gpu, &mut store, &instances, &options).expect("closed");
        let built = (0..instances.len() as u32 / 2).map(|i| (2 * i + 1, 2 * i));
        assert!(finding.pairs.iter().map(|pair| (pair.penetrating, pair.penetrated)).eq(built), "{path:?}");
    }
}

/// More bodies than one set of occlusion queries has.
#[test]
fn drawing_thousands_of_bodies_names_the_same() {
    let Some(gpu) = device::open() else { return };
    let (mut cinder, mut store) = (Cinder::new(&gpu).expect("pipelines"), Store::new(&gpu));
    let instances = grid(&mut store, 46);
    assert!(instances.len() > 4096);
    let mut look = |path, ask| {
        let options = CinderOptions { size: [300, 300], path, ask, ..CinderOptions::default() };
        cinder.query(&gpu, &mut store, &instances, &options).expect("closed")
    };
    let (drawn, computed) = (look(Path::Render, Ask::Pairs), look(Path::Compute, Ask::Pairs));
    assert!(drawn.pairs == computed.pairs && drawn.bodies == computed.bodies);
    assert_eq!(drawn.bodies.len(), instances.len());
}

/// A solid inside out takes one from the counts of another: in the place of a proper one, nothing counts.
#[test]
fn inside_out_does_not_cancel() {
    let Some(gpu) = device::open() else { return };
    let (mut cinder, mut store) = (Cinder::new(&gpu).expect("pipelines"), Store::new(&gpu));
    let cube = |half: f64| cuboid(DVec3::splat(-half), DVec3::splat(half)).expect("cuboid");
    let shapes = [cube(0.3), cube(0.5), Surface::of(&cube(0.5)).flipped().mesh().expect("flipped")];
    let instances = shapes
        .map(|shape| Instance { mesh: store.add(&Arc::new(shape)).expect("room"), world_from_body: Pose::IDENTITY });
    for (ask, path) in
        [Ask::Any, Ask::Bodies, Ask::Pairs].into_iter().flat_map(|ask| [(ask, Path::Render), (ask, Path::Compute)])
    {
        let options = CinderOptions { ask, path, ..CinderOptions::default() };
        assert_eq!(
            cinder.query(&gpu, &mut store, &instances, &options),
            Err(GpuError::NotClosed { body: 2 }),
            "{options:?}"
        );
    }
    let few = &instances[..2];
    assert!(cinder.query(&gpu, &mut store, few, &CinderOptions::default()).expect("turned outward").interferes);
}

/// Shells of one body, each inside the next, around a small cube.
fn onion(store: &mut Store, shells: u32) -> [Instance; 2] {
    let cube = |half: f64| Surface::of(&cuboid(DVec3::splat(-half), DVec3::splat(half)).expect("cuboid"));
    let shell = |i: u32| cube(0.2 + 0.8 * f64::from(i) / 256.0);
    let onion = (1..shells).fold(shell(0), |onion, i| onion.joined(&shell(i)));
    [cube(0.1), onion].map(|surface| {
        let mesh = store.add(&Arc::new(surface.mesh().expect("shells"))).expect("room");
        Instance { mesh, world_from_body: Pose::IDENTITY }
    })
}

/// The stencil of eight bits, by which drawing counts single bodies, cannot hold that many shells; whatever is asked, none is left out unsaid.
#[test]
fn windings_past_the_stencil_are_refused_by_drawing() {
    let Some(gpu) = device::open() else { return };
    let (mut cinder, mut store) = (Cinder::new(&gpu).expect("pipelines"), Store::new(&gpu));
    for (shells, drawn) in [(127, None), (130, Some(GpuError::NotClosed { body: 1 })), (256, Some(GpuError::Winding))] {
        let instances = onion(&mut store, shells);
        let mut look = |path, ask| {
            let options = CinderOptions { size: [32, 32], path, ask, ..CinderOptions::default() };
            cinder.query(&gpu, &mut store, &instances, &options)
        };
        let computed = look(Path::Compute, Ask::Pairs).expect("closed");
        assert!(computed.pairs.iter().any(|pair| (pair.penetrating, pair.penetrated) == (0, 1)), "{shells}");
        assert_eq!(look(Path::Compute, Ask::Bodies).expect("closed").bodies, [0, 1], "{shells}");
        assert!(look(Path::Render, Ask::Any).expect("counts do not wrap").interferes, "{shells}");
        assert_eq!(look(Path::Render, Ask::Pairs).err(), drawn, "{shells}");
        match look(Path::Render, Ask::Bodies) {
            Ok(finding) => assert_eq!((finding.bodies, &drawn), (vec![0, 1], &None), "{shells}"),
            Err(error) => assert_eq!(Some(error), drawn, "{shells}"),
        }
    }
}

/// Under [`Path::Auto`] what drawing cannot name is computed, whichever is faster.
#[test]
fn auto_answers_where_computing_does() {
    let Some(gpu) = device::open() else { return };
    let (mut cinder, mut store) = (Cinder::new(&gpu).expect("pipelines"), Store::new(&gpu));
    for (shells, ask) in [130, 256].into_iter().flat_map(|shells| [(shells, Ask::Pairs), (shells, Ask::Bodies)]) {
        let instances = onion(&mut store, shells);
        for faster in [None, Some(Path::Render), Some(Path::Compute)] {
            cinder.faster = faster;
            cinder.take_cost();
            let options = CinderOptions { size: [32, 32], ask, ..CinderOptions::default() };
            let finding = cinder.query(&gpu, &mut store, &instances, &options).expect("computing answers");
            assert_eq!((finding.path, finding.bodies), (Path::Compute, vec![0, 1]), "{shells} {faster:?}");
            if faster == Some(Path::Render) {
                assert_eq!(cinder.take_cost().images, 2, "both were made");
            }
        }
    }
}

/// A stray body far away, listed first: the others are drawn where they are all the same.
#[test]
fn a_stray_body_moves_no_other() {
    let Some(gpu) = device::open() else { return };
    let (mut cinder, mut store) = (Cinder::new(&gpu).expect("pipelines"), Store::new(&gpu));
    let mesh = store.add(&Arc::new(cuboid(DVec3::splat(-0.5), DVec3::splat(0.5)).expect("cuboid"))).expect("room");
    let at = |x: f64| Instance {
        mesh,
        world_from_body: Pose::from_translation(DVec3::new(x, 0.3 * x, 0.2 * x)).expect("finite"),
    };
    for stray in [1e8, 1e16, -1e30] {
        let instances = [at(stray), at(0.0), at(0.7), at(9.0), at(9.9)];
        for path in [Path::Render, Path::Compute] {
            let options = CinderOptions { path, ..CinderOptions::default() };
            let pairs = shown(&mut cinder, &gpu, &mut store, &instances, &options);
            assert_eq!(pairs, [(1, 2), (3, 4)], "{stray} {path:?}");
        }
    }
}

/// So far from the origin that places are rounded by more than a pixel: an error, not "free".
#[test]
fn rounding_past_a_pixel_is_refused() {
    let Some(gpu) = device::open() else { return };
    let (mut cinder, mut store) = (Cinder::new(&gpu).expect("pipelines"), Store::new(&gpu));
    let mesh = store.add(&Arc::new(cuboid(DVec3::ZERO, DVec3::ONE).expect("cuboid"))).expect("room");
    let at = |x: f64, y: f64| Instance {
        mesh,
        world_from_body: Pose::from_translation(DVec3::new(x, y, 0.25 * y)).expect("finite"),
    };
    let refused: Vec<i32> = (20..56)
        .filter(|&exponent| {
            let far = 2.0_f64.powi(exponent);
            let instances = [at(far, 0.0), at(far, 0.5)];
            match cinder.query(&gpu, &mut store, &instances, &CinderOptions::default()) {
                Ok(finding) => {
                    assert!(finding.interferes, "2^{exponent}");
                    false
                }
                Err(error) => {
                    assert!(matches!(error, GpuError::View(_)), "2^{exponent}: {error}");
                    true
                }
            }
        })
        .collect();
    assert!(refused.first().is_some_and(|first| (36..46).contains(first)), "{refused:?}");
    assert!(refused.windows(2).all(|two| two[1] == two[0] + 1) && refused.last() == Some(&55), "{refused:?}");
}
