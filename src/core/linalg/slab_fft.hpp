// Real-to-complex FFT in three dimensions: planes of constant z, then lines along z. Over ranks that each
// have whole planes these are lines of some rows of modes (slab_lines.hpp).
//
//   field     on each rank its planes
//   spectrum  mode (m, l, q) at m + (n.x/2 + 1) (l - first + number q): a rank has the rows l = first ..
//             first + number - 1 (linalg/dealt.hpp)
//
// m = 0 .. n.x/2. Both transforms are unnormalised: inverse(forward(a)) = n.x n.y n.z a. The bits are the
// same for any number of ranks.
#pragma once

#include "linalg/line_fft.hpp"
#include "linalg/pieces_of_planes.hpp"
#include "linalg/plane_fft.hpp"
#include "linalg/slab_lines.hpp"
#include "parallel/array.hpp"

#include <optional>

namespace ibsim {

/// T is double or float.
template <class B, class T = real>
class SlabFft {
 public:
  /// @param ranks null: one alone  @param first_planes of each rank, and n.z
  SlabFft(const Stream<B>&, Int3 n, const Communicator<B>* ranks, std::vector<Index> first_planes);

  void forward(const Stream<B>&, const T* in, ComplexOf<T>* out);
  /// Destroys `in`.
  void inverse(const Stream<B>&, ComplexOf<T>* in, T* out);

 private:
  // alone
  std::optional<PlaneFft<B, T>> all_planes_;
  std::optional<LineFft<B, T>> along_z_;
  // over ranks
  PiecesOfPlanes<PlaneFft<B, T>> planes_;
  std::optional<SlabLines<B, T>> lines_;
  Array<ComplexOf<T>, B> spectrum_; ///< of the own planes
};

} // namespace ibsim
