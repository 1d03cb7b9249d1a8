// The rows beyond a box in unbounded shear (grid/rows_beyond.hpp): rows 0 and 1 stand, moved along z with the
// image above, as N and N+1, and rows N-2 and N-1, moved back, as -2 and -1. To move a row is to give its
// modes along z the phases of ShearedModes<T>::seams (sheared_modes.hpp):
//   moved_k = sum over k' of W_{k-k'} v_k',   W_m = sum over q of conj(seam_q) exp(2 pi i q m/n_z)/n_z
// and back is the transpose. On the CPU by transforms of planes; on a GPU, which has no other use for so
// few rows, by that sum in one kernel.
#pragma once

#include "grid/local_grid.hpp"
#include "grid/rows_beyond.hpp"
#include "linalg/complex.hpp"

#include <memory>

namespace ibsim {

/// Planes with the rows beyond the box.
template <class B>
LocalGrid<B> with_rows_beyond(const LocalGrid<B>& local) {
  LocalGrid<B> wide = local;
  wide.grid = with_rows_beyond(local.grid), wide.slab = with_rows_beyond(local.slab);
  return wide;
}

/// T is the number type of the fields, double or float.
template <class B, class T = real>
class ShearedRows {
 public:
  /// @param components of what fill() fills: 3, or 1, the x of a view; fold() takes 3
  ShearedRows(const Stream<B>&, const LocalGrid<B>&, int components = 3);
  ~ShearedRows();

  /// The rows beyond of a wide field, from those of the box, in the own planes of a rank.
  void fill(const Stream<B>&, const ComplexOf<T>* seams, FaceView<T> wide);
  /// f = the transpose: the rows of the box, and those beyond brought into it.
  void fold(const Stream<B>&, const ComplexOf<T>* seams, FaceView<const T> wide, FaceView<T> f);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace ibsim
