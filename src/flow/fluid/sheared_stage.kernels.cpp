#include "fluid/sheared_stage.hpp"

#include "linalg/line_fft.hpp"
#if defined(__CUDACC__)
#include "fluid/sheared_columns.hpp"
#endif

namespace ibsim {

template <class B>
struct ShearedStage<B>::Impl {
  LineFft<B> y_fft, scalar_y_fft;
#if defined(__CUDACC__)
  std::optional<ShearedColumns> columns;
#endif
  Impl(const Stream<B>& stream, Int3 shape)
      : y_fft(stream, shape.z, shape.x * shape.y, 3), scalar_y_fft(stream, shape.z, shape.x * shape.y, 1) {}
};

template <class B>
ShearedStage<B>::ShearedStage(const Stream<B>& stream, Int3 shape, [[maybe_unused]] Way way)
    : impl_(std::make_unique<Impl>(stream, shape)) {
#if defined(__CUDACC__)
  const auto radices = ShearedColumns::radices(stream, shape.z);
  if (radices && way == Way::automatic) impl_->columns.emplace(stream, shape.z, *radices);
#endif
}
template <class B>
ShearedStage<B>::~ShearedStage() = default;

template <class B>
void ShearedStage<B>::half_step(const Stream<B>& stream, const ShearedModes& modes, real a, Complex* planes,
                                Complex* phi, Complex* wide) {
#if defined(__CUDACC__)
  if (impl_->columns) return impl_->columns->half_step(stream, modes, a, planes, phi, wide);
#endif
  into_frame<PartOfStep::half>(stream, modes, planes, nullptr, nullptr, planes);
  impl_->y_fft.forward(stream, planes);
  solve_step<PartOfStep::half>(stream, modes, a, planes, phi);
  impl_->y_fft.inverse(stream, planes);
  out_of_frame(stream, modes, Instant::middle, planes, wide);
}

template <class B>
void ShearedStage<B>::full_step(const Stream<B>& stream, const ShearedModes& modes, real a, Complex* start,
                                const Complex* middle, const Complex* phi, Complex* wide) {
#if defined(__CUDACC__)
  if (impl_->columns) return impl_->columns->full_step(stream, modes, a, start, middle, phi, wide);
#endif
  into_frame<PartOfStep::full>(stream, modes, start, middle, nullptr, start);
  impl_->y_fft.forward(stream, start);
  solve_step<PartOfStep::full>(stream, modes, a, start, const_cast<Complex*>(phi)); // which it only reads
  impl_->y_fft.inverse(stream, start);
  out_of_frame(stream, modes, Instant::end, start, wide);
}

template <class B>
void ShearedStage<B>::whole_step(const Stream<B>& stream, const ShearedModes& modes, real a, Complex* end,
                                 const Complex* start, const Complex* before, Complex* wide) {
#if defined(__CUDACC__)
  if (impl_->columns) return impl_->columns->whole_step(stream, modes, a, end, start, before, wide);
#endif
  into_frame<PartOfStep::whole>(stream, modes, start, before, end, end);
  impl_->y_fft.forward(stream, end);
  solve_step<PartOfStep::whole>(stream, modes, a, end, nullptr);
  impl_->y_fft.inverse(stream, end);
  out_of_frame(stream, modes, Instant::end, end, wide);
}

template <class B>
void ShearedStage<B>::pressure(const Stream<B>& stream, const ShearedModes& modes, real density,
                               real length_z, const ShearNow* now, Complex* forces, Complex* v, Complex* p) {
  for (Complex* const planes : {v, forces}) {
    into_frame<PartOfStep::half>(stream, modes, planes, nullptr, nullptr, planes);
    impl_->y_fft.forward(stream, planes);
  }
  solve_pressure(stream, modes, density, length_z, now, forces, v, p);
  impl_->scalar_y_fft.inverse(stream, p);
  scalar_out_of_frame(stream, modes, Instant::start, p, p);
}

template <class B>
void ShearedStage<B>::solve_laplacian(const Stream<B>& stream, const ShearedModes& modes, Instant instant,
                                      Complex* q) {
  scalar_into_frame(stream, modes, instant, q);
  impl_->scalar_y_fft.forward(stream, q);
  solve_scalar(stream, modes, instant, q);
  impl_->scalar_y_fft.inverse(stream, q);
}

template class ShearedStage<ThisBackend>;

} // namespace ibsim
