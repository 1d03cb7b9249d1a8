// Forces at the sites of structures that are walls of points (wall_points.hpp), among those of all samples.
#pragma once

#include "grid/points.hpp"
#include "step/held_walls.hpp"

#include <vector>

namespace ibsim {

template <class B>
struct SitesOfWalls {
  const std::vector<bool>& held;          ///< of each kind
  const std::vector<Index>& first_sample; ///< of each kind; one more at the end
  Array<real, B>& forces;                 ///< of all samples: all x, all y, all z

  /// Removes forces on walls: they do not reach the fluid, because what holds a wall takes them.
  void relieve(const Stream<B>& stream) {
    for (std::size_t kind = 0; kind + 1 < first_sample.size(); ++kind)
      if (const VectorsView<real> F = of(kind); held[kind])
        for (int d = 0; d < 3; ++d) fill_zero(stream, F[d], sizeof(real) * static_cast<std::size_t>(F.n));
  }
  /// Makes forces on walls those which hold them, for who looks at a state. @param walls null: there are none
  void show_forces(const Stream<B>& stream, const HeldWalls<B>* walls, const Array<real, B>* holding) {
    if (!walls) return;
    const auto n = static_cast<Size>(walls->points().size());
    Size first = 0; // of the points of a kind
    for (std::size_t kind = 0; kind + 1 < first_sample.size(); ++kind)
      if (const VectorsView<real> F = of(kind); held[kind]) {
        for (int d = 0; d < 3; ++d)
          copy_within_device(stream, F[d], holding->data() + d * n + first,
                             sizeof(real) * static_cast<std::size_t>(F.n));
        first += F.n;
      }
  }

 private:
  VectorsView<real> of(std::size_t kind) {
    const VectorsView<real> all = vectors_view(forces.data(), first_sample.back());
    const Index from = first_sample[kind];
    return {all.x + from, all.y + from, all.z + from, first_sample[kind + 1] - from};
  }
};

} // namespace ibsim
