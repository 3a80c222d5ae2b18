//! Whether a mesh bounds a solid: closed, closed but for openings, or a sheet.

use super::membership::WindingCache;
use super::opening::opening;
use crate::feature::FaceId;
use crate::math::DVec3;
use crate::mesh::indexed_mesh::Mesh;
use std::fmt;
use std::sync::OnceLock;

/// Places on the surface from which the view is measured.
const PLACES: u32 = 64;

/// A mesh is nearly closed if openings take no more than this part of the view from its surface, on average over its area.
const OPEN_VIEW: f64 = 1.0 / 12.0;

/// A mesh that is not nearly closed is a vessel if openings take no more than this part of the view: a box without one of its sides has about
/// 1/9, a hemisphere 1/5, a plane 1/2.
const VESSEL_VIEW: f64 = 1.0 / 6.0;

/// A mesh is nearly closed, or a vessel, if at least this part of its surface has the inside on one side and the outside on the other.
const BOUNDING_AREA: f64 = 0.25;

/// How far from the surface the view is measured, as a part of the diagonal of the mesh.
const OFFSET: f64 = 1e-6;

/// Whether a mesh bounds a solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Closedness {
    /// All parts are closed: the inside is exact.
    Closed,
    /// Seen from the surface, openings take a small part of the view: there is an inside, by the winding number.
    NearlyClosed {
        /// The width of the largest opening (a length): across a hole, or between the sides of a crack. 0 if faces are only turned the wrong way.
        opening: f64,
    },
    /// A surface without an inside, such as a tarpaulin or a ground; closed parts beside it are exact.
    Sheet,
}

impl Closedness {
    /// The width of the largest opening, if the mesh is nearly closed.
    #[must_use]
    pub fn opening(self) -> Option<f64> {
        match self {
            Self::NearlyClosed { opening } => Some(opening),
            Self::Closed | Self::Sheet => None,
        }
    }
}

impl fmt::Display for Closedness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Closed => "closed",
            Self::NearlyClosed { .. } => "nearly closed",
            Self::Sheet => "sheet",
        })
    }
}

/// The answers, kept with the mesh.
#[derive(Debug, Default)]
struct ClosednessCache(OnceLock<OpenMesh>);

/// What an open mesh is.
#[derive(Clone, Copy, Debug)]
struct OpenMesh {
    closedness: Closedness,
    /// The width of the largest opening of a vessel.
    vessel_opening: Option<f64>,
}

impl Mesh {
    /// Whether the mesh bounds a solid; computed on first use.
    ///
    /// An open mesh is nearly closed if, at 64 places spread over its area, the winding numbers on both sides are on average within 1/12 of an integer, and at a quarter of them one side is
    /// inside and one outside. That is a judgement, not a proof: bounds on winding numbers are proved, a limit on how open a solid may be is a choice.
    #[must_use]
    pub fn closedness(&self) -> Closedness {
        if self.is_closed() {
            return Closedness::Closed;
        }
        self.open_mesh().closedness
    }

    /// The width of the largest opening of a vessel: a sheet that stands around a space, such as a box without one of its sides. It has no inside, but what is in it is not plainly outside.
    pub(crate) fn vessel_opening(&self) -> Option<f64> {
        if self.is_closed() { None } else { self.open_mesh().vessel_opening }
    }

    fn open_mesh(&self) -> OpenMesh {
        *self.cached::<ClosednessCache>().0.get_or_init(|| {
            let view = SurfaceView::new(self);
            let opening = || opening(self, &WindingCache::of(self).surface(self).rim);
            if view.is_open_by_at_most(OPEN_VIEW) {
                OpenMesh { closedness: Closedness::NearlyClosed { opening: opening() }, vessel_opening: None }
            } else {
                let is_vessel = view.is_open_by_at_most(VESSEL_VIEW);
                OpenMesh { closedness: Closedness::Sheet, vessel_opening: is_vessel.then(opening) }
            }
        })
    }
}

/// What is seen from the surface of a mesh.
#[derive(Clone, Copy, Debug, Default)]
struct SurfaceView {
    /// The mean distance of winding numbers from integers.
    open: f64,
    /// The part of the surface between inside and outside.
    bounding: f64,
}

impl SurfaceView {
    fn new(mesh: &Mesh) -> Self {
        let offset = surface_offset(mesh);
        let mut view = Self::default();
        let places = surface_places(mesh);
        for (place, normal) in &places {
            let windings = [-offset, offset].map(|by| mesh.winding_number(*place + *normal * by).value);
            view.open += windings.iter().map(|w| (w - w.round()).abs()).sum::<f64>() / 2.0;
            let inside = windings.map(|w| w.abs() > 0.5);
            view.bounding += f64::from(u8::from(inside[0] != inside[1]));
        }
        let count = (places.len() as f64).max(1.0);
        Self { open: view.open / count, bounding: view.bounding / count }
    }

    fn is_open_by_at_most(&self, limit: f64) -> bool {
        self.open <= limit && self.bounding >= BOUNDING_AREA
    }
}

