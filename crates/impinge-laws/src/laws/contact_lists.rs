//! Pairs of triangles that share a point, against every pair in exact arithmetic.

use crate::laws::booleans::{brute_contacts, describe_meshes, polycubes, soup};
use crate::trial::Trial;
use impinge::{Mesh, Pose};

pub fn count(trial: &mut Trial<'_>) {
    let pair: Option<[Mesh; 2]> = if trial.random.coin() {
        polycubes(&mut trial.random).map(|pair| [pair.a, pair.b])
    } else {
        soup(&mut trial.random).zip(soup(&mut trial.random)).map(|(a, b)| [a, b])
    };
    let Some([a, b]) = pair else { return };
    let Some(loaded) = trial.load(&a, &b) else { return };
    if let Some(answer) = trial.ask(|| loaded.contact_count(&Pose::IDENTITY)) {
        let expected = brute_contacts(&a, &b);
        trial.judge(answer == expected, || {
            format!("counted {answer}, and {expected} is true; {}", describe_meshes(&a, &b))
        });
    }
}
