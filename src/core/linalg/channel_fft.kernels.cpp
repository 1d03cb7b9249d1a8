#include "linalg/channel_fft.hpp"

#include "base/error.hpp"
#include "parallel/for_each.hpp"

namespace ibsim {
namespace {

/// Fields that travel together. Six take two turns, in half of the memory.
constexpr int most_together = 3;

template <class T, class B>
void make_room(Array<T, B>& room, std::size_t size) {
  if (room.size() >= size) return;
  room = {}; // its memory goes first
  room = Array<T, B>(size);
}

/// Copies between lines [field][q][j][m] and the spectrum [field][j][q][m].
template <class B, class T>
void reorder(const Stream<B>& stream, Int3 modes, int fields, ComplexOf<T>* lines, ComplexOf<T>* spectrum,
             bool to_spectrum) {
  const Int3 n = modes; // columns, rows, lines
  for_each_cell(stream, {n.x, n.y, n.z * fields}, [=] IBSIM_KERNEL(int m, int j, int plane) {
    const int q = plane % n.z, field = plane / n.z;
    ComplexOf<T>& here = lines[m + n.x * (j + Size{n.y} * plane)];
    ComplexOf<T>& there = spectrum[m + n.x * (q + Size{n.z} * (j + Size{n.y} * field))];
    if (to_spectrum)
      there = here;
    else
      here = there;
  });
}

} // namespace

template <class B, class T>
ChannelFft<B, T>::ChannelFft(const Stream<B>& stream, Int3 n, int fields, const Communicator<B>* ranks,
                             std::vector<Index> first_planes, Room room)
    : n_(n), fields_(fields), together_(fields % most_together == 0 ? most_together : fields),
      room_(std::move(room)) {
  if (!ranks) {
    planes_.emplace(stream, n, Planes::zx, fields);
    return;
  }
  const Index row = n.x / 2 + 1;
  if (ranks->size() > row)
    throw InputError("the grid has " + std::to_string(n.x) + " points in x, which is too few for " +
                     std::to_string(ranks->size()) + " ranks");
  const auto rank = static_cast<std::size_t>(ranks->rank());
  rows_.make(first_planes[rank + 1] - first_planes[rank], 2, Size{n.x} * n.y, Size{row} * n.y,
             [&](Index planes) { return RowFft<B, T>(stream, n.x, n.y, planes); });
  lines_.emplace(stream, Int3{row, n.y, n.z}, together_, *ranks, std::move(first_planes), LinesOf::columns);
  if (!room_) room_ = std::make_shared<ChannelRoom<B, T>>();
  make_room(room_->planes, lines_->size_of_planes());
  make_room(room_->lines, lines_->size_of_lines());
}

template <class B, class T>
void ChannelFft<B, T>::forward(const Stream<B>& stream, const T* in, Size step, ComplexOf<T>* out) {
  if (planes_) {
    require_one_block(n_, fields_, step);
    return planes_->forward(stream, in, out);
  }
  const std::size_t field = lines_->size_of_planes() / together_;
  ComplexOf<T>*const planes = room_->planes.data(), *const lines = room_->lines.data();
  for (int first = 0; first < fields_; first += together_) {
    lines_->forward(stream, planes, lines, [&](int f, int half) {
      rows_.forward(stream, half, in + (first + f) * step, planes + f * field);
    });
    reorder<B, T>(stream, {columns(), n_.y, n_.z}, together_, lines, out + first * modes(), true);
  }
}

template <class B, class T>
void ChannelFft<B, T>::inverse(const Stream<B>& stream, ComplexOf<T>* in, T* out, Size step) {
  if (planes_) {
    require_one_block(n_, fields_, step);
    return planes_->inverse(stream, in, out);
  }
  const std::size_t field = lines_->size_of_planes() / together_;
  ComplexOf<T>*const planes = room_->planes.data(), *const lines = room_->lines.data();
  for (int first = 0; first < fields_; first += together_) {
    reorder<B, T>(stream, {columns(), n_.y, n_.z}, together_, lines, in + first * modes(), false);
    lines_->inverse(stream, lines, planes, [&](int f, int half) {
      rows_.inverse(stream, half, planes + f * field, out + (first + f) * step);
    });
  }
}

template class ChannelFft<ThisBackend, double>;
template class ChannelFft<ThisBackend, float>;

} // namespace ibsim
