//! The first time in a window at which four moving points meet.

use super::contact_intervals::changes;
use super::coplanar_times::Encounter;
use super::feature_pair::FeaturePair;
use super::time_window::Window;
use crate::ccd::polynomial::integer_polynomial::is_zero;
use crate::ccd::polynomial::root_isolation::{Root, roots};
use crate::ccd::polynomial::root_time::{Time, instant};
use dashu_int::IBig;
use std::ops::ControlFlow;

/// When points meet first, and the parts that touch then.
pub(crate) type First<E> = Option<(Time, <<E as Encounter>::Pair as FeaturePair>::Features)>;

/// The first contact in a window.
pub(crate) fn first<E: Encounter<Coefficient = IBig>>(points: &E, window: Window) -> First<E> {
    let determinant = points.determinant();
    if is_zero(&determinant) {
        return first_in_plane(points, window);
    }
    let mut found = None;
    let _all = roots(&determinant, &mut |root| {
        let time = Time::of(&root);
        if window.is_before(&time) {
            return ControlFlow::Break(());
        }
        if window.is_after(&time) || !points.meets_at(&root) {
            return ControlFlow::Continue(());
        }
        found = Some((time, points.features_at(&root)));
        ControlFlow::Break(())
    });
    found
}

/// The same where contact inside of both parts is known to be in the window: if the points are in one plane only once, it is then.
pub(crate) fn first_known<E: Encounter<Coefficient = IBig>>(points: &E, window: Window) -> First<E> {
    let (mut count, mut once) = (0, None);
    let _all = roots(&points.determinant(), &mut |root| {
        let time = Time::of(&root);
        if window.is_before(&time) {
            return ControlFlow::Break(());
        }
        if window.contains(&time) {
            count += 1;
            once = Some(time);
        }
        ControlFlow::Continue(())
    });
    match once {
        Some(time) if count == 1 => Some((time, E::Pair::features(&[1; 4]))),
        _ => first(points, window),
    }
}

/// The first contact of points that are always in one plane: at the start of the window, or where a sign changes.
fn first_in_plane<E: Encounter<Coefficient = IBig>>(points: &E, window: Window) -> First<E> {
    if let Some(features) = at_double(window.from(), |root| points.meets_at(root).then(|| points.features_at(root))) {
        return Some((Time::exactly(window.from()), features));
    }
    let mut found: First<E> = None;
    changes(points, &mut |root| {
        let time = Time::of(&root);
        let is_earlier = found.as_ref().is_none_or(|(best, _)| time.upper < best.upper);
        if is_earlier && window.contains(&time) && points.meets_at(&root) {
            found = Some((time, points.features_at(&root)));
        }
        ControlFlow::Continue(())
    });
    found
}

/// Asks something of a time that is a double.
pub(crate) fn at_double<T>(time: f64, ask: impl Fn(&Root<'_, IBig>) -> T) -> T {
    match time {
        0.0 => ask(&Root::Start),
        1.0 => ask(&Root::End),
        time => ask(&Root::At(&instant(time))),
    }
}
