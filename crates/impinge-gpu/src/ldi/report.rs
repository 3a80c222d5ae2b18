//! What layered images say about one solid, and about two.

use super::pixel_column::{Question, Windings};
use super::self_overlap::overlapping_faces;
use super::three_valued_answer::Answer;
use super::volume::{Volume, volumes};
use crate::cost::Cost;
use crate::cullide::welded_corners;
use crate::draw_layout::Instance;
use crate::error::GpuError;
use crate::layers::{AxisView, LayerRequest, LayeredImage, Selection, grown, world_box};
use crate::mesh_table::{MeshId, MeshTable};
use impinge::bound::Aabb;
use impinge::math::Pose;
use impinge::pair::Relation;
use std::borrow::Borrow;

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

/// About one solid and itself.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfVolumes {
    /// Its volumes.
    pub volumes: SolidVolumes,
    /// For every face, whether images leave it: it may meet a face that shares no corner with it.
    pub faces: Vec<bool>,
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

impl PairVolumes {
    /// The relation that answers leave no other for.
    #[must_use]
    pub fn relation(&self) -> Option<Relation> {
        match (self.meet, self.a_inside_b, self.b_inside_a) {
            (Answer::No, _, _) => Some(Relation::Disjoint),
            (Answer::Yes, Answer::Yes, _) => Some(Relation::AInsideB),
            (Answer::Yes, _, Answer::Yes) => Some(Relation::BInsideA),
            (Answer::Yes, Answer::No, Answer::No) => Some(Relation::Crossing),
            _ => None,
        }
    }
}

/// Makes the images of some views: on the device or on the CPU.
pub type Maker<'a, S> = &'a mut dyn FnMut(&mut S, &[AxisView; 3]) -> Result<(Vec<LayeredImage>, Cost), GpuError>;

/// Images of one solid, from three sides.
struct SolidImages {
    views: [AxisView; 3],
    images: Vec<LayeredImage>,
    cost: Cost,
}

/// See [`super::Ldi::solid`].
pub fn solid<S: Borrow<MeshTable>>(
    store: &mut S,
    instance: &Instance,
    size: [u32; 2],
    make: Maker<'_, S>,
) -> Result<SolidVolumes, GpuError> {
    SolidImages::new(store, instance, size, make)?.volumes()
}

/// See [`super::Ldi::within`].
pub fn within<S: Borrow<MeshTable>>(
    store: &mut S,
    mesh: MeshId,
    size: [u32; 2],
    make: Maker<'_, S>,
) -> Result<SelfVolumes, GpuError> {
    let seen = SolidImages::new(store, &Instance { mesh, world_from_body: Pose::IDENTITY }, size, make)?;
    let table: &MeshTable = (*store).borrow();
    let faces = overlapping_faces(&seen.images, &welded_corners(&table.model(mesh)?.mesh));
    Ok(SelfVolumes { volumes: seen.volumes()?, faces })
}

impl SolidImages {
    fn new<S: Borrow<MeshTable>>(
        store: &mut S,
        instance: &Instance,
        size: [u32; 2],
        make: Maker<'_, S>,
    ) -> Result<Self, GpuError> {
        let all = closed_box((*store).borrow(), 0, instance)?;
        let selection = Selection { bodies: vec![0], region: all, all, size, gap: 0.0 };
        let views = AxisView::all((*store).borrow(), std::slice::from_ref(instance), &selection)?;
        let (images, cost) = make(store, &views)?;
        Ok(Self { views, images, cost })
    }

    fn volumes(&self) -> Result<SolidVolumes, GpuError> {
        let folded = |windings: &Windings| Answer::of(windings[0].map(|winding| !(0..=1).contains(&winding)));
        let questions: [Question<'_>; 2] = [&|windings| contains(windings, 0), &folded];
        let [inside, folded] = volumes(&self.views, &self.images, questions)?;
        Ok(SolidVolumes { inside, folded, overlaps_itself: verdict(&folded), cost: self.cost })
    }
}

/// See [`super::Ldi::pair`].
pub fn pair<S: Borrow<MeshTable>>(
    store: &mut S,
    instances: &[Instance; 2],
    LayerRequest { size, gap }: LayerRequest,
    make: Maker<'_, S>,
) -> Result<PairVolumes, GpuError> {
    let around = |body: u32| closed_box((*store).borrow(), body, &instances[body as usize]);
    let [a, b] = [around(0)?, around(1)?].map(|bounds| grown(&bounds, gap));
    let region = Aabb { min: a.min.max(b.min), max: a.max.min(b.max) };
    let selection = Selection { bodies: vec![0, 1], region, all: a.joined(b), size, gap };
    if !a.overlaps(&b) {
        let (overlap, no) = (Volume::default(), Answer::No);
        return Ok(PairVolumes { overlap, meet: no, a_inside_b: no, b_inside_a: no, cost: Cost::default() });
    }
    let views = AxisView::all((*store).borrow(), instances, &selection)?;
    let (images, cost) = make(store, &views)?;
    let [overlap, only_a, only_b] = volumes(
        &views,
        &images,
        [
            &|windings| contains(windings, 0).and(contains(windings, 1)),
            &|windings| contains(windings, 0).and(!contains(windings, 1)),
            &|windings| contains(windings, 1).and(!contains(windings, 0)),
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
fn contains(windings: &Windings, body: usize) -> Answer {
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
fn closed_box(store: &MeshTable, body: u32, instance: &Instance) -> Result<Aabb, GpuError> {
    if !store.model(instance.mesh)?.mesh.is_closed() {
        return Err(GpuError::NotClosed { body });
    }
    world_box(store, instance)
}
