// libccd's GJK and MPR behind plain functions. A body is the convex hull of its vertices, whose support is the farthest of
// all, or a cylinder.

#include <ccd/ccd.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <vector>

namespace {

// Steps after which GJK is told to give up; it then says "apart".
constexpr unsigned long ITERATIONS = 500;

// A cylinder around the z axis where there are no vertices.
struct Hull {
  std::vector<ccd_vec3_t> vertices;
  ccd_vec3_t centre;
  double radius = 0;
  double half_height = 0;
};

struct PosedHull {
  const Hull* hull;
  const double* r;
  const double* t;
};

void farthest(const Hull& hull, const ccd_vec3_t& direction, ccd_vec3_t* out) {
  if (hull.vertices.empty()) {
    const double x = direction.v[0], y = direction.v[1], length = std::hypot(x, y);
    const double scale = length > 0 ? hull.radius / length : 0;
    ccdVec3Set(out, scale * x, scale * y, direction.v[2] < 0 ? -hull.half_height : hull.half_height);
    return;
  }
  ccd_real_t best = -CCD_REAL_MAX;
  const ccd_vec3_t* found = &hull.vertices.front();
  for (const ccd_vec3_t& v : hull.vertices) {
    const ccd_real_t along = ccdVec3Dot(&v, &direction);
    if (along > best) best = along, found = &v;
  }
  ccdVec3Copy(out, found);
}

void support_at_rest(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
  farthest(*static_cast<const Hull*>(object), *direction, out);
}

void placed_point(const PosedHull& placed, const ccd_vec3_t& p, ccd_vec3_t* out) {
  const double *r = placed.r, *t = placed.t;
  ccdVec3Set(out, r[0] * p.v[0] + r[3] * p.v[1] + r[6] * p.v[2] + t[0],
             r[1] * p.v[0] + r[4] * p.v[1] + r[7] * p.v[2] + t[1], r[2] * p.v[0] + r[5] * p.v[1] + r[8] * p.v[2] + t[2]);
}

// The direction is carried into the hull's frame, and the vertex back.
void support_placed(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
  const PosedHull& placed = *static_cast<const PosedHull*>(object);
  const double *r = placed.r, *d = direction->v;
  ccd_vec3_t inward, p;
  ccdVec3Set(&inward, r[0] * d[0] + r[1] * d[1] + r[2] * d[2], r[3] * d[0] + r[4] * d[1] + r[5] * d[2],
             r[6] * d[0] + r[7] * d[1] + r[8] * d[2]);
  farthest(*placed.hull, inward, &p);
  placed_point(placed, p, out);
}

void centre_at_rest(const void* object, ccd_vec3_t* out) { ccdVec3Copy(out, &static_cast<const Hull*>(object)->centre); }

void centre_placed(const void* object, ccd_vec3_t* out) {
  const PosedHull& placed = *static_cast<const PosedHull*>(object);
  placed_point(placed, placed.hull->centre, out);
}

// Everything that either method asks for; depths to 1e-6, libccd's default is 1e-4.
ccd_t settings() {
  ccd_t ccd;
  CCD_INIT(&ccd);
  ccd.support1 = support_at_rest;
  ccd.support2 = support_placed;
  ccd.center1 = centre_at_rest;
  ccd.center2 = centre_placed;
  ccd.max_iterations = ITERATIONS;
  ccd.epa_tolerance = 1e-6;
  ccd.mpr_tolerance = 1e-6;
  return ccd;
}

}  // namespace

extern "C" {

/// The convex hull of some vertices, at least one. Null without memory.
Hull* impinge_libccd_hull(const double* vertices, std::size_t vertex_count) {
  try {
    std::unique_ptr<Hull> hull(new Hull);
    hull->vertices.resize(vertex_count);
    for (std::size_t i = 0; i < vertex_count; ++i) {
      ccdVec3Set(&hull->vertices[i], vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]);
    }
    ccdVec3Set(&hull->centre, 0, 0, 0);
    for (const ccd_vec3_t& v : hull->vertices) ccdVec3Add(&hull->centre, &v);
    ccdVec3Scale(&hull->centre, 1.0 / static_cast<double>(vertex_count));
    return hull.release();
  } catch (const std::exception&) {
    return nullptr;
  }
}

/// A cylinder around the z axis. Null without memory.
Hull* impinge_libccd_cylinder(double radius, double half_height) {
  try {
    std::unique_ptr<Hull> hull(new Hull);
    ccdVec3Set(&hull->centre, 0, 0, 0);
    hull->radius = radius;
    hull->half_height = half_height;
    return hull.release();
  } catch (const std::exception&) {
    return nullptr;
  }
}

void impinge_libccd_hull_free(Hull* hull) { delete hull; }

/// Whether the hulls share a point, the second moved by x -> R x + t, R by columns.
std::int32_t impinge_libccd_intersects(const Hull* a, const Hull* b, const double* rotation, const double* translation) {
  const ccd_t ccd = settings();
  const PosedHull placed{b, rotation, translation};
  return ccdGJKIntersect(a, &placed, &ccd);
}

/// The same by MPR, which starts from a point inside of each.
std::int32_t impinge_libccd_mpr_intersects(const Hull* a, const Hull* b, const double* rotation,
                                           const double* translation) {
  const ccd_t ccd = settings();
  const PosedHull placed{b, rotation, translation};
  return ccdMPRIntersect(a, &placed, &ccd);
}

/// How deep they are in each other, by GJK and EPA for 0, by MPR for 1; NaN where libccd finds no depth.
double impinge_libccd_depth(const Hull* a, const Hull* b, const double* rotation, const double* translation,
                            std::int32_t method) {
  const ccd_t ccd = settings();
  const PosedHull placed{b, rotation, translation};
  ccd_real_t depth;
  ccd_vec3_t direction, position;
  const int failed = method == 0 ? ccdGJKPenetration(a, &placed, &ccd, &depth, &direction, &position)
                                 : ccdMPRPenetration(a, &placed, &ccd, &depth, &direction, &position);
  return failed == 0 ? static_cast<double>(depth) : std::numeric_limits<double>::quiet_NaN();
}

}  // extern "C"
