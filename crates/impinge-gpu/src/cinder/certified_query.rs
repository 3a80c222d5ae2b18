//! The image proposes, the exact engine proves: no false alarm, and never a wrong "free".
//!
//! Where only "does anything meet?" is asked, what the images show is proved first, and the first proof ends the search. Otherwise images
//! save nothing: every pair of overlapping boxes is asked about, once and in parallel, so that what images miss (edges behind edges, less than
//! a pixel, touching) is found all the same. The relation of a pair is that of [`impinge::scene::View::relate`]. Where images cannot be
//! made, the proof goes on without them.

use super::Cinder;
use super::image::Pair;
use super::multi_view::Survey;
use super::report::{Ask, Finding};
use crate::device::Gpu;
use crate::draw_layout::Instance;
use crate::error::GpuError;
use crate::exact_bodies::scene;
use crate::mesh_store::Store;
use impinge::executor::Executor;
use impinge::pair::Relation;
use impinge::pair::Request;
use impinge::scene::BodyPair;
use std::collections::BTreeSet;

/// Who first said that two bodies may meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proposer {
    /// An image shows an edge of one inside the other.
    Image,
    /// Their boxes overlap, and no image showed more.
    Boxes,
}

/// Two bodies that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved {
    /// Their numbers in the query, the lower first.
    pub bodies: (u32, u32),
    /// The exact relation of the first to the second.
    pub relation: Relation,
    /// Who pointed at them; the proof is the exact engine's in either case.
    pub proposer: Proposer,
}

/// What is certain about a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// All pairs that meet, in ascending order; if only [`Ask::Any`] was asked, the first that was proved.
    pub pairs: Vec<Proved>,
    /// Pairs that the images show and that do not meet, closer than a pixel, in ascending order; if only [`Ask::Any`] was asked, those
    /// that were asked about before one that meets.
    pub refuted: Vec<(u32, u32)>,
    /// What the images showed, or why there are none.
    pub images: Result<Finding, GpuError>,
}

impl Cinder {
    /// Who meets whom, certainly.
    ///
    /// # Errors
    /// A mesh that is not there, or a body outside the exact range; trouble with images is part of the [`Proof`].
    pub fn certain(
        &mut self,
        gpu: &Gpu,
        store: &mut Store,
        instances: &[Instance],
        survey: &Survey,
        executor: &Executor,
    ) -> Result<Proof, GpuError> {
        let (mut scene, ids) = scene(store, instances)?;
        let images = self.survey(gpu, store, instances, &Survey { options: pairs_of(survey), ..survey.clone() });
        let shown: BTreeSet<(u32, u32)> = images.iter().flat_map(|finding| &finding.pairs).map(Pair::bodies).collect();
        let view = scene.view(executor);
        if survey.options.ask == Ask::Any {
            // What is shown first: the first proof ends the search.
            let mut refuted = Vec::new();
            for &bodies in &shown {
                let [a, b] = [bodies.0, bodies.1].map(|body| ids[body as usize]);
                let relation = view.relate(a, b, &Request::default())?.relation;
                if relation != Relation::Disjoint {
                    let proposer = Proposer::Image;
                    return Ok(Proof { pairs: vec![Proved { bodies, relation, proposer }], refuted, images });
                }
                refuted.push(bodies);
            }
        }
        let named = |pair: BodyPair| {
            let bodies = (pair.bodies.0.slot() as u32, pair.bodies.1.slot() as u32);
            let proposer = if shown.contains(&bodies) { Proposer::Image } else { Proposer::Boxes };
            Proved { bodies, relation: pair.relation, proposer }
        };
        let mut pairs: Vec<_> = view.report(&Request::default(), executor).into_iter().map(named).collect();
        let met: BTreeSet<_> = pairs.iter().map(|pair| pair.bodies).collect();
        let refuted = shown.difference(&met).copied().collect();
        if survey.options.ask == Ask::Any {
            pairs.truncate(1);
        }
        Ok(Proof { pairs, refuted, images })
    }
}

/// Images that name pairs, whatever else was asked.
fn pairs_of(survey: &Survey) -> super::CinderOptions {
    super::CinderOptions { ask: Ask::Pairs, ..survey.options }
}
