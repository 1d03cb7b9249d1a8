// The part theta of a correction that walls of points carry to later steps (held_walls.hpp): F += theta dF.
//
// Let g be an eigenvalue of M G: a step leaves 1 - g of the slip that it found. The implicit terms have m
// times the viscosity of the fluid, and the rest is extrapolated. So a mode answers F in later steps too:
// with K its rate by viscosity times beta, its slip is M F/N(z),
//   N = 1 - [(4/3 + 2 (m - 1) K)/z - (1/3 + (m - 1) K)/z^2]/(1 + m K).
// The roots z of
//   (1 - g) (1 - 1/z) N(z) + g [1 - (1 - theta)/z] = 0
// must lie within the circle. Large g leave it at z = -1, beyond
//   g = 1/[1 - (2 - theta)/(2 N(-1))],
// for a viscous mode (K -> inf, N(-1) = 4 - 3/m) with theta = 1: 1.40 for one viscosity, where m = 4/3, and
// 1.18 for m = 4, of red cells of ratio 5. Modes of large g are short waves, K > 1.
// M G of tubes has up to 1.1 to 1.28 (docs/notes/held_walls.md). Small g swing where m > 5 and theta > 4/m.
// With theta = 3.4/m none does: by the roots for all K, g from 0 to 1 and m from 1 to 200.
// Two corrections a step leave (1 - g)^2, as one with a g from 0 to 1 does. They are made where one
// correction would leave little to carry.
//
// In a steady flow dF = 0, and theta does not matter. In other flows slip is 1/theta times as large.
#pragma once

#include "base/precision.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

/// Corrections of a step, and theta.
struct CarriedPart {
  int corrections = 0; ///< 0: no number of them is stable
  real part = 0;
};

/// @param m viscosity of the implicit terms over that of the thinnest fluid @param farthest the g that is
/// farthest outside of 0 to 1
inline CarriedPart carried_part(real m, real farthest) {
  constexpr real of_small = 3.4, unsure = 1.04, worth_one = 0.2,
                 parts = 64; // so that theta does not depend on round-off
  const real largest = std::ceil(parts * unsure * farthest) / parts;
  if (!(farthest > 0 && largest < 2)) return {};
  const real small = std::min(real{1}, of_small / m),
             at_turns = std::max(4 - 3 / m, (4 * m - real{1} / 3) / (1 + m)), // N(-1) of K = inf and 1
      large = 2 - 2 * at_turns * (1 - 1 / largest);
  if (large < worth_one * small) return {2, small};
  return {1, std::min(small, large)};
}

} // namespace ibsim
