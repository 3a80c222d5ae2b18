// Embree's rtcCollide behind plain functions. Nothing thrown leaves.
//
// rtcCollide takes no pose and knows no triangles: it reports pairs of user primitives whose boxes of floats overlap, all of
// them, and cannot be stopped. Here a body is posed in doubles, its boxes are those of its corners cast to float, as
// in Embree's own example, and the callback puts every reported pair to a test of two triangles in doubles. A box that the
// cast has made smaller can lose a pair: that is Embree's precision, and is counted, not mended.
//
// A surface that deforms keeps the caller's arrays: the callback gathers corners from them, and passes over pairs that share
// a vertex, as Embree's example of self-collision does.

#include <embree3/rtcore.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <vector>

namespace {

struct Point {
  double x, y, z;
};

Point operator-(const Point& p, const Point& q) { return {p.x - q.x, p.y - q.y, p.z - q.z}; }
double dot(const Point& p, const Point& q) { return p.x * q.x + p.y * q.y + p.z * q.z; }
Point cross(const Point& p, const Point& q) {
  return {p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}

struct Triangle {
  Point corners[3];
};

// Whether an axis has the triangles strictly on either side of a gap; an axis of length zero never has.
bool separates(const Point& axis, const Triangle& p, const Triangle& q) {
  const double p0 = dot(axis, p.corners[0]), p1 = dot(axis, p.corners[1]), p2 = dot(axis, p.corners[2]);
  const double q0 = dot(axis, q.corners[0]), q1 = dot(axis, q.corners[1]), q2 = dot(axis, q.corners[2]);
  return std::max({p0, p1, p2}) < std::min({q0, q1, q2}) || std::max({q0, q1, q2}) < std::min({p0, p1, p2});
}

// Separating axes in doubles: both normals, the products of edges, and the normals of edges in their planes.
bool meet(Triangle p, Triangle q) {
  const Point origin = p.corners[0];
  for (Point& c : p.corners) c = c - origin;
  for (Point& c : q.corners) c = c - origin;
  const Point e[3] = {p.corners[1] - p.corners[0], p.corners[2] - p.corners[1], p.corners[0] - p.corners[2]};
  const Point f[3] = {q.corners[1] - q.corners[0], q.corners[2] - q.corners[1], q.corners[0] - q.corners[2]};
  const Point m = cross(e[0], e[1]), n = cross(f[0], f[1]);
  if (separates(m, p, q) || separates(n, p, q)) return false;
  for (const Point& a : e) {
    for (const Point& b : f) {
      if (separates(cross(a, b), p, q)) return false;
    }
  }
  for (int i = 0; i < 3; ++i) {
    if (separates(cross(m, e[i]), p, q) || separates(cross(n, f[i]), p, q)) return false;
  }
  return true;
}

// The device, and all of TBB, on one thread.
RTCDevice device() {
  // Never destroyed: threads of TBB may still be there when the process ends.
  static const tbb::global_control* one = new tbb::global_control(tbb::global_control::max_allowed_parallelism, 1);
  static_cast<void>(one);
  static RTCDevice device = rtcNewDevice("threads=1,set_affinity=0");
  return device;
}

struct Body {
  std::vector<Triangle> triangles;
  RTCScene scene = nullptr;
  ~Body() {
    if (scene != nullptr) rtcReleaseScene(scene);
  }
};

void set_bounds(const Triangle& t, RTCBounds& b) {
  const auto low = [&](double Point::*c) {
    return static_cast<float>(std::min({t.corners[0].*c, t.corners[1].*c, t.corners[2].*c}));
  };
  const auto high = [&](double Point::*c) {
    return static_cast<float>(std::max({t.corners[0].*c, t.corners[1].*c, t.corners[2].*c}));
  };
  b.lower_x = low(&Point::x), b.lower_y = low(&Point::y), b.lower_z = low(&Point::z);
  b.upper_x = high(&Point::x), b.upper_y = high(&Point::y), b.upper_z = high(&Point::z);
}

void bounds(const RTCBoundsFunctionArguments* args) {
  set_bounds(static_cast<const Body*>(args->geometryUserPtr)->triangles[args->primID], *args->bounds_o);
}

struct Collision {
  const Body* a;
  const Body* b;
  std::size_t limit;
  std::size_t count;
};

void collided(void* user, RTCCollision* pairs, unsigned int count) {
  Collision& collision = *static_cast<Collision*>(user);
  for (unsigned int i = 0; i < count && collision.count < collision.limit; ++i) {
    collision.count += meet(collision.a->triangles[pairs[i].primID0], collision.b->triangles[pairs[i].primID1]);
  }
}

struct Surface {
  const double* vertices;
  const std::uint32_t* faces;
  RTCScene scene = nullptr;
  RTCGeometry geometry = nullptr;
  std::size_t count = 0;

  Surface(const double* v, const std::uint32_t* f) : vertices(v), faces(f) {}
  ~Surface() {
    if (geometry != nullptr) rtcReleaseGeometry(geometry);
    if (scene != nullptr) rtcReleaseScene(scene);
  }

  Triangle triangle(unsigned int face) const {
    Triangle t;
    for (int k = 0; k < 3; ++k) {
      const double* v = vertices + 3 * static_cast<std::size_t>(faces[3 * face + k]);
      t.corners[k] = {v[0], v[1], v[2]};
    }
    return t;
  }

  bool shares_vertex(unsigned int a, unsigned int b) const {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 3; ++k) {
        if (faces[3 * a + j] == faces[3 * b + k]) return true;
      }
    }
    return false;
  }
};

