// The stage of stokes_stage.hpp in a triply periodic box: Helmholtz solve and projection are done, plane by
// plane, to the modes of planes of constant z (stage_along_z.hpp), which no rank needs of others. What few
// steps need goes by numbers in Fourier space, where all operators commute (spectral_operators.hpp).
#pragma once

#include "fluid/spectral_operators.hpp"
#include "fluid/stage_along_z.hpp"
#include "fluid/stokes_stage.hpp"
#include "linalg/dealt.hpp"
#include "linalg/plane_fft.hpp"
#include "linalg/slab_fft.hpp"

#include <optional>

namespace ibsim {

template <class B, class T = real>
class PeriodicStage final : public StokesStage<B, T> {
 public:
  /// @throws InputError unless all directions of the grid are periodic.
  PeriodicStage(const Stream<B>&, const LocalGrid<B>&);
  /// A stage in the memory of another one.
  struct LentMemory {
    T* right_hand_side = nullptr; ///< three components
    ComplexOf<T>* modes = nullptr;
    std::size_t field = 0; ///< modes of a component
  };
  PeriodicStage(const Stream<B>&, const LocalGrid<B>&, const LentMemory&);

  FaceView<T> right_hand_side() override {
    const Size cells = own_.cells();
    return {memory_.right_hand_side, memory_.right_hand_side + cells, memory_.right_hand_side + 2 * cells};
  }
  std::unique_ptr<StokesStage<B, float>> in_floats(const Stream<B>&) override;
  void expect_extra_stress(const Stream<B>& stream) override { of_scalars(stream); }
  void prepare(const Stream<B>& stream, real, real, real a, real) override { along_z_.prepare(stream, a); }
  void solve(const Stream<B>&, real a, FaceView<T> u, PartOfStep, real* memory) override;
  void helmholtz(const Stream<B>&, real a, FaceView<T> u) override;
  void project(const Stream<B>&, FaceView<T> u) override;
  void pressure(const Stream<B>&, T* p) override;
  void solve_laplacian(const Stream<B>&, T* q) override;

 private:
  /// Transform of single fields, which few steps need. It is made at the first call.
  SlabFft<B, T>& of_scalars(const Stream<B>&);
  /// u = P (I - a L)^-1 r, for components of r so many values apart.
  void solve(const Stream<B>&, real a, const T* r, Size step, FaceView<T> u);
  ComplexOf<T>* component(int d) { return memory_.modes + static_cast<std::size_t>(d) * memory_.field; }

  LocalGrid<B> local_;
  Grid own_;
  StageAlongZ<B, T> along_z_;
  PlaneFft<B, T> planes_; ///< alone: of the three components together
  Dealt rows_;            ///< of the modes of scalars, to ranks
  SpectralOperators<B, T> operators_;
  Array<ComplexOf<T>, B> modes_; ///< three components: those of own planes, or of own rows
  FaceField<B> right_hand_side_;
  LentMemory memory_; ///< these, or those of another stage
  std::optional<SlabFft<B, T>> of_scalars_;
};

} // namespace ibsim
