#include "limits/anchored_steps.hpp"

#include "fluid/fluid_properties.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {

real anchored_step_limit(real c, const FluidProperties& fluid, real held, real extra) {
  const real fitted = 0.95 * std::min(real{1}, 1 / (3 * extra)); // C_a
  if (!(c > 0)) return std::numeric_limits<real>::infinity();
  // x = sqrt(beta): x^3/(2 sqrt(rho mu)) + x^4 held/rho = C_a/c, by Newton from above
  const real first = 1 / (2 * std::sqrt(fluid.density * fluid.viscosity)), second = held / fluid.density;
  real x = std::cbrt(fitted / (c * first));
  for (int i = 0; i < 20; ++i)
    x -= (x * x * x * (first + x * second) - fitted / c) / (x * x * (3 * first + 4 * x * second));
  return 1.5 * x * x;
}

namespace {

/// Limit by the swing of a whole box against anchors c: the last k, by halving, at which what damps the swing
/// is as much as what feeds it.
real swing_step_limit(real c, const FluidProperties& fluid, real held) {
  constexpr real lag = 0.55 / 4, thin = 2.2; // of anchored_steps.hpp
  if (!(c > 0) || !(held > 0)) return std::numeric_limits<real>::infinity();
  const real per_square = c * held / fluid.density,
             time = lag * fluid.density / (fluid.viscosity * held * held);
  real least = 0, most = thin * time; // beyond it k may be any where it is damped so much
  const auto is_damped = [&](real k) {
    const real late = time / k; // x
    return per_square * k * k * (1 - thin * late) < 2 * late / 3;
  };
  while (is_damped(most)) least = most, most *= 2;
  for (int i = 0; i < 50; ++i) {
    const real k = (least + most) / 2;
    (is_damped(k) ? least : most) = k;
  }
  return least;
}

} // namespace

real beside_swing(real anchored, real c, const FluidProperties& fluid, real held) {
  const real swing = swing_step_limit(c, fluid, held);
  return 1 / std::cbrt(1 / (anchored * anchored * anchored) + 1 / (swing * swing * swing));
}

} // namespace ibsim
