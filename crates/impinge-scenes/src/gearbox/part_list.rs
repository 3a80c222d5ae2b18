//! The parts, group by group.

use crate::error::SceneError;
use crate::polygon::{Polygon, circle, rectangle};
use crate::solid::{self, Bolt, Gear};
use crate::{NamedPart, Surface};
use impinge::math::{DMat3, DQuat, DVec2, DVec3, Pose};
use impinge::mesh::Mesh;
use std::sync::Arc;

/// Coordinates are rounded to this step, so that equal circles stay equal wherever they stand.
const STEP: f64 = 1.0 / 1024.0;

/// Sides of shafts, bores and bearings.
const SIDES: u32 = 48;

/// Length of the housing; it begins at z = 0.
const LENGTH: f64 = 96.0;

/// Thickness of the covers.
const COVER: f64 = 10.0;

/// Where the input and the output shaft stand.
const INPUT: DVec2 = DVec2::ZERO;
const OUTPUT: DVec2 = DVec2::new(50.0, 0.0);

/// Where the bolts go through the covers.
const BOLTS: [DVec2; 4] =
    [DVec2::new(-36.0, -46.0), DVec2::new(96.0, -46.0), DVec2::new(96.0, 46.0), DVec2::new(-36.0, 46.0)];

pub(super) fn parts() -> Result<Vec<NamedPart>, SceneError> {
    let groups = [housing()?, bolts()?, shafts()?, bearings()?, gears()?, spacers()?, fittings()?, lifting_gear()?];
    Ok(groups.into_iter().flatten().collect())
}

/// A mesh with its coordinates rounded to [`STEP`].
fn rounded(mesh: &Mesh) -> Result<Arc<Mesh>, SceneError> {
    Ok(Arc::new(Surface::of(mesh).snapped(STEP).mesh()?))
}

/// The turns that carry the z axis to another one: `[x, y, z]` are where the axes go.
fn turned(name: &str, mesh: &Arc<Mesh>, axes: [DVec3; 3], place: DVec3) -> Result<NamedPart, SceneError> {
    let [x, y, z] = axes;
    let world_from_part = Pose::try_new(DMat3::from_cols(x, y, z), place)?;
    Ok(NamedPart { name: name.to_owned(), mesh: Arc::clone(mesh), world_from_part })
}

/// The outer rectangle of housing and covers.
fn outline() -> Vec<DVec2> {
    rectangle(DVec2::new(-40.0, -50.0), DVec2::new(100.0, 50.0))
}

fn housing() -> Result<Vec<NamedPart>, SceneError> {
    let mut frame = Polygon::new(outline()).with_hole(rectangle(DVec2::new(-32.0, -42.0), DVec2::new(92.0, 42.0)));
    frame.holes.extend(BOLTS.map(|place| circle(place, 2.5, 24)));
    let mut cover =
        Polygon::new(outline()).with_hole(circle(INPUT, 14.0, SIDES)).with_hole(circle(OUTPUT, 16.0, SIDES));
    cover.holes.extend(BOLTS.map(|place| circle(place, 2.75, 24)));
    let cover = rounded(&solid::extrusion(&cover, 0.0, COVER)?)?;
    let rail = rounded(&solid::cuboid(DVec3::new(-40.0, -60.0, 0.0), DVec3::new(-20.0, -50.0, LENGTH))?)?;
    let dowel = rounded(&solid::cylinder(5.0, COVER, 24)?)?;
    Ok(vec![
        NamedPart::shifted("housing", &rounded(&solid::extrusion(&frame, 0.0, LENGTH)?)?, DVec3::ZERO)?,
        NamedPart::shifted("front cover", &cover, DVec3::Z * -COVER)?,
        NamedPart::shifted("rear cover", &cover, DVec3::Z * LENGTH)?,
        NamedPart::shifted("dowel (flush in the rear cover, no hole)", &dowel, DVec3::new(25.0, 30.0, LENGTH))?,
        NamedPart::shifted("base rail", &rail, DVec3::ZERO)?,
    ])
}

fn bolts() -> Result<Vec<NamedPart>, SceneError> {
    let bolt = Bolt { head_radius: 5.5, head_height: 4.0, shank_radius: 2.5, shank_length: 26.0, segments: 24 };
    let bolt = rounded(&bolt.solid()?)?;
    let over = [DVec3::X, DVec3::NEG_Y, DVec3::NEG_Z];
    let mut parts = Vec::new();
    for (i, place) in BOLTS.iter().enumerate() {
        parts.push(turned(&format!("front bolt {}", i + 1), &bolt, over, place.extend(-COVER))?);
        parts.push(NamedPart::shifted(format!("rear bolt {}", i + 1), &bolt, place.extend(LENGTH + COVER))?);
    }
    Ok(parts)
}

fn shafts() -> Result<Vec<NamedPart>, SceneError> {
    let input = rounded(&solid::shaft(&[(8.0, 40.0), (10.0, LENGTH), (8.0, COVER)], SIDES)?)?;
    let output = rounded(&solid::shaft(&[(10.0, COVER), (12.0, LENGTH), (10.0, 44.0)], SIDES)?)?;
    let key = |y: f64| rounded(&solid::cuboid(DVec3::new(-3.0, y, 24.0), DVec3::new(3.0, y + 4.0, 36.0))?);
    Ok(vec![
        NamedPart::shifted("input shaft", &input, INPUT.extend(-40.0))?,
        NamedPart::shifted("wheel key (sunk into the output shaft)", &key(5.0)?, OUTPUT.extend(0.0))?,
        NamedPart::shifted("output shaft", &output, OUTPUT.extend(-COVER))?,
        NamedPart::shifted("pinion key (no keyways cut)", &key(8.0)?, INPUT.extend(0.0))?,
    ])
}

