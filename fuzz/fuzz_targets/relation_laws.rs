//! Two small meshes from any bytes, closed or not: the relation is that of brute force, flips with the arguments, and
//! agrees with distance and intersection.
#![no_main]

#[path = "../geometry_from_bytes.rs"]
mod geometry_from_bytes;

use geometry_from_bytes::GeometrySource;
use impinge::math::Pose;
use impinge::pair::{Method, Relation, Request, distance, intersects, relate};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut source = GeometrySource::new(bytes);
    let (Some(a), Some(b)) = (source.mesh(), source.mesh()) else { return };
    let pose = Pose::IDENTITY;
    let auto = relate(&a, &b, &pose, &Request::default()).relation;
    let brute = relate(&a, &b, &pose, &Request { method: Method::Brute, ..Request::default() }).relation;
    assert_eq!(auto, brute);
    assert_eq!(auto.flip(), relate(&b, &a, &pose, &Request::default()).relation);
    let meet = auto != Relation::Disjoint;
    assert_eq!(meet, intersects(&a, &b, &pose));
    assert_eq!(meet, distance(&a, &b, &pose).value == 0.0);
});
