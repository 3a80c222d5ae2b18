//! Collectors: one query, many policies. A query hands each finding to a collector, which says whether to go on.

use std::ops::ControlFlow;

/// Takes findings one at a time; `Break` ends the query.
pub trait Collect<T> {
    /// Takes one finding.
    fn take(&mut self, finding: T) -> ControlFlow<()>;
}

/// Every function that answers with a [`ControlFlow`] is a collector.
impl<T, F: FnMut(T) -> ControlFlow<()>> Collect<T> for F {
    fn take(&mut self, finding: T) -> ControlFlow<()> {
        self(finding)
    }
}

/// Keeps every finding, in the order found.
#[derive(Clone, Debug, Default)]
pub struct All<T>(pub Vec<T>);

impl<T> Collect<T> for All<T> {
    fn take(&mut self, finding: T) -> ControlFlow<()> {
        self.0.push(finding);
        ControlFlow::Continue(())
    }
}

/// Stops at the first finding.
#[derive(Clone, Debug, Default)]
pub struct Any<T>(pub Option<T>);

impl<T> Collect<T> for Any<T> {
    fn take(&mut self, finding: T) -> ControlFlow<()> {
        self.0 = Some(finding);
        ControlFlow::Break(())
    }
}

/// Counts the findings and forgets them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count(pub usize);

impl<T> Collect<T> for Count {
    fn take(&mut self, _: T) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}
