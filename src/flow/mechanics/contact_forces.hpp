// The forces of contact (contact.hpp) from the list of sites that are near others (close_sites.hpp):
//
//   F_i = sum_j A_i A_j f(r_ij) r_ij/r_ij
//
// over the sites j that site i feels, in the order of CloseSites::for_each_near. On a GPU a warp has a cell
// of the list (contact_forces.cuh), elsewhere a thread a site.
#pragma once

#include "mechanics/close_sites.hpp"
#include "mechanics/contact_law.hpp"

namespace ibsim {

/// Which of the listed sites are those of a structure, and what they feel of their own objects.
struct OwnSites {
  Index first_object, end;
  ContactPoints points;
  OwnPoints sites;
  IBSIM_HD bool has(Index object) const { return object >= first_object && object < end; }
};

/// F += the forces on the sites of a structure. @param most that may be listed @param F of its sample sites,
/// pg um/us^2
template <class B>
void add_contact_forces(const Stream<B>&, const CloseSites&, const ContactLaw&, const OwnSites&, Index most,
                        VectorsView<real> F);

} // namespace ibsim
