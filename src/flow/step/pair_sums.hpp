// Sums of the forces between structures, for one set of sites.
#pragma once

#include "mechanics/pair_force.hpp"

#include <memory>

namespace ibsim {

template <class B>
using PairForceList = std::vector<std::unique_ptr<PairForce<B>>>;

/// Measures of each force, for each object of all structures that are surfaces.
using PairMeasuresOfObjects = std::vector<std::vector<PairMeasures>>;

/// Measures of each force, with all objects together.
template <class B>
std::vector<PairMeasures> of_each_force(const PairForceList<B>& forces,
                                        const PairMeasuresOfObjects& of_objects) {
  std::vector<PairMeasures> of_forces;
  for (std::size_t force = 0; force < forces.size(); ++force) {
    of_forces.push_back(together(of_objects[force]));
    forces[force]->complete(of_forces.back());
  }
  return of_forces;
}

} // namespace ibsim
