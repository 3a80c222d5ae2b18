//! Any bytes as a table of polygons or of pairs of them: polygons or an error with a message, never a panic; rows are in order.
#![no_main]

use impinge_io::{PlanarFormat, PlanarOptions, read_planar_bytes, read_polygon_pairs_bytes};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for format in [PlanarFormat::Csv, PlanarFormat::Tsv] {
        match read_planar_bytes(format, "fuzz.table", bytes, &PlanarOptions::default()) {
            Ok(bodies) => assert!(!bodies.is_empty()),
            Err(error) => assert!(error.to_string().starts_with("fuzz.table")),
        }
        match read_polygon_pairs_bytes(format, "fuzz.table", bytes) {
            Ok(pairs) => assert!(pairs.windows(2).all(|two| two[0].line < two[1].line)),
            Err(error) => assert!(error.to_string().starts_with("fuzz.table")),
        }
    }
});
