//! Which edges influence areas leave, beside those that meet.

use crate::claims::context::ClaimContext;
use crate::claims::measured::{Measured, Verdict, percent, times};
use crate::jimenez::moving_polygons::outline;
use impinge::collect::All;
use impinge::math::DVec2;
use impinge_picture::number_format::grouped;
use impinge_planar::{Contact, Polygon, Pose2};
use impinge_scenes::{Outline, SplitMix64};
use std::f64::consts::TAU;

/// The largest distance of a vertex from the centroid.
fn radius(polygon: &Polygon) -> f64 {
    let centre = polygon.covering().centre();
    polygon.vertices().iter().map(|v| v.distance(centre)).fold(0.0, f64::max)
}

pub fn lost_edges(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let plan = context.plan;
    let mut random = SplitMix64::new(plan.seed);
    let (mut meeting, mut lost, mut lost_extended, mut poses) = (0_u64, 0_u64, 0_u64, 0_u64);
    for kind in Outline::ALL {
        let (a, b) = (outline(kind, 16, 1.0, plan.seed)?, outline(kind, 12, 0.4, plan.seed + 1)?);
        let (length, influence) = (radius(&b), a.covering().influence());
        for _ in 0..plan.pick([2_000, 500, 60]) {
            let place = DVec2::from_angle(random.between(0.0, TAU)) * random.between(0.0, 1.4);
            let pose = Pose2::from_angle(random.between(0.0, TAU), place)?;
            let mut contacts: All<Contact> = All(Vec::new());
            impinge_planar::contacts(&a, &b, &pose, &mut contacts);
            let middle = pose.transform_point(b.covering().centre());
            poses += u64::from(!contacts.0.is_empty());
            for contact in &contacts.0 {
                meeting += 1;
                lost += u64::from(!influence.outer_holds(contact.edges[0], middle, length));
                lost_extended += u64::from(!influence.extended_holds(contact.edges[0], middle, length));
            }
        }
    }
    let measured = format!(
        "{} pairs of edges that meet in {} random positions: {} are in no influence area of the centroid, {lost_extended} in no extended one",
        grouped(meeting),
        grouped(poses),
        grouped(lost)
    );
    let margin = format!("{} lost without, {} with", percent(lost as f64, meeting as f64), lost_extended);
    Ok(Measured::new(Verdict::held_if(lost > 0 && lost_extended == 0), measured, margin))
}

/// The distance of a point from a segment.
fn distance(p: DVec2, [q, r]: [DVec2; 2]) -> f64 {
    let along = r - q;
    let t = ((p - q).dot(along) / along.length_squared()).clamp(0.0, 1.0);
    p.distance(q + along * t)
}

pub fn excess(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let plan = context.plan;
    let mut random = SplitMix64::new(plan.seed);
    let mut rows = Vec::new();
    for vertices in [16, 256] {
        let (mut left, mut ideal) = (0, 0);
        for kind in Outline::ALL {
            let a = outline(kind, vertices, 1.0, plan.seed)?;
            for _ in 0..plan.pick([2_000, 500, 50]) {
                let p = DVec2::new(random.between(-1.5, 1.5), random.between(-1.5, 1.5));
                left += a.covering().influence().mask(p, 0.5).count();
                ideal += a.edge_ids().filter(|edge| distance(p, a.edge(*edge)) <= 0.5).count();
            }
        }
        rows.push((vertices, left as f64 / ideal.max(1) as f64));
    }
    let (few, many) = (rows[0].1, rows[1].1);
    let measured = format!(
        "length 0.5, five kinds of radius 1: {} the edges that are that close with 16 vertices, {} with 256",
        times(few),
        times(many)
    );
    let most = few.max(many);
    Ok(Measured::new(Verdict::at_most(most, [1.25, 2.0]), measured, format!("{} at most, bar 1.25x", times(most))))
}
