//! Convex shapes: feature walks and the descent over the Minkowski difference, beside closed forms and exact answers.

use crate::claims::context::ClaimContext;
use crate::claims::dynamic_environments::closest_features::{one, passes, settled, tracks};
use crate::claims::measured::{Measured, Verdict, percent, times};
use crate::convex::distance_tracker::{TRACKERS, Tracker};
use impinge::bound::{Aabb, Sphere as BoundingSphere};
use impinge::convex::{self, FeaturePair, VoronoiCells, WalkEnd};
use impinge::math::{DQuat, DVec3, Pose};
use impinge::shape::{Capsule, Cuboid, Polytope, Sphere};
use impinge_classics::feature_walk;
use impinge_picture::number_format::grouped;
use impinge_scenes::SplitMix64;

pub fn lin_canny_ends(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let tracks = tracks(context)?;
    let [queries, handed] = settled(&tracks, Tracker::LinCanny, 1);
    let own = tracks.iter().filter(|t| t.method == Tracker::LinCanny.name() && t.pairs == "penetrating");
    let most = own.map(|t| t.steps_a_query).fold(0.0, f64::max);
    let measured = format!(
        "{} queries of penetrating hulls: all end, after {most:.1} steps in the mean at most; the walk ends in the interior, and {handed} were settled in exact \
         arithmetic",
        grouped(queries)
    );
    Ok(Measured::new(Verdict::held_if(queries == 0), measured, format!("0 of {} without an end", grouped(queries))))
}

/// Random hulls at small integers, as polytopes and cells, and a shift of the second.
fn lattice_hulls(random: &mut SplitMix64) -> Option<([Polytope; 2], DVec3)> {
    let mut hull = || {
        let points: Vec<DVec3> =
            (0..10).map(|_| DVec3::from_array([(); 3].map(|()| random.integer(0, 6) as f64))).collect();
        Polytope::try_new(&points).ok()
    };
    let hulls = [hull()?, hull()?];
    Some((hulls, DVec3::from_array([(); 3].map(|()| random.integer(-6, 6) as f64))))
}

pub fn local_minimum(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let mut random = SplitMix64::new(context.plan.seed);
    let (mut cases, mut meeting, mut wrong, mut handed) = (0, 0, 0, 0);
    while cases < context.plan.pick([20_000, 4_000, 200]) {
        let Some(([a, b], shift)) = lattice_hulls(&mut random) else { continue };
        let pose = Pose::from_translation(shift)?;
        let found =
            feature_walk::vclip(&VoronoiCells::new(&a), &VoronoiCells::new(&b), &pose, &mut FeaturePair::default());
        let exact = convex::intersects(&a, &b, &pose);
        cases += 1;
        meeting += u64::from(exact);
        handed += u64::from(found.end == WalkEnd::HandedOver);
        wrong += u64::from((found.distance == 0.0) != exact);
    }
    let measured = format!(
        "{} pairs of lattice hulls, {} of which meet, touching included: {wrong} wrong verdicts of V-Clip with the local minimum handled as in its own paper, {handed} \
         handed over to exact arithmetic",
        grouped(cases),
        grouped(meeting)
    );
    let margin = format!("{wrong} penetrations missed");
    Ok(Measured::new(Verdict::held_if(wrong > 0), measured, margin))
}

pub fn theorem(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let tracks = tracks(context)?;
    let queries: u64 = tracks.iter().filter(|t| t.method == Tracker::VClip.name()).map(|t| t.queries).sum();
    let [apart, handed] = settled(&tracks, Tracker::VClip, 0);
    let measured = format!(
        "{} queries: distances of V-Clip, Lin-Canny, SWIFT and GJK agree to 1e-9; of {} apart {handed} had to be settled otherwise",
        grouped(queries),
        grouped(apart)
    );
    Ok(Measured::new(Verdict::held_if(queries > 0), measured, "0 differ"))
}

pub fn points_jump(_: &mut ClaimContext) -> anyhow::Result<Measured> {
    const TILT: f64 = 1e-4;
    let cube = Cuboid::try_new(DVec3::ONE)?;
    let closest = |tilt: f64| -> anyhow::Result<DVec3> {
        let pose = Pose::from_quaternion(DQuat::from_rotation_y(tilt), DVec3::new(0.0, 0.0, 2.5))?;
        Ok(convex::distance(&cube, &cube, &pose).points[1])
    };
    let jump = closest(TILT)?.distance(closest(-TILT)?);
    // No point of the cube is farther from its middle than the square root of three.
    let moved = 2.0 * TILT * 3f64.sqrt();
    let measured = format!(
        "a cube half a side above another, turned by {:.3} degrees: the closest point goes {jump:.2} where no corner moves by more than {moved:.5}",
        (2.0 * TILT).to_degrees()
    );
    let ratio = jump / moved;
    Ok(Measured::new(Verdict::at_least(ratio, [100.0, 10.0]), measured, format!("{} as far, bar 100x", times(ratio))))
}

