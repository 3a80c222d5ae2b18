//! Bodies by id and by name, which pairs of them are tested, and their boxes.

use super::body_options::{BodyId, BodyOptions};
use super::scene_error::SceneError;
use crate::bound::Aabb;
use crate::broad::{BroadPhase, BroadPhaseKind, Mobility};
use crate::cost::Cost;
use crate::executor::Executor;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Slots are numbered in 32 bits.
const LARGEST_SCENE: usize = u32::MAX as usize - 1;

/// A body of a world.
pub trait WorldBody: Sync {
    /// Its id.
    fn id(&self) -> BodyId;
    /// Its name, mobility and groups.
    fn options(&self) -> &BodyOptions;
    /// The same, to be changed.
    fn options_mut(&mut self) -> &mut BodyOptions;
    /// A box around it in the world.
    fn world_box(&self) -> Aabb;
    /// The step in which it was last moved or inserted.
    fn moved_in(&self) -> u64;
    /// Whether it may meet itself, and its tests are so large that threads share each.
    fn is_deformable(&self) -> bool {
        false
    }
    /// Finds out whether it meets itself, if that is not known; returns the work.
    fn test_itself(&mut self, _: &Executor) -> Cost {
        Cost::default()
    }
    /// Whether it meets itself, if that is known.
    fn meets_itself(&self) -> Option<bool> {
        None
    }
    /// Whether it met itself at the last step.
    fn met_itself(&self) -> bool {
        false
    }
    /// Records whether it met itself at the last step.
    fn set_met_itself(&mut self, _: bool) {}
}

/// What has changed since the boxes were last brought up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StaleBoxes {
    /// They are up to date.
    Nothing,
    /// Bodies have moved, come or gone.
    Places,
    /// Also which pairs are tested.
    Filters,
}

#[derive(Debug)]
struct Slot<B> {
    generation: u32,
    body: Option<B>,
}

/// Bodies and their boxes.
#[derive(Debug)]
pub struct BodyRegistry<B> {
    slots: Vec<Slot<B>>,
    /// Slots to be given out, the smallest last.
    vacant: Vec<u32>,
    /// Slots of bodies removed since the boxes were last brought up to date.
    leaving: Vec<u32>,
    names: HashMap<String, BodyId>,
    /// Bodies that deform, by id.
    deformable: BTreeSet<BodyId>,
    /// Pairs that are not tested, each in both orders.
    ignored: BTreeSet<(BodyId, BodyId)>,
    /// Bodies of which those with the same number are not tested against each other.
    sets: HashMap<BodyId, u64>,
    /// The number of the next set.
    next_set: u64,
    broad: Box<dyn BroadPhase>,
    stale: StaleBoxes,
}

impl<B: WorldBody> BodyRegistry<B> {
    /// Without bodies.
    pub fn new(broad_phase: BroadPhaseKind) -> Self {
        Self {
            slots: Vec::new(),
            vacant: Vec::new(),
            leaving: Vec::new(),
            names: HashMap::new(),
            deformable: BTreeSet::new(),
            ignored: BTreeSet::new(),
            sets: HashMap::new(),
            next_set: 0,
            broad: broad_phase.build(),
            stale: StaleBoxes::Nothing,
        }
    }

    /// Puts in a body, made once its id is known.
    pub fn insert(&mut self, name: Option<&str>, make: impl FnOnce(BodyId) -> B) -> Result<BodyId, SceneError> {
        if let Some(name) = name.filter(|name| self.names.contains_key(*name)) {
            return Err(SceneError::DuplicateName(name.to_owned()));
        }
        let slot = match self.vacant.pop() {
            Some(slot) => slot,
            None if self.slots.len() >= LARGEST_SCENE => return Err(SceneError::Full(self.slots.len())),
            None => {
                self.slots.push(Slot { generation: 0, body: None });
                self.slots.len() as u32 - 1
            }
        };
        let place = &mut self.slots[slot as usize];
        let id = BodyId { slot, generation: place.generation };
        let body = place.body.insert(make(id));
        self.broad.insert(slot, body.world_box(), body.options().mobility);
        if body.is_deformable() {
            self.deformable.insert(id);
        }
        if let Some(name) = name {
            self.names.insert(name.to_owned(), id);
        }
        self.stale = self.stale.max(StaleBoxes::Places);
        Ok(id)
    }

