//! What a report says about a body.

use crate::assembly::body::AssemblyBody;
use crate::assembly::body_healing::BodyHealing;
use crate::assembly::body_signature::BodySignature;
use impinge::mesh::Mesh;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::collections::BTreeMap;

/// What a report says about a body.
#[derive(Clone, Debug)]
pub struct BodySummary {
    /// Its name, unique in the report.
    pub name: String,
    /// The identifier that the program which wrote the file gave it.
    pub source_id: Option<String>,
    /// Its geometry.
    pub geometry: BodyGeometry,
    /// The largest side of the box around it; 0 if it is not known or has no end.
    pub size: f64,
    /// The width of the largest opening of a body that is closed but for openings, where it was judged by that: it has an inside by winding number.
    pub opening: Option<f64>,
    /// How many defects of each kind.
    pub defects: BTreeMap<&'static str, usize>,
    /// What healing did to it, if anything.
    pub healing: Option<BodyHealing>,
    /// What is compared with a baseline, where clashes were collected.
    pub signature: Option<BodySignature>,
}

/// The geometry of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyGeometry {
    /// A mesh, or a shape without triangles.
    Solid {
        /// How many triangles.
        triangles: usize,
        /// How much of it has an inside.
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

impl BodyGeometry {
    /// How much is closed: all of a polygon.
    #[must_use]
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
    /// How much of a mesh is closed.
    #[must_use]
    pub fn from_mesh(mesh: &Mesh) -> Self {
        match (mesh.is_closed(), mesh.encloses()) {
            (true, _) => Self::Closed,
            (false, true) => Self::Partly,
            (false, false) => Self::Open,
        }
    }
}

impl BodySummary {
    /// The summary of a body; shapes are solids without triangles.
    #[must_use]
    pub fn from_body(body: &AssemblyBody) -> Self {
        // The meshes of a body are one.
        let summary = match body.model.meshes().next() {
            Some(mesh) => {
                let opening = mesh.closedness().opening();
                Self { healing: body.healing, opening, ..Self::from_mesh(body.name.clone(), mesh) }
            }
            None => {
                let geometry = BodyGeometry::Solid { triangles: 0, closure: Closure::Closed };
                Self::with_defects(body.name.clone(), geometry, std::iter::empty())
            }
        };
        let size = body.bounds().map_or(0.0, |bounds| bounds.size().max_element());
        Self { source_id: body.source_id.clone(), size, ..summary }
    }

    /// The summary of a mesh under a name.
    #[must_use]
    pub fn from_mesh(name: String, mesh: &Mesh) -> Self {
        let geometry = BodyGeometry::Solid { triangles: mesh.faces().len(), closure: Closure::from_mesh(mesh) };
        let size = mesh.bounds().size().max_element();
        Self { size, ..Self::with_defects(name, geometry, mesh.defects().iter().map(|defect| defect.kind())) }
    }

    /// A summary that counts defects by their kinds.
    #[must_use]
    pub fn with_defects(name: String, geometry: BodyGeometry, kinds: impl Iterator<Item = &'static str>) -> Self {
        let mut defects = BTreeMap::new();
        kinds.for_each(|kind| *defects.entry(kind).or_default() += 1);
        Self { name, source_id: None, geometry, size: 0.0, opening: None, defects, healing: None, signature: None }
    }
}

impl Serialize for BodySummary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        if let Some(id) = &self.source_id {
            map.serialize_entry("source_id", id)?;
        }
        match self.geometry {
            BodyGeometry::Solid { triangles, closure } => {
                map.serialize_entry("triangles", &triangles)?;
                map.serialize_entry("closed", &(closure == Closure::Closed))?;
            }
            BodyGeometry::Polygon { rings, vertices } => {
                map.serialize_entry("rings", &rings)?;
                map.serialize_entry("vertices", &vertices)?;
            }
        }
        map.serialize_entry("defects", &self.defects)?;
        if let Some(healing) = &self.healing {
            map.serialize_entry("healed", healing)?;
        }
        if let Some(BodySignature { centre, extents }) = &self.signature {
            map.serialize_entry("centre", centre)?;
            map.serialize_entry("extents", extents)?;
        }
        map.end()
    }
}
