// row_fft.hpp on the CPU, with FFTW: the rows of a plane are a piece that one thread transforms serially.
#include "base/error.hpp"
#include "linalg/fftw_plan.hpp"
#include "linalg/row_fft.hpp"
#include "parallel/array.hpp"

namespace ibsim {

template <class B, class T>
struct RowFft<B, T>::Plan {
  std::size_t values, modes; ///< of a plane
  Index planes;
  bool worth_sharing; ///< large enough that waking the threads pays
  FftwPlanOf<T> forward, inverse;

  Plan(int n, Index rows, Index number)
      : values(static_cast<std::size_t>(n) * rows), modes(static_cast<std::size_t>(n / 2 + 1) * rows),
        planes(number), worth_sharing(values * number > 4096) {
    Array<T, Cpu> real_data(values);
    Array<ComplexOf<T>, Cpu> spectrum(modes);
    // rows that are no whole vectors of 16 bytes begin off the places that SIMD code wants, as in
    // plane_fft_fftw
    const bool aligned = n % fftw_vector<T> == 0 && (n / 2 + 1) % (fftw_vector<T> / 2) == 0;
    const unsigned flags = FFTW_ESTIMATE | (aligned ? 0u : FFTW_UNALIGNED);
    const fftw_iodim64 dim{n, 1, 1}, to{rows, n, n / 2 + 1}, back{rows, n / 2 + 1, n};
    const std::lock_guard lock(fftw_planner);
    forward.reset(Fftw<T>::plan_forward(1, &dim, 1, &to, real_data.data(), raw(spectrum.data()), flags));
    inverse.reset(Fftw<T>::plan_inverse(1, &dim, 1, &back, raw(spectrum.data()), real_data.data(),
                                        flags | FFTW_DESTROY_INPUT));
    if (!forward || !inverse)
      throw ResourceError("FFTW cannot plan transforms of rows of " + std::to_string(n) + " values");
  }
};

template <class B, class T>
RowFft<B, T>::RowFft(const Stream<B>&, int n, Index rows, Index planes)
    : plan_(std::make_unique<Plan>(n, rows, planes)) {}
template <class B, class T>
RowFft<B, T>::~RowFft() = default;
template <class B, class T>
RowFft<B, T>::RowFft(RowFft&&) noexcept = default;

template <class B, class T>
void RowFft<B, T>::forward(const Stream<B>&, const T* in, ComplexOf<T>* out) {
  const Plan& p = *plan_;
#pragma omp parallel for schedule(static) if (p.worth_sharing)
  for (Index plane = 0; plane < p.planes; ++plane)
    Fftw<T>::execute_forward(p.forward.get(), const_cast<T*>(in) + plane * p.values,
                             raw(out + plane * p.modes));
}

template <class B, class T>
void RowFft<B, T>::inverse(const Stream<B>&, ComplexOf<T>* in, T* out) {
  const Plan& p = *plan_;
#pragma omp parallel for schedule(static) if (p.worth_sharing)
  for (Index plane = 0; plane < p.planes; ++plane)
    Fftw<T>::execute_inverse(p.inverse.get(), raw(in + plane * p.modes), out + plane * p.values);
}

template class RowFft<Cpu, double>;
template class RowFft<Cpu, float>;

} // namespace ibsim
