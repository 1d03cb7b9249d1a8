// The stage of stokes_stage.hpp in a triply periodic box, where all operators commute and are numbers in
// Fourier space (spectral_operators.hpp): Helmholtz solve and projection are done along z to the modes of
// planes (stage_along_z.hpp), of which the two scalars of a solenoidal velocity come back
// (solenoidal_fft.hpp).
#pragma once

#include "fluid/solenoidal_fft.hpp"
#include "fluid/spectral_operators.hpp"
#include "fluid/stage_along_z.hpp"
#include "fluid/stokes_stage.hpp"
#include "linalg/slab_fft.hpp"

#include <optional>

namespace ibsim {

template <class B>
class PeriodicStage final : public StokesStage<B> {
 public:
  /// @throws InputError unless all directions of the grid are periodic.
  PeriodicStage(const Stream<B>&, const LocalGrid<B>&);

  FaceView<real> right_hand_side() override { return right_hand_side_.view(); }
  void expect_extra_stress(const Stream<B>& stream) override { of_scalars(stream); }
  void solve(const Stream<B>&, real a, FaceView<real> u, PartOfStep, real* memory) override;
  /// Over ranks, where it is of use.
  int takes_pieces() const override { return local_.ranks ? fft_.pieces() : 0; }
  void solve_pieces(const Stream<B>&, real a, FaceView<real> u, const std::function<void(int)>& make,
                    const std::function<void()>& meanwhile) override;
  void helmholtz(const Stream<B>&, real a, FaceView<real> u) override;
  void project(const Stream<B>&, FaceView<real> u) override;
  void pressure(const Stream<B>&, real* p) override;
  void solve_laplacian(const Stream<B>&, real* q) override;

 private:
  /// Of single fields, for what few steps need. Made when it is first asked for.
  SlabFft<B>& of_scalars(const Stream<B>&);
  /// u = P (I - a L)^-1 r
  void solve(const Stream<B>&, real a, const real* r, Size step, FaceView<real> u,
             const std::function<void(int)>& make, const std::function<void()>& meanwhile);

  LocalGrid<B> local_;
  Grid own_;
  SolenoidalFft<B> fft_;
  StageAlongZ<B> along_z_;
  SpectralOperators<B> operators_;
  FaceField<B> right_hand_side_;
  std::optional<SlabFft<B>> of_scalars_; ///< whose spectra lie where fft_ has components
};

} // namespace ibsim
