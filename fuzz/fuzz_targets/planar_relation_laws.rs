//! Two polygons from any bytes, simple or not, at any pose: every method gives the relation, contacts and distance of brute force, also with
//! the arguments the other way around.
#![no_main]

#[path = "../geometry_from_bytes.rs"]
mod geometry_from_bytes;

use geometry_from_bytes::GeometrySource;
use impinge::pair::{Contacts, Relation};
use impinge_planar::{Method, Request, distance, intersects, relate, within};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut source = GeometrySource::new(bytes);
    let (Some(pose), Some(a), Some(b)) = (source.planar_pose(), source.polygon(), source.polygon()) else { return };
    let request = |method| Request { method, contacts: Contacts::List, distance_up_to: Some(f64::INFINITY) };
    let brute = relate(&a, &b, &pose, &request(Method::Brute));
    let Some(expected) = brute.distance else { panic!("no distance") };
    for method in [Method::Auto, Method::Tree, Method::Covering] {
        let found = relate(&a, &b, &pose, &request(method));
        assert_eq!((found.relation, &found.contacts), (brute.relation, &brute.contacts), "{method:?}");
        assert_eq!(found.distance.map(|gap| gap.value.to_bits()), Some(expected.value.to_bits()), "{method:?}");
    }
    assert_eq!(relate(&b, &a, &pose.inverse(), &Request::default()).relation, brute.relation.flip());
    let meet = brute.relation != Relation::Disjoint;
    assert_eq!((meet, meet), (intersects(&a, &b, &pose), expected.value == 0.0));
    assert_eq!(distance(&b, &a, &pose.inverse()).value.to_bits(), expected.value.to_bits());
    assert!(within(&a, &b, &pose, expected.value));
});
