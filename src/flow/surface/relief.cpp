#include "surface/relief.hpp"

#include <numbers>

namespace ibsim {
namespace {

/// w^2 and its derivatives by a and b.
struct Square {
  real value, a, b, aa, ab, bb;
};
/// From w and its derivatives.
Square square(real w, real wa, real wb, real waa, real wab, real wbb) {
  return {w * w,
          2 * w * wa,
          2 * w * wb,
          2 * (wa * wa + w * waa),
          2 * (wa * wb + w * wab),
          2 * (wb * wb + w * wbb)};
}

Square cobblestone(real a, real b) { // w = (cos a + cos b)/2
  return square((std::cos(a) + std::cos(b)) / 2, -std::sin(a) / 2, -std::sin(b) / 2, -std::cos(a) / 2, 0,
                -std::cos(b) / 2);
}

Square elongated(real a, real b) {
  const real c = std::cos(a - b), s = std::sin(a - b), f = std::sin(b / 2), g = std::cos(b / 2) / 2;
  return square(c * f, -s * f, s * f + c * g, -c * f, c * f - s * g, -c * f + 2 * s * g - c * f / 4);
}

} // namespace

ReliefAt relief_at(const Relief& relief, real x, real z) {
  if (relief.form == Relief::Form::flat) return {};
  const real by_a = 2 * std::numbers::pi / relief.length_z, by_b = 2 * std::numbers::pi / relief.length_x,
             A = relief.height;
  const Square w = relief.form == Relief::Form::cobblestone ? cobblestone(by_a * z, by_b * x)
                                                            : elongated(by_a * z, by_b * x);
  return {
      A * w.value,           A * by_b * w.b, A * by_a * w.a, A * by_b * by_b * w.bb, A * by_a * by_b * w.ab,
      A * by_a * by_a * w.aa};
}

Real3 upward(const ReliefAt& at) { return normalized(Real3{-at.dx, 1, -at.dz}); }

} // namespace ibsim
