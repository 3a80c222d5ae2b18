//! Two triangles from any bytes: the relation is that of integer arithmetic, the same both ways round and at any scale,
//! and there is an intersection exactly where there should be.
#![no_main]

#[path = "../geometry_from_bytes.rs"]
mod geometry_from_bytes;

use geometry_from_bytes::GeometrySource;
use impinge::cost::Cost;
use impinge::math::in_exact_range;
use impinge::triangle_pair::{Triangle, TriangleRelation, intersection, relate, relate_brute};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut source = GeometrySource::new(bytes);
    let (Some(a), Some(b)) = (source.triangle(), source.triangle()) else { return };
    let cost = &mut Cost::default();
    let relation = relate(&a, &b, cost);
    assert_eq!(relation, relate_brute(&a, &b));
    assert_eq!(relation, relate(&b, &a, cost));
    assert_eq!(relation != TriangleRelation::Disjoint, intersection(&a, &b, cost).is_some());
    for k in [-200, 200] {
        let scaled = |t: &Triangle| t.map(|p| p * 2f64.powi(k));
        let (a, b) = (scaled(&a), scaled(&b));
        if a.iter().chain(&b).flat_map(|p| p.to_array()).all(in_exact_range) {
            assert_eq!(relation, relate(&a, &b, cost));
        }
    }
});
