//! Who meets whom: images decide what they can, the exact engine the rest.
//!
//! What images say for certain is a relation already: no common point; one inside the other; or insides that meet while neither holds the other.
//! Pairs about which they leave anything open (they touch, they coincide, less than a pixel matters), pairs with open meshes and pairs too far from
//! the origin are related exactly.

use super::Ldi;
use super::report::PairVolumes;
use super::volume::Volume;
use crate::cost::Cost;
use crate::device::Gpu;
use crate::draw_layout::Instance;
use crate::error::GpuError;
use crate::exact_bodies::{Meeting, meetings, scene};
use crate::mesh_store::Store;
use impinge::executor::Executor;
use impinge::pair::Relation;
use std::collections::BTreeMap;

/// Who decided about two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prover {
    /// The images.
    Images,
    /// The exact engine.
    Exact,
}

/// Two bodies that meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proved {
    /// Their numbers in the query, the lower first.
    pub bodies: (u32, u32),
    /// The exact relation of the first to the second.
    pub relation: Relation,
    /// Who decided it.
    pub prover: Prover,
    /// What they share, if both are solids and could be seen.
    pub overlap: Option<Volume>,
}

/// What is certain about a query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Proof {
    /// All pairs that meet, in ascending order.
    pub pairs: Vec<Proved>,
    /// How many pairs of boxes overlap.
    pub box_pairs: usize,
    /// Of how many of these images decided.
    pub by_images: usize,
    /// Pairs that no images could be made of, and why, in ascending order; the exact engine decided about them.
    pub refused: Vec<((u32, u32), GpuError)>,
    /// What the images took, those that could not be finished included.
    pub cost: Cost,
}

impl Ldi {
    /// Who meets whom, certainly, by images of the given size for each pair.
    ///
    /// # Errors
    /// A mesh that is not there, an image without pixels, a body outside the exact range, or a lost device.
    pub fn certain(
        &mut self,
        gpu: &Gpu,
        store: &mut Store,
        instances: &[Instance],
        size: [u32; 2],
        executor: &Executor,
    ) -> Result<Proof, GpuError> {
        let (mut scene, ids) = scene(store, instances)?;
        let view = scene.view(executor);
        let pairs = view.pairs_within(0.0);
        let mut proof = Proof { box_pairs: pairs.len(), ..Proof::default() };
        let earlier = self.take_cost();
        let (mut open, mut overlaps) = (Vec::new(), BTreeMap::new());
        for (a, b) in pairs {
            let bodies = (a.slot() as u32, b.slot() as u32);
            let place = |body: u32| -> Result<Instance, GpuError> {
                let world_from_body = *view.scene().body(ids[body as usize])?.world_from_body();
                Ok(Instance { world_from_body, ..instances[body as usize] })
            };
            let seen = match self.pair(gpu, store, &[place(bodies.0)?, place(bodies.1)?], size) {
                Ok(seen) => Some(seen),
                Err(error) if error.is_about_bodies() => {
                    proof.refused.push((bodies, of_query(error, bodies)));
                    None
                }
                Err(error) => return Err(error),
            };
            let overlap = seen.as_ref().map(|seen| seen.overlap);
            match seen.as_ref().and_then(PairVolumes::relation) {
                Some(Relation::Disjoint) => {}
                Some(relation) => proof.pairs.push(Proved { bodies, relation, prover: Prover::Images, overlap }),
                None => {
                    open.push(bodies);
                    overlaps.insert(bodies, overlap);
                }
            }
        }
        proof.cost = self.take_cost();
        self.spent = earlier;
        self.spent.add(&proof.cost);
        proof.by_images = proof.box_pairs - open.len();
        let exact = meetings(&view, &ids, &open, executor)?.into_iter().map(|Meeting { bodies, relation }| {
            let overlap = overlaps.get(&bodies).copied().flatten();
            Proved { bodies, relation, prover: Prover::Exact, overlap }
        });
        proof.pairs.extend(exact);
        proof.pairs.sort_unstable_by_key(|pair| pair.bodies);
        Ok(proof)
    }
}

/// The same error with the body as it is numbered in the query.
fn of_query(error: GpuError, bodies: (u32, u32)) -> GpuError {
    match error {
        GpuError::NotClosed { body } => GpuError::NotClosed { body: if body == 0 { bodies.0 } else { bodies.1 } },
        other => other,
    }
}
