// Which objects touch which: those that have data sites closer to each other than a reach, and how close.
//
//   reach      the range of contact, at least one and a half cells of the grid: closer surfaces are not
//              resolved by the fluid between them
//   distance   of the two nearest data sites, no less than the gap g, and at most sqrt(g^2 + d^2/2) where
//              sites lie d apart
//
// Sites are sorted into cells as large as the reach, so each looks into 27 of them. Images of a periodic box
// count, those that slide in unbounded shear too. This needs no contact force. Each object has a table of
// those that it touches, a place for each that there can be, so that no more than touches goes to the host.
//
// Of several ranks each looks for those near the sites in its slab, all of which it has
// (listed_objects.hpp): the same touches for any number of them.
#pragma once

#include "grid/points.hpp"
#include "grid/slab.hpp"
#include "objects/listed_objects.hpp"
#include "parallel/sort_by_key.hpp"

#include <memory>
#include <vector>

namespace ibsim {

struct FlowModel;

/// um
real contact_reach(const FlowModel&);

/// What an object's sites have as their nearest within reach: another object, and the least distance, um.
struct Touch {
  Index object = 0, other = 0; ///< among all objects of all kinds
  real distance = 0;
};

template <class B>
class TouchingObjects {
 public:
  /// @param model of all objects; it outlives this
  explicit TouchingObjects(const FlowModel& model);

  /// Finds touches of objects with an inside, at sites in a slab, each perhaps from both sides, in any order.
  /// Allocates where there are others than before, or more touches. Waits for the stream.
  /// @param sites of each kind @param listed which objects these are of; none: all
  std::vector<Touch> find(const Stream<B>&, real time, const Slab&,
                          const std::vector<VectorsView<const real>>& sites,
                          const ListedObjects& listed = {});

 private:
  void make_room(const Stream<B>&, Index sites, Index objects, Index most_sites);

  const FlowModel& model_;
  real reach_;
  Int3 cells_;
  std::size_t closed_ = 0;                 ///< objects that have an inside
  Array<real, B> places_;                  ///< of all sites, in the box: all x, all y, all z
  Array<Index, B> slots_, first_, end_;    ///< of sites: their object, among those here; of cells
  Index each_ = 0;                         ///< places of an object, a power of two
  Array<Index, B> others_, taken_, count_; ///< of these places: an object or none; the numbers of those taken
  Array<real, B> distances_;               ///< of these
  Array<Touch, B> touches_;                ///< room for those found
  Array<std::byte, B> work_space_;
  std::unique_ptr<SortByKey<B>> sort_;
};

} // namespace ibsim
