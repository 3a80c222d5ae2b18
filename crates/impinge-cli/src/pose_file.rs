//! Poses from CSV, in space or in the plane: a header that names the columns, then a pose a row. Every refusal names file, line and column.

use crate::place;
use anyhow::{Context, anyhow, bail};
use impinge::math::{DMat3, DQuat, DVec2, DVec3, Pose};
use impinge::planar::Pose2;
use std::io::Read;
use std::path::Path;

const TRANSLATION: [&str; 3] = ["x", "y", "z"];
const QUATERNION: [&str; 4] = ["qw", "qx", "qy", "qz"];
const MATRIX: [&str; 9] = ["r00", "r01", "r02", "r10", "r11", "r12", "r20", "r21", "r22"];

/// What every message about the header ends with.
const EXPECTED: &str = "expected the columns qw,qx,qy,qz,x,y,z or r00,r01,r02,r10,r11,r12,r20,r21,r22,x,y,z";

const TIME: [&str; 1] = ["t"];

/// What every message about the header of keyframes ends with.
const EXPECTED_KEYFRAMES: &str =
    "expected the columns t,qw,qx,qy,qz,x,y,z or t,r00,r01,r02,r10,r11,r12,r20,r21,r22,x,y,z or t,x,y,z";

const PLANAR: [&str; 3] = ["angle_deg", "x", "y"];

/// What every message about the header of poses in the plane ends with.
const EXPECTED_PLANAR: &str = "expected the columns angle_deg,x,y";

/// The poses of a file, or of standard input for `-`.
///
/// # Errors
/// The file cannot be read, or a row is not a pose.
pub fn read(path: &Path) -> anyhow::Result<Vec<Pose>> {
    let (name, bytes) = load(path)?;
    parse(&name, &bytes)
}

/// The poses in the plane of a file, or of standard input for `-`.
///
/// # Errors
/// The file cannot be read, or a row is not a pose.
pub fn read_planar(path: &Path) -> anyhow::Result<Vec<Pose2>> {
    let (name, bytes) = load(path)?;
    parse_planar(&name, &bytes)
}

/// A pose at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Keyframe {
    /// When.
    pub time: f64,
    /// Where.
    pub pose: Pose,
    /// The line of the file that says so.
    pub line: u64,
}

/// The keyframes of a file, or of standard input for `-`, and what errors call it.
///
/// # Errors
/// The file cannot be read, or a row is not a pose at a time.
pub fn read_keyframes(path: &Path) -> anyhow::Result<(String, Vec<Keyframe>)> {
    let (name, bytes) = load(path)?;
    let keyframes = parse_keyframes(&name, &bytes)?;
    Ok((name, keyframes))
}

/// What errors call a file, and its bytes.
fn load(path: &Path) -> anyhow::Result<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        std::io::stdin().lock().read_to_end(&mut bytes).context("standard input could not be read")?;
        return Ok(("standard input".to_owned(), bytes));
    }
    let name = path.display().to_string();
    if path.is_dir() {
        bail!("{name}: is a directory, expected a CSV file of poses");
    }
    let read = std::fs::File::open(path).and_then(|mut file| file.read_to_end(&mut bytes));
    read.with_context(|| format!("{name}: the poses could not be read; expected a CSV file, or - for standard input"))?;
    Ok((name, bytes))
}

/// The columns of a pose, by their place in a row.
enum Columns {
    Quaternion([usize; 4], [usize; 3]),
    Matrix([usize; 9], [usize; 3]),
    Translation([usize; 3]),
}

/// A row with what is needed to speak of it.
struct Row<'a> {
    file: &'a str,
    line: u64,
    header: &'a [String],
    cells: &'a csv::ByteRecord,
}

/// The poses in the bytes of a CSV file; `file` stands for it in errors.
fn parse(file: &str, bytes: &[u8]) -> anyhow::Result<Vec<Pose>> {
    rows(file, bytes, [EXPECTED, "qw,qx,qy,qz,x,y,z"], columns, |row, columns| row.pose(columns))
}

