//! A small mesh from any bytes, healed within a length: no panic, every vertex is one of the input, nothing moves farther than the length, and the order of faces does not matter.
#![no_main]

#[path = "../geometry_from_bytes.rs"]
mod geometry_from_bytes;

use geometry_from_bytes::GeometrySource;
use impinge::math::DVec3;
use impinge::mesh::{HealOptions, Mesh};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    let Some(mesh) = GeometrySource::new(rest).heap() else { return };
    let within = [0.0, 1e-16, 1e-3, 0.5, 1.0, 1.5, 4.0, 1e300][usize::from(first & 7)];
    let healed = mesh.heal(&HealOptions { within });
    assert!(healed.report.largest_move <= within);
    let is_place = |p: &DVec3| mesh.vertices().contains(p);
    assert!(healed.mesh.vertices().iter().all(is_place));
    let open = healed.mesh.defects().iter().filter(|defect| defect.kind() == "boundary_edge").count();
    assert_eq!(open, healed.report.edges_left);
    let mut triangles: Vec<_> = mesh.face_ids().map(|face| mesh.triangle(face)).collect();
    triangles.reverse();
    let Ok(other) = Mesh::from_triangles(&triangles) else { return };
    assert_eq!(other.heal(&HealOptions { within }).report, healed.report);
});
