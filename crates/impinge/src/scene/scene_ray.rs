//! Rays through a scene.

use super::body::Body;
use super::model::{Leaf, ModelPart};
use super::scene_view::SceneView;
use super::world::BodyId;
use crate::compact_sort::{sort_by, sort_by_key};
use crate::feature::FaceId;
use crate::math::{DVec3, Pose};
use crate::pair::cast_ray;
use crate::shape::{Ray, Solid};

/// Where a ray first meets a body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SceneHit {
    /// The body.
    pub body: BodyId,
    /// The parameter of the ray, in lengths of its direction; 0 where it starts inside.
    pub t: f64,
    /// The point, in the world.
    pub point: DVec3,
    /// The face, if the body is one mesh and the ray does not start inside.
    pub face: Option<FaceId>,
}

impl SceneView<'_> {
    /// Where a ray of the world first meets a body, whatever its groups, up to the parameter `limit`; the first by id among equals.
    #[must_use]
    pub fn cast_ray(&self, ray: &Ray, limit: f64) -> Option<SceneHit> {
        let mut hits = self.ray_hits(ray, limit);
        sort_by(&mut hits, |p, q| p.t.total_cmp(&q.t).then(p.body.cmp(&q.body)));
        hits.first().copied()
    }

    /// Where a ray meets each body that it meets, by id.
    #[must_use]
    pub fn ray_hits(&self, ray: &Ray, limit: f64) -> Vec<SceneHit> {
        let mut hits = Vec::new();
        self.scene.world.bodies.boxes().ray(ray.origin(), ray.direction(), limit, &mut |slot| {
            hits.extend(self.scene.world.bodies.in_slot(slot).and_then(|body| hit(body, ray, limit)));
        });
        sort_by_key(&mut hits, |hit| hit.body);
        hits
    }
}

/// Where a ray first meets a body.
fn hit(body: &Body, ray: &Ray, limit: f64) -> Option<SceneHit> {
    let whole = body.model().as_mesh().is_some();
    let hits = body.model().parts().iter().filter_map(|part| part_hit(part, &body.world_from_body, ray, limit));
    let (t, face) = hits.min_by(|p, q| p.0.total_cmp(&q.0))?;
    Some(SceneHit { body: body.id, t, point: ray.at(t), face: face.filter(|_| whole) })
}

/// The parameter, and the face of a mesh.
fn part_hit(part: &ModelPart, world_from_body: &Pose, ray: &Ray, limit: f64) -> Option<(f64, Option<FaceId>)> {
    let part_from_world = world_from_body.compose(&part.model_from_part).ok()?.inverse();
    let origin = part_from_world.transform_point(ray.origin());
    let own = Ray::try_new(origin, part_from_world.transform_vector(ray.direction())).ok()?;
    let hit = match &part.leaf {
        Leaf::Mesh(mesh, _) => cast_ray(mesh, &own, limit).map(|hit| (hit.t, hit.face)),
        Leaf::Convex(body) => body.shape().cast_ray(&own).map(|hit| (hit.t, None)),
        Leaf::HalfSpace(space) => space.cast_ray(&own).map(|hit| (hit.t, None)),
    };
    hit.filter(|(t, _)| *t <= limit)
}
