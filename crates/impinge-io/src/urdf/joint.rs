//! Joints and origins of a URDF file.

use crate::error::{Fault, Problem};
use crate::text::quoted;
use crate::xml::Element;
use impinge::articulation::{Joint, JointLimits, JointMotion, Mimic};
use impinge::math::{DMat3, DQuat, DVec3, Pose, axis_angle};

/// The joint of an element.
pub(super) fn read(joint: &Element<'_>) -> Result<Joint, Fault> {
    let link = |end: &'static str| joint.need_child(end)?.need("link").map(str::to_owned);
    let mimic = joint.child("mimic")?.map(|mimic| read_mimic(&mimic)).transpose()?;
    let motion = motion(joint)?;
    Ok(Joint {
        name: joint.need("name")?.to_owned(),
        parent: link("parent")?,
        child: link("child")?,
        parent_from_joint: origin(joint)?,
        mimic: mimic.filter(|_| motion != JointMotion::Fixed),
        motion,
    })
}

/// What of a joint is left out: a fixed one has no value that could follow another's, though files that fix the fingers of a gripper say that it does.
pub(super) fn left_out(joint: &Element<'_>) -> Option<String> {
    let is_fixed = joint.attribute("type") == Some("fixed");
    let mimic = joint.child("mimic").ok().flatten().filter(|_| is_fixed)?;
    let name = joint.attribute("name").unwrap_or_default();
    Some(format!("{}: joint '{name}' is fixed, so what it mimics is left out", mimic.place()))
}

fn motion(joint: &Element<'_>) -> Result<JointMotion, Fault> {
    let axis = match joint.child("axis")? {
        Some(axis) => {
            axis.need("xyz")?;
            axis.vector("xyz")?.unwrap_or(DVec3::X)
        }
        None => DVec3::X,
    };
    match joint.need("type")? {
        "fixed" => Ok(JointMotion::Fixed),
        "revolute" => Ok(JointMotion::Revolute { axis, limits: limits(joint)? }),
        "continuous" => Ok(JointMotion::Continuous { axis }),
        "prismatic" => Ok(JointMotion::Prismatic { axis, limits: limits(joint)? }),
        "planar" => Ok(JointMotion::Planar { normal: axis }),
        "floating" => Ok(JointMotion::Floating),
        other => {
            let expected = "one of fixed, revolute, continuous, prismatic, planar and floating as 'type' of <joint>";
            Err(Fault::unexpected(joint.attribute_place("type"), expected, quoted(other.as_bytes())))
        }
    }
}

/// The limits of a joint that must have them; zero where one is left out, as the specification has it.
fn limits(joint: &Element<'_>) -> Result<JointLimits, Fault> {
    let limit = joint.need_child("limit")?;
    Ok(JointLimits { lower: limit.number("lower")?.unwrap_or(0.0), upper: limit.number("upper")?.unwrap_or(0.0) })
}

fn read_mimic(mimic: &Element<'_>) -> Result<Mimic, Fault> {
    Ok(Mimic {
        joint: mimic.need("joint")?.to_owned(),
        multiplier: mimic.number("multiplier")?.unwrap_or(1.0),
        offset: mimic.number("offset")?.unwrap_or(0.0),
    })
}

/// The pose that the `origin` inside an element gives; the identity where there is none.
pub(super) fn origin(of: &Element<'_>) -> Result<Pose, Fault> {
    let Some(origin) = of.child("origin")? else { return Ok(Pose::IDENTITY) };
    let translation = origin.vector("xyz")?.unwrap_or(DVec3::ZERO);
    let angles = origin.vector("rpy")?;
    let pose = match (angles, origin.numbers::<4>("quat_xyzw")?) {
        (Some(_), Some(_)) => return Err(origin.unexpected("either 'rpy' or 'quat_xyzw'")),
        (None, Some(xyzw)) => Pose::from_quaternion(DQuat::from_array(xyzw), translation),
        (angles, None) => Pose::try_new(angles.map_or(DMat3::IDENTITY, axis_angle::roll_pitch_yaw), translation),
    };
    pose.map_err(|error| Fault::new(origin.place(), Problem::NotRigid(error)))
}
