//! A box.

use super::bounding_box;
use super::error::{self, ShapeError};
use super::outward_rounding::up;
use super::ray_interval::RayInterval;
use super::{Closest, MassProperties, Ray, RayHit, Solid, Support};
use crate::bound::Aabb;
use crate::math::{DMat3, DVec3};
use std::f64::consts::PI;

/// The box along the axes of the local frame, its middle at the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid {
    half_extents: DVec3,
}

impl Cuboid {
    /// The box of half its edge lengths.
    ///
    /// # Errors
    /// A half extent that is not finite, not positive or outside the exact range.
    pub fn try_new(half_extents: impl Into<DVec3>) -> Result<Self, ShapeError> {
        let half_extents = half_extents.into();
        const NAMES: [&str; 3] = ["half extent along x", "half extent along y", "half extent along z"];
        for (name, half) in NAMES.into_iter().zip(half_extents.to_array()) {
            error::positive(name, half)?;
        }
        Ok(Self { half_extents })
    }

    /// Half the edge lengths.
    #[must_use]
    pub fn half_extents(&self) -> DVec3 {
        self.half_extents
    }
}

/// Bit k of a corner's index says that its coordinate k is positive.
impl Support for Cuboid {
    #[inline]
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        *hint = 7 ^ direction.is_negative_bitmask();
        self.half_extents.copysign(direction)
    }

    fn centre(&self) -> DVec3 {
        DVec3::ZERO
    }

    fn reach(&self) -> f64 {
        up(self.half_extents.length())
    }

    fn corner_count(&self) -> u32 {
        8
    }

    fn corner(&self, index: u32) -> DVec3 {
        if index > 7 {
            return self.centre();
        }
        let h = self.half_extents;
        let side = |k: u32, half: f64| if index >> k & 1 == 1 { half } else { -half };
        DVec3::new(side(0, h.x), side(1, h.y), side(2, h.z))
    }
}

impl Cuboid {
    /// ∫ x² over the box of half extents a, b, c rounded by r: box, slabs on faces, quarter cylinders on edges, octants on corners.
    fn second_moment(a: f64, b: f64, c: f64, r: f64) -> f64 {
        let along_x = 8.0 * (b * c + r * (b + c)) + 2.0 * PI * r * r;
        let faces = 8.0 / 3.0 * b * c * ((a + r).powi(3) - a.powi(3));
        let edges = 2.0 * (b + c) * (PI * r * r * a * a + 8.0 / 3.0 * a * r.powi(3) + PI / 4.0 * r.powi(4));
        let corners = 4.0 / 3.0 * PI * r.powi(3) * a * a + PI * a * r.powi(4) + 4.0 / 15.0 * PI * r.powi(5);
        along_x * a.powi(3) / 3.0 + faces + edges + corners
    }
}

impl Solid for Cuboid {
    fn mass_rounded(&self, by: f64) -> Option<MassProperties> {
        let ([a, b, c], r) = (self.half_extents.to_array(), by);
        let volume = 8.0 * a * b * c
            + 8.0 * r * (a * b + b * c + c * a)
            + 2.0 * PI * r * r * (a + b + c)
            + 4.0 / 3.0 * PI * r.powi(3);
        let moments = DVec3::new(
            Self::second_moment(a, b, c, r),
            Self::second_moment(b, c, a, r),
            Self::second_moment(c, a, b, r),
        );
        Some(MassProperties::from_second_moments(volume, DVec3::ZERO, DMat3::from_diagonal(moments)))
    }

    fn bounds(&self) -> Aabb {
        bounding_box::around(-self.half_extents, self.half_extents, 0.0)
    }

    fn closest_point(&self, p: DVec3) -> Closest {
        let h = self.half_extents;
        let beyond = p.abs() - h;
        if beyond.max_element() > 0.0 {
            return Closest::outside(p, p.clamp(-h, h), DVec3::X);
        }
        let axis = beyond.max_position();
        let (mut point, mut normal) = (p, DVec3::ZERO);
        point[axis] = h[axis].copysign(p[axis]);
        normal[axis] = 1f64.copysign(p[axis]);
        Closest { point, normal, distance: beyond[axis] }
    }

    fn contains(&self, p: DVec3) -> bool {
        p.abs().cmple(self.half_extents).all()
    }

    fn cast_ray(&self, ray: &Ray) -> Option<RayHit> {
        let (o, u, h) = (ray.origin(), ray.unit(), self.half_extents);
        let slab = |k: usize| RayInterval::slab(o[k], u[k], h[k], DVec3::AXES[k]);
        ray.starts_in(self).or_else(|| slab(0).and(slab(1)).and(slab(2)).entry(ray))
    }
}
