//! Hierarchies of volumes: which volume, split, arity and walk takes how many tests.

use crate::args::HierarchyBodies;
use crate::claims::context::{ClaimContext, kept};
use crate::claims::measured::{Measured, Verdict, times};
use crate::hierarchies::body_pairs::{self, Pair, Proximity};
use crate::hierarchies::trial::{self, Question, Trial};
use crate::measurement_harness::cpu_clock::timed;
use anyhow::Context;
use impinge::collect::All;
use impinge::cost::Cost;
use impinge::math::DVec3;
use impinge::pair::{self, Contact, Method};
use impinge_classics::hierarchy::{Hierarchy, HierarchyConfig};
use impinge_picture::number_format::{duration, grouped};
use impinge_scenes::solid::blob;
use impinge_terminal::progress::Progress;
use std::hint::black_box;
use std::rc::Rc;

/// Everything compared; the first is the usual hierarchy of oriented boxes.
const METHODS: [&str; 18] = [
    "obb",
    "sphere",
    "aabb",
    "kdop",
    "obb:split=median",
    "obb:split=middle",
    "obb:split=projection",
    "obb:split=centroids",
    "obb:split=random",
    "obb:axis=coordinate",
    "obb:axis=longest",
    "obb:axis=covariance",
    "obb:arity=4",
    "obb:arity=8",
    "obb:descend=both",
    "obb:descend=alternate",
    "obb:leaves=volume",
    "obb:space=world",
];

/// The tests of a method for all contacts of a pair, over all its poses.
pub fn contact_cost(pair: &Pair, method: Method) -> Cost {
    let mut found: All<Contact> = All(Vec::new());
    let mut cost = Cost::default();
    for pose in &pair.poses {
        found.0.clear();
        cost += pair::contacts_by(method, &pair.a, &pair.b, pose, &mut found);
    }
    cost
}

/// Blobs and pipes at all places, by every method; the answers of all must agree.
fn trials(context: &mut ClaimContext) -> anyhow::Result<Rc<Vec<Trial>>> {
    let plan = context.plan;
    kept(&mut context.shared.choices, || {
        let methods = METHODS.iter().map(|name| Ok(impinge_classics::method(name)?));
        let methods: Vec<Method> = methods.collect::<anyhow::Result<_>>()?;
        let progress = Progress::new("trees", 1, true);
        let mut trials = Vec::new();
        for bodies in [HierarchyBodies::Blobs, HierarchyBodies::Pipes] {
            let pairs = body_pairs::pairs(bodies, plan.seed, plan.pick([6_000, 2_000, 400]), plan.pick([4, 3, 1]))?;
            for pair in &pairs {
                for question in Question::of(pair.place) {
                    for method in &methods {
                        trial::compare(pair, *question, *method)?;
                    }
                    trials.extend(trial::time(pair, *question, &methods, &progress));
                }
            }
        }
        Ok(trials)
    })
}

/// What is compared of two methods.
type Value = fn(&Trial) -> f64;

fn box_tests(trial: &Trial) -> f64 {
    trial.box_tests.max(1.0)
}

fn triangle_tests(trial: &Trial) -> f64 {
    trial.triangle_tests.max(1.0)
}

fn time(trial: &Trial) -> f64 {
    trial.microseconds
}

/// The geometric mean of one method over another, over all rows but those of bodies far apart, where there is next to nothing to do.
fn over(trials: &[Trial], method: &str, other: &str, value: Value) -> f64 {
    ratio(trials, [method, other], value, &|trial| trial.place != Proximity::Far.name())
}

fn ratio(trials: &[Trial], [method, other]: [&str; 2], value: Value, is_row: &dyn Fn(&Trial) -> bool) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for trial in trials.iter().filter(|trial| trial.method == method && is_row(trial)) {
        let is_same = |t: &&Trial| {
            t.method == other && (t.bodies, t.place, t.question) == (trial.bodies, trial.place, trial.question)
        };
        if let Some(same) = trials.iter().find(is_same) {
            sum += (value(trial) / value(same)).ln();
            count += 1.0;
        }
    }
    (sum / count).exp()
}

