// A stage in a periodic box acts on the modes (m, l) of planes of constant z: Helmholtz solve and
// projection, plane by plane. No rank needs more than its own planes, and what others know at their ends.
//
// With d = (d_x, d_y) the symbols of D in a mode (spectral_operators.hpp) and kappa^2 = |d_x|^2 + |d_y|^2, a
// horizontal velocity is a part along conj(d), which has all of its divergence, and one across:
//   (u, v) = conj(d) lambda + (-d_y, d_x) t,   kappa^2 lambda = d_x u + d_y v,
//                                              kappa^2 t = conj(d_x) v - conj(d_y) u
// and D u = kappa^2 lambda + D_z w = 0 gives lambda from w, from plane to plane. So two scalars are the
// velocity, the normal one and t, a normal vorticity (Kim, Moin and Moser 1987,
// doi:10.1017/S0022112087000892). With L = -(kappa^2 - L_z), those of P (I - a L)^-1 r are
//   t = (I - a L)^-1 (conj(d_x) r_y - conj(d_y) r_x)/kappa^2
//   w = (I - a L)^-1 (-L)^-1 (kappa^2 r_z + G_z (d_x r_x + d_y r_y))
// and in mode (0, 0), whose values are real in space, w is the mean of r_z, and t = u + i v.
//
// L_z has three diagonals, so what a plane is the source of is decay^distance at others: for L and for
// I - a L each with a decay of its own below 1, which is the smaller root of x + 1/x = 2 + h^2 beta, beta =
// kappa^2 and kappa^2 + 1/a. Sums of it are recurrences, one upwards and one downwards
// (solenoidal_modes.hpp), around the box: the state at its seam is that of one way around over 1 - decay^n.z.
// The mixed one, of both decays, is summed as such, so that nothing cancels where they are nearly the same (a
// large).
//
// They go by layers (grid/slab.hpp): each by itself first, then what reaches a layer from all below and above
// it, layer by layer, the same for any number of ranks, to the bit. Only these Carries, three numbers a mode
// either way, go from rank to rank: up from the first to the last one, and down.
#pragma once

#include "grid/local_grid.hpp"
#include "linalg/complex.hpp"

#include <memory>

namespace ibsim {

/// T is the number type of the modes, double or float.
template <class B, class T = real>
class StageAlongZ {
 public:
  StageAlongZ(const Stream<B>&, const LocalGrid<B>&);
  ~StageAlongZ();

  /// For solve() with this a (um^2), which else does it itself. Not for a Graph to record.
  void prepare(const Stream<B>&, real a);
  /// (x, y, z) <- P (I - a L)^-1 (x, y, z) for the modes of the own planes, divided by the cells of a plane.
  /// Mode (m, l) of plane k at m + (n.x/2 + 1) (l + n.y k). All ranks call it.
  void solve(const Stream<B>&, real a, ComplexOf<T>* x, ComplexOf<T>* y, ComplexOf<T>* z);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace ibsim
