//! Slivers, hair's breadths, and the huge beside the tiny.

use super::{Case, block, cube, shift, tetrahedron};
use crate::SceneError;
use crate::polygon::Polygon;
use crate::solid::extrusion;
use impinge::math::DVec2;
use impinge::mesh::Mesh;
use impinge::pair::Relation::{BInsideA, Coincident, Crossing, Disjoint, Touching};

/// About 1e-12: the width of a hair, still exact beside 1.
const HAIR: f64 = 1.0 / (1_u64 << 40) as f64;

pub(super) fn cases() -> Result<Vec<Case>, SceneError> {
    let mut cases = slivers()?;
    cases.extend(gaps()?);
    cases.extend(scales()?);
    Ok(cases)
}

fn slivers() -> Result<Vec<Case>, SceneError> {
    let unit = || cube(0.0, 1.0);
    // A needle along x, pointed at both ends; its middle is a hair wide.
    let needle = |from: f64, to: f64, height: f64| -> Result<Mesh, SceneError> {
        let middle = from.midpoint(to);
        let up = height + HAIR;
        tetrahedron([[from, 0.5, height], [to, 0.5, height], [middle, 0.5 + HAIR, up], [middle, 0.5 - HAIR, up]])
    };
    let p = DVec2::new;
    let cornered = vec![
        p(0.0, 0.0),
        p(HAIR, 0.0),
        p(1.0 - HAIR, 0.0),
        p(1.0, 0.0),
        p(1.0, HAIR),
        p(1.0, 1.0),
        p(0.5, 1.0),
        p(0.5 - HAIR, 1.0),
        p(0.0, 1.0),
        p(0.0, HAIR),
    ];
    let leaf = |low: f64| block([0.0, 0.0, low * HAIR], [1.0, 1.0, (low + 1.0) * HAIR]);
    Ok(vec![
        Case::new("a needle through a box", unit()?, needle(-1.0, 2.0, 0.5)?, Crossing),
        Case::new("a needle into a box", unit()?, needle(0.5, 2.0, 0.5)?, Crossing),
        Case::new("a needle's point on a box", unit()?, needle(1.0, 2.0, 0.5)?, Touching),
        Case::new("a needle's point a hair before a box", unit()?, needle(1.0 + HAIR, 2.0, 0.5)?, Disjoint),
        Case::new("a needle in a box", unit()?, needle(0.25, 0.75, 0.5)?, BInsideA),
        Case::new("a needle in a box from wall to wall", unit()?, needle(0.0, 1.0, 0.5)?, BInsideA),
        Case::new("a needle lying on a box", unit()?, needle(0.25, 0.75, 1.0)?, Touching),
        Case::new("a needle lying across a box", unit()?, needle(-1.0, 2.0, 1.0)?, Touching),
        Case::new(
            "crossed needles",
            needle(-1.0, 2.0, 0.5)?,
            {
                let middle = 0.5 + HAIR / 2.0;
                tetrahedron([[0.5, -1.0, middle], [0.5, 2.0, middle], [0.5 + HAIR, 0.5, 0.0], [0.5 - HAIR, 0.5, 0.0]])?
            },
            Crossing,
        ),
        Case::new("a box with slivers for faces", extrusion(&Polygon::new(cornered), 0.0, 1.0)?, unit()?, Coincident),
        Case::new("leaves a hair thick, one on the other", leaf(0.0)?, leaf(1.0)?, Touching),
        Case::new("leaves a hair thick, a hair apart", leaf(0.0)?, leaf(2.0)?, Disjoint),
        Case::new("leaves a hair thick, half a hair in", leaf(0.0)?, leaf(0.5)?, Crossing),
        Case::new("a leaf a hair thick on a box's floor", unit()?, leaf(0.0)?, BInsideA),
    ])
}

fn gaps() -> Result<Vec<Case>, SceneError> {
    let unit = || cube(0.0, 1.0);
    let from_x = |x: f64| block([x, 0.0, 0.0], [2.0, 1.0, 1.0]);
    Ok(vec![
        Case::new("boxes one unit in the last place apart", unit()?, from_x(1f64.next_up())?, Disjoint),
        Case::new("boxes one unit in the last place in", unit()?, from_x(1f64.next_down())?, Crossing),
        Case::new(
            "a box one unit in the last place smaller",
            unit()?,
            block([0.0; 3], [1.0, 1.0, 1f64.next_down()])?,
            BInsideA,
        ),
        Case::new(
            "a tip one unit in the last place above a slope",
            tetrahedron([[0.0; 3], [3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]])?,
            tetrahedron([[1.0, 1.0, 1f64.next_up()], [2.0, 2.0, 2.0], [3.0, 2.0, 2.0], [2.0, 3.0, 2.0]])?,
            Disjoint,
        ),
        Case::new(
            "a tip on a slope",
            tetrahedron([[0.0; 3], [3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]])?,
            tetrahedron([[1.0, 1.0, 1.0], [2.0, 2.0, 2.0], [3.0, 2.0, 2.0], [2.0, 3.0, 2.0]])?,
            Touching,
        ),
        Case::new(
            "a tip one unit in the last place below a slope",
            tetrahedron([[0.0; 3], [3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]])?,
            tetrahedron([[1.0, 1.0, 1f64.next_down()], [2.0, 2.0, 2.0], [3.0, 2.0, 2.0], [2.0, 3.0, 2.0]])?,
            Crossing,
        ),
    ])
}

fn scales() -> Result<Vec<Case>, SceneError> {
    let huge = || cube(0.0, 1e6);
    let tiny = || cube(0.0, 1e-6);
    let at = |name, x, relation| -> Result<Case, SceneError> {
        Ok(Case::new(name, huge()?, tiny()?, relation).posed(shift([x, 5e5, 5e5])?))
    };
    Ok(vec![
        at("the tiny on the huge", 1e6, Touching)?,
        at("the tiny beside the huge", 1e6 + 1e-6, Disjoint)?,
        at("the tiny half in the huge", 1e6 - 0.5e-6, Crossing)?,
        at("the tiny in the huge", 5e5, BInsideA)?,
        at("the tiny in the huge on its wall", 0.0, BInsideA)?,
        Case::new("the tiny on a corner of the huge", huge()?, tiny()?, Touching).posed(shift([1e6; 3])?),
        Case::new("the tiny in a corner of the huge", huge()?, tiny()?, BInsideA),
    ])
}
