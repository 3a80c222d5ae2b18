//! How many moving polytopes the whole pipeline keeps up with at 20 steps a second.
//!
//! Lin, Manocha, Cohen and Gottschalk (1996, section 6) say of I-COLLIDE that it computes "all contacts between environments
//! composed of hundred of convex polytopes at interactive rates (about 1/20 of a second)".

use crate::crowd::models::CrowdModel;
use crate::crowd::pipeline::Crowd;
use crate::crowd::random_motion::{MOTIONS, Motion};
use impinge_terminal::progress::Progress;
use serde::Serialize;

/// Steps a second.
pub const HERTZ: f64 = 20.0;

/// What the search begins with.
const FEWEST: usize = 256;

/// Halvings after the last doubling: the answer is good to a sixteenth.
const HALVINGS: usize = 4;

/// Steps of each trial.
const STEPS: usize = 20;

/// The largest crowd that was fast enough.
#[derive(Clone, Debug, Serialize)]
pub struct Rate {
    pub motion: &'static str,
    pub hertz: f64,
    /// No more than this were tried.
    pub most: usize,
    /// How many polytopes; 0 if not even the fewest.
    pub bodies: usize,
    /// What a step took them, in the mean.
    pub mean_milliseconds: f64,
}

/// How often [`measure`] tells of progress, at most.
pub fn work(most: usize) -> usize {
    MOTIONS.len() * ((most.max(FEWEST) / FEWEST).ilog2() as usize + 2 + HALVINGS)
}

/// The largest crowd of polytopes for each motion, none larger than a bound.
///
/// # Errors
/// None in practice: all places are in range.
pub fn measure(most: usize, seed: u64, progress: &Progress) -> anyhow::Result<Vec<Rate>> {
    let search = |motion: Motion| {
        let time = |bodies: usize| {
            progress.step();
            let pace = Crowd { bodies, cast: CrowdModel::Polytopes, motion, seed, steps: STEPS }.pace()?;
            Ok(pace.mean())
        };
        let (bodies, mean_milliseconds) = largest(most, 1e3 / HERTZ, time)?;
        Ok(Rate { motion: motion.name(), hertz: HERTZ, most, bodies, mean_milliseconds })
    };
    MOTIONS.into_iter().map(search).collect()
}

/// The largest number up to a bound whose time is within a limit, and its time; found by doubling, then by halving.
fn largest(
    most: usize,
    limit: f64,
    mut time: impl FnMut(usize) -> anyhow::Result<f64>,
) -> anyhow::Result<(usize, f64)> {
    let (mut good, mut next, mut halvings) = ((0, 0.0), most.min(FEWEST), 0);
    let mut bad = None;
    while next > good.0 && halvings <= HALVINGS {
        let took = time(next)?;
        if took <= limit {
            good = (next, took);
        } else {
            bad = Some(next);
        }
        next = match bad {
            None => most.min(2 * good.0),
            Some(bad) => usize::midpoint(good.0, bad),
        };
        halvings += usize::from(bad.is_some());
    }
    Ok(good)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_is_found_to_a_sixteenth() {
        for bound in [300, 5_000, 77_777] {
            let mut asked = 0;
            let found = largest(1_000_000, 50.0, |n| {
                asked += 1;
                Ok(n as f64 * 50.0 / f64::from(bound))
            });
            let (n, took) = found.unwrap();
            assert!(n as f64 <= f64::from(bound) && n as f64 > f64::from(bound) * 15.0 / 16.0 - 1.0, "{n} of {bound}");
            assert!(took <= 50.0 && asked * MOTIONS.len() <= work(1_000_000));
        }
        assert_eq!(largest(1_000, 50.0, |_| Ok(1.0)).unwrap(), (1_000, 1.0));
        assert_eq!(largest(100, 50.0, |_| Ok(1.0)).unwrap(), (100, 1.0));
        let (few, _) = largest(1_000, 50.0, |n| Ok(n as f64)).unwrap();
        assert!((40..=50).contains(&few), "{few}");
        assert_eq!(largest(1_000, 50.0, |_| Ok(60.0)).unwrap().0, 0);
    }
}
