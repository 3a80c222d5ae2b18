//! From the times in which pairs of edges meet to those in which the bodies do.

use super::containment::{Inside, Outlines};
use super::edge_contact::{Moment, Span};
use super::relative_motion::Course;
use super::start_position::Stage;
use impinge::cost::Cost;
use impinge::math::enclosure::Enclosure;

/// Times of contact.
#[derive(Clone, Debug)]
pub(super) struct Stretch {
    pub begin: Enclosure,
    pub end: Enclosure,
    /// Whether there certainly is contact, without a gap.
    pub certain: bool,
    /// What it begins with; `None` where one body is inside the other from the start.
    pub first: Option<Span>,
}

/// A stretch that grows.
struct Growing {
    stretch: Stretch,
    /// Whether some of it certainly is contact.
    solid: bool,
    /// The certain spans that may reach its end.
    frontier: Vec<Span>,
    /// How many of these there may be until they are looked through.
    room: usize,
}

impl Growing {
    fn new(span: &Span) -> Self {
        let stretch = Stretch { begin: span.begin.time, end: span.end.time, certain: span.certain, first: Some(*span) };
        Self { stretch, solid: span.certain, frontier: if span.certain { vec![*span] } else { Vec::new() }, room: 16 }
    }

    fn add(&mut self, span: &Span, course: &Course<'_>, cost: &mut Cost) {
        let stretch = &mut self.stretch;
        if !span.certain {
            stretch.end.upper = stretch.end.upper.max(span.end.time.upper);
            return;
        }
        if !self.solid {
            // What was only possible before now surely begins.
            let lower = stretch.begin.lower;
            let end = Enclosure { lower: span.end.time.lower, upper: stretch.end.upper.max(span.end.time.upper) };
            *self = Self::new(span);
            (self.stretch.begin.lower, self.stretch.end) = (lower, end);
            return;
        }
        // What lasts to the end of the motion has no end for another to join.
        if span.begin.time.upper > stretch.end.lower && stretch.end.lower < course.limit().lower {
            stretch.certain = stretch.certain && self.frontier.iter().any(|reached| course.joins(reached, span, cost));
        }
        if stretch.first.is_some_and(|first| span.begin.time.upper < first.begin.time.upper) {
            stretch.first = Some(*span);
        }
        stretch.begin.upper = stretch.begin.upper.min(span.begin.time.upper);
        stretch.end = stretch.end.max(span.end.time);
        let reached = stretch.end.lower;
        if span.end.time.upper >= reached {
            self.frontier.push(*span);
        }
        // Those that no longer reach it do no harm; left out whenever the others may be half of all, they cost nothing.
        if self.frontier.len() > self.room {
            self.frontier.retain(|span| span.end.time.upper >= reached);
            self.room = 2 * self.frontier.len().max(8);
        }
    }
}

/// Joins spans that overlap or touch.
pub(super) fn outline_contacts(mut spans: Vec<Span>, course: &Course<'_>, cost: &mut Cost) -> Vec<Stretch> {
    spans.sort_by(|p, q| {
        let (b, c) = (p.begin.time, q.begin.time);
        b.lower.total_cmp(&c.lower).then(b.upper.total_cmp(&c.upper)).then(p.edges.cmp(&q.edges))
    });
    let (mut done, mut growing): (Vec<Stretch>, Option<Growing>) = (Vec::new(), None);
    for span in &spans {
        match &mut growing {
            Some(now) if span.begin.time.lower <= now.stretch.end.upper => now.add(span, course, cost),
            _ => done.extend(growing.replace(Growing::new(span)).map(|now| now.stretch)),
        }
    }
    done.extend(growing.map(|now| now.stretch));
    done
}

/// Fills gaps in which one body is inside the other.
pub(super) fn fill_gaps(
    stretches: Vec<Stretch>,
    stage: &Stage<'_>,
    course: &Course<'_>,
    cost: &mut Cost,
) -> Vec<Stretch> {
    let mut filled: Vec<Stretch> = Vec::with_capacity(stretches.len());
    let mut from = Moment::exactly(0.0).time;
    let mut is_open = false; // whether the last stretch goes on
    let ends = stretches.iter().map(|s| s.begin).chain([course.last().time]).collect::<Vec<_>>();
    let mut rest = stretches.into_iter();
    let outlines = Outlines::new(stage, course);
    for to in ends {
        // Before a contact at the very start, and after one at the very end, there is no gap.
        let empty = to.lower <= from.upper;
        let inside = if empty { Inside::No } else { outlines.inside([from.upper, to.lower], cost) };
        let certain = inside != Inside::Perhaps;
        if inside != Inside::No {
            match filled.last_mut() {
                Some(last) => {
                    last.end = to;
                    last.certain &= certain;
                }
                None => filled.push(Stretch { begin: from, end: to, certain, first: None }),
            }
            is_open = true;
        }
        let Some(next) = rest.next() else { break };
        from = next.end;
        match filled.last_mut().filter(|_| is_open) {
            Some(last) => {
                last.end = next.end;
                last.certain &= next.certain;
            }
            None => filled.push(next),
        }
        is_open = false;
    }
    filled
}
