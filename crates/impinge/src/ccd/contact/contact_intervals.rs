//! All times at which four moving points meet.
//!
//! Points that are not always in one plane meet at up to three moments. Points that are may meet for whole spans: what decides is the signs of
//! forms, which change at their roots alone. So every root is looked at, and one double between each two neighbours.

use super::coplanar_times::Encounter;
use super::feature_pair::FeaturePair;
use crate::ccd::polynomial::integer_polynomial::is_zero;
use crate::ccd::polynomial::root_isolation::{Root, Visit, roots};
use crate::ccd::polynomial::root_time::{Time, instant};
use crate::compact_sort::sort_by;
use dashu_int::IBig;
use std::ops::ControlFlow;

/// Times at which features share a point, ends included; a moment where both ends are the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// When they begin to.
    pub begin: Time,
    /// When they cease to.
    pub end: Time,
}

/// A time at which something may change.
pub(crate) struct Event<F> {
    pub time: Time,
    /// The parts that touch, if the points meet.
    pub touch: Option<F>,
}

/// All spans in which points meet, first to last, and the parts that touch first.
pub(crate) fn spans<E: Encounter<Coefficient = IBig>>(
    points: &E,
) -> (Vec<Span>, Option<<E::Pair as FeaturePair>::Features>) {
    let determinant = points.determinant();
    let mut events = Vec::new();
    let mut add = |root: Root<'_, IBig>| {
        let touch = points.meets_at(&root).then(|| points.features_at(&root));
        events.push(Event { time: Time::of(&root), touch });
        ControlFlow::Continue(())
    };
    let in_plane = is_zero(&determinant);
    if in_plane {
        for end in [Root::Start, Root::End] {
            let _all = add(end);
        }
        changes(points, &mut add);
    } else {
        let _all = roots(&determinant, &mut add);
    }
    sort(&mut events);
    let first = events.iter().find_map(|event| event.touch);
    let meets_at = |time: f64| in_plane && points.meets_at(&Root::At(&instant(time)));
    (joined(&events, meets_at), first)
}

/// Hands over the times at which points that are always in one plane may begin or cease to meet, in no order.
pub(crate) fn changes<E: Encounter<Coefficient = IBig>>(points: &E, visit: Visit<'_, IBig>) {
    // One component of the products tells between its roots, whichever it is, unless it is always zero.
    for axis in 0..3 {
        let products: Vec<E::Form> = (0..E::Pair::PAIRS.len()).map(|pair| points.product(pair, axis)).collect();
        if products.iter().any(|form| !is_zero(form.as_ref())) {
            let _all = products.iter().try_for_each(|form| roots(form.as_ref(), visit));
            return;
        }
    }
    // Along a line, scalar products change their sign where a difference is zero.
    for difference in 0..E::Pair::DIFFERENCES.len() {
        let components = [0, 1, 2].map(|axis| points.difference(difference, axis));
        if let Some(form) = components.iter().find(|form| !is_zero(form.as_ref())) {
            let _all = roots(form.as_ref(), visit);
        }
    }
}

/// Sorts events, first to last.
pub(crate) fn sort<F>(events: &mut [Event<F>]) {
    sort_by(events, |p, q| p.time.lower.total_cmp(&q.time.lower).then(p.time.upper.total_cmp(&q.time.upper)));
}

/// Events between which no double lies.
pub(crate) struct Moment {
    pub time: Time,
    /// The first double after them.
    pub after: f64,
    /// The last double before them.
    pub before: f64,
    /// Whether the points meet at any.
    meets: bool,
}

/// Events, first to last, as moments.
pub(crate) fn moments<F>(events: &[Event<F>]) -> Vec<Moment> {
    let mut moments: Vec<Moment> = Vec::with_capacity(events.len());
    for Event { time, touch } in events {
        let (before, after) =
            if time.is_exact() { (time.lower.next_down(), time.upper.next_up()) } else { (time.lower, time.upper) };
        match moments.last_mut() {
            Some(last) if last.after > before => {
                last.time.upper = last.time.upper.max(time.upper);
                last.after = last.after.max(after);
                last.meets |= touch.is_some();
            }
            _ => moments.push(Moment { time: *time, after, before, meets: touch.is_some() }),
        }
    }
    moments
}

/// The spans that events, first to last, make with what is between them.
pub(crate) fn joined<F>(events: &[Event<F>], meets_at: impl Fn(f64) -> bool) -> Vec<Span> {
    let moments = moments(events);
    let mut spans: Vec<Span> = Vec::new();
    let mut goes_on = false;
    for (k, now) in moments.iter().enumerate() {
        match spans.last_mut() {
            Some(last) if goes_on => last.end = now.time,
            _ if now.meets => spans.push(Span { begin: now.time, end: now.time }),
            _ => {}
        }
        // Meeting is closed: what meets after a moment does so then.
        let next = moments.get(k + 1).filter(|_| now.meets);
        goes_on = next.is_some_and(|next| meets_at(now.after + (next.before - now.after) * 0.5));
    }
    spans
}
