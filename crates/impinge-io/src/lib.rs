//! Files for Impinge: meshes, robots, scenes and polygons.
//!
//! - [`read`]: STL, OBJ, PLY, OFF, glTF and GLB as named bodies; [`write_glb`], [`write_stl`], [`write_obj`] write them;
//! - [`read_urdf`], [`read_srdf`]: robots as a tree of links with their geometry; [`read_joint_table`]: configurations of one;
//! - [`read_scene`]: bodies and robots at their places, from TOML or JSON;
//! - [`read_pose_table_bytes`], [`read_keyframes_bytes`]: poses, also at times, from tables;
//! - [`read_ccd_queries`]: moving vertices, faces and edges, as tables of rationals;
//! - [`read_planar`]: polygons of the plane from GeoJSON, WKT, tables and SVG; [`read_polygon_pairs`]: two in each row of a table.
//!
//! Every reader takes any bytes and answers, or gives one [`ReadError`] that says where and why. glTF and URDF are in
//! metres; the other formats do not say their unit, and none is assumed.
//!
//! ```no_run
//! for body in impinge_io::read("gearbox.glb")? {
//!     println!("{}: {} triangles", body.name, body.mesh.faces().len());
//! }
//! # Ok::<(), impinge_io::ReadError>(())
//! ```

#![forbid(unsafe_code)]

mod atomic;
mod body;
mod ccd_query;
mod counted;
#[doc(hidden)]
pub mod document;
mod error;
mod format;
mod format_detection;
mod geometry_hash;
mod gltf;
mod joint_table;
mod json;
mod leftover;
mod length_unit;
mod mesh_library;
mod model;
mod model_library;
mod name;
mod named_file;
mod obj;
mod off;
mod planar;
mod ply;
mod polygon;
mod pose_columns;
mod pose_table;
mod read;
mod reflex_grid;
mod scene_file;
mod source_file;
mod srdf;
mod stl;
mod suggestion;
mod table_line;
mod text;
mod urdf;
mod warning;
mod xml;

pub use atomic::{StagedFile, write_atomically};
pub use body::{Body, Precision};
pub use ccd_query::{CcdQuery, read_ccd_queries, read_ccd_queries_bytes};
#[doc(hidden)]
pub use error::Fault;
pub use error::{FilePlace, Problem, ReadError, Sought, WriteError};
pub use format::Format;
pub use geometry_hash::geometry_hash;
pub use gltf::write_glb;
pub use joint_table::{JointTable, MIMIC_TOLERANCE, MissingJoints, read_joint_table};
pub use length_unit::{Length, LengthError, LengthUnit};
pub use model::{BodyPart, Model};
pub use model_library::ModelLibrary;
pub use named_file::ReadOptions;
pub use obj::write_obj;
pub use planar::{
    NamedPolygon, PlanarFormat, PlanarOptions, PolygonPair, read_planar, read_planar_bytes, read_polygon_pairs,
    read_polygon_pairs_bytes,
};
pub use pose_table::{Keyframe, read_keyframes_bytes, read_planar_pose_table_bytes, read_pose_table_bytes};
pub use read::{read, read_bytes, read_with};
pub use scene_file::{
    BuildError, BuiltScene, Carried, Origin, SceneBody, SceneFile, SceneHealing, SceneRobot, read_scene,
    read_scene_bytes, read_scene_with,
};
#[doc(hidden)]
pub use source_file::{load as read_file_bytes, load_standard_input as read_standard_input};
pub use srdf::{LinkPairs, read_srdf, read_srdf_bytes};
pub use stl::write_stl;
pub use urdf::{GeometrySource, Robot, RobotLink, RobotOptions, read_urdf, read_urdf_bytes};
pub use warning::ReadWarning;