/// Both volumes beside oriented boxes: a sentence, and the smaller of the two ratios of tests.
fn volumes(trials: &[Trial], is_row: &dyn Fn(&Trial) -> bool) -> (String, f64) {
    let [spheres, boxes] = ["sphere", "aabb"].map(|name| ratio(trials, [name, "obb"], box_tests, is_row));
    let times_of = ["sphere", "aabb"].map(|name| ratio(trials, [name, "obb"], time, is_row));
    let words = format!(
        "volume tests beside OBB: spheres {}, AABB {} (time {} and {})",
        times(spheres),
        times(boxes),
        times(times_of[0]),
        times(times_of[1])
    );
    (words, spheres.min(boxes))
}

pub fn pipes(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let trials = trials(context)?;
    let is_row = |trial: &Trial| trial.bodies == "pipes" && trial.place != Proximity::Far.name();
    let (words, least) = volumes(&trials, &is_row);
    let measured = format!("woven pipes, penetrating and close: {words}");
    Ok(Measured::new(Verdict::at_least(least, [2.0, 1.1]), measured, format!("{} at least, bar 2x", times(least))))
}

pub fn proximity(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let trials = trials(context)?;
    let tests = |place: Proximity, bodies: &str| {
        let is = |t: &&Trial| {
            t.method == "aabb"
                && t.bodies == bodies
                && t.place == place.name()
                && t.question == Question::Contacts.name()
        };
        trials.iter().find(is).map_or(0.0, |t| t.box_tests)
    };
    let row = |bodies| [Proximity::Far, Proximity::Close, Proximity::Penetrating].map(|place| tests(place, bodies));
    let [blobs, pipes] = [row("blobs"), row("pipes")];
    let words = |[far, close, deep]: [f64; 3]| format!("{far:.0} far, {close:.0} close, {deep:.0} penetrating");
    let measured = format!("box tests a query by AABB: blobs {}; pipes {}", words(blobs), words(pipes));
    let slow_down = (blobs[2] / blobs[0].max(1.0)).min(pipes[2] / pipes[0].max(1.0));
    Ok(Measured::new(
        Verdict::at_least(slow_down, [10.0, 2.0]),
        measured,
        format!("{} at least, bar 10x", times(slow_down)),
    ))
}

pub fn oriented_boxes(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let trials = trials(context)?;
    let (words, least) = volumes(&trials, &|trial| trial.place != Proximity::Far.name());
    let measured = format!("blobs and pipes, penetrating and close: {words}");
    let in_time = ["sphere", "aabb"].map(|name| over(&trials, name, "obb", time));
    let verdict = match (least > 1.1, in_time[0].min(in_time[1]) > 1.0) {
        (true, true) => Verdict::Held,
        (false, false) => Verdict::NotHeld,
        _ => Verdict::Partly,
    };
    Ok(Measured::new(verdict, measured, format!("{} the tests at least, bar 1.1x, and more time", times(least))))
}

pub fn tightness_costs(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let trials = trials(context)?;
    let a_test: Value = |trial| trial.microseconds / trial.box_tests.max(1.0);
    let (fewer, dearer) = (over(&trials, "aabb", "obb", box_tests), over(&trials, "obb", "aabb", a_test));
    let measured = format!(
        "OBB beside AABB: {} fewer volume tests, the whole query {} as dear for each of them",
        times(fewer),
        times(dearer)
    );
    let verdict = Verdict::held_if(fewer > 1.0 && dearer > 1.0);
    Ok(Measured::new(verdict, measured, format!("{} and {}", times(fewer), times(dearer))))
}

pub fn brute_force(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let plan = context.plan;
    let n = plan.pick([6_000, 2_000, 400]);
    let pairs = body_pairs::pairs(HierarchyBodies::Blobs, plan.seed, n, 2)?;
    let pair = pairs.first().context("blobs")?;
    let cost = contact_cost(pair, impinge_classics::method("obb")?);
    let all = (pair.a.faces().len() * pair.b.faces().len() * pair.poses.len()) as f64;
    let tests = (cost.box_tests + cost.triangle_tests) as f64;
    let measured = format!(
        "two blobs of {} triangles in each other: {} pairs of triangles, {} tests of boxes and triangles by OBB",
        grouped(pair.a.faces().len() as u64),
        grouped((all / pair.poses.len() as f64) as u64),
        grouped((tests / pair.poses.len() as f64) as u64)
    );
    let gain = all / tests;
    Ok(Measured::new(Verdict::at_least(gain, [100.0, 10.0]), measured, format!("{} fewer, bar 100x", times(gain))))
}

