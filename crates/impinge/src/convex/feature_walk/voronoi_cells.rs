//! Where each vertex, edge and face of a polytope is the closest: its Voronoi cells, planes with links across them.
//!
//! Lin, Canny (1991) and Mirtich (1998) walk over these cells. Space outside is cut into a prism over each face, a
//! wedge at each edge and a cone at each vertex; two cells that share a plane are features of which one bounds the
//! other. Inside, planes from every edge through the centre make a pyramid under each face (the pseudo-internal regions
//! of Lin, Manocha, Cohen, Gottschalk 1996). A polygon has two faces back to back, a segment none, a point only itself;
//! all of them have the same outer cells and no inside.
//!
//! Planes are in doubles, with unit normals: they guide a walk, they decide nothing. Linear in the size of the
//! polytope.

use crate::hull::{Extent, HalfEdge, NONE};
use crate::math::DVec3;
use crate::shape::{Polytope, Support};

/// A vertex, edge or face of a polytope, by its index on the surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HullFeature {
    /// A vertex.
    Vertex(u32),
    /// An edge, by one of its two half-edges; in reports by the lower one.
    Edge(u32),
    /// A face.
    Face(u32),
}

/// A plane between two cells: the cell lies where `inward · (x - point) >= 0`, the neighbour's beyond.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constraint {
    /// Unit normal towards the cell.
    pub inward: DVec3,
    /// A point of the plane.
    pub point: DVec3,
    /// The feature across the plane.
    pub neighbour: HullFeature,
}

/// A half-edge as seen from its origin.
#[derive(Clone, Copy, Debug)]
pub struct OutgoingEdge {
    /// Unit vector away from the origin.
    pub along: DVec3,
    pub edge: u32,
}

/// A half-edge with the planes through it.
#[derive(Clone, Copy, Debug)]
pub struct EdgeCell {
    pub origin: u32,
    pub twin: u32,
    pub next: u32,
    /// [`NONE`] for a segment.
    pub face: u32,
    /// Where the origin is.
    pub start: DVec3,
    /// Unit vector from the origin to the other end.
    pub along: DVec3,
    pub length: f64,
    /// Unit vector square to the edge, in the plane of its face, towards the face; zero for a segment.
    pub inward: DVec3,
    /// Unit normal of the plane through the edge and the centre, towards the pyramid under its face; zero where there
    /// is no inside.
    pub wedge: DVec3,
    /// How far rounding may have turned these normals, as an angle.
    pub direction_error: f64,
}

/// A face with its plane.
#[derive(Clone, Copy, Debug)]
pub struct FacePlane {
    /// Unit outward normal.
    pub normal: DVec3,
    /// A point of the plane: where the first half-edge starts.
    pub point: DVec3,
    pub first: u32,
    /// How far rounding may have turned the normal, as an angle.
    pub direction_error: f64,
}

/// The Voronoi cells of a polytope, laid out for walking.
#[derive(Clone, Debug)]
pub struct VoronoiCells {
    polytope: Polytope,
    /// The outgoing edges of vertex `v` are those from `first_outgoing[v]` to `first_outgoing[v + 1]`.
    first_outgoing: Vec<u32>,
    outgoing_edges: Vec<OutgoingEdge>,
    sides: Vec<EdgeCell>,
    face_planes: Vec<FacePlane>,
    size: f64,
}

/// `v` made as long as 1, whatever its length; zero for zero.
pub fn unit(v: DVec3) -> DVec3 {
    let largest = v.abs().max_element();
    if largest > 0.0 { (v / largest).normalize() } else { DVec3::ZERO }
}

