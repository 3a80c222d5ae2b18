//! Cost over steps as SVG: one panel under another for contacts, box tests, triangle tests and time.

use super::experiment::Step;

pub fn over_steps(_name: &str, _steps: &[Step]) -> String {
    String::new()
}
