//! Any text as the data of an SVG path: polygons or an error with a message, never a panic, never a ring without points.
#![no_main]

use impinge_io::{PlanarFormat, PlanarOptions, read_planar_bytes};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let data: String = text.chars().filter(|c| !matches!(c, '<' | '&' | '"')).collect();
    let drawing = format!("<svg><path transform=\"rotate(30) scale(2 -3)\" d=\"{data}\"/></svg>");
    match read_planar_bytes(PlanarFormat::Svg, "fuzz.svg", drawing.as_bytes(), &PlanarOptions::default()) {
        Ok(bodies) => assert!(bodies.iter().all(|body| body.polygon.rings().all(|ring| !ring.is_empty()))),
        Err(error) => assert!(error.to_string().starts_with("fuzz.svg")),
    }
});
