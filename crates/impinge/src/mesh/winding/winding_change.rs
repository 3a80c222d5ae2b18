//! How much a winding number changes on a way that crosses no face.
//!
//! Off the faces the gradient of the winding number is an integral along the rim alone, `∮ r × dl / (4π |r|³)`, as the field of a current in
//! a wire. So an edge of length `l` that is at least `d` away changes it by at most `l / (4π d²)` for each unit of the way.

use super::membership::WindingCache;
use crate::math::DVec3;
use crate::mesh::indexed_mesh::Mesh;
use std::f64::consts::PI;

impl Mesh {
    /// A number that the winding number changes by at most from a point to any other no farther than `reach`, along a way that crosses no face; infinite
    /// if the rim may be that near. Zero for a mesh without a rim.
    pub(crate) fn winding_change(&self, point: DVec3, reach: f64) -> f64 {
        /// What a few roundings may be off by, relative.
        const ROUNDING: f64 = 1e-9;
        let cache = WindingCache::of(self);
        let slope = cache.surface(self).rim.iter().map(|edge| {
            let corner =
                |k: usize| self.vertices()[self.faces()[edge.face as usize][edge.corners[k] as usize] as usize];
            let (a, b) = (corner(0), corner(1));
            let along = b - a;
            let square = along.length_squared();
            let t = if square > 0.0 { ((point - a).dot(along) / square).clamp(0.0, 1.0) } else { 0.0 };
            let far = point.distance(a + along * t) * (1.0 - ROUNDING) - reach;
            if far > 0.0 { square.sqrt() / (far * far) } else { f64::INFINITY }
        });
        let slope = slope.sum::<f64>();
        if slope == 0.0 { 0.0 } else { slope / (4.0 * PI) * reach * (1.0 + ROUNDING) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feature::FaceId;
    use crate::math::random::Random;

    /// Between random points that see each other, the number changes by no more than the bound.
    #[test]
    fn bounds_on_changes_hold() {
        let cube = Mesh::cuboid([-1.0; 3], [1.0; 3]).unwrap();
        let open = Mesh::try_new(cube.vertices().to_vec(), cube.faces()[..11].to_vec()).unwrap();
        let mut random = Random(9);
        let (mut told, mut near) = (0, 0);
        // Every other way goes through the middle of the opening, where the number changes the most for the bound.
        let [a, b, c] = cube.triangle(FaceId(11));
        let (middle, across) = ((a + b + c) / 3.0, (b - a).cross(c - a).normalize());
        for case in 0..2_000 {
            let (p, step) = if case % 2 == 0 {
                (0.6 * random.vector(), 0.3 * random.vector())
            } else {
                (middle + 0.05 * random.vector(), 0.06 * across)
            };
            let q = p + step;
            let (change, bound) =
                (open.winding_number(q).value - open.winding_number(p).value, open.winding_change(p, p.distance(q)));
            assert!(change.abs() <= bound + 0.011, "{p} {q}: {change} {bound}");
            told += u32::from(bound < 1.0);
            near += u32::from(change.abs() > 0.3 * bound && change.abs() > 0.02);
        }
        assert!(told > 500 && near > 20, "{told} {near}");
        assert_eq!(cube.winding_change(DVec3::ZERO, 5.0), 0.0);
    }
}
