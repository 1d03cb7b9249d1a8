// The planes of constant z that a rank has, in pieces, of which one is worked on while another travels
// (slab_transposes.hpp).
#pragma once

#include "linalg/complex.hpp"
#include "parallel/stream.hpp"

#include <map>

namespace ibsim {

/// Number of planes before a piece, with `planes` planes in `pieces` pieces: 0 before the first, all after
/// the last.
constexpr Index planes_before(int piece, Index planes, int pieces) { return planes * piece / pieces; }

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
  template <class B, class T>
  void forward(const Stream<B>& stream, int piece, const T* in, ComplexOf<T>* out) {
    if (of(piece) > 0)
      ffts_.at(of(piece)).forward(stream, in + before(piece) * values_, out + before(piece) * modes_);
  }
  template <class B, class T>
  void inverse(const Stream<B>& stream, int piece, ComplexOf<T>* in, T* out) {
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
