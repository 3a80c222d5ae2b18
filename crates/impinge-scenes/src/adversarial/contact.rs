//! Solids that touch and share no inside.

use super::{Case, block, cube, octahedron, quarter_turn_and_shift, shift, tetrahedron};
use crate::SceneError;
use crate::polycube::{Style, Walls, polycube};
use crate::polygon::{Polygon, rectangle};
use crate::solid::{Bolt, cylinder, extrusion, plate, tube};
use crate::voxel::VoxelSet;
use impinge::math::DVec2;
use impinge::mesh::Mesh;
use impinge::pair::Relation::Touching;

/// Above the plane z = `height` but for an edge on it.
fn keel(height: f64, ends: [[f64; 2]; 2], rim: [[f64; 2]; 2]) -> Result<Mesh, SceneError> {
    let [[p, q], [r, s]] = [ends, rim];
    let up = height + 1.0;
    tetrahedron([[p[0], p[1], height], [q[0], q[1], height], [r[0], r[1], up], [s[0], s[1], up]])
}

pub(super) fn cases() -> Result<Vec<Case>, SceneError> {
    let mut cases = boxes()?;
    cases.extend(tips_and_edges()?);
    cases.extend(fitted()?);
    Ok(cases)
}

fn boxes() -> Result<Vec<Case>, SceneError> {
    let unit = || cube(0.0, 1.0);
    let case = |name, a, b| Case::new(name, a, b, Touching);
    Ok(vec![
        case("equal boxes face to face", unit()?, block([1.0, 0.0, 0.0], [2.0, 1.0, 1.0])?),
        case("unequal boxes face to face", unit()?, block([1.0, -1.0, -2.0], [2.0, 3.0, 4.0])?),
        case("boxes that share part of a face", unit()?, block([1.0, 0.5, 0.5], [2.0, 1.5, 1.5])?),
        case("a small box amid a face", cube(0.0, 4.0)?, block([1.0, 2.0, 4.0], [2.0, 3.0, 5.0])?),
        case("boxes that share an edge", unit()?, block([1.0, 1.0, 0.0], [2.0, 2.0, 1.0])?),
        case("boxes that share part of an edge", unit()?, block([1.0, 1.0, 0.5], [2.0, 2.0, 3.0])?),
        case("boxes that share a corner", unit()?, cube(1.0, 2.0)?),
        case("equal boxes face to face by a pose", unit()?, unit()?).posed(shift([0.0, -1.0, 0.0])?),
        case(
            "bars side by side after a quarter turn",
            block([0.0; 3], [1.0, 2.0, 3.0])?,
            block([0.0; 3], [1.0, 2.0, 3.0])?,
        )
        .posed(quarter_turn_and_shift([0.0; 3])?),
        case(
            "bars end to side after a quarter turn",
            block([0.0; 3], [1.0, 8.0, 1.0])?,
            block([0.0; 3], [1.0, 8.0, 1.0])?,
        )
        .posed(quarter_turn_and_shift([9.0, 3.0, 0.0])?),
        case("boxes about 2^50 face to face", cube(2f64.powi(50), 2f64.powi(50) + 1.0)?, unit()?).posed(shift([
            2f64.powi(50) + 1.0,
            2f64.powi(50),
            2f64.powi(50),
        ])?),
    ])
}

