// The transform in x and z of a box with walls in y, over ranks that each have whole planes of constant z:
// rows along x, then lines along z (slab_lines.hpp) of some columns of modes.
//
//   fields    on each rank its planes, `step` values from one field to the next
//   spectrum  mode (m, q) of row j of a field at m - first + columns (q + n.z j), as PlaneFft has it for
//             Planes::zx with columns = n.x/2 + 1: a rank has m = first .. first + columns - 1
//
// One rank alone transforms as PlaneFft. On CPUs the bits are the same for any number of ranks.
#pragma once

#include "linalg/pieces_of_planes.hpp"
#include "linalg/plane_fft.hpp"
#include "linalg/row_fft.hpp"
#include "linalg/slab_lines.hpp"
#include "parallel/array.hpp"

namespace ibsim {

/// T is double or float.
template <class B, class T = real>
class ChannelFft {
 public:
  /// Transforms of so many fields at once. @param ranks null: one alone  @param first_planes of each rank,
  /// and n.z
  /// @throws InputError if there are more ranks than columns
  ChannelFft(const Stream<B>&, Int3 n, int fields, const Communicator<B>* ranks,
             std::vector<Index> first_planes);

  Index first() const { return lines_ ? lines_->first() : 0; }
  Index columns() const { return lines_ ? lines_->number() : n_.x / 2 + 1; }

  /// @param step of real data, from one field to the next; alone: the values of a field
  void forward(const Stream<B>&, const T* in, Size step, ComplexOf<T>* out);
  /// Destroys `in`.
  void inverse(const Stream<B>&, ComplexOf<T>* in, T* out, Size step);

 private:
  Int3 n_;
  int fields_;
  std::optional<PlaneFft<B, T>> planes_; ///< alone; else
  std::optional<SlabLines<B, T>> lines_;
  PiecesOfPlanes<RowFft<B, T>> rows_;
  Array<ComplexOf<T>, B> spectrum_, of_lines_; ///< of the own planes, and as lines [q][j][m]
};

} // namespace ibsim
