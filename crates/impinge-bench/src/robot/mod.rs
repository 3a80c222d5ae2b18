//! A robot arm at random configurations: does it meet itself? Impinge beside engines for Python driven the usual way.
//!
//! The arm is the Panda of the corpus (MuJoCo Menagerie), with its kinematics as published. Verdicts are compared one by one before
//! any time is believed; what differs is written down with the distance that Impinge measures.

mod arm;
pub mod command;
mod python;
