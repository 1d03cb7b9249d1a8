// What the transforms on the CPU share: the owner of an FFTW plan. Included by their sources only.
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

inline fftw_complex* raw(Complex* p) { return reinterpret_cast<fftw_complex*>(p); }

struct DestroyFftwPlan {
  void operator()(fftw_plan plan) const {
    const std::lock_guard lock(fftw_planner);
    fftw_destroy_plan(plan);
  }
};
using FftwPlan = std::unique_ptr<std::remove_pointer_t<fftw_plan>, DestroyFftwPlan>;

inline void check_alignment(const real* p) {
  if (fftw_alignment_of(const_cast<real*>(p)) != 0)
    throw std::invalid_argument("the real data of an FFT must start on a multiple of 16 bytes");
}

} // namespace ibsim
