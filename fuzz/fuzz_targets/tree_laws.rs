//! Two small meshes at any pose from any bytes: contacts and distance behind the wide tree are those of brute force, to the
//! last bit, for all vector instructions and both ways of fitting boxes.
#![no_main]

#[path = "../geometry_from_bytes.rs"]
mod geometry_from_bytes;

use geometry_from_bytes::GeometrySource;
use impinge::bvh::Preset;
use impinge::math::simd::{Instructions, limited};
use impinge::mesh::Mesh;
use impinge::pair::{Contacts, Method, Request, relate, within};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut source = GeometrySource::new(bytes);
    let (Some(pose), Some(a), Some(b)) = (source.pose(), source.heap(), source.heap()) else { return };
    let request = |method| Request { method, contacts: Contacts::List, distance_up_to: Some(f64::INFINITY) };
    let brute = relate(&a, &b, &pose, &request(Method::Brute));
    let Some(expected) = brute.distance else { panic!("no distance") };
    for preset in [Preset::Oriented, Preset::AxisAligned] {
        let [a, b] = [&a, &b].map(|m| Mesh::clone(m).with_preset(preset));
        for instructions in [Instructions::Best, Instructions::Avx2, Instructions::Baseline] {
            let found = limited(instructions, || relate(&a, &b, &pose, &request(Method::Auto)));
            assert_eq!(found.relation, brute.relation);
            assert_eq!(found.contacts, brute.contacts);
            let Some(gap) = found.distance else { panic!("no distance") };
            assert_eq!(gap.value.to_bits(), expected.value.to_bits(), "{gap:?} {expected:?}");
            if expected.value > 0.0 {
                assert_eq!(gap, expected);
                assert!(limited(instructions, || within(&a, &b, &pose, expected.value)));
            }
        }
    }
});
