#include "mechanics/pair_force.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

PairMeasures together(std::span<const PairMeasures> of_objects) {
  PairMeasures all;
  for (const PairMeasures& one : of_objects) {
    all.energy += one.energy;
    all.stiffness.anchor = std::fmax(all.stiffness.anchor, one.stiffness.anchor);
    all.stiffness.modulus = std::fmax(all.stiffness.modulus, one.stiffness.modulus);
    all.stiffness.bending = std::fmax(all.stiffness.bending, one.stiffness.bending);
    all.least.objects = std::fmin(all.least.objects, one.least.objects);
    all.least.within = std::fmin(all.least.within, one.least.within);
    all.least.walls = std::fmin(all.least.walls, one.least.walls);
  }
  return all;
}

} // namespace ibsim
