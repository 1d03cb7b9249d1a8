// Of several ranks each has the objects that may reach its slab, and some more: it moves them, and makes
// their forces. Which objects a rank lists is a matter of speed alone: what an object gets does not depend on
// which others are listed beside it, as long as all are that reach the slab; and all that list it have it
// alike.
//
// Lists are made from places, with objects to spare, the nearest ones, so that their number stays the same
// from list to list. Before each step the ranks look whether one that is not listed has come near, by places
// from before the last one, which have come to the hosts meanwhile.
#pragma once

#include "grid/points.hpp"
#include "grid/slab.hpp"
#include "model/object_box.hpp"
#include "parallel/array.hpp"
#include "surface/surface_kind.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace ibsim {

struct FlowModel;
struct ObjectKind;
struct Placement;

/// Between which data sites an object lies, um, in any image of the box: in z, and in y, which is asked for
/// in unbounded shear alone.
struct Extent {
  real low, high;
  real bottom = 0, top = 0;
  /// Extent of an object that is absent; no slab needs it.
  static constexpr Extent of_nothing() {
    constexpr real infinity = std::numeric_limits<real>::infinity();
    return {infinity, -infinity, infinity, -infinity};
  }
  bool is_nothing() const { return low > high; }
};
/// Boxes of all objects of a kind. Waits for the stream. @param per_object sites
template <class B>
std::vector<ObjectBox> boxes_of_objects(const Stream<B>&, VectorsView<const real> X, Index per_object);

/// The extents of all objects of a kind. Waits for the stream. @param per_object sites
template <class B>
std::vector<Extent> extents_of_objects(const Stream<B>&, VectorsView<const real> X, Index per_object);

/// Finds the extents into memory of the backend, without waiting.
template <class B>
void find_extents(const Stream<B>&, VectorsView<const real> X, Index per_object, Extent* of_objects);

/// Extents of values on the host: all x, all y, all z.
std::vector<Extent> extents_of_objects(const std::vector<real>& X, Index per_object);

/// Extents of initial_sites(), without making these.
std::vector<Extent> extents_at_start(const std::vector<Placement>&, const std::vector<Real3>& at_rest);

/// The objects of a kind that a rank has: their numbers, ascending.
struct ListedKind {
  bool is_all = true; ///< on all ranks; then no numbers are needed
  std::vector<Index> objects = {};
  /// Numbers of the objects, -1 where another rank is the owner (tell_of_each).
  std::vector<Index> told = {};
  friend bool operator==(const ListedKind&, const ListedKind&) = default;
};
using ListedObjects = std::vector<ListedKind>; ///< of each kind; empty: all of all kinds

/// How far, in um along z, an object may be from a slab and yet be needed there.
struct ListReach {
  real listed; ///< to be listed
  real needed; ///< who comes nearer must have been
};
/// By how much sample sites of an object lie beyond its data sites at most, um. @param largest how long one
/// of the kind is now, along z
real overhang_of_samples(const ObjectKind&, real largest);
/// Steps from the places by which lists were seen to suffice to the end of the last one that is taken by
/// them. A site moves by a cell in each at most, else the run fails.
constexpr int steps_of_lists = 2;
ListReach reach_of_lists(const FlowModel&, const std::vector<std::vector<Extent>>& of_kinds);

/// By how much the image of the box above is moved along z in unbounded shear, um: who reaches beyond an end
/// of the box in y is there, too. Nothing else slides.
std::optional<real> sliding_of_images(const FlowModel&, real time);

/// Lists of all ranks. A kind is listed by all of them or by none; each object is told of by the first that
/// has it. With forces between objects all kinds that have an inside are listed if any is: what touches an
/// object may be elsewhere.
/// @param before lists that these follow: kinds which were listed stay so
void tell_of_each(const FlowModel&, std::vector<ListedObjects>& of_ranks,
                  const std::vector<ListedObjects>& before = {});

/// Whether the objects of a kind may be listed: forces of one are then the same bits whichever others are
/// computed with it, and nothing asks for all of them at once.
bool may_be_listed(const FlowModel&, const std::vector<SurfaceKind>&, std::size_t kind, bool on_gpu);
/// Number of points by which spreading is planned (tile_plan.hpp). Where objects come and go it is so large
/// that the bits of a force do not depend on which other points there are. @param samples of all slots
Index points_of_plan(const FlowModel&, Size samples, bool on_gpu);
/// Whether terms know each object by its number: another list then needs other terms.
bool knows_its_objects(const FlowModel&, std::size_t kind);

/// The gap between an object and a slab along z, around the box: um, 0 if they overlap.
/// @param sliding where images slide, the gap is that of the nearest part; who is closer than `reach` to an
/// end of the box in y counts as beyond it
real gap_between(const Grid&, const Slab&, const Extent&, std::optional<real> sliding = {}, real reach = 0);

/// The list of a slab for a kind: all objects within reach, and the nearest of the others until there are
/// `at_least`, or some to spare if that is too few; at least one. All of them where that is most of them.
ListedKind list_for(const Grid&, const Slab&, const std::vector<Extent>&, real reach, std::size_t at_least,
                    std::optional<real> sliding = {});
/// Whether an object that is not in the list is nearer than this.
bool lacks_one(const Grid&, const Slab&, const std::vector<Extent>&, const ListedKind&, real needed,
               std::optional<real> sliding = {});

/// The model with the listed objects alone, in their order.
FlowModel with_listed_alone(const FlowModel&, const ListedObjects&);

/// to[slot] = from[object], and the other way: the sites of listed objects, object by object.
/// @param objects on the device, one a slot; give_back leaves out those below 0
template <class B>
void take_objects(const Stream<B>&, const Array<Index, B>& objects, Index per_object,
                  VectorsView<const real> from, VectorsView<real> to);
template <class B>
void give_objects_back(const Stream<B>&, const Array<Index, B>& objects, Index per_object,
                       VectorsView<const real> from, VectorsView<real> to);

/// to[i] = from[slots[i]], of `words` words of 32 bits each.
template <class B>
void take_rows(const Stream<B>&, const Array<Index, B>& slots, Index words, const std::uint32_t* from,
               std::uint32_t* to);

} // namespace ibsim
