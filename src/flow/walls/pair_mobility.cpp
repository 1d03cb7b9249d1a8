#include "walls/pair_mobility.hpp"

#include "coupling/interpolate.hpp"
#include "coupling/spread.hpp"
#include "fluid/stokes_stage.hpp"
#include "linalg/dense_solve.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace ibsim {
namespace {

/// Numbers from 0 to 1, the same ones with every library.
class Draws {
 public:
  real operator()() { return static_cast<real>(engine_() >> 11) * 0x1p-53; }
  Real3 direction() {
    const real z = 2 * (*this)() - 1, angle = 2 * std::acos(real{-1}) * (*this)(), s = std::sqrt(1 - z * z);
    return {s * std::cos(angle), s * std::sin(angle), z};
  }

 private:
  std::mt19937_64 engine_{20260};
};

/// Least squares for the values of f, then of g, by their normal equations.
class Fit {
 public:
  Fit(std::size_t values, real spacing)
      : n_(values), spacing_(spacing), matrix_(4 * n_ * n_), right_(2 * n_) {}

  /// U = f F + g (d F) d at the distance r in the direction d
  void add(real r, const Real3& d, const Real3& F, const Real3& U) {
    const std::size_t i = std::min(static_cast<std::size_t>(r / spacing_), n_ - 2);
    const real t = r / spacing_ - static_cast<real>(i), along = r > 0 ? dot(d, F) : 0;
    for (int c = 0; c < 3; ++c) {
      const std::size_t at[4] = {i, i + 1, n_ + i, n_ + i + 1};
      const real of[4] = {(1 - t) * F[c], t * F[c], (1 - t) * along * d[c], t * along * d[c]};
      for (int p = 0; p < 4; ++p) {
        right_[at[p]] += of[p] * U[c];
        for (int q = 0; q < 4; ++q) matrix_[at[p] + 2 * n_ * at[q]] += of[p] * of[q];
      }
    }
  }
  PairMobility result() {
    real trace = 0;
    for (std::size_t i = 0; i < 2 * n_; ++i) trace += matrix_[i * (2 * n_ + 1)];
    for (std::size_t i = 0; i < 2 * n_; ++i)
      matrix_[i * (2 * n_ + 1)] += 1e-12 * trace; // g(0) counts nowhere
    const std::vector<real> values = solve_dense(matrix_, right_);
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(n_);
    PairMobility mobility{spacing_, {values.begin(), middle}, {middle, values.end()}};
    mobility.g[0] = 0;
    return mobility;
  }

 private:
  std::size_t n_;
  real spacing_;
  std::vector<real> matrix_, right_;
};

} // namespace

PairMobility::At PairMobility::at(real r) const {
  const real place = r / spacing;
  const std::size_t last = f.size() - 1;
  if (!(place < static_cast<real>(last))) return {f[last], g[last]};
  const auto i = static_cast<std::size_t>(place);
  const real t = place - static_cast<real>(i);
  return {(1 - t) * f[i] + t * f[i + 1], (1 - t) * g[i] + t * g[i + 1]};
}

PairMobility fit_pair_mobility(DeltaKernel kernel, real h, real a, real per_density, real reach) {
  constexpr int sources = 24, targets = 600, at_itself = 40, cells = 32;
  const Stream<Cpu> stream;
  const Grid grid{{cells, cells, cells}, h};
  const std::unique_ptr<StokesStage<Cpu>> stage = make_stokes_stage<Cpu>(stream, grid);
  stage->prepare(stream, 0, 1, a);
  const std::unique_ptr<Spreader<Cpu>> spreader =
      make_spreader<Cpu>(stream, SpreadAlgorithm::tiles, kernel, grid, 1);
  FaceField<Cpu> u(stream, grid);
  Array<real, Cpu> source(3), force(3), X(3 * targets), U(3 * targets);
  Draws draw;
  Fit fit(static_cast<std::size_t>(4 * reach) + 1, h / 4);
  for (int s = 0; s < sources; ++s) {
    const real middle = h * cells / 2;
    const Real3 at = Real3{middle, middle, middle} + h * Real3{draw(), draw(), draw()}, F = draw.direction();
    vectors_view(source.data(), 1).set(0, at), vectors_view(force.data(), 1).set(0, per_density * F);
    spreader->spread(stream, vectors_view(source.data(), 1), vectors_view(force.data(), 1),
                     stage->right_hand_side());
    stage->solve(stream, a, u.view());
    std::vector<real> r;
    std::vector<Real3> d;
    for (int t = 0; t < targets; ++t) {
      d.push_back(draw.direction());
      r.push_back(t < at_itself ? 0 : h * reach * std::pow(draw(), real{0.7}));
      vectors_view(X.data(), targets).set(t, at + r.back() * d.back());
    }
    interpolate<Cpu>(stream, kernel, grid, u.view(), vectors_view<const real>(X.data(), targets),
                     vectors_view(U.data(), targets));
    for (int t = 0; t < targets; ++t) fit.add(r[t], d[t], F, vectors_view(U.data(), targets).at(t));
  }
  return fit.result();
}

} // namespace ibsim