/// One option beside the usual tree: tests and time.
fn option(trials: &[Trial], name: &str) -> (f64, f64, String) {
    let (tests, seconds) = (over(trials, name, "obb", box_tests), over(trials, name, "obb", time));
    (tests, seconds, format!("{name}: tests {}, time {}", times(tests), times(seconds)))
}

pub fn arity(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let trials = trials(context)?;
    let (four, eight) = (option(&trials, "obb:arity=4"), option(&trials, "obb:arity=8"));
    let measured = format!("beside binary trees: {}; {}", four.2, eight.2);
    let best = 1.0 / four.1.min(eight.1);
    Ok(Measured::new(Verdict::at_least(best, [1.2, 1.02]), measured, format!("{} as fast, bar 1.2x", times(best))))
}

pub fn descent(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let trials = trials(context)?;
    let (both, turns) = (option(&trials, "obb:descend=both"), option(&trials, "obb:descend=alternate"));
    let measured = format!("beside opening the larger: {}; {}", both.2, turns.2);
    let least = both.0.min(turns.0);
    Ok(Measured::new(
        Verdict::at_least(least, [1.0, 0.95]),
        measured,
        format!("{} the tests at least, bar 1x", times(least)),
    ))
}

pub fn leaf_tests(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let trials = trials(context)?;
    let name = "obb:leaves=volume";
    let triangles = over(&trials, name, "obb", triangle_tests);
    let volume = option(&trials, name);
    let measured =
        format!("primitive against volume first, beside pairs: triangle tests {}; {}", times(triangles), volume.2);
    let is_trade = triangles < 1.0 && volume.0 >= 1.0;
    let margin = format!("{} the triangle tests for {} the time", times(triangles), times(volume.1));
    Ok(Measured::new(Verdict::held_if(is_trade), measured, margin))
}

pub fn model_space(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let trials = trials(context)?;
    let world = option(&trials, "obb:space=world");
    let measured = format!("all volumes carried into one frame, beside model space: {}", world.2);
    Ok(Measured::new(
        Verdict::at_least(world.1, [1.2, 1.0]),
        measured,
        format!("{} the time, bar 1.2x", times(world.1)),
    ))
}

pub fn covariance(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let trials = trials(context)?;
    let names = ["obb:axis=covariance", "obb", "obb:axis=longest", "obb:axis=coordinate"];
    let tests = names.map(|name| over(&trials, name, "obb", box_tests));
    let measured = format!(
        "tests beside the box's own axis: covariance {}, longest side {}, axis of coordinates of largest variance {}",
        times(tests[0]),
        times(tests[2]),
        times(tests[3])
    );
    let others = tests[1].min(tests[2]).min(tests[3]);
    let gain = others / tests[0];
    Ok(Measured::new(
        Verdict::at_least(gain, [1.0, 0.97]),
        measured,
        format!("{} fewer than the best other, bar 1x", times(gain)),
    ))
}

/// What the volumes of a blob's tree enclose, over all levels, and the time to build it.
fn tree(split: &str, triangles: &[[DVec3; 3]]) -> anyhow::Result<(f64, f64)> {
    let config: HierarchyConfig = format!("obb:split={split}").parse()?;
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        best = best.min(timed(|| black_box(Hierarchy::build(triangles, &config.build))).1.as_secs_f64());
    }
    let levels = Hierarchy::build(triangles, &config.build).statistics(triangles).levels;
    Ok((levels.iter().map(|level| level.volume).sum(), best))
}

