//! Pictures of a run: the whole scene with the way the object went, and its contacts from near by.

use crate::rapid::experiment::Step;
use crate::rapid::scenario::{Cut, Scenario, View};
use impinge::bound::Aabb;
use impinge::collect::All;
use impinge::feature::FaceId;
use impinge::math::{DVec3, Pose};
use impinge::pair::{self, Contact};
use impinge_picture::{Body, Camera, Colour, Mark, Opacity, Picture, Plane, Quality};

const SURROUNDINGS: Colour = Colour::rgb(176, 190, 204);
const OBJECT: Colour = Colour::rgb(240, 160, 48);
const CONTACT: Colour = Colour::rgb(214, 20, 60);
const WAY: Colour = Colour::rgb(20, 110, 190);

/// Aspect ratio of pictures: width over height.
const ASPECT: f64 = 1.5;

/// A moment of a run.
pub struct RunPictures<'a> {
    scenario: &'a Scenario,
    way: Vec<DVec3>,
    world_from_object: Pose,
    contacts: Vec<Contact>,
    width: u32,
}

impl<'a> RunPictures<'a> {
    /// The first of the steps with most contacts.
    pub fn of(scenario: &'a Scenario, steps: &[Step], width: u32) -> Self {
        let most = steps.iter().map(|step| step.contacts).max();
        let step = steps.iter().find(|step| Some(step.contacts) == most);
        let world_from_object = step.map_or(Pose::IDENTITY, |step| step.world_from_object);
        let mut found = All(Vec::new());
        pair::contacts(&scenario.environment, &scenario.object, &world_from_object, &mut found);
        let way = steps.iter().map(|step| step.place).collect();
        Self { scenario, way, world_from_object, contacts: found.0, width }
    }

    /// All of the scene, and where the object's middle went.
    ///
    /// # Errors
    /// As [`Picture::png`].
    pub fn whole(&self) -> anyhow::Result<Vec<u8>> {
        let view = &self.scenario.whole;
        let cut = self.plane(view);
        let environment = &self.scenario.environment;
        let triangles = environment.face_ids().map(|face| environment.triangle(face));
        let surroundings = triangles.flat_map(|t| cut.map_or_else(|| t.to_vec(), |plane| plane.keep(&t)));
        let object = self.scenario.object.vertices().iter().map(|p| self.world_from_object.transform_point(*p));
        let all = surroundings.chain(object).chain(self.way.iter().copied());
        let mut picture = self.picture(Camera::framing(all, view.towards_eye, ASPECT), view);
        picture.marks.extend(self.way.iter().map(|&point| Mark { point, radius: 0.0011, colour: WAY }));
        picture.marks.extend(self.dots(0.003, view));
        Ok(picture.png()?)
    }

    /// The contacts from near by; the object, if there are none.
    ///
    /// # Errors
    /// As [`Picture::png`].
    pub fn contacts(&self) -> anyhow::Result<Vec<u8>> {
        let view = &self.scenario.near;
        let object = self.object_bounds();
        let middle = match (view.cut, self.middle_contact()) {
            (_, None) => object.centre(),
            // The place of the contact along the object, but all around it.
            (Cut::Section(along, _), Some(p)) => object.centre() + along * along.dot(p - object.centre()),
            (_, Some(p)) => p,
        };
        let around = DVec3::splat(0.75 * object.size().min_element());
        let corner = |k: u32| middle + around * DVec3::from([0, 1, 2].map(|bit| f64::from(k >> bit & 1) * 2.0 - 1.0));
        let mut picture = self.picture(Camera::framing((0..8).map(corner), view.towards_eye, ASPECT), view);
        picture.marks.extend(self.dots(0.004, view));
        Ok(picture.png()?)
    }

    /// The contact nearest to the middle of all.
    fn middle_contact(&self) -> Option<DVec3> {
        let points = || self.contacts.iter().flat_map(|contact| contact.intersection.points()).copied();
        let middle = points().fold(Aabb::EMPTY, Aabb::including).centre();
        points().min_by(|p, q| p.distance(middle).total_cmp(&q.distance(middle)))
    }

    /// Where the scene is cut.
    fn plane(&self, view: &View) -> Option<Plane> {
        let object = self.object_bounds();
        match view.cut {
            Cut::Nothing => None,
            Cut::BeforeObject(diagonals) => {
                let front = view.towards_eye.normalize();
                Some(Plane { point: object.centre() + diagonals * object.size().length() * front, front })
            }
            Cut::Section(front, before) => {
                Some(Plane { point: self.middle_contact().unwrap_or(object.centre()) + before * front, front })
            }
        }
    }

    /// Both bodies, the faces in contact lit.
    fn picture(&self, camera: Camera, view: &View) -> Picture<'a> {
        let cuts = match view.cut {
            Cut::Section(..) => [self.plane(view); 2],
            _ => [self.plane(view), None],
        };
        let body = |mesh, world_from_mesh, colour, side: usize| {
            let mut faces: Vec<FaceId> = self.contacts.iter().map(|contact| contact.faces[side]).collect();
            faces.sort_unstable();
            Body { mesh, world_from_mesh, colour, lit: (faces, CONTACT), cut: cuts[side], opacity: Opacity::Solid }
        };
        let (environment, object) = (&self.scenario.environment, &self.scenario.object);
        Picture {
            size: [self.width, (f64::from(self.width) / ASPECT).round() as u32],
            camera,
            bodies: vec![
                body(environment, Pose::IDENTITY, SURROUNDINGS, 0),
                body(object, self.world_from_object, OBJECT, 1),
            ],
            lines: Vec::new(),
            marks: Vec::new(),
            quality: Quality::Fine,
        }
    }

    /// A dot for each contact that is not cut away.
    fn dots(&self, radius: f64, view: &View) -> Vec<Mark> {
        let cut = self.plane(view);
        let points = self.contacts.iter().filter_map(|contact| contact.intersection.points().next().copied());
        let seen = points.filter(|p| cut.is_none_or(|plane| plane.height(*p) <= 0.0));
        seen.map(|point| Mark { point, radius, colour: CONTACT }).collect()
    }

    fn object_bounds(&self) -> Aabb {
        let vertices = self.scenario.object.vertices().iter();
        vertices.fold(Aabb::EMPTY, |b, p| b.including(self.world_from_object.transform_point(*p)))
    }
}
