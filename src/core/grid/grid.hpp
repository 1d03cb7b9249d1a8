// Fields on the MAC grid (mac_grid.hpp).
#pragma once

#include "grid/slab.hpp"
#include "parallel/array.hpp"

namespace ibsim {

/// The three components of a vector on the faces: raw device pointers to the first (own) cell of each.
template <class T>
struct FaceView {
  T* x = nullptr;
  T* y = nullptr;
  T* z = nullptr;
  IBSIM_HD T* operator[](int d) const { return d == 0 ? x : (d == 1 ? y : z); }
  IBSIM_HD operator FaceView<const T>() const { return {x, y, z}; }
};

/// Owns a vector field on the faces of all cells of a box or of a slab. The three components follow each
/// other in one block (so they transform in one batch), each with its ghost planes (slab.hpp); views point to
/// the first own plane.
template <class B>
class FaceField {
 public:
  FaceField() = default;
  FaceField(const Stream<B>& stream, const Grid& grid) : FaceField(stream, slab_of_all(grid.n)) {}
  FaceField(const Stream<B>& stream, const Slab& slab)
      : slab_(slab), values_(stream, 3 * static_cast<std::size_t>(slab.stored_cells())) {}
  const Slab& slab() const { return slab_; }
  FaceView<real> view() { return view_of(values_.data()); }
  FaceView<const real> view() const { return view_of(values_.data()); }
  /// All values, with ghosts.
  Array<real, B>& values() { return values_; }
  const Array<real, B>& values() const { return values_; }

 private:
  template <class T>
  FaceView<T> view_of(T* first) const {
    if (!first) return {};
    const Size size = slab_.stored_cells();
    first += slab_.ghost_cells();
    return {first, first + size, first + 2 * size};
  }
  Slab slab_;
  Array<real, B> values_;
};

/// Owns a scalar field at the cell centres.
template <class B>
using CellField = Array<real, B>;

} // namespace ibsim
