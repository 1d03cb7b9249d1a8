// An optional smoothing of surfaces: what they have of degrees above L fades within the time tau,
//
//   X <- X - (k/tau) (X - P X),   P the projection to spherical harmonics of degree <= L at the data sites
//                                 (surface/low_degrees.hpp), L = smoothing_degree
//
// Why: interpolated velocities have errors that differ from site to site and change as sites pass the points
// of the grid. The grid cannot damp ripples shorter than about three cells, since a kernel smears the forces
// of neighbouring sites against each other and does not see such motion. So they accumulate. Measured with a
// red cell at 1000 1/s (h = 1/2 um, 864 data sites): all degrees from 14 to 29 grow alike and linearly in
// time, by 4e-4 um a millisecond, with steps of
// 2.1 us and of 0.7 us the same, until the surface folds.
//
// It is a motion of sites, not a force: the fluid feels nothing of it. Taking those degrees out of the motion
// at once instead (U <- P U) leaves forces without an answer, which fold a cell sooner at low shear rates.
#pragma once

#include "grid/points.hpp"
#include "linalg/dense_product.hpp"
#include "parallel/array.hpp"
#include "surface/surface_kind.hpp"

namespace ibsim {

/// L: waves of three grid cells or more, 2 pi a/L >= 3 h, a the radius of the sphere of this area (um^2); as
/// far as the data sites determine them; and at least 5, the degree of a red cell at rest.
int smoothing_degree(int data_sites, real area, real h);

/// As many data sites determine degree 5.
constexpr int least_sites_to_smooth = 72;

template <class B>
class Smoothing {
 public:
  /// @throws InputError if the data sites do not determine this degree
  Smoothing(const Stream<B>&, const SurfaceKind& closed, int objects, int degree);

  /// X <- X - part (X - P X) of each object. Allocates nothing and does not wait for the stream.
  void apply(const Stream<B>&, real part, VectorsView<real> X);

 private:
  Index n_, columns_;
  Array<real, B> projection_, low_; ///< P, and P X
  DenseProduct<B> product_;
};

} // namespace ibsim
