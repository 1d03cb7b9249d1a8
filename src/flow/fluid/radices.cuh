// Discrete Fourier transforms of 2, 3, 4, 5 or 8 values in registers, and how longer ones are made of them.
//
//   X_u = sum over t of v_t exp(sign 2 pi i u t/R), in place; sign -1 is forward, +1 the inverse,
//   unnormalised
//
// A level of a transform of N values takes blocks of length L, L = N at first, to R blocks of length M = L/R
// (Gentleman and Sande 1966): with x_t = block[k + t M], block[k + u M] = X_u exp(-2 pi i u k/L). So block u
// holds what the frequencies u + R l' are made of; after the last level each place has one frequency. The
// inverse goes the same levels back, and needs no order of frequencies.
#pragma once

#include "linalg/complex.hpp"

namespace ibsim::radices {

/// sign i a
template <int sign, class T>
__device__ ComplexOf<T> turned(ComplexOf<T> a) {
  return {-sign * a.im, sign * a.re};
}

template <int sign, class T>
__device__ void transform(ComplexOf<T> (&v)[2]) {
  const ComplexOf<T> a = v[0], b = v[1];
  v[0] = a + b, v[1] = a - b;
}

template <int sign, class T>
__device__ void transform(ComplexOf<T> (&v)[3]) {
  constexpr T sine = 0.86602540378443864676;
  const ComplexOf<T> sum = v[1] + v[2], middle = v[0] - T{0.5} * sum,
                     turn = turned<sign>(sine * (v[1] - v[2]));
  v[0] = v[0] + sum, v[1] = middle + turn, v[2] = middle - turn;
}

template <int sign, class T>
__device__ void transform(ComplexOf<T> (&v)[4]) {
  const ComplexOf<T> a = v[0] + v[2], b = v[0] - v[2], c = v[1] + v[3], d = turned<sign>(v[1] - v[3]);
  v[0] = a + c, v[1] = b + d, v[2] = a - c, v[3] = b - d;
}

template <int sign, class T>
__device__ void transform(ComplexOf<T> (&v)[5]) {
  constexpr T cos_1 = 0.30901699437494742410, cos_2 = -0.80901699437494742410, sin_1 = 0.95105651629515357212,
              sin_2 = 0.58778525229247312917;
  const ComplexOf<T> a = v[1] + v[4], b = v[2] + v[3], c = v[1] - v[4], d = v[2] - v[3];
  const ComplexOf<T> near = v[0] + cos_1 * a + cos_2 * b, far = v[0] + cos_2 * a + cos_1 * b,
                     near_turn = turned<sign>(sin_1 * c + sin_2 * d),
                     far_turn = turned<sign>(sin_2 * c - sin_1 * d);
  v[0] = v[0] + a + b;
  v[1] = near + near_turn, v[2] = far + far_turn, v[3] = far - far_turn, v[4] = near - near_turn;
}

template <int sign, class T>
__device__ void transform(ComplexOf<T> (&v)[8]) {
  constexpr T half_root = 0.70710678118654752440;
  ComplexOf<T> even[4]{v[0], v[2], v[4], v[6]}, odd[4]{v[1], v[3], v[5], v[7]};
  transform<sign>(even), transform<sign>(odd);
  odd[1] = half_root * (odd[1] + turned<sign>(odd[1]));
  odd[2] = turned<sign>(odd[2]);
  odd[3] = half_root * (turned<sign>(odd[3]) - odd[3]);
#pragma unroll
  for (int u = 0; u < 4; ++u) v[u] = even[u] + odd[u], v[u + 4] = even[u] - odd[u];
}

} // namespace ibsim::radices
