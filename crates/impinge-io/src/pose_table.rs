//! Poses from CSV, in space or in the plane: a header that names the columns, then a pose a row. Every refusal names file, line and column.

use crate::error::{Fault, FilePlace, Problem, ReadError};
use crate::pose_columns::{PoseColumns, TIME, find};
use crate::table_line::line_of;
use impinge::math::{DVec2, Pose, PoseError};
use impinge_planar::Pose2;

/// What every message about the header ends with.
const EXPECTED: &str = "expected the columns x,y,z and one of qw,qx,qy,qz; r00,r01,r02,r10,r11,r12,r20,r21,r22; roll,pitch,yaw; \
                        roll_deg,pitch_deg,yaw_deg; or no rotation";

/// What every message about the header of keyframes ends with.
const EXPECTED_KEYFRAMES: &str = "expected the columns t,x,y,z and one of qw,qx,qy,qz; r00,r01,r02,r10,r11,r12,r20,r21,r22; \
                                  roll,pitch,yaw; roll_deg,pitch_deg,yaw_deg; or no rotation";

const PLANAR: [&str; 3] = ["angle_deg", "x", "y"];

/// What every message about the header of poses in the plane ends with.
const EXPECTED_PLANAR: &str = "expected the columns angle_deg,x,y";

/// The poses in the bytes of a CSV file; `name` stands for it in errors.
///
/// # Errors
/// The header does not name the columns of a pose, or a row is not a pose.
pub fn read_pose_table_bytes(name: &str, bytes: &[u8]) -> Result<Vec<Pose>, ReadError> {
    poses(bytes).map_err(|fault| fault.in_file(name))
}

/// The poses in the plane in the bytes of a CSV file; `name` stands for it in errors.
///
/// # Errors
/// The header does not name the columns of a pose in the plane, or a row is not a pose.
pub fn read_planar_pose_table_bytes(name: &str, bytes: &[u8]) -> Result<Vec<Pose2>, ReadError> {
    planar_poses(bytes).map_err(|fault| fault.in_file(name))
}

/// A pose at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Keyframe {
    /// The time, in the unit of the file.
    pub time: f64,
    /// The pose at that time.
    pub pose: Pose,
    /// The line of the file, from 1.
    pub line: u64,
}

/// The keyframes in the bytes of a CSV file, in the order of the file; `name` stands for it in errors.
///
/// # Errors
/// The header does not name the columns of a pose at a time, or a row is not one.
pub fn read_keyframes_bytes(name: &str, bytes: &[u8]) -> Result<Vec<Keyframe>, ReadError> {
    keyframes(bytes).map_err(|fault| fault.in_file(name))
}

/// A row with what its errors name.
struct TableRow<'a> {
    line: u64,
    header: &'a [String],
    cells: &'a csv::ByteRecord,
}

fn poses(bytes: &[u8]) -> Result<Vec<Pose>, Fault> {
    let columns = |header: &[String]| PoseColumns::find(header, EXPECTED);
    rows(bytes, [EXPECTED, "qw,qx,qy,qz,x,y,z"], columns, |row, columns| row.pose(columns))
}

fn keyframes(bytes: &[u8]) -> Result<Vec<Keyframe>, Fault> {
    let columns = |header: &[String]| {
        let time = find(header, [TIME], EXPECTED_KEYFRAMES)?;
        Ok((time, PoseColumns::find(header, EXPECTED_KEYFRAMES)?))
    };
    rows(bytes, [EXPECTED_KEYFRAMES, "t,qw,qx,qy,qz,x,y,z"], columns, |row, (time, pose)| {
        let [time] = row.numbers(time)?;
        Ok(Keyframe { time, pose: row.pose(pose)?, line: row.line })
    })
}

fn planar_poses(bytes: &[u8]) -> Result<Vec<Pose2>, Fault> {
    let columns = |header: &[String]| find(header, PLANAR, EXPECTED_PLANAR);
    rows(bytes, [EXPECTED_PLANAR, "angle_deg,x,y"], columns, |row, columns| {
        let [angle, x, y] = row.numbers(columns)?;
        Pose2::from_degrees(angle, DVec2::new(x, y)).map_err(|error| row.not_rigid(error))
    })
}

