//! Any bytes as SRDF of one robot: pairs of its links or an error with a message, never a panic; no pair is both enabled and disabled.
#![no_main]

#[path = "../sample_robot.rs"]
mod sample_robot;

use impinge_io::read_srdf_bytes;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let tree = sample_robot::articulation();
    match read_srdf_bytes("fuzz.srdf", bytes, tree) {
        Ok(pairs) => {
            let links = tree.link_names().len() as u32;
            assert!(pairs.enabled.iter().all(|[a, b]| a.0 < links && b.0 < links && !pairs.disabled.contains(b, a)));
            assert!(pairs.disabled.iter().all(|[a, b]| a.0 < links && b.0 < links));
        }
        Err(error) => assert!(error.to_string().starts_with("fuzz.srdf")),
    }
});
