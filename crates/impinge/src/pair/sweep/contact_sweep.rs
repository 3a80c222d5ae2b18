//! When two meshes in motion share a point: all intervals of contact over their motions, or a proof that there is none.
//!
//! Conservative advancement (Mirtich 1996) and its kin step towards contact and stop near it; sampling (FCL) misses what is thin. Here pairs of nodes and faces are excluded
//! for whole slices of time, by directions that separate them at both ends of a slice by more than they stray from straight ways in it; so freedom is
//! always proved. Where all vertices move straight, or one body by an algebraic [`crate::ccd::RigidMotion`] against one that rests, contact is decided in integers and times are
//! neighbouring doubles; else the bodies are at all times of an interval within [`Sweep::bound`] of contact. `docs/notes/sweep.md` has the proofs.
//!
//! Motions are given in the world, and answers, too. Bodies that are far apart cost next to nothing, those that pass closely some milliseconds.

use super::impact_geometry::impact;
use super::interval_cover::IntervalCover;
use super::motion_segments::{self, ContactTimeline};
use super::moving_body::PieceMotion;
use super::moving_pair::{ContactCriterion, MovingPair};
use super::rigid_body_motion::{LARGEST_TIME, Motion, MovingMesh};
use super::sweep_effort::SweepEffort;
use super::sweep_report::{Impact, Sweep, SweepError, SweepOptions};
use crate::bounded::Certainty;
use crate::cost::Cost;
use crate::math::LARGEST_COORDINATE;
use crate::mesh::Mesh;

/// A mesh that changes its shape: every vertex moves straight, at a constant rate, from time 0 to time 1.
#[derive(Clone, Copy, Debug)]
pub struct DeformingMesh<'m> {
    /// The body at time 0, in the world.
    pub from: &'m Mesh,
    /// The body at time 1, with the same faces.
    pub to: &'m Mesh,
}

/// When A and B are in contact.
///
/// ```
/// use impinge::{math::{DVec3, Pose}, mesh::Mesh, pair::{self, Motion, MovingMesh, SweepOptions}};
///
/// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let tetrahedron = Mesh::try_new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?;
/// let pose = |x| Pose::from_translation(DVec3::new(x, 0.0, 0.0));
/// let (still, past) = (Motion::still(&Pose::IDENTITY), Motion::screw(&pose(-5.0)?, &pose(3.0)?));
/// let [a, b] = [&still, &past].map(|motion| MovingMesh { mesh: &tetrahedron, motion });
/// let found = pair::sweep(a, b, &SweepOptions::default())?;
/// assert_eq!([found.intervals[0].begin.lower, found.intervals[0].end.upper], [0.5, 0.75]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The bodies are point sets as in [`crate::pair::relate`]: a closed mesh is a solid, and one body inside the other is contact. Time is cut into pieces at the keyframes of both. In a piece in which
/// both bodies only translate contact is exact, however far they go, and so it is where one body moves by all of [`Motion::turning`] and the other stands still, without a separation. A translation of real numbers
/// is the input where one body translates and the other stands still: the vertices of the one as posed, those of the other as turned, are rounded once. Where both translate, or the body that does is turned, the vertices
/// as posed at both ends of the piece are the input, rounded once; but where one goes farther than 1024 times its reach, the translations are, of two bodies their difference at both ends.
///
/// # Errors
/// An empty or infinite time window, a separation or tolerance that is not a length.
pub fn sweep(a: MovingMesh<'_>, b: MovingMesh<'_>, options: &SweepOptions) -> Result<Sweep, SweepError> {
    let motions = [a.motion, b.motion];
    let (goal, window) = (goal(options)?, span_of(motions, options)?);
    let cuts = motion_segments::cuts(motions, window);
    let pieces = cuts.windows(2).map(|cut| {
        let cut = [cut[0], cut[1]];
        (cut, [(a.mesh, motion_segments::ride(a.motion, cut)), (b.mesh, motion_segments::ride(b.motion, cut))])
    });
    Ok(swept(pieces, window, &goal, options.effort))
}

/// The first contact of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FirstContact {
    /// There is no contact.
    Never,
    /// They are in contact at the start.
    AtStart,
    /// They begin apart, and then meet, or come within the bound of contact.
    Impact(Impact),
    /// The effort ran out; before this time they are free.
    Undecided(f64),
}