/// A face, and how well its normal is known: the sum of the products of its fan may be small beside them.
fn face_plane(polytope: &Polytope, face: u32) -> FacePlane {
    let (surface, first) = (polytope.surface(), polytope.surface().faces()[face as usize]);
    let corner = |edge: u32| polytope.vertices()[surface.half_edges()[edge as usize].origin as usize];
    let (point, mut fan) = (corner(first), DVec3::ZERO);
    let longest = surface.around_face(face).map(|e| (corner(e) - point).abs().max_element());
    let longest = longest.fold(0.0, f64::max);
    let mut products = 0.0;
    let mut arm = None;
    for edge in surface.around_face(face).skip(1) {
        let next = (corner(edge) - point) / longest;
        if let Some(last) = arm.replace(next) {
            let last: DVec3 = last;
            fan += last.cross(next);
            products += last.length() * next.length();
        }
    }
    let direction_error = 8.0 * f64::EPSILON * (1.0 + products / fan.length());
    FacePlane { normal: polytope.normal(face), point, first, direction_error }
}

impl VoronoiCells {
    /// The cells of a polytope.
    #[must_use]
    pub fn new(polytope: &Polytope) -> Self {
        let (vertices, surface) = (polytope.vertices(), polytope.surface());
        let (half_edges, centre) = (surface.half_edges(), polytope.centre());
        let faces = 0..surface.faces().len() as u32;
        let face_planes: Vec<FacePlane> = faces.map(|f| face_plane(polytope, f)).collect();
        let size = vertices.iter().map(|p| p.length()).fold(0.0, f64::max);
        let below = |p: &FacePlane| p.normal.dot(p.point - centre) > (p.direction_error + 8.0 * f64::EPSILON) * size;
        let has_inside = surface.extent() == Extent::Solid && face_planes.iter().all(below);
        let side = |h: &HalfEdge| {
            let start = vertices[h.origin as usize];
            let vector = vertices[half_edges[h.twin as usize].origin as usize] - start;
            let along = unit(vector);
            let face = face_planes.get(h.face as usize);
            let inward = face.map_or(DVec3::ZERO, |f| unit(f.normal.cross(along)));
            let wedge = if has_inside { along.cross(unit(centre - start)) } else { DVec3::ZERO };
            let direction_error = if has_inside { 8.0 * f64::EPSILON / wedge.length() } else { 0.0 };
            let direction_error = direction_error.max(face.map_or(0.0, |f| f.direction_error));
            let ([origin, twin, next, face], length) = ([h.origin, h.twin, h.next, h.face], vector.length());
            EdgeCell { origin, twin, next, face, start, along, length, inward, wedge: unit(wedge), direction_error }
        };
        let sides: Vec<EdgeCell> = half_edges.iter().map(side).collect();
        let (mut first_outgoing, mut outgoing_edges) = (vec![0], Vec::with_capacity(sides.len()));
        for v in 0..vertices.len() as u32 {
            let first = polytope.edge_from(v);
            if first != NONE {
                let outgoing = |edge: u32| OutgoingEdge { along: sides[edge as usize].along, edge };
                outgoing_edges.extend(surface.around_origin(first).map(outgoing));
            }
            first_outgoing.push(outgoing_edges.len() as u32);
        }
        Self { polytope: polytope.clone(), first_outgoing, outgoing_edges, sides, face_planes, size }
    }

    /// The polytope itself.
    #[must_use]
    pub fn polytope(&self) -> &Polytope {
        &self.polytope
    }

    /// How many dimensions the polytope spans.
    #[must_use]
    pub fn extent(&self) -> Extent {
        self.polytope.extent()
    }

    /// The vertices, in the order of the polytope.
    #[must_use]
    pub fn vertices(&self) -> &[DVec3] {
        self.polytope.vertices()
    }

    /// How many vertices, edges and faces there are.
    #[must_use]
    pub fn feature_count(&self) -> usize {
        self.vertices().len() + self.sides.len() / 2 + self.face_planes.len()
    }

    /// The point that all pyramids under faces share.
    #[must_use]
    pub fn centre(&self) -> DVec3 {
        self.polytope.centre()
    }

    /// The largest distance of a vertex from the origin of the frame.
    pub fn size(&self) -> f64 {
        self.size
    }

