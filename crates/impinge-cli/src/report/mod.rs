//! The report of a check: what was looked at, what was found, what it took. Written as a table, as JSON or as CSV.

mod clash_table;
pub mod csv;
pub mod json;
pub mod table;

use crate::fields::{Sounding, Soundings};
use crate::images::{ImageMethod, Overlap, Proposal, Sight};
use crate::place::Space;
use crate::stage::Staged;
use anyhow::bail;
use impinge::bound::Aabb;
use impinge::bounded::Certainty;
use impinge::cost::Cost;
use impinge::feature::Feature;
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge::pair::Relation;
use impinge_clash::{Clash, Group, Stand, Verdict};
use impinge_planar::Polygon;
use std::collections::BTreeMap;

/// Reports list no more pairs: some hundred bytes each would fill the memory.
const MOST_PAIRS: usize = 10_000_000;

/// Refuses to list every pair of too many bodies.
///
/// # Errors
/// There are more than [`MOST_PAIRS`].
pub fn ensure_listable(bodies: usize) -> anyhow::Result<()> {
    let pairs = bodies * bodies.saturating_sub(1) / 2;
    if pairs > MOST_PAIRS {
        bail!(
            "--all-pairs would list {pairs} pairs of {bodies} bodies, at most {MOST_PAIRS}; leave it out, or give --clearance D"
        );
    }
    Ok(())
}

/// Everything that a check says.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Where the bodies are.
    pub space: Space,
    /// The bodies, in the order of the input.
    pub bodies: Vec<BodyRow>,
    /// The pairs listed, sorted by body; a body with itself comes before its pairs with others.
    pub pairs: Vec<PairRow>,
    /// The clashes, where they were gathered.
    pub clashes: Option<ClashList>,
    /// How many pairs there are, listed or not.
    pub pair_count: usize,
    /// How many of these are of a body with itself.
    pub self_count: usize,
    /// How many were not looked at, because that was not wanted or makes no sense.
    pub skipped: usize,
    /// What the queries took.
    pub cost: Cost,
    /// What images showed, where a method drew some.
    pub images: Option<Sight>,
    /// What fields told, where bodies were sampled.
    pub fields: Option<Soundings>,
}

/// Clashes, and which belong together.
#[derive(Clone, Debug, Default)]
pub struct ClashList {
    /// One for every violation, every missing contact, and every one of an earlier report that is gone.
    pub clashes: Vec<Clash>,
    /// Clashes that share a body and a place.
    pub groups: Vec<Group>,
    /// Whether they were compared with an earlier report.
    pub is_compared: bool,
}

/// What is said about a body.
#[derive(Clone, Debug)]
pub struct BodyRow {
    /// Its name, unique in the report.
    pub name: String,
    /// How it stands, where clashes were gathered.
    pub stand: Option<Stand>,
    /// What it is made of.
    pub make: Make,
    /// How many defects of each kind.
    pub defects: BTreeMap<&'static str, usize>,
}

/// What a body is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Make {
    /// Triangles; none for a shape.
    Solid {
        /// How many.
        triangles: usize,
        /// What of it has an inside.
        closure: Closure,
    },
    /// Closed rings in the plane.
    Polygon {
        /// How many.
        rings: usize,
        /// How many vertices they have together.
        vertices: usize,
    },
}

impl Make {
    /// How much is closed: all of a polygon.
    pub fn closure(self) -> Closure {
        match self {
            Self::Solid { closure, .. } => closure,
            Self::Polygon { .. } => Closure::Closed,
        }
    }
}

/// How much of a mesh is closed; the closed parts are solids, the others surfaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closure {
    /// All of it.
    Closed,
    /// Some parts of it.
    Partly,
    /// Nothing of it.
    Open,
}

impl Closure {
    /// How much of this mesh is closed.
    pub fn of(mesh: &Mesh) -> Self {
        match (mesh.is_closed(), mesh.encloses()) {
            (true, _) => Self::Closed,
            (false, true) => Self::Partly,
            (false, false) => Self::Open,
        }
    }
}

