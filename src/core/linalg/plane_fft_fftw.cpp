// plane_fft.hpp on the CPU, with FFTW: a plane is a piece that one thread transforms serially, so the bits
// are the same for any number of threads.
#include "base/error.hpp"
#include "linalg/fftw_plan.hpp"
#include "linalg/line_fft.hpp"
#include "linalg/plane_fft.hpp"
#include "parallel/array.hpp"

#include <optional>

namespace ibsim {

template <>
struct PlaneFft<Cpu>::Plan {
  detail::PlaneShape shape;
  int fields;
  std::size_t field_size, field_modes;
  bool worth_sharing;                ///< large enough that waking the threads pays
  bool aligned;                      ///< all planes
  FftwPlan forward, inverse;         ///< of a plane; of planes of z and x of its rows alone
  std::optional<LineFft<Cpu>> lines; ///< of these, along z: as ranks have them that share them out

  Plan(const Stream<Cpu>& stream, Int3 n, Planes planes, int number)
      : shape(detail::plane_shape(n, planes)), fields(number),
        field_size(static_cast<std::size_t>(n.x) * n.y * n.z), field_modes(complex_size(n)),
        worth_sharing(fields * field_size > 4096) {
    Array<real, Cpu> real_data(field_size);
    Array<Complex, Cpu> spectrum(field_modes);
    // Where planes are an odd number of values apart, every other one is off the 16 bytes that SIMD code
    // wants; so are the fields.
    aligned = shape.plane_step % 2 == 0 && field_size % 2 == 0;
    const unsigned flags = FFTW_ESTIMATE | (aligned ? 0u : FFTW_UNALIGNED);
    const fftw_iodim64 to[] = {{shape.slow, shape.slow_step, shape.fast / 2 + 1}, {shape.fast, 1, 1}},
                       back[] = {{shape.slow, shape.fast / 2 + 1, shape.slow_step}, {shape.fast, 1, 1}};
    if (planes == Planes::zx) lines.emplace(stream, shape.slow, shape.fast / 2 + 1, shape.planes * fields);
    const int loops = lines ? 1 : 2; // the first of them is another one of rows that are alike
    const std::lock_guard lock(fftw_planner);
    forward.reset(fftw_plan_guru64_dft_r2c(loops, to + 2 - loops, 2 - loops, to, real_data.data(),
                                           raw(spectrum.data()), flags));
    inverse.reset(fftw_plan_guru64_dft_c2r(loops, back + 2 - loops, 2 - loops, back, raw(spectrum.data()),
                                           real_data.data(), flags | FFTW_DESTROY_INPUT));
    if (!forward || !inverse)
      throw ResourceError("FFTW cannot plan transforms of planes of " + std::to_string(shape.slow) + " x " +
                          std::to_string(shape.fast) + " values");
  }

  template <class F>
  void for_each_plane(F f) const {
#pragma omp parallel for schedule(static) if (worth_sharing)
    for (int item = 0; item < fields * shape.planes; ++item) {
      const int field = item / shape.planes, plane = item % shape.planes;
      f(field * field_size + plane * shape.plane_step, field * field_modes + plane * shape.modes());
    }
  }
};

template <>
PlaneFft<Cpu>::PlaneFft(const Stream<Cpu>& stream, Int3 n, Planes planes, int fields)
    : plan_(std::make_unique<Plan>(stream, n, planes, fields)) {}
template <>
PlaneFft<Cpu>::~PlaneFft() = default;
template <>
PlaneFft<Cpu>::PlaneFft(PlaneFft&&) noexcept = default;

template <>
void PlaneFft<Cpu>::forward(const Stream<Cpu>& stream, const real* in, Complex* out) {
  if (plan_->aligned) check_alignment(in);
  plan_->for_each_plane([&](std::size_t value, std::size_t mode) {
    fftw_execute_dft_r2c(plan_->forward.get(), const_cast<real*>(in) + value, raw(out + mode));
  });
  if (plan_->lines) plan_->lines->forward(stream, out);
}

template <>
void PlaneFft<Cpu>::inverse(const Stream<Cpu>& stream, Complex* in, real* out) {
  if (plan_->aligned) check_alignment(out);
  if (plan_->lines) plan_->lines->inverse(stream, in);
  plan_->for_each_plane([&](std::size_t value, std::size_t mode) {
    fftw_execute_dft_c2r(plan_->inverse.get(), raw(in + mode), out + value);
  });
}

} // namespace ibsim
