// Embree's rtcCollide behind plain functions. Nothing thrown leaves.
//
// rtcCollide takes no pose and knows no triangles: it reports pairs of user primitives whose boxes of floats overlap, all of
// them, and cannot be stopped. Here a body is posed in doubles, its boxes are those of its corners cast to float, as
// in Embree's own example, and the callback puts every reported pair to a test of two triangles in doubles. A box that the
// cast has made smaller can lose a pair: that is Embree's precision, and is counted, not mended.

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
  static tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
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

void bounds(const RTCBoundsFunctionArguments* args) {
  const Triangle& t = static_cast<const Body*>(args->geometryUserPtr)->triangles[args->primID];
  const auto low = [&](double Point::*c) {
    return static_cast<float>(std::min({t.corners[0].*c, t.corners[1].*c, t.corners[2].*c}));
  };
  const auto high = [&](double Point::*c) {
    return static_cast<float>(std::max({t.corners[0].*c, t.corners[1].*c, t.corners[2].*c}));
  };
  RTCBounds& b = *args->bounds_o;
  b.lower_x = low(&Point::x), b.lower_y = low(&Point::y), b.lower_z = low(&Point::z);
  b.upper_x = high(&Point::x), b.upper_y = high(&Point::y), b.upper_z = high(&Point::z);
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

}  // extern "C"
