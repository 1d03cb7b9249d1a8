// Data of which each rank has whole planes of constant z travel so that each rank has whole lines along z of
// some rows, or of some columns, of all planes; and back.
//
//   planes   on each rank [field][its k][l][m], l = 0 .. shape.y - 1, m = 0 .. shape.x - 1 fastest
//   lines    [field][all q][its l][its m]
//
// On GPUs what travels goes beside the stream, message by message. What a rank keeps does not travel, and is
// copied in between.
#pragma once

#include "base/vec3.hpp"
#include "linalg/complex.hpp"
#include "linalg/dealt.hpp"
#include "linalg/pieces_of_planes.hpp"
#include "parallel/communicator.hpp"
#include "parallel/stream_beside.hpp"

#include <utility>
#include <vector>

namespace ibsim {

enum class LinesOf { rows, columns };

/// What goes in a message: so many fields from the first of them on, and of the planes of each rank the
/// pieces from `piece` up to `end`.
struct PiecesOfFields {
  int field, fields, piece, end, pieces;
};

/// T is double or float.
template <class B, class T = real>
class SlabTransposes {
 public:
  /// @param shape of the planes together  @param first_planes of each rank, and shape.z
  /// @param messages that are numbered 0 .. messages - 1
  SlabTransposes(const Stream<B>&, Int3 shape, const Communicator<B>& ranks, std::vector<Index> first_planes,
                 LinesOf, int messages);

  /// Lines of this rank: those of `number` rows or columns from `first` on.
  Index first() const { return dealt_.first(ranks_->rank()); }
  Index number() const { return dealt_.number(ranks_->rank()); }
  Index planes() const { return planes_of(ranks_->rank()); }
  /// A field's.
  std::size_t values_of_planes() const;
  std::size_t values_of_lines() const;

  void to_lines(const Stream<B>&, int message, const PiecesOfFields&, ComplexOf<T>* planes,
                ComplexOf<T>* lines);
  void to_planes(const Stream<B>&, int message, const PiecesOfFields&, ComplexOf<T>* lines,
                 ComplexOf<T>* planes);
  /// What the stream is given from here on comes after that message.
  void wait(const Stream<B>& stream, int message) { travels_.wait(stream, message); }
  /// What is this rank's own of all that goes in such messages.
  void keep_to_lines(const Stream<B>&, const PiecesOfFields&, ComplexOf<T>* planes,
                     ComplexOf<T>* lines) const;
  void keep_to_planes(const Stream<B>&, const PiecesOfFields&, ComplexOf<T>* lines,
                      ComplexOf<T>* planes) const;

 private:
  Index planes_of(int rank) const { return first_planes_[rank + 1] - first_planes_[rank]; }
  /// Lines of a rank.
  std::size_t lines_of(int rank) const;
  /// Rows of `values` numbers, with a stride of `step` numbers between rows.
  struct Rows {
    ComplexOf<T>* first;
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
  Part part(ComplexOf<T>* planes, ComplexOf<T>* lines, const PiecesOfFields&, int field, int rank) const;
  void travel(const Stream<B>&, int message, const PiecesOfFields&, ComplexOf<T>* planes, ComplexOf<T>* lines,
              bool to_lines);
  void keep(const Stream<B>&, const PiecesOfFields&, ComplexOf<T>* planes, ComplexOf<T>* lines,
            bool to_lines) const;

  Int3 shape_;
  const Communicator<B>* ranks_;
  std::vector<Index> first_planes_;
  LinesOf cut_;
  Dealt dealt_;
  StreamBeside<B> travels_;
};

} // namespace ibsim
