// Which objects touch which: the pairs that have data sites closer to each other than a reach, and how close.
//
//   reach      the range of contact, at least one and a half cells of the grid: closer surfaces are not
//              resolved by the fluid between them
//   distance   of the two nearest data sites, no less than the gap g, and at most sqrt(g^2 + d^2/2) where
//              sites lie d apart
//
// Sites are sorted into cells as large as the reach, so each looks into 27 of them. Images of a periodic box
// count, those that slide in unbounded shear too. This needs no contact force.
#pragma once

#include "parallel/sort_by_key.hpp"
#include "simulation/simulation.hpp"

#include <memory>
#include <vector>

namespace ibsim {

struct FlowModel;

struct ContactPair {
  int first = 0, second = 0; ///< numbers among all objects of all kinds, first < second
  real distance = 0;         ///< um
  friend bool operator==(const ContactPair&, const ContactPair&) = default;
};

/// um
real contact_reach(const FlowModel&);

/// A site that has another object's site within reach: its object, that of the nearest, um apart.
struct Touch {
  Index object = 0, other = 0;
  real distance = 0;
};
/// @param sites in the order of their objects
std::vector<ContactPair> pairs_of(const std::vector<Touch>& sites);

template <class B>
class ContactPairs {
 public:
  ContactPairs(const Stream<B>&, const FlowModel&);

  /// Pairs of objects that have an inside, at present, in the order of their numbers. Waits for the stream.
  std::vector<ContactPair> measure(Simulation<B>&);

 private:
  real reach_ = 0;
  Int3 cells_;
  Index sites_ = 0;
  std::vector<std::pair<std::size_t, int>> kinds_;  ///< those with an inside, and their first objects
  Array<real, B> places_;                           ///< of all sites, in the box: all x, all y, all z
  Array<Index, B> objects_, first_, end_, nearest_; ///< of sites; of cells; the object nearest to a site
  Array<real, B> distances_;
  Array<Index, B> near_sites_, count_; ///< those within reach of another object
  Array<Touch, B> touches_;            ///< of these alone: what goes to the host
  Array<std::byte, B> work_space_;
  std::unique_ptr<SortByKey<B>> sort_;
};

} // namespace ibsim
