//! A hash of the triangles of a mesh, independent of the order of its faces and vertices and of how they are shared.

use impinge::math::DVec3;
use impinge::mesh::Mesh;

/// Letters and digits that are not taken for each other (Crockford's base 32).
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// A hash of the triangles of a mesh in its own frame: the same for meshes of the same triangles, whatever the order of faces, of
/// vertices, and the first corner of each. The same on every machine. Cost: one pass over the faces.
#[must_use]
pub fn geometry_hash(mesh: &Mesh) -> u64 {
    let corners: Vec<u64> = mesh.vertices().iter().map(|p| point(*p)).collect();
    let face = |face: &[u32; 3]| {
        let [a, b, c] = face.map(|i| corners[i as usize]);
        // The smallest corner first, the turning sense kept.
        let first = a.min(b).min(c);
        let [p, q, r] = if a == first {
            [a, b, c]
        } else if b == first {
            [b, c, a]
        } else {
            [c, a, b]
        };
        mixed(mixed(mixed(p) ^ q) ^ r)
    };
    let sum = mesh.faces().iter().map(face).fold(0_u64, u64::wrapping_add);
    mixed(sum ^ mesh.faces().len() as u64)
}

/// The first digits of a hash, for names.
pub(crate) fn short(hash: u64) -> String {
    (0..6).map(|k| char::from(DIGITS[(hash >> (5 * k) & 31) as usize])).collect()
}

fn point(p: DVec3) -> u64 {
    // Both zeros are one point.
    p.to_array().into_iter().fold(0, |hash, x| mixed(hash ^ (x + 0.0).to_bits()))
}

/// The mixing of SplitMix64.
fn mixed(x: u64) -> u64 {
    let z = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(vertices: &[[f64; 3]], faces: &[[u32; 3]]) -> u64 {
        let vertices = vertices.iter().map(|p| DVec3::from_array(*p)).collect();
        geometry_hash(&Mesh::try_new(vertices, faces.to_vec()).unwrap())
    }

    #[test]
    fn only_triangles_count() {
        let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let own = hash(&corners, &[[0, 2, 1], [0, 1, 3]]);
        assert_eq!(hash(&corners, &[[3, 0, 1], [2, 1, 0]]), own, "faces and first corners in another order");
        let mut apart = corners.to_vec();
        apart.extend([[-0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [9.0, 9.0, 9.0]]);
        assert_eq!(hash(&apart, &[[0, 2, 1], [4, 5, 3]]), own, "vertices that are not shared, and one not in use");
        assert_ne!(hash(&corners, &[[0, 1, 2], [0, 1, 3]]), own, "a face turned over");
        assert_ne!(hash(&corners, &[[0, 2, 1]]), own);
        assert_ne!(hash(&corners, &[[0, 2, 1], [0, 1, 3], [0, 1, 3]]), own);
        assert_eq!(short(own).len(), 6);
    }
}
