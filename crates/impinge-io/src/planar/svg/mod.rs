//! Shapes of SVG drawings (SVG 2, chapters 8 to 10): `path`, `polygon`, `polyline`, `rect`, `circle` and `ellipse`, each a body.
//!
//! What counts is the region that a shape would fill, whatever its paint, by even-odd: open outlines are closed, strokes have no width.
//! Transforms of shapes and of groups around them are applied; coordinates are user units of the outermost `svg`, y downward.
//! Curves become chords, no farther from the curve than the flatness. What is only defined (`defs`, `clipPath` and the like) or hidden by
//! `display: none`, attribute or style, is passed over, and so is what has no inside (`line`, `text`, `image`); `use` is refused, as what it draws would be missing.

mod arc;
mod numbers;
mod outline;
mod path;
mod transform;

use super::{Feature, PlanarOptions, Rings};
use crate::counted::counted;
use crate::error::{Fault, FilePlace, Problem};
use crate::text::{LineStarts, quoted};
use crate::xml::{self, Element};
use impinge::math::DVec2;
use numbers::Numbers;
use outline::{Flatness, Outline};
use transform::Affine;

/// Chords that the curves of a drawing may have beyond [`CHORDS_PER_BYTE`]: small files are never refused.
const CHORDS_AT_LEAST: usize = 1 << 20;
/// Chords that a byte of the file may ask for: four bytes draw a curve, and a fine flatness makes each one long.
const CHORDS_PER_BYTE: usize = 16;

/// The shapes of a drawing, in order.
pub(super) fn read(bytes: &[u8], options: &PlanarOptions) -> Result<Vec<Feature>, Fault> {
    let flatness = match options.flatness {
        None => Flatness::Relative,
        Some(length) if length.is_finite() && length > 0.0 => Flatness::Absolute(length),
        Some(length) => return Err(Fault::unexpected(FilePlace::Whole, "a flatness above zero", length.to_string())),
    };
    let text = super::text(bytes)?;
    let (document, lines) = (xml::parse(text.as_bytes())?, LineStarts::new(text));
    let most_chords = CHORDS_AT_LEAST + CHORDS_PER_BYTE * bytes.len();
    let mut chords_left = most_chords;
    let root = Element::root(&document, "svg")?;
    let (mut features, mut others) = (Vec::new(), 0);
    // A stack of its own, so that no nesting exhausts the thread's.
    let mut open: Vec<(Element<'_>, Affine)> = vec![(root, Affine::IDENTITY)];
    let mut is_root = true;
    while let Some((element, outer)) = open.pop() {
        if element.is_foreign() || is_hidden(element) {
            continue;
        }
        let here = outer.after(&transform_of(element)?);
        match element.name() {
            "svg" if !is_root => {
                if element.attribute("viewBox").is_some() {
                    let remedy = "take the drawing inside out of its <svg>";
                    return Err(Fault::unsupported(element.place(), "an <svg> with a viewBox inside another", remedy));
                }
                let shift = DVec2::new(length(element, "x")?.unwrap_or(0.0), length(element, "y")?.unwrap_or(0.0));
                push_children(element, here.after(&Affine::translation(shift)), &mut open);
            }
            "svg" | "g" | "a" | "switch" => push_children(element, here, &mut open),
            "use" => {
                let remedy = "write the shape it refers to in its place (Inkscape: unlink clones)";
                return Err(Fault::unsupported(element.place(), "<use>", remedy));
            }
            _ => {
                let mut outline = Outline::new(here, flatness, chords_left);
                match shape(element, &mut outline)? {
                    Drawn::Shape => {
                        chords_left = outline.chords_left();
                        let place = FilePlace::Line(lines.at(element.start()));
                        let rings = outline.finish().map_err(|too_fine| too_fine.at(place.clone(), most_chords))?;
                        features.extend(feature(element, rings, place));
                    }
                    Drawn::Other => others += 1,
                }
            }
        }
        is_root = false;
    }
    if features.is_empty() {
        let found = format!("{}, none of them a shape with an inside", counted(others, "element"));
        return Err(Fault::new(FilePlace::Whole, Problem::NoPolygons { found }));
    }
    Ok(features)
}

/// Whether an element is not displayed, by its attribute or its style, which wins over it; classes are not looked up.
fn is_hidden(element: Element<'_>) -> bool {
    let mut styles =
        element.attribute("style").unwrap_or_default().split(';').filter_map(|style| style.split_once(':'));
    let styled = styles.rfind(|(name, _)| name.trim() == "display").map(|(_, value)| value);
    let value = styled.or_else(|| element.attribute("display")).unwrap_or_default();
    value.trim().trim_end_matches("!important").trim_end() == "none"
}

/// Whether an element is a shape.
enum Drawn {
    Shape,
    Other,
}

fn push_children<'a>(element: Element<'a>, here: Affine, open: &mut Vec<(Element<'a>, Affine)>) {
    let start = open.len();
    open.extend(element.elements().map(|child| (child, here)));
    open[start..].reverse();
}

/// A shape as a feature; none if it has no points, as the format allows.
fn feature(element: Element<'_>, rings: Rings, place: FilePlace) -> Option<Feature> {
    let name = element.attribute("id").map(str::to_owned);
    (!rings.is_empty()).then_some(Feature { name, rings, place })
}

/// Draws an element.
fn shape(element: Element<'_>, outline: &mut Outline) -> Result<Drawn, Fault> {
    match element.name() {
        "path" => {
            let text = element.attribute("d").unwrap_or_default();
            path::draw(text, outline).map_err(|trouble| trouble.fault(element.attribute_place("d")))?;
        }
        "polygon" | "polyline" => points(element, outline)?,
        "rect" => rectangle(element, outline)?,
        "circle" => {
            let radius = measure(element, "r")?.unwrap_or(0.0);
            outline.ellipse(point(element, ["cx", "cy"])?, DVec2::splat(radius));
        }
        "ellipse" => {
            let (rx, ry) = (measure(element, "rx")?, measure(element, "ry")?);
            // A radius that is left out is the other one.
            let radii = DVec2::new(rx.or(ry).unwrap_or(0.0), ry.or(rx).unwrap_or(0.0));
            outline.ellipse(point(element, ["cx", "cy"])?, radii);
        }
        _ => return Ok(Drawn::Other),
    }
    Ok(Drawn::Shape)
}

/// The points of a `polygon` or a `polyline`.
fn points(element: Element<'_>, outline: &mut Outline) -> Result<(), Fault> {
    let mut numbers = Numbers::new(element.attribute("points").unwrap_or_default());
    let fault = |numbers: &Numbers<'_>| {
        Fault::unexpected(element.attribute_place("points"), "a finite coordinate", numbers.found())
    };
    let mut is_first = true;
    while !numbers.is_at_end() {
        let x = numbers.number().ok_or_else(|| fault(&numbers))?;
        let y = numbers.number().ok_or_else(|| fault(&numbers))?;
        let p = DVec2::new(x, y);
        if is_first {
            outline.move_to(p);
        } else {
            outline.line_to(p);
        }
        is_first = false;
    }
    outline.close();
    Ok(())
}

