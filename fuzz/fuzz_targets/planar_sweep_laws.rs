//! Two polygons of a lattice, one of which is shifted: at every eighth of the time contact is as the sweep says, and backwards it is the same.
#![no_main]

#[path = "../geometry_from_bytes.rs"]
mod geometry_from_bytes;

use geometry_from_bytes::GeometrySource;
use impinge::bounded::Certainty;
use impinge_planar::{Motion, Pose2, intersects, sweep};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut source = GeometrySource::on_lattice(bytes);
    let (Some(shift), Some(a), Some(b)) = (source.planar_point(), source.polygon(), source.polygon()) else { return };
    let start = Pose2::IDENTITY;
    let Ok(motion) = Motion::translation(8.0 * shift - 32.0) else { return };
    let found = sweep(&a, &b, &start, &motion);
    // Eighths of a lattice are exact.
    for time in (0..=8).map(|k| f64::from(k) / 8.0) {
        let Ok(pose) = motion.a_from_b_at(time, &start) else { return };
        let is_within = |i: &&impinge_planar::ContactInterval| i.begin.lower <= time && time <= i.end.upper;
        let intervals: Vec<_> = found.intervals.iter().filter(is_within).collect();
        if intersects(&a, &b, &pose) {
            assert!(!intervals.is_empty(), "contact at {time}: {found:?}");
        } else {
            let claims = |i: &&&impinge_planar::ContactInterval| {
                i.certainty == Certainty::Exact && i.begin.upper <= time && time <= i.end.lower
            };
            assert!(!intervals.iter().any(|i| claims(&i)), "no contact at {time}: {found:?}");
        }
    }
    assert!(found.intervals.windows(2).all(|two| two[0].end.lower <= two[1].begin.upper), "{found:?}");
    let Ok(end) = motion.a_from_b_at(1.0, &start) else { return };
    let back = sweep(&a, &b, &end, &motion.reversed());
    assert_eq!(back.intervals.len(), found.intervals.len(), "{back:?} {found:?}");
});
