//! Two meshes of a lattice, one of which is shifted: at every eighth of the time contact is as the sweep says, and the first contact is that of
//! the first interval.
#![no_main]

#[path = "../geometry_from_bytes.rs"]
mod geometry_from_bytes;

use geometry_from_bytes::GeometrySource;
use impinge::bounded::Certainty;
use impinge::math::{DVec3, Pose};
use impinge::pair::{Motion, MovingMesh, SweepOptions, intersects, sweep};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut source = GeometrySource::on_lattice(bytes);
    let (Some(shift), Some(a), Some(b)) = (source.point(), source.mesh(), source.mesh()) else { return };
    let Ok(end) = Pose::from_translation(8.0 * shift - DVec3::splat(32.0)) else { return };
    let (still, motion) = (Motion::still(&Pose::IDENTITY), Motion::slerp(&Pose::IDENTITY, &end));
    let bodies = [MovingMesh { mesh: &a, motion: &still }, MovingMesh { mesh: &b, motion: &motion }];
    let Ok(found) = sweep(bodies[0], bodies[1], &SweepOptions::default()) else { return };
    // Eighths of a lattice are exact.
    for time in (0..=8).map(|k| f64::from(k) / 8.0) {
        let Ok(pose) = motion.pose_at(time) else { return };
        if intersects(&a, &b, &pose) {
            assert!(found.holds(time), "contact at {time}: {found:?}");
        } else {
            let is_claimed = found.intervals.iter().any(|interval| {
                let is_inside = interval.begin.upper <= time && time <= interval.end.lower;
                interval.certainty == Certainty::Exact && is_inside
            });
            assert!(!is_claimed, "no contact at {time}: {found:?}");
        }
    }
    assert!(found.intervals.windows(2).all(|two| two[0].end.lower <= two[1].begin.upper), "{found:?}");
    if let Some(impact) = found.impact {
        assert!(!found.starts_in_contact() && impact.time == found.intervals[0].begin);
    }
    let Ok(turned) = sweep(bodies[1], bodies[0], &SweepOptions::default()) else { panic!("refused one way alone") };
    assert_eq!(turned.is_free(), found.is_free());
});
