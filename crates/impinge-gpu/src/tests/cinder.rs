//! Drawing, computing and the CPU reference give the same pixels in every scene, and the pixels show what is there.

use super::{device, scenes};
use crate::buffer::Array;
use crate::cinder::{Ask, Cinder, CinderOptions, Images, Pair, Path, Survey, images_on_cpu};
use crate::draw_layout::{Layout, Request};
use crate::fixed_point::{DEPTH_LIMIT, POSITION_LIMIT, moved};
use crate::image_view::Tile;
use crate::{Gpu, GpuError, Instance, OwnSolid, Store, View};
use impinge::math::{DVec3, Pose};
use impinge_scenes::solid::cuboid;
use std::sync::Arc;

fn views() -> [View; 3] {
    [
        View::default(),
        View::Orthographic { forward: DVec3::new(0.4, -0.7, -1.0), up: DVec3::Z },
        View::Perspective { eye: DVec3::new(0.5, 0.4, 14.0), forward: DVec3::new(-0.05, 0.0, -1.0), up: DVec3::Y },
    ]
}

fn options_request(options: &CinderOptions) -> Request {
    Request { view: options.view, size: options.size, own: options.own, tile: Tile::WHOLE }
}

/// How many pixels have an edge, and how many of those count.
pub(super) fn compare(
    gpu: &Gpu,
    cinder: &mut Cinder,
    store: &mut Store,
    instances: &[Instance],
    options: &CinderOptions,
) -> [usize; 2] {
    let expected = images_on_cpu(store, instances, options).expect("a view");
    for path in [Path::Render, Path::Compute] {
        let options = CinderOptions { path, ..*options };
        let images = cinder.images(gpu, store, instances, &options).expect("a device");
        let pixels = options.size[0] as usize * options.size[1] as usize;
        for (layer, pixel) in (0..expected.len()).flat_map(|layer| (0..pixels).map(move |pixel| (layer, pixel))) {
            let at = (pixel as u32 % options.size[0], pixel as u32 / options.size[0]);
            let of =
                |i: &Images| (i.edge[pixel], i.depth[pixel], i.count[pixel], i.penetrated[pixel], i.negative[pixel]);
            let (images, expected) = (of(&images[layer]), of(&expected[layer]));
            assert_eq!(images, expected, "{path:?} differs from the twin at {at:?} of layer {layer}: {options:?}");
        }
    }
    let count =
        |of: fn(&Images, usize) -> bool| expected.iter().map(|i| (0..i.edge.len()).filter(|&p| of(i, p)).count()).sum();
    [count(|images, pixel| images.edge[pixel] != 0), count(|images, pixel| images.count[pixel] != 0)]
}

#[test]
fn every_pixel_agrees() {
    let Some(gpu) = device::open() else { return };
    let mut cinder = Cinder::new(&gpu).expect("pipelines");
    let mut found = 0;
    for scene in scenes::all() {
        let mut store = Store::new(&gpu);
        let instances = scene.instances(&mut store);
        for (i, view) in views().into_iter().enumerate() {
            let own = if i == 1 { OwnSolid::Offset } else { OwnSolid::Excluded };
            let size = [[96, 64], [64, 64], [61, 83]][i];
            let options = CinderOptions { view, size, own, layers: 1 + i as u32, ..CinderOptions::default() };
            let [edges, inside] = compare(&gpu, &mut cinder, &mut store, &instances, &options);
            assert!(edges > 50, "{}: only {edges} pixels have edges", scene.name);
            found += usize::from(inside > 0);
        }
    }
    assert!(found >= 15, "only {found} images have an edge inside of something");
}

#[test]
fn pairs_are_those_that_were_built() {
    let Some(gpu) = device::open() else { return };
    let mut cinder = Cinder::new(&gpu).expect("pipelines");
    for scene in scenes::all() {
        let mut store = Store::new(&gpu);
        let instances = scene.instances(&mut store);
        for path in [Path::Render, Path::Compute, Path::Auto] {
            let options = CinderOptions { path, ..CinderOptions::default() };
            let finding = cinder.query(&gpu, &mut store, &instances, &options);
            let pairs = finding.map(|finding| {
                assert_eq!(finding.interferes, !finding.pairs.is_empty());
                let mut pairs: Vec<_> = finding.pairs.iter().map(Pair::bodies).collect();
                pairs.sort_unstable();
                pairs.dedup();
                pairs
            });
            assert_eq!(pairs, scene.expected, "{} by {path:?}", scene.name);
        }
    }
}

