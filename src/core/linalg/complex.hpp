// A complex number as the libraries of transforms and solvers have it: two reals, on a multiple of 16 bytes.
#pragma once

#include "base/host_device.hpp"
#include "base/precision.hpp"

namespace ibsim {

struct alignas(16) Complex {
  real re = 0, im = 0;
};
IBSIM_HD Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
IBSIM_HD Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
IBSIM_HD Complex operator*(real s, Complex a) { return {s * a.re, s * a.im}; }
IBSIM_HD Complex operator*(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
IBSIM_HD Complex conj(Complex a) { return {a.re, -a.im}; }
IBSIM_HD real squared(Complex a) { return a.re * a.re + a.im * a.im; } ///< |a|^2

} // namespace ibsim
