//! All pairs of triangles of two meshes that share a point.

use super::setting::{Placed, Setting};
use super::{Contact, Method, classic};
use crate::bound::{Aabb, PosedBoxes};
use crate::bvh::walk_pairs;
use crate::collect::{All, Collect};
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::math::predicates::{Triangle, UNDERFLOW_GUARD};
use crate::math::{DVec3, Pose};
use crate::mesh::Mesh;
use crate::triangle_pair::{TriangleRelation, intersection, relate, relate_brute};
use glam::Vec3Swizzles;
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
    if let Method::Hierarchy(config) = &setting.method {
        return classic::meetings(setting, config, cost, visit);
    }
    let mut box_tests = 0;
    let mut others: Vec<Other> = Vec::new();
    let flow = walk_pairs(
        first.mesh.tree(),
        second.mesh.tree(),
        |p, q| {
            box_tests += 1;
            setting.boxes.overlap(&p.bounds, &q.bounds)
        },
        |of_first, of_second| {
            others.clear();
            others.extend(of_second.iter().map(|&j| Other::new(&second, FaceId(j), &setting.boxes)));
            for &i in of_first {
                let triangle = first.triangle(FaceId(i));
                let bounds = Aabb::of_points(&triangle);
                for other in others.iter_mut().filter(|other| bounds.overlaps(&other.bounds)) {
                    if beside_plane(&triangle, &other.rough, setting.boxes.slack()) {
                        cost.triangle_tests += 1;
                        continue;
                    }
                    let exact = *other.exact.get_or_insert_with(|| second.triangle(other.face));
                    let relation = relate(&triangle, &exact, cost);
                    if relation != TriangleRelation::Disjoint {
                        let (faces, triangles) = ([FaceId(i), other.face], [triangle, exact]);
                        visit(&Meeting { faces, triangles, relation }, cost)?;
                    }
                }
            }
            ControlFlow::Continue(())
        },
    );
    cost.box_tests += box_tests;
    flow
}

/// A face of the second body, placed exactly only when it must be.
struct Other {
    face: FaceId,
    rough: Triangle,
    bounds: Aabb,
    exact: Option<Triangle>,
}

impl Other {
    fn new(body: &Placed<'_>, face: FaceId, boxes: &PosedBoxes) -> Self {
        let rough = body.rough_triangle(face);
        Self { face, rough, bounds: boxes.around_rough(&rough), exact: None }
    }
}

/// Whether points, each coordinate known to within the slack, lie for certain strictly on one side of a triangle's plane.
///
/// With w = p - a and n = u × v, of which each component is a difference of two products with magnitudes adding up to m_k,
/// n · w is off by at most Σ m_k (slack + 8 · 2^-53 |w_k|): seven roundings and one of the difference; doubled here.
fn beside_plane([a, b, c]: &Triangle, points: &Triangle, slack: f64) -> bool {
    let (u, v) = (*b - *a, *c - *a);
    let (n, m) = (u.cross(v), u.abs().zxy() * v.abs().yzx() + u.abs().yzx() * v.abs().zxy());
    let sides = points.map(|p| {
        let w = p - *a;
        let error = m.dot(DVec3::splat(slack) + w.abs() * (4.0 * f64::EPSILON)) * 2.0 + UNDERFLOW_GUARD;
        let height = n.dot(w);
        i32::from(height > error) - i32::from(height < -error)
    });
    sides[0] != 0 && sides[0] == sides[1] && sides[1] == sides[2]
}
