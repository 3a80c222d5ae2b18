//! Any bytes as URDF, then as a table of its joints: a robot with poses or an error with a message, never a panic.
#![no_main]

use impinge::math::Pose;
use impinge_io::{JointTable, MissingJoints, RobotOptions, read_urdf_bytes};
use std::path::Path;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    match read_urdf_bytes(Path::new("/nowhere/fuzz.urdf"), bytes, &RobotOptions::default()) {
        Ok(robot) => {
            let tree = &robot.articulation;
            let mut poses = vec![Pose::IDENTITY; robot.links.len()];
            let _ = tree.poses(&tree.rest(), &mut poses);
            tree.check(&tree.rest()).expect("rest is inside the limits");
            let _ = JointTable::parse("fuzz.csv", bytes, tree, MissingJoints::Rest);
        }
        Err(error) => assert!(error.to_string().starts_with("/nowhere/fuzz.urdf")),
    }
});
