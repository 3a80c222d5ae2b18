//! The potentially colliding set: what images could not prove to be apart from all others.

use crate::layers::Slack;

/// What is left of bodies, groups of faces and faces after pruning to a fixed point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PotentialSet {
    /// For every slot of the layout, whether its body is left.
    pub bodies: Vec<bool>,
    /// For every group of faces, whether it is left.
    pub groups: Vec<bool>,
    /// For every slot, its first group; then how many groups there are.
    pub group_starts: Vec<u32>,
    /// For every face of all bodies, by its number, whether it is left.
    pub faces: Vec<bool>,
    /// Around the faces left of every group, in the image along the first axis: least, then greatest; the least is greater if none are left.
    pub boxes: Vec<[i32; 6]>,
    /// How many bodies there were at first and after each round, while they became fewer.
    pub body_rounds: Vec<u32>,
    /// How many groups there were when bodies became no fewer, and after each further round.
    pub group_rounds: Vec<u32>,
    /// How many faces there were when groups became no fewer, and after each further round.
    pub face_rounds: Vec<u32>,
}

/// What is hidden from the front and from behind, a bit each, along three axes.
pub(super) const ALL_HIDDEN: u8 = 0b11_11_11;

/// A box that holds nothing.
pub(super) const NOTHING: [i32; 6] = [i32::MAX, i32::MAX, i32::MAX, i32::MIN, i32::MIN, i32::MIN];

/// A box in the image: least, then greatest.
type Bounds = [i32; 6];

impl PotentialSet {
    /// Whether the surfaces of two slots may meet; if not, they are proved to be apart: no box around what is left of a group of one meets one of
    /// the other.
    pub(crate) fn may_meet(&self, a: u32, b: u32, slack: Slack) -> bool {
        let (Some(of_a), Some(of_b)) = (self.boxes_of(a), self.boxes_of(b)) else { return true };
        // Both boxes are off by the slack.
        let room = [slack.position, slack.position, slack.depth].map(|room| 2 * i64::from(room));
        let before = |p: &Bounds, q: &Bounds, i: usize| i64::from(p[i]) <= i64::from(q[i + 3]) + room[i];
        let meet = |p: &Bounds, q: &Bounds| (0..3).all(|i| before(p, q, i) && before(q, p, i));
        let (whole_a, whole_b) = (joined(of_a), joined(of_b));
        if !meet(&whole_a, &whole_b) {
            return false;
        }
        // Only what reaches into the other body's box is compared one by one.
        let near = |boxes: &[Bounds], other: &Bounds| -> Vec<Bounds> {
            boxes.iter().filter(|bounds| meet(bounds, other)).copied().collect()
        };
        let (of_a, of_b) = (near(of_a, &whole_b), near(of_b, &whole_a));
        of_a.iter().any(|p| of_b.iter().any(|q| meet(p, q)))
    }

    /// The boxes of the groups of a slot; nothing if there is no such slot.
    fn boxes_of(&self, slot: u32) -> Option<&[Bounds]> {
        let slot = slot as usize;
        self.boxes.get(*self.group_starts.get(slot)? as usize..*self.group_starts.get(slot + 1)? as usize)
    }
}

/// A box around boxes.
fn joined(boxes: &[Bounds]) -> Bounds {
    let join = |all: Bounds, bounds: &Bounds| {
        std::array::from_fn(|i| if i < 3 { all[i].min(bounds[i]) } else { all[i].max(bounds[i]) })
    };
    boxes.iter().fold(NOTHING, join)
}

/// Sizes while they fall, from those of several rounds.
#[cfg(feature = "device")]
pub(super) fn falling(rounds: &[u32]) -> Vec<u32> {
    let fallen = rounds.windows(2).take_while(|pair| pair[1] < pair[0]).count();
    rounds.iter().take(fallen + 1).copied().collect()
}
