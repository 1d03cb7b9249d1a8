#include "paper/scattered_points.hpp"

#include "coupling/interpolate.hpp"
#include "fluid/background_shear.hpp"
#include "parallel/for_each.hpp"

#include <random>

namespace ibsim {
namespace {

std::vector<real> random_positions(Index n) {
  std::mt19937_64 random(20210901);
  std::vector<real> X(3 * static_cast<std::size_t>(n));
  for (real& x : X) x = scattered_box * static_cast<real>(random() >> 11) * 0x1p-53;
  return X;
}

/// X* = X + k U and F = -kappa (X* - X_0).
template <class B>
void predict_and_pull(const Stream<B>& stream, VectorsView<const real> X, VectorsView<const real> tether,
                      VectorsView<const real> U, VectorsView<real> predicted, VectorsView<real> F) {
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) {
    const Real3 x = X.at(i) + scattered_time_step * U.at(i);
    predicted.set(i, x);
    F.set(i, -scattered_spring * (x - tether.at(i)));
  });
}

template <class B>
void move_points(const Stream<B>& stream, VectorsView<const real> U, VectorsView<real> X) {
  for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) { X.set(i, X.at(i) + scattered_time_step * U.at(i)); });
}

} // namespace

#if !defined(__CUDACC__)
Grid scattered_grid(int refinement) {
  return {{refinement, refinement, refinement}, scattered_box / refinement};
}
#endif

template <class B>
ScatteredPoints<B>::ScatteredPoints(const Stream<B>& stream, int refinement, Index points,
                                    SpreadAlgorithm algorithm, int sweep_width)
    : grid_(scattered_grid(refinement)), n_(points), u_(stream, grid_), f_(stream, grid_),
      X_(stream, random_positions(points)), tether_(X_.size()), predicted_(X_.size()), U_(X_.size()),
      F_(stream, X_.size()),
      spreader_(make_spreader<B>(stream, algorithm, DeltaKernel::cosine, grid_, points, sweep_width)) {
  tether_.copy_from(stream, X_);
  set_background_shear(stream, grid_, scattered_shear_rate, u_.view());
}

template <class B>
void ScatteredPoints<B>::step(const Stream<B>& stream, PhaseTimer<B>& timer) {
  const VectorsView<real> X = vectors_view(X_.data(), n_), U = vectors_view(U_.data(), n_),
                          F = vectors_view(F_.data(), n_);
  const VectorsView<real> predicted = vectors_view(predicted_.data(), n_);
  const FaceView<const real> u = u_.view();
  timer.begin(stream);
  interpolate<B>(stream, DeltaKernel::cosine, grid_, u, X, U);
  timer.mark(stream, 0);
  predict_and_pull<B>(stream, X, vectors_view<const real>(tether_.data(), n_), U, predicted, F);
  timer.mark(stream, 2);
  spreader_->spread(stream, predicted, F, f_.view());
  timer.mark(stream, 1);
  interpolate<B>(stream, DeltaKernel::cosine, grid_, u, X, U);
  timer.mark(stream, 0);
  move_points<B>(stream, U, X);
  timer.mark(stream, 2);
}

template class ScatteredPoints<ThisBackend>;

} // namespace ibsim
