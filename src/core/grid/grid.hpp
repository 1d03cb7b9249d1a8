// The MAC grid: a box of n.x * n.y * n.z cubic cells of side h, and what lies at its ends (topology.hpp).
//
// Memory order: i (x) fastest, then j (y), then k (z): index = i + n.x (j + n.y k).
// Places, for cell (i, j, k), in units of h:
//   cell centres               (i + 1/2, j + 1/2, k + 1/2)      pressure
//   faces of component d       cell centre - e_d / 2            velocity and force component d
// so u_x lives at (i, j + 1/2, k + 1/2), and so on (paper, section 2). The grid staggering g of component d
// is 1/2 in every direction but d, where it is 0.
#pragma once

#include "base/vec3.hpp"
#include "grid/subdomain.hpp"
#include "grid/topology.hpp"
#include "parallel/array.hpp"

namespace ibsim {

struct Grid {
  Int3 n{};   ///< cells in each direction
  real h = 0; ///< side of a cell, um
  Topology topology{};

  /// At most 2^31 - 1 (checked(), topology.hpp), so that an Index counts the cells, but not three components
  /// of them.
  IBSIM_HD Size cells() const { return Size{n.x} * n.y * n.z; }
  IBSIM_HD Index index(int i, int j, int k) const { return i + n.x * (j + n.y * k); }
  IBSIM_HD Real3 lengths() const { return {h * n.x, h * n.y, h * n.z}; }
  IBSIM_HD real cell_volume() const { return h * h * h; }
};

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
