// The viscosity of varying_viscosity.hpp in unbounded shear (lees_edwards.hpp), at both times of a step at
// which it meets a velocity: start and middle, or with bdf2 start and the beginning of the step before.
//
// L q = -D s is solved in the frame of the time of s, with s beyond the box where it is. From there the mean
// flow takes q, not mu, to the other times, and to the rows beyond the box: a row is moved by Fourier phases,
// under which q, smooth, stays what it is. mu is made of q where it is taken, so it keeps its bounds
// everywhere. A mu that was moved would leave them: beside one of 1000 by a part of 1000, so to below zero.
// Stress at the seam is that of seam_stress.hpp.
#pragma once

#include "fluid/seam_stress.hpp"
#include "fluid/sheared_rows.hpp"
#include "fluid/sheared_stage.hpp"
#include "fluid/varying_viscosity.hpp"
#include "linalg/channel_fft.hpp"

namespace ibsim {

/// T is the number type of the fields, double or float.
template <class B, class T>
class ShearedViscosity final : public VaryingViscosity<B> {
 public:
  /// @param of_source when s is given in a step  @param room of its transforms
  ShearedViscosity(const Stream<B>&, const LocalGrid<B>&, const ViscosityOfPotential&, Instant of_source,
                   typename ChannelFft<B, T>::Room room);

  /// excess() of `start` or `middle` (before), wide.
  const T* excess_at(Instant) const;

  /// What set() may write to: a wide field, a cell field and the modes of two.
  struct Scratch {
    FaceView<T> wide;
    T* cells;
    ComplexOf<T>*rows, *planes;
  };
  /// @param rows of three components  @param mean of q, on the device
  void set(const Stream<B>&, const ShearedModes<T>&, ShearedStage<B, T>&, ShearedRows<B, T>& rows,
           const Scratch&, const real* mean);

  /// r, which has factor E of v at an instant, gets the stress of the seam (seam_stress.hpp).
  void share_at_seam(const Stream<B>&, const ShearedModes<T>&, Instant, real factor, FaceView<const T> v,
                     FaceView<T> r);

 private:
  const ComplexOf<T>* seams_of(const ShearedModes<T>& modes, Instant instant) const {
    return modes.seams + static_cast<Size>(instant) * modes.shape.y;
  }

  using VaryingViscosity<B>::of_, VaryingViscosity<B>::excess_, VaryingViscosity<B>::source_,
      VaryingViscosity<B>::ghosts_;
  LocalGrid<B> local_;
  Instant of_source_;
  CellField<B> excess_of_middle_;
  ChannelFft<B, T> fft_;
  ShearedRows<B, T> scalar_rows_;
  SeamStress<B, T> seam_;
  Array<float, B> rounded_mean_{1};
};

} // namespace ibsim