/// How far from the surface of a mesh the view is measured (a length).
pub(crate) fn surface_offset(mesh: &Mesh) -> f64 {
    let bounds = mesh.bounds();
    // Far from the origin rounding moves points by more.
    (OFFSET * bounds.size().length()).max(1024.0 * f64::EPSILON * bounds.largest_coordinate())
}

/// Sample points spread evenly over the area of a mesh, in the order of its faces, with their normals. Empty if the mesh has no area.
pub(crate) fn surface_places(mesh: &Mesh) -> Vec<(DVec3, DVec3)> {
    let size = mesh.bounds().size().max_element();
    let area = |face: FaceId| {
        let [a, b, c] = mesh.triangle(face).map(|p| p / size);
        (b - a).cross(c - a).length()
    };
    let total: f64 = mesh.face_ids().map(area).sum();
    if !(total > 0.0 && total.is_finite()) {
        return Vec::new();
    }
    let (mut found, mut reached) = (Vec::new(), 0.0);
    for face in mesh.face_ids() {
        reached += area(face) / total * f64::from(PLACES);
        while reached > found.len() as f64 + 0.5 && found.len() < PLACES as usize {
            let [a, b, c] = mesh.triangle(face);
            let [u, v] = [b - a, c - a];
            let normal = (u / size).cross(v / size).normalize_or_zero();
            // Points of a plane lattice (the plastic number), folded into the triangle.
            let k = found.len() as f64 + 1.0;
            let [s, t] = [0.754_877_666_246_692_7, 0.569_840_290_998_053_3].map(|step| (0.5 + k * step).fract());
            let [s, t] = if s + t > 1.0 { [1.0 - s, 1.0 - t] } else { [s, t] };
            found.push((a + u * s + v * t, normal));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn without(mesh: &Mesh, is_gone: impl Fn(DVec3) -> bool) -> Mesh {
        let triangles = mesh.face_ids().map(|face| mesh.triangle(face));
        let stays = triangles.filter(|t| !is_gone((t[0] + t[1] + t[2]) / 3.0));
        Mesh::from_triangles(&stays.collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn solids_with_holes_are_nearly_closed_and_sheets_are_not() {
        let sphere = Mesh::icosphere(2.0, 3).unwrap();
        assert_eq!(sphere.closedness(), Closedness::Closed);
        let pierced = without(&sphere, |p| p.z > 1.9);
        assert!(matches!(pierced.closedness(), Closedness::NearlyClosed { opening } if (0.5..1.5).contains(&opening)));
        for sheet in [without(&sphere, |p| p.z > 0.0), without(&sphere, |p| p.z < 1.5), without(&sphere, |p| p.x < 1.9)]
        {
            assert_eq!((sheet.closedness(), sheet.vessel_opening()), (Closedness::Sheet, None));
        }
    }

    /// A box without one of its sides has no inside, but stands around a space; a tray and two walls do not.
    #[test]
    fn boxes_without_a_side_are_vessels() {
        let cube = Mesh::cuboid([-1.0; 3], [1.0; 3]).unwrap();
        let tub = without(&cube, |p| p.z > 0.99);
        assert_eq!(tub.closedness(), Closedness::Sheet);
        assert!(
            tub.vessel_opening().is_some_and(|opening| (1.9..3.0).contains(&opening)),
            "{:?}",
            tub.vessel_opening()
        );
        let tray = without(&Mesh::cuboid([-1.0, -1.0, 0.0], [1.0, 1.0, 0.4]).unwrap(), |p| p.z > 0.39);
        let walls = without(&cube, |p| p.x.abs() < 0.99);
        assert_eq!([tray, walls, cube].map(|mesh| mesh.vessel_opening()), [None; 3]);
    }

    /// Both layers of a doubled sheet: turned against each other there is no inside, turned alike there is one on either side.
    #[test]
    fn doubled_sheets_are_sheets() {
        let dome = without(&Mesh::icosphere(1.0, 2).unwrap(), |p| p.z < 0.3);
        for swap in [[0, 1, 2], [0, 2, 1]] {
            let again = dome.faces().iter().map(|face| swap.map(|k| face[k]));
            let faces = dome.faces().iter().copied().chain(again).collect();
            let doubled = Mesh::try_new(dome.vertices().to_vec(), faces).unwrap();
            assert_eq!(doubled.closedness(), Closedness::Sheet);
        }
    }

    /// A wrong turn opens nothing.
    #[test]
    fn turned_faces_leave_no_opening() {
        let cube = Mesh::cuboid([10.0; 3], [12.0; 3]).unwrap();
        let mut faces = cube.faces().to_vec();
        faces[3].swap(0, 1);
        let turned = Mesh::try_new(cube.vertices().to_vec(), faces).unwrap();
        assert!(!turned.is_closed());
        assert_eq!(turned.closedness(), Closedness::NearlyClosed { opening: 0.0 });
        assert_eq!(turned.closedness().opening(), Some(0.0));
    }

    #[test]
    fn meshes_without_area_are_sheets() {
        for points in [[[0.0; 3]; 3], [[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]]] {
            assert_eq!(Mesh::from_points(points, [[0, 1, 2]]).unwrap().closedness(), Closedness::Sheet);
        }
    }
}
