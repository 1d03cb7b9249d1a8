// Transforms along z of data of which each rank has whole planes of constant z: they travel so that each rank
// has whole lines along z (slab_transposes.hpp), which are transformed in place by a LineFft. On GPUs a field
// travels while others are transformed: the first one of planes and the last one of lines in two halves of
// the planes, so that the way is not idle before the one or after the other.
#pragma once

#include "linalg/line_fft.hpp"
#include "linalg/slab_transposes.hpp"

#include <functional>
#include <map>
#include <optional>

namespace ibsim {

template <class B>
class SlabLines {
 public:
  /// As SlabTransposes.
  SlabLines(const Stream<B>&, Int3 shape, int fields, const Communicator<B>& ranks,
            std::vector<Index> first_planes, LinesOf);

  Index first() const { return transposes_.first(); }
  Index number() const { return transposes_.number(); }
  std::size_t size_of_planes() const { return fields_ * transposes_.values_of_planes(); }
  std::size_t size_of_lines() const { return fields_ * transposes_.values_of_lines(); }

  /// What makes the planes of a field, or takes them: those of a half.
  using OfField = std::function<void(int field, int half)>;
  void forward(const Stream<B>&, Complex* planes, Complex* lines, const OfField& make);
  /// Destroys `lines`.
  void inverse(const Stream<B>&, Complex* lines, Complex* planes, const OfField& take);

 private:
  int fields_;
  SlabTransposes<B> transposes_;
  std::optional<LineFft<B>> fft_; ///< if there are lines
};

/// Transforms of the planes of a rank, piece by piece (planes_before). Fft is a PlaneFft or a RowFft.
template <class Fft>
class PiecesOfPlanes {
 public:
  /// @param values, modes of a plane @param fft_of a transform of so many planes
  template <class Make>
  void make(Index planes, int pieces, Size values, Size modes, Make fft_of) {
    planes_ = planes, pieces_ = pieces, values_ = values, modes_ = modes;
    for (int piece = 0; piece < pieces; ++piece)
      if (const Index some = of(piece); some > 0 && !ffts_.contains(some)) ffts_.emplace(some, fft_of(some));
  }
  /// Planes before a piece, and of it.
  Index before(int piece) const { return planes_before(piece, planes_, pieces_); }
  Index of(int piece) const { return before(piece + 1) - before(piece); }
  /// A piece of a field, which begins at `in`, as its modes do at `out`.
  template <class B>
  void forward(const Stream<B>& stream, int piece, const real* in, Complex* out) {
    if (of(piece) > 0)
      ffts_.at(of(piece)).forward(stream, in + before(piece) * values_, out + before(piece) * modes_);
  }
  template <class B>
  void inverse(const Stream<B>& stream, int piece, Complex* in, real* out) {
    if (of(piece) > 0)
      ffts_.at(of(piece)).inverse(stream, in + before(piece) * modes_, out + before(piece) * values_);
  }

 private:
  Index planes_ = 0;
  int pieces_ = 1;
  Size values_ = 0, modes_ = 0;
  std::map<Index, Fft> ffts_; ///< by their planes, of which pieces have two numbers at most
};

} // namespace ibsim
