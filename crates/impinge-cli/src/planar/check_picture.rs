//! The picture of a check: bodies are pale, those of reported pairs coloured. Every contact is marked, and a line joins the closest
//! points of pairs that are apart.

use super::svg_canvas::{SvgCanvas, YAxis};
use impinge::math::DVec2;
use impinge::pair::{Location, Relation};
use impinge_clash::{CheckedPair, PairVerdict, number_format};
use impinge_io::NamedPolygon;
use impinge_picture::svg::Svg;
use impinge_planar::{Contact, EdgeIntersection, Polygon, Pose2, Rect, contacts, locate};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Contacts of one pair that are drawn; more would hide each other.
const MOST_CONTACTS: usize = 10_000;

/// Fill and outline of bodies that are in no reported pair.
pub const PLAIN: [&str; 2] = ["#cfd6de", "#8a94a0"];
/// Of bodies whose interiors overlap.
pub const MEETING: [&str; 2] = ["#d7402b", "#8f1d10"];
/// Of bodies that touch.
pub const TOUCHING: [&str; 2] = ["#eda33b", "#9c5f08"];
/// Of bodies that are too near.
const NEAR: [&str; 2] = ["#3f83b5", "#1f4f74"];

/// The picture of bodies and of pairs of them, as the text of an SVG file.
pub fn draw(bodies: &[NamedPolygon], pairs: &[&CheckedPair], y_axis: YAxis) -> String {
    let around = bodies.iter().fold(Rect::EMPTY, |all, body| all.joined(body.polygon.bounds()));
    let canvas = SvgCanvas::around(&around, y_axis);
    let mut svg = Svg::new(canvas.size);
    let mut colours = vec![None; bodies.len()];
    for pair in pairs {
        for body in [pair.a, pair.b] {
            if colours[body].is_none_or(|(urgency, _)| urgency < colour(pair).0) {
                colours[body] = Some(colour(pair));
            }
        }
    }
    for (body, colour) in bodies.iter().zip(&colours) {
        let ([fill, stroke], opacity) = colour.map_or((PLAIN, 0.5), |(_, colour)| (colour, 0.35));
        svg.area(&canvas.path(&body.polygon, &Pose2::IDENTITY), [fill, stroke], opacity);
    }
    for pair in pairs {
        mark(&mut svg, &canvas, pair, bodies);
    }
    for (body, colour) in bodies.iter().zip(&colours) {
        let [x, y] = canvas.to_pixels(label_position(&body.polygon));
        let ink = colour.map_or("#5b6570", |(_, [_, dark])| dark);
        svg.text([x, y + 4.0], ["middle", ink], 11, &number_format::name(&body.name));
    }
    svg.finish()
}

/// How urgent a pair is, and its colours.
fn colour(pair: &CheckedPair) -> (u8, [&'static str; 2]) {
    match (pair.verdict, pair.relation) {
        (PairVerdict::Contact, Relation::Touching | Relation::Disjoint) => (1, TOUCHING),
        (PairVerdict::Contact, _) => (2, MEETING),
        (PairVerdict::Clearance | PairVerdict::WithinTolerance | PairVerdict::Ok | PairVerdict::Undecided, _) => {
            (0, NEAR)
        }
    }
}

/// Marks what two bodies share, or the gap between them.
fn mark(svg: &mut Svg, canvas: &SvgCanvas, pair: &CheckedPair, bodies: &[NamedPolygon]) {
    let (_, [_, ink]) = colour(pair);
    if pair.relation == Relation::Disjoint {
        if let Some(points) = pair.witness {
            let ends = points.map(|p| canvas.to_pixels(p.truncate()));
            svg.bar(ends, ink);
            ends.into_iter().for_each(|end| svg.dot(end, ink));
        }
        return;
    }
    let mut shared: Vec<EdgeIntersection> = Vec::new();
    let mut take = |contact: Contact| {
        shared.push(contact.intersection);
        if shared.len() < MOST_CONTACTS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    contacts(&bodies[pair.a].polygon, &bodies[pair.b].polygon, &Pose2::IDENTITY, &mut take);
    // Where a segment ends, more edges meet; its end shows that.
    let bits = |p: DVec2| p.to_array().map(f64::to_bits);
    let segments = shared.iter().filter(|part| matches!(part, EdgeIntersection::Segment(_)));
    let ends: HashSet<[u64; 2]> = segments.flat_map(|part| part.points()).map(|p| bits(*p)).collect();
    for part in &shared {
        match *part {
            EdgeIntersection::Point(p) if ends.contains(&bits(p)) => {}
            EdgeIntersection::Point(p) => svg.dot(canvas.to_pixels(p), ink),
            EdgeIntersection::Segment(ends) => svg.bar(ends.map(|p| canvas.to_pixels(p)), ink),
        }
    }
}

/// Where the name of a polygon has room: at its centroid if that is inside, else in the middle of the widest interval inside it, among some horizontal lines.
fn label_position(polygon: &Polygon) -> DVec2 {
    /// Level lines looked at, as parts of the height: the middle ones first, and none where vertices are likely.
    const LINES: [f64; 8] = [0.49, 0.57, 0.41, 0.69, 0.31, 0.83, 0.17, 0.93];
    let (bounds, centroid) = (polygon.bounds(), polygon.centroid());
    if locate(polygon, centroid) == Some(Location::Inside) {
        return centroid;
    }
    let mut best = (0.0, centroid);
    for part in LINES {
        let y = bounds.min.y + bounds.size().y * part;
        let edges = polygon.edge_ids().map(|edge| polygon.edge(edge));
        let across = edges.filter(|[p, q]| (p.y <= y) != (q.y <= y));
        let mut places: Vec<f64> = across.map(|[p, q]| p.x + (q.x - p.x) * ((y - p.y) / (q.y - p.y))).collect();
        places.sort_unstable_by(f64::total_cmp);
        for span in places.chunks_exact(2) {
            if span[1] - span[0] > best.0 {
                best = (span[1] - span[0], DVec2::new(span[0] * 0.5 + span[1] * 0.5, y));
            }
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_where_there_is_room() {
        let p = |x, y| DVec2::new(x, y);
        // A frame with a broad foot: its middle is in the hole.
        let outer = vec![p(0.0, 0.0), p(8.0, 0.0), p(8.0, 8.0), p(0.0, 8.0)];
        let hole = vec![p(1.0, 3.0), p(7.0, 3.0), p(7.0, 7.0), p(1.0, 7.0)];
        let frame = Polygon::try_new(vec![outer, hole]).unwrap();
        let place = label_position(&frame);
        assert!(place.x == 4.0 && (place.y < 3.0 || place.y > 7.0), "{place}");
        let foot = Polygon::try_new(vec![vec![p(0.0, 0.0), p(4.0, 0.0), p(4.0, 4.0)]]).unwrap();
        assert_eq!(label_position(&foot), foot.centroid());
        let point = Polygon::try_new(vec![vec![p(1.0, 2.0)]]).unwrap();
        assert_eq!(label_position(&point), p(1.0, 2.0));
    }
}
