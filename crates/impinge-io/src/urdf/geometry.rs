//! The geometry of a link: its `collision` elements, with the meshes they name.

use super::robot::{GeometrySource, RobotOptions};
use super::{joint, package};
use crate::error::{Fault, Problem};
use crate::mesh_library::MeshLibrary;
use crate::named_file::NamedFiles;
use crate::text::quoted;
use crate::xml::Element;
use crate::{BodyPart, Model};
use impinge::math::DVec3;
use impinge::shape::{Capsule, Cuboid, Cylinder, Shape, ShapeError, Sphere};
use std::path::Path;

/// Reads parts of links and the files that they name.
#[derive(Debug)]
pub(crate) struct Loader<'a> {
    /// The URDF file.
    pub(crate) path: &'a Path,
    pub(crate) options: &'a RobotOptions,
    pub(crate) meshes: &'a mut MeshLibrary,
    /// The files that the robot may name.
    pub(crate) named: &'a NamedFiles,
}

impl Loader<'_> {
    /// The parts of a link.
    pub(super) fn parts(&mut self, link: &Element<'_>) -> Result<Vec<BodyPart>, Fault> {
        let collisions: Vec<Element<'_>> = link.children("collision").collect();
        let elements = match self.options.geometry {
            GeometrySource::None => Vec::new(),
            GeometrySource::CollisionElseVisual if collisions.is_empty() => link.children("visual").collect(),
            GeometrySource::Collision | GeometrySource::CollisionElseVisual => collisions,
        };
        elements.iter().map(|element| self.part(element)).collect()
    }

    /// How many visual elements of a link are left aside though it has no other geometry.
    pub(super) fn left_visuals(&self, link: &Element<'_>) -> usize {
        let is_bare = self.options.geometry == GeometrySource::Collision && link.children("collision").next().is_none();
        if is_bare { link.children("visual").count() } else { 0 }
    }

    fn part(&mut self, element: &Element<'_>) -> Result<BodyPart, Fault> {
        let geometry = element.need_child("geometry")?;
        let mut shapes = geometry.elements();
        let Some(shape) = shapes.next() else {
            return Err(Fault::unexpected(geometry.place(), "a shape in <geometry>", "none"));
        };
        if let Some(second) = shapes.next() {
            return Err(second.unexpected("one shape in <geometry>"));
        }
        let name = element.attribute("name").filter(|name| !name.is_empty()).map(str::to_owned);
        Ok(BodyPart { name, body_from_part: joint::origin(element)?, model: self.model(&shape)? })
    }

    fn model(&mut self, shape: &Element<'_>) -> Result<Model, Fault> {
        let made = match shape.name() {
            "mesh" => return self.mesh(shape),
            "box" => {
                shape.need("size")?;
                Cuboid::try_new(shape.vector("size")?.unwrap_or(DVec3::ZERO) / 2.0).map(Shape::from)
            }
            "sphere" => Sphere::try_new(shape.need_number("radius")?).map(Shape::from),
            "cylinder" => {
                Cylinder::try_new(shape.need_number("length")? / 2.0, shape.need_number("radius")?).map(Shape::from)
            }
            "capsule" => {
                Capsule::try_new(shape.need_number("length")? / 2.0, shape.need_number("radius")?).map(Shape::from)
            }
            _ => return Err(shape.unexpected("one of <box>, <cylinder>, <sphere>, <capsule> and <mesh>")),
        };
        made.map(Model::Shape).map_err(|error: ShapeError| Fault::new(shape.place(), Problem::BadShape(error)))
    }

    fn mesh(&mut self, mesh: &Element<'_>) -> Result<Model, Fault> {
        let scale = mesh.vector("scale")?.unwrap_or(DVec3::ONE);
        if scale.to_array().contains(&0.0) {
            let found = mesh.attribute("scale").unwrap_or_default();
            let expected = "a scale without a zero";
            return Err(Fault::unexpected(mesh.attribute_place("scale"), expected, quoted(found.as_bytes())));
        }
        let name = mesh.need("filename")?;
        let at = |problem| Fault::new(mesh.attribute_place("filename"), problem);
        let found = package::resolve(name, self.path, &self.options.package_roots).map_err(at)?;
        let named = self.named.and(found.package.as_deref());
        Ok(Model::Mesh(self.meshes.mesh(&found.path, None, scale, &named).map_err(at)?))
    }
}
