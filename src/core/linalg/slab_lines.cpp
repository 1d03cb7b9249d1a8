#include "linalg/slab_lines.hpp"

#include "parallel/with_cuda.hpp"

namespace ibsim {

template <class B>
SlabLines<B>::SlabLines(const Stream<B>& stream, Int3 shape, int fields, const Communicator<B>& ranks,
                        std::vector<Index> first_planes, LinesOf cut, LinePieces pieces)
    : shape_(shape), fields_(fields), ranks_(&ranks), first_planes_(std::move(first_planes)),
      cut_(cut), dealt_{cut == LinesOf::rows ? shape.y : shape.x, ranks.size()}, travels_(stream, fields) {
  const auto lines = static_cast<Index>(lines_of(ranks.rank()));
  if (lines > 0) fft_.emplace(stream, shape.z, lines, 1, pieces);
}

template <class B>
std::size_t SlabLines<B>::lines_of(int rank) const {
  return static_cast<std::size_t>(dealt_.number(rank)) * (cut_ == LinesOf::rows ? shape_.x : shape_.y);
}
template <class B>
std::size_t SlabLines<B>::size_of_planes() const {
  return static_cast<std::size_t>(fields_) * shape_.x * shape_.y * planes_of(ranks_->rank());
}
template <class B>
std::size_t SlabLines<B>::size_of_lines() const {
  return static_cast<std::size_t>(fields_) * lines_of(ranks_->rank()) * shape_.z;
}

/// Lines that are cut from a plane are a block of it, or the same part of each of its rows.
template <class B>
std::vector<Exchanged> SlabLines<B>::parts(Complex* planes, Complex* lines, int field, bool to_lines) const {
  std::vector<Exchanged> all;
  const int own = ranks_->rank();
  const bool blocks = cut_ == LinesOf::rows;
  const std::size_t wide = static_cast<std::size_t>(shape_.x), plane = wide * shape_.y,
                    run = blocks ? wide : 1,           // values of a line's place in a piece
      step = (blocks ? plane : wide),                  // from one piece to the next
      pieces = blocks ? 1 : std::size_t{1} * shape_.y; // of a plane
  Complex* const own_planes = planes + field * plane * planes_of(own);
  Complex* const own_lines = lines + field * lines_of(own) * shape_.z;
  const auto bytes = [&](int rank) { return dealt_.number(rank) * run * sizeof(Complex); };
  for (int r = 0; r < ranks_->size(); ++r) {
    Complex* const there = own_planes + dealt_.first(r) * run;
    Complex* const here = own_lines + lines_of(own) * first_planes_[r];
    const std::size_t rows_there = pieces * planes_of(own), rows_here = pieces * planes_of(r);
    if (to_lines)
      all.push_back(
          {r, there, bytes(r), here, bytes(own), rows_there, step * sizeof(Complex), rows_here, bytes(own)});
    else
      all.push_back(
          {r, here, bytes(own), there, bytes(r), rows_here, bytes(own), rows_there, step * sizeof(Complex)});
  }
  return all;
}

template <class B>
void SlabLines<B>::forward(const Stream<B>& stream, Complex* planes, Complex* lines, const OfField& make) {
  for (int f = 0; f < fields_; ++f) {
    make(f);
    travels_.begin(stream, f, [&](const Stream<B>& beside) {
      ranks_->exchange(beside, parts(planes, lines, f, true), MessagesOf::transposes);
    });
  }
  const std::size_t field = size_of_lines() / fields_;
  for (int f = 0; f < fields_; ++f) {
    travels_.wait(stream, f);
    if (fft_) fft_->forward(stream, lines + f * field);
  }
}

template <class B>
void SlabLines<B>::inverse(const Stream<B>& stream, Complex* lines, Complex* planes, const OfField& take) {
  const std::size_t field = size_of_lines() / fields_;
  for (int f = 0; f < fields_; ++f) {
    if (fft_) fft_->inverse(stream, lines + f * field);
    travels_.begin(stream, f, [&](const Stream<B>& beside) {
      ranks_->exchange(beside, parts(planes, lines, f, false), MessagesOf::transposes);
    });
  }
  for (int f = 0; f < fields_; ++f) {
    travels_.wait(stream, f);
    take(f);
  }
}

template class SlabLines<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class SlabLines<Cuda>;
#endif

} // namespace ibsim
