#include "linalg/slab_lines.hpp"

#include "parallel/for_each.hpp"

#include <algorithm>

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
                        std::vector<Index> first_planes, LinesOf cut)
    : shape_(shape), fields_(fields), ranks_(&ranks), first_planes_(std::move(first_planes)),
      cut_(cut), dealt_{cut == LinesOf::rows ? shape.y : shape.x, ranks.size()},
      travels_(stream, 2 * fields) {
  const auto lines = static_cast<Index>(lines_of(ranks.rank()));
  if (lines > 0) fft_.emplace(stream, shape.z, lines, 1);
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
typename SlabLines<B>::Part SlabLines<B>::part(Complex* planes, Complex* lines, int field, int rank,
                                               Halves of) const {
  const int own = ranks_->rank();
  const bool blocks = cut_ == LinesOf::rows;
  const std::size_t wide = static_cast<std::size_t>(shape_.x), plane = wide * shape_.y,
                    run = blocks ? wide : 1,           // values of a line's place in a piece
      pieces = blocks ? 1 : std::size_t{1} * shape_.y; // of a plane
  const std::size_t theirs = dealt_.number(rank) * run, mine = dealt_.number(own) * run;
  const auto before = [&](int half, int r) { return planes_before(half, planes_of(r)); };
  const auto rows = [&](int r) { return pieces * (before(of.end, r) - before(of.first, r)); };
  Complex* const of_planes = planes + plane * (field * planes_of(own) + before(of.first, own));
  Complex* const of_lines = lines + lines_of(own) * (std::size_t{1} * field * shape_.z + first_planes_[rank] +
                                                     before(of.first, rank));
  return {{of_planes + dealt_.first(rank) * run, theirs, blocks ? plane : wide, rows(own)},
          {of_lines, mine, mine, rows(rank)}};
}

/// The parts of a field that are other ranks', beside the stream.
template <class B>
void SlabLines<B>::travel(const Stream<B>& stream, Complex* planes, Complex* lines, int field, bool to_lines,
                          Halves of) {
  std::vector<Exchanged> parts;
  const auto bytes = [](const Rows& all) { return all.rows > 0 ? all.values * sizeof(Complex) : 0; };
  for (int rank = 0; rank < ranks_->size(); ++rank) {
    if (rank == ranks_->rank()) continue;
    const auto [from, to] = part(planes, lines, field, rank, of).one_way(to_lines);
    parts.push_back({rank, from.first, bytes(from), to.first, bytes(to), from.rows,
                     from.step * sizeof(Complex), to.rows, to.step * sizeof(Complex)});
  }
  travels_.begin(stream, 2 * field + of.end - 1,
                 [&](const Stream<B>& beside) { ranks_->exchange(beside, parts, MessagesOf::transposes); });
}

/// The parts of all fields that are this rank's own.
template <class B>
void SlabLines<B>::keep(const Stream<B>& stream, Complex* planes, Complex* lines, bool to_lines) const {
  for (int f = 0; f < fields_; ++f) {
    const auto [from, to] = part(planes, lines, f, ranks_->rank(), {}).one_way(to_lines);
    copy_rows<B>(stream, static_cast<Index>(from.values), static_cast<Index>(from.rows), from.first,
                 from.step, to.first, to.step);
  }
}

template <class B>
void SlabLines<B>::forward(const Stream<B>& stream, Complex* planes, Complex* lines, const OfField& make,
                           const std::function<void()>& meanwhile) {
  // as much is on its way as takes about as long as the second half of the first field, with what that is
  // made of
  const int halved = std::min(2, fields_);
  for (int half = 0; half < 2; ++half)
    for (int f = 0; f < halved; ++f) {
      make(f, half);
      travel(stream, planes, lines, f, true, {half, half + 1});
    }
  for (int f = halved; f < fields_; ++f) {
    make(f, 0);
    make(f, 1);
    travel(stream, planes, lines, f, true);
  }
  keep(stream, planes, lines, true);
  if (meanwhile) meanwhile();
  const std::size_t field = size_of_lines() / fields_;
  for (int f = 0; f < fields_; ++f) {
    travels_.wait(stream, 2 * f + 1);
    if (fft_) fft_->forward(stream, lines + f * field);
  }
}

template <class B>
void SlabLines<B>::inverse(const Stream<B>& stream, Complex* lines, Complex* planes, const OfField& take) {
  const std::size_t field = size_of_lines() / fields_;
  const int last = fields_ - 1;
  for (int f = 0; f < fields_; ++f) {
    if (fft_) fft_->inverse(stream, lines + f * field);
    if (f == last) travel(stream, planes, lines, f, false, {0, 1});
    travel(stream, planes, lines, f, false, {f == last ? 1 : 0, 2});
  }
  keep(stream, planes, lines, false);
  for (int f = 0; f < fields_; ++f) {
    travels_.wait(stream, f == last ? 2 * f : 2 * f + 1);
    take(f, 0);
    if (f == last) travels_.wait(stream, 2 * f + 1);
    take(f, 1);
  }
}

template class SlabLines<ThisBackend>;

} // namespace ibsim
