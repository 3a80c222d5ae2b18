//! Coordinates, meshes, polygons and poses at random: mostly a small lattice, where things coincide, sometimes a unit in the last place off
//! it, and sometimes any double at all.

use impinge::math::{DMat3, DQuat, DVec2, DVec3, Pose, in_exact_range};
use impinge::mesh::Mesh;
use impinge_planar::{Polygon, Pose2};
use impinge_scenes::SplitMix64;

/// Where the coordinates of a case lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinates {
    /// Whole numbers from 1 to 8.
    Lattice,
    /// The same, or the next double above.
    NearLattice,
    /// Uniform from 0 to 8.
    Uniform,
    /// Any double of the exact range, one in four; the others on the lattice.
    Any,
}

/// A source of geometry that starts at a seed.
pub struct RandomGeometry {
    pub random: SplitMix64,
    coordinates: Coordinates,
}

impl RandomGeometry {
    /// Half of all seeds stay on the lattice.
    pub fn new(seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let coordinates = match random.below(8) {
            0..4 => Coordinates::Lattice,
            4 | 5 => Coordinates::NearLattice,
            6 => Coordinates::Uniform,
            _ => Coordinates::Any,
        };
        Self { random, coordinates }
    }

    /// From here on whole numbers alone, whose eighths are exact.
    pub fn stay_on_lattice(&mut self) {
        self.coordinates = Coordinates::Lattice;
    }

    /// Whether coordinates are of all magnitudes.
    pub fn has_any_coordinates(&self) -> bool {
        self.coordinates == Coordinates::Any
    }

    /// A coordinate of the exact range.
    pub fn coordinate(&mut self) -> f64 {
        let lattice = self.random.integer(1, 8) as f64;
        match self.coordinates {
            Coordinates::NearLattice if self.random.below(8) == 0 => lattice.next_up(),
            Coordinates::Uniform => self.random.between(0.0, 8.0),
            Coordinates::Any if self.random.below(4) == 0 => {
                let any = f64::from_bits(self.random.next());
                if any.is_finite() && in_exact_range(any) { any } else { lattice }
            }
            _ => lattice,
        }
    }

    pub fn point(&mut self) -> DVec3 {
        DVec3::new(self.coordinate(), self.coordinate(), self.coordinate())
    }

    pub fn points(&mut self, count: usize) -> Vec<DVec3> {
        (0..count).map(|_| self.point()).collect()
    }

    pub fn triangle(&mut self) -> [DVec3; 3] {
        [self.point(), self.point(), self.point()]
    }

    /// No motion, a shift, a quarter turn, any turn, or one printed with five digits.
    pub fn pose(&mut self) -> Pose {
        let shift = if self.random.coin() { DVec3::ZERO } else { self.point() - DVec3::splat(4.0) };
        let matrix = match self.random.below(6) {
            0 | 1 => DMat3::IDENTITY,
            2 => DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z),
            3 => DMat3::from_cols(-DVec3::Z, -DVec3::Y, -DVec3::X),
            kind => {
                let turn = DMat3::from_quat(DQuat::normalize(self.random.rotation()));
                let printed = turn.to_cols_array().map(|x| (x * 1e5).round() * 1e-5);
                if kind == 4 { DMat3::from_cols_array(&printed) } else { turn }
            }
        };
        Pose::try_new(matrix, shift).unwrap_or(Pose::IDENTITY)
    }

    /// Loose triangles, up to a number.
    pub fn heap(&mut self, most: u64) -> Option<Mesh> {
        let count = 1 + self.random.below(most);
        let triangles: Vec<_> = (0..count).map(|_| self.triangle()).collect();
        Mesh::from_triangles(&triangles).ok()
    }

    /// One or two tetrahedra of any shape and turn, or up to four loose triangles, or both.
    pub fn mesh(&mut self) -> Option<Mesh> {
        let kind = self.random.below(8);
        let mut triangles = Vec::new();
        for _ in 0..1 + (kind >> 1 & 1) {
            if kind & 1 == 0 {
                let [p, q, r, s] = [self.point(), self.point(), self.point(), self.point()];
                triangles.extend([[p, r, q], [p, q, s], [q, r, s], [r, p, s]]);
            } else {
                triangles.extend([self.triangle(), self.triangle()]);
            }
        }
        if kind & 4 != 0 {
            triangles.push(self.triangle());
        }
        Mesh::from_triangles(&triangles).ok()
    }

    /// No motion, a shift, a quarter turn, or any turn.
    pub fn planar_pose(&mut self) -> Pose2 {
        let shift = if self.random.coin() { DVec2::ZERO } else { self.planar_point() - DVec2::splat(4.0) };
        let direction = match self.random.below(4) {
            0 | 1 => DVec2::X,
            2 => DVec2::Y,
            _ => DVec2::from_angle(self.random.between(0.0, 7.0)),
        };
        Pose2::try_new(direction, shift).unwrap_or(Pose2::IDENTITY)
    }

    pub fn planar_point(&mut self) -> DVec2 {
        DVec2::new(self.coordinate(), self.coordinate())
    }

    /// One or two rings of three to six points, which may cross themselves and each other.
    pub fn polygon(&mut self) -> Option<Polygon> {
        let rings = 1 + self.random.below(2);
        let mut ring = || (0..3 + self.random.below(4)).map(|_| self.planar_point()).collect();
        Polygon::try_new((0..rings).map(|_| ring()).collect::<Vec<Vec<DVec2>>>()).ok()
    }
}
