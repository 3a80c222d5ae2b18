//! The thickness of what two bodies share if one is inside the other by its winding number: that of the inner one by itself.
//!
//! Caps over the openings of the outer body are not asked: where these go, the part may seem to be outside.

use impinge::bound::Aabb;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{InsideSource, Location, PointQuery, Relation, Thickness, ThicknessOptions, thickness};

/// Bounds on the largest ball inside the inner one of two bodies; `None` if neither is inside the other, or the inner one has no inside.
pub fn swallowed_thickness(
    meshes: [&Mesh; 2],
    relation: Relation,
    a_from_b: &Pose,
    options: &ThicknessOptions,
) -> Option<Thickness> {
    let [a, b] = meshes;
    let (inner, outer, inner_from_outer) = match relation {
        Relation::AInsideB => (a, b, *a_from_b),
        Relation::BInsideA => (b, a, a_from_b.inverse()),
        _ => return None,
    };
    let mut found = thickness(inner, &around(inner)?, &Pose::IDENTITY, options);
    if !found.inside.iter().all(InsideSource::is_known) {
        return None;
    }
    if holds_any(inner, outer, &inner_from_outer) {
        // Faces of the outer body inside the inner one may cut the ball.
        (found.bounds.lower, found.bounds.value) = (0.0, 0.0);
    }
    Some(found)
}

/// A box around a mesh, well apart from it.
fn around(mesh: &Mesh) -> Option<Mesh> {
    let Aabb { min, max } = mesh.bounds();
    let by = DVec3::splat((max - min).max_element());
    Mesh::cuboid(min - by, max + by).ok()
}

/// Whether a vertex of the outer body is, or may be, inside the inner one, whose faces it does not cross.
fn holds_any(inner: &Mesh, outer: &Mesh, inner_from_outer: &Pose) -> bool {
    let bounds = inner.bounds();
    let carried = outer.vertices().iter().map(|p| inner_from_outer.transform_point(*p));
    let mut near = carried.filter(|p| p.cmpge(bounds.min).all() && p.cmple(bounds.max).all());
    let query = inner.is_closed().then(|| PointQuery::new(inner));
    near.any(|p| query.as_ref().is_none_or(|query| query.locate(p) != Some(Location::Outside)))
}
