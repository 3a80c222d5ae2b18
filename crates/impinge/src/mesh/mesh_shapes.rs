//! Meshes of simple solids, and meshes from plain arrays.

use super::indexed_mesh::Mesh;
use super::mesh_defect::MeshError;
use crate::math::DVec3;
use std::collections::HashMap;
use std::f64::consts::TAU;

/// Corner `x + 2 y + 4 z` of a box is the low or high one along each axis; its faces, counter-clockwise from outside.
const BOX_QUADS: [[u32; 4]; 6] = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];

impl Mesh {
    /// A mesh of points of any type that converts to [`DVec3`], such as `[f64; 3]` or `glam::Vec3`.
    ///
    /// ```
    /// use impinge::Mesh;
    ///
    /// let triangle = Mesh::from_points([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], [[0, 1, 2]])?;
    /// assert_eq!(triangle.faces().len(), 1);
    /// # Ok::<(), impinge::mesh::MeshError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Mesh::try_new`].
    pub fn from_points<P: Into<DVec3>>(
        points: impl IntoIterator<Item = P>,
        faces: impl IntoIterator<Item = [u32; 3]>,
    ) -> Result<Self, MeshError> {
        Self::try_new(points.into_iter().map(Into::into).collect(), faces.into_iter().collect())
    }

    /// A mesh of flat arrays: three coordinates for each vertex, three indices for each face.
    ///
    /// # Errors
    /// Arrays whose length is not a multiple of three, and as [`Mesh::try_new`].
    pub fn from_flat(coordinates: &[f64], indices: &[u32]) -> Result<Self, MeshError> {
        let (points, more_coordinates) = coordinates.as_chunks();
        let (faces, more_indices) = indices.as_chunks();
        Self::from_chunks(points, more_coordinates, faces, more_indices, |p| DVec3::from_array(*p))
    }

    /// As [`Mesh::from_flat`], in single precision, which is converted without rounding.
    ///
    /// # Errors
    /// As [`Mesh::from_flat`].
    pub fn from_flat_f32(coordinates: &[f32], indices: &[u32]) -> Result<Self, MeshError> {
        let (points, more_coordinates) = coordinates.as_chunks();
        let (faces, more_indices) = indices.as_chunks();
        Self::from_chunks(points, more_coordinates, faces, more_indices, |p| DVec3::from_array(p.map(f64::from)))
    }

    fn from_chunks<T>(
        points: &[[T; 3]],
        more_coordinates: &[T],
        faces: &[[u32; 3]],
        more_indices: &[u32],
        point: impl Fn(&[T; 3]) -> DVec3,
    ) -> Result<Self, MeshError> {
        if !more_coordinates.is_empty() || !more_indices.is_empty() {
            let coordinates = 3 * points.len() + more_coordinates.len();
            return Err(MeshError::FlatLength { coordinates, indices: 3 * faces.len() + more_indices.len() });
        }
        Self::try_new(points.iter().map(point).collect(), faces.to_vec())
    }

    /// A box of 12 triangles with the given lowest and highest corner.
    ///
    /// # Errors
    /// A box that is empty along an axis, and as [`Mesh::try_new`].
    pub fn cuboid(min: impl Into<DVec3>, max: impl Into<DVec3>) -> Result<Self, MeshError> {
        let (min, max): (DVec3, DVec3) = (min.into(), max.into());
        if !min.cmplt(max).all() {
            return Err(MeshError::Shape("a box needs min < max along every axis"));
        }
        let pick = |bit: u32, low: f64, high: f64| if bit & 1 == 0 { low } else { high };
        let corner = |i: u32| DVec3::new(pick(i, min.x, max.x), pick(i >> 1, min.y, max.y), pick(i >> 2, min.z, max.z));
        let faces = BOX_QUADS.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]);
        Self::try_new((0..8).map(corner).collect(), faces.collect())
    }

    /// A sphere about the origin: an icosahedron whose triangles are cut in four as often as asked, 20 · 4^n triangles. All vertices lie on the sphere, up to rounding.
    ///
    /// # Errors
    /// A radius that is not positive, more than 10 subdivisions, and as [`Mesh::try_new`].
    pub fn icosphere(radius: f64, subdivisions: u32) -> Result<Self, MeshError> {
        if !(radius > 0.0 && subdivisions <= 10) {
            return Err(MeshError::Shape("a sphere needs a positive radius and at most 10 subdivisions"));
        }
        let (mut points, mut faces) = icosahedron();
        for _ in 0..subdivisions {
            faces = subdivide(&mut points, &faces);
        }
        Self::try_new(points.into_iter().map(|p| p * radius).collect(), faces)
    }

    /// A cylinder about the z axis, from `z = -height / 2` to `z = height / 2`: a prism whose corners lie on the circle, 4 s - 4 triangles for s segments.
    ///
    /// # Errors
    /// A radius or height that is not positive, fewer than 3 segments, and as [`Mesh::try_new`].
    pub fn cylinder(radius: f64, height: f64, segments: u32) -> Result<Self, MeshError> {
        if !(radius > 0.0 && height > 0.0 && (3..=u32::MAX / 16).contains(&segments)) {
            return Err(MeshError::Shape("a cylinder needs a positive radius and height, and at least 3 segments"));
        }
        let points = (0..segments).flat_map(|k| {
            let (sin, cos) = (TAU * f64::from(k) / f64::from(segments)).sin_cos();
            [-0.5, 0.5].map(|z| DVec3::new(radius * cos, radius * sin, height * z))
        });
        // Vertex 2 k is at the bottom, 2 k + 1 above it.
        let mut faces = Vec::with_capacity(4 * segments as usize);
        for k in 0..segments {
            let (p, q) = (2 * k, 2 * ((k + 1) % segments));
            faces.extend([[p, q, q + 1], [p, q + 1, p + 1]]);
            if (1..segments - 1).contains(&k) {
                faces.extend([[0, q, p], [1, p + 1, q + 1]]);
            }
        }
        Self::try_new(points.collect(), faces)
    }
}