#[test]
fn less_can_be_asked() {
    let Some(gpu) = device::open() else { return };
    let mut cinder = Cinder::new(&gpu).expect("pipelines");
    let mut store = Store::new(&gpu);
    for scene in scenes::all().iter().filter(|scene| scene.expected.is_ok()) {
        let instances = scene.instances(&mut store);
        for path in [Path::Render, Path::Compute] {
            let mut ask = |ask| {
                let options = CinderOptions { path, ask, size: [128, 128], ..CinderOptions::default() };
                cinder.query(&gpu, &mut store, &instances, &options).expect("a device")
            };
            let [any, bodies, pairs] = [Ask::Any, Ask::Bodies, Ask::Pairs].map(&mut ask);
            assert_eq!([any.interferes, bodies.interferes], [pairs.interferes; 2]);
            assert_eq!(bodies.bodies, pairs.bodies);
            assert!(any.bodies.is_empty() && any.pairs.is_empty() && bodies.pairs.is_empty());
            let named = pairs.pairs.iter().flat_map(|pair| [pair.penetrating, pair.penetrated]);
            assert!(named.into_iter().all(|body| pairs.bodies.contains(&body)), "{}", scene.name);
            assert!(any.cost.read_back_bytes <= 1024 && bodies.cost.read_back_bytes <= 4096);
            // Drawing reads images back, computing only the pixels that count, twenty bytes each and padded.
            let points: u64 = pairs.pairs.iter().map(|pair| pair.points.len() as u64).sum();
            let expected = match path {
                Path::Compute => {
                    bodies.cost.read_back_bytes + 20 * points..=bodies.cost.read_back_bytes + 20 * points + 256
                }
                Path::Render | Path::Auto => 128 * 128 * 16..=u64::MAX,
            };
            assert!(!pairs.interferes || expected.contains(&pairs.cost.read_back_bytes), "{:?}", pairs.cost);
        }
    }
}

