//! The sample queries of NYU, where `$IMPINGE_CORPUS` says they are: no contact missed and none made up, whatever the units.

use impinge::ccd::{self, Path, Span};
use impinge::cost::Cost;
use impinge::math::DVec3;
use impinge_io::{CcdQuery, read_ccd_queries};
use std::path::PathBuf;

/// The queries of a kind, by the name of their folder; without a corpus, a loud nothing.
fn samples(kind: &str) -> Option<Vec<CcdQuery>> {
    let Some(corpus) = std::env::var_os("IMPINGE_CORPUS") else {
        eprintln!("NOT TESTED: IMPINGE_CORPUS is not set, so no sample query of continuous collision was asked");
        return None;
    };
    let folder = PathBuf::from(corpus).join("ccd-sample-queries");
    assert!(folder.is_dir(), "IMPINGE_CORPUS is set, but {} is missing", folder.display());
    let scenes = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path().join(kind));
    let files = scenes.filter(|path| path.is_dir()).flat_map(|path| std::fs::read_dir(path).unwrap());
    let all: Vec<CcdQuery> = files.flat_map(|file| read_ccd_queries(&file.unwrap().path()).unwrap()).collect();
    let hits = all.iter().filter(|query| query.truth == Some(true)).count();
    assert!(all.len() > 1_000 && hits > 100, "{} queries, {hits} of which hit", all.len());
    Some(all)
}

fn check(kind: &str, meets: fn(&[Path; 4], &mut Cost) -> bool, spans: fn(&[Path; 4]) -> Vec<Span>) {
    let Some(queries) = samples(kind) else { return };
    let units = [[0; 3], [7; 3], [-400; 3], [515, 515, -900], [0, 0, -900], [300, 0, 0]];
    for powers in units {
        let factors = DVec3::from_array(powers.map(|power| 2f64.powi(power)));
        let mut cost = Cost::default();
        for query in &queries {
            let points = query.points.map(|p| Path::try_new(p.from() * factors, p.to() * factors).unwrap());
            assert_eq!(Some(meets(&points, &mut cost)), query.truth, "{kind} {powers:?} {query:?}");
        }
        assert!(cost.exact_tests * 5 < cost.triangle_tests, "{kind} {powers:?}: {cost:?}");
    }
    let mut ends = 0;
    for query in &queries {
        let spans = spans(&query.points);
        assert_eq!(Some(!spans.is_empty()), query.truth, "{kind} {query:?}");
        for (span, next) in spans.iter().zip(spans.iter().skip(1)) {
            assert!(span.end.upper <= next.begin.lower, "{kind} {query:?} {spans:?}");
        }
        for time in spans.iter().flat_map(|span| [span.begin, span.end]) {
            assert!(time.is_exact() || time.upper == time.lower.next_up(), "{kind} {query:?} {spans:?}");
        }
        ends += usize::from(spans.first().is_some_and(|span| span.begin.upper == 1.0));
    }
    eprintln!("{kind}: {} queries, {ends} meet at the very end alone", queries.len());
}

#[test]
fn vertices_and_faces_of_the_samples() {
    check(
        "vertex-face",
        |p, cost| ccd::vertex_face(&p[0], &[p[1], p[2], p[3]], cost),
        |p| ccd::vertex_face_contacts(&p[0], &[p[1], p[2], p[3]], &mut Cost::default()).spans,
    );
}

#[test]
fn edges_of_the_samples() {
    check(
        "edge-edge",
        |p, cost| ccd::edge_edge(&[p[0], p[1]], &[p[2], p[3]], cost),
        |p| ccd::edge_edge_contacts(&[p[0], p[1]], &[p[2], p[3]], &mut Cost::default()).spans,
    );
}
