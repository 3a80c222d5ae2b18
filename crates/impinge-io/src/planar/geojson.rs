//! GeoJSON (RFC 7946): every feature is a body, and so is every geometry that stands by itself.

use super::{Feature, Rings};
use crate::error::{Fault, FilePlace, Problem};
use crate::json::Json;
use impinge::math::DVec2;
use serde_json::Value;

/// Members of `properties` that name a feature, the best first.
const NAMES: [&str; 6] = ["name", "NAME", "Name", "id", "ID", "title"];

/// The features of a document.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Feature>, Fault> {
    let document: Value = serde_json::from_str(super::text(bytes)?).map_err(|error| {
        // The message ends with the position, which the place tells.
        let message = error.to_string();
        let reason = message.rsplit_once(" at line ").map_or(message.as_str(), |(reason, _)| reason);
        Fault::unexpected(FilePlace::Line(error.line() as u64), "a GeoJSON document", reason)
    })?;
    let root = Json::root(&document);
    let mut features = Vec::new();
    match root.need("type")?.text()? {
        "FeatureCollection" => {
            for item in root.need("features")?.items()? {
                features.extend(feature(&item)?);
            }
        }
        "Feature" => features.extend(feature(&root)?),
        "GeometryCollection" => {
            for item in root.need("geometries")?.items()? {
                features.push(unnamed(&item)?);
            }
        }
        _ => features.push(unnamed(&root)?),
    }
    if features.is_empty() {
        return Err(Fault::new(
            FilePlace::Whole,
            Problem::NoPolygons { found: "no feature with a geometry".to_owned() },
        ));
    }
    Ok(features)
}

/// A feature; none if it has no geometry, as the format allows.
fn feature(json: &Json<'_>) -> Result<Option<Feature>, Fault> {
    let kind = json.need("type")?;
    if kind.text()? != "Feature" {
        return Err(kind.unexpected("\"Feature\""));
    }
    let geometry = json.need("geometry")?;
    if geometry.is_null() {
        return Ok(None);
    }
    let properties = json.get("properties");
    let named = NAMES.iter().find_map(|key| properties.as_ref()?.get(key)?.word());
    let name = named.or_else(|| json.get("id")?.word());
    Ok(Some(Feature { name, rings: geometry_rings(&geometry)?, place: geometry.place() }))
}

fn unnamed(geometry: &Json<'_>) -> Result<Feature, Fault> {
    Ok(Feature { name: None, rings: geometry_rings(geometry)?, place: geometry.place() })
}

/// All rings of a geometry, and of those inside it.
fn geometry_rings(geometry: &Json<'_>) -> Result<Rings, Fault> {
    let mut rings = Rings::new();
    // Nesting is bounded by that of the document, which its reader bounds.
    let mut open = vec![geometry.clone()];
    while let Some(geometry) = open.pop() {
        let kind = geometry.need("type")?;
        match kind.text()? {
            "Polygon" => polygon(&geometry.need("coordinates")?, &mut rings)?,
            "MultiPolygon" => {
                for part in geometry.need("coordinates")?.items()? {
                    polygon(&part, &mut rings)?;
                }
            }
            "GeometryCollection" => {
                let inside: Vec<Json<'_>> = geometry.need("geometries")?.items()?.collect();
                open.extend(inside.into_iter().rev());
            }
            other @ ("Point" | "MultiPoint" | "LineString" | "MultiLineString") => {
                let remedy = "keep only Polygon and MultiPolygon";
                return Err(Fault::unsupported(kind.place(), format!("a {other}"), remedy));
            }
            _ => return Err(kind.unexpected("\"Polygon\" or \"MultiPolygon\"")),
        }
    }
    if rings.is_empty() {
        return Err(Fault::unexpected(geometry.place(), "a polygon with points", "none"));
    }
    Ok(rings)
}

fn polygon(coordinates: &Json<'_>, rings: &mut Rings) -> Result<(), Fault> {
    for ring in coordinates.items()? {
        if ring.len() == 0 {
            return Err(ring.unexpected("a ring of points"));
        }
        rings.push(ring.items()?.map(|item| position(&item)).collect::<Result<_, _>>()?);
    }
    Ok(())
}

/// A position, of which the first two coordinates are kept.
fn position(json: &Json<'_>) -> Result<DVec2, Fault> {
    let mut numbers = json.items()?.map(|item| item.number());
    match (numbers.next(), numbers.next()) {
        (Some(x), Some(y)) => Ok(DVec2::new(x?, y?)),
        _ => Err(json.unexpected("a position of two or more numbers")),
    }
}
