// Common part of the transforms on the CPU: FFTW's functions by precision and the owner of a plan. Included
// by their sources only.
#pragma once

#include "linalg/complex.hpp"

#include <fftw3.h>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace ibsim {

inline std::mutex fftw_planner; ///< FFTW plans one at a time; executing needs no lock

/// FFTW's names for T, double or float.
template <class T>
struct Fftw;
template <>
struct Fftw<double> {
  using Plan = fftw_plan;
  using Value = fftw_complex;
  static constexpr auto destroy = fftw_destroy_plan;
  static constexpr auto plan = fftw_plan_guru64_dft;
  static constexpr auto plan_forward = fftw_plan_guru64_dft_r2c;
  static constexpr auto plan_inverse = fftw_plan_guru64_dft_c2r;
  static constexpr auto execute = fftw_execute_dft;
  static constexpr auto execute_forward = fftw_execute_dft_r2c;
  static constexpr auto execute_inverse = fftw_execute_dft_c2r;
  static constexpr auto alignment_of = fftw_alignment_of;
};
template <>
struct Fftw<float> {
  using Plan = fftwf_plan;
  using Value = fftwf_complex;
  static constexpr auto destroy = fftwf_destroy_plan;
  static constexpr auto plan = fftwf_plan_guru64_dft;
  static constexpr auto plan_forward = fftwf_plan_guru64_dft_r2c;
  static constexpr auto plan_inverse = fftwf_plan_guru64_dft_c2r;
  static constexpr auto execute = fftwf_execute_dft;
  static constexpr auto execute_forward = fftwf_execute_dft_r2c;
  static constexpr auto execute_inverse = fftwf_execute_dft_c2r;
  static constexpr auto alignment_of = fftwf_alignment_of;
};

template <class T>
typename Fftw<T>::Value* raw(ComplexOf<T>* p) {
  return reinterpret_cast<typename Fftw<T>::Value*>(p);
}

template <class T>
struct DestroyFftwPlan {
  void operator()(typename Fftw<T>::Plan plan) const {
    const std::lock_guard lock(fftw_planner);
    Fftw<T>::destroy(plan);
  }
};
template <class T>
using FftwPlanOf = std::unique_ptr<std::remove_pointer_t<typename Fftw<T>::Plan>, DestroyFftwPlan<T>>;
using FftwPlan = FftwPlanOf<real>;

/// Number of values in 16 bytes, the alignment of FFTW's vector code.
template <class T>
constexpr int fftw_vector = 16 / sizeof(T);

template <class T>
void check_alignment(const T* p) {
  if (Fftw<T>::alignment_of(const_cast<T*>(p)) != 0)
    throw std::invalid_argument("the real data of an FFT must start on a multiple of 16 bytes");
}

} // namespace ibsim
