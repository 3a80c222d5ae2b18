//! Coordinates, meshes, polygons and poses from bytes: mostly a small lattice, where things coincide, sometimes a unit in the last place off it, and
//! sometimes any double at all.

use impinge::math::{DMat3, DQuat, DVec2, DVec3, Pose, in_exact_range};
use impinge::mesh::Mesh;
use impinge_planar::{Polygon, Pose2};

/// Reads coordinates, meshes, polygons and poses from bytes until they end.
pub struct GeometrySource<'a> {
    bytes: &'a [u8],
    is_on_lattice: bool,
}

#[allow(dead_code, reason = "each target uses what it needs")]
impl<'a> GeometrySource<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, is_on_lattice: false }
    }

    /// Coordinates of the lattice alone, whose sums and eighths are exact.
    pub fn on_lattice(bytes: &'a [u8]) -> Self {
        Self { bytes, is_on_lattice: true }
    }

    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(*first)
    }

    /// A coordinate of the exact range.
    pub fn coordinate(&mut self) -> Option<f64> {
        let byte = self.byte()?;
        let lattice = f64::from(byte & 7) + 1.0;
        let x = match byte >> 3 {
            _ if self.is_on_lattice => lattice,
            30 => lattice.next_up(),
            31 => {
                let (raw, rest) = self.bytes.split_first_chunk::<8>()?;
                self.bytes = rest;
                f64::from_le_bytes(*raw)
            }
            _ => lattice,
        };
        Some(if x.is_finite() && in_exact_range(x) { x } else { lattice })
    }

    pub fn point(&mut self) -> Option<DVec3> {
        Some(DVec3::new(self.coordinate()?, self.coordinate()?, self.coordinate()?))
    }

    pub fn triangle(&mut self) -> Option<[DVec3; 3]> {
        Some([self.point()?, self.point()?, self.point()?])
    }

    /// No motion, a shift, a quarter turn, any turn, or one printed with five digits.
    pub fn pose(&mut self) -> Option<Pose> {
        let kind = self.byte()?;
        let shift = if kind & 8 == 0 { DVec3::ZERO } else { self.point()? - DVec3::splat(4.0) };
        let matrix = match kind & 7 {
            0 | 1 => DMat3::IDENTITY,
            2 => DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z),
            3 => DMat3::from_cols(-DVec3::Z, -DVec3::Y, -DVec3::X),
            _ => {
                let (axis, angle) = (self.point()?, f64::from(self.byte()?));
                let turn = DMat3::from_quat(DQuat::from_scaled_axis(axis.normalize_or_zero() * angle));
                let printed = turn.to_cols_array().map(|x| (x * 1e5).round() * 1e-5);
                if kind & 1 == 0 { DMat3::from_cols_array(&printed) } else { turn }
            }
        };
        Pose::try_new(matrix, shift).ok()
    }

    /// Loose triangles, up to forty, so that there are nodes and leaves.
    pub fn heap(&mut self) -> Option<Mesh> {
        let count = 1 + usize::from(self.byte()? % 40);
        let triangles: Option<Vec<_>> = (0..count).map(|_| self.triangle()).collect();
        Mesh::from_triangles(&triangles?).ok()
    }

    /// One or two tetrahedra of any shape and turn, or up to four loose triangles, or both.
    pub fn mesh(&mut self) -> Option<Mesh> {
        let kind = self.byte()?;
        let mut triangles = Vec::new();
        for _ in 0..1 + usize::from(kind >> 1 & 1) {
            if kind & 1 == 0 {
                let [p, q, r, s] = [self.point()?, self.point()?, self.point()?, self.point()?];
                triangles.extend([[p, r, q], [p, q, s], [q, r, s], [r, p, s]]);
            } else {
                triangles.extend([self.triangle()?, self.triangle()?]);
            }
        }
        if kind & 4 != 0 {
            triangles.push(self.triangle()?);
        }
        Mesh::from_triangles(&triangles).ok()
    }

    pub fn planar_point(&mut self) -> Option<DVec2> {
        Some(DVec2::new(self.coordinate()?, self.coordinate()?))
    }

    /// No motion, a shift, a quarter turn, or any turn.
    pub fn planar_pose(&mut self) -> Option<Pose2> {
        let kind = self.byte()?;
        let shift = if kind & 4 == 0 { DVec2::ZERO } else { self.planar_point()? - DVec2::splat(4.0) };
        let direction = match kind & 3 {
            0 | 1 => DVec2::X,
            2 => DVec2::Y,
            _ => DVec2::from_angle(f64::from(self.byte()?)),
        };
        Pose2::try_new(direction, shift).ok()
    }

    /// One or two rings of three to six points, which may cross themselves and each other.
    pub fn polygon(&mut self) -> Option<Polygon> {
        let kind = self.byte()?;
        let mut ring = |count: u8| (0..count).map(|_| self.planar_point()).collect::<Option<Vec<_>>>();
        let mut rings = vec![ring(3 + (kind & 3))?];
        if kind & 4 != 0 {
            rings.push(ring(3 + (kind >> 3 & 3))?);
        }
        Polygon::try_new(rings).ok()
    }

    /// Up to twelve faces over up to ten vertices, so that some share corners.
    pub fn faces(&mut self) -> Option<Vec<[u32; 3]>> {
        let count = 2 + usize::from(self.byte()? % 11);
        let mut vertex = || Some(u32::from(self.byte()? % 10));
        (0..count).map(|_| Some([vertex()?, vertex()?, vertex()?])).collect()
    }
}
