//! When a moving edge and a moving face share a point.
//!
//! The edge goes through the face strictly, ends on both sides and its line on one side of all edges of the face; or an end of it is on the
//! face, or it meets an edge of the face. The former are signs of five determinants, which are those of the latter five encounters. So all
//! changes are at roots of determinants, or where points are always in one plane, at the changes of that encounter.

use super::contact_intervals::{Event, Moment, Span, changes, joined, moments, sort};
use super::coplanar_times::Encounter;
use super::feature_pair::{EdgeEdge, VertexFace};
use crate::ccd::polynomial::integer_polynomial::{Cubic, is_zero};
use crate::ccd::polynomial::root_isolation::{Root, roots};
use crate::ccd::polynomial::root_time::Time;
use dashu_int::IBig;
use std::ops::ControlFlow;

/// An edge and a face by the encounters of their parts.
#[derive(Debug)]
pub(crate) struct Crossing<V, E> {
    /// Both ends of the edge with the face.
    ends: [V; 2],
    /// The edges of the face, in turn, with the edge.
    sides: [E; 3],
    /// Of the encounters above.
    determinants: [Cubic<IBig>; 5],
}

/// Whether an edge and a face share a point, from the signs of all determinants; `None` if zeros leave that open.
#[inline]
pub(crate) fn judge([a, b, sides @ ..]: [i32; 5]) -> Option<bool> {
    match () {
        () if a * b > 0 || (sides.contains(&1) && sides.contains(&-1)) => Some(false),
        () if a * b == 0 || sides.contains(&0) => None,
        () => Some(true),
    }
}

impl<V, E> Crossing<V, E>
where
    V: Encounter<Pair = VertexFace, Coefficient = IBig>,
    E: Encounter<Pair = EdgeEdge, Coefficient = IBig>,
{
    pub fn new(ends: [V; 2], sides: [E; 3]) -> Self {
        let ([a, b], [c, d, e]) = (&ends, &sides);
        let determinants = [a.determinant(), b.determinant(), c.determinant(), d.determinant(), e.determinant()];
        Self { ends, sides, determinants }
    }

    /// Whether the parts of one encounter meet at a time when they are in one plane.
    fn meets_at(&self, encounter: usize, root: &Root<'_, IBig>) -> bool {
        match (self.ends.get(encounter), self.sides.get(encounter.wrapping_sub(2))) {
            (Some(end), _) => end.meets_at(root),
            (_, Some(side)) => side.meets_at(root),
            _ => false,
        }
    }

    /// All spans in which they share a point, first to last, given whether they do at doubles.
    pub fn spans(&self, holds: impl Fn(f64) -> bool) -> Vec<Span> {
        let touch = |meets: bool| meets.then_some(());
        let mut events: Vec<Event<()>> =
            [0.0, 1.0].map(|end| Event { time: Time::exactly(end), touch: touch(holds(end)) }).into();
        let always: Vec<usize> = (0..5).filter(|k| is_zero(&self.determinants[*k])).collect();
        self.changes(&mut |k, root| {
            // Those that are always in one plane may meet at times that change nothing for them.
            let meets = self.meets_at(k, root) || always.iter().any(|k| self.meets_at(*k, root));
            events.push(Event { time: Time::of(root), touch: touch(meets) });
        });
        sort(&mut events);
        joined(&events, holds)
    }

    /// Hands over all times at which they may begin or cease to share a point, each with its encounter, in no order.
    fn changes(&self, visit: &mut dyn FnMut(usize, &Root<'_, IBig>)) {
        for (k, determinant) in self.determinants.iter().enumerate() {
            let mut add = |root: Root<'_, IBig>| {
                visit(k, &root);
                ControlFlow::Continue(())
            };
            match (is_zero(determinant), self.ends.get(k), self.sides.get(k.wrapping_sub(2))) {
                (false, ..) => {
                    let _all = roots(determinant, &mut add);
                }
                (_, Some(end), _) => changes(end, &mut add),
                (_, _, Some(side)) => changes(side, &mut add),
                _ => {}
            }
        }
    }

    /// Until when they share a point without a break from a time at which they do, given whether they do at other doubles.
    ///
    /// They do at the first moment from which on they do not: what is shared right before is shared then.
    pub fn until(&self, time: f64, holds: impl Fn(f64) -> bool) -> Time {
        let (mut end, mut after) = (Time::exactly(time), time.next_up());
        for moment in self.moments(1.0, |other| other.lower >= time && other.upper > time) {
            if after <= moment.before && !holds(between(after, moment.before)) {
                return end;
            }
            (end, after) = (moment.time, moment.after);
        }
        end
    }

    /// Since when they share a point without a break up to a time at which they do, given whether they do at other doubles.
    pub fn since(&self, time: f64, holds: impl Fn(f64) -> bool) -> Time {
        let (mut begin, mut before) = (Time::exactly(time), time.next_down());
        for moment in self.moments(0.0, |other| other.upper <= time && other.lower < time).into_iter().rev() {
            if moment.after <= before && !holds(between(moment.after, before)) {
                return begin;
            }
            (begin, before) = (moment.time, moment.before);
        }
        begin
    }

    /// Some of the moments at which something may change, first to last, and an end of the motion.
    fn moments(&self, end: f64, is_asked: impl Fn(&Time) -> bool) -> Vec<Moment> {
        let mut events: Vec<Event<()>> = Vec::new();
        let mut add = |time: Time| {
            if is_asked(&time) {
                events.push(Event { time, touch: None });
            }
        };
        add(Time::exactly(end));
        self.changes(&mut |_, root| add(Time::of(root)));
        sort(&mut events);
        moments(&events)
    }
}

/// A double from one to another.
fn between(from: f64, to: f64) -> f64 {
    from + (to - from) * 0.5
}
