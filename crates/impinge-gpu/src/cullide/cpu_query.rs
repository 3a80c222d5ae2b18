//! CULLIDE without a device: the queries of [`Cullide`](super::Cullide) on the sets of the CPU reference, member for member the same.

use super::candidate_pairs::{Asked, Proposal};
use super::potentially_colliding_set::PotentialSet;
use super::{Finding, cpu_reference};
use crate::cost::Cost;
use crate::draw_layout::Instance;
use crate::error::GpuError;
use crate::exact_bodies::{meetings, scene};
use crate::layers::{AxisView, LayerRequest};
use crate::mesh_table::MeshTable;
use impinge::executor::Executor;

/// What images cannot part of all bodies, wherever their boxes are, as published: one body after the other, forward and in reverse order.
///
/// # Errors
/// A mesh that is not there, no bodies, or an image without pixels.
pub fn potential_set_on_cpu(
    store: &MeshTable,
    instances: &[Instance],
    size: [u32; 2],
) -> Result<PotentialSet, GpuError> {
    cpu_reference::potential_set(store, &AxisView::of_all(store, instances, size)?)
}

/// All pairs of bodies that meet, with their exact relation.
///
/// # Errors
/// A mesh that is not there, an image without pixels, or a body outside the exact range.
pub fn query_on_cpu(
    store: &MeshTable,
    instances: &[Instance],
    request: impl Into<LayerRequest>,
    executor: &Executor,
) -> Result<Finding, GpuError> {
    let (mut scene, ids) = scene(store, instances)?;
    let (view, LayerRequest { size, gap }) = (scene.view(executor), request.into());
    let proposal = proposed(store, &Asked::of(&view, &ids, instances, gap), size)?;
    let pairs = meetings(&view, &ids, &proposal.asked, executor)?;
    Ok(Finding { pairs, proposal })
}

/// The pairs that images and boxes leave, without deciding about any.
///
/// # Errors
/// A mesh that is not there, an image without pixels, or a body outside the exact range.
pub fn propose_on_cpu(
    store: &MeshTable,
    instances: &[Instance],
    request: impl Into<LayerRequest>,
) -> Result<Proposal, GpuError> {
    let (mut scene, ids) = scene(store, instances)?;
    let LayerRequest { size, gap } = request.into();
    proposed(store, &Asked::of(&scene.view(&Executor::serial()), &ids, instances, gap), size)
}

fn proposed(store: &MeshTable, asked: &Asked<'_>, size: [u32; 2]) -> Result<Proposal, GpuError> {
    let Some(selection) = asked.selection(size)? else { return Ok(Proposal::default()) };
    let images = AxisView::all(store, &asked.rigid()?, &selection)
        .and_then(|views| cpu_reference::potential_set(store, &views).map(|set| (views, set)));
    match images {
        Ok((views, set)) => Ok(Proposal { cost: cost(&set, size), ..asked.left_by(&set, &views[0])? }),
        Err(error) if error.is_about_bodies() => Ok(asked.left_without(error)),
        Err(error) => Err(error),
    }
}

/// Images along three axes, and a walk over each of them in every round.
fn cost(set: &PotentialSet, size: [u32; 2]) -> Cost {
    let rounds = set.body_rounds.len() + set.group_rounds.len() + set.face_rounds.len();
    let pixels = 3 * size.map(u64::from).iter().product::<u64>();
    Cost { images: 3, passes: 3 * (1 + rounds as u32), pixels, ..Cost::default() }
}
