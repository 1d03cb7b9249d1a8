#include "mechanics/pair_force.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

namespace {

LeastDistances least_of(const LeastDistances& a, const LeastDistances& b) {
  return {std::fmin(a.objects, b.objects), std::fmin(a.within, b.within), std::fmin(a.walls, b.walls)};
}

} // namespace

PairMeasures together(std::span<const PairMeasures> of_objects) {
  PairMeasures all;
  for (const PairMeasures& one : of_objects) {
    all.energy += one.energy;
    all.stiffness = stiffest_of(all.stiffness, one.stiffness);
    all.least = least_of(all.least, one.least);
  }
  return all;
}

PairMeasures sum_of(std::span<const PairMeasures> of_forces) {
  PairMeasures all;
  for (const PairMeasures& one : of_forces) {
    all.energy += one.energy;
    all.stiffness = sum_of(all.stiffness, one.stiffness);
    all.least = least_of(all.least, one.least);
  }
  return all;
}

} // namespace ibsim
