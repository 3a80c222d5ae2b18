//! Any bytes as glTF or GLB: bodies or an error with a message, never a panic.
#![no_main]

use impinge_io::{Format, read_bytes};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    match read_bytes(Format::Gltf, "fuzz.gltf", bytes) {
        Ok(bodies) => assert!(bodies.iter().all(|body| !body.mesh.faces().is_empty()) && !bodies.is_empty()),
        Err(error) => assert!(error.to_string().starts_with("fuzz.gltf")),
    }
});
