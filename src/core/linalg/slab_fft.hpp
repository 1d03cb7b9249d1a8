// The transform of real_fft.hpp over ranks that each have whole planes of constant z: planes, then lines
// along z (slab_lines.hpp) of some rows of modes.
//
//   fields    on each rank its planes, `step` values from one field to the next
//   spectrum  mode (m, l, q) of a field at m + (n.x/2 + 1) (l - first_row + rows q): a rank has the rows
//             l = first_row .. first_row + rows - 1
//
// One rank alone transforms as RealFft. On CPUs the bits are the same for any number of ranks.
#pragma once

#include "linalg/plane_fft.hpp"
#include "linalg/real_fft.hpp"
#include "linalg/slab_lines.hpp"
#include "parallel/array.hpp"

namespace ibsim {

template <class B>
class SlabFft {
 public:
  /// Transforms of so many fields at once. @param ranks null: one alone  @param first_planes of each rank,
  /// and n.z
  SlabFft(const Stream<B>&, Int3 n, int fields, const Communicator<B>* ranks,
          std::vector<Index> first_planes);

  Index first_row() const { return lines_ ? lines_->first() : 0; }
  Index rows() const { return lines_ ? lines_->number() : n_.y; }

  /// @param step of real data, from one field to the next; alone: the values of a field
  void forward(const Stream<B>&, const real* in, Size step, Complex* out);
  /// The same of data that are made on the way, over ranks beside messages.
  /// @param make half 0 and then half 1 of the planes (planes_before), of all fields
  /// @param meanwhile what else is to be done once all are made
  void forward(const Stream<B>&, const real* in, Size step, Complex* out,
               const std::function<void(int half)>& make, const std::function<void()>& meanwhile);
  /// Destroys `in`.
  void inverse(const Stream<B>&, Complex* in, real* out, Size step);

 private:
  Int3 n_;
  int fields_;
  std::optional<RealFft<B>> box_; ///< alone; else
  std::optional<SlabLines<B>> lines_;
  HalvesOfPlanes<PlaneFft<B>> planes_;
  Array<Complex, B> spectrum_; ///< of the own planes
};

} // namespace ibsim
