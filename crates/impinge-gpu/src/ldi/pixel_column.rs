//! One column of a layered image: the depths at which each body certainly is, certainly is not, or may be.
//!
//! Between the fragments of a body no point of the pixel is on its surface, so its winding number is the same in the whole
//! piece of the column; at the centre of the pixel it is counted. Within fragments nothing is known, but for a fragment that covers the
//! whole pixel and has no other near it: its plane has its mean depth at the centre, so for volumes it counts as flat.

use super::three_valued_answer::Answer;
use crate::fixed_point::SUBPIXELS;
use crate::layers::{Fragment, Slack};

/// The winding number of each body: nothing where its surface may be.
pub type Windings = [Option<i32>];

/// A question about a place, by the winding numbers of bodies there; the answer for all zero must be no.
pub type Question<'a> = &'a dyn Fn(&Windings) -> Answer;

/// How much of a column, in steps of depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Surely at least this.
    pub lower: u64,
    /// At the centre of the pixel, up to rounding.
    pub centre: u64,
    /// Surely at most this.
    pub upper: u64,
}

/// A depth at which a body becomes known or unknown.
#[derive(Clone, Copy, Debug)]
struct Change {
    depth: i32,
    body: usize,
    winding: Option<i32>,
}

/// A column; its buffers are reused for the next one.
#[derive(Debug, Default)]
pub struct Column {
    fragments: Vec<(usize, Fragment)>,
    changes: Vec<Change>,
    crossings: Vec<(i32, usize, i32)>,
    windings: Vec<Option<i32>>,
}

impl Column {
    /// Takes the fragments of a pixel, each with the number of its body, lowest first. The first body whose winding number does not
    /// come back to zero is given back: its surface is not closed.
    pub fn read(
        &mut self,
        fragments: impl Iterator<Item = (usize, Fragment)>,
        bodies: usize,
        slack: Slack,
    ) -> Result<(), usize> {
        self.fragments.clear();
        self.fragments.extend(fragments);
        self.flatten(slack);
        self.changes.clear();
        self.crossings.clear();
        for body in 0..bodies {
            self.trace(body)?;
        }
        self.changes.sort_unstable_by_key(|change| change.depth);
        self.crossings.sort_unstable();
        self.windings.clear();
        self.windings.resize(bodies, Some(0));
        Ok(())
    }

    /// How much of the column a question has for its answer.
    pub fn extent(&mut self, question: Question<'_>) -> Extent {
        let mut extent = Extent::default();
        self.windings.fill(Some(0));
        let mut last = 0;
        for &Change { depth, body, winding } in &self.changes {
            let length = (depth - last) as u64;
            match question(&self.windings) {
                Answer::Yes => {
                    extent.lower += length;
                    extent.upper += length;
                }
                Answer::Unknown => extent.upper += length,
                Answer::No => {}
            }
            (last, self.windings[body]) = (depth, winding);
        }
        self.windings.fill(Some(0));
        last = 0;
        for &(depth, body, facing) in &self.crossings {
            if question(&self.windings) == Answer::Yes {
                extent.centre += (depth - last) as u64;
            }
            self.windings[body] = self.windings[body].map(|winding| winding + facing);
            last = depth;
        }
        extent
    }

    /// Narrows fragments that cover the pixel and lie alone to where their mean depth is.
    fn flatten(&mut self, slack: Slack) {
        let mut start = 0;
        while start < self.fragments.len() {
            let mut far = self.fragments[start].1.high;
            let mut end = start + 1;
            while end < self.fragments.len() && self.fragments[end].1.low <= far {
                far = far.max(self.fragments[end].1.high);
                end += 1;
            }
            let fragment = &mut self.fragments[start].1;
            if end == start + 1 && fragment.whole {
                // The plane changes by no more than high - low over the side of a grown pixel, and corners move by the slack.
                let side = i64::from(SUBPIXELS + 2 * slack.position);
                let tilt = i64::from(fragment.high - fragment.low) * i64::from(slack.position) / side + 1;
                let off = slack.depth + tilt as i32;
                fragment.low = fragment.low.max(fragment.centre - off);
                fragment.high = fragment.high.min(fragment.centre + 1 + off);
            }
            start = end;
        }
    }

    /// Where the surface of a body may be, and its winding number between.
    fn trace(&mut self, body: usize) -> Result<(), usize> {
        let (mut winding, mut far) = (0, i32::MIN);
        for (_, fragment) in self.fragments.iter().filter(|(owner, _)| *owner == body) {
            if fragment.low > far {
                if far > i32::MIN {
                    self.changes.push(Change { depth: far, body, winding: Some(winding) });
                }
                self.changes.push(Change { depth: fragment.low, body, winding: None });
            }
            far = far.max(fragment.high);
            winding += fragment.facing;
            if fragment.facing != 0 {
                self.crossings.push((fragment.centre, body, fragment.facing));
            }
        }
        if far > i32::MIN {
            self.changes.push(Change { depth: far, body, winding: Some(winding) });
        }
        if winding == 0 { Ok(()) } else { Err(body) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLACK: Slack = Slack { position: 2, depth: 2 };

    fn fragment(low: i32, high: i32, facing: i32, whole: bool) -> Fragment {
        Fragment { low, high, centre: (low + high) / 2, facing, whole, face: 0 }
    }

    fn inside_both(windings: &Windings) -> Answer {
        windings.iter().map(|winding| Answer::of(winding.map(|w| w != 0))).fold(Answer::Yes, Answer::and)
    }

    #[test]
    fn what_lies_between_fragments_is_known() {
        let mut column = Column::default();
        let mut pixel = vec![
            (0, fragment(100, 110, 1, false)),
            (1, fragment(150, 250, 1, false)),
            (0, fragment(200, 210, -1, false)),
            (1, fragment(400, 420, -1, false)),
        ];
        column.read(pixel.iter().copied(), 2, SLACK).expect("closed");
        // B is unknown from 150 to 250, A from 200 to 210; at the centre B enters at 200 and A leaves at 205.
        assert_eq!(column.extent(&inside_both), Extent { lower: 0, centre: 5, upper: 60 });
        pixel.pop();
        assert_eq!(column.read(pixel.into_iter(), 2, SLACK), Err(1));
    }

    #[test]
    fn a_slope_that_covers_the_pixel_alone_counts_by_its_centre() {
        let mut column = Column::default();
        let pixel = [(0, fragment(1000, 2040, 1, true)), (0, fragment(3000, 3104, -1, true))];
        column.read(pixel.into_iter(), 1, SLACK).expect("closed");
        let Extent { lower, centre, upper } = column.extent(&inside_both);
        assert_eq!(centre, 3052 - 1520);
        assert!(lower < centre && centre < upper && upper - lower < 40, "{lower} {upper}");
    }
}
