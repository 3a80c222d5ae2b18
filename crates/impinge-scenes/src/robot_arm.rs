//! A robot of boxes, cylinders and balls: an arm with six hinges on a rail, with a gripper of two fingers.
//!
//! One table gives the URDF text, the articulation and the shapes, so that a reader of the text can be held to the rest. Lengths are in
//! metres. At rest the arm points straight up; folded by 2.9 at the elbow, its wrist hits its upper arm.

use crate::SceneError;
use impinge::articulation::{Articulation, Joint, JointLimits, JointMotion};
use impinge::math::{DVec3, Pose, axis_angle};
use impinge::shape::{Cuboid, Cylinder, Shape, Sphere};
use std::f64::consts::FRAC_PI_2;
use std::fmt::Write;

/// The robot in three forms that say the same.
#[derive(Clone, Debug)]
pub struct RobotArm {
    /// The text of a URDF file, which names no other file.
    pub urdf: String,
    /// Links and joints.
    pub articulation: Articulation,
    /// The shapes of every link in its frame, by id.
    pub shapes: Vec<Vec<(Pose, Shape)>>,
}

/// A place: translation, then roll, pitch and yaw.
type LinkPlacement = [[f64; 3]; 2];

/// A place without rotation.
const fn at(x: f64, y: f64, z: f64) -> LinkPlacement {
    [[x, y, z], [0.0; 3]]
}

enum Solid {
    Cuboid([f64; 3]),
    /// Radius and length.
    Cylinder(f64, f64),
    Ball(f64),
}

/// The links with their shapes.
const LINKS: [(&str, &[(LinkPlacement, Solid)]); 11] = [
    ("rail", &[(at(0.0, 0.0, -0.05), Solid::Cuboid([2.5, 0.3, 0.1]))]),
    ("base", &[(at(0.0, 0.0, 0.1), Solid::Cylinder(0.12, 0.2))]),
    ("column", &[(at(0.0, 0.0, 0.1), Solid::Cylinder(0.09, 0.2))]),
    (
        "upper_arm",
        &[
            ([[0.0, 0.0, 0.0], [FRAC_PI_2, 0.0, 0.0]], Solid::Cylinder(0.08, 0.24)),
            (at(0.0, 0.0, 0.25), Solid::Cuboid([0.1, 0.12, 0.5])),
        ],
    ),
    (
        "forearm",
        &[
            ([[0.0, 0.0, 0.0], [FRAC_PI_2, 0.0, 0.0]], Solid::Cylinder(0.06, 0.2)),
            (at(0.0, 0.0, 0.2), Solid::Cylinder(0.05, 0.3)),
        ],
    ),
    ("wrist", &[(at(0.0, 0.0, 0.0), Solid::Ball(0.06))]),
    ("flange", &[]),
    ("hand", &[(at(0.0, 0.0, 0.04), Solid::Cuboid([0.06, 0.2, 0.04]))]),
    ("left_finger", &[(at(0.0, 0.0, 0.04), Solid::Cuboid([0.02, 0.015, 0.08]))]),
    ("right_finger", &[(at(0.0, 0.0, 0.04), Solid::Cuboid([0.02, 0.015, 0.08]))]),
    ("camera", &[(at(0.0, 0.0, 0.0), Solid::Cuboid([0.05, 0.08, 0.03]))]),
];