/// Every row of a CSV file, read by the columns of its header; `expected` and `example` tell about the header.
fn rows<C, P>(
    bytes: &[u8],
    [expected, example]: [&str; 2],
    columns: impl Fn(&[String]) -> Result<C, String>,
    pose: impl Fn(&TableRow<'_>, &C) -> Result<P, Fault>,
) -> Result<Vec<P>, Fault> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).trim(csv::Trim::All).from_reader(bytes);
    let mut cells = csv::ByteRecord::new();
    let unreadable = |error: csv::Error| Fault::new(FilePlace::Whole, Problem::Unreadable(error.into()));
    let bad_header = |place: FilePlace, message: String| Fault::new(place, Problem::BadHeader(message));
    if !reader.read_byte_record(&mut cells).map_err(unreadable)? {
        return Err(bad_header(FilePlace::Whole, format!("the file has no header; {expected}")));
    }
    let header: Vec<String> = cells.iter().map(|c| String::from_utf8_lossy(c).trim().to_owned()).collect();
    let line = line_of(bytes, &cells);
    if header.iter().all(|cell| cell.parse::<f64>().is_ok()) {
        let message = format!("line {line} holds numbers; expected a header such as {example}");
        return Err(bad_header(FilePlace::Whole, message));
    }
    let columns = columns(&header).map_err(|message| bad_header(FilePlace::Line(line), message))?;
    let mut poses = Vec::new();
    while reader.read_byte_record(&mut cells).map_err(unreadable)? {
        let line = line_of(bytes, &cells);
        let row = TableRow { line, header: &header, cells: &cells };
        row.check()?;
        poses.push(pose(&row, &columns)?);
    }
    Ok(poses)
}

