// All that changes in a simulation, and so all that a checkpoint must hold.
#pragma once

#include "grid/grid.hpp"
#include "grid/points.hpp"

#include <cstdint>
#include <vector>

namespace ibsim {

template <class B>
struct State {
  std::uint64_t step = 0;                  ///< steps taken; the time is step * time_step
  FaceField<B> velocity;                   ///< u^n, um/us
  std::vector<Array<real, B>> data_sites;  ///< X^n of each kind: all x, all y, all z (um)

  VectorsView<real> sites(std::size_t kind) {
    return vectors_view(data_sites[kind].data(), static_cast<Index>(data_sites[kind].size() / 3));
  }
};

} // namespace ibsim
