// The stage of stokes_stage.hpp in a triply periodic box, where all operators commute and are numbers in
// Fourier space (spectral_operators.hpp): Helmholtz solve and projection are one pass over the modes, between
// transforms of the three components as one batch.
#pragma once

#include "fluid/spectral_operators.hpp"
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
  bool takes_halves() const override { return local_.ranks != nullptr; }
  void solve_halves(const Stream<B>&, real a, FaceView<real> u, const std::function<void(int)>& make,
                    const std::function<void()>& meanwhile) override;
  void helmholtz(const Stream<B>&, real a, FaceView<real> u) override;
  void project(const Stream<B>&, FaceView<real> u) override;
  void pressure(const Stream<B>&, real* p) override;
  void solve_laplacian(const Stream<B>&, real* q) override;

 private:
  /// Made when it is first asked for: its memory is not little, and runs without frames of the fluid need
  /// none.
  SlabFft<B>& of_scalars(const Stream<B>&);

  LocalGrid<B> local_;
  Grid own_;
  SlabFft<B> vector_fft_;
  std::optional<SlabFft<B>> scalar_fft_;
  SpectralOperators<B> operators_;
  FaceField<B> right_hand_side_;
  Array<Complex, B> spectrum_; ///< of a face field: 3 modes()
};

} // namespace ibsim
