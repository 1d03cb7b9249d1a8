// Transforms along z of data of which each rank has whole planes of constant z: they travel so that each rank
// has whole lines along z of some rows, or of some columns, of all planes.
//
//   planes   on each rank [field][its k][l][m], l = 0 .. shape.y - 1, m = 0 .. shape.x - 1 fastest
//   lines    [field][all q][its l][its m]
//
// Lines are transformed in place by a LineFft. On GPUs a field travels while others are transformed: the
// first ones of planes and the last one of lines in two halves of the planes, so that the way is not idle
// before the one or after the other. What a rank keeps of a field does not travel, and is copied in between.
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

template <class B>
class SlabLines {
 public:
  /// @param shape of the planes together  @param first_planes of each rank, and shape.z
  SlabLines(const Stream<B>&, Int3 shape, int fields, const Communicator<B>& ranks,
            std::vector<Index> first_planes, LinesOf);

  /// Lines of this rank: those of `number` rows or columns from `first` on.
  Index first() const { return dealt_.first(ranks_->rank()); }
  Index number() const { return dealt_.number(ranks_->rank()); }
  std::size_t size_of_planes() const; ///< of all fields, as are
  std::size_t size_of_lines() const;

  /// What makes the planes of a field, or takes them: those of a half.
  using OfField = std::function<void(int field, int half)>;
  /// @param meanwhile what else may be done when all planes are made, while they travel; may be empty
  void forward(const Stream<B>&, Complex* planes, Complex* lines, const OfField& make,
               const std::function<void()>& meanwhile = {});
  /// Destroys `lines`.
  void inverse(const Stream<B>&, Complex* lines, Complex* planes, const OfField& take);

 private:
  Index planes_of(int rank) const { return first_planes_[rank + 1] - first_planes_[rank]; }
  /// Halves of the planes, from `first` up to `end`.
  struct Halves {
    int first = 0, end = 2;
  };
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
  void travel(const Stream<B>&, Complex* planes, Complex* lines, int field, bool to_lines, Halves = {});
  void keep(const Stream<B>&, Complex* planes, Complex* lines, bool to_lines) const;

  Int3 shape_;
  int fields_;
  const Communicator<B>* ranks_;
  std::vector<Index> first_planes_;
  LinesOf cut_;
  Dealt dealt_;
  std::optional<LineFft<B>> fft_; ///< if there are lines
  StreamBeside<B> travels_;       ///< of each field, up to the end of each half
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
