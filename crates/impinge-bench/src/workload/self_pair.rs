//! A mesh against itself, a little inside and a little outside first contact.

use super::{Form, Standing, Workload};
use crate::query::Query;
use impinge::math::{DMat3, DVec3, Pose, PoseError};
use impinge::mesh::Mesh;
use impinge::pair::intersects;
use impinge_scenes::SplitMix64;
use std::sync::Arc;

/// Where the march begins, in diagonals of the mesh's box.
const START: f64 = 1.5;
/// Steps of the march in one diagonal.
const STEPS_PER_DIAGONAL: u32 = 200;
/// Halvings of the step in which contact begins.
const BISECTIONS: u32 = 30;
/// How far inside or outside contact the poses are, in diagonals.
const MARGIN: f64 = 0.005;

/// Directions and rotations along which the mesh comes to itself.
struct Approach {
    rotation: DMat3,
    direction: DVec3,
    centre: DVec3,
}

impl Approach {
    /// `x → R (x - c) + c + s d`.
    fn pose(&self, s: f64) -> Result<Pose, PoseError> {
        Pose::try_new(self.rotation, self.centre - self.rotation * self.centre + s * self.direction)
    }
}

/// The workloads `NAME_pen` and `NAME_sep`: the mesh at random rotations, 0.5 % of its diagonal inside and outside
/// first contact along random directions.
///
/// Each pose draws a rotation, then a direction. The mesh comes in from 1.5 diagonals by 1/200 of one to the first hit, and
/// contact is bisected 30 times. A draw that passes through without a hit is left out and drawn again.
///
/// # Errors
/// A mesh too large for poses to be made.
pub fn self_pair(
    name: &str,
    mesh: &Arc<Mesh>,
    seed: u64,
    count: usize,
    standing: Standing,
) -> Result<[Workload; 2], PoseError> {
    let bounds = mesh.bounds();
    let (centre, diagonal) = ((bounds.min + bounds.max) / 2.0, (bounds.max - bounds.min).length());
    let mut random = SplitMix64::new(seed);
    let (mut penetrating, mut separated) = (Vec::with_capacity(count), Vec::with_capacity(count));
    while penetrating.len() < count {
        let rotation = DMat3::from_quat(random.rotation().normalize());
        let approach = Approach { rotation, direction: random.direction(), centre };
        if let Some([hit, free]) = first_contact(mesh, &approach, diagonal)? {
            penetrating.push(approach.pose(hit - MARGIN * diagonal)?);
            separated.push(approach.pose(free + MARGIN * diagonal)?);
        }
    }
    let workload = |suffix: &str, poses, queries: [Query; 2]| Workload {
        name: format!("{name}_{suffix}"),
        a: Arc::clone(mesh),
        b: Arc::clone(mesh),
        poses,
        queries: queries.to_vec(),
        form: Form::Any,
        standing,
    };
    Ok([
        workload("pen", penetrating, [Query::Boolean, Query::Contacts]),
        workload("sep", separated, [Query::Boolean, Query::Distance]),
    ])
}

/// The largest s that hits and the smallest that is free above it, after bisection; `None` without a hit.
fn first_contact(mesh: &Mesh, approach: &Approach, diagonal: f64) -> Result<Option<[f64; 2]>, PoseError> {
    let meets = |s: f64| Ok::<_, PoseError>(intersects(mesh, mesh, &approach.pose(s)?));
    let mut free = START * diagonal;
    for step in 1..=2 * (START * f64::from(STEPS_PER_DIAGONAL)) as u32 {
        let mut hit = (START - f64::from(step) / f64::from(STEPS_PER_DIAGONAL)) * diagonal;
        if !meets(hit)? {
            free = hit;
            continue;
        }
        for _ in 0..BISECTIONS {
            let middle = (hit + free) / 2.0;
            if meets(middle)? {
                hit = middle;
            } else {
                free = middle;
            }
        }
        return Ok(Some([hit, free]));
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::pair::distance;
    use impinge_scenes::solid::blob;

    #[test]
    fn poses_are_repeatable_and_on_their_side_of_contact() {
        let mesh = Arc::new(blob(3, 500, 0.2).unwrap());
        let [penetrating, separated] = self_pair("blob", &mesh, 1, 6, Standing::Counted).unwrap();
        let again = self_pair("blob", &mesh, 1, 6, Standing::Counted).unwrap();
        assert_eq!((&penetrating.poses, &separated.poses), (&again[0].poses, &again[1].poses));
        assert_ne!(penetrating.poses, self_pair("blob", &mesh, 2, 6, Standing::Counted).unwrap()[0].poses);
        assert_eq!((penetrating.name.as_str(), separated.name.as_str()), ("blob_pen", "blob_sep"));
        let bounds = mesh.bounds();
        let margin = MARGIN * (bounds.max - bounds.min).length();
        for (inside, outside) in penetrating.poses.iter().zip(&separated.poses) {
            assert!(intersects(&mesh, &mesh, inside) && !intersects(&mesh, &mesh, outside));
            // Moving by the margin cannot open a wider gap.
            assert!(distance(&mesh, &mesh, outside).value <= margin * (1.0 + 1e-6));
        }
    }
}
