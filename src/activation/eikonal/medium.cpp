#include "eikonal/medium.hpp"

#include <algorithm>

namespace ibsim {

const Speeds& Medium::of_region(Index number) const {
  const auto found = region.find(number);
  return found == region.end() ? otherwise : found->second;
}

Speeds Medium::speeds_of(const TetMesh& mesh, Index cell) const {
  const auto i = static_cast<std::size_t>(cell);
  if (!cells.empty()) return {cells[i].x, cells[i].y, cells[i].z};
  return of_region(mesh.region.empty() ? 0 : mesh.region[i]);
}

TissueMetric Medium::of(const TetMesh& mesh, Index cell) const {
  const auto i = static_cast<std::size_t>(cell);
  const Speeds speeds = speeds_of(mesh, cell);
  if (speeds.isotropic()) return isotropic_metric(speeds.along);
  return metric(speeds, mesh.fibre[i], mesh.sheet.empty() ? UnitVector{} : mesh.sheet[i]);
}

bool Medium::has_insulators() const {
  if (!cells.empty())
    return std::any_of(cells.begin(), cells.end(), [](const Vec3<float>& v) { return v.x == 0; });
  return !otherwise.conducts() || std::any_of(region.begin(), region.end(),
                                              [](const auto& entry) { return !entry.second.conducts(); });
}

bool Medium::needs_fibres() const {
  const auto turned = [](const auto& entry) { return !entry.second.isotropic(); };
  if (!cells.empty())
    return std::any_of(cells.begin(), cells.end(),
                       [](const Vec3<float>& v) { return v.x != v.y || v.y != v.z; });
  return !otherwise.isotropic() || std::any_of(region.begin(), region.end(), turned);
}

bool Medium::needs_sheets() const {
  const auto turned = [](const auto& entry) { return entry.second.needs_sheet(); };
  if (!cells.empty())
    return std::any_of(cells.begin(), cells.end(), [](const Vec3<float>& v) { return v.y != v.z; });
  return otherwise.needs_sheet() || std::any_of(region.begin(), region.end(), turned);
}

} // namespace ibsim
