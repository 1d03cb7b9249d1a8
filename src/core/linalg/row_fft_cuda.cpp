// row_fft.hpp on the GPU, with cuFFT: all rows are one batch.
#include "linalg/cufft_plan.hpp"
#include "linalg/row_fft.hpp"
#include "parallel/array.hpp"

#include <algorithm>

namespace ibsim {

template <>
struct RowFft<Cuda>::Plan {
  CufftPlan forward, inverse;
  Array<std::byte, Cuda> work;

  Plan(int n, long long rows) {
    const CufftLayout real_data{{n}, 1, n}, modes{{n / 2 + 1}, 1, n / 2 + 1};
    const std::size_t bytes = std::max(forward.make({n}, real_data, modes, CUFFT_D2Z, rows),
                                       inverse.make({n}, modes, real_data, CUFFT_Z2D, rows));
    work = Array<std::byte, Cuda>(std::max<std::size_t>(bytes, 1));
    forward.set_work_area(work.data()), inverse.set_work_area(work.data());
  }
};

template <>
RowFft<Cuda>::RowFft(const Stream<Cuda>&, int n, Index rows, Index planes)
    : plan_(std::make_unique<Plan>(n, static_cast<long long>(rows) * planes)) {}
template <>
RowFft<Cuda>::~RowFft() = default;
template <>
RowFft<Cuda>::RowFft(RowFft&&) noexcept = default;

template <>
void RowFft<Cuda>::forward(const Stream<Cuda>& stream, const real* in, Complex* out) {
  plan_->forward.follow(stream);
  check_cufft(
      cufftExecD2Z(plan_->forward.get(), const_cast<real*>(in), reinterpret_cast<cufftDoubleComplex*>(out)),
      "a forward transform of rows");
}

template <>
void RowFft<Cuda>::inverse(const Stream<Cuda>& stream, Complex* in, real* out) {
  plan_->inverse.follow(stream);
  check_cufft(cufftExecZ2D(plan_->inverse.get(), reinterpret_cast<cufftDoubleComplex*>(in), out),
              "an inverse transform of rows");
}

} // namespace ibsim
