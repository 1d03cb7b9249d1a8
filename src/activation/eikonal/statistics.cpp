#include "eikonal/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {

std::map<Index, RegionTimes> times_by_region(const TetMesh& mesh, const std::vector<real>& times) {
  struct Sums {
    RegionTimes of;
    real reached_volume = 0, weighted = 0;
  };
  std::map<Index, Sums> sums;
  std::map<Index, std::vector<unsigned char>> seen; // vertices counted
  for (Index cell = 0; cell < mesh.cells(); ++cell) {
    const Tetrahedron& t = mesh.tetrahedra[cell];
    const Index region = mesh.region.empty() ? 0 : mesh.region[cell];
    auto [entry, fresh] = sums.try_emplace(region);
    Sums& s = entry->second;
    std::vector<unsigned char>& counted = seen[region];
    if (fresh) {
      counted.assign(mesh.points.size(), 0);
      s.of.first = std::numeric_limits<real>::infinity();
      s.of.last = -s.of.first;
    }
    ++s.of.cells;
    const real volume = std::fabs(six_volumes(mesh, t)) / 6;
    s.of.volume += volume;
    real mean = 0;
    for (const Index v : t.vertex) {
      mean += times[v] / 4;
      if (counted[v]) continue;
      counted[v] = 1;
      ++s.of.vertices;
      if (std::isinf(times[v])) {
        ++s.of.unreached;
        continue;
      }
      s.of.first = std::min(s.of.first, times[v]), s.of.last = std::max(s.of.last, times[v]);
    }
    if (!std::isinf(mean)) s.weighted += volume * mean, s.reached_volume += volume;
  }
  std::map<Index, RegionTimes> result;
  for (auto& [region, s] : sums) {
    s.of.mean = s.reached_volume > 0 ? s.weighted / s.reached_volume : 0;
    if (s.of.unreached == s.of.vertices) s.of.first = s.of.last = 0;
    result[region] = s.of;
  }
  return result;
}

} // namespace ibsim