/// The triangles of a blob.
fn blob_triangles(context: &ClaimContext) -> anyhow::Result<Vec<[DVec3; 3]>> {
    let mesh = blob(context.plan.seed, context.plan.pick([10_000, 4_000, 500]), 0.3)?;
    Ok(mesh.face_ids().map(|face| mesh.triangle(face)).collect())
}

pub fn mean_or_median(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let trials = trials(context)?;
    let tests = over(&trials, "obb:split=median", "obb", box_tests);
    let seconds = over(&trials, "obb:split=median", "obb", time);
    let triangles = blob_triangles(context)?;
    let volume = tree("median", &triangles)?.0 / tree("mean", &triangles)?.0;
    let measured = format!(
        "median beside mean: volume of the tree {}, tests {}, time {}",
        times(volume),
        times(tests),
        times(seconds)
    );
    let verdict = match (volume > 1.0, tests > 1.0 && seconds > 1.0) {
        (true, true) => Verdict::Held,
        (false, false) => Verdict::NotHeld,
        _ => Verdict::Partly,
    };
    Ok(Measured::new(verdict, measured, format!("volume {}, tests {}, bar above 1x", times(volume), times(tests))))
}

pub fn spatial_median(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let triangles = blob_triangles(context)?;
    let [mean, median, middle] = ["mean", "median", "middle"].map(|split| tree(split, &triangles));
    let (mean, median, middle) = (mean?.1, median?.1, middle?.1);
    let measured = format!(
        "tree of {} triangles: {} by the spatial median, {} by the mean, {} by the median of objects",
        grouped(triangles.len() as u64),
        duration(middle),
        duration(mean),
        duration(median)
    );
    let gain = mean.min(median) / middle;
    Ok(Measured::new(
        Verdict::at_least(gain, [1.0, 0.8]),
        measured,
        format!("{} as fast to build, bar 1x", times(gain)),
    ))
}

pub fn projection(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let trials = trials(context)?;
    let names = ["obb:split=projection", "obb:split=centroids", "obb:split=random"];
    let rows = names.map(|name| option(&trials, name));
    let triangles = blob_triangles(context)?;
    let build = tree("projection", &triangles)?.1 / tree("mean", &triangles)?.1;
    let words = rows.each_ref().map(|row| row.2.as_str()).join("; ");
    let measured = format!("beside the mean: {words}; building takes {} as long", times(build));
    let best = rows.iter().map(|row| row.0).fold(f64::INFINITY, f64::min);
    Ok(Measured::new(Verdict::at_most(best, [1.0, 1.05]), measured, format!("{} the tests, bar 1x", times(best))))
}

pub fn recursion(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let mesh = blob(context.plan.seed, context.plan.pick([200_000, 50_000, 2_000]), 0.3)?;
    let triangles: Vec<[DVec3; 3]> = mesh.face_ids().map(|face| mesh.triangle(face)).collect();
    let config: HierarchyConfig = "obb:leaf=1".parse()?;
    let depth = Hierarchy::build(&triangles, &config.build).statistics(&triangles).depth;
    let measured = format!(
        "a tree over {} triangles is {depth} levels deep, so a recursion over two of them is {} calls deep; walks here keep their own stack or queue",
        grouped(triangles.len() as u64),
        2 * depth
    );
    Ok(Measured::new(Verdict::held_if(depth > 10_000), measured, "bar 10,000 levels, where a stack of a megabyte ends"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_geometric_means_over_the_same_rows() {
        let trial = |place: &'static str, method: &str, box_tests| Trial {
            bodies: "blobs",
            place,
            question: "contacts",
            method: method.to_owned(),
            box_tests,
            triangle_tests: 1.0,
            microseconds: 1.0,
        };
        let trials = [
            trial("close", "aabb", 40.0),
            trial("close", "obb", 10.0),
            trial("penetrating", "aabb", 90.0),
            trial("penetrating", "obb", 90.0),
            trial("far", "aabb", 1_000.0),
            trial("far", "obb", 1.0),
        ];
        assert!((over(&trials, "aabb", "obb", box_tests) - 2.0).abs() < 1e-12);
        assert_eq!(times(over(&trials, "obb", "aabb", box_tests)), "0.50x");
    }
}
