// real_fft.hpp on the GPU, with cuFFT: one batched plan each way, which share one work area that is never
// replaced.
#include "linalg/cufft_plan.hpp"
#include "linalg/real_fft.hpp"
#include "parallel/array.hpp"

#include <algorithm>

namespace ibsim {
namespace {

/// Plans `batch` fields that follow each other; returns the bytes of work area wanted.
std::size_t plan_fields(CufftPlan& plan, Int3 n, int batch, cufftType type) {
  const CufftLayout real_data{{n.z, n.y, n.x}, 1, static_cast<long long>(n.x) * n.y * n.z},
      modes{{n.z, n.y, n.x / 2 + 1}, 1, static_cast<long long>(n.x / 2 + 1) * n.y * n.z};
  const bool forward = type == CUFFT_D2Z;
  return plan.make({n.z, n.y, n.x}, forward ? real_data : modes, forward ? modes : real_data, type, batch);
}

} // namespace

template <>
struct RealFft<Cuda>::Plan {
  CufftPlan forward, inverse;
  Array<std::byte, Cuda> work;

  Plan(const Stream<Cuda>& stream, Int3 n, int batch) {
    const std::size_t bytes =
        std::max(plan_fields(forward, n, batch, CUFFT_D2Z), plan_fields(inverse, n, batch, CUFFT_Z2D));
    work = Array<std::byte, Cuda>(std::max<std::size_t>(bytes, 1));
    for (const CufftPlan* plan : {&forward, &inverse}) {
      plan->set_work_area(work.data());
      plan->follow(stream);
    }
  }
};

template <>
RealFft<Cuda>::RealFft(const Stream<Cuda>& stream, Int3 n, int batch)
    : plan_(std::make_unique<Plan>(stream, n, batch)) {}
template <>
RealFft<Cuda>::~RealFft() = default;
template <>
RealFft<Cuda>::RealFft(RealFft&&) noexcept = default;

template <>
void RealFft<Cuda>::forward(const Stream<Cuda>& stream, const real* in, Complex* out) {
  plan_->forward.follow(stream);
  check_cufft(
      cufftExecD2Z(plan_->forward.get(), const_cast<real*>(in), reinterpret_cast<cufftDoubleComplex*>(out)),
      "a forward transform");
}

template <>
void RealFft<Cuda>::inverse(const Stream<Cuda>& stream, Complex* in, real* out) {
  plan_->inverse.follow(stream);
  check_cufft(cufftExecZ2D(plan_->inverse.get(), reinterpret_cast<cufftDoubleComplex*>(in), out),
              "an inverse transform");
}

} // namespace ibsim
