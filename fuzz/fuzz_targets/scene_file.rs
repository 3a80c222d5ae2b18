//! Any bytes as a scene file: bodies with parts or an error with a message, never a panic.
#![no_main]

use impinge_io::read_scene_bytes;
use std::path::Path;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    match read_scene_bytes(Path::new("/nowhere/fuzz.toml"), bytes) {
        Ok(scene) => assert!(scene.bodies.iter().all(|body| !body.parts.is_empty())),
        Err(error) => assert!(error.to_string().starts_with("/nowhere/fuzz.toml")),
    }
});
