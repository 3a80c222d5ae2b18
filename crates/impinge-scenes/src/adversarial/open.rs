//! Open surfaces, which have no inside, with each other and with solids.

use super::{Case, cube, shift};
use crate::sheet::{open_box, rectangle, wavy_sheet};
use crate::{SceneError, Surface};
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge::pair::Relation::{AInsideB, BInsideA, Coincident, Crossing, Disjoint, Touching};

/// A wavy sheet on a grid of 2^-30, so that it can be scaled far down.
fn waves() -> Result<Mesh, SceneError> {
    Ok(Surface::of(&wavy_sheet(16, 0.1, 2.0)?).snapped(2f64.powi(-30)).mesh()?)
}

/// A rectangle from a corner along two sides.
fn sheet(corner: [f64; 3], right: DVec3, up: DVec3) -> Result<Mesh, SceneError> {
    rectangle(DVec3::from(corner), right, up)
}

pub(super) fn cases() -> Result<Vec<Case>, SceneError> {
    let mut cases = sheets()?;
    cases.extend(with_solids()?);
    Ok(cases)
}

fn sheets() -> Result<Vec<Case>, SceneError> {
    let (x, y, z) = (DVec3::X, DVec3::Y, DVec3::Z);
    let level = || sheet([-1.0, -1.0, 0.0], 2.0 * x, 2.0 * y);
    let case = |name, b, relation| Ok::<Case, SceneError>(Case::new(name, level()?, b, relation));
    Ok(vec![
        case("sheets that cross", sheet([-0.5, 0.25, -1.0], x, 2.0 * z)?, Crossing)?,
        case("a sheet that stands on a sheet", sheet([-0.5, 0.25, 0.0], x, z)?, Touching)?,
        case("a sheet that stands on a sheet's edge", sheet([-0.5, 1.0, 0.0], x, z)?, Touching)?,
        case("sheets that overlap in their plane", sheet([0.0, 0.0, 0.0], 2.0 * x, 2.0 * y)?, Touching)?,
        case("a sheet amid a sheet in its plane", sheet([-0.5, -0.5, 0.0], x, y)?, Touching)?,
        case("sheets that share an edge in their plane", sheet([1.0, -1.0, 0.0], x, 2.0 * y)?, Touching)?,
        case("sheets that share a corner", sheet([1.0, 1.0, 0.0], x, z)?, Touching)?,
        case("sheets beside each other in their plane", sheet([1.5, -1.0, 0.0], x, y)?, Disjoint)?,
        case("sheets above each other", sheet([-1.0, -1.0, 0.25], 2.0 * x, 2.0 * y)?, Disjoint)?,
        case("equal sheets", level()?, Coincident)?,
        Case::new("wavy sheets above each other", waves()?, waves()?, Disjoint).posed(shift([0.0, 0.0, 0.0625])?),
        Case::new("equal wavy sheets", waves()?, waves()?, Coincident),
    ])
}

fn with_solids() -> Result<Vec<Case>, SceneError> {
    let (x, y) = (DVec3::X, DVec3::Y);
    let unit = || cube(0.0, 1.0);
    let tray = || open_box(DVec3::ZERO, DVec3::splat(4.0));
    Ok(vec![
        Case::new("a sheet in a box", unit()?, sheet([0.25, 0.25, 0.5], 0.5 * x, 0.5 * y)?, BInsideA),
        Case::new(
            "a sheet in a box, the other way round",
            sheet([0.25, 0.25, 0.5], 0.5 * x, 0.5 * y)?,
            unit()?,
            AInsideB,
        ),
        Case::new("a sheet through a box", unit()?, sheet([-1.0, -1.0, 0.5], 3.0 * x, 3.0 * y)?, Crossing),
        Case::new("a sheet into a box", unit()?, sheet([0.5, 0.25, 0.5], x, 0.5 * y)?, Crossing),
        Case::new("a sheet up to a box", unit()?, sheet([1.0, 0.25, 0.5], x, 0.5 * y)?, Touching),
        Case::new("a sheet beside a box", unit()?, sheet([1.5, 0.25, 0.5], x, 0.5 * y)?, Disjoint),
        Case::new("a box in an open box", tray()?, cube(1.0, 3.0)?, Disjoint),
        Case::new("a box on the floor of an open box", tray()?, cube(1.0, 3.0)?, Touching)
            .posed(shift([0.0, 0.0, -1.0])?),
        Case::new("a box through the floor of an open box", tray()?, cube(1.0, 3.0)?, Crossing)
            .posed(shift([0.0, 0.0, -2.0])?),
        Case::new("an open box in a box", tray()?, cube(-1.0, 5.0)?, AInsideB),
    ])
}
