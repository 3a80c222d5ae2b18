//! What the command and the labs share towards people at a terminal: outputs, progress, threads, tables.
#![forbid(unsafe_code)]

pub mod fitted_table;
pub mod output;
pub mod progress;
pub mod terminal_width;
pub mod text_table;
pub mod threads;
