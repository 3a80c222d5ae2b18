//! The convex hull of points, as a shape.
//!
//! The farthest vertex is found by a scan where vertices are few, and where they are many by climbing along edges (Cameron 1997) from the hint
//! or from a table of directions, whichever is farther; either way exactly: the value of the vertex is the largest, not a rounded one.

use super::Support;
use super::hill_climbing::{Climb, Neighbours};
use super::mass_properties::{MassProperties, middle};
use super::support_cube_map::SupportCubeMap;
use super::support_scan::{CornerBlock, VertexLanes};
use crate::bound::Aabb;
use crate::cost::Cost;
use crate::hull::{Extent, HullError, HullSurface, NONE};
use crate::math::integer::Grid;
use crate::math::predicates::{Triangle, orient3d};
use crate::math::{DVec3, double_double, integer_vector};
use dashu_int::ops::Abs;

/// The most vertices that are scanned; with more a climb is shorter.
const SCANNED: usize = 192;

/// How the farthest vertex is found.
#[derive(Clone, Debug)]
enum SupportMethod {
    /// Where the vertices are few: by looking at all.
    Scan(VertexLanes),
    /// By climbing from a vertex nearby.
    Climb(SupportCubeMap),
}

/// The convex hull of points: a solid, a polygon, a segment or a point.
#[derive(Clone, Debug)]
pub struct Polytope {
    surface: HullSurface,
    vertices: Vec<DVec3>,
    normals: Vec<DVec3>,
    /// For each vertex a half-edge that leaves it.
    leaving: Vec<u32>,
    neighbours: Neighbours,
    search: SupportMethod,
    centre: DVec3,
    reach: f64,
}

impl Polytope {
    /// The hull of points, of any extent.
    ///
    /// # Errors
    /// There must be points, all finite and in the exact range.
    pub fn try_new(points: &[DVec3]) -> Result<Self, HullError> {
        let surface = HullSurface::try_new(points)?;
        let vertices: Vec<DVec3> = surface.vertices().iter().map(|i| points[*i as usize]).collect();
        let mut leaving = vec![NONE; vertices.len()];
        for (number, edge) in (0..).zip(surface.half_edges()) {
            let first = &mut leaving[edge.origin as usize];
            *first = (*first).min(number);
        }
        let normals = (0..surface.faces().len() as u32).map(|f| normal(&surface, &vertices, f)).collect();
        let neighbours = Neighbours::from_surface(&surface);
        let centre = middle(&vertices);
        let search = SupportMethod::Scan(VertexLanes::new(&[], centre, 0.0));
        let mut polytope = Self { surface, vertices, normals, leaving, neighbours, search, centre, reach: 0.0 };
        polytope.find_centre();
        Ok(polytope)
    }

    /// The hull of points of any type that converts to [`DVec3`], for example `[f64; 3]`.
    ///
    /// ```
    /// use impinge::shape::Polytope;
    ///
    /// let tetrahedron = Polytope::from_points([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])?;
    /// assert_eq!(tetrahedron.vertices().len(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Polytope::try_new`].
    pub fn from_points(points: impl IntoIterator<Item: Into<DVec3>>) -> Result<Self, HullError> {
        Self::try_new(&points.into_iter().map(Into::into).collect::<Vec<DVec3>>())
    }

    /// Chooses a centre, strictly inside a solid if one of two candidates is, and all that hangs on it.
    fn find_centre(&mut self) {
        if self.extent() == Extent::Solid && !self.has_inside(self.centre) {
            let centroid = self.mass_properties().centroid;
            self.centre = if self.has_inside(centroid) { centroid } else { self.centre };
        }
        let farthest = self.vertices.iter().map(|v| v.distance(self.centre)).fold(0.0, f64::max);
        self.reach = farthest * (1.0 + 8.0 * f64::EPSILON);
        self.search = if self.vertices.len() <= SCANNED {
            SupportMethod::Scan(VertexLanes::new(&self.vertices, self.centre, self.reach))
        } else {
            SupportMethod::Climb(SupportCubeMap::new(&self.vertices, &self.neighbours))
        };
    }

