//! The columns of a pose in a table: a translation, and a rotation as a quaternion, a matrix, or roll, pitch and yaw; or none.

use impinge::math::{DMat3, DQuat, DVec3, Pose, PoseError, axis_angle};

const TRANSLATION: [&str; 3] = ["x", "y", "z"];
const QUATERNION: [&str; 4] = ["qw", "qx", "qy", "qz"];
const MATRIX: [&str; 9] = ["r00", "r01", "r02", "r10", "r11", "r12", "r20", "r21", "r22"];
const RADIANS: [&str; 3] = ["roll", "pitch", "yaw"];
const DEGREES: [&str; 3] = ["roll_deg", "pitch_deg", "yaw_deg"];

/// The column of the time, where a table has one.
pub(crate) const TIME: &str = "t";

/// The rotations that a table may have, each by its columns.
const ROTATIONS: [(&str, &[&str]); 4] = [
    ("a quaternion", &QUATERNION),
    ("a matrix", &MATRIX),
    ("roll, pitch and yaw", &RADIANS),
    ("roll, pitch and yaw in degrees", &DEGREES),
];

/// The columns of a pose, by their place in a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PoseColumns {
    translation: [usize; 3],
    rotation: RotationColumns,
}

#[derive(Clone, Copy, Debug)]
enum RotationColumns {
    None,
    Quaternion([usize; 4]),
    Matrix([usize; 9]),
    Radians([usize; 3]),
    Degrees([usize; 3]),
}

impl PoseColumns {
    /// The columns that a header names; other columns are allowed beside a rotation. `expected` ends the messages.
    pub(crate) fn find(header: &[String], expected: &str) -> Result<Self, String> {
        let has = |name: &&str| header.iter().any(|column| column.eq_ignore_ascii_case(name));
        let given = ROTATIONS.map(|(_, names)| names.iter().any(&has));
        let mut named = ROTATIONS.iter().zip(given).filter_map(|((what, _), is_given)| is_given.then_some(what));
        if let (Some(first), Some(second)) = (named.next(), named.next()) {
            return Err(format!("there are columns of {first} and of {second}; {expected}"));
        }
        // Without a rotation, a column of another name may be one that is misspelt.
        let is_plain =
            |column: &String| TRANSLATION.iter().chain(&[TIME]).any(|name| column.eq_ignore_ascii_case(name));
        let rotation = match given {
            [true, ..] => RotationColumns::Quaternion(find(header, QUATERNION, expected)?),
            [_, true, ..] => RotationColumns::Matrix(find(header, MATRIX, expected)?),
            [_, _, true, _] => RotationColumns::Radians(find(header, RADIANS, expected)?),
            [.., true] => RotationColumns::Degrees(find(header, DEGREES, expected)?),
            [false, false, false, false] if header.iter().all(is_plain) => RotationColumns::None,
            [false, false, false, false] => {
                return Err(format!("the header names no rotation; {expected}; found {}", shown(header)));
            }
        };
        Ok(Self { translation: find(header, TRANSLATION, expected)?, rotation })
    }

    /// The pose of a row, of which `number` gives the numbers by their columns.
    pub(crate) fn pose<E>(&self, number: impl Fn(usize) -> Result<f64, E>) -> Result<Result<Pose, PoseError>, E> {
        let translation = DVec3::from_array(numbers(&self.translation, &number)?);
        Ok(match &self.rotation {
            RotationColumns::None => Pose::from_translation(translation),
            RotationColumns::Quaternion(columns) => {
                let [w, x, y, z] = numbers(columns, &number)?;
                Pose::from_quaternion(DQuat::from_xyzw(x, y, z, w), translation)
            }
            RotationColumns::Matrix(columns) => {
                Pose::try_new(DMat3::from_cols_array(&numbers(columns, &number)?).transpose(), translation)
            }
            RotationColumns::Radians(columns) => turned(numbers(columns, &number)?, translation),
            RotationColumns::Degrees(columns) => turned(numbers(columns, &number)?.map(f64::to_radians), translation),
        })
    }
}

