//! Moving features from any bytes: the same answer with other names, backwards, in other units and with times; times lie between neighbours.
#![no_main]

#[path = "../geometry_from_bytes.rs"]
mod geometry_from_bytes;

use geometry_from_bytes::GeometrySource;
use impinge::ccd::{Path, Span, edge_edge, edge_edge_contacts, vertex_face, vertex_face_contacts};
use impinge::cost::Cost;
use impinge::math::DVec3;

type Points = [Path; 4];

fn changed(points: &Points, change: impl Fn(&Path) -> [DVec3; 2]) -> Option<Points> {
    let path = |k: usize| Path::try_new(change(&points[k])[0], change(&points[k])[1]).ok();
    Some([path(0)?, path(1)?, path(2)?, path(3)?])
}

/// Whether a vertex and a face meet, and whether two edges do.
fn meet([a, b, c, d]: &Points) -> [bool; 2] {
    let cost = &mut Cost::default();
    [vertex_face(a, &[*b, *c, *d], cost), edge_edge(&[*a, *b], &[*c, *d], cost)]
}

fn spans([a, b, c, d]: &Points) -> [Vec<Span>; 2] {
    let cost = &mut Cost::default();
    [vertex_face_contacts(a, &[*b, *c, *d], cost).spans, edge_edge_contacts(&[*a, *b], &[*c, *d], cost).spans]
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut source = GeometrySource::new(bytes);
    let mut path = || Path::try_new(source.point()?, source.point()?).ok();
    let (Some(a), Some(b), Some(c), Some(d)) = (path(), path(), path(), path()) else { return };
    let points = [a, b, c, d];
    let found = meet(&points);
    assert_eq!(Some(found), changed(&points, |p| [p.to(), p.from()]).map(|points| meet(&points)));
    assert_eq!(found[0], meet(&[a, d, b, c])[0]);
    assert_eq!(found[1], meet(&[d, c, a, b])[1]);
    let turned = |p: DVec3| DVec3::new(p.z, -p.x, p.y);
    assert_eq!(Some(found), changed(&points, |p| [turned(p.from()), turned(p.to())]).map(|points| meet(&points)));
    // No bit is lost: coordinates are within 2^±300.
    let scaled = |p: DVec3| DVec3::new(p.x * 2f64.powi(300), p.y, p.z * 2f64.powi(40));
    assert_eq!(Some(found), changed(&points, |p| [scaled(p.from()), scaled(p.to())]).map(|points| meet(&points)));
    for (meets, spans) in found.into_iter().zip(spans(&points)) {
        assert_eq!(meets, !spans.is_empty());
        for time in spans.iter().flat_map(|span| [span.begin, span.end]) {
            assert!(0.0 <= time.lower && time.lower <= time.upper && time.upper <= 1.0);
        }
        assert!(spans.windows(2).all(|pair| pair[0].end.upper <= pair[1].begin.lower), "{spans:?}");
    }
});
