//! Scenes from step to step, bodies coming, moving, being ignored and going: events against every pair of bodies by brute force.

use crate::soak::case::Tally;
use crate::soak::random_geometry::RandomGeometry;
use impinge::broad::BroadPhaseKind;
use impinge::executor::Executor;
use impinge::mesh::Mesh;
use impinge::pair::{Method, Relation, Request, relate};
use impinge::scene::{BodyId, BodyOptions, ContactPhase, Model, Scene, SceneOptions};
use std::collections::BTreeSet;
use std::sync::Arc;

const MOST_BODIES: usize = 6;

const STEPS: usize = 6;

type Pairs = BTreeSet<(BodyId, BodyId)>;

/// A scene, what is in it, and the pairs that events have led to.
struct Bodies {
    scene: Scene,
    bodies: Vec<(BodyId, Arc<Mesh>)>,
    ignored: Pairs,
    meeting: Pairs,
}

pub fn check(source: &mut RandomGeometry, tally: &mut Tally) {
    let kind = BroadPhaseKind::ALL[source.random.below(BroadPhaseKind::ALL.len() as u64) as usize];
    let scene = Scene::new(&SceneOptions { broad_phase: kind, ..SceneOptions::default() });
    let mut bodies = Bodies { scene, bodies: Vec::new(), ignored: Pairs::new(), meeting: Pairs::new() };
    for _ in 0..STEPS {
        for _ in 0..3 {
            bodies.change(source);
        }
        bodies.step(tally);
    }
}

impl Bodies {
    fn some(&self, source: &mut RandomGeometry) -> Option<usize> {
        (!self.bodies.is_empty()).then(|| source.random.below(self.bodies.len() as u64) as usize)
    }

    /// Inserts, moves or removes a body, or ignores a pair or no longer.
    fn change(&mut self, source: &mut RandomGeometry) {
        match (source.random.below(8), self.some(source), self.some(source)) {
            (0, Some(k), _) => {
                let (id, _) = self.bodies.swap_remove(k);
                self.ignored.retain(|(a, b)| *a != id && *b != id);
                let _ = self.scene.remove(id);
            }
            (1, Some(k), Some(l)) if k != l => {
                let (a, b) = (self.bodies[k].0, self.bodies[l].0);
                let pair = (a.min(b), a.max(b));
                let _ = if self.ignored.remove(&pair) {
                    self.scene.allow_pair(a, b)
                } else {
                    self.ignored.insert(pair);
                    self.scene.ignore(a, b)
                };
            }
            (2..5, Some(k), _) => {
                // A pose that is refused leaves the body where it is.
                let _ = self.scene.set_pose(self.bodies[k].0, &source.pose());
            }
            _ if self.bodies.len() < MOST_BODIES => {
                let Some(mesh) = source.mesh().map(Arc::new) else { return };
                let model = Model::from(mesh.clone());
                if let Ok(id) = self.scene.insert(&model, &source.pose(), BodyOptions::default()) {
                    self.bodies.push((id, mesh));
                }
            }
            _ => {}
        }
    }

    /// A step; its events lead to the pairs that brute force finds.
    fn step(&mut self, tally: &mut Tally) {
        let executor = Executor::serial();
        let mut is_consistent = true;
        for event in self.scene.step(&executor).events {
            is_consistent &= match event.phase {
                ContactPhase::Begin => self.meeting.insert(event.bodies),
                ContactPhase::Stay => self.meeting.contains(&event.bodies),
                ContactPhase::End => self.meeting.remove(&event.bodies),
            };
        }
        tally.holds(is_consistent, || "an event does not follow from the ones before".to_owned());
        let brute = Request { method: Method::Brute, ..Request::default() };
        let mut expected = Pairs::new();
        for (a, first) in &self.bodies {
            for (b, second) in self.bodies.iter().filter(|(b, _)| a < b) {
                let Ok(pose) = self.scene.a_from_b(*a, *b) else { continue };
                let relation = relate(first, second, &pose, &brute).relation;
                let found = self.scene.view(&executor).relate(*a, *b, &Request::default());
                tally.same("relation", found.ok().map(|report| report.relation), Some(relation));
                tally.count_contact(relation != Relation::Disjoint);
                if relation != Relation::Disjoint && !self.ignored.contains(&(*a, *b)) {
                    expected.insert((*a, *b));
                }
            }
        }
        tally.same("pairs that meet", &self.meeting, &expected);
    }
}
