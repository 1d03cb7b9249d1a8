#include "linalg/slab_lines.hpp"

#include "parallel/for_each.hpp"

namespace ibsim {
namespace {

/// A library's copy of rows within a GPU takes twice as long as a kernel's.
template <class B>
void copy_rows(const Stream<B>& stream, Index values, Index rows, const Complex* from, std::size_t from_step,
               Complex* to, std::size_t to_step) {
  for_each(stream, values * rows, [=] IBSIM_KERNEL(Index i) {
    const Index row = i / values, value = i % values;
    to[row * to_step + value] = from[row * from_step + value];
  });
}

} // namespace

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
typename SlabLines<B>::Part SlabLines<B>::part(Complex* planes, Complex* lines, int field, int rank) const {
  const int own = ranks_->rank();
  const bool blocks = cut_ == LinesOf::rows;
  const std::size_t wide = static_cast<std::size_t>(shape_.x), plane = wide * shape_.y,
                    run = blocks ? wide : 1,           // values of a line's place in a piece
      pieces = blocks ? 1 : std::size_t{1} * shape_.y; // of a plane
  Complex* const own_planes = planes + field * plane * planes_of(own);
  Complex* const own_lines = lines + field * lines_of(own) * shape_.z;
  const std::size_t theirs = dealt_.number(rank) * run, mine = dealt_.number(own) * run;
  return {{own_planes + dealt_.first(rank) * run, theirs, blocks ? plane : wide, pieces * planes_of(own)},
          {own_lines + lines_of(own) * first_planes_[rank], mine, mine, pieces * planes_of(rank)}};
}

/// The parts of a field that are other ranks', beside the stream.
template <class B>
void SlabLines<B>::travel(const Stream<B>& stream, Complex* planes, Complex* lines, int field,
                          bool to_lines) {
  std::vector<Exchanged> parts;
  for (int rank = 0; rank < ranks_->size(); ++rank) {
    if (rank == ranks_->rank()) continue;
    const auto [from, to] = part(planes, lines, field, rank).one_way(to_lines);
    parts.push_back({rank, from.first, from.values * sizeof(Complex), to.first, to.values * sizeof(Complex),
                     from.rows, from.step * sizeof(Complex), to.rows, to.step * sizeof(Complex)});
  }
  travels_.begin(stream, field,
                 [&](const Stream<B>& beside) { ranks_->exchange(beside, parts, MessagesOf::transposes); });
}

/// The parts of all fields that are this rank's own.
template <class B>
void SlabLines<B>::keep(const Stream<B>& stream, Complex* planes, Complex* lines, bool to_lines) const {
  for (int f = 0; f < fields_; ++f) {
    const auto [from, to] = part(planes, lines, f, ranks_->rank()).one_way(to_lines);
    copy_rows<B>(stream, static_cast<Index>(from.values), static_cast<Index>(from.rows), from.first,
                 from.step, to.first, to.step);
  }
}

template <class B>
void SlabLines<B>::forward(const Stream<B>& stream, Complex* planes, Complex* lines, const OfField& make) {
  for (int f = 0; f < fields_; ++f) {
    make(f);
    travel(stream, planes, lines, f, true);
  }
  keep(stream, planes, lines, true);
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
    travel(stream, planes, lines, f, false);
  }
  keep(stream, planes, lines, false);
  for (int f = 0; f < fields_; ++f) {
    travels_.wait(stream, f);
    take(f);
  }
}

template class SlabLines<ThisBackend>;

} // namespace ibsim
