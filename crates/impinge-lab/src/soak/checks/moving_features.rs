//! A vertex and a face, and two edges, in motion on a lattice: at eighths of the way all points are exact, and integers say whether they meet.

use super::eighths;
use crate::soak::case::Tally;
use crate::soak::random_geometry::RandomGeometry;
use impinge::ccd::{Path, Span, edge_edge, edge_edge_contacts, vertex_face, vertex_face_contacts};
use impinge::cost::Cost;
use impinge::math::DVec3;
use impinge::triangle_pair::{Triangle, TriangleRelation, relate_brute};

const FEATURES: usize = 96;

pub fn check(source: &mut RandomGeometry, tally: &mut Tally) {
    source.stay_on_lattice();
    let cost = &mut Cost::default();
    for _ in 0..FEATURES {
        let ends: [[DVec3; 2]; 4] = std::array::from_fn(|_| [source.point(), source.point()]);
        let Ok(paths) = ends.iter().map(|[from, to]| Path::try_new(*from, *to)).collect::<Result<Vec<_>, _>>() else {
            continue;
        };
        let &[a, b, c, d] = &paths[..] else { continue };
        let faces = vertex_face_contacts(&a, &[b, c, d], cost).spans;
        let edges = edge_edge_contacts(&[a, b], &[c, d], cost).spans;
        tally.same("vertex and face", vertex_face(&a, &[b, c, d], cost), !faces.is_empty());
        tally.same("two edges", edge_edge(&[a, b], &[c, d], cost), !edges.is_empty());
        for time in eighths() {
            let [a, b, c, d] = ends.map(|[from, to]| from + (to - from) * time);
            compare("vertex and face", &faces, time, meet([a, a, a], [b, c, d]), tally);
            compare("two edges", &edges, time, meet([a, b, b], [c, d, d]), tally);
        }
    }
}

fn meet(a: Triangle, b: Triangle) -> bool {
    relate_brute(&a, &b) != TriangleRelation::Disjoint
}

/// What meets is within a span; where nothing meets, no span is sure of it.
fn compare(what: &str, spans: &[Span], time: f64, is_meeting: bool, tally: &mut Tally) {
    tally.count_contact(is_meeting);
    let may_hold = spans.iter().any(|span| span.begin.lower <= time && time <= span.end.upper);
    let must_hold = spans.iter().any(|span| span.begin.upper <= time && time <= span.end.lower);
    let is_right = if is_meeting { may_hold } else { !must_hold };
    tally.holds(is_right, || format!("{what} at {time}: expected contact {is_meeting}, found {spans:?}"));
}
