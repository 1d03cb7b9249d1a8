#include "linalg/slab_fft.hpp"

#include "parallel/with_cuda.hpp"

namespace ibsim {

template <class B, class T>
SlabFft<B, T>::SlabFft(const Stream<B>& stream, Int3 n, const Communicator<B>* ranks,
                       std::vector<Index> first_planes) {
  const Index row = n.x / 2 + 1;
  if (!ranks) {
    all_planes_.emplace(stream, n, Planes::xy, 1);
    along_z_.emplace(stream, n.z, row * n.y, 1);
    return;
  }
  const auto rank = static_cast<std::size_t>(ranks->rank());
  planes_.make(first_planes[rank + 1] - first_planes[rank], 2, Size{n.x} * n.y, Size{row} * n.y,
               [&](Index planes) {
                 return PlaneFft<B, T>(stream, Int3{n.x, n.y, planes}, Planes::xy, 1);
               });
  lines_.emplace(stream, Int3{row, n.y, n.z}, 1, *ranks, std::move(first_planes), LinesOf::rows);
  spectrum_ = Array<ComplexOf<T>, B>(lines_->size_of_planes());
}

template <class B, class T>
void SlabFft<B, T>::forward(const Stream<B>& stream, const T* in, ComplexOf<T>* out) {
  if (!lines_) {
    all_planes_->forward(stream, in, out);
    return along_z_->forward(stream, out);
  }
  lines_->forward(stream, spectrum_.data(), out,
                  [&](int, int half) { planes_.forward(stream, half, in, spectrum_.data()); });
}

template <class B, class T>
void SlabFft<B, T>::inverse(const Stream<B>& stream, ComplexOf<T>* in, T* out) {
  if (!lines_) {
    along_z_->inverse(stream, in);
    return all_planes_->inverse(stream, in, out);
  }
  lines_->inverse(stream, in, spectrum_.data(),
                  [&](int, int half) { planes_.inverse(stream, half, spectrum_.data(), out); });
}

template class SlabFft<Cpu, double>;
template class SlabFft<Cpu, float>;
#if defined(IBSIM_WITH_CUDA)
template class SlabFft<Cuda, double>;
template class SlabFft<Cuda, float>;
#endif

} // namespace ibsim
