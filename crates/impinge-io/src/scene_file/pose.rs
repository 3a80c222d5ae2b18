//! Placements: a translation, and a rotation as a matrix, a quaternion, an axis with an angle, or roll, pitch and yaw.

use crate::document::Item;
use crate::error::{Fault, Problem};
use impinge::math::{DMat3, DQuat, DVec3, Pose, axis_angle};

/// The keys of a placement.
pub(super) const KEYS: [&str; 7] = ["translation", "rotation", "quaternion", "axis", "degrees", "rpy", "rpy_degrees"];

/// The pose of a key `pose`; the identity where it is left out.
pub(super) fn read(of: &Item<'_>) -> Result<Pose, Fault> {
    let Some(pose) = of.get("pose") else { return Ok(Pose::IDENTITY) };
    pose.only(&KEYS)?;
    let translation = pose.get("translation").map_or(Ok(DVec3::ZERO), |t| t.vector())?;
    let made = match ["rotation", "quaternion", "rpy", "rpy_degrees", "axis", "degrees"].map(|key| pose.get(key)) {
        [None, None, None, None, None, None] => Pose::from_translation(translation),
        [Some(rows), None, None, None, None, None] => Pose::try_new(matrix(&rows)?, translation),
        [None, Some(xyzw), None, None, None, None] => {
            Pose::from_quaternion(DQuat::from_array(xyzw.numbers()?), translation)
        }
        [None, None, Some(angles), None, None, None] => {
            Pose::try_new(axis_angle::roll_pitch_yaw(angles.vector()?), translation)
        }
        [None, None, None, Some(angles), None, None] => {
            let radians = angles.vector()?.to_array().map(f64::to_radians);
            Pose::try_new(axis_angle::roll_pitch_yaw(radians.into()), translation)
        }
        [None, None, None, None, Some(axis), Some(degrees)] => {
            let Some(unit) = axis_angle::unit(axis.vector()?) else {
                return Err(Fault::unexpected(axis.place(), "an axis that points somewhere", "zero"));
            };
            Pose::try_new(axis_angle::about(unit, degrees.number()?.to_radians()), translation)
        }
        [None, None, None, None, Some(_), None] => {
            return Err(Fault::unexpected(pose.place(), "'degrees' beside 'axis'", "none"));
        }
        [None, None, None, None, None, Some(_)] => {
            return Err(Fault::unexpected(pose.place(), "'axis' beside 'degrees'", "none"));
        }
        _ => {
            let given: Vec<&str> = KEYS.into_iter().skip(1).filter(|key| pose.get(key).is_some()).collect();
            let expected = "one of rotation, quaternion, rpy, rpy_degrees, and axis with degrees";
            return Err(Fault::unexpected(pose.place(), expected, given.join(" and ")));
        }
    };
    made.map_err(|error| pose.fault(Problem::NotRigid(error)))
}

/// A matrix as a list of three rows.
fn matrix(rows: &Item<'_>) -> Result<DMat3, Fault> {
    let items = rows.items()?;
    let [a, b, c] = &items[..] else { return Err(rows.unexpected("a list of 3 rows of 3 numbers")) };
    Ok(DMat3::from_cols(a.vector()?, b.vector()?, c.vector()?).transpose())
}
