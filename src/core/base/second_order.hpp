// Numbers that carry their first and second derivatives by N variables: forward differentiation, exact to
// round-off, for functions of a few variables.
#pragma once

#include "base/precision.hpp"

#include <array>
#include <cmath>

namespace ibsim {

template <int N>
struct SecondOrder {
  real value = 0;
  std::array<real, N> first{};
  std::array<std::array<real, N>, N> second{}; ///< symmetric

  SecondOrder() = default;
  SecondOrder(real constant) : value(constant) {}
  /// Variable number i.
  static SecondOrder variable(real value, int i) {
    SecondOrder x(value);
    x.first[i] = 1;
    return x;
  }
};

/// f(x) from f, f' and f'' at x.
template <int N>
SecondOrder<N> function_of(const SecondOrder<N>& x, real f, real f1, real f2) {
  SecondOrder<N> y(f);
  for (int i = 0; i < N; ++i) {
    y.first[i] = f1 * x.first[i];
    for (int j = 0; j < N; ++j) y.second[i][j] = f1 * x.second[i][j] + f2 * x.first[i] * x.first[j];
  }
  return y;
}
template <int N>
SecondOrder<N> operator+(const SecondOrder<N>& x, const SecondOrder<N>& y) {
  SecondOrder<N> z(x.value + y.value);
  for (int i = 0; i < N; ++i) {
    z.first[i] = x.first[i] + y.first[i];
    for (int j = 0; j < N; ++j) z.second[i][j] = x.second[i][j] + y.second[i][j];
  }
  return z;
}
template <int N>
SecondOrder<N> operator*(const SecondOrder<N>& x, const SecondOrder<N>& y) {
  SecondOrder<N> z(x.value * y.value);
  for (int i = 0; i < N; ++i) {
    z.first[i] = x.value * y.first[i] + y.value * x.first[i];
    for (int j = 0; j < N; ++j)
      z.second[i][j] = x.value * y.second[i][j] + y.value * x.second[i][j] + x.first[i] * y.first[j] +
                       y.first[i] * x.first[j];
  }
  return z;
}
template <int N>
SecondOrder<N> operator*(real s, const SecondOrder<N>& x) {
  return SecondOrder<N>(s) * x;
}
template <int N>
SecondOrder<N> operator/(const SecondOrder<N>& x, real s) {
  return (1 / s) * x;
}
template <int N>
SecondOrder<N> operator-(const SecondOrder<N>& x, const SecondOrder<N>& y) {
  return x + real{-1} * y;
}
template <int N>
SecondOrder<N> inverse(const SecondOrder<N>& x) {
  const real y = 1 / x.value;
  return function_of(x, y, -y * y, 2 * y * y * y);
}
template <int N>
SecondOrder<N> sqrt(const SecondOrder<N>& x) {
  const real y = std::sqrt(x.value);
  return function_of(x, y, 0.5 / y, -0.25 / (y * x.value));
}

} // namespace ibsim
