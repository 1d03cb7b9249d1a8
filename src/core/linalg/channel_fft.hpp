// The transform in x and z of a box with walls in y, over ranks that each have whole planes of constant z:
// rows along x, then lines along z (slab_lines.hpp) of some columns of modes.
//
//   fields    on each rank its planes, `step` values from one field to the next
//   spectrum  mode (m, q) of row j of a field at m - first + columns (q + n.z j), as PlaneFft has it for
//             Planes::zx with columns = n.x/2 + 1: a rank has m = first .. first + columns - 1
//
// One rank alone transforms as PlaneFft. Several ranks transform at most three fields at a time, in memory
// that several transforms may share (ChannelRoom). On CPUs the bits are the same for any number of ranks.
#pragma once

#include "linalg/pieces_of_planes.hpp"
#include "linalg/plane_fft.hpp"
#include "linalg/row_fft.hpp"
#include "linalg/slab_lines.hpp"
#include "parallel/array.hpp"

#include <memory>

namespace ibsim {

/// Memory of several ranks' transforms: modes of the own planes, and the same data as lines [q][j][m].
/// Transforms that follow each other in one stream may share it; the largest one sets its size.
template <class B, class T = real>
struct ChannelRoom {
  Array<ComplexOf<T>, B> planes, lines;
};

/// T is double or float.
template <class B, class T = real>
class ChannelFft {
 public:
  using Room = std::shared_ptr<ChannelRoom<B, T>>;
  /// Transforms of `fields` fields. @param ranks null: one alone  @param first_planes of each rank, and n.z
  /// @param room shared with other transforms; null: its own
  /// @throws InputError if there are more ranks than columns
  ChannelFft(const Stream<B>&, Int3 n, int fields, const Communicator<B>* ranks,
             std::vector<Index> first_planes, Room room = nullptr);

  Index first() const { return lines_ ? lines_->first() : 0; }
  Index columns() const { return lines_ ? lines_->number() : n_.x / 2 + 1; }

  /// @param step of real data, from one field to the next; alone: the values of a field
  void forward(const Stream<B>&, const T* in, Size step, ComplexOf<T>* out);
  /// Destroys `in`.
  void inverse(const Stream<B>&, ComplexOf<T>* in, T* out, Size step);

 private:
  /// Modes of a field on this rank.
  std::size_t modes() const { return static_cast<std::size_t>(columns()) * n_.y * n_.z; }

  Int3 n_;
  int fields_, together_;                ///< fields of all calls, and those that travel together
  std::optional<PlaneFft<B, T>> planes_; ///< alone; else
  std::optional<SlabLines<B, T>> lines_;
  PiecesOfPlanes<RowFft<B, T>> rows_;
  Room room_;
};

} // namespace ibsim
