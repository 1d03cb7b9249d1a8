// What all forces between structures together are, for one set of sites.
#pragma once

#include "mechanics/pair_force.hpp"

#include <algorithm>
#include <memory>

namespace ibsim {

template <class B>
using PairForceList = std::vector<std::unique_ptr<PairForce<B>>>;

template <class B>
PairMeasures measures_of(const PairForceList<B>& forces, const Stream<B>& stream,
                         const std::vector<StructureSites<B>>& sites) {
  PairMeasures all;
  for (const auto& force : forces) {
    const PairMeasures one = force->measure(stream, sites);
    all.energy += one.energy;
    all.stiffness.anchor += one.stiffness.anchor, all.stiffness.modulus += one.stiffness.modulus;
    all.stiffness.bending += one.stiffness.bending;
    all.least.objects = std::min(all.least.objects, one.least.objects);
    all.least.within = std::min(all.least.within, one.least.within);
    all.least.walls = std::min(all.least.walls, one.least.walls);
  }
  return all;
}

} // namespace ibsim
