// Fields on the MAC grid (mac_grid.hpp).
#pragma once

#include "grid/mac_grid.hpp"
#include "grid/subdomain.hpp"
#include "parallel/array.hpp"

namespace ibsim {

/// The three components of a vector on the faces: raw device pointers, cells() values each.
template <class T>
struct FaceView {
  T* x = nullptr;
  T* y = nullptr;
  T* z = nullptr;
  IBSIM_HD T* operator[](int d) const { return d == 0 ? x : (d == 1 ? y : z); }
  IBSIM_HD operator FaceView<const T>() const { return {x, y, z}; }
};

/// Where the values of a component or of a cell field stand in their cells.
enum class Location : int { face_x, face_y, face_z, centre };

/// Owns a vector field on the faces. The three components follow each other in one block (so they transform
/// in one batch), each as its Subdomain says.
template <class B>
class FaceField {
 public:
  FaceField() = default;
  FaceField(const Stream<B>& stream, const Grid& grid, Int3 halo = {})
      : part_(whole(grid.n, halo)), size_(part_.size()), values_(stream, 3 * size_) {}
  const Subdomain& part() const { return part_; }
  FaceView<real> view() { return {values_.data(), values_.data() + size_, values_.data() + 2 * size_}; }
  FaceView<const real> view() const {
    return {values_.data(), values_.data() + size_, values_.data() + 2 * size_};
  }
  Array<real, B>& values() { return values_; }
  const Array<real, B>& values() const { return values_; }

 private:
  Subdomain part_;
  std::size_t size_ = 0; ///< of a component
  Array<real, B> values_;
};

/// Owns a scalar field at the cell centres.
template <class B>
using CellField = Array<real, B>;

} // namespace ibsim
