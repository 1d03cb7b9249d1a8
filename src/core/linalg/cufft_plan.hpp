// Owner of a plan of cuFFT, for double and float. Included by sources of transforms alone.
#pragma once

#include "linalg/complex.hpp"
#include "linalg/cufft_library.hpp"
#include "parallel/stream.hpp"

#include <cstdint>
#include <vector>

namespace ibsim {

/// cuFFT's names for T, double or float.
template <class T>
struct Cufft;
template <>
struct Cufft<double> {
  using Value = cufftDoubleComplex;
  static constexpr cufftType forward = CUFFT_D2Z, inverse = CUFFT_Z2D, both_ways = CUFFT_Z2Z;
  static cufftResult run_forward(cufftHandle plan, double* in, Value* out) {
    return cufft().d2z(plan, in, out);
  }
  static cufftResult run_inverse(cufftHandle plan, Value* in, double* out) {
    return cufft().z2d(plan, in, out);
  }
  static cufftResult run(cufftHandle plan, Value* data, int direction) {
    return cufft().z2z(plan, data, data, direction);
  }
};
template <>
struct Cufft<float> {
  using Value = cufftComplex;
  static constexpr cufftType forward = CUFFT_R2C, inverse = CUFFT_C2R, both_ways = CUFFT_C2C;
  static cufftResult run_forward(cufftHandle plan, float* in, Value* out) {
    return cufft().r2c(plan, in, out);
  }
  static cufftResult run_inverse(cufftHandle plan, Value* in, float* out) {
    return cufft().c2r(plan, in, out);
  }
  static cufftResult run(cufftHandle plan, Value* data, int direction) {
    return cufft().c2c(plan, data, data, direction);
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
  CufftPlan() { check_cufft(cufft().create(&handle_), "creating a plan"); }
  ~CufftPlan() { cufft().destroy(handle_); }
  CufftPlan(const CufftPlan&) = delete;
  CufftPlan& operator=(const CufftPlan&) = delete;
  cufftHandle get() const { return handle_; }

  /// Plans `batch` transforms of size n, slowest first; returns the bytes of work area wanted.
  std::size_t make(std::vector<long long> n, CufftLayout in, CufftLayout out, cufftType type,
                   long long batch) {
    std::size_t bytes = 0;
    check_cufft(cufft().set_auto_allocation(handle_, 0), "setting up a plan");
    check_cufft(cufft().make_plan(handle_, static_cast<int>(n.size()), n.data(), in.rows.data(), in.stride,
                                  in.distance, out.rows.data(), out.stride, out.distance, type, batch,
                                  &bytes),
                "planning a transform");
    return bytes;
  }
  void set_work_area(void* area) const {
    check_cufft(cufft().set_work_area(handle_, area), "setting the work area");
  }
  void follow(const Stream<Cuda>& stream) const {
    check_cufft(cufft().set_stream(handle_, static_cast<cudaStream_t>(stream.handle())),
                "choosing the stream");
  }

 private:
  cufftHandle handle_ = 0;
};

} // namespace ibsim
