// FCL's queries on convex shapes behind plain functions, by either of its solvers. Nothing thrown leaves, and no assertion
// ends the process: it becomes a null, a -1 or a NaN.

#include "assertion.hpp"

#include <fcl/fcl.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <vector>

namespace {

constexpr double NOTHING = std::numeric_limits<double>::quiet_NaN();

struct Body {
  std::shared_ptr<fcl::CollisionGeometryd> geometry;
};

struct Motion {
  EIGEN_MAKE_ALIGNED_OPERATOR_NEW
  fcl::Transform3d a_from_b;
};

// What a pair remembers from one query to the next: a direction, which only the solver of FCL's own takes.
struct Memory {
  EIGEN_MAKE_ALIGNED_OPERATOR_NEW
  fcl::Vector3d guess{1, 0, 0};
};

fcl::GJKSolverType solver_of(std::int32_t solver) { return solver == 0 ? fcl::GST_LIBCCD : fcl::GST_INDEP; }

/// The contacts, at most one; without its depth unless it is asked for.
fcl::CollisionResultd collided(const Body* a, const Body* b, const Motion* motion, std::int32_t solver, bool with_depth,
                               Memory* memory) {
  fcl::CollisionRequestd request(1, with_depth);
  request.gjk_solver_type = solver_of(solver);
  if (memory) {
    request.enable_cached_gjk_guess = true;
    request.cached_gjk_guess = memory->guess;
  }
  fcl::CollisionResultd result;
  const fcl::Transform3d identity = fcl::Transform3d::Identity();
  fcl::collide(a->geometry.get(), identity, b->geometry.get(), motion->a_from_b, request, result);
  if (memory) memory->guess = result.cached_gjk_guess;
  return result;
}

double measured(const Body* a, const Body* b, const Motion* motion, std::int32_t solver, bool is_signed) {
  fcl::DistanceRequestd request(false, is_signed);
  request.gjk_solver_type = solver_of(solver);
  fcl::DistanceResultd result;
  const fcl::Transform3d identity = fcl::Transform3d::Identity();
  fcl::distance(a->geometry.get(), identity, b->geometry.get(), motion->a_from_b, request, result);
  return result.min_distance;
}

}  // namespace

extern "C" {

/// The hull of points whose surface are these triangles, outward. Null if FCL refuses it.
Body* impinge_fcl_hull(const double* vertices, std::size_t vertex_count, const std::uint32_t* faces,
                       std::size_t face_count) {
  try {
    auto points = std::make_shared<std::vector<fcl::Vector3d>>();
    for (std::size_t i = 0; i < vertex_count; ++i) {
      points->emplace_back(vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]);
    }
    auto loops = std::make_shared<std::vector<int>>();
    for (std::size_t i = 0; i < face_count; ++i) {
      loops->push_back(3);
      for (int k = 0; k < 3; ++k) loops->push_back(static_cast<int>(faces[3 * i + k]));
    }
    auto convex = std::make_shared<fcl::Convexd>(points, static_cast<int>(face_count), loops, false);
    convex->computeLocalAABB();
    return new Body{convex};
  } catch (const std::exception&) {
    return nullptr;
  }
}

/// A cylinder around the z axis.
Body* impinge_fcl_cylinder(double radius, double half_height) {
  try {
    auto cylinder = std::make_shared<fcl::Cylinderd>(radius, 2 * half_height);
    cylinder->computeLocalAABB();
    return new Body{cylinder};
  } catch (const std::exception&) {
    return nullptr;
  }
}

void impinge_fcl_body_free(Body* body) { delete body; }

/// The motion x -> R x + t, R by columns.
Motion* impinge_fcl_motion(const double* rotation, const double* translation) {
  try {
    std::unique_ptr<Motion> motion(new Motion);
    motion->a_from_b.setIdentity();
    motion->a_from_b.linear() = Eigen::Map<const Eigen::Matrix3d>(rotation);
    motion->a_from_b.translation() = Eigen::Map<const Eigen::Vector3d>(translation);
    return motion.release();
  } catch (const std::exception&) {
    return nullptr;
  }
}

void impinge_fcl_motion_free(Motion* motion) { delete motion; }

Memory* impinge_fcl_memory() { return new (std::nothrow) Memory; }

void impinge_fcl_memory_free(Memory* memory) { delete memory; }

/// Whether they share a point, by libccd for 0 and by FCL's own solver for 1; -1 for a failure. The memory may be null.
std::int32_t impinge_fcl_intersects(const Body* a, const Body* b, const Motion* motion, std::int32_t solver,
                                    Memory* memory) {
  return guarded<std::int32_t>(-1, [=]() -> std::int32_t {
    try {
      return collided(a, b, motion, solver, false, memory).isCollision();
    } catch (const std::exception&) {
      return -1;
    }
  });
}

/// The distance; NaN for a failure.
double impinge_fcl_convex_distance(const Body* a, const Body* b, const Motion* motion, std::int32_t solver) {
  return guarded(NOTHING, [=] {
    try {
      return measured(a, b, motion, solver, false);
    } catch (const std::exception&) {
      return NOTHING;
    }
  });
}

/// The distance, or minus the depth where they meet; NaN for a failure. FCL's own solver has no signed distance, so its
/// contact is asked for first, whose depth it gives with a minus. The memory may be null.
double impinge_fcl_signed(const Body* a, const Body* b, const Motion* motion, std::int32_t solver, Memory* memory) {
  return guarded(NOTHING, [=] {
    try {
      if (solver == 0) return measured(a, b, motion, solver, true);
      const fcl::CollisionResultd result = collided(a, b, motion, solver, true, memory);
      if (result.isCollision()) return -std::fabs(result.getContact(0).penetration_depth);
      return measured(a, b, motion, solver, false);
    } catch (const std::exception&) {
      return NOTHING;
    }
  });
}

}  // extern "C"
