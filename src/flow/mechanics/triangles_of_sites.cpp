#include "mechanics/triangles_of_sites.hpp"

#include "surface/surface_kind.hpp"

namespace ibsim {

TrianglesOfSites triangles_of_sites(const SurfaceKind& kind) {
  TrianglesOfSites found;
  found.first.assign(kind.sample_nodes.size() + 1, 0);
  for (const Vec3<int>& t : kind.triangles)
    for (int k = 0; k < 3; ++k)
      found.corners.push_back(t[k]), ++found.first[static_cast<std::size_t>(t[k]) + 1];
  for (std::size_t s = 1; s < found.first.size(); ++s) found.first[s] += found.first[s - 1];
  found.of_site.resize(found.corners.size());
  std::vector<Index> next = found.first;
  for (std::size_t c = 0; c < found.corners.size(); ++c) {
    Index& place = next[static_cast<std::size_t>(found.corners[c])];
    found.of_site[static_cast<std::size_t>(place++)] = static_cast<Index>(c / 3);
  }
  return found;
}

} // namespace ibsim
