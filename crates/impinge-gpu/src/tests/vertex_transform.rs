//! Corners carried to the image by the device are those that the CPU gets, bit for bit; and what goes wrong has a type.

use super::device;
use crate::buffer::ReadBack;
use crate::device_frame::Frame;
use crate::draw_layout::{Layout, Request};
use crate::fixed_point::moved;
use crate::image_view::Tile;
use crate::{Gpu, GpuError, Instance, MeshId, OwnSolid, Store, View};
use impinge::math::{DMat3, DVec3, Pose};
use impinge_scenes::pipe::torus_knot;
use impinge_scenes::solid::cuboid;
use std::sync::Arc;

fn scene(store: &mut Store) -> Vec<Instance> {
    let knot = store.add(&Arc::new(torus_knot(2, 3, 0.3, 60, 8).expect("knot"))).expect("room");
    let cube = store.add(&Arc::new(cuboid(DVec3::ZERO, DVec3::ONE).expect("cuboid"))).expect("room");
    let turned = DMat3::from_rotation_z(0.7) * DMat3::from_rotation_x(-1.1);
    (0..7)
        .map(|i| Instance {
            mesh: if i % 3 == 0 { knot } else { cube },
            world_from_body: Pose::try_new(turned, DVec3::new(0.3, 0.5, 0.1) * f64::from(i)).expect("rotation"),
        })
        .collect()
}

fn carried(gpu: &Gpu, store: &mut Store, layout: &Layout) -> Result<Vec<[[i32; 4]; 2]>, GpuError> {
    let (mut frame, mut read_back) = (Frame::new(gpu), ReadBack::new(gpu));
    store.sync(gpu)?;
    frame.write(gpu, layout)?;
    let bytes = u64::from(layout.totals.corners) * 32;
    read_back.prepare(gpu, bytes)?;
    let mut encoder = gpu.encoder();
    frame.record(gpu, store, layout, &mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    let place = read_back.copy(&mut encoder, frame.screen.buffer(), bytes);
    gpu.submit(encoder);
    read_back.read(gpu, |content| content.elements(place))
}

#[test]
fn corners_are_carried_alike() {
    let Some(gpu) = device::open() else { return };
    let mut store = Store::new(&gpu);
    let instances = scene(&mut store);
    let views = [
        View::default(),
        View::Orthographic { forward: DVec3::new(1.0, -2.0, 3.0), up: DVec3::Z },
        View::Perspective { eye: DVec3::new(0.0, 0.0, 12.0), forward: DVec3::new(0.1, 0.1, -1.0), up: DVec3::Y },
    ];
    for (view, own) in views.into_iter().flat_map(|view| [(view, OwnSolid::Excluded), (view, OwnSolid::Offset)]) {
        let request = Request { view, size: [128, 96], own, tile: Tile::WHOLE };
        let layout = Layout::new(&store, &instances, &request).expect("a view").expect("boxes meet");
        let on_device = carried(&gpu, &mut store, &layout).expect("a device");
        let mut expected = Vec::new();
        for (record, mesh) in layout.records.iter().zip(&layout.meshes) {
            let quantised = &store.model(*mesh).expect("there").quantised;
            for (corner, normal) in quantised.corners.iter().zip(&quantised.normals) {
                let places = [*corner, moved(*corner, *normal, record.offset)].map(|p| record.matrix.project(p));
                expected.push(places.map(|[x, y, z]| [x, y, z, 0]));
            }
        }
        assert_eq!(on_device, expected, "{view:?} {own:?}");
        assert!(
            expected
                .iter()
                .flatten()
                .all(|[x, y, z, _]| x.abs() < 1 << 22 && y.abs() < 1 << 22 && (0..1 << 22).contains(z))
        );
    }
}

#[test]
fn a_lost_device_says_so() {
    let Some(gpu) = device::open() else { return };
    let mut store = Store::new(&gpu);
    let instances = scene(&mut store);
    let request = Request { view: View::default(), size: [64, 64], own: OwnSolid::Excluded, tile: Tile::WHOLE };
    let layout = Layout::new(&store, &instances, &request).expect("a view").expect("boxes meet");
    gpu.abandon();
    assert!(matches!(carried(&gpu, &mut store, &layout), Err(GpuError::Lost(_))));
    assert!(matches!(gpu.check(), Err(GpuError::Lost(_))));
}

#[test]
fn refusals_have_types() {
    let Some(gpu) = device::open() else { return };
    let mut store = Store::new(&gpu);
    let instances = scene(&mut store);
    let from = |eye| Request {
        view: View::Perspective { eye, forward: DVec3::X, up: DVec3::Z },
        size: [64, 64],
        own: OwnSolid::Excluded,
        tile: Tile::WHOLE,
    };
    assert_eq!(Layout::new(&store, &instances, &from(DVec3::X)).err(), Some(GpuError::BehindEye { body: 0 }));
    let stranger = Instance { mesh: MeshId(9), ..instances[0] };
    assert_eq!(Layout::new(&store, &[stranger], &from(DVec3::X)).err(), Some(GpuError::UnknownMesh(9)));
    assert!(Layout::new(&store, &instances[..1], &from(DVec3::NEG_X * 20.0)).expect("a view").is_none());
    let wanted = crate::Choice::Named("a device of this name".to_owned());
    assert!(matches!(Gpu::open(&wanted), Err(GpuError::UnknownDevice { .. })));
}
