// The triangles of a surface's sample sites, and those at each site.
#pragma once

#include "base/precision.hpp"

#include <vector>

namespace ibsim {

struct SurfaceKind;

struct TrianglesOfSites {
  std::vector<Index> corners; ///< three sites a triangle
  /// Site s is a corner of the triangles of_site[first[s]] .. of_site[first[s + 1] - 1], ascending.
  std::vector<Index> first, of_site;
};

TrianglesOfSites triangles_of_sites(const SurfaceKind&);

} // namespace ibsim
