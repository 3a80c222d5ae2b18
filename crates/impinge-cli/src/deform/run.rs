//! A surface led from frame to frame, and what is found in each.

use super::continuous_step::{ContinuousStep, Obstacle, way};
use super::sequence::{Numbering, Sequence};
use crate::common_args::NamedFileArgs;
use anyhow::{Context, anyhow};
use impinge::deform::{Deformable, FacePair, SelfContact, SortReason, UpkeepAction};
use impinge::executor::Executor;
use impinge::feature::FaceId;
use impinge::math::DVec3;
use impinge_clash::MergedMesh;
use impinge_io::{Format, Length, LengthUnit};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What is looked for in every frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// How many pairs there are.
    Counts,
    /// The pairs.
    Pairs,
    /// One pair.
    First,
}

/// What else is looked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extras {
    /// Faces within this length of each other.
    pub within: Option<Length>,
    /// The unit of all coordinates; where it is not given, that of the first frame.
    pub unit: Option<LengthUnit>,
    /// What meets on the way from the frame before.
    pub between: bool,
    /// Faces to be drawn, of the first frame with most pairs so far.
    pub lit: bool,
}

/// A frame and what became of it.
#[derive(Debug)]
pub struct FrameRow {
    /// Its file.
    pub file: PathBuf,
    /// What was found, or why it was left out.
    pub outcome: Result<Finding, String>,
}

/// What was found in a frame.
#[derive(Debug)]
pub struct Finding {
    /// How the tree was kept up.
    pub upkeep: Kept,
    /// Faces without a common corner that share a point.
    pub meeting: Pairs,
    /// Faces with common corners that share more than these.
    pub overlapping: Pairs,
    /// Faces of the frame and of the obstacle that share a point; none without an obstacle.
    pub contacts: Option<Pairs>,
    /// Faces without a common corner within the length that was asked for; none if none was.
    pub near: Option<Pairs>,
    /// What meets on the way from the frame before; none at the first, and where it was not asked for.
    pub way: Option<ContinuousStep>,
    /// Faces of the frame and of the obstacle that meet something, if they are to be drawn and no frame before had as many.
    pub lit: Option<[Vec<FaceId>; 2]>,
    /// To bring the tree up to date.
    pub update: Duration,
    /// To search.
    pub search: Duration,
}

impl Finding {
    /// Whether something was found.
    pub fn found(&self) -> bool {
        self.total() > 0
    }

    /// How many pairs of faces meet, as far as they were counted.
    pub fn touching(&self) -> usize {
        self.meeting.count + self.overlapping.count + self.contacts.as_ref().map_or(0, |pairs| pairs.count)
    }

    /// How many pairs of all kinds there are, as far as they were counted.
    pub fn total(&self) -> usize {
        let near = self.near.as_ref().map_or(0, |pairs| pairs.count);
        self.touching() + near + self.way.as_ref().map_or(0, ContinuousStep::count)
    }
}

/// Pairs of faces.
#[derive(Debug, Default)]
pub struct Pairs {
    /// How many; after the first was found none is counted.
    pub count: usize,
    /// Those that are listed.
    pub listed: Vec<FacePair>,
}

impl From<Vec<FacePair>> for Pairs {
    fn from(listed: Vec<FacePair>) -> Self {
        Self { count: listed.len(), listed }
    }
}

/// How a tree was kept up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// As the surface did it.
    By(UpkeepAction),
    /// Rebuilt, because vertices of one corner had parted.
    Parted,
}

impl Kept {
    /// What was done, and why if there is a reason.
    pub fn words(self) -> (&'static str, Option<&'static str>) {
        match self {
            Self::By(choice) => (choice.name(), choice.why().map(SortReason::name)),
            Self::Parted => ("sorted", Some("parted")),
        }
    }
}

/// A surface on its way through frames.
pub struct Run<'a> {
    executor: &'a Executor,
    named: &'a NamedFileArgs,
    wanted: Wanted,
    extras: Extras,
    obstacle: Option<Obstacle>,
    state: Option<(Sequence, Deformable)>,
    /// Where all vertices were, if what meets on the way is asked for.
    last: Vec<DVec3>,
    /// The most pairs of faces that met in a frame so far, if faces are to be drawn.
    most: Option<usize>,
}

impl<'a> Run<'a> {
    /// Before the first frame, with an obstacle, if there is one.
    ///
    /// # Errors
    /// The obstacle cannot be read.
    pub fn new(
        wanted: Wanted,
        extras: Extras,
        obstacle: Option<&Path>,
        named: &'a NamedFileArgs,
        executor: &'a Executor,
    ) -> anyhow::Result<Self> {
        let load = |path: &Path| -> anyhow::Result<Obstacle> {
            let mesh = MergedMesh::load(&named.operand(path))?.mesh;
            Ok(Obstacle { surface: Deformable::from_welded_mesh(&mesh, executor), positions: mesh.vertices().to_vec() })
        };
        let obstacle = obstacle.map(load).transpose()?;
        Ok(Self { executor, named, wanted, extras, obstacle, state: None, last: Vec::new(), most: None })
    }

    /// The unit of the coordinates, where it is known by now.
    pub fn unit(&self) -> Option<LengthUnit> {
        self.extras.unit
    }

