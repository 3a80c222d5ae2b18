// libccd's GJK behind plain functions. A body is the convex hull of its vertices; its support is the farthest of all.

#include <ccd/ccd.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <vector>

namespace {

// Steps after which GJK is told to give up; it then says "apart".
constexpr unsigned long ITERATIONS = 500;

struct Hull {
  std::vector<ccd_vec3_t> vertices;
};

struct Placed {
  const Hull* hull;
  const double* r;
  const double* t;
};

void farthest(const Hull& hull, const ccd_vec3_t& direction, ccd_vec3_t* out) {
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

// The direction is carried into the hull's frame, and the vertex back.
void support_placed(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
  const Placed& placed = *static_cast<const Placed*>(object);
  const double *r = placed.r, *t = placed.t, *d = direction->v;
  ccd_vec3_t inward, p;
  ccdVec3Set(&inward, r[0] * d[0] + r[1] * d[1] + r[2] * d[2], r[3] * d[0] + r[4] * d[1] + r[5] * d[2],
             r[6] * d[0] + r[7] * d[1] + r[8] * d[2]);
  farthest(*placed.hull, inward, &p);
  ccdVec3Set(out, r[0] * p.v[0] + r[3] * p.v[1] + r[6] * p.v[2] + t[0],
             r[1] * p.v[0] + r[4] * p.v[1] + r[7] * p.v[2] + t[1], r[2] * p.v[0] + r[5] * p.v[1] + r[8] * p.v[2] + t[2]);
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
    return hull.release();
  } catch (const std::exception&) {
    return nullptr;
  }
}

void impinge_libccd_hull_free(Hull* hull) { delete hull; }

/// Whether the hulls share a point, the second moved by x -> R x + t, R by columns.
std::int32_t impinge_libccd_intersects(const Hull* a, const Hull* b, const double* rotation, const double* translation) {
  ccd_t ccd;
  CCD_INIT(&ccd);
  ccd.support1 = support_at_rest;
  ccd.support2 = support_placed;
  ccd.max_iterations = ITERATIONS;
  const Placed placed{b, rotation, translation};
  return ccdGJKIntersect(a, &placed, &ccd);
}

}  // extern "C"