    /// All features: vertices, then edges by their lower half-edge, then faces.
    pub fn features(&self) -> impl Iterator<Item = HullFeature> + '_ {
        let edges = (0..self.sides.len() as u32).filter(|e| *e < self.sides[*e as usize].twin);
        let faces = (0..self.face_planes.len() as u32).map(HullFeature::Face);
        (0..self.vertices().len() as u32).map(HullFeature::Vertex).chain(edges.map(HullFeature::Edge)).chain(faces)
    }

    /// The feature itself, edges by their lower half-edge, where there is such a feature; vertex 0 for any other.
    #[must_use]
    pub fn nearest_valid(&self, feature: HullFeature) -> HullFeature {
        match feature {
            HullFeature::Vertex(v) if (v as usize) < self.vertices().len() => feature,
            HullFeature::Edge(e) if (e as usize) < self.sides.len() => HullFeature::Edge(e.min(self.side(e).twin)),
            HullFeature::Face(f) if (f as usize) < self.face_planes.len() => feature,
            _ => HullFeature::Vertex(0),
        }
    }

    /// The planes around the cell of a feature, the feature's own plane left out for a face.
    #[must_use]
    pub fn constraints(&self, feature: HullFeature) -> Vec<Constraint> {
        match self.nearest_valid(feature) {
            HullFeature::Vertex(v) => {
                let plane = |s: &OutgoingEdge| (-s.along, HullFeature::Edge(s.edge.min(self.side(s.edge).twin)));
                let plane = |s| (plane(s), self.vertex(v));
                self.outgoing_edges(v).iter().map(plane).map(Constraint::from).collect()
            }
            HullFeature::Edge(e) => {
                let (side, twin) = (self.side(e), self.side(self.side(e).twin));
                let ends = [side, twin].map(|s| ((s.along, HullFeature::Vertex(s.origin)), s.start));
                let across = |s: &&EdgeCell| s.face != NONE;
                let faces = [side, twin].into_iter().filter(across);
                let faces = faces.map(|s| ((-s.inward, HullFeature::Face(s.face)), s.start));
                ends.into_iter().chain(faces).map(Constraint::from).collect()
            }
            HullFeature::Face(f) => {
                let plane = |(e, s): (u32, &EdgeCell)| ((s.inward, HullFeature::Edge(e.min(s.twin))), s.start);
                self.around(f).map(plane).map(Constraint::from).collect()
            }
        }
    }

    pub fn vertex(&self, v: u32) -> DVec3 {
        self.vertices()[v as usize]
    }

    pub fn side(&self, edge: u32) -> &EdgeCell {
        &self.sides[edge as usize]
    }

    pub fn face_plane(&self, face: u32) -> &FacePlane {
        &self.face_planes[face as usize]
    }

    pub fn face_planes(&self) -> &[FacePlane] {
        &self.face_planes
    }

    pub fn outgoing_edges(&self, v: u32) -> &[OutgoingEdge] {
        &self.outgoing_edges[self.first_outgoing[v as usize] as usize..self.first_outgoing[v as usize + 1] as usize]
    }

    /// The feature that vertices, ascending, span; the first of them where they span none.
    pub fn spanned(&self, vertices: &[u32]) -> HullFeature {
        let &[first, ref rest @ ..] = vertices else { return HullFeature::Vertex(0) };
        let holds = |face: u32, v: u32| self.around(face).any(|(_, side)| side.origin == v);
        let edges = || self.outgoing_edges(first).iter().map(|s| s.edge);
        let found = match rest {
            [] => None,
            &[other] => edges().find(|e| self.ends(*e)[1] == other).map(HullFeature::Edge),
            _ => {
                let mut faces = edges().map(|e| self.side(e).face).filter(|f| *f != NONE);
                faces.find(|f| rest.iter().all(|v| holds(*f, *v))).map(HullFeature::Face)
            }
        };
        found.unwrap_or(HullFeature::Vertex(first))
    }

    /// The half-edges around a face, with their indices.
    pub fn around(&self, face: u32) -> impl Iterator<Item = (u32, &EdgeCell)> + Clone + '_ {
        let first = self.face_plane(face).first;
        let next = move |(_, side): &(u32, &EdgeCell)| Some((side.next, self.side(side.next))).filter(|s| s.0 != first);
        std::iter::successors(Some((first, self.side(first))), next)
    }

    /// The two ends of an edge, that of its origin first.
    pub fn ends(&self, edge: u32) -> [u32; 2] {
        let side = self.side(edge);
        [side.origin, self.side(side.twin).origin]
    }

    /// How far inside the sides of the prism over a face a point is, and the edge of that side.
    pub fn shallowest(&self, face: u32, p: DVec3) -> (f64, u32) {
        let depths = self.around(face).map(|(edge, side)| (side.inward.dot(p - side.start), edge));
        depths.fold((f64::INFINITY, NONE), |best, next| if next.0 < best.0 { next } else { best })
    }

    /// The face of an edge over which a point, `w` from the start of the edge, lies by more than `least`.
    pub fn face_beyond(&self, edge: u32, w: DVec3, least: f64) -> Option<u32> {
        let side = self.side(edge);
        let twin = self.side(side.twin);
        let (left, right) = (side.inward.dot(w), twin.inward.dot(w));
        let beyond = side.face != NONE && left.max(right) > least;
        beyond.then_some(if left >= right { side.face } else { twin.face })
    }

    /// The half-edge of a vertex that is steepest along a direction, where its unit vector goes farther along it than
    /// `least`.
    pub fn steepest_outgoing_edge(&self, v: u32, direction: DVec3, least: f64) -> Option<u32> {
        let mut best = (least, NONE);
        for outgoing in self.outgoing_edges(v) {
            let slope = outgoing.along.dot(direction);
            if slope > best.0 {
                best = (slope, outgoing.edge);
            }
        }
        (best.1 != NONE).then_some(best.1)
    }
}

