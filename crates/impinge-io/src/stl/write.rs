//! Writing binary STL.

use super::binary::HEADER;
use crate::{WriteError, write_atomically};
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use std::io::{self, Write};
use std::path::Path;

/// Writes a mesh as a binary STL; coordinates are rounded to single precision.
///
/// # Errors
/// Coordinates too large for single precision, and what the system refuses; no file is left behind then.
pub fn write_stl(path: impl AsRef<Path>, mesh: &Mesh) -> Result<(), WriteError> {
    let path = path.as_ref();
    write_atomically(path, |out| {
        let mut header = [b' '; HEADER];
        header[..7].copy_from_slice(b"Impinge");
        header[80..].copy_from_slice(&(mesh.faces().len() as u32).to_le_bytes());
        out.write_all(&header)?;
        for face in mesh.face_ids() {
            let [a, b, c] = mesh.triangle(face);
            let normal = (b - a).cross(c - a).normalize_or_zero();
            for p in [normal, a, b, c] {
                write_single(out, p)?;
            }
            out.write_all(&[0; 2])?;
        }
        Ok(())
    })
}

/// Writes a point as three little-endian singles.
pub(crate) fn write_single(out: &mut dyn Write, p: DVec3) -> io::Result<()> {
    let mut bytes = [0; 12];
    for (k, x) in p.to_array().into_iter().enumerate() {
        let single = x as f32;
        if !single.is_finite() {
            let message = format!("the coordinate {x:e} is too large for the single precision of this format");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        bytes[4 * k..4 * k + 4].copy_from_slice(&single.to_le_bytes());
    }
    out.write_all(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn what_is_written_reads_the_same() {
        let vertices = vec![DVec3::ZERO, DVec3::new(1.5, 0.0, 0.0), DVec3::Y, DVec3::new(0.0, 0.0, -2.0)];
        let mesh = Mesh::try_new(vertices, vec![[0, 1, 2], [3, 2, 1]]).unwrap();
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("m.stl");
        write_stl(&path, &mesh).unwrap();
        let back = &read(&path).unwrap()[0].mesh;
        assert_eq!(back.vertices(), mesh.vertices());
        assert_eq!(back.faces(), mesh.faces());
    }

    #[test]
    fn what_does_not_fit_leaves_no_file() {
        let mesh = Mesh::try_new(vec![DVec3::ZERO, DVec3::X * 1e60, DVec3::Y], vec![[0, 1, 2]]).unwrap();
        let directory = tempfile::tempdir().unwrap();
        let error = write_stl(directory.path().join("m.stl"), &mesh).unwrap_err().to_string();
        assert!(error.contains("1e60 is too large"), "{error}");
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
    }
}
