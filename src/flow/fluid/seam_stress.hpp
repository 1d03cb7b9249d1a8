// The extra stress (extra_stress.hpp) where a box in unbounded shear meets its image above. Two grids meet
// there, which have slid past each other: row 0 has the edges and the upper one of the faces between them,
// row N-1 the cells below. A product of viscosity and strain rate is made in one grid and moved to the other,
//
//   shear stress at the edges of row 0          -> S     -> edges above row N-1, for its faces x and z
//   normal stress at the cells of row N-1       -> S^T   -> cells below row 0, for its faces y
//
// with S, which moves velocities to the grid of row N-1 (sheared_rows.hpp). The dissipation at the seam is
// then a sum of x (strain rate)^2, as it is elsewhere, so E never feeds the flow where the viscosity is
// within its bounds. Products made in both grids differ by what they alias, and fed flows whose viscosities
// are far apart. What is given to one row is taken from the other, to rounding.
#pragma once

#include "fluid/sheared_rows.hpp"
#include "grid/sheared_box.hpp"

namespace ibsim {

/// T is the number type of the fields, double or float.
template <class B, class T>
class SeamStress {
 public:
  SeamStress(const Stream<B>&, const LocalGrid<B>&);

  /// r, which has factor E, gets the stress of the seam in place of the one made of rows beyond the box.
  /// @param seams, rate of the instant, on the device  @param excess, v wide, with ghosts
  void share(const Stream<B>&, const ComplexOf<T>* seams, real factor, const T* rate, const T* excess,
             FaceView<const T> v, FaceView<T> r);

 private:
  LocalGrid<B> local_;
  LocalGrid<B> strip_; ///< rows 0, 1, N-2, N-1 of the box
  ShearedRows<B, T> rows_;
  FaceField<B> stress_; ///< of the strip, wide
};

} // namespace ibsim
