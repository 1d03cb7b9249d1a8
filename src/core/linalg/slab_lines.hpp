// Transforms along z of data of which each rank has whole planes of constant z: they travel so that each rank
// has whole lines along z of some rows, or of some columns, of all planes.
//
//   planes   on each rank [field][its k][l][m], l = 0 .. shape.y - 1, m = 0 .. shape.x - 1 fastest
//   lines    [field][all q][its l][its m]
//
// Lines are transformed in place by a LineFft. On GPUs a field travels while others are transformed: the
// first one of planes and the last one of lines in two halves of the planes, so that the way is not idle
// before the one or after the other. What a rank keeps of a field does not travel, and is copied in between.
// SlabFft has two groups of lines, so that one travels while the other is worked on.
#pragma once

#include "base/vec3.hpp"
#include "linalg/dealt.hpp"
#include "linalg/line_fft.hpp"
#include "parallel/communicator.hpp"
#include "parallel/stream_beside.hpp"

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace ibsim {

enum class LinesOf { rows, columns };

/// The lines of each rank in so many groups, as even as can be, and one of these.
struct LineGroup {
  int group = 0, groups = 1;
};

template <class B>
class SlabLines {
 public:
  /// @param shape of the planes together  @param first_planes of each rank, and shape.z
  SlabLines(const Stream<B>&, Int3 shape, int fields, const Communicator<B>& ranks,
            std::vector<Index> first_planes, LinesOf, LinePieces, LineGroup = {});

  /// Lines of this rank: those of `number` rows or columns from `first` on.
  Index first() const { return first_of(ranks_->rank()); }
  Index number() const { return number_of(ranks_->rank()); }
  std::size_t size_of_planes() const; ///< of all fields, as are
  std::size_t size_of_lines() const;

  /// What makes the planes of a field, or takes them: those of a half.
  using OfField = std::function<void(int field, int half)>;
  /// @param way of messages: two pieces a field
  void forward(const Stream<B>&, StreamBeside<B>& way, Complex* planes, Complex* lines, const OfField& make);
  /// Destroys `lines`.
  void inverse(const Stream<B>&, StreamBeside<B>& way, Complex* lines, Complex* planes, const OfField& take);

  // What these are made of, for who has several groups of lines. `lines` of a field by itself.
  /// Halves of the planes, from `first` up to `end`.
  struct Halves {
    int first = 0, end = 2;
  };
  /// The parts of a field that are other ranks', as a piece beside the stream.
  void travel(const Stream<B>&, StreamBeside<B>& way, int piece, Complex* planes, Complex* lines, int field,
              bool to_lines, Halves = {});
  /// The parts of a field that are this rank's own.
  void keep(const Stream<B>&, Complex* planes, Complex* lines, int field, bool to_lines) const;
  void forward_lines(const Stream<B>& stream, Complex* lines) {
    if (fft_) fft_->forward(stream, lines);
  }
  void inverse_lines(const Stream<B>& stream, Complex* lines) {
    if (fft_) fft_->inverse(stream, lines);
  }

 private:
  Index planes_of(int rank) const { return first_planes_[rank + 1] - first_planes_[rank]; }
  Index first_of(int rank) const {
    return dealt_.first(rank) + dealt_.number(rank) * group_.group / group_.groups;
  }
  Index number_of(int rank) const {
    return dealt_.first(rank) + dealt_.number(rank) * (group_.group + 1) / group_.groups - first_of(rank);
  }
  /// Lines of a rank.
  std::size_t lines_of(int rank) const;
  /// So many values a row, `step` of them from one row to the next.
  struct Rows {
    Complex* first;
    std::size_t values, step, rows;
  };
  /// What of a field's planes here belongs to the lines of a rank, and what of its lines here to that one's
  /// planes.
  struct Part {
    Rows planes, lines;
    std::pair<Rows, Rows> one_way(bool to_lines) const {
      return to_lines ? std::pair{planes, lines} : std::pair{lines, planes};
    }
  };
  Part part(Complex* planes, Complex* lines, int field, int rank, Halves) const;
  Int3 shape_;
  int fields_;
  const Communicator<B>* ranks_;
  std::vector<Index> first_planes_;
  LinesOf cut_;
  Dealt dealt_;
  LineGroup group_;
  std::optional<LineFft<B>> fft_; ///< if there are lines
};

/// Of so many planes those before a half: 0 before the first, all before a third one.
constexpr Index planes_before(int half, Index planes) { return planes * half / 2; }

/// Transforms of the planes of a rank, half by half. Fft is a PlaneFft or a RowFft.
template <class Fft>
class HalvesOfPlanes {
 public:
  /// @param values, modes of a plane @param fft_of a transform of so many planes
  template <class Make>
  void make(Index planes, Size values, Size modes, Make fft_of) {
    planes_ = planes, values_ = values, modes_ = modes;
    const Index first = planes_before(1, planes);
    if (first > 0) halves_[0].emplace(fft_of(first));
    if (planes - first != first) halves_[1].emplace(fft_of(planes - first));
  }
  /// A half of a field, which begins at `in`, as its modes do at `out`.
  template <class B>
  void forward(const Stream<B>& stream, int half, const real* in, Complex* out) {
    const Index before = planes_before(half, planes_);
    if (Fft* const fft = of(half)) fft->forward(stream, in + before * values_, out + before * modes_);
  }
  template <class B>
  void inverse(const Stream<B>& stream, int half, Complex* in, real* out) {
    const Index before = planes_before(half, planes_);
    if (Fft* const fft = of(half)) fft->inverse(stream, in + before * modes_, out + before * values_);
  }

 private:
  /// Null of a half without planes.
  Fft* of(int half) {
    if (planes_before(half, planes_) == planes_before(half + 1, planes_)) return nullptr;
    return halves_[half] ? &*halves_[half] : &*halves_[0];
  }

  Index planes_ = 0;
  Size values_ = 0, modes_ = 0;
  std::optional<Fft> halves_[2]; ///< the second one if it is another
};

} // namespace ibsim
