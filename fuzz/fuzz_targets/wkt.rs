//! Any bytes as WKT: polygons or an error with a message, never a panic; what is read relates to itself as it must.
#![no_main]

use impinge::pair::Relation;
use impinge_io::{PlanarFormat, PlanarOptions, read_planar_bytes};
use impinge_planar::{Pose2, Request, relate};

/// Most vertices of a polygon that is asked about: fuzzing wants many runs.
const MOST_VERTICES: usize = 256;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    match read_planar_bytes(PlanarFormat::Wkt, "fuzz.wkt", bytes, &PlanarOptions::default()) {
        Ok(bodies) => {
            assert!(!bodies.is_empty());
            for body in bodies.iter().filter(|body| body.polygon.vertices().len() <= MOST_VERTICES).take(4) {
                let report = relate(&body.polygon, &body.polygon, &Pose2::IDENTITY, &Request::default());
                assert_eq!(report.relation, Relation::Coincident);
            }
        }
        Err(error) => assert!(error.to_string().starts_with("fuzz.wkt")),
    }
});
