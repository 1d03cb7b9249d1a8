// What all forces between structures together are, for one set of sites.
#pragma once

#include "mechanics/pair_force.hpp"

#include <algorithm>
#include <memory>

namespace ibsim {

template <class B>
using PairForceList = std::vector<std::unique_ptr<PairForce<B>>>;

template <class B>
real energy_of(const PairForceList<B>& forces, const Stream<B>& stream,
               const std::vector<StructureSites<B>>& sites) {
  real energy = 0;
  for (const auto& force : forces) energy += force->energy(stream, sites);
  return energy;
}

template <class B>
Stiffness stiffness_of(const PairForceList<B>& forces, const Stream<B>& stream,
                       const std::vector<StructureSites<B>>& sites) {
  Stiffness all;
  for (const auto& force : forces) {
    const Stiffness one = force->stiffness(stream, sites);
    all.anchor += one.anchor, all.modulus += one.modulus, all.bending += one.bending;
  }
  return all;
}

template <class B>
LeastDistances least_distances_of(const PairForceList<B>& forces, const Stream<B>& stream,
                                  const std::vector<StructureSites<B>>& sites) {
  LeastDistances all;
  for (const auto& force : forces) {
    const LeastDistances one = force->least_distances(stream, sites);
    all.objects = std::min(all.objects, one.objects), all.within = std::min(all.within, one.within);
    all.walls = std::min(all.walls, one.walls);
  }
  return all;
}

} // namespace ibsim