    /// Changes where a body is, and its box with it.
    pub fn displace(&mut self, id: BodyId, change: impl FnOnce(&mut B)) -> Result<(), SceneError> {
        let body = self.get_mut(id)?;
        change(body);
        let bounds = body.world_box();
        self.broad.set_bounds(id.slot, bounds);
        self.stale = self.stale.max(StaleBoxes::Places);
        Ok(())
    }

    /// Takes out a body.
    pub fn remove(&mut self, id: BodyId) -> Result<B, SceneError> {
        self.get(id)?;
        let place = &mut self.slots[id.slot()];
        let Some(body) = place.body.take() else { return Err(SceneError::UnknownBody(id)) };
        // A slot whose generations are used up is not given out again.
        let next = place.generation.checked_add(1);
        place.generation = next.unwrap_or(u32::MAX);
        if let Some(name) = &body.options().name {
            self.names.remove(name);
        }
        let least = BodyId { slot: 0, generation: 0 };
        while let Some(&(_, other)) = self.ignored.range((id, least)..).next().filter(|(own, _)| *own == id) {
            self.ignored.remove(&(id, other));
            self.ignored.remove(&(other, id));
        }
        self.sets.remove(&id);
        self.deformable.remove(&id);
        self.broad.remove(id.slot);
        if next.is_some() {
            self.leaving.push(id.slot);
        }
        self.stale = self.stale.max(StaleBoxes::Places);
        Ok(body)
    }

    /// Sets the groups of a body, and those that it can meet.
    pub fn set_groups(&mut self, id: BodyId, groups: u32, mask: u32) -> Result<(), SceneError> {
        let options = self.get_mut(id)?.options_mut();
        (options.groups, options.mask) = (groups, mask);
        self.stale = StaleBoxes::Filters;
        Ok(())
    }

    /// Makes a body fixed or moving.
    pub fn set_mobility(&mut self, id: BodyId, mobility: Mobility) -> Result<(), SceneError> {
        let body = self.get_mut(id)?;
        if body.options().mobility != mobility {
            body.options_mut().mobility = mobility;
            let bounds = body.world_box();
            self.broad.insert(id.slot, bounds, mobility);
            self.stale = self.stale.max(StaleBoxes::Places);
        }
        Ok(())
    }

    /// Gives a body another name, or none.
    pub fn rename(&mut self, id: BodyId, name: Option<&str>) -> Result<(), SceneError> {
        self.get(id)?;
        if let Some(name) = name.filter(|name| self.find(name).is_some_and(|other| other != id)) {
            return Err(SceneError::DuplicateName(name.to_owned()));
        }
        let before = std::mem::replace(&mut self.get_mut(id)?.options_mut().name, name.map(str::to_owned));
        before.map(|before| self.names.remove(&before));
        if let Some(name) = name {
            self.names.insert(name.to_owned(), id);
        }
        Ok(())
    }

    /// Excludes two bodies from being tested against each other, whatever their groups.
    pub fn ignore(&mut self, a: BodyId, b: BodyId) -> Result<(), SceneError> {
        self.get(a)?;
        self.get(b)?;
        self.ignored.extend([(a, b), (b, a)]);
        self.stale = StaleBoxes::Filters;
        Ok(())
    }

