// What all forces between structures together are, for one set of sites.
#pragma once

#include "mechanics/pair_force.hpp"

#include <algorithm>
#include <memory>

namespace ibsim {

template <class B>
using PairForceList = std::vector<std::unique_ptr<PairForce<B>>>;

/// Of each force, of each object of all structures that are surfaces.
using PairMeasuresOfObjects = std::vector<std::vector<PairMeasures>>;

template <class B>
PairMeasures together(const PairForceList<B>& forces, const PairMeasuresOfObjects& of_objects) {
  PairMeasures all;
  for (std::size_t force = 0; force < forces.size(); ++force) {
    PairMeasures one = together(of_objects[force]);
    forces[force]->complete(one);
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
