// An optional correction that keeps the enclosed volume of each object: its sites move along their normals by
// the same small distance, the least in the mean square over the surface that changes the volume by so much
// (after Siguenza et al. 2016, J. Comput. Phys. 322, doi:10.1016/j.jcp.2016.06.043):
//
//   X_i <- X_i + eps n_i,   eps = (V_0 - V)/A
//
// V and A are those of the predicted positions, whose derivatives a step has anyway, and n the normals there:
// a prediction differs from the positions themselves by the motion of half a step or of one, in which the
// volume changes by 1e-7 or less. It is a motion of sites, not a force: the fluid feels nothing of it.
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
  ~VolumeKeeper();
  VolumeKeeper(VolumeKeeper&&) noexcept;

  /// eps of each object and the normals, for predicted positions with this block (of the sample sites).
  /// Allocates nothing and does not wait for the stream; so does correct().
  /// @param at_data derivatives at the data sites, where there are any
  void measure(const Stream<B>&, const Surface<B>&, DerivativeBlock, DerivativeBlock at_data,
               VectorsView<const real> predicted);
  void correct(const Stream<B>&, VectorsView<real> X);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace ibsim