    /// Takes the surface to the next frame and looks there.
    ///
    /// # Errors
    /// The file cannot be read, or is no frame of the sequence; then the surface is as it was.
    pub fn take(&mut self, file: &Path) -> anyhow::Result<Finding> {
        let operand = self.named.operand(file);
        let MergedMesh { mesh, unit, .. } = MergedMesh::load(&operand)?;
        self.extras.unit = self.extras.unit.or(unit);
        let named = || file.display().to_string();
        let mut start = Instant::now();
        let (mut on_the_way, mut searched) = (None, Duration::ZERO);
        let positions;
        let upkeep = match &mut self.state {
            None => {
                let sequence = Sequence::new(&mesh, numbering(&operand.path));
                positions = sequence.positions(&mesh).map_err(|misfit| anyhow!("{misfit}")).with_context(named)?;
                let surface = sequence.surface(&positions, self.executor).with_context(named)?;
                self.state = Some((sequence, surface));
                Kept::By(UpkeepAction::Sorted { why: SortReason::First })
            }
            Some((sequence, surface)) => {
                positions = sequence.positions(&mesh).map_err(|misfit| anyhow!("{misfit}")).with_context(named)?;
                let parted = sequence.parted(&positions);
                if self.extras.between {
                    let finer = parted.as_ref().unwrap_or(sequence);
                    // Where vertices part, they do so on the way: the surface starts with the corners that it ends with.
                    let start_of_way = parted.as_ref().map(|parted| parted.surface(&self.last, self.executor));
                    let start_of_way = start_of_way.transpose().with_context(named)?;
                    let number = |corner| finer.first_vertex(corner);
                    let from = start_of_way.as_ref().unwrap_or(surface);
                    let to = finer.corners(&positions);
                    let found = way(from, &to, self.obstacle.as_ref(), self.wanted, &number, self.executor);
                    on_the_way = Some(found.with_context(named)?);
                    (searched, start) = (start.elapsed(), Instant::now());
                }
                match parted {
                    None => Kept::By(
                        surface.update(&sequence.corners(&positions), self.executor).with_context(named)?.choice,
                    ),
                    Some(parted) => {
                        *surface = parted.surface(&positions, self.executor).with_context(named)?;
                        *sequence = parted;
                        Kept::Parted
                    }
                }
            }
        };
        if self.extras.between {
            self.last = positions;
        }
        let (update, start) = (start.elapsed(), Instant::now());
        let [meeting, overlapping] = self.own();
        let (contacts, near) = (self.with_obstacle(), self.near()?);
        let search = searched + start.elapsed();
        let mut finding =
            Finding { upkeep, meeting, overlapping, contacts, near, way: on_the_way, lit: None, update, search };
        if self.extras.lit && self.most.is_none_or(|most| finding.touching() > most) {
            self.most = Some(finding.touching());
            finding.lit = Some(self.lit());
        }
        Ok(finding)
    }

    /// The faces of the surface, and those of the obstacle, that meet something, sorted.
    fn lit(&self) -> [Vec<FaceId>; 2] {
        let Some((_, surface)) = &self.state else { return Default::default() };
        let own = surface.self_contacts(self.executor);
        let mut lit = [own.meeting, own.overlapping].concat().as_flattened().to_vec();
        let mut of_obstacle = Vec::new();
        if let Some(obstacle) = &self.obstacle {
            let contacts = surface.contacts(&obstacle.surface, self.executor).meeting;
            lit.extend(contacts.iter().map(|pair| pair[0]));
            of_obstacle.extend(contacts.iter().map(|pair| pair[1]));
        }
        [lit, of_obstacle].map(|mut faces| {
            faces.sort_unstable();
            faces.dedup();
            faces
        })
    }

    /// Where the surface meets itself: without and with common corners.
    fn own(&self) -> [Pairs; 2] {
        let Some((_, surface)) = &self.state else { return Default::default() };
        match self.wanted {
            Wanted::Counts => {
                let found = surface.count_self_contacts(self.executor);
                [found.meeting, found.overlapping].map(|count| Pairs { count, listed: Vec::new() })
            }
            Wanted::Pairs => {
                let found = surface.self_contacts(self.executor);
                [found.meeting.into(), found.overlapping.into()]
            }
            Wanted::First => match surface.first_self_contact(self.executor) {
                None => Default::default(),
                Some(SelfContact::Meeting(pair)) => [vec![pair].into(), Pairs::default()],
                Some(SelfContact::Overlapping(pair)) => [Pairs::default(), vec![pair].into()],
            },
        }
    }

    fn with_obstacle(&self) -> Option<Pairs> {
        let (obstacle, (_, surface)) = (self.obstacle.as_ref()?, self.state.as_ref()?);
        Some(self.told(surface.contacts(&obstacle.surface, self.executor).meeting))
    }

    /// Faces within a length of each other, if they are asked for.
    fn near(&self) -> anyhow::Result<Option<Pairs>> {
        let (Some(length), Some((_, surface))) = (self.extras.within, &self.state) else { return Ok(None) };
        let length = length.in_unit(self.extras.unit)?;
        let found = surface.self_proximity(length, self.executor)?;
        Ok(Some(self.told(found.pairs.iter().map(|pair| pair.faces).collect())))
    }

    /// As many pairs as are wanted.
    fn told(&self, mut found: Vec<FacePair>) -> Pairs {
        match self.wanted {
            Wanted::Counts => Pairs { count: found.len(), listed: Vec::new() },
            Wanted::Pairs => found.into(),
            Wanted::First => {
                found.truncate(1);
                found.into()
            }
        }
    }
}

/// Whether a file numbers its vertices, by its name.
fn numbering(path: &Path) -> Numbering {
    match path.extension().and_then(|e| e.to_str()).and_then(Format::from_extension) {
        Some(Format::Stl) => Numbering::Triangles,
        _ => Numbering::Vertices,
    }
}
