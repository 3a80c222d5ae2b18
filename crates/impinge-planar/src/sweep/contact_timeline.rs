//! From contacts of edges to periods of contact of the bodies.

use super::containment::{Containment, RestingOutlines};
use super::edge_contact::{EdgeContact, EventTime};
use super::initial_configuration::StartPosition;
use super::relative_motion::RelativeMotion;
use impinge::cost::Cost;
use impinge::math::interval::Enclosure;

/// A period of contact of the bodies.
#[derive(Clone, Debug)]
pub(super) struct ContactPeriod {
    pub begin: Enclosure,
    pub end: Enclosure,
    /// Whether there certainly is contact, without a gap.
    pub certain: bool,
    /// What it begins with; `None` where one body is inside the other from the start.
    pub first: Option<EdgeContact>,
}

/// A period under construction.
struct GrowingPeriod {
    period: ContactPeriod,
    /// Whether some of it certainly is contact.
    solid: bool,
    /// When the last certain contact ends, at the latest.
    sure: f64,
    /// When the last contact that is only possible ends, at the earliest.
    doubtful: f64,
    /// The certain contacts of edges that may reach its end.
    frontier: Vec<EdgeContact>,
    /// How many of these there may be until they are looked through.
    room: usize,
}

impl GrowingPeriod {
    fn new(edge_contact: &EdgeContact) -> Self {
        let period = ContactPeriod {
            begin: edge_contact.begin.time,
            end: edge_contact.end.time,
            certain: edge_contact.certain,
            first: Some(*edge_contact),
        };
        Self {
            period,
            solid: edge_contact.certain,
            sure: edge_contact.end.time.upper,
            doubtful: f64::NEG_INFINITY,
            frontier: if edge_contact.certain { vec![*edge_contact] } else { Vec::new() },
            room: 16,
        }
    }

    fn add(&mut self, edge_contact: &EdgeContact, motion: &RelativeMotion<'_>, cost: &mut Cost) {
        let period = &mut self.period;
        if !edge_contact.certain {
            period.end.upper = period.end.upper.max(edge_contact.end.time.upper);
            self.doubtful = self.doubtful.max(edge_contact.end.time.lower);
            return;
        }
        if !self.solid {
            // What was only possible before now surely begins.
            let lower = period.begin.lower;
            let end = Enclosure {
                lower: edge_contact.end.time.lower,
                upper: period.end.upper.max(edge_contact.end.time.upper),
            };
            *self = Self { doubtful: self.doubtful, ..Self::new(edge_contact) };
            (self.period.begin.lower, self.period.end) = (lower, end);
            return;
        }
        // What lasts to the end of the motion has no end for another to join.
        if edge_contact.begin.time.upper > period.end.lower && period.end.lower < motion.limit().lower {
            period.certain =
                period.certain && self.frontier.iter().any(|reached| motion.joins(reached, edge_contact, cost));
        }
        if period.first.is_some_and(|first| edge_contact.begin.time.upper < first.begin.time.upper) {
            period.first = Some(*edge_contact);
        }
        period.begin.upper = period.begin.upper.min(edge_contact.begin.time.upper);
        period.end = period.end.max(edge_contact.end.time);
        self.sure = self.sure.max(edge_contact.end.time.upper);
        let reached = period.end.lower;
        if edge_contact.end.time.upper >= reached {
            self.frontier.push(*edge_contact);
        }
        // Those that no longer reach it do no harm; left out whenever the others may be half of all, they cost nothing.
        if self.frontier.len() > self.room {
            self.frontier.retain(|edge_contact| edge_contact.end.time.upper >= reached);
            self.room = 2 * self.frontier.len().max(8);
        }
    }
}

impl GrowingPeriod {
    /// The period, which is certain only if no contact that may not be goes on beyond those that are.
    fn finished(self) -> ContactPeriod {
        ContactPeriod { certain: self.period.certain && self.doubtful <= self.sure, ..self.period }
    }
}

/// Joins contacts of edges that overlap or touch.
pub(super) fn outline_contacts(
    mut edge_contacts: Vec<EdgeContact>,
    motion: &RelativeMotion<'_>,
    cost: &mut Cost,
) -> Vec<ContactPeriod> {
    edge_contacts.sort_by(|p, q| {
        let (b, c) = (p.begin.time, q.begin.time);
        b.lower.total_cmp(&c.lower).then(b.upper.total_cmp(&c.upper)).then(p.edges.cmp(&q.edges))
    });
    let (mut done, mut growing): (Vec<ContactPeriod>, Option<GrowingPeriod>) = (Vec::new(), None);
    for edge_contact in &edge_contacts {
        match &mut growing {
            Some(now) if edge_contact.begin.time.lower <= now.period.end.upper => now.add(edge_contact, motion, cost),
            _ => done.extend(growing.replace(GrowingPeriod::new(edge_contact)).map(GrowingPeriod::finished)),
        }
    }
    done.extend(growing.map(GrowingPeriod::finished));
    done
}

/// Fills gaps in which one body is inside the other.
pub(super) fn fill_gaps(
    periods: Vec<ContactPeriod>,
    start: &StartPosition<'_>,
    motion: &RelativeMotion<'_>,
    cost: &mut Cost,
) -> Vec<ContactPeriod> {
    let mut filled: Vec<ContactPeriod> = Vec::with_capacity(periods.len());
    let mut from = EventTime::exactly(0.0).time;
    let mut is_open = false; // whether the last period goes on
    let ends = periods.iter().map(|s| s.begin).chain([motion.last().time]).collect::<Vec<_>>();
    let mut rest = periods.into_iter();
    let outlines = RestingOutlines::new(start, motion);
    for to in ends {
        // Before a contact at the very start, and after one at the very end, there is no gap.
        let empty = to.lower <= from.upper;
        let inside = if empty { Containment::No } else { outlines.inside([from.upper, to.lower], cost) };
        let certain = inside != Containment::Unknown;
        if inside != Containment::No {
            match filled.last_mut() {
                Some(last) => {
                    last.end = to;
                    last.certain &= certain;
                }
                None => filled.push(ContactPeriod { begin: from, end: to, certain, first: None }),
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
