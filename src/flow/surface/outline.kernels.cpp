#include "surface/outline.hpp"

#include "parallel/reduce.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>

namespace ibsim {
namespace {

/// The first 32 directions, in the y-z plane. Copied into lambdas.
struct Directions {
  real along_z[shadow_angles / 2], along_y[shadow_angles / 2];

  Directions() {
    for (int k = 0; k < shadow_angles / 2; ++k) {
      const real angle = 2 * std::numbers::pi / shadow_angles * k;
      along_z[k] = std::cos(angle), along_y[k] = std::sin(angle);
    }
  }
};

struct FartherOf {
  IBSIM_HD Farthest operator()(const Farthest& a, const Farthest& b) const {
    Farthest both = a;
    if (b.high > a.high) both.high = b.high, both.high_y = b.high_y, both.high_z = b.high_z;
    if (b.low < a.low) both.low = b.low, both.low_y = b.low_y, both.low_z = b.low_z;
    return both;
  }
};

} // namespace

template <class B>
std::vector<FarthestSites> farthest_sites(const Stream<B>& stream, int objects, VectorsView<const real> X,
                                          Index objects_in_all) {
  std::vector<FarthestSites> found(objects);
  const Index n = objects > 0 ? X.n / objects : 0;
  constexpr real nowhere = std::numeric_limits<real>::infinity();
  const Directions directions;
  // A work item has every so many sites of an object, in registers: of all of them in turn through memory
  // that items share, this took as long as all else that is measured of objects.
  const Index items = std::min<Index>(n, 128);
  const std::vector<Farthest> all = reduce(
      stream, objects * outline_directions, items, Farthest{-nowhere, nowhere, 0, 0, 0, 0},
      [=] IBSIM_KERNEL(Index group, Index item) {
        const Index object = group / outline_directions, d = group % outline_directions;
        const FartherOf farther;
        Farthest found{-nowhere, nowhere, 0, 0, 0, 0};
        for (Index site = item; site < n; site += items) {
          const Real3 x = X.at(object * n + site);
          const real along =
              d == shadow_angles / 2 ? x.x : x.z * directions.along_z[d] + x.y * directions.along_y[d];
          found = farther(found, Farthest{along, along, x.y, x.z, x.y, x.z});
        }
        return found;
      },
      FartherOf{}, objects_in_all * outline_directions);
  static_assert(sizeof(FarthestSites) == outline_directions * sizeof(Farthest));
  std::memcpy(found.data(), all.data(), all.size() * sizeof(Farthest));
  return found;
}

template std::vector<FarthestSites> farthest_sites(const Stream<ThisBackend>&, int, VectorsView<const real>,
                                                   Index);

} // namespace ibsim