fn bearings() -> Result<Vec<NamedPart>, SceneError> {
    let input = rounded(&solid::tube(8.0, 14.0, COVER, SIDES)?)?;
    let output = rounded(&solid::tube(10.0, 16.0, COVER, SIDES)?)?;
    let seal = rounded(&solid::tube(8.0, 18.0, 4.0, SIDES)?)?;
    let cap = rounded(&solid::cylinder(20.0, 4.0, SIDES)?)?;
    Ok(vec![
        NamedPart::shifted("input bearing, front", &input, INPUT.extend(-COVER))?,
        NamedPart::shifted("input bearing, rear", &input, INPUT.extend(LENGTH))?,
        NamedPart::shifted("output bearing, front", &output, OUTPUT.extend(-COVER))?,
        NamedPart::shifted("output bearing, rear", &output, OUTPUT.extend(LENGTH))?,
        NamedPart::shifted("oil seal", &seal, INPUT.extend(-COVER - 4.0))?,
        NamedPart::shifted("end cap", &cap, OUTPUT.extend(-COVER - 4.0))?,
    ])
}

fn gears() -> Result<Vec<NamedPart>, SceneError> {
    let gear = |teeth: u32, bore: f64, width: f64, phase: f64| {
        rounded(&Gear { teeth, width, bore, phase, bore_segments: SIDES, ..Gear::default() }.solid()?)
    };
    Ok(vec![
        NamedPart::shifted("pinion, 20 teeth", &gear(20, 10.0, 20.0, 0.0)?, INPUT.extend(20.0))?,
        NamedPart::shifted("wheel, 30 teeth", &gear(30, 12.0, 20.0, Gear::mating_phase(30))?, OUTPUT.extend(20.0))?,
        NamedPart::shifted("second pinion, 24 teeth", &gear(24, 10.0, 16.0, 0.0)?, INPUT.extend(60.0))?,
        NamedPart::shifted(
            "second wheel, 27 teeth (one too many)",
            &gear(27, 12.0, 16.0, Gear::mating_phase(27))?,
            OUTPUT.extend(60.0),
        )?,
        NamedPart::shifted("idler gear (2 mm too wide)", &gear(14, 10.25, 20.0, 0.0)?, INPUT.extend(2.0))?,
    ])
}

fn spacers() -> Result<Vec<NamedPart>, SceneError> {
    let input = rounded(&solid::tube(10.0, 13.0, 20.0, SIDES)?)?;
    let output = rounded(&solid::tube(12.0, 15.0, 20.0, SIDES)?)?;
    // The same ring in other triangles: midpoints of coordinates on the step lie on half steps.
    let finer = Arc::new(Surface::of(&output).refined().mesh()?);
    Ok(vec![
        NamedPart::shifted("input spacer", &input, INPUT.extend(40.0))?,
        NamedPart::shifted("input spacer, rear", &input, INPUT.extend(76.0))?,
        NamedPart::shifted("output spacer", &output, OUTPUT.extend(40.0))?,
        NamedPart::shifted("output spacer, rear", &output, OUTPUT.extend(76.0))?,
        NamedPart::shifted("output spacer, rear (imported twice, meshed anew)", &finer, OUTPUT.extend(76.0))?,
    ])
}

fn fittings() -> Result<Vec<NamedPart>, SceneError> {
    let plug = Bolt { head_radius: 6.0, head_height: 3.0, shank_radius: 4.0, shank_length: 12.0, segments: 24 };
    let chamber = solid::hollow_cuboid(DVec3::new(70.0, 50.0, 20.0), DVec3::new(86.0, 62.0, 36.0), 2.0)?;
    let float = rounded(&solid::icosphere(3.0, 2)?)?;
    let washer = rounded(&solid::tube(3.0, 6.0, 1.5, 24)?)?;
    let tumbled = Pose::from_quaternion(DQuat::from_rotation_x(0.6), DVec3::new(-20.0, -32.0, 8.0))?;
    let head_down = [DVec3::X, DVec3::Z, DVec3::NEG_Y];
    Ok(vec![
        turned("drain plug (hole not drilled)", &rounded(&plug.solid()?)?, head_down, DVec3::new(30.0, -50.0, 48.0))?,
        NamedPart::shifted("float chamber", &rounded(&chamber)?, DVec3::ZERO)?,
        NamedPart::shifted("float (sealed in its chamber)", &float, DVec3::new(78.0, 56.0, 28.0))?,
        NamedPart { name: "washer (lost in the sump)".to_owned(), mesh: washer, world_from_part: tumbled },
    ])
}

fn lifting_gear() -> Result<Vec<NamedPart>, SceneError> {
    let upright = [DVec3::Z, DVec3::X, DVec3::Y];
    let post = rounded(&solid::cylinder(4.0, 14.0, 24)?)?;
    let ring = rounded(&solid::torus(12.0, 2.0, 48, 16)?)?;
    let shackle = rounded(&solid::torus(8.0, 1.25, 48, 16)?)?;
    let tilted = Pose::from_quaternion(DQuat::from_rotation_y(0.25), DVec3::new(44.0, 63.0, 48.0))?;
    Ok(vec![
        turned("lifting post", &post, upright, DVec3::new(30.0, 50.0, 48.0))?,
        turned("lifting ring", &ring, upright, DVec3::new(30.0, 60.0, 48.0))?,
        NamedPart { name: "shackle (linked with the ring)".to_owned(), mesh: shackle, world_from_part: tilted },
    ])
}
