//! Results of a seam that need general position: where the position is special, the second body is perturbed by a tiny translation.

use super::clash_measure::Measure;
use impinge::bound::Aabb;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{OverlapVolume, Seam};

/// How far the second body is moved, as a part of the smaller body's size: far more than rounding, far less than anyone measures.
const PERTURBATION: f64 = 1e-9;

/// Directions to try, of length about one and in no plane that a designer would choose; with each the opposite one, so that it does not
/// matter which body is moved.
const DIRECTIONS: [DVec3; 6] = [
    DVec3::new(0.536, 0.267, 0.801),
    DVec3::new(-0.536, -0.267, -0.801),
    DVec3::new(-0.713, 0.591, -0.377),
    DVec3::new(0.713, -0.591, 0.377),
    DVec3::new(0.171, -0.859, 0.483),
    DVec3::new(-0.171, 0.859, -0.483),
];

/// The space that two bodies share.
#[derive(Clone, Debug, PartialEq)]
pub struct SharedSpace {
    pub volume: Measure,
    /// The area around it, where it was measured.
    pub area: Option<f64>,
}

/// A seam in general position, if one was found.
pub struct PerturbedSeam<'a, 's> {
    own: &'s Seam<'a>,
    moved: Option<Seam<'a>>,
    meshes: [&'a Mesh; 2],
    /// How far the second body was moved.
    shift: f64,
    /// How far rounding may have moved it besides.
    rounding: f64,
}

impl<'a, 's> PerturbedSeam<'a, 's> {
    /// The seam itself if its position is general, or else that of the perturbed body.
    pub fn new(own: &'s Seam<'a>, meshes: [&'a Mesh; 2], a_from_b: &Pose) -> Self {
        let reach = meshes.iter().map(|mesh| mesh.bounds().largest_coordinate()).fold(0.0, f64::max);
        // Each coordinate of a carried vertex is rounded a few times.
        let rounding = 8.0 * f64::EPSILON * (reach + a_from_b.translation().length());
        let still = Self { own, moved: None, meshes, shift: 0.0, rounding };
        // What is asked of a seam in general position is known of closed bodies alone.
        if own.is_general() || !meshes.iter().all(|mesh| mesh.is_closed()) {
            return still;
        }
        let moved = DIRECTIONS.iter().find_map(|direction| seam_after(direction, meshes, a_from_b));
        Self { moved, shift: PERTURBATION * size(meshes), ..still }
    }

    fn seam(&self) -> &Seam<'a> {
        self.moved.as_ref().unwrap_or(self.own)
    }

    /// Says that a body was perturbed, where it was.
    fn proviso(&self) -> &'static str {
        match self.moved {
            Some(_) => ", with the second body moved by 1e-9 of the smaller one's size since it lies on the first",
            None => "",
        }
    }

    /// Whether one body passes right through the other, and how that was found. False if that is unknown, or if a perturbed body does
    /// not: a pin that ends in the plane of the far side does not stick out.
    pub fn passage(&self, a_from_b: &Pose) -> (bool, String) {
        let passage = self.seam().passage();
        if matches!(passage, Some(through) if through != [false; 2]) && !self.passes_when_perturbed(a_from_b) {
            let by = "a surface falls apart outside the other, but not with the second body moved by 1e-9 of the smaller one's size";
            return (false, by.to_owned());
        }
        let description = match passage {
            Some([false, false]) => "neither surface falls apart outside the other",
            Some([true, false]) => "the surface of the first falls apart outside the second",
            Some([false, true]) => "the surface of the second falls apart outside the first",
            Some([true, true]) => "both surfaces fall apart outside the other",
            None if self.meshes.iter().any(|mesh| !mesh.is_closed()) => {
                return (false, "the relation; passing through is only decided for closed bodies".to_owned());
            }
            None => {
                return (false, "the relation; surfaces lie on each other, passing through is not decided".to_owned());
            }
        };
        (passage != Some([false, false]), format!("{description}{}", self.proviso()))
    }

    fn passes_when_perturbed(&self, a_from_b: &Pose) -> bool {
        let passages =
            DIRECTIONS.iter().filter_map(|direction| seam_after(direction, self.meshes, a_from_b)?.passage());
        passages.into_iter().all(|through| through != [false; 2])
    }

    /// The box in the world around what they share, to within the perturbation; `None` if it is unknown.
    pub fn bounds(&self, world_from_a: &Pose) -> Option<Aabb> {
        self.seam().overlap_bounds(world_from_a).filter(|bounds| bounds.min.cmple(bounds.max).all())
    }

    /// The shared space, with bounds that hold for the bodies as they are; `area` is that of the smaller surface.
    ///
    /// What a body moved by t covers differs from what it covered by at most |t| times the area of its surface.
    pub fn shared_space(&self, area: f64) -> Option<SharedSpace> {
        let OverlapVolume { value, bound, area: around } = self.seam().overlap_volume()?;
        let moved = if self.moved.is_some() { 2.0 * (self.shift + self.rounding) * area } else { 0.0 };
        let by = format!("the parts of each surface inside the other, exactly joined{}", self.proviso());
        let bound = bound + moved;
        let volume = Measure { lower: (value - bound).max(0.0), upper: value + bound, by };
        Some(SharedSpace { volume, area: Some(around) })
    }
}

/// The size of the smaller body.
fn size(meshes: [&Mesh; 2]) -> f64 {
    meshes.iter().map(|mesh| mesh.bounds().size().length()).fold(f64::INFINITY, f64::min)
}

/// The seam with the second body perturbed, if its position is general then.
fn seam_after<'a>(direction: &DVec3, meshes: [&'a Mesh; 2], a_from_b: &Pose) -> Option<Seam<'a>> {
    let pose = Pose::from_translation(PERTURBATION * size(meshes) * *direction).ok()?.compose(a_from_b).ok()?;
    Some(Seam::new(meshes[0], meshes[1], &pose)).filter(Seam::is_general)
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge_scenes::solid::cuboid;

    /// A box with its side in that of another: perturbed, unless one of them has no inside.
    #[test]
    fn closed_bodies_alone_are_perturbed() {
        let block = cuboid(DVec3::ZERO, DVec3::ONE).unwrap();
        let open = Mesh::try_new(block.vertices().to_vec(), block.faces()[..10].to_vec()).unwrap();
        let pose = Pose::from_translation(DVec3::new(0.5, 0.25, 0.0)).unwrap();
        for (second, is_moved) in [(&block, true), (&open, false)] {
            let own = Seam::new(&block, second, &pose);
            assert!(!own.is_general());
            let seam = PerturbedSeam::new(&own, [&block, second], &pose);
            assert_eq!(seam.moved.is_some(), is_moved);
            assert_eq!(seam.shared_space(6.0).is_some(), is_moved);
            assert_eq!(seam.passage(&pose).1.contains("closed bodies"), !is_moved);
        }
    }
}
