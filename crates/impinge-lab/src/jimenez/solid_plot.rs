//! Times of movers in space over the faces of what stands, over the size of the influence and over their own faces.

use crate::jimenez::moving_solids::{METHODS, SolidSeries, SolidTrial};
use crate::jimenez::solid_bodies::{BODIES, WAYS};
use impinge_picture::log_log_plot::{Curve, Figure, Panel};

const COLOURS: [&str; METHODS.len()] = ["#d55e00", "#aa4499", "#0072b2", "#777777"];

/// The drawing: a row of panels for each way, a panel for each body; below, what else was varied.
pub fn svg(trials: &[SolidTrial], note: &str) -> String {
    let mut rows: Vec<Vec<Panel>> = WAYS
        .iter()
        .map(|way| {
            let panel = |body: &str| {
                let own = |t: &&SolidTrial| (t.series, t.body, t.way) == (SolidSeries::Faces, body, way.name());
                let chosen: Vec<&SolidTrial> = trials.iter().filter(own).collect();
                panel(format!("{body}, {}", way.name()), &chosen, |t| t.faces as f64)
            };
            BODIES.iter().map(|body| panel(body.name())).collect()
        })
        .collect();
    let of_series =
        |series: SolidSeries| -> Vec<&SolidTrial> { trials.iter().filter(|t| t.series == series).collect() };
    rows.push(vec![
        panel("faces in the influence".to_owned(), &of_series(SolidSeries::Influence), |t| t.influence.max(1.0)),
        panel("faces of the mover".to_owned(), &of_series(SolidSeries::MoverFaces), |t| t.mover_faces as f64),
    ]);
    let title = "a ball moves about a polyhedron in steps of 0.001: time and size";
    Figure { title, note, axes: ["faces", "us a position"], rows }.svg()
}

/// Times of all methods over a number.
fn panel(title: String, trials: &[&SolidTrial], over: impl Fn(&SolidTrial) -> f64) -> Panel {
    let curve = |k: usize| {
        let point = |t: &&SolidTrial| Some([over(t), t.microseconds(k)?.max(1e-4)]);
        Curve { name: METHODS[k], colour: COLOURS[k], points: trials.iter().filter_map(point).collect() }
    };
    let curves = (0..METHODS.len()).map(curve).filter(|curve| !curve.points.is_empty()).collect();
    Panel { title, curves, marks: Vec::new() }
}