    /// Whether a point is strictly inside, exactly; nothing is inside a polygon, a segment or a point.
    #[must_use]
    pub fn has_inside(&self, point: DVec3) -> bool {
        let cost = &mut Cost::default();
        let mut is_below = |face: u32| {
            let [a, b, c] = self.face_triangle(face);
            orient3d(a, b, c, point, cost) < 0
        };
        self.extent() == Extent::Solid && (0..self.surface.faces().len() as u32).all(&mut is_below)
    }

    /// The vertices of the hull, in the order of [`HullSurface::vertices`].
    #[must_use]
    pub fn vertices(&self) -> &[DVec3] {
        &self.vertices
    }

    /// How the vertices are connected.
    #[must_use]
    pub fn surface(&self) -> &HullSurface {
        &self.surface
    }

    /// The index of each vertex among the points that the hull was made of.
    #[must_use]
    pub fn source(&self) -> &[u32] {
        self.surface.vertices()
    }

    /// How many dimensions it spans.
    #[must_use]
    pub fn extent(&self) -> Extent {
        self.surface.extent()
    }

    /// The outward unit normal of a face, rounded; zero for a face that does not exist.
    #[must_use]
    pub fn normal(&self, face: u32) -> DVec3 {
        self.normals.get(face as usize).copied().unwrap_or_default()
    }

    /// A half-edge that leaves a vertex; [`NONE`] for a point, and for a vertex that does not exist.
    #[must_use]
    pub fn edge_from(&self, vertex: u32) -> u32 {
        self.leaving.get(vertex as usize).copied().unwrap_or(NONE)
    }

    /// The vertices at the other ends of the edges of a vertex; none for a vertex that does not exist.
    #[must_use]
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        if (vertex as usize) < self.vertices.len() { self.neighbours.of_vertex(vertex) } else { &[] }
    }

    /// Three corners of a face, which must exist: its plane exactly, counter-clockwise from outside.
    #[must_use]
    pub(crate) fn face_triangle(&self, face: u32) -> Triangle {
        let edges = self.surface.half_edges();
        let first = edges[self.surface.faces()[face as usize] as usize];
        let second = edges[first.next as usize];
        let third = edges[second.next as usize];
        [first, second, third].map(|e| self.vertices[e.origin as usize])
    }

    /// The faces as fans of triangles over the vertices; both sides of a polygon, nothing for less.
    pub fn triangles(&self) -> impl Iterator<Item = [u32; 3]> + '_ {
        self.surface.triangles()
    }

    /// The smallest box around it, exactly.
    #[must_use]
    pub fn aabb(&self) -> Aabb {
        Aabb::of_points(&self.vertices)
    }

    /// Volume, centroid and inertia, computed on every call.
    #[must_use]
    pub fn mass_properties(&self) -> MassProperties {
        MassProperties::from_polytope(self)
    }
}

