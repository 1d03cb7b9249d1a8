#include "fluid/sheared_stage.hpp"

#include "linalg/line_fft.hpp"
#if defined(__CUDACC__)
#include "fluid/sheared_columns.hpp"
#endif

namespace ibsim {

template <class B, class T>
struct ShearedStage<B, T>::Impl {
  LineFft<B, T> y_fft, scalar_y_fft;
#if defined(__CUDACC__)
  std::optional<ShearedColumns<T>> columns;
#endif
  Impl(const Stream<B>& stream, Int3 shape)
      : y_fft(stream, shape.z, shape.x * shape.y, 3), scalar_y_fft(stream, shape.z, shape.x * shape.y, 1) {}
};

template <class B, class T>
ShearedStage<B, T>::ShearedStage(const Stream<B>& stream, Int3 shape, [[maybe_unused]] Way way)
    : impl_(std::make_unique<Impl>(stream, shape)) {
#if defined(__CUDACC__)
  const auto radices = ShearedColumns<T>::radices(stream, shape.z);
  if (radices && way == Way::automatic) impl_->columns.emplace(stream, shape.z, *radices);
#endif
}
template <class B, class T>
ShearedStage<B, T>::~ShearedStage() = default;

template <class B, class T>
void ShearedStage<B, T>::half_step(const Stream<B>& stream, const ShearedModes<T>& modes, real a,
                                   ComplexOf<T>* planes, ComplexOf<T>* phi, ComplexOf<T>* wide) {
#if defined(__CUDACC__)
  if (impl_->columns) return impl_->columns->half_step(stream, modes, a, planes, phi, wide);
#endif
  into_frame<PartOfStep::half, B, T>(stream, modes, planes, nullptr, nullptr, planes);
  impl_->y_fft.forward(stream, planes);
  solve_step<PartOfStep::half, B, T>(stream, modes, a, planes, phi);
  impl_->y_fft.inverse(stream, planes);
  out_of_frame(stream, modes, Instant::middle, planes, wide);
}

template <class B, class T>
void ShearedStage<B, T>::full_step(const Stream<B>& stream, const ShearedModes<T>& modes, real a,
                                   ComplexOf<T>* start, const ComplexOf<T>* middle, const ComplexOf<T>* phi,
                                   ComplexOf<T>* wide) {
#if defined(__CUDACC__)
  if (impl_->columns) return impl_->columns->full_step(stream, modes, a, start, middle, phi, wide);
#endif
  into_frame<PartOfStep::full, B, T>(stream, modes, start, middle, nullptr, start);
  impl_->y_fft.forward(stream, start);
  // which it only reads
  solve_step<PartOfStep::full, B, T>(stream, modes, a, start, const_cast<ComplexOf<T>*>(phi));
  impl_->y_fft.inverse(stream, start);
  out_of_frame(stream, modes, Instant::end, start, wide);
}

template <class B, class T>
void ShearedStage<B, T>::whole_step(const Stream<B>& stream, const ShearedModes<T>& modes, real a,
                                    ComplexOf<T>* end, const ComplexOf<T>* start, const ComplexOf<T>* before,
                                    ComplexOf<T>* wide) {
#if defined(__CUDACC__)
  if (impl_->columns) return impl_->columns->whole_step(stream, modes, a, end, start, before, wide);
#endif
  into_frame<PartOfStep::whole, B, T>(stream, modes, start, before, end, end);
  impl_->y_fft.forward(stream, end);
  solve_step<PartOfStep::whole, B, T>(stream, modes, a, end, nullptr);
  impl_->y_fft.inverse(stream, end);
  out_of_frame(stream, modes, Instant::end, end, wide);
}

template <class B, class T>
void ShearedStage<B, T>::pressure(const Stream<B>& stream, const ShearedModes<T>& modes, real density,
                                  real length_z, const ShearNow* now, ComplexOf<T>* forces, ComplexOf<T>* v,
                                  ComplexOf<T>* p) {
  ComplexOf<T>* const both[] = {v, forces};
  for (ComplexOf<T>* const planes : both) {
    into_frame<PartOfStep::half, B, T>(stream, modes, planes, nullptr, nullptr, planes);
    impl_->y_fft.forward(stream, planes);
  }
  solve_pressure(stream, modes, density, length_z, now, forces, v, p);
  impl_->scalar_y_fft.inverse(stream, p);
  scalar_out_of_frame(stream, modes, Instant::start, p, p);
}

template <class B, class T>
void ShearedStage<B, T>::solve_laplacian(const Stream<B>& stream, const ShearedModes<T>& modes,
                                         Instant instant, ComplexOf<T>* q) {
  scalar_into_frame(stream, modes, instant, q);
  impl_->scalar_y_fft.forward(stream, q);
  solve_scalar(stream, modes, instant, q);
  impl_->scalar_y_fft.inverse(stream, q);
}

template class ShearedStage<ThisBackend, double>;
template class ShearedStage<ThisBackend, float>;

} // namespace ibsim
