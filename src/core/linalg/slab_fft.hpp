// The transform of real_fft.hpp over ranks that each have whole planes of constant z: planes, then lines
// along z (slab_lines.hpp) of some rows of modes. A rank has its rows in groups, two over ranks, one alone.
//
//   fields    on each rank its planes, `step` values from one field to the next
//   spectrum  mode (m, l, q) of a field at
//             group.begin + m + (n.x/2 + 1) (l - group.first_row + group.rows q),
//             modes() values from one field to the next: a rank has the rows l = group.first_row ..
//             group.first_row + group.rows - 1 of its groups
//
// What is done to the modes of a field alone, or of all fields at one mode, may be done to a group as soon as
// it has come (through()): it is on its way back while the next one comes.
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

  struct Group {
    Index first_row, rows;
    std::size_t begin; ///< of its modes in a field's
  };
  int groups() const { return lines_.empty() ? 1 : static_cast<int>(lines_.size()); }
  Group group(int number) const;
  std::size_t modes() const; ///< of a field

  /// @param step of real data, from one field to the next; alone: the values of a field
  void forward(const Stream<B>&, const real* in, Size step, Complex* out);
  /// Destroys `in`.
  void inverse(const Stream<B>&, Complex* in, real* out, Size step);

  /// What is done on the way there and back.
  struct OnTheWay {
    /// Makes half 0, then half 1 of the planes (planes_before) of all fields of `in`; empty: they are there.
    std::function<void(int half)> make = {};
    std::function<void(int group)> solve;     ///< what is done to the modes of a group
    std::function<void()> before_taking = {}; ///< before `out` is written; may be empty
  };
  /// Transforms `in` there and back to `out`. @param spectrum room for the modes of all fields
  void through(const Stream<B>&, const real* in, Size in_step, Complex* spectrum, const OnTheWay&, real* out,
               Size out_step);

 private:
  using Halves = typename SlabLines<B>::Halves;
  void send_planes(const Stream<B>&, const real* in, Size step, Complex* out,
                   const std::function<void(int)>& make);
  void forward_lines(const Stream<B>&, int group, Complex* out);
  void send_lines(const Stream<B>&, int group, Complex* in);
  void take_planes(const Stream<B>&, real* out, Size step);
  void keep(const Stream<B>&, Complex* spectrum, bool to_lines);
  /// The lines of a group and field.
  Complex* lines(Complex* spectrum, int group, int field) const {
    return spectrum + static_cast<std::size_t>(field) * modes() + this->group(group).begin;
  }
  /// Messages by their numbers: of planes and lines, each half of each field of each group.
  int piece(bool to_lines, int group, int field, int half) const {
    return ((to_lines ? 0 : groups()) + group) * 2 * fields_ + 2 * field + half;
  }

  Int3 n_;
  int fields_;
  std::optional<RealFft<B>> box_;   ///< alone; else
  std::vector<SlabLines<B>> lines_; ///< one a group
  HalvesOfPlanes<PlaneFft<B>> planes_;
  Array<Complex, B> spectrum_;         ///< of the own planes
  std::optional<StreamBeside<B>> way_; ///< of messages
};

} // namespace ibsim