/// The pairs of bodies that images show, the lower first.
pub(super) fn shown(
    cinder: &mut Cinder,
    gpu: &Gpu,
    store: &mut Store,
    instances: &[Instance],
    options: &CinderOptions,
) -> Vec<(u32, u32)> {
    let finding = cinder.query(gpu, store, instances, options).expect("closed");
    let mut pairs: Vec<_> = finding.pairs.iter().map(Pair::bodies).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Moved outward along their normals, edges leave their own solid, and find the same others.
#[test]
fn offset_edges_are_outside_of_their_own_solid() {
    let Some(gpu) = device::open() else { return };
    let mut cinder = Cinder::new(&gpu).expect("pipelines");
    let (mut found, mut more) = (0, 0);
    for scene in scenes::all().iter().filter(|scene| scene.expected.is_ok()) {
        let mut store = Store::new(&gpu);
        let instances = scene.instances(&mut store);
        for (view, side) in views().into_iter().flat_map(|view| [(view, 128), (view, 48)]) {
            let options =
                CinderOptions { path: Path::Compute, view, layers: 4, size: [side; 2], ..CinderOptions::default() };
            let excluded = shown(&mut cinder, &gpu, &mut store, &instances, &options);
            let options = CinderOptions { own: OwnSolid::Offset, ..options };
            let offset = shown(&mut cinder, &gpu, &mut store, &instances, &options);
            let own = offset.iter().filter(|(a, b)| a == b).count();
            assert_eq!(own, 0, "{} {view:?} {side}: bodies in their own solid", scene.name);
            let missed: Vec<_> = excluded.iter().filter(|pair| !offset.contains(pair)).collect();
            assert!(missed.is_empty(), "{} {view:?} {side}: moved edges miss {missed:?} of {offset:?}", scene.name);
            (found, more) = (found + excluded.len(), more + offset.len() - excluded.len());
        }
    }
    assert!(found > 60 && more < found / 4, "{found} {more}");
}

/// Seen from nearby in a few pixels, edges moved outward would be behind the eye, or past the depths there are.
#[test]
fn offset_edges_stay_before_the_eye() {
    let Some(gpu) = device::open() else { return };
    let (mut cinder, mut store) = (Cinder::new(&gpu).expect("pipelines"), Store::new(&gpu));
    let mesh = store.add(&Arc::new(cuboid(DVec3::splat(-0.5), DVec3::splat(0.5)).expect("cuboid"))).expect("room");
    let at = |x: f64, y: f64, z: f64| Instance {
        mesh,
        world_from_body: Pose::from_translation(DVec3::new(x, y, z)).expect("finite"),
    };
    let instances = [at(0.0, 0.0, 0.0), at(0.6, 0.3, 0.2), at(0.2, 0.4, -8.0), at(0.1, 0.1, -8.4)];
    let (mut refused, mut drawn) = (0, 0);
    let distances = [0.1, 0.3, 1.0, 4.0, 20.0, f64::INFINITY];
    for (distance, side) in distances.into_iter().flat_map(|d| [2, 5, 16, 64].map(|side| (d, side))) {
        let view = if distance.is_finite() {
            View::Perspective { eye: DVec3::new(0.3, 0.2, 0.7 + distance), forward: DVec3::NEG_Z, up: DVec3::Y }
        } else {
            View::default()
        };
        let options = CinderOptions { view, size: [side; 2], own: OwnSolid::Offset, ..CinderOptions::default() };
        match Layout::new(&store, &instances, &options_request(&options)) {
            Err(GpuError::BehindEye { body }) => {
                assert!(body < 2 && (distance < 20.0 || side < 5), "{distance} {side}: {body}");
                refused += 1;
            }
            layout => {
                let layout = layout.expect("a view").expect("boxes meet");
                for (record, mesh) in layout.records.iter().zip(&layout.meshes) {
                    let quantised = &store.model(*mesh).expect("there").quantised;
                    for (corner, normal) in quantised.corners.iter().zip(&quantised.normals) {
                        let [x, y, z] = record.matrix.project(moved(*corner, *normal, record.offset));
                        let within =
                            x.abs() < POSITION_LIMIT && y.abs() < POSITION_LIMIT && (0..DEPTH_LIMIT).contains(&z);
                        assert!(within, "{distance} {side}: {x} {y} {z}");
                    }
                }
                compare(&gpu, &mut cinder, &mut store, &instances, &options);
                drawn += 1;
            }
        }
    }
    assert!(refused >= 5 && drawn >= 5, "{refused} {drawn}");
}

#[test]
fn a_lost_device_is_not_free() {
    let Some(gpu) = device::open() else { return };
    let mut cinder = Cinder::new(&gpu).expect("pipelines");
    let mut store = Store::new(&gpu);
    let instances = scenes::all()[0].instances(&mut store);
    assert!(cinder.query(&gpu, &mut store, &instances, &CinderOptions::default()).expect("a device").interferes);
    gpu.abandon();
    for path in [Path::Render, Path::Compute] {
        let options = CinderOptions { path, ..CinderOptions::default() };
        assert!(matches!(cinder.query(&gpu, &mut store, &instances, &options), Err(GpuError::Lost(_))));
    }
    assert!(matches!(Cinder::new(&gpu), Err(GpuError::Lost(_))));
}

#[test]
fn what_does_not_fit_is_refused() {
    let Some(gpu) = device::open() else { return };
    let mut array = Array::<u32>::new(&gpu, "numbers");
    let limit = gpu.description().largest_buffer;
    assert_eq!(array.reserve(&gpu, limit), Err(GpuError::TooLarge { what: "numbers", bytes: 4 * limit, limit }));
    assert_eq!(array.reserve(&gpu, 1000), Ok(true));
    assert_eq!(array.reserve(&gpu, 1500), Ok(false));
}

/// Plates 4,000 times as wide as thick, seen face-on: the room of depths is thinner than their steps.
#[test]
fn thin_plates_are_not_lost() {
    let Some(gpu) = device::open() else { return };
    let mut cinder = Cinder::new(&gpu).expect("pipelines");
    let mut store = Store::new(&gpu);
    let corner = DVec3::new(1.0, 1.0, 0.000_25);
    let mesh = store.add(&Arc::new(cuboid(-corner, corner).expect("a plate"))).expect("room");
    for far in [0.0, 1e7] {
        let at = |x: f64, z: f64| {
            let world_from_body = Pose::from_translation(DVec3::new(far + x, 0.2 * x, z)).expect("a place");
            Instance { mesh, world_from_body }
        };
        let instances = [at(0.0, 0.0), at(0.3, 0.000_1)];
        for (forward, up) in [(DVec3::Z, DVec3::Y), (DVec3::X, DVec3::Z)] {
            let options = CinderOptions { view: View::Orthographic { forward, up }, ..CinderOptions::default() };
            let [edges, inside] = compare(&gpu, &mut cinder, &mut store, &instances, &options);
            assert!(edges > 50 && (inside > 0 || forward == DVec3::X), "{far} {forward}: {edges} {inside}");
        }
    }
}

#[test]
fn images_need_pixels() {
    let Some(gpu) = device::open() else { return };
    let mut cinder = Cinder::new(&gpu).expect("pipelines");
    let mut store = Store::new(&gpu);
    for size in [[0, 64], [64, 0], [u32::MAX, 64]] {
        let options = CinderOptions { size, ..CinderOptions::default() };
        assert!(matches!(cinder.query(&gpu, &mut store, &[], &options), Err(GpuError::ImageSize { .. })));
    }
    assert!(!cinder.query(&gpu, &mut store, &[], &CinderOptions::default()).expect("nothing to draw").interferes);
    let instances = scenes::all()[0].instances(&mut store);
    let no_layers = CinderOptions { layers: 0, ..CinderOptions::default() };
    assert!(cinder.query(&gpu, &mut store, &instances, &no_layers).expect("a device").interferes);
    let blind = Survey { views: Vec::new(), ..Survey::default() };
    assert!(matches!(cinder.survey(&gpu, &mut store, &instances, &blind), Err(GpuError::View(_))));
}
