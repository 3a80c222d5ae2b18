//! Boxes that come, move and go: every broad phase against every pair of boxes.

use crate::soak::case::Tally;
use crate::soak::random_geometry::RandomGeometry;
use impinge::bound::Aabb;
use impinge::broad::{BroadPhase, BroadPhaseKind, Mobility};
use impinge::executor::Executor;
use std::collections::BTreeSet;

const MOST_BOXES: u64 = 48;

const UPDATES: usize = 6;

const ROUNDS: usize = 8;

type Pairs = BTreeSet<(u32, u32)>;

/// The boxes by key, the broad phases that keep them, and the pairs that changes have led to.
struct Boxes {
    boxes: Vec<Option<(Aabb, Mobility)>>,
    phases: Vec<(Box<dyn BroadPhase>, Pairs)>,
}

pub fn check(source: &mut RandomGeometry, tally: &mut Tally) {
    for _ in 0..ROUNDS {
        check_round(source, tally);
    }
}

fn check_round(source: &mut RandomGeometry, tally: &mut Tally) {
    let count = 2 + source.random.below(MOST_BOXES) as usize;
    let phases = BroadPhaseKind::ALL.iter().map(|kind| (kind.build(), Pairs::new())).collect();
    let mut all = Boxes { boxes: vec![None; count], phases };
    for _ in 0..UPDATES {
        for key in 0..count {
            all.change(key, source);
        }
        all.compare(tally);
    }
}

impl Boxes {
    /// Inserts, moves or removes the box of a key, or leaves it as it is.
    fn change(&mut self, key: usize, source: &mut RandomGeometry) {
        let name = key as u32;
        match (source.random.below(4), self.boxes[key]) {
            (0, Some(_)) => {
                self.boxes[key] = None;
                self.phases.iter_mut().for_each(|(phase, _)| phase.remove(name));
            }
            (1 | 2, Some((_, mobility))) => {
                let bounds = some_box(source);
                self.boxes[key] = Some((bounds, mobility));
                self.phases.iter_mut().for_each(|(phase, _)| phase.set_bounds(name, bounds));
            }
            (0..3, None) => {
                let mobility = if source.random.below(4) == 0 { Mobility::Fixed } else { Mobility::Moving };
                let bounds = some_box(source);
                self.boxes[key] = Some((bounds, mobility));
                self.phases.iter_mut().for_each(|(phase, _)| phase.insert(name, bounds, mobility));
            }
            _ => {}
        }
    }

    /// An update of every broad phase: its pairs, and those that its changes lead to.
    fn compare(&mut self, tally: &mut Tally) {
        let expected = self.every_pair();
        tally.count_contact(!expected.is_empty());
        for ((phase, known), kind) in self.phases.iter_mut().zip(BroadPhaseKind::ALL) {
            let changes = phase.update(&Executor::serial());
            let is_new = changes.added.iter().all(|pair| known.insert(*pair));
            let is_gone = changes.removed.iter().all(|pair| known.remove(pair));
            tally.holds(is_new && is_gone && *known == expected, || format!("changes of {kind}"));
            let mut found = Pairs::new();
            phase.pairs(&mut |a, b| {
                found.insert((a, b));
            });
            tally.same(kind.name(), &found, &expected);
        }
    }

    fn every_pair(&self) -> Pairs {
        let mut pairs = Pairs::new();
        let present = || self.boxes.iter().enumerate().filter_map(|(key, body)| Some((key as u32, (*body)?)));
        for (p, (a, a_moves)) in present() {
            for (q, (b, b_moves)) in present().filter(|(q, _)| p < *q) {
                let is_apart = a.max.cmplt(b.min).any() || b.max.cmplt(a.min).any();
                if !is_apart && (a_moves, b_moves) != (Mobility::Fixed, Mobility::Fixed) {
                    pairs.insert((p, q));
                }
            }
        }
        pairs
    }
}

/// Small, as a rule; some are as large as the room.
fn some_box(source: &mut RandomGeometry) -> Aabb {
    let (p, q) = (source.point(), source.point());
    if source.random.below(8) == 0 { Aabb::of_points(&[p, q]) } else { Aabb::of_points(&[p, p + (q - p).abs() * 0.25]) }
}
