// Complex numbers as the libraries of transforms and solvers store them: two numbers, aligned to their size.
#pragma once

#include "base/host_device.hpp"
#include "base/precision.hpp"

namespace ibsim {

/// T is double or float.
template <class T>
struct alignas(2 * sizeof(T)) ComplexOf {
  T re = 0, im = 0;

  friend IBSIM_HD ComplexOf operator+(ComplexOf a, ComplexOf b) { return {a.re + b.re, a.im + b.im}; }
  friend IBSIM_HD ComplexOf operator-(ComplexOf a, ComplexOf b) { return {a.re - b.re, a.im - b.im}; }
  friend IBSIM_HD ComplexOf operator*(T s, ComplexOf a) { return {s * a.re, s * a.im}; }
  friend IBSIM_HD ComplexOf operator*(ComplexOf a, ComplexOf b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  friend IBSIM_HD ComplexOf conj(ComplexOf a) { return {a.re, -a.im}; }
  friend IBSIM_HD T squared(ComplexOf a) { return a.re * a.re + a.im * a.im; } ///< |a|^2
};

using Complex = ComplexOf<real>;

} // namespace ibsim
