// What the transforms on the GPU share: cuFFT's errors, and the owner of a plan. Included by their sources
// only.
#pragma once

#include "base/error.hpp"
#include "linalg/complex.hpp"
#include "parallel/stream.hpp"

#include <cstdint>
#include <cufft.h>
#include <vector>

namespace ibsim {

inline const char* cufft_message(cufftResult code) {
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

inline void check_cufft(cufftResult code, const char* doing) {
  if (code != CUFFT_SUCCESS)
    throw ResourceError(std::string("cuFFT failed in ") + doing + ": " + cufft_message(code) + " (code " +
                        std::to_string(static_cast<int>(code)) + ")");
}

/// cuFFT's names for T, double or float.
template <class T>
struct Cufft;
template <>
struct Cufft<double> {
  using Value = cufftDoubleComplex;
  static constexpr cufftType forward = CUFFT_D2Z, inverse = CUFFT_Z2D, both_ways = CUFFT_Z2Z;
  static cufftResult run_forward(cufftHandle plan, double* in, Value* out) {
    return cufftExecD2Z(plan, in, out);
  }
  static cufftResult run_inverse(cufftHandle plan, Value* in, double* out) {
    return cufftExecZ2D(plan, in, out);
  }
  static cufftResult run(cufftHandle plan, Value* data, int direction) {
    return cufftExecZ2Z(plan, data, data, direction);
  }
};
template <>
struct Cufft<float> {
  using Value = cufftComplex;
  static constexpr cufftType forward = CUFFT_R2C, inverse = CUFFT_C2R, both_ways = CUFFT_C2C;
  static cufftResult run_forward(cufftHandle plan, float* in, Value* out) {
    return cufftExecR2C(plan, in, out);
  }
  static cufftResult run_inverse(cufftHandle plan, Value* in, float* out) {
    return cufftExecC2R(plan, in, out);
  }
  static cufftResult run(cufftHandle plan, Value* data, int direction) {
    return cufftExecC2C(plan, data, data, direction);
  }
};
template <class T>
typename Cufft<T>::Value* cufft_raw(ComplexOf<T>* p) {
  return reinterpret_cast<typename Cufft<T>::Value*>(p);
}

/// Whether cuFFT takes real data from there on.
inline bool is_aligned(const void* data) { return reinterpret_cast<std::uintptr_t>(data) % 16 == 0; }

/// Where the elements of a batch of transforms lie, in elements: that of index (i, j, k), slowest first, of
/// transform b at b * distance + ((i * rows[1] + j) * rows[2] + k) * stride; rows[0] has no meaning.
struct CufftLayout {
  std::vector<long long> rows;
  long long stride, distance;
};

/// Owns one plan, without a work area of its own.
class CufftPlan {
 public:
  CufftPlan() { check_cufft(cufftCreate(&handle_), "creating a plan"); }
  ~CufftPlan() { cufftDestroy(handle_); }
  CufftPlan(const CufftPlan&) = delete;
  CufftPlan& operator=(const CufftPlan&) = delete;
  cufftHandle get() const { return handle_; }

  /// Plans `batch` transforms of size n, slowest first; returns the bytes of work area wanted.
  std::size_t make(std::vector<long long> n, CufftLayout in, CufftLayout out, cufftType type,
                   long long batch) {
    std::size_t bytes = 0;
    check_cufft(cufftSetAutoAllocation(handle_, 0), "setting up a plan");
    check_cufft(cufftMakePlanMany64(handle_, static_cast<int>(n.size()), n.data(), in.rows.data(), in.stride,
                                    in.distance, out.rows.data(), out.stride, out.distance, type, batch,
                                    &bytes),
                "planning a transform");
    return bytes;
  }
  void set_work_area(void* area) const {
    check_cufft(cufftSetWorkArea(handle_, area), "setting the work area");
  }
  void follow(const Stream<Cuda>& stream) const {
    check_cufft(cufftSetStream(handle_, static_cast<cudaStream_t>(stream.handle())), "choosing the stream");
  }

 private:
  cufftHandle handle_ = 0;
};

} // namespace ibsim
