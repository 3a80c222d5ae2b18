// The vertices of a convex hull by qhull, behind a plain function.

#include <libqhull_r/libqhull_r.h>

#include <cstddef>
#include <cstdint>

extern "C" {

/// Writes the index of every vertex of the hull of some points, three coordinates each; how many there are, -1 for a failure.
std::int64_t impinge_qhull(double* points, std::size_t count, std::uint32_t* vertices) {
  qhT memory;
  qhT* qh = &memory;
  QHULL_LIB_CHECK
  qh_zero(qh, stderr);
  char command[] = "qhull Pp";
  const int failed = qh_new_qhull(qh, 3, static_cast<int>(count), points, False, command, nullptr, stderr);
  std::int64_t found = failed ? -1 : 0;
  if (!failed) {
    vertexT* vertex;
    FORALLvertices { vertices[found++] = static_cast<std::uint32_t>(qh_pointid(qh, vertex->point)); }
  }
  qh_freeqhull(qh, !qh_ALL);
  int large, bytes;
  qh_memfreeshort(qh, &large, &bytes);
  return found;
}

}  // extern "C"
