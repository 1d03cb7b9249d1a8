#include "model/initial_sites.hpp"

#include "model/object_kind.hpp"

namespace ibsim {

Real3 placed(const Placement& placement, const Real3& at_rest) {
  const Real3& s = placement.stretch;
  const Real3 stretched{s.x * at_rest.x, s.y * at_rest.y, s.z * at_rest.z};
  Real3 out = placement.centre;
  for (int d = 0; d < 3; ++d) out[d] += dot(placement.rotation[d], stretched);
  return out;
}

Real3 placed(const ReferenceSurface& surface, const Placement& placement, const Real3& xi) {
  return placed(placement, position(surface, xi));
}

std::vector<real> initial_sites(const std::vector<Placement>& placements, const std::vector<Real3>& at_rest) {
  const std::size_t per_object = at_rest.size(), all = per_object * placements.size();
  std::vector<real> sites(3 * all);
#pragma omp parallel for schedule(static) if (placements.size() > 64)
  for (std::size_t o = 0; o < placements.size(); ++o)
    for (std::size_t i = 0; i < per_object; ++i) {
      const Real3 x = placed(placements[o], at_rest[i]);
      for (int d = 0; d < 3; ++d) sites[d * all + o * per_object + i] = x[d];
    }
  return sites;
}

} // namespace ibsim
