//! What layered images say about one solid, and about two.

use super::pixel_column::Windings;
use super::three_valued_answer::Answer;
use super::volume::{Volume, volumes};
use crate::cost::Cost;
use crate::draw_layout::Instance;
use crate::error::GpuError;
use crate::layers::{AxisView, LayeredImage, Selection, world_box};
use crate::mesh_store::Store;
use impinge::bound::Aabb;

/// About one solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolidVolumes {
    /// Of its inside: where its winding number is not zero.
    pub inside: Volume,
    /// Of where its winding number is neither 0 nor 1: it overlaps itself, or is turned inside out.
    pub folded: Volume,
    /// Whether there is such a place.
    pub overlaps_itself: Answer,
    /// Work counters.
    pub cost: Cost,
}

/// About two solids A and B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairVolumes {
    /// Of what is inside both.
    pub overlap: Volume,
    /// Whether they have a point in common; [`Answer::Yes`] only if their insides have.
    pub meet: Answer,
    /// Whether A is strictly inside B.
    pub a_inside_b: Answer,
    /// Whether B is strictly inside A.
    pub b_inside_a: Answer,
    /// Work counters.
    pub cost: Cost,
}

/// Makes the images of some views: on the device or on the CPU.
pub type Maker<'a> = &'a mut dyn FnMut(&mut Store, &[AxisView; 3]) -> Result<(Vec<LayeredImage>, Cost), GpuError>;

/// See [`super::Ldi::solid`].
pub fn solid(
    store: &mut Store,
    instance: &Instance,
    size: [u32; 2],
    make: Maker<'_>,
) -> Result<SolidVolumes, GpuError> {
    let all = closed_box(store, 0, instance)?;
    let selection = Selection { bodies: vec![0], region: all, all, size };
    let views = AxisView::all(store, std::slice::from_ref(instance), &selection)?;
    let (images, cost) = make(store, &views)?;
    let folded = |windings: &Windings| Answer::of(windings[0].map(|winding| !(0..=1).contains(&winding)));
    let [inside, folded] = volumes(&views, &images, [&|windings| within(windings, 0), &folded])?;
    Ok(SolidVolumes { inside, folded, overlaps_itself: verdict(&folded), cost })
}

/// See [`super::Ldi::pair`].
pub fn pair(
    store: &mut Store,
    instances: &[Instance; 2],
    size: [u32; 2],
    make: Maker<'_>,
) -> Result<PairVolumes, GpuError> {
    let [a, b] = [closed_box(store, 0, &instances[0])?, closed_box(store, 1, &instances[1])?];
    let region = Aabb { min: a.min.max(b.min), max: a.max.min(b.max) };
    let selection = Selection { bodies: vec![0, 1], region, all: a.joined(b), size };
    if !a.overlaps(&b) {
        let (overlap, no) = (Volume::default(), Answer::No);
        return Ok(PairVolumes { overlap, meet: no, a_inside_b: no, b_inside_a: no, cost: Cost::default() });
    }
    let views = AxisView::all(store, instances, &selection)?;
    let (images, cost) = make(store, &views)?;
    let [overlap, only_a, only_b] = volumes(
        &views,
        &images,
        [
            &|windings| within(windings, 0).and(within(windings, 1)),
            &|windings| within(windings, 0).and(!within(windings, 1)),
            &|windings| within(windings, 1).and(!within(windings, 0)),
        ],
    )?;
    let meet = verdict(&overlap);
    Ok(PairVolumes {
        overlap,
        meet,
        a_inside_b: contained(&only_a, &a, &region).and(possible(meet)),
        b_inside_a: contained(&only_b, &b, &region).and(possible(meet)),
        cost,
    })
}

/// Whether the body of this number is there.
fn within(windings: &Windings, body: usize) -> Answer {
    Answer::of(windings[body].map(|winding| winding != 0))
}

/// Whether there is a common volume. Where the images leave no space for one, the surfaces have no common point either.
fn verdict(volume: &Volume) -> Answer {
    if volume.lower > 0.0 {
        Answer::Yes
    } else if volume.upper == 0.0 {
        Answer::No
    } else {
        Answer::Unknown
    }
}

/// What lies in something meets it.
fn possible(meet: Answer) -> Answer {
    if meet == Answer::No { Answer::No } else { Answer::Yes }
}

/// Whether nothing of a body is outside the other; only where the window shows all of it can that be certain.
fn contained(outside: &Volume, bounds: &Aabb, window: &Aabb) -> Answer {
    let shown = bounds.min.cmpge(window.min).all() && bounds.max.cmple(window.max).all();
    match !verdict(outside) {
        Answer::Yes if !shown => Answer::Unknown,
        answer => answer,
    }
}

/// The box of a body that must be a solid.
fn closed_box(store: &Store, body: u32, instance: &Instance) -> Result<Aabb, GpuError> {
    if !store.model(instance.mesh)?.mesh.is_closed() {
        return Err(GpuError::NotClosed { body });
    }
    world_box(store, instance)
}
