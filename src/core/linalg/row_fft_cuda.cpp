// row_fft.hpp on the GPU, with cuFFT: all rows are one batch. Those that begin where cuFFT takes no real data
// (plane_fft_cuda.cpp) are copied to a place of their own.
#include "linalg/cufft_plan.hpp"
#include "linalg/row_fft.hpp"
#include "parallel/array.hpp"

#include <algorithm>

namespace ibsim {

template <>
struct RowFft<Cuda>::Plan {
  CufftPlan forward, inverse;
  Array<std::byte, Cuda> work;
  Array<real, Cuda> aligned; ///< where rows may begin elsewhere

  std::size_t bytes() const { return aligned.size() * sizeof(real); }
  Plan(int n, long long rows) {
    const CufftLayout real_data{{n}, 1, n}, modes{{n / 2 + 1}, 1, n / 2 + 1};
    const std::size_t bytes = std::max(forward.make({n}, real_data, modes, CUFFT_D2Z, rows),
                                       inverse.make({n}, modes, real_data, CUFFT_Z2D, rows));
    work = Array<std::byte, Cuda>(std::max<std::size_t>(bytes, 1));
    forward.set_work_area(work.data()), inverse.set_work_area(work.data());
    if (n % 2 == 1 && rows % 2 == 1) aligned = Array<real, Cuda>(static_cast<std::size_t>(n * rows));
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
  real* rows = const_cast<real*>(in);
  if (!is_aligned(rows)) {
    copy_within_device(stream, plan_->aligned.data(), in, plan_->bytes());
    rows = plan_->aligned.data();
  }
  check_cufft(cufftExecD2Z(plan_->forward.get(), rows, reinterpret_cast<cufftDoubleComplex*>(out)),
              "a forward transform of rows");
}

template <>
void RowFft<Cuda>::inverse(const Stream<Cuda>& stream, Complex* in, real* out) {
  plan_->inverse.follow(stream);
  real* const rows = is_aligned(out) ? out : plan_->aligned.data();
  check_cufft(cufftExecZ2D(plan_->inverse.get(), reinterpret_cast<cufftDoubleComplex*>(in), rows),
              "an inverse transform of rows");
  if (rows != out) copy_within_device(stream, out, rows, plan_->bytes());
}

} // namespace ibsim
