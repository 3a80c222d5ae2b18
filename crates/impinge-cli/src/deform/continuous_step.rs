//! What meets on the way from one frame to the next, every vertex going straight.

use super::run::Wanted;
use impinge::ccd::Time;
use impinge::deform::{Deformable, Impacts, UpdateError};
use impinge::executor::Executor;
use impinge::math::DVec3;

/// What meets on the way.
#[derive(Debug)]
pub struct ContinuousStep {
    /// Of the surface with itself.
    pub own: Meetings,
    /// Of the surface with the obstacle, if there is one.
    pub obstacle: Option<Meetings>,
}

/// Vertices and faces, and edges, that meet.
#[derive(Debug)]
pub struct Meetings {
    /// How many.
    pub count: usize,
    /// When the first ones do, and all of them, if they are listed.
    pub listed: Option<(Option<Time>, Vec<MovingContact>)>,
}

/// Two parts that meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingContact {
    /// The part of the surface.
    pub a: MovingFeature,
    /// The part of the same surface, or of the obstacle.
    pub b: MovingFeature,
    /// When they do first.
    pub time: Time,
}

/// A part of a surface, by the numbers in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovingFeature {
    Vertex(u32),
    Edge([u32; 2]),
    Face(u32),
}

/// A mesh that stands still.
#[derive(Debug)]
pub struct Obstacle {
    pub surface: Deformable,
    pub positions: Vec<DVec3>,
}

/// What a surface meets on its way to these positions; `number` is the number in the file of a vertex of the surface.
///
/// # Errors
/// Positions that are refused.
pub fn way(
    surface: &Deformable,
    to: &[DVec3],
    obstacle: Option<&Obstacle>,
    wanted: Wanted,
    number: &dyn Fn(u32) -> u32,
    executor: &Executor,
) -> Result<ContinuousStep, UpdateError> {
    let step = surface.step_to(to, executor)?;
    let rest = obstacle.map(|obstacle| obstacle.surface.step_to(&obstacle.positions, executor)).transpose()?;
    if wanted == Wanted::Pairs {
        let obstacle = rest.map(|rest| listed(&step.impacts(&rest, executor), number, &|vertex| vertex));
        return Ok(ContinuousStep { own: listed(&step.self_impacts(executor), number, number), obstacle });
    }
    let counted = |count: impinge::deform::ImpactCount| Meetings {
        count: count.vertex_face + count.face_vertex + count.edge_edge,
        listed: None,
    };
    let obstacle = rest.map(|rest| counted(step.count_impacts(&rest, executor)));
    Ok(ContinuousStep { own: counted(step.count_self_impacts(executor)), obstacle })
}

/// All of what meets, vertices by their numbers in the files.
fn listed(impacts: &Impacts, own: &dyn Fn(u32) -> u32, other: &dyn Fn(u32) -> u32) -> Meetings {
    let edge = |ends: [impinge::feature::VertexId; 2], number: &dyn Fn(u32) -> u32| {
        MovingFeature::Edge(ends.map(|end| number(end.0)))
    };
    let mut all: Vec<MovingContact> = Vec::new();
    all.extend(impacts.vertex_face.iter().map(|found| MovingContact {
        a: MovingFeature::Vertex(own(found.vertex.0)),
        b: MovingFeature::Face(found.face.0),
        time: found.impact.time,
    }));
    all.extend(impacts.face_vertex.iter().map(|found| MovingContact {
        a: MovingFeature::Face(found.face.0),
        b: MovingFeature::Vertex(other(found.vertex.0)),
        time: found.impact.time,
    }));
    all.extend(impacts.edge_edge.iter().map(|found| MovingContact {
        a: edge(found.edges[0], own),
        b: edge(found.edges[1], other),
        time: found.impact.time,
    }));
    Meetings { count: all.len(), listed: Some((impacts.first(), all)) }
}

impl MovingFeature {
    /// What it is.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Vertex(_) => "vertex",
            Self::Edge(_) => "edge",
            Self::Face(_) => "face",
        }
    }

    /// Its number, or the numbers of its ends.
    pub fn numbers(&self) -> &[u32] {
        match self {
            Self::Vertex(number) | Self::Face(number) => std::slice::from_ref(number),
            Self::Edge(ends) => ends,
        }
    }
}

impl ContinuousStep {
    /// How many meetings there are in all.
    pub fn count(&self) -> usize {
        self.own.count + self.obstacle.as_ref().map_or(0, |meetings| meetings.count)
    }
}
