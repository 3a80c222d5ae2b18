// GEOS behind plain functions: a prepared polygon, and others that are asked about it by their number.

#include <geos_c.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <vector>

namespace {

struct Pair {
  GEOSContextHandle_t context = GEOS_init_r();
  GEOSGeometry* first = nullptr;
  const GEOSPreparedGeometry* prepared = nullptr;
  std::vector<GEOSGeometry*> places;

  ~Pair() {
    for (GEOSGeometry* place : places) GEOSGeom_destroy_r(context, place);
    if (prepared != nullptr) GEOSPreparedGeom_destroy_r(context, prepared);
    if (first != nullptr) GEOSGeom_destroy_r(context, first);
    GEOS_finish_r(context);
  }
};

// A polygon with one ring, whose first point is not repeated in `ring`.
GEOSGeometry* polygon(GEOSContextHandle_t context, const double* ring, std::size_t count) {
  GEOSCoordSequence* points = GEOSCoordSeq_create_r(context, static_cast<unsigned>(count + 1), 2);
  if (points == nullptr) return nullptr;
  for (std::size_t k = 0; k <= count; ++k) {
    const double* point = ring + 2 * (k % count);
    GEOSCoordSeq_setXY_r(context, points, static_cast<unsigned>(k), point[0], point[1]);
  }
  GEOSGeometry* shell = GEOSGeom_createLinearRing_r(context, points);
  return shell == nullptr ? nullptr : GEOSGeom_createPolygon_r(context, shell, nullptr, 0);
}

}  // namespace

extern "C" {

Pair* impinge_geos_pair(const double* ring, std::size_t count) {
  if (count == 0) return nullptr;
  try {
    auto pair = std::make_unique<Pair>();
    pair->first = polygon(pair->context, ring, count);
    if (pair->first == nullptr) return nullptr;
    pair->prepared = GEOSPrepare_r(pair->context, pair->first);
    return pair->prepared == nullptr ? nullptr : pair.release();
  } catch (const std::exception&) {
    return nullptr;
  }
}

std::int32_t impinge_geos_place(Pair* pair, const double* ring, std::size_t count) {
  if (count == 0) return 0;
  try {
    GEOSGeometry* place = polygon(pair->context, ring, count);
    if (place == nullptr) return 0;
    pair->places.push_back(place);
    return 1;
  } catch (const std::exception&) {
    return 0;
  }
}

// 0 or 1; 2 for a failure.
std::int32_t impinge_geos_intersects(const Pair* pair, std::size_t place) {
  if (place >= pair->places.size()) return 2;
  return GEOSPreparedIntersects_r(pair->context, pair->prepared, pair->places[place]);
}

// Writes x and y of both points; 0 for a failure.
std::int32_t impinge_geos_closest_points(const Pair* pair, std::size_t place, double* points) {
  if (place >= pair->places.size()) return 0;
  GEOSCoordSequence* found = GEOSPreparedNearestPoints_r(pair->context, pair->prepared, pair->places[place]);
  if (found == nullptr) return 0;
  for (unsigned k = 0; k < 2; ++k) GEOSCoordSeq_getXY_r(pair->context, found, k, points + 2 * k, points + 2 * k + 1);
  GEOSCoordSeq_destroy_r(pair->context, found);
  return 1;
}

// Negative for a failure.
double impinge_geos_distance(const Pair* pair, std::size_t place) {
  double distance = -1;
  if (place >= pair->places.size()) return distance;
  return GEOSPreparedDistance_r(pair->context, pair->prepared, pair->places[place], &distance) == 1 ? distance : -1;
}

void impinge_geos_free(Pair* pair) { delete pair; }

const char* impinge_geos_version() { return GEOSversion(); }

}  // extern "C"
