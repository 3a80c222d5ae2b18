//! CInDeR on the CPU, scalar and simple: what the device is compared with, pixel by pixel.

use super::image::Images;
use crate::draw_layout::{Layout, OwnSolid};
use crate::error::GpuError;
use crate::fixed_point::{DEPTH_LIMIT, Segment, Triangle, centre, moved};
use crate::mesh_table::MeshTable;

/// The images of a layout: of the nearest edges, or of those next behind the ones of a layer before.
///
/// # Errors
/// A mesh that the store does not hold.
pub fn images(store: &MeshTable, layout: &Layout, before: Option<&Images>) -> Result<Images, GpuError> {
    let [width, height] = layout.request.size.map(|side| side as i32);
    let mut images = Images::empty((width * height) as usize);
    for slot in 0..layout.records.len() {
        draw_edges(store, layout, slot, before, &mut images)?;
    }
    let owners: Vec<u32> = images.edge.iter().map(|&n| if n == 0 { 0 } else { layout.edge(n - 1).0 + 1 }).collect();
    let mut winding = vec![0; images.count.len()];
    for slot in 0..layout.records.len() {
        let seen = Seen { images: &images, owners: &owners };
        let touched = wind(store, layout, slot, &seen, &mut winding)?;
        for pixel in touched {
            let count = std::mem::take(&mut winding[pixel]);
            images.count[pixel] += count;
            let place = if count > 0 { &mut images.penetrated[pixel] } else { &mut images.negative[pixel] };
            if count != 0 && *place == 0 {
                *place = slot as u32 + 1;
            }
        }
    }
    for pixel in (0..images.count.len()).filter(|&pixel| images.count[pixel] == 0).collect::<Vec<_>>() {
        (images.penetrated[pixel], images.negative[pixel]) = (0, 0);
    }
    Ok(images)
}

/// The first pass: edges, the nearest of each pixel.
fn draw_edges(
    store: &MeshTable,
    layout: &Layout,
    slot: usize,
    before: Option<&Images>,
    images: &mut Images,
) -> Result<(), GpuError> {
    let record = &layout.records[slot];
    let model = store.model(layout.meshes[slot])?;
    let [width, height] = layout.request.size.map(|side| side as i32);
    let end = |v: u32| {
        let (corner, normal) = (model.quantised.corners[v as usize], model.quantised.normals[v as usize]);
        record.matrix.project(moved(corner, normal, record.offset))
    };
    for (number, ends) in (record.first_edge..).zip(&model.edges) {
        let segment = Segment::new(end(ends[0]), end(ends[1]));
        let [first, last] = segment.steps();
        for step in first.max(0)..last.min(width.max(height)) {
            let ([x, y], depth) = segment.pixel(step);
            if !(0..width).contains(&x) || !(0..height).contains(&y) || !(0..DEPTH_LIMIT).contains(&depth) {
                continue;
            }
            let pixel = (y * width + x) as usize;
            let seen = before
                .is_some_and(|b| b.edge[pixel] == 0 || (b.depth[pixel], b.edge[pixel]) >= (depth as u32, number + 1));
            if seen {
                continue;
            }
            if images.edge[pixel] == 0 || (depth as u32) < images.depth[pixel] {
                (images.edge[pixel], images.depth[pixel]) = (number + 1, depth as u32);
            }
        }
    }
    Ok(())
}

/// The nearest edges, and for every pixel the slot of its edge, shifted by one.
struct Seen<'a> {
    images: &'a Images,
    owners: &'a [u32],
}

/// The second and third pass for one solid: adds 1 where it is entered in front of the edge, subtracts 1 where it is left; tells which pixels
/// were reached.
fn wind(
    store: &MeshTable,
    layout: &Layout,
    slot: usize,
    &Seen { images, owners }: &Seen<'_>,
    winding: &mut [i32],
) -> Result<Vec<usize>, GpuError> {
    let record = &layout.records[slot];
    let model = store.model(layout.meshes[slot])?;
    let [width, height] = layout.request.size.map(|side| side as i32);
    let mut touched = Vec::new();
    for face in model.mesh.faces() {
        let triangle = Triangle(face.map(|v| record.matrix.project(model.quantised.corners[v as usize])));
        let facing = triangle.facing();
        let [x0, x1, y0, y1] = triangle.pixels(width, height);
        for (x, y) in (y0..y1).flat_map(|y| (x0..x1).map(move |x| (x, y))) {
            let pixel = (y * width + x) as usize;
            let own = layout.request.own == OwnSolid::Excluded && owners[pixel] == slot as u32 + 1;
            if images.edge[pixel] == 0 || own {
                continue;
            }
            if triangle.covers_before([centre(x), centre(y)], images.depth[pixel] as i32) {
                winding[pixel] += facing;
                touched.push(pixel);
            }
        }
    }
    touched.sort_unstable();
    touched.dedup();
    Ok(touched)
}
