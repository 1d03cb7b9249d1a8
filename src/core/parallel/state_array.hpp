// Arrays of a state, and how ranks deal them out. Force terms, the fluid and walls declare so what they
// remember from step to step; a pair force by a term of its objects (mechanics/pair_force.hpp).
//
// All numbers are 64-bit words of the type double. Whole numbers are exact up to 2^53, and two floats share a
// word. So hash, checkpoint, copies and messages know one type.
#pragma once

#include "base/precision.hpp"
#include "parallel/array.hpp"

#include <string>

namespace ibsim {

/// Deals an array out to ranks. Vectors of objects are [component][object][vector of the object]; a rank has
/// those of the objects that it lists.
struct DealtOut {
  enum class By {
    nothing,    ///< all ranks have the same
    planes,     ///< a field of the fluid: ranks have the planes of their slabs
    data_sites, ///< positions of the data sites of objects
    objects     ///< other vectors of objects
  } by = By::nothing;
  Index per_object = 0; ///< vectors of an object, by objects
  static constexpr std::size_t no_kind = ~std::size_t{0};
  std::size_t kind = no_kind; ///< of the objects whose array it is
};
inline constexpr DealtOut the_same_for_all{};
constexpr DealtOut by_objects(Index vectors_of_each) { return {DealtOut::By::objects, vectors_of_each}; }

/// An array that a state remembers beyond positions and velocity.
template <class B>
struct StateArray {
  std::string name; ///< unique in the state; also its name in a checkpoint
  Array<real, B> values;
  DealtOut dealt{};
};

} // namespace ibsim
