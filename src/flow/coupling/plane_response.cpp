#include "coupling/plane_response.hpp"

#include "base/computed_once.hpp"
#include "coupling/delta_kernels.hpp"
#include "coupling/kernel_transform.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <utility>

namespace ibsim {
namespace {

constexpr real pi = std::numbers::pi_v<real>;
constexpr int modes = 256; ///< k_y of a box of so many cells: far more than a wave reaches
constexpr int places = 16; ///< of the plane in half a cell: the rest is its mirror image
constexpr std::array waves = {4.0, 4.5, 5.0, 5.5, 6.0, 7.0, 8.0, 10.0, 12.0, 16.0, 24.0, 32.0}; ///< cells

/// |A|^2 by k_y of a plane at y_0 cells, less that at y_0 + gap unless gap is 0.
template <class Kernel>
std::array<real, modes> spread_squared(real staggering, real y_0, real gap) {
  std::array<real, modes> squared;
  const auto last = static_cast<int>(std::ceil(gap)) + 4;
  for (int m = 0; m < modes; ++m) {
    real re = 0, im = 0;
    for (int j = -4; j <= last; ++j) {
      const real r = j + staggering - y_0,
                 weight = Kernel::phi(r) - (gap > 0 ? Kernel::phi(r - gap) : real{0});
      re += weight * std::cos(2 * pi * m * j / modes), im += weight * std::sin(2 * pi * m * j / modes);
    }
    squared[static_cast<std::size_t>(m)] = re * re + im * im;
  }
  return squared;
}

struct Answer {
  real viscous = 0, inertial = 0;
};

/// The means over k_y; part(s_x^2, s_y^2, L) is P.
template <class Part>
Answer answer(const std::array<real, modes>& squared, real transform, real q, Part part) {
  Answer sum;
  const real s_x = 2 * std::sin(q / 2), x = s_x * s_x;
  for (int m = 0; m < modes; ++m) {
    const real s_y = 2 * std::sin(pi * m / modes), y = s_y * s_y, L = x + y,
               term = transform * transform * squared[static_cast<std::size_t>(m)] * part(x, y, L) / modes;
    sum.viscous += term / L, sum.inertial += term;
  }
  return sum;
}

void take_larger(PlaneAnswer& most, Answer one, real q, int power) {
  const real factor = std::pow(q, power);
  if (factor * one.viscous > most.viscous) most.viscous = factor * one.viscous, most.wave = q;
  most.inertial = std::max(most.inertial, factor * one.inertial);
}

/// Shear moves waves of this many cells more than longer ones, by a narrow kernel. Membranes have them where
/// they are compressed, as at the rim of a red cell.
constexpr std::array compressed_waves = {2.5, 3.0, 3.5};

real across_wave(real, real, real) { return 1; }
real along_wave(real, real y, real L) { return y / L; }
real normal_to_plane(real x, real, real L) { return x / L; }

template <class Pair>
PlaneResponse response() {
  using Along = typename Pair::Along;
  using Across = typename Pair::Across;
  PlaneResponse most;
  for (int place = 0; place <= places; ++place) {
    const real y_0 = real{0.5} * place / places;
    const auto within = spread_squared<Across>(0.5, y_0, 0), normal = spread_squared<Along>(0, y_0, 0);
    for (const real wave : waves) {
      const real q = 2 * pi / wave, t_along = kernel_transform<Along>(q),
                 t_across = kernel_transform<Across>(q);
      take_larger(most.along, answer(within, t_along, q, along_wave), q, 2);
      take_larger(most.shear, answer(within, t_across, q, across_wave), q, 2);
      take_larger(most.bending, answer(normal, t_across, q, normal_to_plane), q, 4);
    }
    for (const real wave : compressed_waves) {
      const real q = 2 * pi / wave;
      Answer shear = answer(within, kernel_transform<Across>(q), q, across_wave);
      shear.inertial = 0;
      take_larger(most.shear, shear, q, 2);
    }
  }
  return most;
}

template <class Pair>
real film(real gap) {
  real most = 0;
  for (int place = 0; place <= places; ++place) {
    const auto squared = spread_squared<typename Pair::Along>(0, real{0.5} * place / places, gap);
    for (const real wave : waves) {
      const real q = 2 * pi / wave;
      most = std::max(
          most, answer(squared, kernel_transform<typename Pair::Across>(q), q, normal_to_plane).viscous / 2);
    }
  }
  return most;
}

} // namespace

const PlaneResponse& plane_response(DeltaKernel kernel) {
  static ComputedOnce<DeltaKernel, PlaneResponse> known;
  return known.get(kernel,
                   [&] { return with_kernel(kernel, [](auto k) { return response<decltype(k)>(); }); });
}

real film_response(DeltaKernel kernel, real gap) {
  static ComputedOnce<std::pair<DeltaKernel, real>, real> known;
  return known.get({kernel, gap},
                   [&] { return with_kernel(kernel, [&](auto k) { return film<decltype(k)>(gap); }); });
}

} // namespace ibsim
