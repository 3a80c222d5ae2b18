//! Engines that find where a surface meets itself.

use super::sequence::Sequence;
use anyhow::Context;
use impinge::deform::{Deformable, SelfContacts};
use impinge::executor::Executor;

/// An engine to be measured.
pub trait Engine {
    fn name(&self) -> &'static str;

    fn version(&self) -> String;

    /// How many of the contacts that Impinge finds this one counts.
    fn comparable(&self, contacts: &SelfContacts) -> usize;

    /// What need not be timed: the surface at its first frame, in the engine's own form.
    fn load<'a>(&'a self, sequence: &'a Sequence) -> anyhow::Result<Box<dyn Loaded + 'a>>;
}

/// A surface in an engine.
pub trait Loaded {
    /// Contacts of the first frame, with a tree made for it.
    fn solve_from_scratch(&mut self) -> anyhow::Result<usize>;

    /// Moves to a frame; contacts there. `None` if the engine can only start again.
    fn step(&mut self, frame: usize) -> Option<anyhow::Result<usize>>;
}

/// Impinge on some threads. It lists all pairs, in order.
pub struct Impinge(pub Executor);

struct Surface<'a> {
    moved: Deformable,
    sequence: &'a Sequence,
    executor: &'a Executor,
}

impl Engine for Impinge {
    fn name(&self) -> &'static str {
        "impinge"
    }

    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    fn comparable(&self, contacts: &SelfContacts) -> usize {
        contacts.meeting.len()
    }

    fn load<'a>(&'a self, sequence: &'a Sequence) -> anyhow::Result<Box<dyn Loaded + 'a>> {
        Ok(Box::new(Surface { moved: surface(sequence, &self.0)?, sequence, executor: &self.0 }))
    }
}

fn surface(sequence: &Sequence, executor: &Executor) -> anyhow::Result<Deformable> {
    let frame = sequence.frames.first().context("no frame")?;
    Ok(Deformable::try_new(frame, sequence.faces.clone(), executor)?)
}

impl Loaded for Surface<'_> {
    fn solve_from_scratch(&mut self) -> anyhow::Result<usize> {
        Ok(surface(self.sequence, self.executor)?.self_contacts(self.executor).meeting.len())
    }

    fn step(&mut self, frame: usize) -> Option<anyhow::Result<usize>> {
        if let Err(refusal) = self.moved.update(&self.sequence.frames[frame], self.executor) {
            return Some(Err(refusal.into()));
        }
        Some(Ok(self.moved.self_contacts(self.executor).meeting.len()))
    }
}

/// Every contact of every frame.
pub fn truth(sequence: &Sequence) -> anyhow::Result<Vec<SelfContacts>> {
    let contacts = |frame: &Vec<_>| {
        let surface = Deformable::try_new(frame, sequence.faces.clone(), &Executor::serial())?;
        Ok(surface.self_contacts(&Executor::serial()))
    };
    sequence.frames.iter().map(contacts).collect()
}

/// The peers that were compiled in.
pub fn peers() -> Vec<Box<dyn Engine>> {
    vec![
        #[cfg(feature = "embree")]
        Box::new(super::embree::Embree),
        #[cfg(feature = "cgal")]
        Box::new(super::cgal::Cgal),
    ]
}
