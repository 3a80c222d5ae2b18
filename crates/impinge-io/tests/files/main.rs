//! Files of every format: what is read, what is written, what is refused, and what real ones hold.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod bad_input;
mod ccd_corpus;
mod corpus;
mod gltf;
mod hostile_xml;
mod named_files;
mod panda;
mod planar;
mod planar_corpus;
mod scene_file;
mod urdf;
