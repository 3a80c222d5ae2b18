//! What every lab is made of.
//!
//! - `cpu_clock`: processor time of a thread;
//! - `machine`: the name of the processor;
//! - `output_dir`: the folder that a lab writes to, and rows as CSV;
//! - `step_times`: times of the same steps over several rounds.

pub mod cpu_clock;
pub mod machine;
pub mod output_dir;
pub mod step_times;
