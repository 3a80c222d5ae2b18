//! All pairs of triangles of two meshes that share a point.

use super::setting::Setting;
use super::{Contact, Method};
use crate::bound::Aabb;
use crate::bvh::walk_pairs;
use crate::collect::{All, Collect};
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::math::Pose;
use crate::math::predicates::Triangle;
use crate::mesh::Mesh;
use crate::triangle_pair::{TriangleRelation, intersection, relate, relate_brute};
use std::ops::ControlFlow;

/// Hands every pair of triangles that share a point to the collector, in an order that depends on the meshes alone.
pub fn contacts(a: &Mesh, b: &Mesh, a_from_b: &Pose, collector: &mut impl Collect<Contact>) -> Cost {
    let setting = Setting::new(a, b, a_from_b, Method::Auto);
    let mut cost = Cost::default();
    let _ = meetings(&setting, &mut cost, |meeting, cost| match meeting.contact(cost) {
        Some(contact) => collector.take(setting.contact_as_asked(contact)),
        None => ControlFlow::Continue(()),
    });
    cost
}

/// How many pairs of triangles share a point.
#[must_use]
pub fn count_contacts(a: &Mesh, b: &Mesh, a_from_b: &Pose) -> usize {
    let mut count = 0;
    let _ = meetings(&Setting::new(a, b, a_from_b, Method::Auto), &mut Cost::default(), |_, _| {
        count += 1;
        ControlFlow::Continue(())
    });
    count
}

/// All contacts, sorted by faces.
pub(super) fn sorted_contacts(setting: &Setting<'_>, cost: &mut Cost) -> Vec<Contact> {
    let mut all = All(Vec::new());
    let _ = meetings(setting, cost, |meeting, cost| {
        meeting.contact(cost).map_or(ControlFlow::Continue(()), |c| all.take(setting.contact_as_asked(c)))
    });
    all.0.sort_unstable_by_key(|c| c.faces);
    all.0
}

/// How many pairs of triangles share a point, and the box around what they share, in A's frame.
pub(super) fn counted_contacts(setting: &Setting<'_>, cost: &mut Cost) -> (usize, Option<Aabb>) {
    let (mut count, mut bounds) = (0, Aabb::EMPTY);
    let _ = meetings(setting, cost, |meeting, cost| {
        count += 1;
        // What two triangles share lies in both their boxes: where that is nothing new, it need not be constructed.
        let [p, q] = meeting.triangles.map(|t| Aabb::of_points(&t));
        let common = [p.min.max(q.min), p.max.min(q.max)].map(|p| setting.point_in_a(p));
        if setting.turns_answers() || bounds != common.iter().fold(bounds, |b, p| b.including(*p)) {
            let contact = meeting.contact(cost).map(|c| setting.contact_as_asked(c));
            bounds = contact.iter().flat_map(|c| c.intersection.points()).fold(bounds, |b, p| b.including(*p));
        }
        ControlFlow::Continue(())
    });
    (count, (count > 0).then_some(bounds))
}

/// Two faces that share a point, in canonical order and in the frame of the query.
pub(super) struct Meeting {
    pub faces: [FaceId; 2],
    pub triangles: [Triangle; 2],
    pub relation: TriangleRelation,
}

impl Meeting {
    /// What they share.
    pub fn contact(&self, cost: &mut Cost) -> Option<Contact> {
        let intersection = intersection(&self.triangles[0], &self.triangles[1], cost)?;
        Some(Contact { faces: self.faces, relation: self.relation, intersection })
    }
}

/// Visits every pair of faces that share a point.
pub(super) fn meetings(
    setting: &Setting<'_>,
    cost: &mut Cost,
    mut visit: impl FnMut(&Meeting, &mut Cost) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let [first, second] = setting.bodies();
    if setting.method == Method::Brute {
        for i in first.mesh.face_ids() {
            for j in second.mesh.face_ids() {
                let triangles = [first.triangle(i), second.triangle(j)];
                cost.triangle_tests += 1;
                let relation = relate_brute(&triangles[0], &triangles[1]);
                if relation != TriangleRelation::Disjoint {
                    visit(&Meeting { faces: [i, j], triangles, relation }, cost)?;
                }
            }
        }
        return ControlFlow::Continue(());
    }
    let mut box_tests = 0;
    let mut posed: Vec<(FaceId, Triangle, Aabb)> = Vec::new();
    let flow = walk_pairs(
        first.mesh.tree(),
        second.mesh.tree(),
        |p, q| {
            box_tests += 1;
            setting.boxes.overlap(&p.bounds, &q.bounds)
        },
        |of_first, of_second| {
            posed.clear();
            posed.extend(of_second.iter().map(|&j| {
                let triangle = second.triangle(FaceId(j));
                (FaceId(j), triangle, Aabb::of_points(&triangle))
            }));
            for &i in of_first {
                let triangle = first.triangle(FaceId(i));
                let bounds = Aabb::of_points(&triangle);
                for (j, other, other_bounds) in &posed {
                    if !bounds.overlaps(other_bounds) {
                        continue;
                    }
                    let relation = relate(&triangle, other, cost);
                    if relation != TriangleRelation::Disjoint {
                        visit(&Meeting { faces: [FaceId(i), *j], triangles: [triangle, *other], relation }, cost)?;
                    }
                }
            }
            ControlFlow::Continue(())
        },
    );
    cost.box_tests += box_tests;
    flow
}
