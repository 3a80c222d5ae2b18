//! Solids that share some of their insides, and near misses of the same kind.

use super::{Case, block, cube, quarter_turn_and_shift, shift, tetrahedron};
use crate::SceneError;
use crate::polycube::{Style, box_union, polycube};
use crate::polygon::{Polygon, rectangle};
use crate::solid::{Gear, extrusion};
use crate::voxel::VoxelSet;
use impinge::math::{DQuat, DVec2, DVec3, Pose};
use impinge::pair::Relation::{Crossing, Disjoint, Touching};

pub(super) fn cases() -> Result<Vec<Case>, SceneError> {
    let mut cases = solids()?;
    cases.extend(gears()?);
    Ok(cases)
}

fn solids() -> Result<Vec<Case>, SceneError> {
    let unit = || cube(0.0, 1.0);
    let case = |name, a, b| Case::new(name, a, b, Crossing);
    let even = [[1.0; 3], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];
    let odd = even.map(|corner| corner.map(|x: f64| -x));
    let bar = || block([-4.0, -1.0, 0.0], [4.0, 1.0, 1.0]);
    let voxels = |set: &[[i64; 3]]| polycube(&set.iter().copied().collect::<VoxelSet>(), &Style::default());
    let diamond = [[0.0, -6.0], [6.0, 0.0], [0.0, 6.0], [-6.0, 0.0]].map(DVec2::from).to_vec();
    let square = rectangle(DVec2::splat(-4.0), DVec2::splat(4.0));
    let eighth =
        Pose::from_quaternion(DQuat::from_rotation_z(std::f64::consts::FRAC_PI_4), DVec3::new(1.5, -0.25, 0.25))?;
    Ok(vec![
        case("stella octangula", tetrahedron(even)?, tetrahedron(odd)?),
        case("boxes corner into corner", unit()?, cube(0.5, 1.5)?),
        case("boxes pushed together along a face", unit()?, block([0.5, 0.0, 0.0], [1.5, 1.0, 1.0])?),
        case("boxes pushed together along an edge", unit()?, block([0.5, 0.5, 0.0], [1.5, 1.5, 1.0])?),
        case("a bar through a plate", block([0.0; 3], [3.0, 3.0, 1.0])?, block([1.0, 1.0, -1.0], [2.0, 2.0, 2.0])?),
        case(
            "a bar flush with a plate's face",
            block([0.0; 3], [3.0, 3.0, 1.0])?,
            block([1.0, 1.0, 0.0], [2.0, 2.0, 2.0])?,
        ),
        case("a bar along a plate's rim", block([0.0; 3], [3.0, 3.0, 1.0])?, block([0.0, 1.0, -1.0], [1.0, 2.0, 2.0])?),
        case("bars across each other, flush", bar()?, block([-1.0, -4.0, 0.0], [1.0, 4.0, 1.0])?),
        case("bars across each other by a quarter turn", bar()?, bar()?).posed(quarter_turn_and_shift([0.0; 3])?),
        case("a corner into a face", unit()?, unit()?).posed(eighth),
        case(
            "plates that overlap in their plane",
            extrusion(&Polygon::new(square), 0.0, 0.0625)?,
            extrusion(&Polygon::new(diamond), 0.0, 0.0625)?,
        ),
        case("one box in common, one apart each", voxels(&[[0; 3], [2, 0, 0]])?, voxels(&[[0; 3], [0, 2, 0]])?),
        case(
            "a box into a fork, against its tines",
            voxels(&[[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0], [2, 1, 0]])?,
            block([1.0, 0.5, 0.0], [2.0, 3.0, 1.0])?,
        ),
        case("one box in common on a diagonal", voxels(&[[0, 0, 0], [1, 1, 0]])?, voxels(&[[1, 1, 0], [2, 2, 0]])?),
        case(
            "a box longer than a union of boxes",
            box_union(&[[[0; 3], [2; 3]], [[1; 3], [3; 3]]], &Style::default())?,
            block([1.0; 3], [2.0, 2.0, 4.0])?,
        ),
        case(
            "a slab under a union of boxes",
            box_union(&[[[0; 3], [2, 2, 2]], [[1, 1, 0], [3, 3, 2]]], &Style::default())?,
            block([0.0, 0.0, 0.0], [3.0, 3.0, 1.0])?,
        ),
    ])
}

fn gears() -> Result<Vec<Case>, SceneError> {
    let pinion = || Gear::default().solid();
    let wheel = || Gear { teeth: 30, phase: Gear::mating_phase(30), ..Gear::default() }.solid();
    Ok(vec![
        Case::new("gears in mesh", pinion()?, wheel()?, Disjoint).posed(shift([50.0, 0.0, 0.0])?),
        Case::new("gears too near", pinion()?, wheel()?, Crossing).posed(shift([49.0, 0.0, 0.0])?),
        Case::new("gears side by side", pinion()?, wheel()?, Disjoint).posed(shift([49.0, 0.0, 16.25])?),
        Case::new("gears face to face", pinion()?, wheel()?, Touching).posed(shift([49.0, 0.0, 16.0])?),
    ])
}
