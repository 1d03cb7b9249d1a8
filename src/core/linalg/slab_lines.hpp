// Transforms along z of data of which each rank has whole planes of constant z: they travel so that each rank
// has whole lines along z of some rows, or of some columns, of all planes.
//
//   planes   on each rank [field][its k][l][m], l = 0 .. shape.y - 1, m = 0 .. shape.x - 1 fastest
//   lines    [field][all q][its l][its m]
//
// Lines are transformed in place by a LineFft. On GPUs a field travels while others are transformed; what a
// rank keeps of it does not travel, and is copied in between.
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
            std::vector<Index> first_planes, LinesOf, LinePieces);

  /// Lines of this rank: those of `number` rows or columns from `first` on.
  Index first() const { return dealt_.first(ranks_->rank()); }
  Index number() const { return dealt_.number(ranks_->rank()); }
  std::size_t size_of_planes() const; ///< of all fields, as are
  std::size_t size_of_lines() const;

  /// Called for each field: what makes its planes, or takes them.
  using OfField = std::function<void(int field)>;
  void forward(const Stream<B>&, Complex* planes, Complex* lines, const OfField& make);
  /// Destroys `lines`.
  void inverse(const Stream<B>&, Complex* lines, Complex* planes, const OfField& take);

 private:
  Index planes_of(int rank) const { return first_planes_[rank + 1] - first_planes_[rank]; }
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
  Part part(Complex* planes, Complex* lines, int field, int rank) const;
  void travel(const Stream<B>&, Complex* planes, Complex* lines, int field, bool to_lines);
  void keep(const Stream<B>&, Complex* planes, Complex* lines, bool to_lines) const;

  Int3 shape_;
  int fields_;
  const Communicator<B>* ranks_;
  std::vector<Index> first_planes_;
  LinesOf cut_;
  Dealt dealt_;
  std::optional<LineFft<B>> fft_; ///< if there are lines
  StreamBeside<B> travels_;       ///< of each field
};

} // namespace ibsim