pub fn general_sets(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let mut random = SplitMix64::new(context.plan.seed);
    let room = Aabb { min: DVec3::splat(-3.0), max: DVec3::splat(3.0) };
    let (cases, mut worst, mut wrong) = (context.plan.pick([20_000, 4_000, 200]), 0.0_f64, 0);
    for k in 0..cases {
        let (radius, other, half) = (random.between(0.1, 1.0), random.between(0.1, 1.0), random.between(0.1, 1.5));
        let pose = random.pose(&room)?;
        let ball = Sphere::try_new(other)?;
        let centre = pose.translation();
        // The distance of the middle of the ball from a ball, a segment and a box, less the radii.
        let (found, exact) = match k % 3 {
            0 => (convex::distance(&Sphere::try_new(radius)?, &ball, &pose), centre.length() - radius - other),
            1 => {
                let on_axis = DVec3::new(0.0, 0.0, centre.z.clamp(-half, half));
                (
                    convex::distance(&Capsule::try_new(half, radius)?, &ball, &pose),
                    centre.distance(on_axis) - radius - other,
                )
            }
            _ => {
                let inside = centre.clamp(-DVec3::splat(half), DVec3::splat(half));
                (convex::distance(&Cuboid::try_new(DVec3::splat(half))?, &ball, &pose), centre.distance(inside) - other)
            }
        };
        let off = (found.distance.value - exact.max(0.0)).abs();
        worst = worst.max(off);
        wrong += u64::from(off > 1e-12 * (1.0 + centre.length()));
    }
    let measured = format!(
        "{} pairs of balls, capsules and boxes with balls beside closed forms: worst difference {worst:.1e}, {wrong} above 1e-12",
        grouped(cases)
    );
    Ok(Measured::new(Verdict::held_if(wrong == 0), measured, format!("{} wrong", percent(wrong as f64, cases as f64))))
}

pub fn minkowski(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let mut random = SplitMix64::new(context.plan.seed);
    let (mut cases, mut overlapping, mut wrong) = (0, 0, 0);
    while cases < context.plan.pick([3_000, 800, 60]) {
        let Some(([a, b], shift)) = lattice_hulls(&mut random) else { continue };
        let differences = a.vertices().iter().flat_map(|p| b.vertices().iter().map(move |q| *p - (*q + shift)));
        let difference = Polytope::try_new(&differences.collect::<Vec<_>>())?;
        let relation = convex::relation(&a, &b, &Pose::from_translation(shift)?);
        let is_inside = difference.has_inside(DVec3::ZERO);
        let overlaps = relation == convex::ConvexRelation::Overlapping;
        cases += 1;
        overlapping += u64::from(overlaps);
        wrong += u64::from(overlaps != is_inside);
    }
    let of = format!(
        "pairs of lattice hulls, {} overlapping: the origin inside the hull of all differences of vertices, exactly, beside the relation",
        grouped(overlapping)
    );
    Ok(Measured::none_wrong(wrong, cases, &of))
}

pub fn difference_distance(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let mut random = SplitMix64::new(context.plan.seed + 1);
    let origin = Polytope::try_new(&[DVec3::ZERO])?;
    let (mut cases, mut wrong) = (0, 0);
    while cases < context.plan.pick([3_000, 800, 60]) {
        let Some(([a, b], shift)) = lattice_hulls(&mut random) else { continue };
        let differences = a.vertices().iter().flat_map(|p| b.vertices().iter().map(move |q| *p - (*q + shift)));
        let difference = Polytope::try_new(&differences.collect::<Vec<_>>())?;
        let own = convex::distance(&a, &b, &Pose::from_translation(shift)?).distance.value;
        let of_origin = convex::distance(&difference, &origin, &Pose::IDENTITY).distance.value;
        cases += 1;
        wrong += u64::from((own - of_origin).abs() > 1e-12 * (1.0 + own));
    }
    Ok(Measured::none_wrong(
        wrong,
        cases,
        "pairs of lattice hulls: their distance beside that of the origin from the difference",
    ))
}

pub fn gjk_ends(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let tracks = tracks(context)?;
    let own = tracks.iter().filter(|t| t.method == Tracker::GjkCold.name());
    let (mut queries, mut refined, mut most) = (0, 0, 0.0_f64);
    for track in own {
        queries += track.queries;
        refined += track.refined;
        most = most.max(track.steps_a_query);
    }
    let measured = format!(
        "{} queries from nothing: all end, after {most:.1} steps in the mean at most; {} went beyond doubles",
        grouped(queries),
        grouped(refined)
    );
    Ok(Measured::new(
        Verdict::held_if(queries > 0),
        measured,
        format!("0 without an end, {} refined", percent(refined as f64, queries as f64)),
    ))
}

