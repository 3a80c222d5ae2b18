//! Shapes of a scene file.

use crate::Model;
use crate::document::Item;
use crate::error::{Fault, Problem};
use crate::suggestion;
use crate::text::quoted;
use impinge::math::DVec3;
use impinge::shape::{Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Polytope, Shape, ShapeError, Sphere};

/// Every kind of shape with the keys of its measures.
pub(super) const KINDS: [(&str, &[&str]); 8] = [
    ("sphere", &["kind", "radius"]),
    ("capsule", &["kind", "radius", "length"]),
    ("cuboid", &["kind", "size"]),
    ("cylinder", &["kind", "radius", "length"]),
    ("cone", &["kind", "radius", "length"]),
    ("ellipsoid", &["kind", "radii"]),
    ("half_space", &["kind", "normal", "offset"]),
    ("polytope", &["kind", "points"]),
];

/// The shape of a table. Capsules, cylinders and cones stand along z with their middle at the origin.
pub(super) fn read(shape: &Item<'_>) -> Result<Model, Fault> {
    shape.entries().map(drop)?;
    let kind = shape.need("kind")?;
    let name = kind.text()?;
    let Some((_, keys)) = KINDS.into_iter().find(|(known, _)| *known == name) else {
        let kinds = KINDS.map(|(known, _)| known);
        let meant = suggestion::meant(name, kinds.into_iter());
        let asked = meant.map_or_else(String::new, |meant| format!("; did you mean '{meant}'?"));
        let found = format!("{}{asked}", quoted(name.as_bytes()));
        return Err(Fault::unexpected(kind.place(), format!("one of {}", kinds.join(", ")), found));
    };
    shape.only(keys)?;
    let number = |key: &str| shape.need(key)?.number();
    let vector = |key: &str| shape.need(key)?.vector();
    let made: Result<Shape, ShapeError> = match name {
        "sphere" => Sphere::try_new(number("radius")?).map(Shape::from),
        "capsule" => Capsule::try_new(number("length")? / 2.0, number("radius")?).map(Shape::from),
        "cuboid" => Cuboid::try_new(vector("size")? / 2.0).map(Shape::from),
        "cylinder" => Cylinder::try_new(number("length")? / 2.0, number("radius")?).map(Shape::from),
        "cone" => Cone::try_new(number("length")? / 2.0, number("radius")?).map(Shape::from),
        "ellipsoid" => Ellipsoid::try_new(vector("radii")?).map(Shape::from),
        "half_space" => {
            let made = HalfSpace::try_new(vector("normal")?, number("offset")?);
            return made.map(Model::HalfSpace).map_err(|error| shape.fault(Problem::BadShape(error)));
        }
        _ => {
            let points = shape.need("points")?;
            let corners = points.items()?.iter().map(Item::vector).collect::<Result<Vec<DVec3>, _>>()?;
            let made = Polytope::try_new(&corners).map_err(|error| points.fault(Problem::NoHull(error)))?;
            return Ok(Model::Shape(made.into()));
        }
    };
    made.map(Model::Shape).map_err(|error| shape.fault(Problem::BadShape(error)))
}
