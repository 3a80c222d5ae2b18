// FCL's mesh queries behind plain functions. Nothing thrown leaves: it becomes a null, a -1 or a NaN.

#include <fcl/fcl.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <vector>

namespace {

struct Model {
  std::shared_ptr<fcl::CollisionGeometryd> geometry;
  std::size_t bytes;
};

struct Placement {
  EIGEN_MAKE_ALIGNED_OPERATOR_NEW
  fcl::Transform3d a_from_b;
};

template <typename Volume>
std::unique_ptr<Model> build(const double* vertices, std::size_t vertex_count, const std::uint32_t* faces,
                             std::size_t face_count) {
  std::vector<fcl::Vector3d> points;
  points.reserve(vertex_count);
  for (std::size_t i = 0; i < vertex_count; ++i) {
    points.emplace_back(vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]);
  }
  std::vector<fcl::Triangle> triangles;
  triangles.reserve(face_count);
  for (std::size_t i = 0; i < face_count; ++i) {
    triangles.emplace_back(faces[3 * i], faces[3 * i + 1], faces[3 * i + 2]);
  }
  auto mesh = std::make_shared<fcl::BVHModel<Volume>>();
  if (mesh->beginModel(static_cast<int>(face_count), static_cast<int>(vertex_count)) != fcl::BVH_OK ||
      mesh->addSubModel(points, triangles) != fcl::BVH_OK || mesh->endModel() != fcl::BVH_OK) {
    return nullptr;
  }
  mesh->computeLocalAABB();
  const std::size_t bytes = sizeof(fcl::BVNode<Volume>) * static_cast<std::size_t>(mesh->getNumBVs()) +
                            sizeof(fcl::Vector3d) * vertex_count +
                            (sizeof(fcl::Triangle) + sizeof(unsigned int)) * face_count;
  return std::unique_ptr<Model>(new Model{mesh, bytes});
}

}  // namespace

extern "C" {

const char* impinge_fcl_version() { return FCL_VERSION; }

/// A mesh with its tree: of OBBs for 0, of OBBRSSs for 1. Null if FCL refuses it.
Model* impinge_fcl_model(std::int32_t volume, const double* vertices, std::size_t vertex_count,
                         const std::uint32_t* faces, std::size_t face_count) {
  try {
    auto model = volume == 0 ? build<fcl::OBBd>(vertices, vertex_count, faces, face_count)
                             : build<fcl::OBBRSSd>(vertices, vertex_count, faces, face_count);
    return model.release();
  } catch (const std::exception&) {
    return nullptr;
  }
}

std::size_t impinge_fcl_model_bytes(const Model* model) { return model->bytes; }

void impinge_fcl_model_free(Model* model) { delete model; }

/// The motion x -> R x + t, R by columns.
Placement* impinge_fcl_placement(const double* rotation, const double* translation) {
  try {
    auto placement = std::unique_ptr<Placement>(new Placement);
    placement->a_from_b.setIdentity();
    placement->a_from_b.linear() = Eigen::Map<const Eigen::Matrix3d>(rotation);
    placement->a_from_b.translation() = Eigen::Map<const Eigen::Vector3d>(translation);
    return placement.release();
  } catch (const std::exception&) {
    return nullptr;
  }
}

void impinge_fcl_placement_free(Placement* placement) { delete placement; }

/// How many pairs of triangles meet, up to a limit; -1 for a failure.
std::int64_t impinge_fcl_contacts(const Model* a, const Model* b, const Placement* placement, std::size_t limit) {
  try {
    const fcl::CollisionRequestd request(limit, false);
    fcl::CollisionResultd result;
    const fcl::Transform3d identity = fcl::Transform3d::Identity();
    fcl::collide(a->geometry.get(), identity, b->geometry.get(), placement->a_from_b, request, result);
    return static_cast<std::int64_t>(result.numContacts());
  } catch (const std::exception&) {
    return -1;
  }
}

/// The distance; NaN for a failure.
double impinge_fcl_distance(const Model* a, const Model* b, const Placement* placement) {
  try {
    const fcl::DistanceRequestd request(false);
    fcl::DistanceResultd result;
    const fcl::Transform3d identity = fcl::Transform3d::Identity();
    fcl::distance(a->geometry.get(), identity, b->geometry.get(), placement->a_from_b, request, result);
    return result.min_distance;
  } catch (const std::exception&) {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

}  // extern "C"
