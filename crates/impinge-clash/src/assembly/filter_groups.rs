//! Collision groups of several files as bits of their own: a file knows nothing of the groups of another.

use super::body::AssemblyBody;

/// Groups of all files together that are not tested against each other, at most.
pub const MOST_GROUPS: u32 = 31;

/// There are more than [`MOST_GROUPS`] groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyGroups;

/// The bits given out so far, after that of bodies whose group does not matter.
#[derive(Debug, Default)]
pub struct FilterGroups {
    given: u32,
}

impl FilterGroups {
    /// Gives the groups of a file new bits, one for each group that is not tested against all.
    ///
    /// # Errors
    /// There are no bits left.
    pub fn renumber(&mut self, bodies: &mut [AssemblyBody]) -> Result<(), TooManyGroups> {
        let number = |body: &AssemblyBody| body.options.groups.trailing_zeros().min(MOST_GROUPS) as usize;
        let mut new = [0_u32; 32];
        for body in bodies.iter().filter(|body| body.options.mask != u32::MAX) {
            let bit = &mut new[number(body)];
            if *bit == 0 {
                if self.given == MOST_GROUPS {
                    return Err(TooManyGroups);
                }
                self.given += 1;
                *bit = 1 << self.given;
            }
        }
        for body in bodies {
            let hidden = (0..32).filter(|k| body.options.mask >> k & 1 == 0).fold(0, |all, k| all | new[k]);
            body.options.groups = new[number(body)].max(1);
            body.options.mask = !hidden;
        }
        Ok(())
    }
}
