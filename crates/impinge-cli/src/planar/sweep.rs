//! `impinge planar sweep`: when two polygons share points while one moves.

use super::args::{Coordinate, PlanarMotionArgs, PlanarSweepArgs};
use super::polygon_files::load_one;
use super::svg_canvas::YAxis;
use super::sweep_picture;
use crate::Outcome;
use crate::format::{TextFormat, resolve_format};
use impinge::bounded::Certainty;
use impinge::ccd::Time;
use impinge::feature::Feature;
use impinge::math::DVec2;
use impinge_clash::json::AnswerSource;
use impinge_clash::{FileOperand, number_format};
use impinge_io::LengthUnit;
use impinge_planar::{ContactInterval, Impact, Motion, Pose2, sweep};
use impinge_terminal::output::Outputs;
use serde::Serialize;
use std::fmt::Write;

/// Runs the command.
///
/// # Errors
/// Bad input, or the answer could not be written.
pub fn run(args: &PlanarSweepArgs, quiet: bool) -> anyhow::Result<Outcome> {
    let (a, b) = (FileOperand::parse(&args.a), FileOperand::parse(&args.b));
    let outputs = Outputs::open(args.output.as_deref(), &[&a.path, &b.path], &["svg"])?;
    let motion = motion_from_args(&args.moving, args.reading.unit)?;
    let (of_a, of_b) = (a.path.clone(), b.path.clone());
    let (options, up) = (args.reading.options()?, YAxis::from_files(&[a.path.clone(), b.path.clone()]));
    let [a, b] = [load_one(&a, &options, quiet)?, load_one(&b, &options, quiet)?];
    let found = sweep(&a.polygon, &b.polygon, &Pose2::IDENTITY, &motion);
    if let Some(place) = &outputs.picture {
        place.write(sweep_picture::draw([&a.polygon, &b.polygon], &motion, &found, up).as_bytes())?;
    }
    match resolve_format(args.format, &outputs.report)? {
        TextFormat::Text if quiet && outputs.report.is_stdout() => {}
        TextFormat::Text => outputs.report.write_text(&render_text(&found, args.reading.unit))?,
        TextFormat::Json => {
            let source = AnswerSource::read(args.reading.unit, &[&of_a, &of_b]);
            outputs.report.write(&SweepOutput::new([&a.name, &b.name], &found, source).to_json()?)?;
        }
    }
    Ok(Outcome::found(!found.is_free()))
}

fn motion_from_args(args: &PlanarMotionArgs, unit: Option<LengthUnit>) -> anyhow::Result<Motion> {
    let vector = |[x, y]: [Coordinate; 2]| anyhow::Ok(DVec2::new(x.in_unit(unit)?, y.in_unit(unit)?));
    Ok(match (args.by, args.turn) {
        (Some(by), _) => Motion::translation(vector(by)?)?,
        (None, turn) => {
            let about = args.about.map(vector).transpose()?.unwrap_or_default();
            Motion::rotation(turn.unwrap_or(0.0).to_radians(), about)?
        }
    })
}

/// The answer as text.
fn render_text(found: &impinge_planar::Sweep, unit: Option<LengthUnit>) -> String {
    if found.is_free() {
        return "free\n".to_owned();
    }
    let mut out = String::new();
    for ContactInterval { begin, end, certainty } in &found.intervals {
        // Rounded outward, so that intervals cover all contact.
        let _ = write!(out, "contact  {} to {}", number_format::number(begin.lower), number_format::number(end.upper));
        let _ = writeln!(out, "{}", if *certainty == Certainty::Rounded { "  (may be a gap)" } else { "" });
    }
    if let Some(Impact { point, features, normal, .. }) = &found.impact {
        let [p, n] =
            [point, normal].map(|v| format!("({}, {})", number_format::number(v.x), number_format::number(v.y)));
        let [a, b] = features.map(number_format::feature);
        let _ = writeln!(out, "impact   {p}  {a} of A, {b} of B, normal {n}");
    }
    if let Some(unit) = unit {
        let _ = writeln!(out, "unit     {unit}");
    }
    out
}

/// The answer as JSON, described by `docs/planar_sweep.schema.json`.
#[derive(Serialize)]
struct SweepOutput<'a> {
    schema: u32,
    #[serde(flatten)]
    source: AnswerSource,
    a: &'a str,
    b: &'a str,
    free: bool,
    intervals: Vec<IntervalOutput>,
    impact: Option<ImpactOutput>,
    cost: CostOutput,
}

#[derive(Serialize)]
struct IntervalOutput {
    begin: [f64; 2],
    end: [f64; 2],
    certainty: &'static str,
}

#[derive(Serialize)]
struct ImpactOutput {
    time: [f64; 2],
    point: [f64; 2],
    normal: [f64; 2],
    features: [FeatureOutput; 2],
}

#[derive(Serialize)]
struct FeatureOutput {
    kind: &'static str,
    ids: Vec<u32>,
}

#[derive(Serialize)]
struct CostOutput {
    box_tests: u64,
    edge_tests: u64,
    exact_tests: u64,
    ray_casts: u64,
}

impl<'a> SweepOutput<'a> {
    fn new([a, b]: [&'a str; 2], found: &impinge_planar::Sweep, source: AnswerSource) -> Self {
        let time = |time: &Time| [time.lower, time.upper];
        let interval = |i: &ContactInterval| IntervalOutput {
            begin: time(&i.begin),
            end: time(&i.end),
            certainty: i.certainty.name(),
        };
        let impact = found.impact.as_ref().map(|impact| ImpactOutput {
            time: time(&impact.time),
            point: impact.point.to_array(),
            normal: impact.normal.to_array(),
            features: impact.features.map(FeatureOutput::from_feature),
        });
        let cost = &found.cost;
        let cost = CostOutput {
            box_tests: cost.box_tests,
            edge_tests: cost.triangle_tests,
            exact_tests: cost.exact_tests,
            ray_casts: cost.ray_casts,
        };
        Self {
            schema: 1,
            source,
            a,
            b,
            free: found.is_free(),
            intervals: found.intervals.iter().map(interval).collect(),
            impact,
            cost,
        }
    }

    fn to_json(&self) -> anyhow::Result<Vec<u8>> {
        let mut bytes = serde_json::to_vec(self)?;
        bytes.push(b'\n');
        Ok(bytes)
    }
}

impl FeatureOutput {
    fn from_feature(feature: Feature) -> Self {
        let (kind, ids) = match feature {
            Feature::Vertex(v) => ("vertex", vec![v.0]),
            Feature::Edge(v, w) => ("edge", vec![v.0, w.0]),
            Feature::Face(f) => ("face", vec![f.0]),
        };
        Self { kind, ids }
    }
}
