// row_fft.hpp on the CPU, with FFTW: the rows of a plane are a piece that one thread transforms serially.
#include "base/error.hpp"
#include "linalg/fftw_plan.hpp"
#include "linalg/row_fft.hpp"
#include "parallel/array.hpp"

namespace ibsim {

template <>
struct RowFft<Cpu>::Plan {
  std::size_t values, modes; ///< of a plane
  Index planes;
  bool worth_sharing; ///< large enough that waking the threads pays
  FftwPlan forward, inverse;

  Plan(int n, Index rows, Index number)
      : values(static_cast<std::size_t>(n) * rows), modes(static_cast<std::size_t>(n / 2 + 1) * rows),
        planes(number), worth_sharing(values * number > 4096) {
    Array<real, Cpu> real_data(values);
    Array<Complex, Cpu> spectrum(modes);
    // with an odd number of values every other row is off the 16 bytes that SIMD code wants, as
    // plane_fft_fftw
    const unsigned flags = FFTW_ESTIMATE | (n % 2 ? FFTW_UNALIGNED : 0u);
    const fftw_iodim64 dim{n, 1, 1}, to{rows, n, n / 2 + 1}, back{rows, n / 2 + 1, n};
    const std::lock_guard lock(fftw_planner);
    forward.reset(fftw_plan_guru64_dft_r2c(1, &dim, 1, &to, real_data.data(), raw(spectrum.data()), flags));
    inverse.reset(fftw_plan_guru64_dft_c2r(1, &dim, 1, &back, raw(spectrum.data()), real_data.data(),
                                           flags | FFTW_DESTROY_INPUT));
    if (!forward || !inverse)
      throw ResourceError("FFTW cannot plan transforms of rows of " + std::to_string(n) + " values");
  }
};

template <>
RowFft<Cpu>::RowFft(const Stream<Cpu>&, int n, Index rows, Index planes)
    : plan_(std::make_unique<Plan>(n, rows, planes)) {}
template <>
RowFft<Cpu>::~RowFft() = default;
template <>
RowFft<Cpu>::RowFft(RowFft&&) noexcept = default;

template <>
void RowFft<Cpu>::forward(const Stream<Cpu>&, const real* in, Complex* out) {
  const Plan& p = *plan_;
#pragma omp parallel for schedule(static) if (p.worth_sharing)
  for (Index plane = 0; plane < p.planes; ++plane)
    fftw_execute_dft_r2c(p.forward.get(), const_cast<real*>(in) + plane * p.values,
                         raw(out + plane * p.modes));
}

template <>
void RowFft<Cpu>::inverse(const Stream<Cpu>&, Complex* in, real* out) {
  const Plan& p = *plan_;
#pragma omp parallel for schedule(static) if (p.worth_sharing)
  for (Index plane = 0; plane < p.planes; ++plane)
    fftw_execute_dft_c2r(p.inverse.get(), raw(in + plane * p.modes), out + plane * p.values);
}

} // namespace ibsim
