// The schemes on the GPU. Each equation is instantiated in a file of its own (schemes_NAME_cuda.cu), which
// nvcc takes a while for.
//
// swept, halo: one kernel; a warp has the tiles i, i + (number of warps), .. of every pass. It waits for the
// tiles of the pass before that a tile needs (one lane a flag), does the pass in registers, stores, raises
// the flag of the tile; or it writes messages (message_slots_cuda.cuh). All blocks are resident (a
// cooperative launch) and take tiles in the order of passes, so nobody waits in vain.
#pragma once

#include "base/text.hpp"
#include "parallel/for_each.hpp"
#include "parallel/persistent.cuh"
#include "swept/halo_plan.hpp"
#include "swept/message_slots_cuda.cuh"
#include "swept/stepper.hpp"

namespace ibsim::line {

constexpr int warps_a_block = 4;

template <class E>
struct PassArgs {
  Work<E> work;
  const Tile* tiles[2];
  Index count[2];
  std::int32_t* done[2];
  std::int32_t epoch;
  int depth;                       ///< T, tiers a pass
  std::int64_t first_step, passes; ///< halo: rounds
  std::int64_t steps;              ///< halo: in all
  Index halo = 0;
  std::uint64_t* messages = nullptr; ///< halo: in place of flags
};

/// All that does not depend on other tiles is read before `wait`.
template <class E, int P, int L, class Wait>
__device__ __forceinline__ void swept_tile(const PassArgs<E>& a, const Tile& tile, std::int64_t pass,
                                           Wait wait) {
  const LinesView<E>& l = a.work.lines;
  const int T = a.depth, half = E::radius * T;
  const std::int64_t steps_a_pass = T / E::stages, step = a.first_step + pass * steps_a_pass;
  const int pair = static_cast<int>(pass % 2);
  const Index meeting = tile.meeting;
  WarpTile<E, P, L> node(l, tile);
  wait();
  node.load(l, 0, a.work.rows[2 * pair]);
  if (pass > 0) { // down: the gap between two triangles fills from its lower tip
    node.load(l, 1, a.work.rows[2 * pair + 1]);
    node.load_beyond(l, a.work.rows[2 * pair + 1], a.work.beyond[pair]);
    node.tiers(l, meeting, step - steps_a_pass, T, [&](int t) { return node.within(E::radius * t); });
  }
  if (pass < a.passes) { // up: each tier rho points shorter on both sides; the last one has no points left
    node.tiers(l, meeting, step, T, [&](int t) { return node.within(half - E::radius * t); });
    if constexpr (L < 32) node.close_tip(l, meeting, step + steps_a_pass - 1, a.work.beyond[1 - pair]);
    node.store(l, 1, a.work.rows[2 * (1 - pair) + 1], node.part.begin, node.part.end);
  }
  node.store(l, 0, a.work.rows[2 * (1 - pair)], node.part.begin, node.part.end);
}

template <class E, int P, int L, bool is_end, class Wait>
__device__ __forceinline__ void halo_tile(const PassArgs<E>& a, const Tile& tile, std::int64_t round,
                                          Wait wait) {
  const LinesView<E>& l = a.work.lines;
  const int pair = static_cast<int>(round % 2);
  const std::int64_t depth = a.depth / E::stages, before = round * depth;
  const int tiers = static_cast<int>(min(depth, a.steps - before)) * E::stages;
  const Index meeting = tile.meeting;
  WarpTile<E, P, L, is_end> node(l, tile);
  wait();
  node.load(l, 0, a.work.rows[2 * pair]);
  node.template all_tiers<true>(l, meeting, a.first_step + before, tiers);
  if (tiers % 2)
    node.store(l, 1, a.work.rows[2 * (1 - pair)], node.part.begin, node.part.end);
  else
    node.store(l, 0, a.work.rows[2 * (1 - pair)], node.part.begin, node.part.end);
}

/// Lanes of a part at an end: all where nothing but that part is in a tile of `halo`, else half of them, or a
/// quarter where up to four ends meet.
template <class E, bool is_halo>
constexpr int end_lanes = is_halo&& E::plain_ends ? 32
                          : E::couples            ? 8
                                                  : 16;
/// Points a lane there.
template <class E, int P, bool is_halo>
constexpr int end_points = is_halo&& E::plain_ends ? P : 16 * P / end_lanes<E, is_halo>;

/// Halo tiles by messages: a tile a warp.
template <class E, int P>
__global__ void __launch_bounds__(32 * warps_a_block) message_kernel(PassArgs<E> a) {
  const Index warp = static_cast<Index>(blockIdx.x * warps_a_block + threadIdx.x / 32);
  if (warp >= a.count[0]) return;
  const Tile& tile = a.tiles[0][warp];
  const LinesView<E>& l = a.work.lines;
  const MessageSlots<P> slots(a.messages, l.points, a.halo);
  const auto number = static_cast<std::uint32_t>(a.epoch);
  const int depth = a.depth / E::stages;
  const real* const from = a.work.rows[0];
  real* const into = a.work.rows[2 * (a.passes % 2)];
  if (tile.meeting >= 0)
    rounds_by_messages<E, P, end_points<E, P, true>, end_lanes<E, true>, true>(
        l, tile, slots, a.first_step, a.steps, depth, number, from, into);
  else
    rounds_by_messages<E, P, P, 32, false>(l, tile, slots, a.first_step, a.steps, depth, number, from, into);
}

template <class E, int P, bool is_halo>
__global__ void __launch_bounds__(32 * warps_a_block) passes_kernel(PassArgs<E> a) {
  const Index warp = static_cast<Index>(blockIdx.x * warps_a_block + threadIdx.x / 32);
  const Index warps = static_cast<Index>(gridDim.x * warps_a_block);
  const int lane = threadIdx.x % 32;
  const std::int64_t last = is_halo ? a.passes - 1 : a.passes;
  for (std::int64_t pass = 0; pass <= last; ++pass) {
    const int set = is_halo ? 0 : static_cast<int>(pass % 2);
    [[maybe_unused]] const int before = is_halo ? 0 : 1 - set;
    for (Index i = warp; i < a.count[set]; i += warps) {
      const Tile& tile = a.tiles[set][i];
      const Index other = lane < tile.waits ? tile.wait[lane] : -1;
      const auto wait = [&] {
        if (pass > 0 && other >= 0)
          wait_for_flag(a.done[before] + other, a.epoch + static_cast<std::int32_t>(pass));
        __syncwarp();
      };
      constexpr int L = end_lanes<E, is_halo>, Q = end_points<E, P, is_halo>;
      if constexpr (is_halo) {
        if (tile.meeting >= 0)
          halo_tile<E, Q, L, true>(a, tile, pass, wait);
        else
          halo_tile<E, P, 32, false>(a, tile, pass, wait);
      } else {
        if (tile.meeting >= 0)
          swept_tile<E, Q, L>(a, tile, pass, wait);
        else
          swept_tile<E, P, 32>(a, tile, pass, wait);
      }
      __syncwarp();
      if (lane == 0 && !a.messages)
        store_release(a.done[set] + i, a.epoch + static_cast<std::int32_t>(pass) + 1);
    }
  }
}

template <class E>
struct BarrierArgs {
  Work<E> work;
  std::int64_t first_step, tiers;
  std::int32_t* arrived;
};

template <class E>
__global__ void __launch_bounds__(128) barrier_kernel(BarrierArgs<E> a) {
  const LinesView<E>& l = a.work.lines;
  const Index blocks = l.points / E::radius, stride = static_cast<Index>(gridDim.x * blockDim.x);
  for (std::int64_t t = 0; t < a.tiers; ++t) {
    with_stage<E>(static_cast<int>(t % E::stages), [&]<int stage>(std::integral_constant<int, stage>) {
      for (Index i = static_cast<Index>(blockIdx.x * blockDim.x + threadIdx.x); i < blocks; i += stride) {
        const Index x = i * E::radius;
        step_points<stage>(l, segment_of(l, x), x, a.work.rows[t % 2], a.work.rows[1 - t % 2],
                           a.work.beyond[0], a.first_step + t / E::stages);
      }
    });
    meet_grid(a.arrived, static_cast<std::int32_t>(t + 1));
  }
}

/// The widest register tile of an equation, points a lane.
template <class E>
constexpr int most_points_a_lane = E::components > 1 ? 4
                                   : E::radius > 1   ? 8
                                                     : 16;

/// Calls f(std::integral_constant<int, P>) for nodes of 32 P points.
template <class E, class F>
void with_width(Index node, F f) {
  if (node == 64) return f(std::integral_constant<int, 2>{});
  if (node == 128) return f(std::integral_constant<int, 4>{});
  if constexpr (most_points_a_lane<E> >= 8)
    if (node == 256) return f(std::integral_constant<int, 8>{});
  if constexpr (most_points_a_lane<E> >= 16)
    if (node == 512) return f(std::integral_constant<int, 16>{});
  throw InputError(text("method.node: on the GPU 64, 128 .. %d points for this equation, got %d",
                        32 * most_points_a_lane<E>, node));
}

/// Plain stepping, a kernel a tier. Free, for its lambda.
template <int stage, class E, class B>
void plain_tier(const Stream<B>& stream, Index blocks, LinesView<E> l, const real* from, real* into,
                real* kept, const std::int64_t* clock, std::int64_t step) {
  for_each(stream, blocks, [=] IBSIM_KERNEL(Index i) {
    const Index x = i * E::radius;
    step_points<stage>(l, segment_of(l, x), x, from, into, kept, clock ? *clock + step : step);
  });
}

/// Passes are counted on over the calls, so that flags need no clearing; far before the count is at its end
/// they are.
template <class B>
void advance_epoch(const Stream<B>& stream, Nodes<B>& nodes, std::int64_t passes) {
  nodes.epoch += static_cast<std::int32_t>(passes) + 1;
  if (nodes.epoch < (1 << 29)) return;
  for (auto& done : nodes.done) done.zero(stream);
  nodes.messages.zero(stream);
  nodes.epoch = 0;
}

template <class E, class B>
Scheme Schemes<E, B>::best(const Lines& lines) {
  return best_halo<E>(lines, 64, 0).steps > 0 ? Scheme::halo : Scheme::graph;
}

template <class E, class B>
Nodes<B> Schemes<E, B>::nodes(const Stream<B>& stream, const Lines& lines, const Method& method,
                              Scheme scheme) {
  Nodes<B> nodes;
  nodes.scheme = scheme;
  Index n = method.node;
  const auto divides = [&](Index i) {
    return std::all_of(lines.segments.begin(), lines.segments.end(),
                       [&](const Segment& s) { return s.points % i == 0; });
  };
  constexpr Index wide = 32 * most_points_a_lane<E>;
  if (n == 0 && scheme == Scheme::swept) { // as wide as leaves every quarter of a multiprocessor a node
    n = 64;
    for (Index i = 128; i <= wide; i *= 2)
      if (divides(i) && (i == 128 || lines.points() / i >= 528)) n = i;
  } else if (n == 0) {
    HaloPlan best;
    for (Index i = 64; i <= wide; i *= 2)
      if (const HaloPlan plan = best_halo<E>(lines, i, method.depth); plan.time < best.time)
        best = plan, n = i;
    if (n == 0)
      throw InputError("method.scheme: halo does not fit segments as short, or depths as large, as these");
  }
  with_width<E>(n, [](auto) {}); // or the error
  nodes.node = nodes.width = n;
  if (scheme == Scheme::swept) {
    if (!divides(n))
      throw InputError(
          text("method.scheme: swept needs points that %d divides on the GPU; classic takes any number", n));
    nodes.depth = n / (2 * E::radius);
    Tiles tiles = swept_tiles(lines, n, E::radius);
    for (const int k : {0, 1}) nodes.host[k] = std::move(tiles.pass[k]);
  } else {
    const HaloPlan plan = best_halo<E>(lines, n, method.depth);
    if (plan.steps == 0)
      throw InputError("method.depth: does not fit nodes as narrow, or segments as short, as these");
    nodes.depth = static_cast<int>(plan.steps * E::stages), nodes.halo = nodes.depth * E::radius;
    if (plan.messages)
      nodes.messages = Array<std::uint64_t, B>(stream, std::size_t{4} * E::components *
                                                           static_cast<std::size_t>(lines.points() + n / 32));
    nodes.host[0] = halo_tiles(lines, n, E::plain_ends ? n : n / 2, nodes.halo).pass[0];
  }
  for (const int k : {0, 1}) {
    nodes.tiles[k] = Array<Tile, B>(stream, nodes.host[k]);
    nodes.done[k] = Array<std::int32_t, B>(stream, nodes.host[k].size());
  }
  return nodes;
}

template <class E, class B>
void Schemes<E, B>::launches(const Stream<B>& stream, const Work<E>& w, std::int64_t first_step,
                             std::int64_t tiers, bool on_clock) {
  const Index blocks = w.lines.points / E::radius;
  for (std::int64_t t = 0; t < tiers; ++t)
    with_stage<E>(static_cast<int>(t % E::stages), [&](auto s) {
      const LinesView<E> l = w.lines;
      const real* from = w.rows[t % 2];
      real *into = w.rows[1 - t % 2], *kept = w.beyond[0];
      const std::int64_t* clock = on_clock ? w.clock : nullptr;
      const std::int64_t step = first_step + t / E::stages;
      plain_tier<decltype(s)::value>(stream, blocks, l, from, into, kept, clock, step);
    });
}

template <class E, class B>
void Schemes<E, B>::barrier(const Stream<B>& stream, const Work<E>& w, std::int64_t first_step,
                            std::int64_t tiers) {
  constexpr std::int64_t most = 1 << 15; // turns times blocks must be a 32-bit number
  for (std::int64_t t = 0; t < tiers; t += most / E::stages * E::stages) {
    fill_zero(stream, w.arrived, sizeof *w.arrived);
    // an even number of tiers so far: the rows are where they were
    launch_persistent(stream, &barrier_kernel<E>, 128, (w.lines.points / E::radius + 127) / 128,
                      BarrierArgs<E>{w, first_step + t / E::stages,
                                     std::min(most / E::stages * E::stages, tiers - t), w.arrived});
  }
}

template <class E, class B>
void Schemes<E, B>::swept(const Stream<B>& stream, const Work<E>& w, Nodes<B>& nodes, std::int64_t first_step,
                          std::int64_t passes) {
  PassArgs<E> a{w,
                {nodes.tiles[0].data(), nodes.tiles[1].data()},
                {static_cast<Index>(nodes.tiles[0].size()), static_cast<Index>(nodes.tiles[1].size())},
                {nodes.done[0].data(), nodes.done[1].data()},
                nodes.epoch,
                nodes.depth,
                first_step,
                passes,
                0};
  const Index most = std::max(a.count[0], a.count[1]);
  with_width<E>(nodes.node, [&]<int P>(std::integral_constant<int, P>) {
    launch_persistent(stream, &passes_kernel<E, P, false>, 32 * warps_a_block,
                      (most + warps_a_block - 1) / warps_a_block, a);
  });
  advance_epoch(stream, nodes, passes);
}

template <class E, class B>
std::int64_t Schemes<E, B>::halo(const Stream<B>& stream, const Work<E>& w, Nodes<B>& nodes,
                                 std::int64_t first_step, std::int64_t steps) {
  const std::int64_t depth = nodes.depth / E::stages, rounds = (steps + depth - 1) / depth;
  PassArgs<E> a{w,
                {nodes.tiles[0].data(), nullptr},
                {static_cast<Index>(nodes.tiles[0].size()), 0},
                {nodes.done[0].data(), nullptr},
                nodes.epoch,
                nodes.depth,
                first_step,
                rounds,
                steps,
                nodes.halo,
                nodes.messages.data()};
  with_width<E>(nodes.node, [&]<int P>(std::integral_constant<int, P>) {
    constexpr int threads = 32 * warps_a_block;
    const std::int64_t blocks = (a.count[0] + warps_a_block - 1) / warps_a_block;
    if (a.messages && blocks <= resident_blocks(stream, &message_kernel<E, P>, threads))
      launch_persistent(stream, &message_kernel<E, P>, threads, blocks, a);
    else
      launch_persistent(stream, &passes_kernel<E, P, true>, threads, blocks, a);
  });
  advance_epoch(stream, nodes, rounds);
  return rounds;
}

} // namespace ibsim::line