struct LinkRow {
    name: &'static str,
    ends: [&'static str; 2],
    place: LinkPlacement,
    motion: JointMotion,
    /// The joint that leads, and the multiplier.
    mimic: Option<(&'static str, f64)>,
}

const fn limits(lower: f64, upper: f64) -> JointLimits {
    JointLimits { lower, upper }
}

const fn row(name: &'static str, ends: [&'static str; 2], place: LinkPlacement, motion: JointMotion) -> LinkRow {
    LinkRow { name, ends, place, motion, mimic: None }
}

/// The joints.
fn rows() -> [LinkRow; 10] {
    let hinge = |axis, limit: f64| JointMotion::Revolute { axis, limits: limits(-limit, limit) };
    let slide = |axis, lower, upper| JointMotion::Prismatic { axis, limits: limits(lower, upper) };
    let turned = [[0.0, 0.0, 0.06], [0.0, 0.0, FRAC_PI_2]];
    let leaning = [[0.08, 0.0, 0.02], [0.0, 0.4, 0.0]];
    let right = row("right", ["hand", "right_finger"], at(0.0, 0.0, 0.06), slide(DVec3::Y, -0.08, 0.0));
    [
        row("carriage", ["rail", "base"], at(0.0, 0.0, 0.0), slide(DVec3::X, -1.0, 1.0)),
        row("turn", ["base", "column"], at(0.0, 0.0, 0.2), JointMotion::Continuous { axis: DVec3::Z }),
        row("shoulder", ["column", "upper_arm"], at(0.0, 0.0, 0.28), hinge(DVec3::Y, 1.9)),
        row("elbow", ["upper_arm", "forearm"], at(0.0, 0.0, 0.5), hinge(DVec3::Y, 2.9)),
        row("wrist_tilt", ["forearm", "wrist"], at(0.0, 0.0, 0.4), hinge(DVec3::new(0.0, 2.0, 0.0), 2.0)),
        row("wrist_turn", ["wrist", "flange"], at(0.0, 0.0, 0.0), hinge(DVec3::Z, 3.0)),
        row("mount", ["flange", "hand"], turned, JointMotion::Fixed),
        row("left", ["hand", "left_finger"], at(0.0, 0.0, 0.06), slide(DVec3::Y, 0.0, 0.08)),
        LinkRow { mimic: Some(("left", -1.0)), ..right },
        row("camera_mount", ["flange", "camera"], leaning, JointMotion::Fixed),
    ]
}

/// The robot.
///
/// # Errors
/// None, unless the table above is changed for the worse.
pub fn robot_arm() -> Result<RobotArm, SceneError> {
    let mut shapes = Vec::new();
    for (_, solids) in &LINKS {
        let placed = solids.iter().map(|(place, solid)| Ok((pose(place)?, shape(solid)?)));
        shapes.push(placed.collect::<Result<Vec<_>, SceneError>>()?);
    }
    let mut joints = Vec::new();
    for LinkRow { name, ends: [parent, child], place, motion, mimic } in rows() {
        let joint = Joint::new(name, parent, child, motion).at(pose(&place)?);
        joints.push(match mimic {
            Some((leader, multiplier)) => joint.following(leader, multiplier, 0.0),
            None => joint,
        });
    }
    let links = LINKS.iter().map(|(name, _)| (*name).to_owned()).collect();
    Ok(RobotArm { urdf: urdf(), articulation: Articulation::try_new(links, joints)?, shapes })
}

fn pose([translation, angles]: &LinkPlacement) -> Result<Pose, SceneError> {
    Ok(Pose::try_new(axis_angle::roll_pitch_yaw(DVec3::from_array(*angles)), DVec3::from_array(*translation))?)
}

fn shape(solid: &Solid) -> Result<Shape, SceneError> {
    Ok(match solid {
        Solid::Cuboid(size) => Cuboid::try_new(DVec3::from_array(*size) / 2.0)?.into(),
        Solid::Cylinder(radius, length) => Cylinder::try_new(length / 2.0, *radius)?.into(),
        Solid::Ball(radius) => Sphere::try_new(*radius)?.into(),
    })
}

/// The text of the file. Writing to a text does not fail.
fn urdf() -> String {
    let mut text = "<?xml version=\"1.0\"?>\n<robot name=\"arm\">\n".to_owned();
    let xyz = |v: &[f64; 3]| format!("{} {} {}", v[0], v[1], v[2]);
    let origin = |[translation, angles]: &LinkPlacement| {
        format!("<origin xyz=\"{}\" rpy=\"{}\"/>", xyz(translation), xyz(angles))
    };
    for (name, solids) in &LINKS {
        let _ = writeln!(text, "  <link name=\"{name}\">");
        for (place, solid) in *solids {
            let geometry = match solid {
                Solid::Cuboid(size) => format!("<box size=\"{}\"/>", xyz(size)),
                Solid::Cylinder(radius, length) => format!("<cylinder radius=\"{radius}\" length=\"{length}\"/>"),
                Solid::Ball(radius) => format!("<sphere radius=\"{radius}\"/>"),
            };
            let _ = writeln!(text, "    <collision>\n      {}\n      <geometry>{geometry}</geometry>", origin(place));
            let _ = writeln!(text, "    </collision>");
        }
        let _ = writeln!(text, "  </link>");
    }
    for LinkRow { name, ends: [parent, child], place, motion, mimic } in rows() {
        let kind = match motion {
            JointMotion::Fixed => "fixed",
            JointMotion::Revolute { .. } => "revolute",
            JointMotion::Continuous { .. } => "continuous",
            JointMotion::Prismatic { .. } => "prismatic",
            JointMotion::Planar { .. } => "planar",
            JointMotion::Floating => "floating",
        };
        let _ = writeln!(text, "  <joint name=\"{name}\" type=\"{kind}\">\n    {}", origin(&place));
        let _ = writeln!(text, "    <parent link=\"{parent}\"/>\n    <child link=\"{child}\"/>");
        if let Some(axis) = motion.axis() {
            let _ = writeln!(text, "    <axis xyz=\"{}\"/>", xyz(&axis.to_array()));
        }
        let JointLimits { lower, upper } = motion.limits();
        if lower.is_finite() {
            let _ = writeln!(text, "    <limit lower=\"{lower}\" upper=\"{upper}\" effort=\"100\" velocity=\"1\"/>");
        }
        if let Some((leader, multiplier)) = mimic {
            let _ = writeln!(text, "    <mimic joint=\"{leader}\" multiplier=\"{multiplier}\"/>");
        }
        let _ = writeln!(text, "  </joint>");
    }
    text + "</robot>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::shape::Solid as _;

    #[test]
    fn the_arm_points_up_and_turns() {
        let arm = robot_arm().unwrap();
        let tree = &arm.articulation;
        assert_eq!(tree.dof(), 7);
        assert_eq!(arm.shapes.iter().map(Vec::len).sum::<usize>(), 12);
        let mut poses = vec![Pose::IDENTITY; LINKS.len()];
        let hand = tree.link("hand").unwrap().index();
        tree.poses(&tree.rest(), &mut poses).unwrap();
        let up = poses[hand].translation();
        assert!((up - DVec3::new(0.0, 0.0, 1.44)).length() < 1e-15, "{up}");
        // The shoulder down by a quarter turn, and the whole of it to the left.
        let mut values = tree.rest();
        [values[0], values[1], values[2]] = [0.5, FRAC_PI_2, FRAC_PI_2];
        tree.poses(&values, &mut poses).unwrap();
        let left = poses[hand].translation();
        assert!((left - DVec3::new(0.5, 0.96, 0.48)).length() < 1e-15, "{left}");
        let fingers = ["left_finger", "right_finger"].map(|name| tree.link(name).unwrap().index());
        values[6] = 0.05;
        tree.poses(&values, &mut poses).unwrap();
        let gap = poses[fingers[0]].translation() - poses[fingers[1]].translation();
        assert!((gap.length() - 0.1).abs() < 1e-15);
    }

    #[test]
    fn folded_it_hits_itself() {
        let arm = robot_arm().unwrap();
        let tree = &arm.articulation;
        let [upper, wrist] = ["upper_arm", "wrist"].map(|name| tree.link(name).unwrap().index());
        let mut poses = vec![Pose::IDENTITY; LINKS.len()];
        for (elbow, hits) in [(0.0, false), (2.8, false), (2.9, true), (-2.9, true)] {
            let mut values = tree.rest();
            values[3] = elbow;
            tree.check(&values).unwrap();
            tree.poses(&values, &mut poses).unwrap();
            let (place, beam) = &arm.shapes[upper][1];
            let centre = poses[upper].inverse().transform_point(poses[wrist].translation());
            let gap = beam.distance(place.inverse().transform_point(centre)) - 0.06;
            assert_eq!(gap < 0.0, hits, "{elbow}: {gap}");
        }
    }
}
