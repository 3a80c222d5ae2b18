//! A pivot of 44,921 triangles that a torpedo rests on, among rollers: as many as the one of Lin, Manocha, Cohen and
//! Gottschalk (1996, section 5). Theirs came from a shipyard; this one is made of rollers in brackets on inclined beams, a
//! turntable on a column, a bolted base, a loading trough and gusset plates.
//!
//! It is a polygon soup, as models of machines are: parts pass into each other, the trough is a sheet, and each gusset
//! is a lone triangle, which makes the number odd.

use crate::polygon::{Polygon, circle};
use crate::solid::{Bolt, cuboid, extrusion, plate, shaft, solid_of_revolution, tube};
use crate::torpedo::RADIUS as TORPEDO;
use crate::{SceneError, Surface};
use impinge::math::{DMat3, DVec2, DVec3};
use impinge::mesh::Mesh;
use std::f64::consts::{PI, TAU};

/// How many triangles the model of the paper has.
pub const PAPER_TRIANGLES: usize = 44_921;

/// How far to either side of straight down the rollers carry the torpedo, in radians.
const LEAN: f64 = 35.0 * PI / 180.0;

/// Radius of a roller at its waist, in metres.
const WAIST: f64 = 0.08;

/// Distance of the rollers' axes from that of the torpedo.
const REACH: f64 = TORPEDO + WAIST;

/// Where the pairs of rollers stand along the torpedo.
const ROLLERS: [f64; 8] = [-2.1, -1.5, -0.9, -0.3, 0.3, 0.9, 1.5, 2.1];

/// Where the beams below them cross.
const CROSSINGS: [f64; 6] = [-2.1, -1.2, -0.4, 0.4, 1.2, 2.1];

/// The pivot, in metres; a torpedo whose axis is the x axis would just rest on its rollers.
///
/// Rollers 16 · 2,304, brackets 32 · 112, beams 8 · 12, turntable 512, column 768, base 828, bolts 12 · 88, trough
/// 1,200, gussets 13.
///
/// # Errors
/// None that its fixed shape could give; the generators it is made with have theirs.
pub fn pivot() -> Result<Mesh, SceneError> {
    let (roller, bracket) = (roller()?, bracket()?);
    let beam = Surface::of(&cuboid(DVec3::new(-2.6, 0.56, -0.19), DVec3::new(2.6, 0.66, 0.19))?);
    let mut pivot = Surface::default();
    for side in [-1.0, 1.0] {
        let away = DVec3::new(0.0, side * LEAN.sin(), -LEAN.cos());
        // From x along the torpedo, y away from it, z along the roller's axis.
        let frame = DMat3::from_cols(DVec3::X, away, DVec3::X.cross(away));
        pivot = pivot.joined(&beam.clone().transformed(&frame));
        for x in ROLLERS {
            let place = x * DVec3::X + REACH * away;
            for part in [&roller, &bracket, &bracket.clone().shifted(0.32 * DVec3::NEG_Z)] {
                pivot = pivot.joined(&part.clone().transformed(&frame).shifted(place));
            }
        }
    }
    for x in CROSSINGS {
        let (min, max) = (DVec3::new(x - 0.06, -0.7, -0.76), DVec3::new(x + 0.06, 0.7, -0.62));
        pivot = pivot.joined(&Surface::of(&cuboid(min, max)?));
    }
    Ok(pivot.joined(&pedestal()?).joined(&trough()).joined(&gussets()).mesh()?)
}

/// A waisted roller with an axle, about the z axis: 36 rings of 32 sides.
fn roller() -> Result<Surface, SceneError> {
    const HALF_WIDTH: f64 = 0.13;
    const HALF_AXLE: f64 = 0.2;
    const AXLE: f64 = 0.03;
    // A waist less curved than the torpedo, which then touches it at one place.
    let curvature = 1.3 * TORPEDO;
    let body = (0..32).map(|k| {
        let z = HALF_WIDTH * (f64::from(2 * k) / 31.0 - 1.0);
        DVec2::new(WAIST + curvature - (curvature * curvature - z * z).sqrt(), z)
    });
    let axle = |z: f64| DVec2::new(AXLE, z);
    let (low, high) = ([axle(-HALF_AXLE), axle(-HALF_WIDTH)], [axle(HALF_WIDTH), axle(HALF_AXLE)]);
    let ends = [DVec2::new(0.0, -HALF_AXLE), DVec2::new(0.0, HALF_AXLE)];
    let profile: Vec<DVec2> = [ends[0]].into_iter().chain(low).chain(body).chain(high).chain([ends[1]]).collect();
    Ok(Surface::of(&solid_of_revolution(&profile, 32)?))
}

