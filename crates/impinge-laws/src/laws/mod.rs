//! The laws, each with its statement and a check of one random case.

mod booleans;
mod contact_lists;
mod hulls;
mod lengths;
mod motions;

use crate::trial::Trial;

/// By how much lengths and times of an engine may be off, relative to the larger of the truth and the size of the bodies.
pub const LENGTH_TOLERANCE: f64 = 1e-9;

/// A law that every engine should keep.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    /// A short name.
    pub id: &'static str,
    /// What holds.
    pub statement: &'static str,
    pub(crate) check: fn(&mut Trial<'_>),
}

const fn law(id: &'static str, statement: &'static str, check: fn(&mut Trial<'_>)) -> Law {
    Law { id, statement, check }
}

/// All laws.
pub static LAWS: &[Law] = &[
    law("meet", "surfaces meet exactly if they share a point, be it a corner, an edge or a whole face", booleans::meet),
    law(
        "soups-meet",
        "loose triangles meet exactly if they share a point, needles and points among them",
        booleans::soups_meet,
    ),
    law("inside", "a solid within another meets it, one in a cavity of the other does not", booleans::inside),
    law("posed", "an exact shift of one body is the same as shifted vertices", booleans::posed),
    law(
        "swapped",
        "the order of the two bodies changes neither whether they meet nor a bit of their distance",
        booleans::swapped,
    ),
    law("scaled", "bodies a million times as large or as small meet as before", booleans::scaled),
    law("far-away", "bodies a million units from the origin meet as before", booleans::far_away),
    law("zero-distance", "the distance is zero exactly if the surfaces meet", lengths::zero_distance),
    law("distance", "the distance is that of the closest two points", lengths::distance),
    law(
        "closest-points",
        "closest points lie on the two bodies, as far apart as the distance",
        lengths::closest_points,
    ),
    law("repeated", "the same question has the same answer, to the bit", lengths::repeated),
    law(
        "contact-count",
        "every pair of triangles that share a point is counted once, and no other",
        contact_lists::count,
    ),
    law("hulls-apart", "hulls with a plane between them are apart", hulls::apart),
    law("hull-distance", "the distance of hulls is that of the closest two points", hulls::distance),
    law(
        "motion-hits",
        "the first contact of a motion through another body is reported between first touch and first overlap",
        motions::hits,
    ),
    law("motion-free", "a motion that stays apart is free", motions::free),
];
