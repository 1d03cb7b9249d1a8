// Fields on the MAC grid (mac_grid.hpp).
#pragma once

#include "grid/any_faces.hpp"
#include "grid/slab.hpp"
#include "parallel/array.hpp"

namespace ibsim {

/// Owns a vector field on the faces of all cells of a box or of a slab. The three components follow each
/// other in one block (so they transform in one batch), each with its ghost planes (slab.hpp); views point to
/// the first own plane.
template <class B>
class FaceField {
 public:
  FaceField() = default;
  FaceField(const Stream<B>& stream, const Grid& grid, Storage storage = Storage::doubles)
      : FaceField(stream, slab_of_all(grid.n), storage) {}
  FaceField(const Stream<B>& stream, const Slab& slab, Storage storage = Storage::doubles)
      : slab_(slab), storage_(storage),
        values_(stream, 3 * static_cast<std::size_t>(slab.stored() * words_of_plane(slab, storage))) {}
  const Slab& slab() const { return slab_; }
  Storage storage() const { return storage_; }
  /// View of a field of doubles. @throws std::logic_error for one of floats
  FaceView<real> view() { return any().template as<real>(); }
  FaceView<const real> view() const { return any().template as<real>(); }
  /// View of a field of either type.
  AnyFaces any() {
    if (storage_ == Storage::floats) return view_of(reinterpret_cast<float*>(values_.data()));
    return view_of(values_.data());
  }
  AnyConstFaces any() const {
    if (storage_ == Storage::floats) return view_of(reinterpret_cast<const float*>(values_.data()));
    return view_of(values_.data());
  }
  /// All values, with ghosts. Two floats take the place of a double: whoever copies, hashes or sends a field
  /// takes its words of 64 bits.
  Array<real, B>& values() { return values_; }
  const Array<real, B>& values() const { return values_; }
  /// The words of a plane of one component, and where those of component d begin, at its first own plane.
  static Size words_of_plane(const Slab& slab, Storage storage) {
    return storage == Storage::floats ? slab.plane_cells() / 2 : slab.plane_cells();
  }
  real* words(int d) { return values_.data() + first_word(d); }
  const real* words(int d) const { return values_.data() + first_word(d); }

 private:
  Size first_word(int d) const {
    return words_of_plane(slab_, storage_) * (Size{d} * slab_.stored() + slab_.ghosts);
  }
  template <class T>
  FaceView<T> view_of(T* first) const {
    if (!first) return {};
    const Size size = slab_.stored_cells();
    first += slab_.ghost_cells();
    return {first, first + size, first + 2 * size};
  }
  Slab slab_;
  Storage storage_ = Storage::doubles;
  Array<real, B> values_;
};

/// Owns a scalar field at the cell centres.
template <class B, class T = real>
using CellField = Array<T, B>;

} // namespace ibsim
