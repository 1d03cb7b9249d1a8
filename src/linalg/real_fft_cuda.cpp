// real_fft.hpp on the GPU, with cuFFT: one batched plan each way, which share one work area that is never
// replaced.
#include "base/error.hpp"
#include "linalg/real_fft.hpp"
#include "parallel/array.hpp"

#include <algorithm>
#include <cufft.h>

namespace ibsim {
namespace {

const char* cufft_message(cufftResult code) {
  switch (code) {
  case CUFFT_ALLOC_FAILED:
    return "not enough device memory";
  case CUFFT_INVALID_SIZE:
    return "a size that cuFFT does not support";
  case CUFFT_INVALID_PLAN:
    return "not a valid plan";
  case CUFFT_SETUP_FAILED:
    return "the library failed to start";
  case CUFFT_EXEC_FAILED:
    return "a transform failed on the device";
  default:
    return "an internal failure";
  }
}

void check_cufft(cufftResult code, const char* doing) {
  if (code != CUFFT_SUCCESS)
    throw ResourceError(std::string("cuFFT failed in ") + doing + ": " + cufft_message(code) + " (code " +
                        std::to_string(static_cast<int>(code)) + ")");
}

/// Owns one plan, D2Z or Z2D.
class CufftPlan {
 public:
  CufftPlan() { check_cufft(cufftCreate(&handle_), "creating a plan"); }
  ~CufftPlan() { cufftDestroy(handle_); }
  CufftPlan(const CufftPlan&) = delete;
  CufftPlan& operator=(const CufftPlan&) = delete;
  cufftHandle get() const { return handle_; }

  /// Plans `batch` fields that follow each other; returns the bytes of work area wanted.
  std::size_t make(Int3 n, int batch, cufftType type) {
    long long size[3] = {n.z, n.y, n.x}, real_rows[3] = {n.z, n.y, n.x},
              complex_rows[3] = {n.z, n.y, n.x / 2 + 1};
    const long long real_size = static_cast<long long>(n.x) * n.y * n.z;
    const long long complex_size = static_cast<long long>(n.x / 2 + 1) * n.y * n.z;
    const bool forward = type == CUFFT_D2Z;
    std::size_t bytes = 0;
    check_cufft(cufftSetAutoAllocation(handle_, 0), "setting up a plan");
    check_cufft(cufftMakePlanMany64(handle_, 3, size, forward ? real_rows : complex_rows, 1,
                                    forward ? real_size : complex_size, forward ? complex_rows : real_rows, 1,
                                    forward ? complex_size : real_size, type, batch, &bytes),
                "planning a transform");
    return bytes;
  }

 private:
  cufftHandle handle_ = 0;
};

} // namespace

template <>
struct RealFft<Cuda>::Plan {
  CufftPlan forward, inverse;
  Array<std::byte, Cuda> work;

  Plan(const Stream<Cuda>& stream, Int3 n, int batch) {
    const std::size_t bytes = std::max(forward.make(n, batch, CUFFT_D2Z), inverse.make(n, batch, CUFFT_Z2D));
    work = Array<std::byte, Cuda>(std::max<std::size_t>(bytes, 1));
    for (const CufftPlan* plan : {&forward, &inverse}) {
      check_cufft(cufftSetWorkArea(plan->get(), work.data()), "setting the work area");
      follow(*plan, stream);
    }
  }

  static void follow(const CufftPlan& plan, const Stream<Cuda>& stream) {
    check_cufft(cufftSetStream(plan.get(), static_cast<cudaStream_t>(stream.handle())),
                "choosing the stream");
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
  Plan::follow(plan_->forward, stream);
  check_cufft(
      cufftExecD2Z(plan_->forward.get(), const_cast<real*>(in), reinterpret_cast<cufftDoubleComplex*>(out)),
      "a forward transform");
}

template <>
void RealFft<Cuda>::inverse(const Stream<Cuda>& stream, Complex* in, real* out) {
  Plan::follow(plan_->inverse, stream);
  check_cufft(cufftExecZ2D(plan_->inverse.get(), reinterpret_cast<cufftDoubleComplex*>(in), out),
              "an inverse transform");
}

} // namespace ibsim
