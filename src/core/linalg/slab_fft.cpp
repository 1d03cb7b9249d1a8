#include "linalg/slab_fft.hpp"

#include "parallel/with_cuda.hpp"

#include <stdexcept>

namespace ibsim {
namespace {

void require_one_block(Int3 n, int fields, Size step) {
  if (fields > 1 && step != Size{n.x} * n.y * n.z)
    throw std::invalid_argument("fields that are transformed together must follow each other in memory");
}

} // namespace

template <class B>
SlabFft<B>::SlabFft(const Stream<B>& stream, Int3 n, int fields, const Communicator<B>* ranks,
                    std::vector<Index> first_planes)
    : n_(n), fields_(fields) {
  if (!ranks) {
    box_.emplace(stream, n, fields);
    return;
  }
  const auto rank = static_cast<std::size_t>(ranks->rank());
  // a row together, as RealFft has them
  const Index row = n.x / 2 + 1;
  planes_.make(first_planes[rank + 1] - first_planes[rank], Size{n.x} * n.y, Size{row} * n.y,
               [&](Index planes) {
                 return PlaneFft<B>(stream, Int3{n.x, n.y, planes}, Planes::xy, 1);
               });
  lines_.emplace(stream, Int3{row, n.y, n.z}, fields, *ranks, std::move(first_planes), LinesOf::rows);
  spectrum_ = Array<Complex, B>(lines_->size_of_planes());
}

template <class B>
void SlabFft<B>::forward(const Stream<B>& stream, const real* in, Size step, Complex* out) {
  forward(
      stream, in, step, out, [](int) {}, [] {});
}

template <class B>
void SlabFft<B>::forward(const Stream<B>& stream, const real* in, Size step, Complex* out,
                         const std::function<void(int)>& make, const std::function<void()>& meanwhile) {
  if (box_) {
    require_one_block(n_, fields_, step);
    make(0), make(1), meanwhile();
    return box_->forward(stream, in, out);
  }
  const std::size_t field = spectrum_.size() / static_cast<std::size_t>(fields_);
  const auto transform = [&](int f, int half) {
    if (f == 0) make(half);
    planes_.forward(stream, half, in + f * step, spectrum_.data() + static_cast<std::size_t>(f) * field);
  };
  lines_->forward(stream, spectrum_.data(), out, transform, meanwhile);
}

template <class B>
void SlabFft<B>::inverse(const Stream<B>& stream, Complex* in, real* out, Size step) {
  if (box_) {
    require_one_block(n_, fields_, step);
    return box_->inverse(stream, in, out);
  }
  const std::size_t field = spectrum_.size() / static_cast<std::size_t>(fields_);
  lines_->inverse(stream, in, spectrum_.data(), [&](int f, int half) {
    planes_.inverse(stream, half, spectrum_.data() + static_cast<std::size_t>(f) * field, out + f * step);
  });
}

template class SlabFft<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class SlabFft<Cuda>;
#endif

} // namespace ibsim