/// About the fixed axes x, y and z, in this order, as URDF has it.
fn turned(angles: [f64; 3], translation: DVec3) -> Result<Pose, PoseError> {
    Pose::try_new(axis_angle::roll_pitch_yaw(DVec3::from_array(angles)), translation)
}

fn numbers<const N: usize, E>(columns: &[usize; N], number: impl Fn(usize) -> Result<f64, E>) -> Result<[f64; N], E> {
    let mut numbers = [0.0; N];
    for (place, column) in numbers.iter_mut().zip(columns) {
        *place = number(*column)?;
    }
    Ok(numbers)
}

/// Where the named columns are; capitals and small letters are the same. `expected` ends the messages.
pub(crate) fn find<const N: usize>(header: &[String], names: [&str; N], expected: &str) -> Result<[usize; N], String> {
    let mut places = [0; N];
    let times = |name: &str| header.iter().filter(|h| h.eq_ignore_ascii_case(name)).count();
    if let Some(twice) = names.iter().find(|name| times(name) > 1) {
        return Err(format!("the column {twice} appears twice; {expected}; found {}", shown(header)));
    }
    for (place, name) in places.iter_mut().zip(names) {
        let Some(at) = header.iter().position(|h| h.eq_ignore_ascii_case(name)) else {
            return Err(format!("the column {name} is missing; {expected}; found {}", shown(header)));
        };
        *place = at;
    }
    Ok(places)
}

/// A header for a message: printable, and not long.
fn shown(header: &[String]) -> String {
    const MOST: usize = 200;
    let is_obeyed = |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let joined = header.join(",");
    let text: String = joined.chars().map(|c| if is_obeyed(c) { char::REPLACEMENT_CHARACTER } else { c }).collect();
    let cut: String = text.chars().take(MOST).collect();
    if cut.len() < text.len() { cut + "…" } else { cut }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(text: &str) -> Vec<String> {
        text.split(',').map(str::to_owned).collect()
    }

    fn pose(columns: &str, row: &[f64]) -> Pose {
        let found = PoseColumns::find(&header(columns), "").unwrap();
        found.pose(|column| Ok::<f64, ()>(row[column])).unwrap().unwrap()
    }

    /// Roll about x, then pitch about y, then yaw about z, all fixed.
    #[test]
    fn roll_pitch_and_yaw_are_about_fixed_axes() {
        let quarter = std::f64::consts::FRAC_PI_2;
        let turned = pose("x,y,z,roll,pitch,yaw", &[1.0, 2.0, 3.0, quarter, 0.0, quarter]);
        // y goes to z by the roll, and stays there; z goes to -y, and that to x.
        assert_eq!(turned.transform_point(DVec3::Y), DVec3::new(1.0, 2.0, 4.0));
        assert_eq!(turned.transform_point(DVec3::Z), DVec3::new(2.0, 2.0, 3.0));
        assert_eq!(pose("Yaw_deg,pitch_deg,ROLL_DEG,x,y,z,name", &[90.0, 0.0, 90.0, 1.0, 2.0, 3.0, 0.0]), turned);
        let pitched = pose("x,y,z,roll,pitch,yaw", &[0.0, 0.0, 0.0, 0.0, quarter, 0.0]);
        assert_eq!(pitched.transform_point(DVec3::X), -DVec3::Z);
    }

    #[test]
    fn headers_of_two_rotations_or_of_unknown_columns_are_refused() {
        let refusal = |text: &str| PoseColumns::find(&header(text), "expected more").unwrap_err();
        assert_eq!(
            refusal("x,y,z,qw,yaw"),
            "there are columns of a quaternion and of roll, pitch and yaw; expected more"
        );
        assert_eq!(
            refusal("x,y,z,roll,yaw_deg"),
            "there are columns of roll, pitch and yaw and of roll, pitch and yaw in degrees; expected more"
        );
        assert!(refusal("x,y,z,roll,pitch").starts_with("the column yaw is missing"));
        assert!(refusal("x,y,z,w,i,j,k").starts_with("the header names no rotation"));
        assert_eq!(pose("t,x,y,z", &[7.0, 1.0, 2.0, 3.0]), Pose::from_translation(DVec3::new(1.0, 2.0, 3.0)).unwrap());
    }
}
