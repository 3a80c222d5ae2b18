//! Why links and joints are no articulation, and why values are no configuration of one.

use crate::math::PoseError;

/// Why links and joints are no articulation.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ArticulationError {
    /// There is no link.
    #[error("there are no links, expected at least one")]
    NoLinks,
    /// More links or joints than ids.
    #[error("there are {0} links or joints, expected at most 2^29 of each")]
    TooLarge(usize),
    /// Two links have one name.
    #[error("two links are called '{name}', expected a name of its own for each")]
    DuplicateLink {
        /// The name.
        name: String,
    },
    /// Two joints have one name.
    #[error("two joints are called '{name}', expected a name of its own for each")]
    DuplicateJoint {
        /// The name.
        name: String,
    },
    /// The parent of a joint is not among the links.
    #[error("joint '{joint}': its parent '{link}' is not among the links")]
    UnknownParent {
        /// The joint.
        joint: String,
        /// The name that no link has.
        link: String,
    },
    /// The child of a joint is not among the links.
    #[error("joint '{joint}': its child '{link}' is not among the links")]
    UnknownChild {
        /// The joint.
        joint: String,
        /// The name that no link has.
        link: String,
    },
    /// Two joints carry one link.
    #[error("link '{link}' is the child of the joints '{first}' and '{second}', expected one parent at most")]
    TwoParents {
        /// The link.
        link: String,
        /// The joint that came first.
        first: String,
        /// The other joint.
        second: String,
    },
    /// Following the parents leads back to the same link.
    #[error("the links {} form a cycle, expected a tree", listed(links))]
    Cycle {
        /// The links of the cycle, child before parent.
        links: Vec<String>,
    },
    /// More than one link has no parent.
    #[error("the links {} have no parent, expected one root that all others hang on", listed(links))]
    SeveralRoots {
        /// All of them.
        links: Vec<String>,
    },
    /// An axis is zero or not finite.
    #[error("joint '{joint}': the axis ({}, {}, {}) has no direction", axis[0], axis[1], axis[2])]
    NoAxis {
        /// The joint.
        joint: String,
        /// Its axis.
        axis: [f64; 3],
    },
    /// Limits are not finite or the wrong way round.
    #[error(
        "joint '{joint}': the limits from {lower} to {upper} hold nothing, expected finite numbers, the lower first"
    )]
    BadLimits {
        /// The joint.
        joint: String,
        /// The lower limit.
        lower: f64,
        /// The upper limit.
        upper: f64,
    },
    /// A joint follows one that is not there.
    #[error("joint '{joint}' mimics '{leader}', which is not among the joints")]
    UnknownLeader {
        /// The joint.
        joint: String,
        /// The name that no joint has.
        leader: String,
    },
    /// Joints follow each other in a circle.
    #[error("the joints {} mimic each other in a circle, expected one that leads", listed(joints))]
    MimicCycle {
        /// The joints, follower before leader.
        joints: Vec<String>,
    },
    /// A joint that follows, or the one it follows, has not one value.
    #[error("joint '{joint}' mimics '{leader}', but '{odd}' has {dof} values, expected 1")]
    MimicNotScalar {
        /// The joint that follows.
        joint: String,
        /// The joint that leads.
        leader: String,
        /// Which of them it is.
        odd: String,
        /// How many values it has.
        dof: usize,
    },
    /// A multiplier or an offset is not finite.
    #[error("joint '{joint}': mimics by {multiplier} and {offset}, expected finite numbers")]
    MimicNotFinite {
        /// The joint.
        joint: String,
        /// The multiplier, of all joints between it and the one that leads.
        multiplier: f64,
        /// The offset, likewise.
        offset: f64,
    },
}

/// Why values are no configuration.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigurationError {
    /// There are too few or too many values.
    #[error("there are {found} values, expected {expected}, one for each degree of freedom")]
    WrongCount {
        /// As many as degrees of freedom.
        expected: usize,
        /// As many as were given.
        found: usize,
    },
    /// There are too few or too many places for poses.
    #[error("there are {found} places for poses, expected {expected}, one for each link")]
    WrongPlaces {
        /// As many as links.
        expected: usize,
        /// As many as were given.
        found: usize,
    },
    /// A value is NaN or infinite.
    #[error("the value of '{name}' is {found}, expected a finite number")]
    NotFinite {
        /// The name of the value.
        name: String,
        /// The value.
        found: f64,
    },
    /// A value is outside its limits.
    #[error("the value of '{name}' is {found}, expected one from {lower} to {upper}")]
    OutsideLimits {
        /// The name of the value.
        name: String,
        /// The value.
        found: f64,
        /// The least that it may be.
        lower: f64,
        /// The most that it may be.
        upper: f64,
    },
    /// A link would stand where no pose can be: too far away.
    #[error("link '{link}': {error}")]
    NoPose {
        /// The link.
        link: String,
        /// Why.
        error: PoseError,
    },
}

/// Names for a message: in quotes, the first few of them.
fn listed(names: &[String]) -> String {
    /// Most names that a message shows.
    const SHOWN: usize = 8;
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| format!("'{name}'")).collect();
    let more = if names.len() > SHOWN { format!(" and {} more", names.len() - SHOWN) } else { String::new() };
    shown.join(", ") + &more
}
