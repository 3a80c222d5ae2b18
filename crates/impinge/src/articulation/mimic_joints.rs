//! Which value drives a joint: its own, or, through any number of mimics, that of the joint that leads.

use super::articulation_error::ArticulationError;
use super::joint::Joint;
use std::collections::HashMap;

/// Where a joint finds its values: `multiplier * values[first] + offset`, or plainly `values[first..]` where it does not mimic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct JointDrive {
    pub(super) first: usize,
    pub(super) multiplier: f64,
    pub(super) offset: f64,
}

/// The drive of every joint; joints that lead take their values in order.
pub(super) fn drives(joints: &[Joint]) -> Result<Vec<JointDrive>, ArticulationError> {
    let by_name: HashMap<&str, usize> = joints.iter().enumerate().map(|(i, joint)| (joint.name.as_str(), i)).collect();
    let mut leaders = Vec::with_capacity(joints.len());
    for joint in joints {
        leaders.push(leader(joint, joints, &by_name)?);
    }
    let mut own = Vec::with_capacity(joints.len());
    let mut next = 0;
    for joint in joints {
        own.push(next);
        next += if joint.mimic.is_some() { 0 } else { joint.motion.dof() };
    }
    let mut drives = vec![None; joints.len()];
    for joint in 0..joints.len() {
        follow(joint, joints, &leaders, &mut drives, &own)?;
    }
    Ok(drives.into_iter().flatten().collect())
}

/// The joint that this one follows directly, by index.
fn leader(joint: &Joint, joints: &[Joint], by_name: &HashMap<&str, usize>) -> Result<Option<usize>, ArticulationError> {
    let Some(mimic) = &joint.mimic else { return Ok(None) };
    let (name, leader) = (joint.name.clone(), mimic.joint.clone());
    let Some(&index) = by_name.get(mimic.joint.as_str()) else {
        return Err(ArticulationError::UnknownLeader { joint: name, leader });
    };
    match [joint, &joints[index]].into_iter().find(|j| j.motion.dof() != 1) {
        Some(odd) => {
            Err(ArticulationError::MimicNotScalar { joint: name, leader, odd: odd.name.clone(), dof: odd.motion.dof() })
        }
        None => Ok(Some(index)),
    }
}

/// Follows the leaders of a joint to one whose drive is known or its own, and so finds those of all on the way.
fn follow(
    joint: usize,
    joints: &[Joint],
    leaders: &[Option<usize>],
    drives: &mut [Option<JointDrive>],
    own: &[usize],
) -> Result<(), ArticulationError> {
    let mut passed = Vec::new();
    let mut at = joint;
    while let (None, Some(next)) = (drives[at], leaders[at]) {
        passed.push(at);
        if passed.len() > joints.len() {
            return Err(ArticulationError::MimicCycle { joints: circle(next, joints, leaders) });
        }
        at = next;
    }
    let mut drive = *drives[at].get_or_insert(JointDrive { first: own[at], multiplier: 1.0, offset: 0.0 });
    for follower in passed.into_iter().rev() {
        let Some(mimic) = &joints[follower].mimic else { continue };
        // m (m' x + o') + o
        let multiplier = mimic.multiplier * drive.multiplier;
        let offset = mimic.multiplier * drive.offset + mimic.offset;
        if !multiplier.is_finite() || !offset.is_finite() {
            return Err(ArticulationError::MimicNotFinite { joint: joints[follower].name.clone(), multiplier, offset });
        }
        drive = JointDrive { first: drive.first, multiplier, offset };
        drives[follower] = Some(drive);
    }
    Ok(())
}

/// The joints of the circle that one of them is on.
fn circle(start: usize, joints: &[Joint], leaders: &[Option<usize>]) -> Vec<String> {
    let mut names = vec![joints[start].name.clone()];
    let mut at = leaders[start];
    while let Some(joint) = at.filter(|joint| *joint != start) {
        names.push(joints[joint].name.clone());
        at = leaders[joint];
    }
    names
}
