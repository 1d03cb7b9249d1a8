// The pass over the modes of planes of solenoidal_fft.hpp, which makes a velocity of its two scalars. Mode
// (m, l) of plane k of a component stands at m + shape.x (l + shape.y k).
#pragma once

#include "base/vec3.hpp"
#include "linalg/complex.hpp"
#include "parallel/stream.hpp"

namespace ibsim {

/// Device pointers and sizes, captured by the kernels.
struct ModesOfPlanes {
  Int3 shape; ///< modes of a plane, planes
  real h;
  const Complex *dx, *dy; ///< symbols of D
};

/// (x, y) = conj(d) lambda + (-d_y, d_x) t, for t in y, in so many planes from `first` on.
/// @param above w in the plane above the last one of all
template <class B>
void velocity_of_scalars(const Stream<B>&, const ModesOfPlanes&, Index first, Index planes, const Complex* w,
                         const Complex* above, Complex* x, Complex* y);

} // namespace ibsim