/// The unit normal of a face, from the largest triangle of its fan: of twice the bits of a double, or in integers where those
/// would not be enough.
fn normal(surface: &HullSurface, vertices: &[DVec3], face: u32) -> DVec3 {
    /// The least share of its products that the normal must keep: 2^-40, which leaves 60 of 100 bits.
    const ENOUGH: f64 = 1.0 / (1_u64 << 40) as f64;
    let corner = |edge: u32| vertices[surface.half_edges()[edge as usize].origin as usize];
    let origin = corner(surface.faces()[face as usize]);
    let (mut widest, mut most) = ([origin; 2], DVec3::ZERO);
    let mut before = corner(surface.half_edges()[surface.faces()[face as usize] as usize].next);
    for p in surface.around_face(face).skip(2).map(corner) {
        let cross = (before - origin).cross(p - origin);
        if cross.abs().max_element() >= most.abs().max_element() {
            (widest, most) = ([before, p], cross);
        }
        before = p;
    }
    let [u, v] = widest.map(|p| double_double::between(p, origin));
    let [long, wide] = widest.map(|p| (p - origin).abs().max_element());
    let cross = DVec3::from_array(double_double::cross(&u, &v).map(double_double::DoubleDouble::to_double));
    let largest = cross.abs().max_element();
    if largest > ENOUGH * long * wide {
        return (cross / largest).normalize_or_zero();
    }
    let grid = Grid::holding([origin, widest[0], widest[1]].iter().flat_map(|p| p.to_array()));
    let [u, v] = widest.map(|p| [0, 1, 2].map(|k| grid.integer(p[k]) - grid.integer(origin[k])));
    let exact = integer_vector::cross(&u, &v);
    let Some(largest) = exact.iter().map(|x| x.clone().abs()).max().filter(|x| !x.is_zero()) else {
        return DVec3::ZERO; // never: three corners of a face do not lie on a line
    };
    let ones = Grid::holding([1.0]);
    DVec3::from_array(exact.map(|x| ones.double(&x, &largest))).normalize_or_zero()
}

impl Polytope {
    /// The farther along a direction of the hint and the vertex that the compass gives.
    #[inline(always)]
    fn nearer_start(&self, direction: DVec3, hint: u32, compass: &SupportCubeMap) -> u32 {
        let hint = hint.min(self.vertices.len() as u32 - 1);
        let start = compass.start(direction);
        let along = |v: u32| direction.dot(self.vertices[v as usize]);
        if along(hint) >= along(start) { hint } else { start }
    }
}

impl Support for Polytope {
    #[inline]
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        let direction = in_range(direction);
        let from = match &self.search {
            SupportMethod::Scan(lanes) => {
                let found = lanes.farthest(direction);
                if found.is_certain {
                    *hint = found.index;
                    return self.vertices[found.index as usize];
                }
                found.index
            }
            SupportMethod::Climb(compass) => self.nearer_start(direction, *hint, compass),
        };
        let (Climb::Top(v) | Climb::Under(v)) = self.neighbours.climb(&self.vertices, direction, from, u32::MAX);
        *hint = v;
        self.vertices[v as usize]
    }

    #[inline]
    fn rough_support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        let direction = in_range(direction);
        *hint = match &self.search {
            SupportMethod::Scan(lanes) => lanes.top(direction),
            SupportMethod::Climb(compass) => {
                let from = self.nearer_start(direction, *hint, compass);
                self.neighbours.climb_roughly(&self.vertices, direction, from, self.reach)
            }
        };
        self.vertices[*hint as usize]
    }

    #[inline]
    fn centre(&self) -> DVec3 {
        self.centre
    }

    #[inline]
    fn reach(&self) -> f64 {
        self.reach
    }

    #[inline]
    fn corner_count(&self) -> u32 {
        self.vertices.len() as u32
    }

    #[inline]
    fn corner(&self, index: u32) -> DVec3 {
        self.vertices.get(index as usize).copied().unwrap_or(self.centre)
    }

    #[inline]
    fn all_corners(&self) -> &[DVec3] {
        &self.vertices
    }

    #[inline]
    fn corner_blocks(&self) -> Option<&[CornerBlock]> {
        match &self.search {
            SupportMethod::Scan(lanes) => Some(lanes.blocks()),
            SupportMethod::Climb(_) => None,
        }
    }
}

/// A direction scaled, where it must be, so that products with coordinates neither overflow nor underflow.
#[inline]
fn in_range(direction: DVec3) -> DVec3 {
    /// 2^600.
    const LARGE: f64 = f64::from_bits((1023 + 600) << 52);
    let largest = direction.abs().max_element();
    if largest > LARGE {
        direction / LARGE
    } else if largest < 1.0 / LARGE {
        direction * LARGE
    } else {
        direction
    }
}