/// The first contact of A and B: as [`sweep`], at a part of the cost.
///
/// # Errors
/// As [`sweep`].
pub fn first_contact(a: MovingMesh<'_>, b: MovingMesh<'_>, options: &SweepOptions) -> Result<FirstContact, SweepError> {
    let motions = [a.motion, b.motion];
    let (goal, window) = (goal(options)?, span_of(motions, options)?);
    let mut effort = SweepEffort { cost: Cost::default(), left: options.effort };
    for cut in motion_segments::cuts(motions, window).windows(2) {
        let cut = [cut[0], cut[1]];
        let bodies = [a, b].map(|body| (body.mesh, motion_segments::ride(body.motion, cut)));
        let Some(pair) = MovingPair::new(bodies, &goal) else { continue };
        let mut timeline = ContactTimeline::default();
        timeline.add(cut, &IntervalCover::new(&pair).start(&mut effort));
        let Some(interval) = timeline.intervals.first() else { continue };
        return Ok(match timeline.first {
            _ if interval.certainty == Certainty::Undecided => FirstContact::Undecided(interval.begin.lower),
            _ if interval.begin.upper == window[0] => FirstContact::AtStart,
            Some(first) => FirstContact::Impact(impact(&pair, &first, interval.begin)),
            None => FirstContact::Undecided(interval.begin.lower),
        });
    }
    Ok(FirstContact::Never)
}

/// When A and B are in contact while they change their shapes.
///
/// A body that passes through itself is at every time the mesh that it is then, with an inside by winding numbers.
///
/// # Errors
/// As [`sweep`]; vertices or faces of the end that are not those of the start; a window that is not from 0 to 1.
pub fn sweep_deforming(
    a: DeformingMesh<'_>,
    b: DeformingMesh<'_>,
    options: &SweepOptions,
) -> Result<Sweep, SweepError> {
    let goal = goal(options)?;
    let window = window(options, None)?;
    if window != [0.0, 1.0] {
        return Err(SweepError::DeformingWindow { from: window[0], until: window[1] });
    }
    for (body, deforming) in [a, b].into_iter().enumerate() {
        let [from, to] = [deforming.from, deforming.to];
        if from.vertices().len() != to.vertices().len() {
            return Err(SweepError::Vertices { body, from: from.vertices().len(), to: to.vertices().len() });
        }
        if let Some(face) = from.faces().iter().zip(to.faces()).position(|(p, q)| p != q) {
            return Err(SweepError::Faces { body, face });
        }
        if from.faces().len() != to.faces().len() {
            return Err(SweepError::Faces { body, face: from.faces().len().min(to.faces().len()) });
        }
    }
    let bodies = [a, b].map(|body| (body.from, PieceMotion::Deforming(body.to)));
    Ok(swept(std::iter::once((window, bodies)), window, &goal, options.effort))
}

/// Covers piece after piece.
fn swept<'m>(
    pieces: impl Iterator<Item = ([f64; 2], [(&'m Mesh, PieceMotion<'m>); 2])>,
    window: [f64; 2],
    goal: &ContactCriterion,
    effort: u64,
) -> Sweep {
    let mut effort = SweepEffort { cost: Cost::default(), left: effort };
    let (mut timeline, mut bound, mut first_impact) = (ContactTimeline::default(), 0.0_f64, None);
    for (cut, bodies) in pieces {
        let Some(pair) = MovingPair::new(bodies, goal) else { continue };
        bound = bound.max(pair.tolerance / pair.scale);
        let was_free = timeline.is_free();
        let stretches = IntervalCover::new(&pair).stretches(&mut effort);
        timeline.add(cut, &stretches);
        if was_free && let (Some(first), Some(interval)) = (timeline.first, timeline.intervals.first()) {
            first_impact = Some(impact(&pair, &first, interval.begin));
        }
    }
    let begins_apart = timeline.intervals.first().is_some_and(|first| first.begin.upper > window[0]);
    Sweep {
        window,
        intervals: timeline.intervals,
        impact: first_impact.filter(|_| begins_apart),
        bound,
        cost: effort.cost,
    }
}

/// The time that is looked at: that of the options, or all in which a body moves.
pub(super) fn span_of(motions: [&Motion; 2], options: &SweepOptions) -> Result<[f64; 2], SweepError> {
    let spans = motions.into_iter().filter_map(Motion::span);
    window(options, spans.reduce(|p, q| [p[0].min(q[0]), p[1].max(q[1])]))
}

pub(super) fn goal(options: &SweepOptions) -> Result<ContactCriterion, SweepError> {
    let SweepOptions { separation, tolerance, .. } = *options;
    if !(0.0..=LARGEST_COORDINATE).contains(&separation) {
        return Err(SweepError::Separation(separation));
    }
    match tolerance {
        Some(length) if !(length > 0.0 && length <= LARGEST_COORDINATE) => Err(SweepError::Tolerance(length)),
        _ => Ok(ContactCriterion { separation, tolerance }),
    }
}

fn window(options: &SweepOptions, span: Option<[f64; 2]>) -> Result<[f64; 2], SweepError> {
    let [from, until] = options.window.or(span).unwrap_or([0.0, 1.0]);
    let is_one = from < until && from.abs() <= LARGEST_TIME && until.abs() <= LARGEST_TIME;
    if is_one { Ok([from, until]) } else { Err(SweepError::Window { from, until }) }
}
