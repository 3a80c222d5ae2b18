// CGAL's collision detection of rigid meshes, and its trees walked for all pairs. Nothing thrown leaves.
//
// The boolean is Rigid_triangle_mesh_collision_detection as CGAL offers it. CGAL has no query for all pairs of triangles
// at a pose: here its tree of B is walked by CGAL's own traversal, every node posed by CGAL's own interval arithmetic, and
// every triangle of B that is reached is put to the tree of A. All predicates are CGAL's exact ones.
//
// A surface against itself is self_intersections, by boxes sorted anew at every call.

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Rigid_triangle_mesh_collision_detection.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/version.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Surface = CGAL::Surface_mesh<Kernel::Point_3>;
using Detection = CGAL::Rigid_triangle_mesh_collision_detection<Surface>;
using Tree = Detection::AABB_tree;
using Traits = Tree::AABB_traits;
using Motion = CGAL::Aff_transformation_3<Kernel>;

// The mesh with shared vertices; with corners of their own for every triangle where it is no manifold, which CGAL's
// meshes must be.
Surface surface_of(const double* vertices, std::size_t vertex_count, const std::uint32_t* faces,
                   std::size_t face_count) {
  const auto point = [&](std::size_t i) { return Kernel::Point_3(vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]); };
  Surface shared;
  for (std::size_t i = 0; i < vertex_count; ++i) shared.add_vertex(point(i));
  bool is_manifold = true;
  for (std::size_t i = 0; i < face_count && is_manifold; ++i) {
    const std::uint32_t* f = faces + 3 * i;
    const Surface::Face_index added =
        shared.add_face(Surface::Vertex_index(f[0]), Surface::Vertex_index(f[1]), Surface::Vertex_index(f[2]));
    is_manifold = added != Surface::null_face();
  }
  if (is_manifold) return shared;
  Surface loose;
  for (std::size_t i = 0; i < face_count; ++i) {
    const std::uint32_t* f = faces + 3 * i;
    const auto a = loose.add_vertex(point(f[0])), b = loose.add_vertex(point(f[1])), c = loose.add_vertex(point(f[2]));
    loose.add_face(a, b, c);
  }
  return loose;
}

// A mesh with its tree.
struct Model {
  Surface surface;
  std::unique_ptr<Tree> tree;
};

struct Pair {
  const Model* a;
  const Model* b;
  Detection detection;
  std::size_t id_a, id_b;
};

// Counts all pairs: CGAL's traversal of B's tree calls this for nodes and for triangles.
class Counting : CGAL::Traversal_traits_with_transformation_helper<Traits, Kernel, CGAL::Tag_true> {
 public:
  Counting(const Tree& b, const Motion& motion)
      : traits_(b.traits()), motion_(motion), has_rotation_(this->has_rotation(motion)) {}

  bool go_further() const { return true; }

  void intersection(const Tree& a, const Traits::Primitive& primitive) {
    const auto triangle = CGAL::internal::Primitive_helper<Traits>::get_datum(primitive, traits_);
    count += a.number_of_intersected_primitives(triangle.transform(motion_));
  }

  bool do_intersect(const Tree& a, const CGAL::AABB_node<Traits>& node) const {
    return a.do_intersect(this->compute_transformed_bbox(motion_, node.bbox(), has_rotation_));
  }

  std::size_t count = 0;

 private:
  const Traits& traits_;
  const Motion& motion_;
  bool has_rotation_;
};

}  // namespace

extern "C" {

const char* impinge_cgal_version() { return CGAL_VERSION_STR; }

/// A mesh with its tree. Null if CGAL refuses it.
Model* impinge_cgal_model(const double* vertices, std::size_t vertex_count, const std::uint32_t* faces,
                          std::size_t face_count) {
  try {
    std::unique_ptr<Model> model(new Model{surface_of(vertices, vertex_count, faces, face_count), nullptr});
    const Surface& surface = model->surface;
    model->tree.reset(new Tree(CGAL::faces(surface).begin(), CGAL::faces(surface).end(), surface));
    model->tree->build();
    return model.release();
  } catch (const std::exception&) {
    return nullptr;
  }
}

void impinge_cgal_model_free(Model* model) { delete model; }

/// Two meshes, which must live as long as the pair.
Pair* impinge_cgal_pair(const Model* a, const Model* b) {
  try {
    std::unique_ptr<Pair> pair(new Pair{a, b, Detection(), 0, 0});
    const auto whole = CGAL::parameters::apply_per_connected_component(false);
    pair->id_a = pair->detection.add_mesh(*a->tree, a->surface, whole);
    pair->id_b = pair->detection.add_mesh(*b->tree, b->surface, whole);
    return pair.release();
  } catch (const std::exception&) {
    return nullptr;
  }
}

void impinge_cgal_pair_free(Pair* pair) { delete pair; }

/// The motion x -> R x + t, R by columns.
Motion* impinge_cgal_motion(const double* r, const double* t) {
  try {
    return new Motion(r[0], r[3], r[6], t[0], r[1], r[4], r[7], t[1], r[2], r[5], r[8], t[2]);
  } catch (const std::exception&) {
    return nullptr;
  }
}

void impinge_cgal_motion_free(Motion* motion) { delete motion; }

/// Whether a triangle of A and one of B meet: 0, 1, or -1 for a failure.
std::int64_t impinge_cgal_intersects(Pair* pair, const Motion* motion) {
  try {
    pair->detection.set_transformation(pair->id_b, *motion);
    const std::array<std::size_t, 1> other{pair->id_b};
    return pair->detection.get_all_intersections(pair->id_a, other).empty() ? 0 : 1;
  } catch (const std::exception&) {
    return -1;
  }
}

/// How many pairs of triangles meet; -1 for a failure.
std::int64_t impinge_cgal_contacts(const Pair* pair, const Motion* motion) {
  try {
    CGAL::Interval_nt_advanced::Protector upward;
    Counting counting(*pair->b->tree, *motion);
    pair->b->tree->traversal(*pair->a->tree, counting);
    return static_cast<std::int64_t>(counting.count);
  } catch (const std::exception&) {
    return -1;
  }
}

/// A surface alone. Null if CGAL refuses it.
Surface* impinge_cgal_surface(const double* vertices, std::size_t vertex_count, const std::uint32_t* faces,
                              std::size_t face_count) {
  try {
    return new Surface(surface_of(vertices, vertex_count, faces, face_count));
  } catch (const std::exception&) {
    return nullptr;
  }
}

void impinge_cgal_surface_free(Surface* surface) { delete surface; }

/// How many pairs of triangles meet elsewhere than in common corners and edges; -1 for a failure.
std::int64_t impinge_cgal_surface_contacts(const Surface* surface) {
  try {
    std::vector<std::pair<Surface::Face_index, Surface::Face_index>> pairs;
    CGAL::Polygon_mesh_processing::self_intersections(*surface, std::back_inserter(pairs));
    return static_cast<std::int64_t>(pairs.size());
  } catch (const std::exception&) {
    return -1;
  }
}

}  // extern "C"