void surface_bounds(const RTCBoundsFunctionArguments* args) {
  set_bounds(static_cast<const Surface*>(args->geometryUserPtr)->triangle(args->primID), *args->bounds_o);
}

void self_collided(void* user, RTCCollision* pairs, unsigned int count) {
  Surface& surface = *static_cast<Surface*>(user);
  for (unsigned int i = 0; i < count; ++i) {
    const unsigned int a = pairs[i].primID0, b = pairs[i].primID1;
    // Every pair comes both ways.
    if (a >= b || surface.shares_vertex(a, b)) continue;
    surface.count += meet(surface.triangle(a), surface.triangle(b));
  }
}

}  // namespace

extern "C" {

const char* impinge_embree_version() { return RTC_VERSION_STRING; }

/// A mesh posed by x -> R x + t, R by columns, with its tree. Null if Embree refuses it.
Body* impinge_embree_body(const double* vertices, std::size_t vertex_count, const std::uint32_t* faces,
                          std::size_t face_count, const double* r, const double* t) {
  try {
    std::vector<Point> points(vertex_count);
    for (std::size_t i = 0; i < vertex_count; ++i) {
      const double *v = vertices + 3 * i;
      points[i] = {r[0] * v[0] + r[3] * v[1] + r[6] * v[2] + t[0], r[1] * v[0] + r[4] * v[1] + r[7] * v[2] + t[1],
                   r[2] * v[0] + r[5] * v[1] + r[8] * v[2] + t[2]};
    }
    std::unique_ptr<Body> body(new Body);
    body->triangles.resize(face_count);
    for (std::size_t i = 0; i < face_count; ++i) {
      for (int k = 0; k < 3; ++k) body->triangles[i].corners[k] = points[faces[3 * i + k]];
    }
    body->scene = rtcNewScene(device());
    RTCGeometry geometry = rtcNewGeometry(device(), RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryUserPrimitiveCount(geometry, static_cast<unsigned int>(face_count));
    rtcSetGeometryUserData(geometry, body.get());
    rtcSetGeometryBoundsFunction(geometry, bounds, nullptr);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(body->scene, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(body->scene);
    return rtcGetDeviceError(device()) == RTC_ERROR_NONE ? body.release() : nullptr;
  } catch (const std::exception&) {
    return nullptr;
  }
}

void impinge_embree_body_free(Body* body) { delete body; }

/// How many pairs of triangles meet; after so many no more are tested, but Embree's walk goes on. -1 for a failure.
std::int64_t impinge_embree_contacts(const Body* a, const Body* b, std::size_t limit) {
  try {
    Collision collision{a, b, limit, 0};
    rtcCollide(a->scene, b->scene, collided, &collision);
    return rtcGetDeviceError(device()) == RTC_ERROR_NONE ? static_cast<std::int64_t>(collision.count) : -1;
  } catch (const std::exception&) {
    return -1;
  }
}

/// A surface with its tree, of arrays that must outlive it; `refits` if new vertices will come. Null if Embree refuses it.
Surface* impinge_embree_surface(const double* vertices, const std::uint32_t* faces, std::size_t face_count, bool refits) {
  try {
    std::unique_ptr<Surface> surface(new Surface(vertices, faces));
    surface->scene = rtcNewScene(device());
    surface->geometry = rtcNewGeometry(device(), RTC_GEOMETRY_TYPE_USER);
    if (refits) {
      rtcSetSceneFlags(surface->scene, RTC_SCENE_FLAG_DYNAMIC);
      rtcSetSceneBuildQuality(surface->scene, RTC_BUILD_QUALITY_LOW);
      rtcSetGeometryBuildQuality(surface->geometry, RTC_BUILD_QUALITY_REFIT);
    }
    rtcSetGeometryUserPrimitiveCount(surface->geometry, static_cast<unsigned int>(face_count));
    rtcSetGeometryUserData(surface->geometry, surface.get());
    rtcSetGeometryBoundsFunction(surface->geometry, surface_bounds, nullptr);
    rtcCommitGeometry(surface->geometry);
    rtcAttachGeometry(surface->scene, surface->geometry);
    rtcCommitScene(surface->scene);
    return rtcGetDeviceError(device()) == RTC_ERROR_NONE ? surface.release() : nullptr;
  } catch (const std::exception&) {
    return nullptr;
  }
}

void impinge_embree_surface_free(Surface* surface) { delete surface; }

/// Moves the vertices to those of another array, which must outlive the surface, and refits its tree.
void impinge_embree_surface_move(Surface* surface, const double* vertices) {
  surface->vertices = vertices;
  rtcCommitGeometry(surface->geometry);
  rtcCommitScene(surface->scene);
}

/// How many pairs of triangles without a common vertex meet. -1 for a failure.
std::int64_t impinge_embree_surface_contacts(Surface* surface) {
  surface->count = 0;
  rtcCollide(surface->scene, surface->scene, self_collided, surface);
  return rtcGetDeviceError(device()) == RTC_ERROR_NONE ? static_cast<std::int64_t>(surface->count) : -1;
}

}  // extern "C"
