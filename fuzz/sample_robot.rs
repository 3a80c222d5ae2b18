//! One robot for targets that read what belongs to a robot: a turning joint, a sliding one, and one that mimics the first.

use impinge::articulation::Articulation;
use impinge_io::{RobotOptions, read_urdf_bytes};
use std::path::Path;
use std::sync::OnceLock;

const URDF: &str = r#"<robot name="arm">
  <link name="base"/><link name="upper"/><link name="lower"/><link name="hand"/>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
  <joint name="slide" type="prismatic"><parent link="upper"/><child link="lower"/><axis xyz="1 0 0"/><limit lower="0" upper="1" effort="1" velocity="1"/></joint>
  <joint name="wrist" type="revolute"><parent link="lower"/><child link="hand"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/><mimic joint="shoulder" multiplier="0.5"/></joint>
</robot>"#;

/// Its links and joints.
pub fn articulation() -> &'static Articulation {
    static ARM: OnceLock<Articulation> = OnceLock::new();
    ARM.get_or_init(|| {
        let read = read_urdf_bytes(Path::new("/nowhere/arm.urdf"), URDF.as_bytes(), &RobotOptions::default());
        read.expect("the robot is valid").articulation
    })
}
