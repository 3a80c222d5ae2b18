//! Boxes around the components of a mesh, and around what of them is closed.
//!
//! A component that shares no point with a closed surface and lies within it lies within the box around it. Looking at boxes rules most pairs out before
//! any ray is cast.

use crate::bound::Aabb;
use crate::feature::FaceId;
use crate::math::DVec3;

/// Components of a mesh up to which boxes are kept. Beyond it, looking through all of them takes longer than a ray through the tree.
const MOST_COMPONENTS: usize = 256;

/// Boxes around the components of a mesh.
#[derive(Clone, Debug)]
pub struct ComponentBoxes {
    /// The least and the greatest coordinates along each axis, each of all components side by side.
    least: [Vec<f64>; 3],
    greatest: [Vec<f64>; 3],
    /// Boxes around the faces of closed parts, of each component that has any.
    closed: Vec<Aabb>,
}

impl ComponentBoxes {
    /// Boxes around components, given for each face, some of whose faces are in closed parts; `None` if they are too many.
    pub(super) fn of(
        vertices: &[DVec3],
        faces: &[[u32; 3]],
        components: &[u32],
        count: usize,
        is_closed: impl Fn(FaceId) -> bool,
    ) -> Option<Self> {
        if count > MOST_COMPONENTS {
            return None;
        }
        let mut boxes = vec![[Aabb::EMPTY; 2]; count];
        for (i, (corners, component)) in faces.iter().zip(components).enumerate() {
            let bounds = Aabb::of_points(&corners.map(|corner| vertices[corner as usize]));
            let [all, closed] = &mut boxes[*component as usize];
            *all = all.joined(bounds);
            if is_closed(FaceId(i as u32)) {
                *closed = closed.joined(bounds);
            }
        }
        let side = |of: fn(&Aabb) -> DVec3| [0, 1, 2].map(|axis| boxes.iter().map(|[all, _]| of(all)[axis]).collect());
        let closed = boxes.iter().map(|[_, closed]| *closed).filter(|closed| *closed != Aabb::EMPTY).collect();
        Some(Self { least: side(|all| all.min), greatest: side(|all| all.max), closed })
    }

    /// Boxes around the faces of closed parts, of each component that has any.
    #[must_use]
    pub fn closed(&self) -> &[Aabb] {
        &self.closed
    }

    /// How many components there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.least[0].len()
    }

    /// Whether a component lies within a box.
    #[must_use]
    pub fn any_within(&self, bounds: &Aabb) -> bool {
        let count = self.count();
        let [x0, y0, z0] = self.least.each_ref().map(|all| &all[..count]);
        let [x1, y1, z1] = self.greatest.each_ref().map(|all| &all[..count]);
        let (min, max) = (bounds.min, bounds.max);
        // Every component is looked at, so that several are compared at once.
        (0..count).fold(false, |found, k| {
            found
                | ((x0[k] >= min.x)
                    & (x1[k] <= max.x)
                    & (y0[k] >= min.y)
                    & (y1[k] <= max.y)
                    & (z0[k] >= min.z)
                    & (z1[k] <= max.z))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Mesh;

    /// A closed tetrahedron about each place; a single face about the last.
    fn parts(places: &[DVec3]) -> Mesh {
        let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
        let vertices = places.iter().flat_map(|place| corners.map(|corner| *place + corner)).collect();
        let sides = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        let mut faces: Vec<[u32; 3]> =
            (0..places.len() as u32).flat_map(|part| sides.map(|side| side.map(|k| 4 * part + k))).collect();
        faces.truncate(faces.len() - 3);
        Mesh::try_new(vertices, faces).unwrap()
    }

    #[test]
    fn boxes_are_those_of_components_and_of_their_closed_parts() {
        let mesh = parts(&[DVec3::ZERO, DVec3::splat(3.0), DVec3::splat(-2.0)]);
        let boxes = mesh.topology().component_boxes().unwrap();
        let cube = |min: f64, size: f64| Aabb { min: DVec3::splat(min), max: DVec3::splat(min + size) };
        assert_eq!(boxes.closed(), [cube(0.0, 1.0), cube(3.0, 1.0)]);
        assert!(boxes.any_within(&cube(3.0, 1.0)) && boxes.any_within(&cube(-2.0, 1.0)));
        assert!(!boxes.any_within(&cube(0.5, 3.25)) && !boxes.any_within(&cube(-2.0, 0.75)));
        let many: Vec<DVec3> = (0..=MOST_COMPONENTS).map(|k| DVec3::X * (2.0 * k as f64)).collect();
        assert!(parts(&many).topology().component_boxes().is_none());
        assert!(parts(&many[1..]).topology().component_boxes().is_some());
    }
}
