//! Convex hulls with a slab between them, of any width down to a millionth of their size.

use crate::laws::LENGTH_TOLERANCE;
use crate::trial::Trial;
use impinge::DVec3;
use impinge_scenes::SplitMix64;

const MOST_POINTS: u64 = 40;

/// Hulls of points on both sides of the slab 0 < x < gap, which touch it at points that face each other.
struct FacingHulls {
    a: Vec<DVec3>,
    b: Vec<DVec3>,
    gap: f64,
}

fn facing_hulls(random: &mut SplitMix64) -> FacingHulls {
    let gap = 2f64.powi(-(random.below(20) as i32)) * random.between(0.5, 1.0);
    let tip = DVec3::new(0.0, random.between(-0.5, 0.5), random.between(-0.5, 0.5));
    let mut points = |x: [f64; 2]| -> Vec<DVec3> {
        let count = 4 + random.below(MOST_POINTS);
        let mut point =
            |_| DVec3::new(random.between(x[0], x[1]), random.between(-1.0, 1.0), random.between(-1.0, 1.0));
        (0..count).map(&mut point).collect()
    };
    let (mut a, mut b) = (points([-2.0, 0.0]), points([gap, gap + 2.0]));
    a.push(tip);
    b.push(tip + DVec3::new(gap, 0.0, 0.0));
    FacingHulls { a, b, gap }
}

pub fn apart(trial: &mut Trial<'_>) {
    let FacingHulls { a, b, gap } = facing_hulls(&mut trial.random);
    let engine = trial.engine;
    if let Some(answer) = trial.ask(|| engine.convex_distance(&a, &b)) {
        trial.judge(answer > 0.0, || format!("distance {answer:e} of hulls {gap:e} apart; a: {a:?}; b: {b:?}"));
    }
}

pub fn distance(trial: &mut Trial<'_>) {
    let FacingHulls { a, b, gap } = facing_hulls(&mut trial.random);
    let engine = trial.engine;
    if let Some(answer) = trial.ask(|| engine.convex_distance(&a, &b)) {
        let is_near = (answer - gap).abs() <= LENGTH_TOLERANCE;
        trial.judge(is_near, || format!("distance {answer:e}, and {gap:e} is true; a: {a:?}; b: {b:?}"));
    }
}
