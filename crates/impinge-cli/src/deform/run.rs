//! A surface led from frame to frame, and what is found in each.

use super::sequence::{Corners, Numbering, Sequence};
use crate::merged::{Merged, Operand};
use anyhow::{Context, anyhow};
use impinge::deform::{Choice, Deformable, FacePair, SelfContact, SortReason};
use impinge::executor::Executor;
use impinge_io::Format;
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
    /// To bring the tree up to date.
    pub update: Duration,
    /// To search.
    pub search: Duration,
}

impl Finding {
    /// Whether some faces meet.
    pub fn found(&self) -> bool {
        self.total() > 0
    }

    /// How many pairs of all kinds there are, as far as they were counted.
    pub fn total(&self) -> usize {
        self.meeting.count + self.overlapping.count + self.contacts.as_ref().map_or(0, |pairs| pairs.count)
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
    By(Choice),
    /// Made anew, because vertices of one corner had parted.
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
    wanted: Wanted,
    obstacle: Option<Deformable>,
    state: Option<(Sequence, Deformable)>,
}

impl<'a> Run<'a> {
    /// Before the first frame, with an obstacle, if there is one.
    ///
    /// # Errors
    /// The obstacle cannot be read.
    pub fn new(wanted: Wanted, obstacle: Option<&Path>, executor: &'a Executor) -> anyhow::Result<Self> {
        let load = |path: &Path| -> anyhow::Result<Deformable> {
            Ok(Deformable::of_mesh(&Merged::load(&Operand::of(path))?.mesh, executor))
        };
        Ok(Self { executor, wanted, obstacle: obstacle.map(load).transpose()?, state: None })
    }

    /// Takes the surface to the next frame and looks there.
    ///
    /// # Errors
    /// The file cannot be read, or is no frame of the sequence; then the surface is as it was.
    pub fn take(&mut self, file: &Path) -> anyhow::Result<Finding> {
        let operand = Operand::of(file);
        let mesh = Merged::load(&operand)?.mesh;
        let named = || file.display().to_string();
        let start = Instant::now();
        let upkeep = match &mut self.state {
            None => {
                let sequence = Sequence::new(&mesh, numbering(&operand.path));
                let positions = sequence.positions(&mesh).map_err(|misfit| anyhow!("{misfit}")).with_context(named)?;
                let surface = sequence.surface(&positions, self.executor).with_context(named)?;
                self.state = Some((sequence, surface));
                Kept::By(Choice::Sorted { why: SortReason::First })
            }
            Some((sequence, surface)) => {
                let positions = sequence.positions(&mesh).map_err(|misfit| anyhow!("{misfit}")).with_context(named)?;
                match sequence.part(&positions) {
                    Corners::Kept => Kept::By(
                        surface.update(&sequence.corners(&positions), self.executor).with_context(named)?.choice,
                    ),
                    Corners::Parted => {
                        *surface = sequence.surface(&positions, self.executor).with_context(named)?;
                        Kept::Parted
                    }
                }
            }
        };
        let (update, start) = (start.elapsed(), Instant::now());
        let [meeting, overlapping] = self.own();
        let contacts = self.with_obstacle();
        Ok(Finding { upkeep, meeting, overlapping, contacts, update, search: start.elapsed() })
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
        let mut found = surface.contacts(obstacle, self.executor).meeting;
        let count = found.len();
        Some(match self.wanted {
            Wanted::Counts => Pairs { count, listed: Vec::new() },
            Wanted::Pairs => found.into(),
            Wanted::First => {
                found.truncate(1);
                found.into()
            }
        })
    }
}

/// Whether a file numbers its vertices, by its name.
fn numbering(path: &Path) -> Numbering {
    match path.extension().and_then(|e| e.to_str()).and_then(Format::from_extension) {
        Some(Format::Stl) => Numbering::Triangles,
        _ => Numbering::Vertices,
    }
}