/// The plate that holds one end of an axle, reaching along y to the beam.
fn bracket() -> Result<Surface, SceneError> {
    const WIDTH: f64 = 0.055;
    const FOOT: f64 = 0.25;
    let arc = (0..10).map(|k| {
        let (sin, cos) = (PI + PI * f64::from(k) / 9.0).sin_cos();
        WIDTH * DVec2::new(cos, sin)
    });
    let outline = arc.chain([DVec2::new(WIDTH, FOOT), DVec2::new(-WIDTH, FOOT)]).collect();
    let polygon = Polygon::new(outline).with_hole(circle(DVec2::ZERO, 0.034, 16));
    Ok(Surface::of(&extrusion(&polygon, 0.145, 0.175)?))
}

/// Turntable, column, and the base with its bolts.
fn pedestal() -> Result<Surface, SceneError> {
    let places = (0..12).map(|k| 0.72 * DVec2::from_angle(TAU * f64::from(k) / 12.0));
    let holes: Vec<(DVec2, f64)> = places.clone().map(|place| (place, 0.03)).collect();
    let base = plate(DVec2::splat(-0.9), DVec2::splat(0.9), 0.06, &holes, 16)?;
    let bolt = Bolt { head_radius: 0.05, head_height: 0.035, shank_radius: 0.026, shank_length: 0.09, segments: 16 };
    let bolt = Surface::of(&bolt.solid()?);
    let column = shaft(&[(0.5, 0.08), (0.3, 0.3), (0.22, 0.3), (0.34, 0.08)], 48)?;
    let turntable = tube(0.3, 0.6, 0.08, 64)?;
    let mut pedestal = Surface::of(&base).shifted(-1.66 * DVec3::Z);
    for place in places {
        pedestal = pedestal.joined(&bolt.clone().shifted(place.extend(-1.6)));
    }
    let column = Surface::of(&column).shifted(-1.6 * DVec3::Z);
    Ok(pedestal.joined(&column).joined(&Surface::of(&turntable).shifted(-0.84 * DVec3::Z)))
}

/// A sheet that guides the nose, turned towards the torpedo: 20 by 30 cells.
fn trough() -> Surface {
    const AROUND: u32 = 20;
    const ALONG: u32 = 30;
    let mut surface = Surface::default();
    let rows: Vec<Vec<u32>> = (0..=ALONG)
        .map(|i| {
            let x = 2.3 + f64::from(i) / f64::from(ALONG);
            let angle = |j: u32| PI / 3.0 * (f64::from(2 * j) / f64::from(AROUND) - 1.0);
            let corner = |(sin, cos): (f64, f64)| DVec3::new(x, 0.3 * sin, -0.3 * cos);
            (0..=AROUND).map(|j| surface.vertex(corner(angle(j).sin_cos()))).collect()
        })
        .collect();
    for pair in rows.windows(2) {
        for (near, far) in pair[0].windows(2).zip(pair[1].windows(2)) {
            surface.quad([near[0], far[0], far[1], near[1]]);
        }
    }
    surface
}

/// Plates of no thickness between the beams that cross, and one on the column.
fn gussets() -> Surface {
    let mut surface = Surface::default();
    let mut gusset = |corners: [DVec3; 3]| {
        let face = corners.map(|p| surface.vertex(p));
        surface.faces.push(face);
    };
    for x in CROSSINGS {
        for side in [-1.0, 1.0] {
            gusset([(0.68, -0.62), (0.4, -0.62), (0.53, -0.44)].map(|(y, z)| DVec3::new(x, side * y, z)));
        }
    }
    gusset([DVec3::new(0.2, 0.0, -0.84), DVec3::new(0.2, 0.0, -1.2), DVec3::new(0.55, 0.0, -0.84)]);
    surface
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::torpedo::torpedo;
    use impinge::math::Pose;
    use impinge::mesh::Defect;
    use impinge::pair;

    #[test]
    fn the_pivot_of_the_paper_has_its_count() {
        let mesh = pivot().unwrap();
        assert_eq!(mesh.faces().len(), PAPER_TRIANGLES);
        assert!(mesh.encloses() && !mesh.is_closed());
        // The trough's rim and the gussets' edges; nothing degenerate, doubled or turned over.
        let boundary = mesh.defects().iter().filter(|d| matches!(d, Defect::Boundary { .. })).count();
        assert_eq!((mesh.defects().len(), boundary), (2 * (20 + 30) + 3 * 13, 2 * (20 + 30) + 3 * 13));
        assert_eq!(mesh.topology().component_count(), 16 + 32 + 2 + 6 + 1 + 1 + 1 + 12 + 1 + 13);
    }

    #[test]
    fn the_torpedo_rests_among_the_rollers() {
        let (pivot, torpedo) = (pivot().unwrap(), torpedo().unwrap());
        let at = |z: f64| Pose::from_translation(z * DVec3::Z).unwrap();
        assert!(!pair::intersects(&pivot, &torpedo, &at(0.004)));
        let lowered = pair::count_contacts(&pivot, &torpedo, &at(-0.004));
        assert!(lowered > 16, "{lowered}");
    }
}
