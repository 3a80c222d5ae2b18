//! Small meshes of every kind, and motions, for tests of sweeps.

use impinge::math::{DMat3, DQuat, DVec3, Pose, axis_angle};
use impinge::mesh::Mesh;

/// A linear congruential generator with a seed.
pub struct Random(pub u64);

impl Random {
    /// Uniform from -1 to 1.
    pub fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    pub fn below(&mut self, count: usize) -> usize {
        (((self.number() + 1.0) * 0.5 * count as f64) as usize).min(count - 1)
    }

    pub fn vector(&mut self) -> DVec3 {
        DVec3::new(self.number(), self.number(), self.number())
    }

    pub fn turn(&mut self, most: f64) -> DMat3 {
        let axis = axis_angle::unit(self.vector()).unwrap_or(DVec3::X);
        axis_angle::about(axis, most * self.number())
    }

    pub fn quaternion(&mut self, most: f64) -> DQuat {
        let axis = axis_angle::unit(self.vector()).unwrap_or(DVec3::X);
        DQuat::from_axis_angle(axis, most * self.number())
    }
}

pub fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(DVec3::new(x, y, z)).unwrap()
}

pub fn posed(rotation: DMat3, translation: DVec3) -> Pose {
    Pose::try_new(rotation, translation).unwrap()
}

fn cuboid_parts(min: DVec3, max: DVec3) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let corner = |i: u32| {
        let high = DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2));
        min * (DVec3::ONE - high) + max * high
    };
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let faces = quads.iter().flat_map(|q: &[u32; 4]| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]]).collect();
    ((0..8).map(corner).collect(), faces)
}

pub fn cuboid(min: DVec3, max: DVec3) -> Mesh {
    let (vertices, faces) = cuboid_parts(min, max);
    Mesh::try_new(vertices, faces).unwrap()
}

/// A cube around the origin with these half edges.
pub fn block(x: f64, y: f64, z: f64) -> Mesh {
    cuboid(-DVec3::new(x, y, z), DVec3::new(x, y, z))
}

/// A sphere of rings around the origin: its corners are at the radius.
pub fn sphere(rings: usize, radius: f64) -> Mesh {
    let (n, m) = (rings, 2 * rings);
    let mut vertices = vec![DVec3::Z * radius];
    for i in 1..n {
        let (sin, cos) = (std::f64::consts::PI * i as f64 / n as f64).sin_cos();
        for j in 0..m {
            let (s, c) = (std::f64::consts::TAU * j as f64 / m as f64).sin_cos();
            vertices.push(DVec3::new(sin * c, sin * s, cos) * radius);
        }
    }
    vertices.push(-DVec3::Z * radius);
    let last = vertices.len() as u32 - 1;
    let id = |i: usize, j: usize| (1 + (i - 1) * m + j % m) as u32;
    let mut faces = Vec::new();
    for j in 0..m {
        faces.push([0, id(1, j), id(1, j + 1)]);
        faces.push([last, id(n - 1, j + 1), id(n - 1, j)]);
        for i in 1..n - 1 {
            faces.push([id(i, j), id(i + 1, j), id(i + 1, j + 1)]);
            faces.push([id(i, j), id(i + 1, j + 1), id(i, j + 1)]);
        }
    }
    Mesh::try_new(vertices, faces).unwrap()
}

/// The mesh with every vertex moved.
pub fn moved(mesh: &Mesh, mut by: impl FnMut(DVec3) -> DVec3) -> Mesh {
    Mesh::try_new(mesh.vertices().iter().map(|p| by(*p)).collect(), mesh.faces().to_vec()).unwrap()
}

/// A body of a kind: convex, concave, hollow, open.
pub fn body(kind: usize, random: &mut Random) -> Mesh {
    match kind % 5 {
        0 => {
            let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|p| p + random.vector() * 0.3);
            Mesh::try_new(corners.to_vec(), vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]).unwrap()
        }
        1 => block(0.2 + 0.4 * random.number().abs(), 0.6, 0.3),
        // A star: corners at unequal distances.
        2 => moved(&sphere(4, 1.0), |p| p * (0.7 + 0.4 * random.number())),
        3 => {
            let (mut vertices, mut faces) = cuboid_parts(DVec3::splat(-1.0), DVec3::splat(1.0));
            let (inner, inner_faces) = cuboid_parts(DVec3::splat(-0.8), DVec3::splat(0.8));
            vertices.extend(inner);
            faces.extend(inner_faces.iter().map(|[a, b, c]| [a + 8, c + 8, b + 8]));
            Mesh::try_new(vertices, faces).unwrap()
        }
        _ => {
            let corners: Vec<DVec3> =
                (0..4).map(|k| DVec3::new(f64::from(k & 1), f64::from(k >> 1), 0.2 * random.number())).collect();
            Mesh::try_new(corners, vec![[0, 1, 3], [0, 3, 2]]).unwrap()
        }
    }
}