    /// Excludes the bodies of a list from being tested against each other, whatever their groups.
    pub fn ignore_among(&mut self, bodies: &[BodyId]) -> Result<(), SceneError> {
        bodies.iter().try_for_each(|id| self.get(*id).map(drop))?;
        // All of them are in one set already.
        if let [first, rest @ ..] = bodies
            && rest.iter().all(|id| self.share_set(*first, *id))
        {
            return Ok(());
        }
        // A body has one set: those that have another already are excluded pair by pair.
        let (others, free): (Vec<BodyId>, Vec<BodyId>) = bodies.iter().partition(|id| self.sets.contains_key(id));
        for a in others {
            let apart = bodies.iter().filter(|b| **b != a && !self.share_set(a, **b));
            let pairs: Vec<(BodyId, BodyId)> = apart.flat_map(|b| [(a, *b), (*b, a)]).collect();
            self.ignored.extend(pairs);
        }
        self.sets.extend(free.into_iter().map(|id| (id, self.next_set)));
        self.next_set += 1;
        self.stale = StaleBoxes::Filters;
        Ok(())
    }

    /// Tests the bodies of a list against each other again.
    pub fn allow_among(&mut self, bodies: &[BodyId]) -> Result<(), SceneError> {
        bodies.iter().try_for_each(|id| self.get(*id).map(drop))?;
        let list: BTreeSet<BodyId> = bodies.iter().copied().collect();
        self.leave_sets(&list);
        self.ignored.retain(|(a, b)| !(list.contains(a) && list.contains(b)));
        self.stale = StaleBoxes::Filters;
        Ok(())
    }

    /// Takes bodies out of their sets; they stay excluded from those that stay there, pair by pair.
    fn leave_sets(&mut self, list: &BTreeSet<BodyId>) {
        let mut left: BTreeMap<u64, Vec<BodyId>> = BTreeMap::new();
        for id in list {
            if let Some(set) = self.sets.remove(id) {
                left.entry(set).or_default().push(*id);
            }
        }
        for (other, set) in &self.sets {
            let left = left.get(set).into_iter().flatten();
            self.ignored.extend(left.flat_map(|id| [(*id, *other), (*other, *id)]));
        }
    }

    /// Whether two bodies are in one set.
    fn share_set(&self, a: BodyId, b: BodyId) -> bool {
        !self.sets.is_empty() && self.sets.get(&a).is_some_and(|set| self.sets.get(&b) == Some(set))
    }

    /// Tests two bodies against each other again.
    pub fn allow_pair(&mut self, a: BodyId, b: BodyId) -> Result<(), SceneError> {
        self.get(a)?;
        self.get(b)?;
        if a != b && self.share_set(a, b) {
            self.leave_sets(&BTreeSet::from([a]));
        }
        self.ignored.remove(&(a, b));
        self.ignored.remove(&(b, a));
        self.stale = StaleBoxes::Filters;
        Ok(())
    }

    /// A body.
    pub fn get(&self, id: BodyId) -> Result<&B, SceneError> {
        self.in_slot(id.slot).filter(|body| body.id() == id).ok_or(SceneError::UnknownBody(id))
    }

    fn get_mut(&mut self, id: BodyId) -> Result<&mut B, SceneError> {
        let body = self.slots.get_mut(id.slot()).and_then(|slot| slot.body.as_mut());
        body.filter(|body| body.id() == id).ok_or(SceneError::UnknownBody(id))
    }

    /// Hands over every deformable body, by id, and whether it is tested against itself.
    pub fn for_each_deformable(&mut self, mut visit: impl FnMut(&mut B, bool)) {
        for id in &self.deformable {
            let is_tested = !self.ignored.contains(&(*id, *id));
            if let Some(body) = self.slots.get_mut(id.slot()).and_then(|slot| slot.body.as_mut()) {
                visit(body, is_tested);
            }
        }
    }

    /// Whether a body is deformable.
    pub fn is_deformable(&self, id: BodyId) -> bool {
        !self.deformable.is_empty() && self.deformable.contains(&id)
    }

    /// The body in a slot.
    #[inline]
    pub fn in_slot(&self, slot: u32) -> Option<&B> {
        self.slots.get(slot as usize).and_then(|slot| slot.body.as_ref())
    }

    /// How many slots there are, with bodies or without.
    pub fn slot_count(&self) -> usize {
        self.slots.len()
    }