/// The keyframes in the bytes of a CSV file.
fn parse_keyframes(file: &str, bytes: &[u8]) -> anyhow::Result<Vec<Keyframe>> {
    let columns = |header: &[String]| {
        let is_turned =
            header.iter().any(|name| QUATERNION.iter().chain(&MATRIX).any(|known| name.eq_ignore_ascii_case(known)));
        let time = find(header, TIME, EXPECTED_KEYFRAMES)?;
        if !is_turned {
            return Ok((time, Columns::Translation(find(header, TRANSLATION, EXPECTED_KEYFRAMES)?)));
        }
        let pose = columns(header).map_err(|problem| problem.replace(EXPECTED, EXPECTED_KEYFRAMES))?;
        Ok((time, pose))
    };
    rows(file, bytes, [EXPECTED_KEYFRAMES, "t,qw,qx,qy,qz,x,y,z"], columns, |row, (time, pose)| {
        let [time] = row.numbers(time)?;
        Ok(Keyframe { time, pose: row.pose(pose)?, line: row.line })
    })
}

/// The poses in the plane in the bytes of a CSV file.
fn parse_planar(file: &str, bytes: &[u8]) -> anyhow::Result<Vec<Pose2>> {
    let columns = |header: &[String]| find(header, PLANAR, EXPECTED_PLANAR);
    rows(file, bytes, [EXPECTED_PLANAR, "angle_deg,x,y"], columns, |row, columns| {
        let [angle, x, y] = row.numbers(columns)?;
        Pose2::from_degrees(angle, DVec2::new(x, y)).with_context(|| format!("{}:{}", row.file, row.line))
    })
}

/// Every row of a CSV file, read by the columns of its header; `expected` and `example` tell about the header.
fn rows<C, P>(
    file: &str,
    bytes: &[u8],
    [expected, example]: [&str; 2],
    columns: impl Fn(&[String]) -> Result<C, String>,
    pose: impl Fn(&Row<'_>, &C) -> anyhow::Result<P>,
) -> anyhow::Result<Vec<P>> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).trim(csv::Trim::All).from_reader(bytes);
    let mut cells = csv::ByteRecord::new();
    if !reader.read_byte_record(&mut cells).with_context(|| file.to_owned())? {
        bail!("{file}: the file has no header; {expected}");
    }
    let header: Vec<String> = cells.iter().map(|c| String::from_utf8_lossy(c).trim().to_owned()).collect();
    let line = line_of(bytes, &cells);
    if header.iter().all(|cell| cell.parse::<f64>().is_ok()) {
        bail!("{file}: line {line} holds numbers; expected a header such as {example}");
    }
    let columns = columns(&header).map_err(|problem| anyhow!("{file}:{line}: {problem}"))?;
    let mut poses = Vec::new();
    while reader.read_byte_record(&mut cells).with_context(|| file.to_owned())? {
        let line = line_of(bytes, &cells);
        let row = Row { file, line, header: &header, cells: &cells };
        row.check()?;
        poses.push(pose(&row, &columns)?);
    }
    Ok(poses)
}

/// The line that a record stands on, from 1; the reader's own position is that of the blank lines before it.
fn line_of(bytes: &[u8], cells: &csv::ByteRecord) -> u64 {
    let Some(position) = cells.position() else { return 0 };
    let from = usize::try_from(position.byte()).unwrap_or(bytes.len()).min(bytes.len());
    let blank = bytes[from..].iter().take_while(|byte| matches!(byte, b'\n' | b'\r'));
    position.line() + blank.filter(|byte| **byte == b'\n').count() as u64
}

/// Which columns hold what.
fn columns(header: &[String]) -> Result<Columns, String> {
    let times = |name: &str| header.iter().filter(|h| h.eq_ignore_ascii_case(name)).count();
    if let Some(twice) = TRANSLATION.iter().chain(&QUATERNION).chain(&MATRIX).find(|name| times(name) > 1) {
        return Err(format!("the column {twice} appears twice; {EXPECTED}; found {}", shown(header)));
    }
    let has = |name: &&str| times(name) > 0;
    match (QUATERNION.iter().any(has), MATRIX.iter().any(has)) {
        (true, true) => Err(format!("there are columns of a quaternion and of a matrix; {EXPECTED}")),
        (false, false) => Err(format!("the header names no rotation; {EXPECTED}; found {}", shown(header))),
        (true, false) => {
            Ok(Columns::Quaternion(find(header, QUATERNION, EXPECTED)?, find(header, TRANSLATION, EXPECTED)?))
        }
        (false, true) => Ok(Columns::Matrix(find(header, MATRIX, EXPECTED)?, find(header, TRANSLATION, EXPECTED)?)),
    }
}

