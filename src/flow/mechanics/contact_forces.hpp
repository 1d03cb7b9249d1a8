// The forces of contact (contact.hpp), as what is done with the pairs of sites that feel each other
// (contact_pairs.hpp). For kernel files only.
//
//   F_i = sum_j A_i A_j f(r_ij) r_ij/r_ij
#pragma once

#include "mechanics/contact_law.hpp"
#include "mechanics/contact_pairs.hpp"

namespace ibsim {

/// F += the forces on the sites of a structure.
struct ForcesOfContact {
  CloseSites list;
  ContactLaw law;
  ContactPoints points; ///< of the structure
  VectorsView<real> F;  ///< of its sample sites, pg um/us^2

  struct Pair {
    real factor; ///< times the vector
    Real3 apart;
  };
  struct Sum {
    Real3 force;
  };
  IBSIM_IN_KERNEL Pair of_pair(const ClosePair& p) const {
    const real reach = p.reach < law.range ? p.reach : law.range;
    if (!(p.r < reach)) return {0, p.apart}; // the list is of the largest range of all forces
    return {p.area * p.its_area * law.within(reach).force(p.r) / p.r, p.apart};
  }
  IBSIM_IN_KERNEL void add(Sum& sum, Index, const Pair& of) const { sum.force += of.factor * of.apart; }
  IBSIM_IN_KERNEL void end(const Sum& sum, Index i) const {
    const Real3 force = sum.force;
    if (force == Real3{}) return;
    const VectorsView<real> to = F;
    points.for_each_site(list.numbers[i], [&](Index s, real part) { to.set(s, to.at(s) + part * force); });
  }
};

} // namespace ibsim
