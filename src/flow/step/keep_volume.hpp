// An optional correction that keeps the enclosed volume of each object: its sites move along their normals by
// the same small distance, the least in the mean square over the surface that changes the volume by so much
// (after Siguenza et al. 2016, J. Comput. Phys. 322, doi:10.1016/j.jcp.2016.06.043):
//
//   X_i <- X_i + eps n_i,   eps = (V_0 - V)/A
//
// A and n are those of the predicted positions X*, whose derivatives a step has anyway, and so is V with
// imex_rk: X* differs from X by the motion of half a step or of one, in which the volume changes by 1e-7 or
// less. With bdf2, whose steps are longer, X* is extrapolated: along a path that turns by an angle k omega it
// lies (k omega)^2 too far out. So V is that of X* and the integral of (X - X*) . n over it. X^n
// stays, so that sites which are extrapolated from both go on with what is put right. It is a motion of
// sites, not a force: the fluid feels nothing of it.
//
// Of several ranks each puts right the objects that it lists, to the same bits.
#pragma once

#include "mechanics/force_term.hpp"

#include <memory>

namespace ibsim {

template <class B>
class VolumeKeeper {
 public:
  /// @param kind with operators at the data sites @param volumes V_0 of each object, um^3
  /// @param has_derivatives measure() is given those at the data sites
  VolumeKeeper(const Stream<B>&, const SurfaceKind& kind, const std::vector<real>& volumes,
               bool has_derivatives);
  /// Keeps the volumes of as many other objects.
  void keep(const Stream<B>&, const std::vector<real>& volumes);
  ~VolumeKeeper();
  VolumeKeeper(VolumeKeeper&&) noexcept;

  /// eps of each object and the normals, for predicted positions with this block (of the sample sites).
  /// Allocates nothing and does not wait for the stream; so does correct().
  /// @param at_data derivatives at the data sites, where there are any
  void measure(const Stream<B>&, const Surface<B>&, DerivativeBlock, DerivativeBlock at_data,
               VectorsView<const real> predicted);
  void correct(const Stream<B>&, VectorsView<real> X);
  /// Corrects positions with bdf2, for the extrapolated positions that were measured.
  void correct(const Stream<B>&, VectorsView<const real> extrapolated, VectorsView<real> X);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace ibsim