/// A header for a message: printable, and not long.
fn shown(header: &[String]) -> String {
    const MOST: usize = 200;
    let text = place::name(&header.join(","));
    let cut: String = text.chars().take(MOST).collect();
    if cut.len() < text.len() { cut + "…" } else { cut }
}

/// Where the named columns stand; capitals and small letters are the same.
fn find<const N: usize>(header: &[String], names: [&str; N], expected: &str) -> Result<[usize; N], String> {
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

impl Row<'_> {
    /// Whether the row is as long as the header.
    fn check(&self) -> anyhow::Result<()> {
        if self.cells.len() != self.header.len() {
            bail!(
                "{}:{}: expected {} cells as in the header, found {}",
                self.file,
                self.line,
                self.header.len(),
                self.cells.len()
            );
        }
        Ok(())
    }

    fn pose(&self, columns: &Columns) -> anyhow::Result<Pose> {
        let pose = match columns {
            Columns::Quaternion(q, t) => {
                let [w, x, y, z] = self.numbers(q)?;
                Pose::from_quaternion(DQuat::from_xyzw(x, y, z, w), DVec3::from_array(self.numbers(t)?))
            }
            Columns::Translation(t) => Pose::from_translation(DVec3::from_array(self.numbers(t)?)),
            Columns::Matrix(r, t) => {
                let rows = self.numbers(r)?;
                Pose::try_new(DMat3::from_cols_array(&rows).transpose(), DVec3::from_array(self.numbers(t)?))
            }
        };
        pose.with_context(|| format!("{}:{}", self.file, self.line))
    }

    fn numbers<const N: usize>(&self, columns: &[usize; N]) -> anyhow::Result<[f64; N]> {
        let mut numbers = [0.0; N];
        for (number, &column) in numbers.iter_mut().zip(columns) {
            let cell = String::from_utf8_lossy(self.cells.get(column).unwrap_or_default());
            *number = match cell.parse::<f64>() {
                Ok(number) if number.is_finite() => number,
                _ => {
                    let shown: String = cell.chars().take(40).collect();
                    let Self { file, line, header, .. } = self;
                    bail!("{file}:{line}: column {}: expected a finite number, found {shown:?}", header[column]);
                }
            };
        }
        Ok(numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        format!("{:#}", parse("p.csv", text.as_bytes()).unwrap_err())
    }

    #[test]
    fn both_headers_in_any_order() {
        let poses = parse("p", b"\xef\xbb\xbfx, y ,z,qw,qx,qy,qz,time\r\n1,2,3,1,0,0,0,noon\r\n\r\n").unwrap();
        assert_eq!(poses, [Pose::from_translation(DVec3::new(1.0, 2.0, 3.0)).unwrap()]);
        let poses = parse("p", b"r00,r01,r02,r10,r11,r12,r20,r21,r22,x,y,z\n0,-1,0,1,0,0,0,0,1,0.5,0,0\n").unwrap();
        assert_eq!(poses[0].transform_point(DVec3::X), DVec3::new(0.5, 1.0, 0.0));
        assert!(parse("p", b"qw,qx,qy,qz,x,y,z\n").unwrap().is_empty());
    }

    #[test]
    fn poses_in_the_plane_are_angles_and_translations() {
        let poses = parse_planar("p", b"X,y,angle_deg,t\n1,2,90,\n0.5,0,0,\n").unwrap();
        assert_eq!(poses[0].transform_point(DVec2::new(3.0, 0.0)), DVec2::new(1.0, 5.0));
        assert_eq!(poses[1], Pose2::from_translation(DVec2::new(0.5, 0.0)).unwrap());
        let refusal = |text: &str| format!("{:#}", parse_planar("p.csv", text.as_bytes()).unwrap_err());
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
        let poses = parse("p", b" QW,Qx, qY ,qz,X,Y , Z,t,T,t\n1,0,0,0,1,2,3,,,\n").unwrap();
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
