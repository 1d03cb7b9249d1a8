// A line and its values on a backend, advanced by one of the schemes.
//
// Four rows of values, [C][points] each: pairs 0 and 1, each with a row of even and one of odd tiers
// (tiles.hpp). Between calls the values of the whole step stand in rows[0]; plain stepping uses the first
// pair alone, the swept rule both, halo tiles rows 0 and 2.
#pragma once

#include "parallel/array.hpp"
#include "parallel/graph.hpp"
#include "swept/block.hpp"
#include "swept/scheme.hpp"
#include "swept/tiles.hpp"

namespace ibsim::line {

/// What a scheme works on: pointers of the backend.
template <class E>
struct Work {
  LinesView<E> lines;
  real* rows[4] = {};
  real* beyond[2] = {}; ///< [2 segments][C][rho], by pair: points beyond ends for the last tier of a pass
  std::int32_t* arrived = nullptr; ///< at the barrier of a grid
  std::int64_t* clock = nullptr;   ///< the step that a recorded graph begins with
};

/// Tiles on the backend with what is particular to a scheme.
template <class B>
struct Nodes {
  Scheme scheme = Scheme::launches;
  Index node = 0, width = 0, halo = 0;
  int depth = 0; ///< tiers a pass or round
  Array<Tile, B> tiles[2];
  Array<std::int32_t, B> done[2];   ///< by tile: passes since the start that it has completed
  Array<std::uint64_t, B> messages; ///< [2][C][points][2], where values carry their round in place of flags
  std::int32_t epoch = 0;
  std::vector<Tile> host[2];
};

template <class E, class B>
class Stepper {
 public:
  /// @param values of the start, [C][points]. @throws InputError if the method does not fit the lines
  Stepper(const Stream<B>&, const E&, const Lines&, const Method&, const std::vector<real>& values);

  /// Takes whole steps.
  /// @param first the number of steps before, for what depends on time
  void advance(std::int64_t first, std::int64_t steps);
  std::vector<real> values() const { return rows_[0].to_host(stream_); }
  void set_values(const std::vector<real>& values) { rows_[0].set(stream_, values); }
  Scheme scheme() const { return method_.scheme; }
  Index node() const { return main_.node; }

 private:
  void plain(std::int64_t first, std::int64_t steps);
  void finish_plain(std::int64_t tiers);
  Work<E> work();

  const Stream<B>& stream_;
  E equation_;
  Lines lines_;
  Method method_;
  Array<Segment, B> segments_;
  Array<Meeting, B> meetings_;
  Array<real, B> rows_[4], beyond_[2];
  Array<std::int64_t, B> clock_;
  Array<std::int32_t, B> arrived_;
  Nodes<B> main_, rest_; ///< of the scheme; of the steps that are left when no whole pass of `swept` fits
  Graph<B> graph_;
};

// The schemes of the backends; Work's rows are read and written in place, the result stands where
// stepper.kernels.cpp says.
template <class E, class B>
struct Schemes {
  /// Node width and depth that suit this backend, or those of the method. @throws InputError
  static Nodes<B> nodes(const Stream<B>&, const Lines&, const Method&, Scheme);
  /// The scheme that `auto` stands for.
  static Scheme best(const Lines&);
  /// `passes` passes of T tiers; the result is in rows[0] if passes is odd... see swept_result().
  static void swept(const Stream<B>&, const Work<E>&, Nodes<B>&, std::int64_t first_step,
                    std::int64_t passes);
  /// `steps` steps in rounds; returns the number of rounds: the result is in rows[0] after an even number,
  /// else rows[2].
  static std::int64_t halo(const Stream<B>&, const Work<E>&, Nodes<B>&, std::int64_t first_step,
                           std::int64_t steps);
  /// Tiers 1 .. tiers of plain stepping between rows[0] and rows[1], in one kernel or parallel region.
  static void barrier(const Stream<B>&, const Work<E>&, std::int64_t first_step, std::int64_t tiers);
  /// Takes whole steps, with a kernel or parallel loop for each tier.
  /// @param on_clock count steps from *clock (first_step is then 0)
  static void launches(const Stream<B>&, const Work<E>&, std::int64_t first_step, std::int64_t tiers,
                       bool on_clock);
  static constexpr int tiers_a_cycle =
      E::stages % 2 == 0 ? E::stages : 2 * E::stages; ///< rows and stages repeat
};

} // namespace ibsim::line
