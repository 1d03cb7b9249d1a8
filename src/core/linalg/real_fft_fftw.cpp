// real_fft.hpp on the CPU, with FFTW.
//
// A field is cut into pieces that do not depend on the number of threads: the planes of constant z, each a
// 2-D real transform, and lines along z (line_fft_fftw). The threads share the pieces out, so the bits of the
// result are the same for any number of threads. FFTW itself runs every piece serially.
#include "base/error.hpp"
#include "linalg/fftw_plan.hpp"
#include "linalg/line_fft.hpp"
#include "linalg/real_fft.hpp"
#include "parallel/array.hpp"

namespace ibsim {
template <>
struct RealFft<Cpu>::Plan {
  Int3 n;
  int batch;
  std::size_t real_plane, complex_plane;
  bool worth_sharing; ///< large enough that waking the threads pays
  FftwPlan plane_forward, plane_inverse;
  LineFft<Cpu> lines; ///< along z

  Plan(const Stream<Cpu>& stream, Int3 n_, int batch_)
      : n(n_), batch(batch_), lines(stream, n.z, (n.x / 2 + 1) * n.y, batch) {
    real_plane = static_cast<std::size_t>(n.x) * n.y;
    complex_plane = static_cast<std::size_t>(n.x / 2 + 1) * n.y;
    worth_sharing = batch * n.z * real_plane > 4096;
    // Plans look at the alignment of their arrays, never at the values (FFTW_ESTIMATE). With an odd number of
    // values in a plane, every other plane of real data is off the 16 bytes that SIMD code wants.
    Array<real, Cpu> real_data(real_plane);
    Array<Complex, Cpu> spectrum(RealFft::complex_size(n));
    const unsigned flags = FFTW_ESTIMATE | (real_plane % 2 ? FFTW_UNALIGNED : 0u);
    fftw_complex* const s = raw(spectrum.data());
    const std::lock_guard lock(fftw_planner);
    plane_forward.reset(fftw_plan_dft_r2c_2d(n.y, n.x, real_data.data(), s, flags));
    plane_inverse.reset(fftw_plan_dft_c2r_2d(n.y, n.x, s, real_data.data(), flags | FFTW_DESTROY_INPUT));
    if (!plane_forward || !plane_inverse)
      throw ResourceError("FFTW cannot plan a transform of " + std::to_string(n.x) + " x " +
                          std::to_string(n.y) + " x " + std::to_string(n.z) + " values");
  }
};

template <>
RealFft<Cpu>::RealFft(const Stream<Cpu>& stream, Int3 n, int batch)
    : plan_(std::make_unique<Plan>(stream, n, batch)) {}
template <>
RealFft<Cpu>::~RealFft() = default;
template <>
RealFft<Cpu>::RealFft(RealFft&&) noexcept = default;

template <>
void RealFft<Cpu>::forward(const Stream<Cpu>& stream, const real* in, Complex* out) {
  Plan& plan = *plan_;
  check_alignment(in);
#pragma omp parallel for schedule(static) if (plan.worth_sharing)
  for (int plane = 0; plane < plan.batch * plan.n.z; ++plane)
    fftw_execute_dft_r2c(plan.plane_forward.get(), const_cast<real*>(in) + plane * plan.real_plane,
                         raw(out + plane * plan.complex_plane));
  plan.lines.forward(stream, out);
}

template <>
void RealFft<Cpu>::inverse(const Stream<Cpu>& stream, Complex* in, real* out) {
  Plan& plan = *plan_;
  check_alignment(out);
  plan.lines.inverse(stream, in);
#pragma omp parallel for schedule(static) if (plan.worth_sharing)
  for (int plane = 0; plane < plan.batch * plan.n.z; ++plane)
    fftw_execute_dft_c2r(plan.plane_inverse.get(), raw(in + plane * plan.complex_plane),
                         out + plane * plan.real_plane);
}

} // namespace ibsim