pub fn convex_only(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let gains = passes(context)?;
    let (mut hulls, mut met) = (0, 0);
    for gain in gains.iter() {
        hulls += gain.filled + gain.red_red + gain.red_green + gain.green_green;
        met += gain.filled + gain.red_red_met + gain.red_green_met + gain.green_green_met;
    }
    let measured = format!(
        "knots, gears and torpedoes: {} of {} overlaps of their convex hulls are no collisions of the models",
        grouped(hulls - met),
        grouped(hulls)
    );
    Ok(Measured::new(
        Verdict::held_if(met < hulls),
        measured,
        format!("{} false", percent((hulls - met) as f64, hulls as f64)),
    ))
}

pub fn degenerate_contact(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let mut random = SplitMix64::new(context.plan.seed);
    let corners = |half: DVec3| {
        (0..8).map(move |k| {
            DVec3::from_array([0, 1, 2].map(|bit| if k >> bit & 1 == 1 { half[bit] } else { -half[bit] }))
        })
    };
    let (mut cases, mut wrong, mut touching) = (0, 0, 0);
    while cases < context.plan.pick([10_000, 2_000, 100]) {
        let [p, q] = [(); 2].map(|()| DVec3::from_array([(); 3].map(|()| random.integer(1, 4) as f64)));
        let [a, b] = [p, q].map(|half| Polytope::try_new(&corners(half).collect::<Vec<_>>()));
        let (a, b) = (a?, b?);
        // Boxes face to face, edge to edge and corner to corner, and one unit off.
        let shift = DVec3::from_array(std::array::from_fn(|k| {
            (p[k] + q[k] + random.integer(-1, 1) as f64) * f64::from(random.coin())
        }));
        let pose = Pose::from_translation(shift)?;
        let exact = convex::relation(&a, &b, &pose);
        let cells = [VoronoiCells::new(&a), VoronoiCells::new(&b)];
        let walked = [
            convex::lin_canny(&cells[0], &cells[1], &pose, &mut FeaturePair::default()).distance,
            feature_walk::vclip(&cells[0], &cells[1], &pose, &mut FeaturePair::default()).distance,
        ];
        cases += 1;
        touching += u64::from(exact == convex::ConvexRelation::Touching);
        let meets = exact != convex::ConvexRelation::Disjoint;
        wrong += u64::from(walked.iter().any(|distance| (*distance == 0.0) != meets));
    }
    let measured = format!(
        "{} pairs of boxes with parallel faces, {} of them touching: {wrong} verdicts of Lin-Canny or V-Clip other than exact, what their authors leave open being settled exactly",
        grouped(cases),
        grouped(touching)
    );
    // What is known is no longer unknown.
    Ok(Measured::new(Verdict::held_if(wrong > 0), measured, format!("{} wrong", percent(wrong as f64, cases as f64))))
}

pub fn smallest_spheres(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let mut random = SplitMix64::new(context.plan.seed);
    let (cases, mut sum, mut wrong) = (context.plan.pick([4_000_u32, 1_000, 60]), 0.0, 0);
    for _ in 0..cases {
        let scale = DVec3::new(random.between(0.2, 1.0), random.between(0.2, 1.0), random.between(0.2, 1.0));
        let points: Vec<DVec3> = (0..12).map(|_| scale * random.direction() * random.u()).collect();
        let smallest = BoundingSphere::of_points(&points);
        let middle = Aabb::of_points(&points).centre();
        let simple = points.iter().map(|p| p.distance(middle)).fold(0.0, f64::max);
        wrong += u64::from(smallest.radius > simple * (1.0 + 1e-12));
        sum += simple / smallest.radius;
    }
    let mean = sum / f64::from(cases);
    let measured = format!(
        "{} clouds of 12 points: the sphere about the middle of their box has {} the radius of the smallest in the mean; {wrong} smallest ones are larger",
        grouped(cases.into()),
        times(mean)
    );
    Ok(Measured::new(
        Verdict::held_if(wrong == 0 && mean > 1.02),
        measured,
        format!("{} the volume", times(mean.powi(3))),
    ))
}

pub fn swift_and_others(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let tracks = tracks(context)?;
    let vertices = tracks.iter().map(|t| t.vertices).max().unwrap_or(0);
    let words = TRACKERS.map(|tracker| {
        let track = one(&tracks, tracker, [vertices, 0], 1.0)?;
        Ok::<_, anyhow::Error>((tracker, track.steps_a_query, track.microseconds))
    });
    let rows = words.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
    let cold = rows[0].2;
    let text = rows.iter().map(|(tracker, steps, us)| format!("{} {steps:.2} steps, {us:.2} us", tracker.name()));
    let measured = format!("{vertices} vertices, 1 degree a step: {}", text.collect::<Vec<_>>().join("; "));
    let slowest = rows[1..].iter().map(|row| row.2).fold(0.0, f64::max);
    let gain = cold / slowest;
    Ok(Measured::new(
        Verdict::at_least(gain, [1.5, 1.0]),
        measured,
        format!("{} faster than from nothing, bar 1.5x", times(gain)),
    ))
}
