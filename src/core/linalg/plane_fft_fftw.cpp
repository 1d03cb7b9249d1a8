// plane_fft.hpp on the CPU, with FFTW: a plane is a piece that one thread transforms serially, so the bits
// are the same for any number of threads.
#include "base/error.hpp"
#include "linalg/fftw_plan.hpp"
#include "linalg/line_fft.hpp"
#include "linalg/plane_fft.hpp"
#include "parallel/array.hpp"

#include <optional>

namespace ibsim {

template <class B, class T>
struct PlaneFft<B, T>::Plan {
  detail::PlaneShape shape;
  int fields;
  std::size_t field_size, field_modes;
  bool worth_sharing;                   ///< large enough that waking the threads pays
  bool aligned;                         ///< all planes
  FftwPlanOf<T> forward, inverse;       ///< of a plane; of planes of z and x of its rows alone
  std::optional<LineFft<Cpu, T>> lines; ///< of these, along z: as ranks have them that share them out

  Plan(const Stream<Cpu>& stream, Int3 n, Planes planes, int number)
      : shape(detail::plane_shape(n, planes)), fields(number),
        field_size(static_cast<std::size_t>(n.x) * n.y * n.z), field_modes(complex_size(n)),
        worth_sharing(fields * field_size > 4096) {
    Array<T, Cpu> real_data(field_size);
    Array<ComplexOf<T>, Cpu> spectrum(field_modes);
    // Unless planes and fields are whole vectors of 16 bytes apart, some begin off the places that SIMD code
    // wants.
    aligned = shape.plane_step % fftw_vector<T> == 0 && field_size % fftw_vector<T> == 0 &&
              shape.modes() % (fftw_vector<T> / 2) == 0;
    // rows by themselves are planned as row_fft_fftw plans them, for the same bits
    if (planes == Planes::zx && (n.x / 2 + 1) % (fftw_vector<T> / 2) != 0) aligned = false;
    const unsigned flags = FFTW_ESTIMATE | (aligned ? 0u : FFTW_UNALIGNED);
    const fftw_iodim64 to[] = {{shape.slow, shape.slow_step, shape.fast / 2 + 1}, {shape.fast, 1, 1}},
                       back[] = {{shape.slow, shape.fast / 2 + 1, shape.slow_step}, {shape.fast, 1, 1}};
    if (planes == Planes::zx) lines.emplace(stream, shape.slow, shape.fast / 2 + 1, shape.planes * fields);
    const int loops = lines ? 1 : 2; // the first of them is another one of rows that are alike
    const std::lock_guard lock(fftw_planner);
    forward.reset(Fftw<T>::plan_forward(loops, to + 2 - loops, 2 - loops, to, real_data.data(),
                                        raw(spectrum.data()), flags));
    inverse.reset(Fftw<T>::plan_inverse(loops, back + 2 - loops, 2 - loops, back, raw(spectrum.data()),
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

template <class B, class T>
PlaneFft<B, T>::PlaneFft(const Stream<B>& stream, Int3 n, Planes planes, int fields)
    : plan_(std::make_unique<Plan>(stream, n, planes, fields)) {}
template <class B, class T>
PlaneFft<B, T>::~PlaneFft() = default;
template <class B, class T>
PlaneFft<B, T>::PlaneFft(PlaneFft&&) noexcept = default;

template <class B, class T>
void PlaneFft<B, T>::forward(const Stream<B>& stream, const T* in, ComplexOf<T>* out) {
  if (plan_->aligned) check_alignment(in);
  plan_->for_each_plane([&](std::size_t value, std::size_t mode) {
    Fftw<T>::execute_forward(plan_->forward.get(), const_cast<T*>(in) + value, raw(out + mode));
  });
  if (plan_->lines) plan_->lines->forward(stream, out);
}

template <class B, class T>
void PlaneFft<B, T>::inverse(const Stream<B>& stream, ComplexOf<T>* in, T* out) {
  if (plan_->aligned) check_alignment(out);
  if (plan_->lines) plan_->lines->inverse(stream, in);
  plan_->for_each_plane([&](std::size_t value, std::size_t mode) {
    Fftw<T>::execute_inverse(plan_->inverse.get(), raw(in + mode), out + value);
  });
}

template class PlaneFft<Cpu, double>;
template class PlaneFft<Cpu, float>;

} // namespace ibsim
