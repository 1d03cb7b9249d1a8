// Communicator<B>: the ranks that work on one simulation, and the few things that they say to each other. All
// data is on the device, and all operations are given to a stream, with sizes that are the same in every
// call, so that a Graph may record them.
//
// Whatever the number of ranks, the same numbers come out, to the bit: nothing here adds in an order that
// depends on it.
//
// Kinds: one rank by itself (make_self_communicator).
#pragma once

#include "parallel/stream.hpp"

#include <memory>

namespace ibsim {

template <class B>
class Communicator {
 public:
  virtual ~Communicator() = default;

  virtual int rank() const = 0; ///< 0 .. size() - 1
  virtual int size() const = 0;

  /// Ghost planes. `values` holds `halo` planes, then the rank's own `planes`, then `halo` planes again, of
  /// plane_bytes each. The own planes next to a neighbouring rank become that rank's ghosts. `around`: the
  /// last rank and the first are neighbours too; else the ghosts at the two ends stay as they are. @throws
  /// std::invalid_argument if a rank has fewer planes than the halo.
  virtual void exchange_halo(const Stream<B>&, void* values, std::size_t plane_bytes, int planes, int halo,
                             bool around) const = 0;

  /// Each rank has size() blocks of block_bytes in `send`: block r goes to rank r, and lands there in
  /// `receive` as block number rank(). The two may not overlap.
  virtual void all_to_all(const Stream<B>&, const void* send, void* receive,
                          std::size_t block_bytes) const = 0;

  /// Sums in a fixed order, which every rank is given: totals[w] = the sum over ranks, and over each rank's
  /// terms t =
  /// 0 .. number-1, of terms[t width + w], added one by one from left to right. A term is what belongs to a
  /// plane or an object, whichever rank has it; `number` may differ from rank to rank.
  virtual void add_in_order(const Stream<B>&, const real* terms, Index number, int width,
                            real* totals) const = 0;
};

template <class B>
std::unique_ptr<Communicator<B>> make_self_communicator();

} // namespace ibsim
