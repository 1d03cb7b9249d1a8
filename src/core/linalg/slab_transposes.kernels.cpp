#include "linalg/slab_transposes.hpp"

#include "parallel/for_each.hpp"

namespace ibsim {
namespace {

/// A library's copy of rows within a GPU takes twice as long as a kernel's.
template <class B, class T>
void copy_rows(const Stream<B>& stream, Index values, Index rows, const T* from, std::size_t from_step, T* to,
               std::size_t to_step) {
  for_each(stream, values * rows, [=] IBSIM_KERNEL(Index i) {
    const Index row = i / values, value = i % values;
    to[row * to_step + value] = from[row * from_step + value];
  });
}

} // namespace

template <class B, class T>
SlabTransposes<B, T>::SlabTransposes(const Stream<B>& stream, Int3 shape, const Communicator<B>& ranks,
                                     std::vector<Index> first_planes, LinesOf cut, int messages)
    : shape_(shape), ranks_(&ranks), first_planes_(std::move(first_planes)),
      cut_(cut), dealt_{cut == LinesOf::rows ? shape.y : shape.x, ranks.size()}, travels_(stream, messages) {}

template <class B, class T>
std::size_t SlabTransposes<B, T>::lines_of(int rank) const {
  return static_cast<std::size_t>(dealt_.number(rank)) * (cut_ == LinesOf::rows ? shape_.x : shape_.y);
}
template <class B, class T>
std::size_t SlabTransposes<B, T>::values_of_planes() const {
  return static_cast<std::size_t>(shape_.x) * shape_.y * planes();
}
template <class B, class T>
std::size_t SlabTransposes<B, T>::values_of_lines() const {
  return lines_of(ranks_->rank()) * shape_.z;
}

/// Lines that are cut from a plane are a block of it, or the same part of each of its rows.
template <class B, class T>
typename SlabTransposes<B, T>::Part SlabTransposes<B, T>::part(ComplexOf<T>* planes, ComplexOf<T>* lines,
                                                               const PiecesOfFields& of, int field,
                                                               int rank) const {
  const int own = ranks_->rank();
  const bool blocks = cut_ == LinesOf::rows;
  const std::size_t wide = static_cast<std::size_t>(shape_.x), plane = wide * shape_.y,
                    run = blocks ? wide : 1,           // values of a line's place in a piece
      pieces = blocks ? 1 : std::size_t{1} * shape_.y; // of a plane
  const std::size_t theirs = dealt_.number(rank) * run, mine = dealt_.number(own) * run;
  const auto before = [&](int piece, int r) { return planes_before(piece, planes_of(r), of.pieces); };
  const auto rows = [&](int r) { return pieces * (before(of.end, r) - before(of.piece, r)); };
  ComplexOf<T>* const of_planes = planes + plane * (field * planes_of(own) + before(of.piece, own));
  ComplexOf<T>* const of_lines = lines + lines_of(own) * (std::size_t{1} * field * shape_.z +
                                                          first_planes_[rank] + before(of.piece, rank));
  return {{of_planes + dealt_.first(rank) * run, theirs, blocks ? plane : wide, rows(own)},
          {of_lines, mine, mine, rows(rank)}};
}

template <class B, class T>
void SlabTransposes<B, T>::travel(const Stream<B>& stream, int message, const PiecesOfFields& of,
                                  ComplexOf<T>* planes, ComplexOf<T>* lines, bool to_lines) {
  std::vector<Exchanged> parts;
  const auto bytes = [](const Rows& all) { return all.rows > 0 ? all.values * sizeof(ComplexOf<T>) : 0; };
  for (int rank = 0; rank < ranks_->size(); ++rank)
    for (int f = of.field; rank != ranks_->rank() && f < of.field + of.fields; ++f) {
      const auto [from, to] = part(planes, lines, of, f, rank).one_way(to_lines);
      parts.push_back({rank, from.first, bytes(from), to.first, bytes(to), from.rows,
                       from.step * sizeof(ComplexOf<T>), to.rows, to.step * sizeof(ComplexOf<T>)});
    }
  travels_.begin(stream, message,
                 [&](const Stream<B>& beside) { ranks_->exchange(beside, parts, MessagesOf::transposes); });
}

template <class B, class T>
void SlabTransposes<B, T>::keep(const Stream<B>& stream, const PiecesOfFields& of, ComplexOf<T>* planes,
                                ComplexOf<T>* lines, bool to_lines) const {
  for (int f = of.field; f < of.field + of.fields; ++f) {
    const auto [from, to] = part(planes, lines, of, f, ranks_->rank()).one_way(to_lines);
    copy_rows(stream, static_cast<Index>(from.values), static_cast<Index>(from.rows), from.first, from.step,
              to.first, to.step);
  }
}

template <class B, class T>
void SlabTransposes<B, T>::to_lines(const Stream<B>& stream, int message, const PiecesOfFields& of,
                                    ComplexOf<T>* planes, ComplexOf<T>* lines) {
  travel(stream, message, of, planes, lines, true);
}
template <class B, class T>
void SlabTransposes<B, T>::to_planes(const Stream<B>& stream, int message, const PiecesOfFields& of,
                                     ComplexOf<T>* lines, ComplexOf<T>* planes) {
  travel(stream, message, of, planes, lines, false);
}
template <class B, class T>
void SlabTransposes<B, T>::keep_to_lines(const Stream<B>& stream, const PiecesOfFields& of,
                                         ComplexOf<T>* planes, ComplexOf<T>* lines) const {
  keep(stream, of, planes, lines, true);
}
template <class B, class T>
void SlabTransposes<B, T>::keep_to_planes(const Stream<B>& stream, const PiecesOfFields& of,
                                          ComplexOf<T>* lines, ComplexOf<T>* planes) const {
  keep(stream, of, planes, lines, false);
}

template class SlabTransposes<ThisBackend, double>;
template class SlabTransposes<ThisBackend, float>;

} // namespace ibsim
