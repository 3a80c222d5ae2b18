//! The links from the root outwards: which joint carries each, and in which order to walk.

use super::articulation_error::ArticulationError;
use super::joint::Joint;
use std::collections::HashMap;

/// A link with the joint that carries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LinkStep {
    pub(super) parent: usize,
    pub(super) joint: usize,
    pub(super) child: usize,
}

/// A tree of links.
#[derive(Debug)]
pub(super) struct LinkOrder {
    pub(super) root: usize,
    /// Every link but the root, after its parent.
    pub(super) steps: Vec<LinkStep>,
}

/// The index of every name.
pub(super) fn indices<'a>(
    names: impl Iterator<Item = &'a str>,
    twice: impl Fn(String) -> ArticulationError,
) -> Result<HashMap<&'a str, usize>, ArticulationError> {
    let mut indices = HashMap::new();
    for (index, name) in names.enumerate() {
        if indices.insert(name, index).is_some() {
            return Err(twice(name.to_owned()));
        }
    }
    Ok(indices)
}

/// Sorts links from the root outwards; children in the order of their joints.
pub(super) fn order_links(links: &[String], joints: &[Joint]) -> Result<LinkOrder, ArticulationError> {
    let by_name = indices(links.iter().map(String::as_str), |name| ArticulationError::DuplicateLink { name })?;
    indices(joints.iter().map(|j| j.name.as_str()), |name| ArticulationError::DuplicateJoint { name })?;
    let find = |link: &str| by_name.get(link).copied();
    let mut carried: Vec<Option<LinkStep>> = vec![None; links.len()];
    let mut children: Vec<Vec<LinkStep>> = vec![Vec::new(); links.len()];
    for (index, joint) in joints.iter().enumerate() {
        let names = |link: &String| (joint.name.clone(), link.clone());
        let Some(parent) = find(&joint.parent) else {
            let (joint, link) = names(&joint.parent);
            return Err(ArticulationError::UnknownParent { joint, link });
        };
        let Some(child) = find(&joint.child) else {
            let (joint, link) = names(&joint.child);
            return Err(ArticulationError::UnknownChild { joint, link });
        };
        let step = LinkStep { parent, joint: index, child };
        if let Some(first) = carried[child].replace(step) {
            let [first, second] = [first.joint, index].map(|j| joints[j].name.clone());
            return Err(ArticulationError::TwoParents { link: links[child].clone(), first, second });
        }
        children[parent].push(step);
    }
    let roots: Vec<usize> = (0..links.len()).filter(|link| carried[*link].is_none()).collect();
    let steps = walk(&roots, &children);
    if roots.len() + steps.len() < links.len() {
        return Err(ArticulationError::Cycle { links: cycle(links, &carried, &steps) });
    }
    match roots[..] {
        [root] => Ok(LinkOrder { root, steps }),
        _ => Err(ArticulationError::SeveralRoots { links: roots.iter().map(|link| links[*link].clone()).collect() }),
    }
}

/// Every link that hangs on the roots, after its parent.
fn walk(roots: &[usize], children: &[Vec<LinkStep>]) -> Vec<LinkStep> {
    let mut steps = Vec::new();
    let mut stack: Vec<LinkStep> = roots.iter().rev().flat_map(|root| children[*root].iter().rev().copied()).collect();
    while let Some(step) = stack.pop() {
        steps.push(step);
        stack.extend(children[step.child].iter().rev());
    }
    steps
}

/// The names of one cycle among links of which not all hang on a root.
fn cycle(links: &[String], carried: &[Option<LinkStep>], reached: &[LinkStep]) -> Vec<String> {
    let mut hangs = vec![false; links.len()];
    reached.iter().for_each(|step| hangs[step.child] = true);
    let lost = (0..links.len()).find(|link| carried[*link].is_some() && !hangs[*link]);
    let Some(mut at) = lost else { return Vec::new() };
    let parent = |link: usize| carried[link].map_or(link, |step| step.parent);
    // After as many steps as there are links, the walk towards the parents has entered the cycle.
    for _ in 0..links.len() {
        at = parent(at);
    }
    let start = at;
    let mut names = vec![links[start].clone()];
    at = parent(start);
    while at != start {
        names.push(links[at].clone());
        at = parent(at);
    }
    names
}
