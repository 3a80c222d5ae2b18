//! What the command and the labs share towards people at a terminal: outputs, progress, threads, tables.
#![forbid(unsafe_code)]

pub mod output;
pub mod progress;
pub mod text_table;
pub mod threads;
