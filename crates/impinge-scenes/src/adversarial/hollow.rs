//! Solids with hollows and holes: what lies in them is outside.

use super::{Case, block, cube, octahedron, shift};
use crate::SceneError;
use crate::pipe::weave;
use crate::solid::{Bolt, cylinder, hollow_cuboid, plate, torus, tube};
use impinge::math::{DMat3, DVec2, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::Relation::{AInsideB, BInsideA, Coincident, Crossing, Disjoint, Touching};

/// A hollow cube.
fn shell(low: f64, high: f64, wall: f64) -> Result<Mesh, SceneError> {
    hollow_cuboid(DVec3::splat(low), DVec3::splat(high), wall)
}

pub(super) fn cases() -> Result<Vec<Case>, SceneError> {
    let mut cases = hollows()?;
    cases.extend(holes()?);
    Ok(cases)
}

fn hollows() -> Result<Vec<Case>, SceneError> {
    // The hollow is the cube from 2 to 6.
    let a = || shell(0.0, 8.0, 2.0);
    let case = |name, b, relation| Ok::<Case, SceneError>(Case::new(name, a()?, b, relation));
    Ok(vec![
        case("a box in a hollow", cube(3.0, 5.0)?, Disjoint)?,
        case("a box against a hollow's wall", block([2.0, 3.0, 3.0], [4.0, 5.0, 5.0])?, Touching)?,
        case("a box that fills a hollow", cube(2.0, 6.0)?, Touching)?,
        case("an octahedron with its tips on a hollow's walls", octahedron([4.0; 3], 2.0)?, Touching)?,
        case("a box through a hollow's wall", block([1.0, 3.0, 3.0], [4.0, 5.0, 5.0])?, Crossing)?,
        case("a box in a shell's wall", block([0.5, 0.5, 0.5], [1.5, 7.0, 7.0])?, BInsideA)?,
        case("a box as thick as a shell's wall", block([0.0, 3.0, 3.0], [2.0, 5.0, 5.0])?, BInsideA)?,
        case("a shell and its outer box", cube(0.0, 8.0)?, AInsideB)?,
        case("a shell deep in a box", cube(-1.0, 9.0)?, AInsideB)?,
        case("a shell in a hollow", shell(3.0, 5.0, 0.5)?, Disjoint)?,
        case("a shell that fills a hollow", shell(2.0, 6.0, 1.0)?, Touching)?,
        case("a shell with thinner walls", shell(0.0, 8.0, 1.0)?, BInsideA)?,
        case("equal shells", shell(0.0, 8.0, 2.0)?, Coincident)?,
        case("a box whose faces run in a shell's walls", cube(1.0, 7.0)?, Crossing)?,
        case("shells whose walls overlap and never meet", shell(-1.0, 9.0, 2.0)?, Crossing)?,
        case("a rod through a shell", block([3.0, 3.0, -1.0], [5.0, 5.0, 9.0])?, Crossing)?,
    ])
}

fn holes() -> Result<Vec<Case>, SceneError> {
    let ring = || torus(2.0, 0.5, 32, 16);
    let upright = DMat3::from_cols(DVec3::X, DVec3::Z, DVec3::NEG_Y);
    let linked = Pose::try_new(upright, DVec3::new(2.0, 0.0, 0.0))?;
    let bolt = Bolt { head_radius: 5.0, head_height: 4.0, shank_radius: 2.5, shank_length: 20.0, segments: 24 };
    let flange = || plate(DVec2::splat(-16.0), DVec2::splat(16.0), 8.0, &[(DVec2::ZERO, 3.0)], 24);
    Ok(vec![
        Case::new("linked rings", ring()?, ring()?, Disjoint).posed(linked),
        Case::new("a ring on a rod", ring()?, cylinder(1.0, 4.0, 16)?, Disjoint).posed(shift([0.0, 0.0, -2.0])?),
        Case::new("a loose bolt in a hole", flange()?, bolt.solid()?, Disjoint).posed(shift([0.0, 0.0, 9.0])?),
        Case::new("a bolt beside its hole", flange()?, bolt.solid()?, Crossing).posed(shift([4.0, 0.0, 9.0])?),
        Case::new("a loose sleeve in a tube", tube(1.0, 2.0, 4.0, 24)?, tube(0.25, 0.75, 4.0, 24)?, Disjoint),
        Case::new("a weave above a weave", weave(3, 0.15, 8, 8)?, weave(3, 0.15, 8, 8)?, Disjoint)
            .posed(shift([0.0, 0.0, 1.0])?),
    ])
}
