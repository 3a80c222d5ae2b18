//! The relation of two surfaces, triangle by triangle.

use crate::bound::Aabb;
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::math::predicates::Triangle;
use crate::pair::contacts::face_contacts::visit_contacts_beyond_tips;
use crate::pair::pair_query_types::Relation;
use crate::pair::posed_pair::{PosedMesh, PosedPair, faces_near};
use crate::triangle_pair::TriangleRelation;
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// The relation of the first body to the second, neither of them closed.
///
/// A surface that passes through itself coincides with its copy all the same: the sets are equal.
pub(crate) fn relate_surfaces(posed: &PosedPair<'_>, cost: &mut Cost) -> Relation {
    if same_triangles(posed, Orientation::Ignored) {
        return Relation::Coincident;
    }
    let (mut relation, mut is_at_tip) = (Relation::Disjoint, false);
    let _ = visit_contacts_beyond_tips(posed, cost, &mut |_| is_at_tip = true, &mut |touching, _| match touching
        .relation
    {
        TriangleRelation::Crossing => {
            relation = Relation::Crossing;
            ControlFlow::Break(())
        }
        _ => {
            relation = Relation::Touching;
            ControlFlow::Continue(())
        }
    });
    if is_at_tip && relation == Relation::Disjoint { Relation::Touching } else { relation }
}

/// Whether a triangle and the same one turned over are the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Orientation {
    Ignored,
    Counts,
}

/// Whether both bodies have the same triangles: as a set, or with orientation as a list in any order.
pub(crate) fn same_triangles(posed: &PosedPair<'_>, orientation: Orientation) -> bool {
    let [first, second] = posed.bodies();
    let seen = |body: &PosedMesh<'_>, face| canonical(body.triangle(face), orientation);
    // Most pairs are told apart by the first face.
    let wanted = seen(&first, FaceId(0));
    if !faces_near(&second, &Aabb::of_points(&wanted)).into_iter().any(|f| seen(&second, f) == wanted) {
        return false;
    }
    let [p, q] = [first, second].map(|body| {
        let mut triangles: Vec<Triangle> = body.mesh.face_ids().map(|f| seen(&body, f)).collect();
        triangles.sort_unstable_by(compare);
        if orientation == Orientation::Ignored {
            triangles.dedup();
        }
        triangles
    });
    p == q
}

/// A triangle with its corners in a fixed order: sorted, or turned so that the least comes first.
fn canonical(mut t: Triangle, orientation: Orientation) -> Triangle {
    t.iter_mut().for_each(|p| *p += 0.0); // -0 is 0
    match orientation {
        Orientation::Ignored => t.sort_unstable_by(|p, q| places(&p.to_array(), &q.to_array())),
        Orientation::Counts => {
            let least = (0..3).min_by(|i, j| places(&t[*i].to_array(), &t[*j].to_array())).unwrap_or(0);
            t.rotate_left(least);
        }
    }
    t
}

fn compare(s: &Triangle, t: &Triangle) -> Ordering {
    let flat = |t: &Triangle| t.map(|p| p.to_array());
    places(flat(s).as_flattened(), flat(t).as_flattened())
}

/// Lexicographic order of coordinates.
fn places(p: &[f64], q: &[f64]) -> Ordering {
    let unequal = p.iter().zip(q).map(|(x, y)| x.total_cmp(y)).find(|order| order.is_ne());
    unequal.unwrap_or(Ordering::Equal)
}
