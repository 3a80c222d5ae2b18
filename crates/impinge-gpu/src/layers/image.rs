//! A layered depth image on the CPU: for every pixel all fragments over it, the nearest first.

use super::axis::AxisView;
use super::conservative_rasterization::{Footprint, Fragment};
use crate::draw_layout::Layout;
use crate::error::GpuError;
use crate::fixed_point::Triangle;
use crate::mesh_table::MeshTable;

/// All fragments of every pixel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayeredImage {
    /// For every pixel, row by row, where its fragments start, then how many there are in all.
    starts: Vec<u32>,
    /// As packed by [`Fragment::packed`], ascending within a pixel.
    fragments: Vec<[u32; 4]>,
}

impl LayeredImage {
    /// What came back from a device; nothing if it is not an image.
    #[cfg(feature = "device")]
    pub(super) fn of_device(starts: Vec<u32>, fragments: Vec<[u32; 4]>) -> Option<Self> {
        let ascending = starts.windows(2).all(|pair| pair[0] <= pair[1]);
        let complete = starts.last().is_some_and(|&end| end as usize == fragments.len());
        (ascending && complete).then_some(Self { starts, fragments })
    }

    /// Draws bodies on the CPU, triangle by triangle: the reference of `layers.wgsl`.
    ///
    /// # Errors
    /// A mesh that is not there, or more fragments than can be numbered.
    pub fn draw(store: &MeshTable, view: &AxisView) -> Result<Self, GpuError> {
        let [width, height] = view.layout.request.size.map(|side| side as i32);
        let mut columns = vec![Vec::new(); (width * height) as usize];
        for_each_footprint(store, view, |_, footprint| {
            let [x0, x1, y0, y1] = footprint.pixels([width, height]);
            for (x, y) in (y0..y1).flat_map(|y| (x0..x1).map(move |x| (x, y))) {
                columns[(y * width + x) as usize].extend(footprint.fragment([x, y]).map(|found| found.packed()));
            }
        })?;
        let mut starts = vec![0];
        let mut fragments = Vec::new();
        for mut column in columns {
            column.sort_unstable();
            fragments.append(&mut column);
            let (count, limit) = (fragments.len() as u64, u64::from(u32::MAX));
            starts.push(u32::try_from(count).map_err(|_| GpuError::TooMany { what: "fragments", count, limit })?);
        }
        Ok(Self { starts, fragments })
    }

    /// How many pixels there are.
    #[must_use]
    pub fn pixels(&self) -> usize {
        self.starts.len() - 1
    }

    /// The fragments of a pixel, the lowest first.
    pub fn column(&self, pixel: usize) -> impl Iterator<Item = Fragment> + '_ {
        let place = |i: usize| self.starts.get(i).copied().unwrap_or_default() as usize;
        self.fragments[place(pixel)..place(pixel + 1).max(place(pixel))]
            .iter()
            .map(|&packed| Fragment::unpacked(packed))
    }
}

/// Hands every triangle of every body to `visit`, with the body's slot.
///
/// # Errors
/// A mesh that is not there.
pub fn for_each_footprint(
    store: &MeshTable,
    view: &AxisView,
    mut visit: impl FnMut(u32, &Footprint),
) -> Result<(), GpuError> {
    let layout = &view.layout;
    for (slot, (record, &mesh)) in (0..).zip(layout.records.iter().zip(&layout.meshes)) {
        let model = store.model(mesh)?;
        let corners: Vec<_> = model.quantised.corners.iter().map(|&corner| record.matrix.project(corner)).collect();
        for (number, face) in (record.first_face..).zip(model.mesh.faces()) {
            let triangle = Triangle(face.map(|corner| corners[corner as usize]));
            visit(slot, &Footprint::new(&triangle, view.slack, number));
        }
    }
    Ok(())
}

/// The slot whose body has a face of this number.
#[must_use]
pub fn slot_of_face(layout: &Layout, face: u32) -> u32 {
    layout.records.partition_point(|record| record.first_face <= face).saturating_sub(1) as u32
}