impl TableRow<'_> {
    /// Whether the row is as long as the header.
    fn check(&self) -> Result<(), Fault> {
        if self.cells.len() == self.header.len() {
            return Ok(());
        }
        let expected = format!("{} cells as in the header", self.header.len());
        Err(Fault::unexpected(FilePlace::Line(self.line), expected, self.cells.len().to_string()))
    }

    fn not_rigid(&self, error: PoseError) -> Fault {
        Fault::new(FilePlace::Line(self.line), Problem::NotRigid(error))
    }

    fn pose(&self, columns: &PoseColumns) -> Result<Pose, Fault> {
        columns.pose(|column| self.number(column))?.map_err(|error| self.not_rigid(error))
    }

    fn numbers<const N: usize>(&self, columns: &[usize; N]) -> Result<[f64; N], Fault> {
        let mut numbers = [0.0; N];
        for (number, column) in numbers.iter_mut().zip(columns) {
            *number = self.number(*column)?;
        }
        Ok(numbers)
    }

    fn number(&self, column: usize) -> Result<f64, Fault> {
        let cell = String::from_utf8_lossy(self.cells.get(column).unwrap_or_default());
        match cell.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => {
                let shown: String = cell.chars().take(40).collect();
                let place = FilePlace::Cell { line: self.line, column: self.header[column].clone() };
                Err(Fault::unexpected(place, "a finite number", format!("{shown:?}")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::math::DVec3;

    fn parsed(bytes: &[u8]) -> Result<Vec<Pose>, Fault> {
        poses(bytes)
    }

    fn refusal(text: &str) -> String {
        read_pose_table_bytes("p.csv", text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn both_headers_in_any_order() {
        let poses = parsed(b"\xef\xbb\xbfx, y ,z,qw,qx,qy,qz,time\r\n1,2,3,1,0,0,0,noon\r\n\r\n").unwrap();
        assert_eq!(poses, [Pose::from_translation(DVec3::new(1.0, 2.0, 3.0)).unwrap()]);
        let poses = parsed(b"r00,r01,r02,r10,r11,r12,r20,r21,r22,x,y,z\n0,-1,0,1,0,0,0,0,1,0.5,0,0\n").unwrap();
        assert_eq!(poses[0].transform_point(DVec3::X), DVec3::new(0.5, 1.0, 0.0));
        assert!(parsed(b"qw,qx,qy,qz,x,y,z\n").unwrap().is_empty());
    }

    #[test]
    fn poses_in_the_plane_are_angles_and_translations() {
        let poses = planar_poses(b"X,y,angle_deg,t\n1,2,90,\n0.5,0,0,\n").unwrap();
        assert_eq!(poses[0].transform_point(DVec2::new(3.0, 0.0)), DVec2::new(1.0, 5.0));
        assert_eq!(poses[1], Pose2::from_translation(DVec2::new(0.5, 0.0)).unwrap());
        let refusal = |text: &str| read_planar_pose_table_bytes("p.csv", text.as_bytes()).unwrap_err().to_string();
        assert_eq!(
            refusal("x,y\n"),
            "p.csv:1: the column angle_deg is missing; expected the columns angle_deg,x,y; found x,y"
        );
        assert_eq!(refusal("0,1,2\n"), "p.csv: line 1 holds numbers; expected a header such as angle_deg,x,y");
        assert!(refusal("x,y,x,angle_deg\n").contains("the column x appears twice"));
        assert!(refusal("x,y,angle_deg\n1,2,inf\n").starts_with("p.csv:2: column angle_deg"));
        assert!(refusal("x,y,angle_deg\n1,1e200,0\n").starts_with("p.csv:2"));
    }

    #[test]
    fn headers_may_shout_and_stand_apart() {
        let poses = parsed(b" QW,Qx, qY ,qz,X,Y , Z,t,T,t\n1,0,0,0,1,2,3,,,\n").unwrap();
        assert_eq!(poses, [Pose::from_translation(DVec3::new(1.0, 2.0, 3.0)).unwrap()]);
    }

    #[test]
    fn a_missing_header_is_told() {
        let expected = "holds numbers; expected a header such as qw,qx,qy,qz,x,y,z";
        assert_eq!(refusal("1,0,0,0,0,0,0\n1,0,0,0,0,0,1\n"), format!("p.csv: line 1 {expected}"));
        assert_eq!(refusal("\n\n1 , -2.5e3,nan"), format!("p.csv: line 3 {expected}"));
    }

    #[test]
    fn refusals_name_line_and_column() {
        let header = "qw,qx,qy,qz,x,y,z\n";
        assert!(refusal("").contains("no header"));
        assert!(refusal("a,b\n").starts_with("p.csv:1: the header names no rotation"));
        let missing = refusal("qw,qx,qy,x,y,z\n");
        assert!(missing.contains("the column qz is missing") && missing.ends_with("found qw,qx,qy,x,y,z"), "{missing}");
        assert!(refusal("QW,qw,qx,qy,qz,x,y,z\n").contains("the column qw appears twice"));
        assert!(refusal("a,b").starts_with("p.csv:1: "), "also without an end of the line");
        let long = refusal(&"abcdefghij,".repeat(1000));
        assert!(long.len() < 500 && long.ends_with('…'), "{long}");
        assert!(refusal("qw,qw,qx,qy,qz,x,y,z\n").contains("twice"));
        assert_eq!(
            refusal(&format!("{header}1,0,0,0,0,0,0\n\n1,0,0,0,zero,0,0\n")),
            "p.csv:4: column x: expected a finite number, found \"zero\""
        );
        assert!(refusal(&format!("{header}1,0,0,0,0,0,nan\n")).starts_with("p.csv:2: column z"));
        assert!(refusal(&format!("{header}1,0,0,0\n")).contains("expected 7 cells as in the header, found 4"));
        assert!(refusal(&format!("{header}2,0,0,0,0,0,0\n")).contains("p.csv:2: the quaternion has length 2"));
    }
}
