//! The faces of bodies on a picture, without those that no sample sees.

use super::body::Body;
use super::camera::Camera;
use super::opacity::Opacity;
use super::projected_triangle::{Extent, ProjectedTriangle, ScreenPoint, clip};
use impinge::math::DVec3;

/// The faces of the bodies of a picture that samples may see. Faces are counted through all bodies in order.
#[derive(Default)]
pub struct ProjectedBodies {
    /// The number of the first face of every body, then the number of all.
    pub starts: Vec<u32>,
    pub solid: Vec<ProjectedTriangle>,
    pub glass: Vec<ProjectedTriangle>,
    pub ghosts: Vec<ProjectedTriangle>,
    /// The least and the largest distance ahead, over which things pale.
    pub depths: [f32; 2],
    /// The vertices of a body, while its faces are added.
    points: Vec<ScreenPoint>,
}

impl ProjectedBodies {
    /// Becomes the bodies on a picture of a width and a height in samples; memory is used again.
    pub fn restart(&mut self, bodies: &[Body<'_>], camera: &Camera, size: [u32; 2]) {
        [&mut self.solid, &mut self.glass, &mut self.ghosts].into_iter().for_each(Vec::clear);
        self.depths = [f32::INFINITY, 0.0];
        self.starts.clear();
        self.starts.push(0);
        let mut start = 0;
        for body in bodies {
            if camera.may_see(&body.mesh.bounds(), &body.world_from_mesh, f64::from(size[0]) / f64::from(size[1])) {
                self.add(body, start, camera, size);
            }
            start += body.mesh.faces().len() as u32;
            self.starts.push(start);
        }
    }

    /// Adds a body whose first face has a number.
    fn add(&mut self, body: &Body<'_>, start: u32, camera: &Camera, size: [u32; 2]) {
        let (samples, size) = (size.map(|n| n as f32), size.map(f64::from));
        let (matrix, offset) = camera.view_from_body(&body.world_from_mesh);
        let points = &mut self.points;
        points.clear();
        points.extend(body.mesh.vertices().iter().map(|p| camera.screen_point(matrix * *p + offset, size)));
        let layer = match body.opacity {
            Opacity::Solid => &mut self.solid,
            Opacity::Glass => &mut self.glass,
            Opacity::Ghost => &mut self.ghosts,
        };
        let hides_backs = hides_backs(body, camera);
        let [mut nearest, mut farthest] = self.depths.map(|depth| 1.0 / depth);
        let mut put = |triangle: ProjectedTriangle| {
            let extent = triangle.extent(samples);
            if extent == Extent::Sampled && !(hides_backs && triangle.is_turned_away()) {
                layer.push(triangle);
            }
            if matches!(extent, Extent::Sampled | Extent::BetweenSamples) {
                let inverse = triangle.corners[0].inverse_depth;
                (nearest, farthest) = (nearest.max(inverse), farthest.min(inverse));
            }
            extent
        };
        for (face, corners) in (start..).zip(body.mesh.faces()) {
            let whole = ProjectedTriangle::new(points, *corners, face);
            if body.cut.is_none() && put(whole) != Extent::Clipped {
                continue;
            }
            let world: [DVec3; 3] = corners.map(|i| body.to_world(body.mesh.vertices()[i as usize]));
            clip(world, body.cut.as_ref(), camera, size, |corners| {
                put(ProjectedTriangle { corners, face });
            });
        }
        self.depths = [1.0 / nearest, 1.0 / farthest];
    }
}

/// Whether the faces of a body that are turned away lie behind others of it: of a closed one before the eye. Only ghosts are asked, the
/// other bodies may be inside out.
fn hides_backs(body: &Body<'_>, camera: &Camera) -> bool {
    let is_candidate = body.opacity == Opacity::Ghost && body.cut.is_none();
    is_candidate && camera.is_before_eye(&body.mesh.bounds(), &body.world_from_mesh) && body.mesh.is_closed()
}
