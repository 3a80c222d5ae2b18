//! Solids of which one is a part of the other, or equal to it.

use super::{Case, block, cube, octahedron, quarter_turn_and_shift, tetrahedron};
use crate::polycube::{Style, Walls, box_union, box_union_voxels, polycube};
use crate::polygon::{Polygon, rectangle};
use crate::solid::{cuboid_with_diagonals, cylinder, extrusion};
use crate::voxel::VoxelSet;
use crate::{SceneError, Surface};
use impinge::math::{DMat3, DVec2, DVec3};
use impinge::pair::Relation::{AInsideB, BInsideA, Coincident};

pub(super) fn cases() -> Result<Vec<Case>, SceneError> {
    let mut cases = inside()?;
    cases.extend(equal()?);
    cases.extend(united()?);
    Ok(cases)
}

fn inside() -> Result<Vec<Case>, SceneError> {
    let outer = || cube(0.0, 4.0);
    let case = |name, a, b| Case::new(name, a, b, BInsideA);
    let turned = |mask| cuboid_with_diagonals(DVec3::ZERO, DVec3::splat(4.0), mask);
    // Its edges are diagonals of the cube's faces.
    let in_corners = || tetrahedron([[0.0; 3], [4.0, 4.0, 0.0], [4.0, 0.0, 4.0], [0.0, 4.0, 4.0]]);
    let diamond = [[4.0, 0.0], [8.0, 4.0], [4.0, 8.0], [0.0, 4.0]].map(DVec2::from).to_vec();
    let square = rectangle(DVec2::ZERO, DVec2::splat(8.0));
    Ok(vec![
        case("a box deep in a box", outer()?, cube(1.0, 3.0)?),
        Case::new("a box around a box", cube(1.0, 3.0)?, outer()?, AInsideB),
        case("a box in a box on its floor", outer()?, block([1.0, 1.0, 0.0], [3.0, 3.0, 2.0])?),
        case("a box in a box along its edge", outer()?, block([0.0, 0.0, 1.0], [1.0, 1.0, 2.0])?),
        case("a box in a box's corner", outer()?, cube(0.0, 1.0)?),
        case("a slab across a box", outer()?, block([0.0, 0.0, 1.0], [4.0, 4.0, 2.0])?),
        Case::new("half of a box", block([0.0; 3], [4.0, 4.0, 2.0])?, outer()?, AInsideB),
        case("an octahedron with its tips on a box's faces", outer()?, octahedron([2.0; 3], 2.0)?),
        case("an octahedron with one tip on a box's floor", outer()?, octahedron([2.0, 2.0, 1.0], 1.0)?),
        case("an octahedron with tips on a box's faces and edge", outer()?, {
            let tilted = |p: DVec3| DVec3::new(p.x + p.z, p.z - p.x, p.y);
            let centred = Surface::of(&octahedron([0.0; 3], 1.0)?).transformed(&linear(tilted));
            centred.shifted(DVec3::new(1.0, 1.0, 2.0)).mesh()?
        }),
        case("a tetrahedron along a box's diagonals", turned(0)?, in_corners()?),
        case("a tetrahedron along a box's other diagonals", turned(63)?, in_corners()?),
        Case::new(
            "a plate in a plate of the same thickness",
            extrusion(&Polygon::new(diamond), 0.0, 1.0)?,
            extrusion(&Polygon::new(square), 0.0, 1.0)?,
            AInsideB,
        ),
        case("a rod in a longer rod", cylinder(2.0, 4.0, 16)?, cylinder(2.0, 3.0, 16)?),
        case("a thin rod in a thick one of the same length", cylinder(2.0, 4.0, 16)?, cylinder(1.0, 4.0, 16)?),
        case(
            "one of two boxes",
            polycube(&VoxelSet::from_iter([[0; 3], [2, 0, 0]]), &Style::default())?,
            cube(0.0, 1.0)?,
        ),
        case(
            "a box in one of two boxes that share an edge",
            polycube(&VoxelSet::from_iter([[0; 3], [1, 1, 0]]), &Style::default())?,
            block([0.5, 0.5, 0.25], [1.0, 1.0, 0.75])?,
        ),
    ])
}

