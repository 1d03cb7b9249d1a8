#include "eikonal/medium.hpp"

#include <algorithm>

namespace ibsim {

const Speeds& Medium::of_region(Index number) const {
  const auto found = region.find(number);
  return found == region.end() ? otherwise : found->second;
}

TissueMetric Medium::of(const TetMesh& mesh, Index cell) const {
  const auto i = static_cast<std::size_t>(cell);
  Speeds speeds = of_region(mesh.region.empty() ? 0 : mesh.region[i]);
  if (!cells.empty()) speeds = {cells[i].x, cells[i].y, cells[i].z};
  if (speeds.isotropic()) return isotropic_metric(speeds.along);
  return metric(speeds, mesh.fibre[i], mesh.sheet.empty() ? UnitVector{} : mesh.sheet[i]);
}

bool Medium::needs_fibres() const {
  const auto turned = [](const auto& entry) { return !entry.second.isotropic(); };
  if (!cells.empty())
    return std::any_of(cells.begin(), cells.end(),
                       [](const Vec3<float>& v) { return v.x != v.y || v.y != v.z; });
  return !otherwise.isotropic() || std::any_of(region.begin(), region.end(), turned);
}

} // namespace ibsim
