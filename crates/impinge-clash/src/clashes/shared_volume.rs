//! The volume that two bodies share.

use super::cap_influence::CapInfluence;
use super::clash_measure::Measure;
use super::perturbed_seam::{PerturbedSeam, SharedSpace};
use super::solid_form::{SolidForm, caps_note};
use super::violation::Violation;
use super::volume_rounding::rounding;
use impinge::mesh::{Mesh, MeshMassProperties};
use impinge::pair::{Relation, Request, Seam, relate};

/// The space that two overlapping bodies share, or why it is not known. `own` is the seam of their own meshes, if these cross; it serves if neither has caps.
pub fn shared_space(
    forms: [&SolidForm; 2],
    violation: &Violation<'_>,
    own: Option<&PerturbedSeam<'_, '_>>,
    caps: &CapInfluence,
) -> Result<SharedSpace, &'static str> {
    let meshes = forms.map(|form| form.mesh.as_ref());
    let are_own = forms.iter().all(|form| form.opening.is_none());
    let relation = if are_own || violation.pair.is_swallowed() {
        violation.pair.relation
    } else {
        relate(meshes[0], meshes[1], &violation.a_from_b, &Request::default()).relation
    };
    let mut space = match relation {
        Relation::Disjoint | Relation::Touching => return Err("they share no inside"),
        Relation::AInsideB | Relation::Coincident => whole(meshes[0], &forms[0].filling()?),
        Relation::BInsideA => whole(meshes[1], &forms[1].filling()?),
        Relation::Crossing => {
            let area = forms[0].filling()?.area.min(forms[1].filling()?.area);
            let found = if are_own {
                own.and_then(|seam| seam.shared_space(area))
            } else {
                let seam = Seam::new(meshes[0], meshes[1], &violation.a_from_b);
                PerturbedSeam::new(&seam, meshes, &violation.a_from_b).shared_space(area)
            };
            found.ok_or("faces turn inward, or surfaces lie on each other")?
        }
    };
    if !violation.pair.is_swallowed() {
        space.volume.lower = (space.volume.lower - caps.volume).max(0.0);
        space.volume.upper += caps.volume;
    }
    space.volume.by += &caps_note(forms, violation.pair.unit);
    if space.volume.upper.is_finite() { Ok(space) } else { Err("it is too large for a number") }
}

/// All of a body.
fn whole(mesh: &Mesh, mass: &MeshMassProperties) -> SharedSpace {
    let (volume, bound) = (mass.volume.abs(), rounding(mesh));
    let by = "the volume of the body that is inside".to_owned();
    let volume = Measure { lower: (volume - bound).max(0.0), upper: volume + bound, by };
    SharedSpace { volume, area: Some(mass.area) }
}