/// The matrix of a linear map.
fn linear(map: impl Fn(DVec3) -> DVec3) -> DMat3 {
    DMat3::from_cols(map(DVec3::X), map(DVec3::Y), map(DVec3::Z))
}

fn equal() -> Result<Vec<Case>, SceneError> {
    let unit = || cube(-1.0, 1.0);
    let case = |name, a, b| Case::new(name, a, b, Coincident);
    let other_diagonals = cuboid_with_diagonals(DVec3::NEG_ONE, DVec3::ONE, 63)?;
    let refined = Surface::of(&unit()?).refined();
    let twice_refined = refined.clone().refined();
    Ok(vec![
        case("equal boxes", unit()?, unit()?),
        case("equal boxes after a quarter turn", unit()?, unit()?).posed(quarter_turn_and_shift([0.0; 3])?),
        case("equal boxes with other diagonals", unit()?, other_diagonals),
        case("equal boxes, one finer", unit()?, refined.mesh()?),
        case("equal boxes, one finer and shuffled", unit()?, twice_refined.shuffled(1).mesh()?),
        case("equal boxes, one inside out", unit()?, Surface::of(&unit()?).flipped().mesh()?),
        case("equal boxes, one of eight", unit()?, {
            polycube(&VoxelSet::cuboid([-1; 3], [1; 3]), &Style { walls: Walls::EveryCube, ..Style::default() })?
        }),
        case(
            "equal rods, one shuffled",
            cylinder(1.0, 2.0, 24)?,
            Surface::of(&cylinder(1.0, 2.0, 24)?).shuffled(2).mesh()?,
        ),
        case(
            "equal tetrahedra, turned about",
            tetrahedron([[1.0; 3], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]])?,
            tetrahedron([[-1.0, -1.0, -1.0], [-1.0, 1.0, 1.0], [1.0, -1.0, 1.0], [1.0, 1.0, -1.0]])?,
        )
        .posed(quarter_turn_and_shift([0.0; 3])?),
    ])
}

fn united() -> Result<Vec<Case>, SceneError> {
    let case = |name, a, b, relation| Case::new(name, a, b, relation);
    let walled = || {
        let style = Style { walls: Walls::EveryCube, ..Style::default() };
        polycube(&VoxelSet::cuboid([0; 3], [2, 1, 1]), &style)
    };
    let boxes = [[[0; 3], [2; 3]], [[1; 3], [3; 3]]];
    let overlapping = || box_union(&boxes, &Style::default());
    let union = polycube(&box_union_voxels(&boxes), &Style { seed: 5, ..Style::default() })?;
    Ok(vec![
        case("two boxes wall to wall and one as long", walled()?, block([0.0; 3], [2.0, 1.0, 1.0])?, Coincident),
        case("a box across an inner wall", walled()?, block([0.5, 0.25, 0.25], [1.5, 0.75, 0.75])?, BInsideA),
        case("a box against an inner wall", walled()?, block([0.5, 0.25, 0.25], [1.0, 0.75, 0.75])?, BInsideA),
        case("the common part of overlapping boxes", overlapping()?, cube(1.0, 2.0)?, BInsideA),
        case("a box deep in what two boxes share", overlapping()?, cube(1.25, 1.75)?, BInsideA),
        case(
            "a box in one shell against the other",
            overlapping()?,
            block([2.0, 1.0, 1.0], [3.0, 2.0, 2.0])?,
            BInsideA,
        ),
        case("one of two overlapping boxes", overlapping()?, cube(1.0, 3.0)?, BInsideA),
        case("overlapping boxes and their union", overlapping()?, union, Coincident),
        case("overlapping boxes in the box around them", overlapping()?, cube(0.0, 3.0)?, AInsideB),
        case(
            "a box given twice over",
            box_union(&[[[0; 3], [2; 3]]; 2], &Style::default())?,
            cube(0.0, 2.0)?,
            Coincident,
        ),
    ])
}
