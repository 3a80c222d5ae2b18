//! The volume that two bodies share.

use crate::measure::Measure;
use crate::nudge::Nudged;
use impinge::mesh::Mesh;
use impinge::mesh::mass::Mass;
use impinge::pair::Relation;

/// Two meshes that share an inside, and what is known of them.
pub struct Overlap<'a> {
    pub meshes: [&'a Mesh; 2],
    /// Whether each surface does not meet itself.
    pub are_simple: [bool; 2],
    pub relation: Relation,
}

/// What rounding may do to a volume, in units of 2^-53 times the faces times the cube of the size: a determinant of three differences has
/// an error of fewer than 16 units, and a sum adds one a term.
const ROUNDING: f64 = 32.0;

impl Overlap<'_> {
    /// The volume, or why it is not known; of two that cross by way of their seam.
    pub fn volume(&self, nudged: Option<&Nudged<'_, '_>>) -> Result<Measure, &'static str> {
        if self.meshes.iter().any(|mesh| !mesh.is_closed()) {
            return Err("a body is not closed");
        }
        if self.are_simple != [true; 2] {
            return Err("the surface of a body meets itself");
        }
        match self.relation {
            Relation::Disjoint | Relation::Touching => Err("they share no inside"),
            Relation::AInsideB | Relation::Coincident => Ok(self.whole(0)),
            Relation::BInsideA => Ok(self.whole(1)),
            Relation::Crossing => {
                let (found, by) =
                    nudged.and_then(Nudged::volume).ok_or("faces turn inward, or surfaces lie on each other")?;
                Ok(Measure { lower: (found.value - found.bound).max(0.0), upper: found.value + found.bound, by })
            }
        }
    }

    /// All of a body.
    fn whole(&self, k: usize) -> Measure {
        let mesh = self.meshes[k];
        let size = mesh.bounds().size().length();
        let bound = ROUNDING * 0.5 * f64::EPSILON * size.powi(3) * mesh.faces().len() as f64;
        let volume = Mass::of(mesh).volume.abs();
        let by = "the volume of the body that is inside".to_owned();
        Measure { lower: (volume - bound).max(0.0), upper: volume + bound, by }
    }
}
