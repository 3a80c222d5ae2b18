//! Accessors: typed elements of a view, with sparse replacements.

use super::buffer::{Buffers, View};
use crate::counted::counted;
use crate::error::Fault;
use crate::json::Json;
use impinge::math::DVec3;

/// The type of a component, by its number in the specification.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    fn read(json: &Json<'_>) -> Result<Self, Fault> {
        Ok(match json.size()? {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => return Err(json.unexpected("a component type (5120, 5121, 5122, 5123, 5125 or 5126)")),
        })
    }

    fn bytes(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// The value at the beginning of `bytes`, which are long enough.
    fn decode(self, bytes: &[u8]) -> f64 {
        let four = || [bytes[0], bytes[1], bytes[2], bytes[3]];
        match self {
            Self::I8 => f64::from(bytes[0].cast_signed()),
            Self::U8 => f64::from(bytes[0]),
            Self::I16 => f64::from(i16::from_le_bytes([bytes[0], bytes[1]])),
            Self::U16 => f64::from(u16::from_le_bytes([bytes[0], bytes[1]])),
            Self::U32 => f64::from(u32::from_le_bytes(four())),
            Self::F32 => f64::from(f32::from_le_bytes(four())),
        }
    }

    /// The number that a normalised integer of this type stands for.
    fn normalized(self, value: f64) -> f64 {
        match self {
            Self::I8 => (value / 127.0).max(-1.0),
            Self::U8 => value / 255.0,
            Self::I16 => (value / 32767.0).max(-1.0),
            Self::U16 => value / 65535.0,
            Self::U32 | Self::F32 => value,
        }
    }
}

/// Elements at equal distances in a view.
#[derive(Clone, Copy, Debug)]
struct Array<'b> {
    bytes: &'b [u8],
    stride: usize,
    component: Component,
}

impl<'b> Array<'b> {
    /// `count` elements of `width` components from `offset` on, if the view holds them.
    fn new(
        view: &View<'b>,
        offset: &Json<'_>,
        component: Component,
        width: usize,
        count: usize,
    ) -> Result<Self, Fault> {
        let size = width * component.bytes();
        let stride = view.stride.unwrap_or(size);
        let at = offset.size_or("byteOffset", 0)?;
        let end = (count.max(1) - 1).checked_mul(stride).and_then(|n| n.checked_add(at)?.checked_add(size));
        let bytes = match end {
            Some(end) if end <= view.bytes.len() => &view.bytes[at..end],
            _ if count == 0 => &[],
            _ => {
                let elements = format!("{} from byte {at}, {stride} apart", counted(count as u64, "element"));
                let held = counted(view.bytes.len() as u64, "byte");
                let expected = format!("elements within the {held} of the buffer view");
                return Err(Fault::unexpected(offset.place(), expected, elements));
            }
        };
        Ok(Self { bytes, stride, component })
    }

    /// Component `k` of element `i`.
    fn get(&self, i: usize, k: usize) -> f64 {
        self.component.decode(&self.bytes[i * self.stride + k * self.component.bytes()..])
    }
}

/// Elements of one or three components, read one at a time.
#[derive(Debug)]
pub(super) struct Accessor<'b, 'a> {
    pub(super) count: usize,
    pub(super) json: Json<'a>,
    component: Component,
    normalized: bool,
    base: Option<Array<'b>>,
    /// Elements, by increasing number, that stand for those of `base`.
    sparse: Option<(Vec<usize>, Array<'b>)>,
}

impl<'b, 'a> Accessor<'b, 'a> {
    /// The accessor that `reference` names, whose elements have to be of this type.
    pub(super) fn read(
        root: &Json<'a>,
        buffers: &'b Buffers<'a>,
        reference: &Json<'a>,
        element: &str,
    ) -> Result<Self, Fault> {
        let (_, json) = reference.referred(root, "accessors")?;
        let kind = json.need("type")?;
        if kind.text()? != element {
            return Err(kind.unexpected(&format!("\"{element}\"")));
        }
        let width = if element == "VEC3" { 3 } else { 1 };
        let component = Component::read(&json.need("componentType")?)?;
        let count = json.need("count")?.size()?;
        let normalized = json.get("normalized").map_or(Ok(false), |n| n.is_true())?;
        let base = match json.get("bufferView") {
            None => None,
            Some(view) => Some(Array::new(&buffers.view(&view)?, &json, component, width, count)?),
        };
        let sparse = match json.get("sparse") {
            None => None,
            Some(sparse) => Some(replacements(&sparse, buffers, component, width, count)?),
        };
        Ok(Self { count, json, component, normalized, base, sparse })
    }

    /// How many elements are replaced.
    pub(super) fn replaced(&self) -> usize {
        self.sparse.as_ref().map_or(0, |(which, _)| which.len())
    }

    /// Whether the components are whole numbers from 0.
    pub(super) fn is_unsigned(&self) -> bool {
        matches!(self.component, Component::U8 | Component::U16 | Component::U32) && !self.normalized
    }

    /// Component `k` of element `i`, which is less than `count`.
    pub(super) fn component(&self, i: usize, k: usize) -> f64 {
        let replaced = self.sparse.as_ref().and_then(|(which, values)| Some((values, which.binary_search(&i).ok()?)));
        let value = match (replaced, &self.base) {
            (Some((values, at)), _) => values.get(at, k),
            (None, Some(base)) => base.get(i, k),
            (None, None) => 0.0,
        };
        if self.normalized { self.component.normalized(value) } else { value }
    }

    /// Element `i`, which is less than `count`, of an accessor of vectors.
    pub(super) fn vector(&self, i: usize) -> DVec3 {
        DVec3::new(self.component(i, 0), self.component(i, 1), self.component(i, 2))
    }
}

/// The numbers and the values of the elements that a sparse accessor replaces.
fn replacements<'b, 'a>(
    sparse: &Json<'a>,
    buffers: &'b Buffers<'a>,
    component: Component,
    width: usize,
    count: usize,
) -> Result<(Vec<usize>, Array<'b>), Fault> {
    let replaced = sparse.need("count")?.size()?;
    let indices = sparse.need("indices")?;
    let values = sparse.need("values")?;
    let kind = indices.need("componentType")?;
    let index_type = Component::read(&kind)?;
    if !matches!(index_type, Component::U8 | Component::U16 | Component::U32) {
        return Err(kind.unexpected("an unsigned component type (5121, 5123 or 5125)"));
    }
    let which = Array::new(&buffers.view(&indices.need("bufferView")?)?, &indices, index_type, 1, replaced)?;
    let values = Array::new(&buffers.view(&values.need("bufferView")?)?, &values, component, width, replaced)?;
    let which: Vec<usize> = (0..replaced).map(|i| which.get(i, 0) as usize).collect();
    if !which.is_sorted_by(|a, b| a < b) || which.last().is_some_and(|last| *last >= count) {
        let expected = format!("increasing element numbers below {count}");
        return Err(Fault::unexpected(indices.place(), expected, "others"));
    }
    Ok((which, values))
}
