// coal's queries on convex shapes behind plain functions. Nothing thrown leaves: it becomes a null, a -1 or a NaN.

#include <coal/collision.h>
#include <coal/config.hh>
#include <coal/distance.h>
#include <coal/shape/convex.h>
#include <coal/shape/geometric_shapes.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <vector>

namespace {

struct Body {
  std::shared_ptr<coal::CollisionGeometry> geometry;
};

struct Placement {
  coal::Transform3s a_from_b;
};

// What a pair remembers from one query to the next: coal's own warm start.
struct Memory {
  EIGEN_MAKE_ALIGNED_OPERATOR_NEW
  coal::CollisionRequest collision{coal::NO_REQUEST, 1};
  coal::DistanceRequest distance{false};
};

double measured(const Body* a, const Body* b, const Placement* placement, coal::DistanceRequest& request, bool is_signed) {
  request.enable_nearest_points = false;
  request.enable_signed_distance = is_signed;
  coal::DistanceResult result;
  coal::distance(a->geometry.get(), coal::Transform3s(), b->geometry.get(), placement->a_from_b, request, result);
  request.updateGuess(result);
  return result.min_distance;
}

bool meet(const Body* a, const Body* b, const Placement* placement, coal::CollisionRequest& request) {
  request.enable_contact = false;
  coal::CollisionResult result;
  coal::collide(a->geometry.get(), coal::Transform3s(), b->geometry.get(), placement->a_from_b, request, result);
  request.updateGuess(result);
  return result.isCollision();
}

}  // namespace

extern "C" {

const char* impinge_coal_version() { return COAL_VERSION; }

/// The hull of points whose surface are these triangles, outward. Null if coal refuses it.
Body* impinge_coal_hull(const double* vertices, std::size_t vertex_count, const std::uint32_t* faces,
                        std::size_t face_count) {
  try {
    auto points = std::make_shared<std::vector<coal::Vec3s>>();
    for (std::size_t i = 0; i < vertex_count; ++i) {
      points->emplace_back(vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]);
    }
    auto triangles = std::make_shared<std::vector<coal::Triangle>>();
    for (std::size_t i = 0; i < face_count; ++i) {
      triangles->emplace_back(faces[3 * i], faces[3 * i + 1], faces[3 * i + 2]);
    }
    auto convex = std::make_shared<coal::Convex<coal::Triangle>>(points, static_cast<unsigned>(vertex_count), triangles,
                                                                 static_cast<unsigned>(face_count));
    convex->computeLocalAABB();
    return new Body{convex};
  } catch (const std::exception&) {
    return nullptr;
  }
}

/// A cylinder around the z axis.
Body* impinge_coal_cylinder(double radius, double half_height) {
  try {
    auto cylinder = std::make_shared<coal::Cylinder>(radius, 2 * half_height);
    cylinder->computeLocalAABB();
    return new Body{cylinder};
  } catch (const std::exception&) {
    return nullptr;
  }
}

void impinge_coal_body_free(Body* body) { delete body; }

/// The motion x -> R x + t, R by columns.
Placement* impinge_coal_placement(const double* rotation, const double* translation) {
  try {
    const coal::Matrix3s r = Eigen::Map<const Eigen::Matrix3d>(rotation);
    const coal::Vec3s t = Eigen::Map<const Eigen::Vector3d>(translation);
    return new Placement{coal::Transform3s(r, t)};
  } catch (const std::exception&) {
    return nullptr;
  }
}

void impinge_coal_placement_free(Placement* placement) { delete placement; }

/// The memory of a pair that moves little from query to query.
Memory* impinge_coal_memory() {
  try {
    std::unique_ptr<Memory> memory(new Memory);
    memory->collision.gjk_initial_guess = coal::GJKInitialGuess::CachedGuess;
    memory->distance.gjk_initial_guess = coal::GJKInitialGuess::CachedGuess;
    return memory.release();
  } catch (const std::exception&) {
    return nullptr;
  }
}

void impinge_coal_memory_free(Memory* memory) { delete memory; }

/// Whether they share a point; -1 for a failure. The memory may be null.
std::int32_t impinge_coal_intersects(const Body* a, const Body* b, const Placement* placement, Memory* memory) {
  try {
    if (memory) return meet(a, b, placement, memory->collision);
    coal::CollisionRequest request(coal::NO_REQUEST, 1);
    return meet(a, b, placement, request);
  } catch (const std::exception&) {
    return -1;
  }
}

/// The distance, or with `is_signed` minus the depth where they meet; NaN for a failure. The memory may be null.
double impinge_coal_distance(const Body* a, const Body* b, const Placement* placement, std::int32_t is_signed,
                             Memory* memory) {
  try {
    if (memory) return measured(a, b, placement, memory->distance, is_signed != 0);
    coal::DistanceRequest request(false);
    return measured(a, b, placement, request, is_signed != 0);
  } catch (const std::exception&) {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

}  // extern "C"
