//! Pairs of bodies that meet, as a check without rules finds them.

use crate::progress::Progress;
use crate::stage::Stage;
use impinge::executor::Executor;
use impinge::pair::Relation;
use impinge::scene::SceneRequest;

/// Two bodies that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The bodies, by their place in the assembly, the lower first.
    pub bodies: [usize; 2],
    /// The relation of the first to the second.
    pub relation: Relation,
}

/// Every pair that meets, sorted.
///
/// # Errors
/// A body cannot be where it is to be.
pub fn meetings(stage: &Stage, executor: &Executor, quiet: bool) -> anyhow::Result<Vec<Meeting>> {
    stage.prepare(executor);
    let (mut scene, ids) = stage.scene()?;
    let view = scene.view(executor);
    let near = view.pairs_within(0.0);
    let mut work: Vec<[usize; 2]> = near.into_iter().map(|(a, b)| [a.slot(), b.slot()]).collect();
    work.iter_mut().for_each(|pair| pair.sort_unstable());
    work.sort_unstable();
    let progress = Progress::new("checking", work.len(), quiet);
    let related = executor.map(work.len(), |k| {
        let [a, b] = work[k];
        let related = view.relate(ids[a], ids[b], &SceneRequest::default());
        progress.step();
        related
    });
    let mut meetings = Vec::new();
    for (bodies, related) in work.into_iter().zip(related) {
        let relation = related?.relation;
        if relation != Relation::Disjoint {
            meetings.push(Meeting { bodies, relation });
        }
    }
    Ok(meetings)
}
