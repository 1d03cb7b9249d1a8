#include "linalg/slab_lines.hpp"

#include "parallel/with_cuda.hpp"

namespace ibsim {
namespace {

/// Messages of a field are numbered by the half up to which it goes.
int message(int field, int end) { return 2 * field + end - 1; }
PiecesOfFields halves(int field, int first, int end) { return {field, 1, first, end, 2}; }

} // namespace

template <class B, class T>
SlabLines<B, T>::SlabLines(const Stream<B>& stream, Int3 shape, int fields, const Communicator<B>& ranks,
                           std::vector<Index> first_planes, LinesOf cut)
    : fields_(fields), transposes_(stream, shape, ranks, std::move(first_planes), cut, 2 * fields) {
  const auto lines = static_cast<Index>(transposes_.values_of_lines()) / shape.z;
  if (lines > 0) fft_.emplace(stream, shape.z, lines, 1);
}

template <class B, class T>
void SlabLines<B, T>::forward(const Stream<B>& stream, ComplexOf<T>* planes, ComplexOf<T>* lines,
                              const OfField& make) {
  for (int f = 0; f < fields_; ++f) {
    make(f, 0);
    if (f == 0) transposes_.to_lines(stream, message(f, 1), halves(f, 0, 1), planes, lines);
    make(f, 1);
    transposes_.to_lines(stream, message(f, 2), halves(f, f == 0 ? 1 : 0, 2), planes, lines);
  }
  transposes_.keep_to_lines(stream, {0, fields_, 0, 1, 1}, planes, lines);
  for (int f = 0; f < fields_; ++f) {
    transposes_.wait(stream, message(f, 2));
    if (fft_) fft_->forward(stream, lines + f * transposes_.values_of_lines());
  }
}

template <class B, class T>
void SlabLines<B, T>::inverse(const Stream<B>& stream, ComplexOf<T>* lines, ComplexOf<T>* planes,
                              const OfField& take) {
  const int last = fields_ - 1;
  for (int f = 0; f < fields_; ++f) {
    if (fft_) fft_->inverse(stream, lines + f * transposes_.values_of_lines());
    if (f == last) transposes_.to_planes(stream, message(f, 1), halves(f, 0, 1), lines, planes);
    transposes_.to_planes(stream, message(f, 2), halves(f, f == last ? 1 : 0, 2), lines, planes);
  }
  transposes_.keep_to_planes(stream, {0, fields_, 0, 1, 1}, lines, planes);
  for (int f = 0; f < fields_; ++f) {
    transposes_.wait(stream, message(f, f == last ? 1 : 2));
    take(f, 0);
    if (f == last) transposes_.wait(stream, message(f, 2));
    take(f, 1);
  }
}

template class SlabLines<Cpu, double>;
template class SlabLines<Cpu, float>;
#if defined(IBSIM_WITH_CUDA)
template class SlabLines<Cuda, double>;
template class SlabLines<Cuda, float>;
#endif

} // namespace ibsim
