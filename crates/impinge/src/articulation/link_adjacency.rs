//! Which links are neighbours, and so meet by design.

use super::articulated_tree::Articulation;
use super::joint::{JointMotion, LinkId};

/// What counts as neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Adjacency {
    /// Links that one joint joins, and links that never move against each other: those joined through fixed joints.
    #[default]
    Joined,
    /// Also links of which each is joined, through fixed joints, to one end of the same moving joint, as in MuJoCo.
    Welded,
    /// No links at all.
    None,
}

impl Articulation {
    /// For every link the lowest id among the links that never move against it: those joined to it through fixed joints.
    #[must_use]
    pub fn rigid_groups(&self) -> Vec<LinkId> {
        let count = self.link_names().len();
        let mut top: Vec<usize> = (0..count).collect();
        for step in &self.steps {
            if matches!(self.joints()[step.joint].motion, JointMotion::Fixed) {
                top[step.child] = top[step.parent];
            }
        }
        let mut lowest = vec![u32::MAX; count];
        for (link, top) in top.iter().enumerate() {
            lowest[*top] = lowest[*top].min(link as u32);
        }
        top.into_iter().map(|top| LinkId(lowest[top])).collect()
    }

    /// The links of every rigid group, in order; empty for a link that is not the lowest of its group.
    #[must_use]
    pub fn rigid_group_members(&self) -> Vec<Vec<LinkId>> {
        let groups = self.rigid_groups();
        let mut members = vec![Vec::new(); groups.len()];
        for (link, group) in groups.iter().enumerate() {
            members[group.index()].push(LinkId(link as u32));
        }
        members
    }

    /// All pairs of neighbours, each with the lower id first, sorted; as many as the square of the links that one rigid group has.
    #[must_use]
    pub fn adjacent_pairs(&self, adjacency: Adjacency) -> Vec<[LinkId; 2]> {
        self.adjacent_pairs_in(adjacency, usize::MAX)
    }

    /// As [`Articulation::adjacent_pairs`], without the pairs inside a rigid group of more links than `most`.
    #[must_use]
    pub fn adjacent_pairs_in(&self, adjacency: Adjacency, most: usize) -> Vec<[LinkId; 2]> {
        if adjacency == Adjacency::None {
            return Vec::new();
        }
        let (groups, members) = (self.rigid_groups(), self.rigid_group_members());
        let ordered = |a: LinkId, b: LinkId| [a.min(b), a.max(b)];
        let pair = |a: usize, b: usize| ordered(LinkId(a as u32), LinkId(b as u32));
        let is_listed = |group: &Vec<LinkId>| group.len() <= most;
        let mut pairs = Vec::new();
        for group in members.iter().filter(|group| is_listed(group)) {
            let after = |(i, a): (usize, &LinkId)| group[i + 1..].iter().map(|b| ordered(*a, *b)).collect::<Vec<_>>();
            pairs.extend(group.iter().enumerate().flat_map(after));
        }
        for step in &self.steps {
            let ends = [step.parent, step.child].map(|link| &members[groups[link].index()]);
            match adjacency {
                Adjacency::Joined if std::ptr::eq(ends[0], ends[1]) && !is_listed(ends[0]) => {}
                Adjacency::Joined => pairs.push(pair(step.parent, step.child)),
                Adjacency::None => {}
                Adjacency::Welded if std::ptr::eq(ends[0], ends[1]) => {}
                Adjacency::Welded => {
                    pairs.extend(ends[0].iter().flat_map(|a| ends[1].iter().map(|b| ordered(*a, *b))));
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::super::Joint;
    use super::*;
    use crate::math::DVec3;

    #[test]
    fn neighbours_are_joined_or_never_move() {
        let hinge = JointMotion::Continuous { axis: DVec3::Z };
        let joint = |name: &str, parent: &str, child: &str, motion| Joint::new(name, parent, child, motion);
        // hand ─ flange ─ wrist ~ arm ~ base, and camera ─ flange: ~ moves, ─ does not.
        let links = ["hand", "flange", "wrist", "arm", "base", "camera"].map(str::to_owned).to_vec();
        let joints = vec![
            joint("1", "flange", "hand", JointMotion::Fixed),
            joint("2", "wrist", "flange", JointMotion::Fixed),
            joint("3", "arm", "wrist", hinge),
            joint("4", "base", "arm", hinge),
            joint("5", "flange", "camera", JointMotion::Fixed),
        ];
        let robot = Articulation::try_new(links, joints).unwrap();
        assert_eq!(robot.rigid_groups(), [0, 0, 0, 3, 4, 0].map(LinkId));
        let listed = |pairs: &[[u32; 2]]| pairs.iter().map(|p| p.map(LinkId)).collect::<Vec<_>>();
        let joined = listed(&[[0, 1], [0, 2], [0, 5], [1, 2], [1, 5], [2, 3], [2, 5], [3, 4]]);
        assert_eq!(robot.adjacent_pairs(Adjacency::Joined), joined);
        let welded = [joined, listed(&[[0, 3], [1, 3], [3, 5]])].concat();
        let mut found = robot.adjacent_pairs(Adjacency::Welded);
        assert!(found.is_sorted() && robot.adjacent_pairs(Adjacency::None).is_empty());
        found.retain(|pair| !welded.contains(pair));
        assert!(found.is_empty() && robot.adjacent_pairs(Adjacency::Welded).len() == welded.len());
        let between = listed(&[[2, 3], [3, 4]]);
        assert_eq!(robot.adjacent_pairs_in(Adjacency::Joined, 3), between);
        assert_eq!(robot.rigid_group_members()[0], [0, 1, 2, 5].map(LinkId));
    }
}