fn tips_and_edges() -> Result<Vec<Case>, SceneError> {
    let cube = || cube(-1.0, 1.0);
    let case = |name, a, b| Case::new(name, a, b, Touching);
    // Below the plane z = 0 but for an edge along x.
    let ridge = || tetrahedron([[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, -1.0, -1.0], [0.0, 1.0, -1.0]]);
    let tip = |x: f64, y: f64, z: f64| octahedron([x, y, z + 1.0], 1.0);
    Ok(vec![
        case("edges that cross", ridge()?, keel(0.0, [[0.0, -1.0], [0.0, 1.0]], [[-1.0, 0.0], [1.0, 0.0]])?),
        case(
            "an edge that ends amid an edge",
            ridge()?,
            keel(0.0, [[0.5, 0.0], [0.5, 1.0]], [[0.0, 0.5], [1.0, 0.5]])?,
        ),
        case(
            "edges that run along each other",
            ridge()?,
            keel(0.0, [[0.5, 0.0], [3.0, 0.0]], [[1.0, -1.0], [1.0, 1.0]])?,
        ),
        case("edges end to end", ridge()?, keel(0.0, [[1.0, 0.0], [3.0, 0.0]], [[2.0, -1.0], [2.0, 1.0]])?),
        case("tip to tip", octahedron([0.0, 0.0, -1.0], 1.0)?, tip(0.0, 0.0, 0.0)?),
        case("a tip amid an edge", ridge()?, tip(0.25, 0.0, 0.0)?),
        case("a tip at an edge's end", ridge()?, tip(-1.0, 0.0, 0.0)?),
        case("a tip amid a face", cube()?, tip(0.25, 0.125, 1.0)?),
        case("a tip on a face's diagonal", cube()?, tip(0.25, 0.25, 1.0)?),
        case("a tip on a face's other diagonal", cube()?, tip(0.25, -0.25, 1.0)?),
        case("a tip on a box's edge", cube()?, tip(1.0, 0.25, 1.0)?),
        case("a tip on a box's corner", cube()?, tip(1.0, 1.0, 1.0)?),
        case("an edge amid a face", cube()?, keel(1.0, [[0.0, -0.5], [0.0, 0.5]], [[-1.0, 0.0], [1.0, 0.0]])?),
        case(
            "an edge on a face's diagonal",
            cube()?,
            keel(1.0, [[-0.5, -0.5], [0.5, 0.5]], [[1.0, -1.0], [-1.0, 1.0]])?,
        ),
        case(
            "an edge across a face and beyond",
            cube()?,
            keel(1.0, [[-3.0, 0.25], [3.0, 0.25]], [[0.0, -1.0], [0.0, 1.0]])?,
        ),
        case("an edge over a face's rim", cube()?, keel(1.0, [[0.5, 0.0], [3.0, 0.0]], [[1.0, -1.0], [1.0, 1.0]])?),
        case("an edge along a box's edge", cube()?, keel(1.0, [[1.0, -3.0], [1.0, 0.5]], [[2.0, 0.0], [0.0, 0.0]])?),
        case("an edge past a box's corner", cube()?, keel(1.0, [[0.0, -2.0], [2.0, 0.0]], [[2.0, -2.0], [1.0, 0.0]])?),
    ])
}

fn fitted() -> Result<Vec<Case>, SceneError> {
    let case = |name, a, b| Case::new(name, a, b, Touching);
    let voxels = VoxelSet::cuboid([0; 3], [3; 3]);
    let even: VoxelSet = voxels.iter().filter(|v| v.iter().sum::<i64>() % 2 == 0).collect();
    let odd = voxels.minus(&even);
    let style = |seed| Style { seed, ..Style::default() };
    let notched = VoxelSet::cuboid([0; 3], [2; 3]).minus(&VoxelSet::from_iter([[1, 1, 1]]));
    let tower = || extrusion(&Polygon::new(rectangle(DVec2::new(-8.0, -8.0), DVec2::new(8.0, 8.0))), 0.0, 0.0625);
    // A square of side 5, turned by the angle of the 3-4-5 triangle.
    let turned = [[0.0, 0.0], [3.0, 4.0], [-1.0, 7.0], [-4.0, 3.0]].map(DVec2::from).to_vec();
    let bolt = Bolt { head_radius: 5.0, head_height: 4.0, shank_radius: 2.5, shank_length: 20.0, segments: 24 };
    let flange = plate(DVec2::splat(-16.0), DVec2::splat(16.0), 8.0, &[(DVec2::ZERO, 3.0)], 24)?;
    Ok(vec![
        case("a cube in a notch", polycube(&notched, &style(1))?, cube(1.0, 2.0)?),
        case("black and white of a chessboard", polycube(&even, &style(2))?, polycube(&odd, &style(3))?),
        case(
            "black and white of a chessboard, cube by cube",
            polycube(&even, &Style { walls: Walls::EveryCube, levels: 1, ..style(4) })?,
            polycube(&odd, &Style { walls: Walls::EveryCube, ..style(5) })?,
        ),
        case("a plug that fills a tube", tube(1.0, 2.0, 1.0, 16)?, cylinder(1.0, 1.0, 16)?),
        case("a rod through a tube", tube(1.0, 2.0, 1.0, 16)?, cylinder(1.0, 3.0, 16)?).posed(shift([0.0, 0.0, -1.0])?),
        case("a sleeve in a tube", tube(1.0, 2.0, 1.0, 16)?, tube(0.5, 1.0, 0.5, 16)?).posed(shift([0.0, 0.0, 0.25])?),
        case("a turned plate on a plate", tower()?, extrusion(&Polygon::new(turned), 0.0625, 0.125)?),
        case("a bolt's head on a flange", flange, bolt.solid()?).posed(shift([0.0, 0.0, 8.0])?),
        case(
            "a box between two boxes",
            polycube(&VoxelSet::from_iter([[0, 0, 0], [2, 0, 0]]), &style(6))?,
            block([1.0, 0.0, 0.0], [2.0, 1.0, 1.0])?,
        ),
    ])
}