/// Pairs of faces of one body that meet elsewhere than in what they share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct OwnPairs {
    /// Without a common corner.
    pub meeting: usize,
    /// With common corners, and more in common than these: folds and duplicates.
    pub overlapping: usize,
}

/// What is said about a pair of bodies.
#[derive(Clone, Debug)]
pub struct PairRow {
    /// The first body, by its place in the report.
    pub a: usize,
    /// The second body; the same for a body with itself.
    pub b: usize,
    /// How A relates to B.
    pub relation: Relation,
    /// How sure that is: exact but for curved shapes in close calls.
    pub certainty: Certainty,
    /// The gap; zero if they meet, none if it was not asked for or lies beyond what was asked.
    pub distance: Option<f64>,
    /// How many pairs of triangles, or of edges in the plane, share a point; none if they were not counted.
    pub contacts: Option<usize>,
    /// Of a body with itself, how many of each kind; none for two bodies.
    pub own: Option<OwnPairs>,
    /// The box around all contacts.
    pub bounds: Option<Aabb>,
    /// A closest point of A and of B; one common point twice if they meet.
    pub witness: Option<[DVec3; 2]>,
    /// The body and the feature that each witness lies on, where that was asked for; none for a point inside.
    pub features: Option<[Option<(String, Feature)>; 2]>,
    /// What the rules make of it.
    pub verdict: Verdict,
    /// Whether it counts for the exit code.
    pub found: bool,
}

impl BodyRow {
    /// The row of a body; shapes are solids without triangles.
    pub fn of(body: &Staged) -> Self {
        let make = Make::Solid { triangles: 0, closure: Closure::Closed };
        let shape = Self { name: body.name.clone(), stand: None, make, defects: BTreeMap::new() };
        // The meshes of a body are one.
        body.model.meshes().next().map_or(shape, |mesh| Self::new(body.name.clone(), mesh))
    }

    /// The row of a mesh under a name.
    pub fn new(name: String, mesh: &Mesh) -> Self {
        let mut defects = BTreeMap::new();
        for defect in mesh.defects() {
            *defects.entry(defect.kind()).or_default() += 1;
        }
        let make = Make::Solid { triangles: mesh.faces().len(), closure: Closure::of(mesh) };
        Self { name, stand: None, make, defects }
    }

    /// The row of a polygon under a name.
    pub fn of_polygon(name: String, polygon: &Polygon) -> Self {
        let mut defects = BTreeMap::new();
        for invalidity in polygon.validity() {
            *defects.entry(invalidity.kind()).or_default() += 1;
        }
        let make = Make::Polygon { rings: polygon.ring_count(), vertices: polygon.vertices().len() };
        Self { name, stand: None, make, defects }
    }
}

impl Report {
    /// What images say about a pair of two bodies, where there are some.
    pub fn proposal(&self, pair: &PairRow) -> Option<Proposal> {
        let images = self.images.as_ref().filter(|_| pair.a != pair.b)?;
        Some(images.proposal(pair.a, pair.b))
    }

    /// Whether images tell what volumes pairs share, if there are such pairs.
    pub fn has_overlaps(&self) -> bool {
        self.images.as_ref().is_some_and(|sight| sight.origin.method == ImageMethod::Ldi.name())
    }

    /// The volume that a pair shares, where images tell.
    pub fn overlap(&self, pair: &PairRow) -> Option<&Overlap> {
        self.images.as_ref()?.overlap(pair.a, pair.b)
    }

    /// What fields tell about a pair, where they do.
    pub fn sounding(&self, pair: &PairRow) -> Option<&Sounding> {
        self.fields.as_ref()?.pair(pair.a, pair.b)
    }

    /// Whether anything was found.
    pub fn found(&self) -> bool {
        match &self.clashes {
            Some(list) => list.clashes.iter().any(Clash::fails),
            None => self.pairs.iter().any(|pair| pair.found),
        }
    }
}
