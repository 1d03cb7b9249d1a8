#include "linalg/slab_lines.hpp"

#include "parallel/for_each.hpp"

namespace ibsim {
namespace {

/// Between planes, in all `shape.z` of them, and what travels, of which each rank has its rows or columns.
template <class B>
void pack_rows(const Stream<B>& stream, Int3 shape, Dealt rows, Complex* planes, Complex* by_rank,
               bool to_ranks) {
  const Int3 n = shape;
  const Dealt dealt = rows;
  for_each_cell(stream, n, [=] IBSIM_KERNEL(int m, int l, int k) {
    const int rank = dealt.owner(l);
    const Index first = dealt.first(rank), number = dealt.number(rank);
    Complex& here = planes[m + n.x * (l + Size{n.y} * k)];
    Complex& there = by_rank[m + n.x * (Size{first} * n.z + (l - first) + Size{number} * k)];
    if (to_ranks)
      there = here;
    else
      here = there;
  });
}
template <class B>
void pack_columns(const Stream<B>& stream, Int3 shape, Dealt columns, Complex* planes, Complex* by_rank,
                  bool to_ranks) {
  const Int3 n = shape;
  const Dealt dealt = columns;
  for_each_cell(stream, n, [=] IBSIM_KERNEL(int m, int l, int k) {
    const int rank = dealt.owner(m);
    const Index first = dealt.first(rank), number = dealt.number(rank);
    const Size row = l + Size{n.y} * k;
    Complex& here = planes[m + n.x * row];
    Complex& there = by_rank[first * Size{n.y} * n.z + (m - first) + number * row];
    if (to_ranks)
      there = here;
    else
      here = there;
  });
}

} // namespace

template <class B>
SlabLines<B>::SlabLines(const Stream<B>& stream, Int3 shape, int fields, const Communicator<B>& ranks,
                        std::vector<Index> first_planes, LinesOf cut, LinePieces pieces)
    : shape_(shape), fields_(fields), ranks_(&ranks), first_planes_(std::move(first_planes)),
      cut_(cut), dealt_{cut == LinesOf::rows ? shape.y : shape.x, ranks.size()}, by_rank_(size_of_planes()) {
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

template <class B>
void SlabLines<B>::pack(const Stream<B>& stream, Complex* planes, bool to_ranks) {
  const Int3 all{shape_.x, shape_.y, planes_of(ranks_->rank()) * fields_};
  (cut_ == LinesOf::rows ? pack_rows<B> : pack_columns<B>)(stream, all, dealt_, planes, by_rank_.data(),
                                                           to_ranks);
}

template <class B>
std::vector<Exchanged> SlabLines<B>::parts(Complex* lines, bool to_lines) {
  std::vector<Exchanged> all;
  const int own = ranks_->rank();
  const std::size_t own_planes = planes_of(own), own_lines = lines_of(own);
  Complex* packed = by_rank_.data();
  for (int r = 0; r < ranks_->size(); ++r)
    for (int field = 0; field < fields_; ++field) {
      const std::size_t there = own_planes * lines_of(r), here = own_lines * planes_of(r);
      Complex* const arrived =
          lines + own_lines * (static_cast<std::size_t>(field) * shape_.z + first_planes_[r]);
      if (to_lines)
        all.push_back({r, packed, there * sizeof(Complex), arrived, here * sizeof(Complex)});
      else
        all.push_back({r, arrived, here * sizeof(Complex), packed, there * sizeof(Complex)});
      packed += there;
    }
  return all;
}

template <class B>
void SlabLines<B>::forward(const Stream<B>& stream, Complex* planes, Complex* lines) {
  pack(stream, planes, true);
  ranks_->exchange(stream, parts(lines, true));
  if (!fft_) return;
  const std::size_t field = size_of_lines() / fields_;
  for (int f = 0; f < fields_; ++f) fft_->forward(stream, lines + f * field);
}

template <class B>
void SlabLines<B>::inverse(const Stream<B>& stream, Complex* lines, Complex* planes) {
  const std::size_t field = size_of_lines() / fields_;
  for (int f = 0; fft_ && f < fields_; ++f) fft_->inverse(stream, lines + f * field);
  ranks_->exchange(stream, parts(lines, false));
  pack(stream, planes, false);
}

template class SlabLines<ThisBackend>;

} // namespace ibsim