fn rectangle(element: Element<'_>, outline: &mut Outline) -> Result<(), Fault> {
    let min = point(element, ["x", "y"])?;
    let size = DVec2::new(measure(element, "width")?.unwrap_or(0.0), measure(element, "height")?.unwrap_or(0.0));
    let (rx, ry) = (measure(element, "rx")?, measure(element, "ry")?);
    let radii = DVec2::new(rx.or(ry).unwrap_or(0.0), ry.or(rx).unwrap_or(0.0)).min(size * 0.5);
    if size.min_element() > 0.0 {
        outline.rectangle(min, size, radii);
    }
    Ok(())
}

fn point(element: Element<'_>, [x, y]: [&str; 2]) -> Result<DVec2, Fault> {
    Ok(DVec2::new(length(element, x)?.unwrap_or(0.0), length(element, y)?.unwrap_or(0.0)))
}

/// A length that is not negative.
fn measure(element: Element<'_>, name: &str) -> Result<Option<f64>, Fault> {
    match length(element, name)? {
        Some(x) if x < 0.0 => {
            let expected = format!("a length of zero or more as '{name}'");
            Err(Fault::unexpected(element.attribute_place(name), expected, x.to_string()))
        }
        length => Ok(length),
    }
}

/// A number of user units; other units depend on how the drawing is shown.
fn length(element: Element<'_>, name: &str) -> Result<Option<f64>, Fault> {
    let Some(text) = element.attribute(name).map(str::trim).filter(|text| *text != "auto") else { return Ok(None) };
    match text.strip_suffix("px").unwrap_or(text).parse::<f64>() {
        Ok(x) if x.is_finite() => Ok(Some(x)),
        _ => {
            let expected = format!("a number of user units, without a unit, as '{name}' of <{}>", element.name());
            Err(Fault::unexpected(element.attribute_place(name), expected, quoted(text.as_bytes())))
        }
    }
}

/// What carries points of an element to where it stands.
fn transform_of(element: Element<'_>) -> Result<Affine, Fault> {
    let Some(text) = element.attribute("transform") else { return Ok(Affine::IDENTITY) };
    Affine::parse(text).ok_or_else(|| {
        let expected = "transforms such as translate(1,2) rotate(45)";
        Fault::unexpected(element.attribute_place("transform"), expected, quoted(text.as_bytes()))
    })
}
