// Real-to-complex FFT in three dimensions, in batches; cuFFT or FFTW.
//
// Real data: n.x * n.y * n.z values, x fastest. Complex data: (n.x/2 + 1) * n.y * n.z pairs (re, im), x
// fastest. Both transforms are unnormalised: inverse(forward(a)) = n.x n.y n.z a. Plans do not depend on
// timing (FFTW_ESTIMATE), so the same machine gives the same bits in every run. Arrays must start on a
// multiple of 16 bytes, as any Array does.
#pragma once

#include "base/vec3.hpp"
#include "linalg/complex.hpp"
#include "parallel/stream.hpp"

#include <memory>

namespace ibsim {

template <class B>
class RealFft {
 public:
  /// Transforms of `batch` fields that follow each other in memory.
  RealFft(const Stream<B>&, Int3 n, int batch);
  ~RealFft();
  RealFft(RealFft&&) noexcept;

  static std::size_t complex_size(Int3 n) { return static_cast<std::size_t>(n.x / 2 + 1) * n.y * n.z; }

  void forward(const Stream<B>&, const real* in, Complex* out);
  /// Destroys `in`.
  void inverse(const Stream<B>&, Complex* in, real* out);

 private:
  struct Plan;
  std::unique_ptr<Plan> plan_;
};

} // namespace ibsim
