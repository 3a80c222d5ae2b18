//! The potentially colliding set: what images could not prove to be apart from all others.

use crate::layers::Slack;

/// What is left of bodies and faces after pruning to a fixed point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PotentialSet {
    /// For every slot of the layout, whether its body is left.
    pub bodies: Vec<bool>,
    /// For every face of all bodies, by its number, whether it is left.
    pub faces: Vec<bool>,
    /// Around the faces left of every slot, in the image along the first axis: least, then greatest; the least is greater if none are left.
    pub boxes: Vec<[i32; 6]>,
    /// How many bodies there were at first and after each round, while they became fewer.
    pub body_rounds: Vec<u32>,
    /// How many faces there were when bodies became no fewer, and after each further round.
    pub face_rounds: Vec<u32>,
}

/// What is hidden from the front and from behind, a bit each, along three axes.
pub(super) const ALL_HIDDEN: u8 = 0b11_11_11;

/// A box that holds nothing.
pub(super) const NOTHING: [i32; 6] = [i32::MAX, i32::MAX, i32::MAX, i32::MIN, i32::MIN, i32::MIN];

impl PotentialSet {
    /// Whether the surfaces of two slots may meet; if not, they are proved to be apart.
    pub(crate) fn may_meet(&self, a: u32, b: u32, slack: Slack) -> bool {
        let (Some(p), Some(q)) = (self.boxes.get(a as usize), self.boxes.get(b as usize)) else { return true };
        // Both boxes are off by the slack.
        let room = [slack.position, slack.position, slack.depth].map(|room| 2 * i64::from(room));
        let near = |p: &[i32; 6], q: &[i32; 6], i: usize| i64::from(p[i]) <= i64::from(q[i + 3]) + room[i];
        (0..3).all(|i| near(p, q, i) && near(q, p, i))
    }
}

/// Sizes while they fall, from those of several rounds.
pub(super) fn falling(rounds: &[u32]) -> Vec<u32> {
    let fallen = rounds.windows(2).take_while(|pair| pair[1] < pair[0]).count();
    rounds.iter().take(fallen + 1).copied().collect()
}
