// Two-dimensional real-to-complex FFTs of the planes of fields; cuFFT or FFTW. For boxes with walls in y,
// planes of constant y, whose spectra lie one after the other: y slowest, as batched_tridiagonal.hpp has it.
// For slabs in z, planes of constant z.
//
//   field    a(i, j, k) at i + n.x (j + n.y k), any number of them after each other
//   Planes::zx   sum over i, k of a exp(-2 pi i (i m/n.x + k q/n.z))   at m + (n.x/2 + 1) (q + n.z j)
//   Planes::xy   sum over i, j of a exp(-2 pi i (i m/n.x + j l/n.y))   at m + (n.x/2 + 1) (l + n.y k)
//
// m = 0 .. n.x/2. Both directions are unnormalised. Plans do not depend on timing; nothing is allocated in a
// call. Arrays must start on a multiple of 16 bytes, as any Array does.
#pragma once

#include "base/vec3.hpp"
#include "linalg/complex.hpp"
#include "parallel/stream.hpp"

#include <memory>
#include <stdexcept>

namespace ibsim {

enum class Planes { zx, xy };

/// @param step from one field to the next @throws std::invalid_argument unless they follow each other
inline void require_one_block(Int3 n, int fields, Size step) {
  if (fields > 1 && step != Size{n.x} * n.y * n.z)
    throw std::invalid_argument("fields that are transformed together must follow each other in memory");
}

/// T is double or float.
template <class B, class T = real>
class PlaneFft {
 public:
  PlaneFft(const Stream<B>&, Int3 n, Planes, int fields);
  ~PlaneFft();
  PlaneFft(PlaneFft&&) noexcept;

  /// The size of the spectrum of a field, the same for both kinds of planes.
  static std::size_t complex_size(Int3 n) { return static_cast<std::size_t>(n.x / 2 + 1) * n.y * n.z; }

  void forward(const Stream<B>&, const T* in, ComplexOf<T>* out);
  /// Destroys `in`.
  void inverse(const Stream<B>&, ComplexOf<T>* in, T* out);

 private:
  struct Plan;
  std::unique_ptr<Plan> plan_;
};

namespace detail {

/// A plane as two loops: `slow` elements `slow_step` apart in a field, and n.x along x; the planes are
/// `plane_step` apart.
struct PlaneShape {
  int planes, slow, fast;
  long long slow_step, plane_step;
  long long modes() const { return static_cast<long long>(fast / 2 + 1) * slow; } ///< of a plane
};

inline PlaneShape plane_shape(Int3 n, Planes planes) {
  const long long layer = static_cast<long long>(n.x) * n.y;
  return planes == Planes::zx ? PlaneShape{n.y, n.z, n.x, layer, n.x} : PlaneShape{n.z, n.y, n.x, n.x, layer};
}

} // namespace detail
} // namespace ibsim
