// Transforms between a face field of a periodic box and its modes (m, l) in planes of constant z, of which a
// rank has some rows l in all planes: for the stage of periodic_stage.hpp. Three components go there; of the
// solenoidal field that the stage makes of them two scalars come back, so that between ranks five fields go
// instead of six. They are what normal velocity and normal vorticity are of a flow (Kim, Moin and Moser 1987,
// doi:10.1017/S0022112087000892).
//
// In a mode of a plane, with d = (d_x, d_y) the symbols of D (spectral_operators.hpp) and kappa^2 = |d_x|^2 +
// |d_y|^2, a horizontal velocity is a part along conj(d), which has all of its divergence, and one across:
//   (u, v) = conj(d) lambda + (-d_y, d_x) t,   kappa^2 lambda = d_x u + d_y v,
//                                              kappa^2 t = conj(d_x) v - conj(d_y) u
// and D u = kappa^2 lambda + D_z w = 0 gives lambda from w, from plane to plane: the scalars are t and w.
// Where kappa is zero, in mode (0, 0), whose values are real in space, t is u + i v.
//
// Over ranks a slab goes, and comes back, in pieces of its planes: one is on its way while another is worked
// on. Of w a piece has the plane above too, the last one that of the rank above.
#pragma once

#include "fluid/solenoidal_passes.hpp"
#include "grid/local_grid.hpp"
#include "linalg/pieces_of_planes.hpp"
#include "linalg/plane_fft.hpp"
#include "linalg/slab_transposes.hpp"
#include "parallel/array.hpp"

#include <functional>
#include <optional>

namespace ibsim {

template <class B>
class SolenoidalFft {
 public:
  SolenoidalFft(const Stream<B>&, const LocalGrid<B>&);

  /// Rows l = first_row .. first_row + rows - 1 are this rank's.
  Index first_row() const { return transposes_ ? transposes_->first() : 0; }
  Index rows() const { return transposes_ ? transposes_->number() : n_.y; }
  /// So many pieces a slab goes in; alone it is one.
  int pieces() const { return transposes_ ? most_pieces : 1; }
  std::size_t modes() const { return static_cast<std::size_t>(n_.x / 2 + 1) * rows() * n_.z; }
  /// Mode (m, l) of plane k at m + (n.x/2 + 1) (l - first_row + rows k): component d after forward(); before
  /// inverse() t as component 1, and w as component 2. Else the caller's.
  Complex* component(int d) { return of_rows_ + static_cast<std::size_t>(d) * modes(); }

  /// Of a right-hand side that is made on the way, over ranks beside messages.
  /// @param step values from one component of r to the next; alone: the cells
  /// @param make one piece of the planes after the other (planes_before)
  /// @param meanwhile what else is to be done once all are made
  void forward(const Stream<B>&, const real* r, Size step, const std::function<void(int piece)>& make,
               const std::function<void()>& meanwhile);
  void inverse(const Stream<B>&, real* u, Size step);

 private:
  /// The first is soon on its way, and transforms of one still fill a GPU.
  static constexpr int most_pieces = 4;
  std::size_t plane() const { return static_cast<std::size_t>(n_.x / 2 + 1) * n_.y; }

  Int3 n_;
  Array<Complex, B> divergence_x_, divergence_y_; ///< d_x, d_y
  ModesOfPlanes of_planes_;                       ///< the own ones
  Array<Complex, B> planes_;                      ///< three components; over ranks a plane of w above them
  std::optional<PlaneFft<B>> all_planes_;         ///< alone: of the three components
  // over ranks
  PiecesOfPlanes<PlaneFft<B>> pieces_; ///< of one component
  std::optional<SlabTransposes<B>> transposes_;
  Array<Complex, B> rows_; ///< three components, and plane 0 of w again
  Complex* of_rows_;       ///< alone they are the planes
};

} // namespace ibsim