impl From<((DVec3, HullFeature), DVec3)> for Constraint {
    fn from(((inward, neighbour), point): ((DVec3, HullFeature), DVec3)) -> Self {
        Self { inward, point, neighbour }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;
    use crate::primitive::{vertex_edge, vertex_face};
    use HullFeature::{Edge, Face, Vertex};

    /// A multiple of 2^-20 from -1 to 1.
    fn number(random: &mut Random) -> f64 {
        (random.bits() >> 43) as f64 / f64::from(1 << 20) - 1.0
    }

    fn vector(random: &mut Random) -> DVec3 {
        DVec3::new(number(random), number(random), number(random))
    }

    /// The point of an open feature nearest to `p`, if it is in it.
    fn foot(cells: &VoronoiCells, feature: HullFeature, p: DVec3) -> Option<DVec3> {
        match feature {
            Vertex(v) => Some(cells.vertex(v)),
            Edge(e) => vertex_edge(p, cells.ends(e).map(|v| cells.vertex(v))),
            Face(f) => {
                let corners: Vec<DVec3> = cells.around(f).map(|(_, side)| side.start).collect();
                let fan = |w: &[DVec3]| {
                    let seam = [vertex_edge(p, [corners[0], w[0]]), vertex_edge(p, [corners[0], w[1]])];
                    vertex_face(p, [corners[0], w[0], w[1]]).or(seam[0]).or(seam[1])
                };
                let feet = corners[1..].windows(2).filter_map(fan);
                feet.min_by(|a, b| a.distance(p).total_cmp(&b.distance(p)))
            }
        }
    }

    /// A point is in the cell of the feature that it is closest to, and deep in no other.
    #[test]
    fn cells_are_where_their_feature_is_closest() {
        let mut random = Random(5);
        let mut kinds = [0; 3];
        for round in 0..200 {
            let flat = [DVec3::ONE, DVec3::new(1.0, 1.0, 0.0), DVec3::X, DVec3::ZERO][round % 4];
            let points: Vec<DVec3> = (0..4 + round / 8).map(|_| vector(&mut random) * flat).collect();
            let cells = VoronoiCells::new(&Polytope::try_new(&points).unwrap());
            for _ in 0..20 {
                let p = vector(&mut random) * 2.0;
                let above = |f: u32| cells.face_plane(f).normal.dot(p - cells.face_plane(f).point);
                if cells.extent() == Extent::Solid && (0..cells.face_planes().len() as u32).all(|f| above(f) < 0.0) {
                    continue;
                }
                let feet = cells.features().filter_map(|f| Some((foot(&cells, f, p)?.distance(p), f)));
                let closest = feet.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
                let room = |f: HullFeature| {
                    let inside = cells.constraints(f).iter().map(|c| c.inward.dot(p - c.point)).fold(1.0, f64::min);
                    if let Face(f) = f { inside.min(above(f)) } else { inside }
                };
                let deep: Vec<HullFeature> = cells.features().filter(|f| room(*f) > 1e-9).collect();
                let gap = |f: HullFeature| foot(&cells, f, p).map_or(f64::INFINITY, |q| q.distance(p));
                assert!(deep.len() <= 1 && deep.iter().all(|f| gap(*f) <= closest.0 + 1e-12), "{deep:?} {closest:?}");
                assert!(cells.features().any(|f| room(f) >= -1e-12 && gap(f) <= closest.0 + 1e-12));
                kinds[match deep.first() {
                    Some(Face(_)) => 2,
                    Some(Edge(_)) => 1,
                    _ => 0,
                }] += 1;
            }
        }
        assert!(kinds.iter().all(|n| *n > 150), "all kinds of cells must be met: {kinds:?}");
    }

    /// Each plane is shared: the neighbour has the same one, turned around.
    #[test]
    fn planes_lead_there_and_back() {
        let mut random = Random(6);
        for flat in [DVec3::ONE, DVec3::new(1.0, 1.0, 0.0), DVec3::X] {
            let points: Vec<DVec3> = (0..20).map(|_| vector(&mut random) * flat).collect();
            let cells = VoronoiCells::new(&Polytope::try_new(&points).unwrap());
            let mut planes = 0;
            for feature in cells.features() {
                for plane in cells.constraints(feature) {
                    let back = cells.constraints(plane.neighbour);
                    let same = |c: &Constraint| {
                        let on_plane = c.inward.dot(plane.point - c.point).abs() < 1e-12;
                        c.neighbour == feature && on_plane && (c.inward + plane.inward).length() < 1e-12
                    };
                    assert!(back.iter().any(same), "{feature:?} {plane:?} {back:?}");
                    planes += 1;
                }
            }
            assert!(planes > 3 || flat == DVec3::X && planes == 4, "{planes}");
        }
    }

    /// Every point inside is in the pyramid of exactly one face.
    #[test]
    fn pyramids_fill_the_inside() {
        let mut random = Random(7);
        let points: Vec<DVec3> = (0..30).map(|_| vector(&mut random).normalize()).collect();
        let cells = VoronoiCells::new(&Polytope::try_new(&points).unwrap());
        let mut inside = 0;
        for _ in 0..2_000 {
            let p = vector(&mut random);
            let room = |f: u32| {
                let sides = cells.around(f).map(|(_, s)| s.wedge.dot(p - cells.centre()));
                sides.fold(f64::INFINITY, f64::min)
            };
            let below = |f: u32| cells.face_plane(f).normal.dot(p - cells.face_plane(f).point) < 0.0;
            let faces: Vec<u32> = (0..cells.face_planes().len() as u32).filter(|f| room(*f) > 0.0).collect();
            assert_eq!(faces.len(), 1);
            let is_inside = (0..cells.face_planes().len() as u32).all(below);
            assert_eq!(faces.iter().all(|f| below(*f)), is_inside);
            inside += u32::from(is_inside);
        }
        assert!((400..1_600).contains(&inside), "{inside}");
    }
}
