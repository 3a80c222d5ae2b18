//! Layered images made on the device have the fragments that the CPU gets, pixel by pixel; and a fragment never says too little.

use super::bodies::{crowd, everything};
use super::device;
use crate::fixed_point::{SUBPIXELS, Triangle, centre};
use crate::layers::{AxisView, Footprint, LayerPasses, LayeredImage, Layers, Slack};
use crate::{GpuError, Store};
use impinge::math::DVec3;
use impinge_scenes::SplitMix64;

fn fragments(image: &LayeredImage) -> u64 {
    (0..image.pixels()).map(|pixel| image.column(pixel).count() as u64).sum()
}

#[test]
fn device_and_cpu_agree_on_every_pixel() {
    let Some(gpu) = device::open() else { return };
    let (mut passes, mut images) = (LayerPasses::new(&gpu), [0, 1, 2].map(|_| Layers::new(&gpu)));
    let mut store = Store::new(&gpu);
    let meshes = everything(&mut store);
    let mut deepest = 0;
    for (seed, size) in [(1, [64, 48]), (2, [33, 65]), (3, [1, 1]), (4, [100, 7])] {
        let instances = crowd(seed, &meshes, 9, 2.5);
        let views = AxisView::of_all(&store, &instances, size).expect("views");
        let mut cost = passes.draw(&gpu, &mut store, &mut images, &views).expect("a device");
        let on_device = passes.read(&gpu, &images, &mut cost).expect("a device");
        for (view, image) in views.iter().zip(&on_device) {
            let expected = LayeredImage::draw(&store, view).expect("meshes");
            assert!(*image == expected, "seed {seed} {size:?}");
            deepest = (0..image.pixels()).map(|pixel| image.column(pixel).count()).fold(deepest, usize::max);
        }
        assert_eq!(cost.fragments, on_device.iter().map(fragments).sum::<u64>());
    }
    assert!(deepest > 1000, "only {deepest} layers");
}

/// Points of random triangles, shifted by the slack, lie within the fragments of their pixels; and the depth at the centre is the plane's.
#[test]
fn fragments_hold_every_point() {
    let mut random = SplitMix64::new(5);
    let (mut tilted, mut whole) = (0, 0);
    for _ in 0..3000 {
        let slack = Slack { position: random.integer(1, 40) as i32, depth: random.integer(1, 30) as i32 };
        let spread = [300, 3000, 20_000][random.below(3) as usize];
        let mut corner =
            || [random.integer(-500, spread), random.integer(-500, spread), random.integer(100_000, 3_000_000)];
        let corners = [corner(), corner(), corner()].map(|p| p.map(|x| x as i32));
        let footprint = Footprint::new(&Triangle(corners), slack, 7);
        let bounds = footprint.pixels([64, 64]);
        for _ in 0..20 {
            let (u, v) = (random.u(), random.u());
            let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
            let [a, b, c] = corners.map(|p| DVec3::from_array(p.map(f64::from)));
            let mut shifted = |reach: i32| random.between(-f64::from(reach), f64::from(reach));
            let moved = DVec3::new(shifted(slack.position), shifted(slack.position), shifted(slack.depth));
            let p = a + (b - a) * u + (c - a) * v + moved;
            let pixel = [p.x, p.y].map(|x| (x / f64::from(SUBPIXELS)).floor() as i32);
            if pixel.iter().any(|x| !(0..64).contains(x)) {
                continue;
            }
            assert!((bounds[0]..bounds[1]).contains(&pixel[0]) && (bounds[2]..bounds[3]).contains(&pixel[1]));
            let fragment = footprint.fragment(pixel).expect("touched");
            assert!(f64::from(fragment.low) <= p.z + 1e-6 && p.z - 1e-6 <= f64::from(fragment.high));
            let weights = Triangle(corners).weights(pixel.map(centre));
            assert_eq!(weights.is_some(), fragment.facing != 0);
            assert!(!fragment.whole || weights.is_some());
            assert_eq!(crate::layers::Fragment::unpacked(fragment.packed()), fragment);
            tilted += u32::from(fragment.high - fragment.low < 1_000_000);
            whole += u32::from(fragment.whole);
        }
    }
    assert!(tilted > 1000 && whole > 1000, "{tilted} {whole}");
}

#[test]
fn images_without_pixels_are_refused() {
    let Some(gpu) = device::open() else { return };
    let mut store = Store::new(&gpu);
    let meshes = everything(&mut store);
    let instances = crowd(1, &meshes, 3, 1.0);
    for size in [[0, 5], [5, 0], [4097, 5]] {
        let refused = AxisView::of_all(&store, &instances, size).err();
        assert_eq!(refused, Some(GpuError::ImageSize { width: size[0], height: size[1], limit: 4096 }));
    }
}