    /// All bodies, by id.
    pub fn iter(&self) -> impl Iterator<Item = &B> {
        self.slots.iter().filter_map(|slot| slot.body.as_ref())
    }

    /// The body of a name.
    pub fn find(&self, name: &str) -> Option<BodyId> {
        self.names.get(name).copied()
    }

    /// Whether two bodies are tested against each other.
    #[inline]
    pub fn tests(&self, a: &B, b: &B) -> bool {
        let may_meet = a.id() != b.id() && a.options().may_meet(b.options());
        may_meet
            && (self.ignored.is_empty() || !self.ignored.contains(&(a.id(), b.id())))
            && !self.share_set(a.id(), b.id())
    }

    /// As [`BodyRegistry::tests`], for bodies in two slots.
    #[inline]
    pub fn tested(&self, p: u32, q: u32) -> Option<(&B, &B)> {
        self.in_slot(p).zip(self.in_slot(q)).filter(|(a, b)| self.tests(a, b))
    }

    /// Pairs that are not tested whatever their groups, each in both orders; without those of one of the sets.
    pub fn ignored(&self) -> impl Iterator<Item = (BodyId, BodyId)> {
        self.ignored.iter().copied().filter(|(a, b)| !self.share_set(*a, *b))
    }

    /// The sets of bodies of which no two are tested against each other.
    pub fn ignored_sets(&self) -> Vec<Vec<&B>> {
        let mut sets: BTreeMap<u64, Vec<&B>> = BTreeMap::new();
        for body in self.iter() {
            if let Some(set) = self.sets.get(&body.id()) {
                sets.entry(*set).or_default().push(body);
            }
        }
        sets.into_values().collect()
    }

    /// Their boxes, as they were last brought up to date.
    #[inline]
    pub fn boxes(&self) -> &dyn BroadPhase {
        self.broad.as_ref()
    }

    /// Brings the boxes up to date; returns what had changed, and fills in the pairs of boxes that began and ceased to overlap.
    pub fn update(
        &mut self,
        executor: &Executor,
        added: &mut Vec<(u32, u32)>,
        removed: &mut Vec<(u32, u32)>,
    ) -> StaleBoxes {
        let stale = std::mem::replace(&mut self.stale, StaleBoxes::Nothing);
        if stale == StaleBoxes::Nothing {
            return stale;
        }
        let changes = self.broad.update(executor);
        added.clear();
        removed.clear();
        added.extend_from_slice(changes.added);
        removed.extend_from_slice(changes.removed);
        // The smallest slot is given out first.
        if !self.leaving.is_empty() {
            self.vacant.append(&mut self.leaving);
            self.vacant.sort_unstable_by(|p, q| q.cmp(p));
        }
        stale
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{DVec3, Pose};
    use crate::scene::{Model, Scene};
    use crate::shape::Sphere;

    /// What a set excludes already is not listed as pairs beside it.
    #[test]
    fn a_list_that_is_ignored_again_stores_no_pairs() {
        let model = Model::convex(Sphere::try_new(1.0).unwrap()).unwrap();
        let mut scene = Scene::default();
        let ids: Vec<BodyId> = (0..30)
            .map(|k| {
                let pose = Pose::from_translation(DVec3::new(f64::from(k), 0.0, 0.0)).unwrap();
                scene.insert(&model, &pose, BodyOptions::default()).unwrap()
            })
            .collect();
        for list in [&ids[..20], &ids[..20], &ids[5..15], &[]] {
            scene.ignore_among(list).unwrap();
            assert!(scene.world.bodies.ignored.is_empty());
        }
        // One that is in no set is excluded from each of the twenty, in both orders.
        scene.ignore_among(&ids[..21]).unwrap();
        assert_eq!(scene.world.bodies.ignored.len(), 40);
        scene.allow_pair(ids[0], ids[1]).unwrap();
        assert!(!scene.world.bodies.share_set(ids[0], ids[1]));
        assert!(!scene.world.bodies.ignored.contains(&(ids[0], ids[1])));
        assert!(scene.world.bodies.ignored.contains(&(ids[0], ids[2])));
    }
}