/// The unit icosahedron: a pole, two rings of five, a pole.
fn icosahedron() -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let (height, ring) = (0.2_f64.sqrt(), 0.8_f64.sqrt());
    let on_ring = |k: u32| {
        let (sin, cos) = (TAU * f64::from(k) / 10.0).sin_cos();
        DVec3::new(ring * cos, ring * sin, if k.is_multiple_of(2) { height } else { -height })
    };
    let mut points: Vec<DVec3> = (0..10).map(on_ring).collect();
    points.extend([DVec3::Z, DVec3::NEG_Z]);
    let mut faces = Vec::with_capacity(20);
    for k in 0..10 {
        let (next, after) = ((k + 1) % 10, (k + 2) % 10);
        let is_upper = k % 2 == 0;
        faces.push(if is_upper { [k, next, after] } else { [k, after, next] });
        faces.push(if is_upper { [k, after, 10] } else { [after, k, 11] });
    }
    (points, faces)
}

/// Every triangle cut in four at the middles of its edges, which are moved to the unit sphere.
fn subdivide(points: &mut Vec<DVec3>, faces: &[[u32; 3]]) -> Vec<[u32; 3]> {
    let mut middles: HashMap<[u32; 2], u32> = HashMap::with_capacity(faces.len() * 3 / 2);
    let mut middle = |p: u32, q: u32| {
        *middles.entry([p.min(q), p.max(q)]).or_insert_with(|| {
            points.push((points[p as usize] + points[q as usize]).normalize());
            points.len() as u32 - 1
        })
    };
    let mut smaller = Vec::with_capacity(4 * faces.len());
    for &[a, b, c] in faces {
        let [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
        smaller.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
    }
    smaller
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solids_are_closed_and_face_outward() {
        let cuboid = Mesh::cuboid(DVec3::new(-1.0, 0.0, 2.0), DVec3::new(1.0, 3.0, 4.0)).unwrap();
        assert_eq!((cuboid.mass_properties().volume, cuboid.mass_properties().area), (12.0, 32.0));
        for (mesh, faces, volume) in [
            (Mesh::icosphere(2.0, 0).unwrap(), 20, 20.0),
            (Mesh::icosphere(2.0, 3).unwrap(), 1280, 33.0),
            (Mesh::cylinder(1.0, 2.0, 3).unwrap(), 8, 2.5),
            (Mesh::cylinder(1.0, 2.0, 48).unwrap(), 188, 6.2),
        ] {
            assert_eq!((mesh.faces().len(), mesh.is_closed(), mesh.defects().len()), (faces, true, 0));
            assert!(mesh.mass_properties().volume > volume, "{}", mesh.mass_properties().volume);
            let far = mesh.vertices().iter().map(|p| p.length()).fold(0.0, f64::max);
            assert!(far < 2.0 + 1e-15, "{far}");
        }
        assert!(Mesh::cuboid(DVec3::ZERO, DVec3::X).is_err() && Mesh::icosphere(-1.0, 0).is_err());
        assert!(Mesh::cylinder(1.0, 1.0, 2).is_err());
    }

    #[test]
    fn flat_arrays_are_read_in_threes() {
        let flat = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.5, 0.0];
        let mesh = Mesh::from_flat(&flat, &[0, 1, 2]).unwrap();
        assert_eq!(mesh.vertices()[2], DVec3::Y * 0.5);
        assert_eq!(Mesh::from_flat_f32(&flat.map(|x| x as f32), &[0, 1, 2]).unwrap().vertices(), mesh.vertices());
        let error = Mesh::from_flat(&flat[..8], &[0, 1]).unwrap_err();
        assert_eq!(error, MeshError::FlatLength { coordinates: 8, indices: 2 });
    }
}
