// Which objects touch which: the pairs that have data sites closer to each other than a reach, and how close.
//
//   reach      the range of contact, at least one and a half cells of the grid: closer surfaces are not
//              resolved by the fluid between them
//   distance   of the two nearest data sites, no less than the gap g, and at most sqrt(g^2 + d^2/2) where
//              sites lie d apart
//
// Sites are sorted into cells as large as the reach, so each looks into 27 of them. Images of a periodic box
// count, those that slide in unbounded shear too. This needs no contact force. Each object has a table of
// those that it touches, a place for each that there can be, so that no more than touches goes to the host.
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

/// What an object's sites have as their nearest within reach: another object, and the least distance, um.
struct Touch {
  Index object = 0, other = 0;
  real distance = 0;
};
/// @param touches each perhaps seen from both sides, in any order
std::vector<ContactPair> pairs_of(const std::vector<Touch>& touches);

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
  std::vector<std::pair<std::size_t, int>> kinds_; ///< those with an inside, and their first objects
  Array<real, B> places_;                          ///< of all sites, in the box: all x, all y, all z
  Array<Index, B> objects_, first_, end_;          ///< of sites; of cells
  Index each_ = 0;                                 ///< places of an object, a power of two
  Array<Index, B> others_, taken_, count_; ///< of these places: an object or none; the numbers of those taken
  Array<real, B> distances_;               ///< of these
  Array<std::byte, B> work_space_;
  std::unique_ptr<SortByKey<B>> sort_;
};

} // namespace ibsim
