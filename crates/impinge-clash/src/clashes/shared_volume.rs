//! The volume that two bodies share.

use super::clash_measure::Measure;
use super::perturbed_seam::{PerturbedSeam, SharedSpace};
use super::shell_winding::ensure_wound_once;
use super::volume_rounding::rounding;
use impinge::collect::Any;
use impinge::mesh::{Mesh, MeshMassProperties};
use impinge::pair::{Relation, self_contacts};

/// The volume and the area of a body, or why they do not tell how much space it fills.
pub type Filling = Result<MeshMassProperties, &'static str>;

/// Two meshes that share an inside, and what is known of them.
pub struct SharedInside<'a> {
    pub meshes: [&'a Mesh; 2],
    pub fillings: [Filling; 2],
    pub relation: Relation,
}

/// The filling of a body.
pub fn filling(mesh: &Mesh) -> Filling {
    if !mesh.is_closed() {
        return Err("a body is not closed");
    }
    let mut found = Any(None);
    self_contacts(mesh, &mut found);
    if found.0.is_some() {
        return Err("the surface of a body meets itself");
    }
    ensure_wound_once(mesh)?;
    Ok(mesh.mass_properties())
}

impl SharedInside<'_> {
    /// What they share, or why it is not known; of two that cross by way of their seam.
    pub fn space(&self, seam: Option<&PerturbedSeam<'_, '_>>) -> Result<SharedSpace, &'static str> {
        let [a, b] = [self.fillings[0]?, self.fillings[1]?];
        let space = match self.relation {
            Relation::Disjoint | Relation::Touching => return Err("they share no inside"),
            Relation::AInsideB | Relation::Coincident => whole(self.meshes[0], &a),
            Relation::BInsideA => whole(self.meshes[1], &b),
            Relation::Crossing => seam
                .and_then(|seam| seam.shared_space(a.area.min(b.area)))
                .ok_or("faces turn inward, or surfaces lie on each other")?,
        };
        if space.volume.upper.is_finite() { Ok(space) } else { Err("it is too large for a number") }
    }
}

impl SharedInside<'_> {
    /// What they share if one is inside the other, by the inner one alone: the outer one need not be closed.
    pub fn inner_space(&self) -> Result<SharedSpace, &'static str> {
        match self.relation {
            Relation::AInsideB => Ok(whole(self.meshes[0], &self.fillings[0]?)),
            Relation::BInsideA => Ok(whole(self.meshes[1], &self.fillings[1]?)),
            _ => Err("a body is not closed"),
        }
    }
}

/// All of a body.
fn whole(mesh: &Mesh, mass: &MeshMassProperties) -> SharedSpace {
    let (volume, bound) = (mass.volume.abs(), rounding(mesh));
    let by = "the volume of the body that is inside".to_owned();
    let volume = Measure { lower: (volume - bound).max(0.0), upper: volume + bound, by };
    SharedSpace { volume, area: Some(mass.area) }
}
