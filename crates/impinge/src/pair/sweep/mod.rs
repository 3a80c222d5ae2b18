//! When two bodies in motion are in contact.

mod box_overlap_times; // when boxes around both bodies overlap; outside, they are free
mod conservative_advancement; // a time before which there is no contact, by distances alone
mod contact_duration; // how long two faces stay near each other
mod contact_sweep; // the entry: all intervals of contact, or the first contact
mod crossing_margin; // how far two crossing triangles may move and still cross
mod deforming_boxes; // boxes of a deforming body at both ends of its motion
mod exact_face_contact; // contact times of two faces, decided exactly
mod first_contact_search; // from a free time to the first possible contact
mod ranked_task; // items of the queues of a sweep, least key first
mod impact_geometry; // points, features and normal of the first contact
mod interval_cover; // time covered by intervals proved free or in contact
mod mean_witness_points; // points by which sliding faces are followed
mod moving_body; // one body over a smooth piece of its motion
mod moving_pair; // two bodies over a smooth piece of their motions
mod proximity_at_time; // which faces are near at one time
mod rigid_body_motion; // keyframes, screws, slerp and algebraic motions
mod separating_axis_clip; // when a direction separates two moving convex sets
mod motion_segments; // time cut where motions are not smooth
mod sweep_effort; // what is spent and what may be
mod sweep_report; // options, errors and answers
mod swept_bounds; // a box around all places of a moving body

pub use conservative_advancement::{Advancement, AdvancementEnd, advance};
pub use contact_sweep::{DeformingMesh, FirstContact, first_contact, sweep, sweep_deforming};
pub use rigid_body_motion::{BodyMotionError, Motion, MovingMesh};
pub use sweep_report::{ContactInterval, Impact, Sweep, SweepError, SweepOptions};
pub(crate) use swept_bounds::swept_bounds;
