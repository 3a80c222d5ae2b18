//! Pair queries on the classic hierarchies: pairs of faces that may meet, and pairs that may be the closest.
//!
//! Only which pairs of faces are looked at comes from the hierarchies; what is then said about a pair is exact, and the same as
//! with every other method.

use super::contacts::face_contacts::Meeting;
use super::posed_pair::{Placed, Setting};
use crate::bound::{Aabb, Bound, Relative};
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::hierarchy::{Config, LeafRule, Space, Tree, TreePair, closest_pair, walk_pairs};
use crate::math::DVec3;
use crate::math::predicates::Triangle;
use crate::triangle_pair::{TriangleRelation, relate};
use std::ops::ControlFlow;

/// Visits every pair of faces that share a point.
pub(super) fn meetings(
    setting: &Setting<'_>,
    config: &Config,
    cost: &mut Cost,
    visit: impl FnMut(&Meeting<'_>, &mut Cost) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let [first, second] = setting.bodies().map(|body| body.mesh.hierarchy(&config.build));
    let work = Meetings { setting, config, relative: relative(setting), cost, visit };
    // Both are of one kind.
    first.with(&second, work).unwrap_or(ControlFlow::Continue(()))
}

/// Visits pairs of leaves by their faces, best first, until none can hold a pair closer than the best.
pub(super) fn closest(
    setting: &Setting<'_>,
    config: &Config,
    up_to: f64,
    cost: &mut Cost,
    look_at: impl FnMut(&[u32], &[u32], &mut Cost) -> Option<f64>,
) {
    let [first, second] = setting.bodies().map(|body| body.mesh.hierarchy(&config.build));
    let _ = first.with(&second, Closest { config, relative: relative(setting), up_to, cost, look_at });
}

fn relative(setting: &Setting<'_>) -> Relative {
    let [first, second] = setting.bodies();
    Relative::new(setting.pose(), &first.mesh.bounds(), &second.mesh.bounds())
}

/// The tests between the volumes of two trees, in the space that was asked for.
struct Compared<'a, V: Bound> {
    trees: [&'a Tree<V>; 2],
    tests: V::Tests,
    /// The volumes of the second, carried into the frame of the first, in world space.
    carried: Option<Vec<V>>,
}

impl<'a, V: Bound> Compared<'a, V> {
    fn new(trees: [&'a Tree<V>; 2], relative: &Relative, space: Space) -> Self {
        let tests = V::tests(relative);
        match space {
            Space::Model => Self { trees, tests, carried: None },
            Space::World => {
                let carried = Some(trees[1].carried(&tests));
                Self { trees, tests: V::tests(&relative.at_rest()), carried }
            }
        }
    }

    fn pair(&self, p: u32, q: u32) -> (&V, &V) {
        let other = match &self.carried {
            None => &self.trees[1].node(q).bound,
            Some(carried) => &carried[q as usize],
        };
        (&self.trees[0].node(p).bound, other)
    }

    fn overlap(&self, p: u32, q: u32) -> bool {
        let (own, other) = self.pair(p, q);
        own.overlap(other, &self.tests)
    }

    fn distance_bound(&self, p: u32, q: u32) -> f64 {
        let (own, other) = self.pair(p, q);
        own.distance_bound(other, &self.tests)
    }
}

struct Closest<'a, F> {
    config: &'a Config,
    relative: Relative,
    up_to: f64,
    cost: &'a mut Cost,
    look_at: F,
}

impl<F: FnMut(&[u32], &[u32], &mut Cost) -> Option<f64>> TreePair for Closest<'_, F> {
    type Output = ();

    fn on<V: Bound>(self, first: &Tree<V>, second: &Tree<V>) {
        let Self { config, relative, up_to, cost, mut look_at } = self;
        let compared = Compared::new([first, second], &relative, config.walk.space);
        let mut box_tests = 0;
        let bound = |p, q| {
            box_tests += 1;
            compared.distance_bound(p, q)
        };
        let visit = |p, q| look_at(first.items(p), second.items(q), cost);
        closest_pair([first, second], config.walk.descent, up_to, bound, visit);
        cost.box_tests += box_tests;
    }
}

struct Meetings<'a, F> {
    setting: &'a Setting<'a>,
    config: &'a Config,
    relative: Relative,
    cost: &'a mut Cost,
    visit: F,
}

impl<F: FnMut(&Meeting<'_>, &mut Cost) -> ControlFlow<()>> TreePair for Meetings<'_, F> {
    type Output = ControlFlow<()>;

    fn on<V: Bound>(self, first: &Tree<V>, second: &Tree<V>) -> ControlFlow<()> {
        let Self { setting, config, relative, cost, mut visit } = self;
        let bodies = setting.bodies();
        let compared = Compared::new([first, second], &relative, config.walk.space);
        let (mut box_tests, mut volume_tests) = (0, 0);
        let mut others: Vec<Other> = Vec::new();
        let flow = walk_pairs(
            [first, second],
            &config.walk,
            |p, q| {
                box_tests += 1;
                compared.overlap(p, q)
            },
            |p, q| {
                others.clear();
                others.extend(second.items(q).iter().map(|&j| Other::new(&bodies[1], FaceId(j), &relative)));
                if config.walk.leaves == LeafRule::Volume {
                    volume_tests += others.len() as u64;
                    let bound = &first.node(p).bound;
                    others.retain(|other| bound.may_meet(&other.rough, relative.slack()));
                }
                for &i in first.items(p) {
                    let triangle = bodies[0].triangle(FaceId(i));
                    let bounds = Aabb::of_points(&triangle);
                    for other in others.iter_mut().filter(|other| bounds.overlaps(&other.bounds)) {
                        let exact = *other.exact.get_or_insert_with(|| bodies[1].triangle(other.face));
                        let relation = relate(&triangle, &exact, cost);
                        if relation != TriangleRelation::Disjoint {
                            visit(&Meeting { faces: [FaceId(i), other.face], relation, bodies: &bodies }, cost)?;
                        }
                    }
                }
                ControlFlow::Continue(())
            },
        );
        cost.box_tests += box_tests + volume_tests;
        flow
    }
}

/// A face of the second body, placed exactly only when it must be.
struct Other {
    face: FaceId,
    /// Its corners in the frame, each coordinate off by at most the slack.
    rough: Triangle,
    bounds: Aabb,
    exact: Option<Triangle>,
}

impl Other {
    fn new(body: &Placed<'_>, face: FaceId, relative: &Relative) -> Self {
        let rough = body.mesh.triangle(face).map(|p| relative.roughly(p));
        let (bounds, slack) = (Aabb::of_points(&rough), DVec3::splat(relative.slack()));
        Self { face, rough, bounds: Aabb { min: bounds.min - slack, max: bounds.max + slack }, exact: None }
    }
}
