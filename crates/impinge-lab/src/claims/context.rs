//! What experiments share: threads, and measurements that several claims read.

use crate::claims::dynamic_environments::falling_pipes::PipesRun;
use crate::claims::kitamura::random_motions::MotionSurvey;
use crate::claims::plan::ClaimPlan;
use crate::cloth::classic_refits::ClassicRefit;
use crate::cloth::close_vertices::CloseVertices;
use crate::cloth::frames::FilmFrames;
use crate::cloth::upkeep_comparison::{Count, FrameTimes};
use crate::convex::distance_tracker::Track;
use crate::convex::hulls_first::HullStageGain;
use crate::crowd::broad_phases::BoxTrial;
use crate::hierarchies::trial::Trial;
use crate::jimenez::moving_points::PointTrial;
use crate::jimenez::moving_polygons::MovingTrial;
use crate::kitamura::approaching_spheres::Cycle;
use impinge::executor::Executor;
use std::rc::Rc;

/// Measurements that several claims read, made when the first does.
#[derive(Default)]
pub struct SharedMeasurements {
    pub cycles: Option<Rc<Vec<Cycle>>>,
    pub motions: Option<Rc<MotionSurvey>>,
    pub polygons: Option<Rc<Vec<MovingTrial>>>,
    pub points: Option<Rc<Vec<PointTrial>>>,
    pub tracks: Option<Rc<Vec<Track>>>,
    pub hulls_first: Option<Rc<Vec<HullStageGain>>>,
    pub choices: Option<Rc<Vec<Trial>>>,
    pub boxes: Option<Rc<Vec<BoxTrial>>>,
    pub pipes: Option<Rc<PipesRun>>,
    pub film: Option<Rc<ClothMeasurements>>,
}

/// A sheet that falls over a ball, by all ways to keep trees up.
pub struct ClothMeasurements {
    pub film: FilmFrames,
    pub counts: Vec<Count>,
    pub laps: Vec<FrameTimes>,
    pub classic: Vec<ClassicRefit>,
    pub points: Vec<CloseVertices>,
}

/// What an experiment is given.
pub struct ClaimContext {
    pub plan: ClaimPlan,
    pub executor: Executor,
    pub shared: SharedMeasurements,
}

impl ClaimContext {
    pub fn new(plan: ClaimPlan, executor: Executor) -> Self {
        Self { plan, executor, shared: SharedMeasurements::default() }
    }
}

/// What is kept, or made and kept.
///
/// # Errors
/// As making it.
pub fn kept<T>(slot: &mut Option<Rc<T>>, make: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<Rc<T>> {
    if let Some(kept) = slot {
        return Ok(Rc::clone(kept));
    }
    let made = Rc::new(make()?);
    *slot = Some(Rc::clone(&made));
    Ok(made)
}
