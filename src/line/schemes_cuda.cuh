// The schemes on the GPU. Each equation is instantiated in a file of its own (schemes_NAME_cuda.cu), which
// nvcc takes a while for.
//
// swept, halo: one kernel; a warp has the tiles i, i + (number of warps), .. of every pass. It waits for the
// tiles of the pass before that a tile needs (one lane a flag), does the pass in registers, stores, raises
// the flag of the tile. All blocks are resident (a cooperative launch) and take tiles in the order of passes,
// so nobody waits in vain.
#pragma once

#include "base/text.hpp"
#include "line/stepper.hpp"
#include "line/tile_cuda.cuh"
#include "parallel/for_each.hpp"
#include "parallel/persistent.cuh"

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

template <class E, int P, int L, class Wait>
__device__ __forceinline__ void halo_tile(const PassArgs<E>& a, const Tile& tile, std::int64_t round,
                                          Wait wait) {
  const LinesView<E>& l = a.work.lines;
  const int pair = static_cast<int>(round % 2);
  const std::int64_t depth = a.depth / E::stages, before = round * depth;
  const int tiers = static_cast<int>(min(depth, a.steps - before)) * E::stages;
  const Index meeting = tile.meeting;
  WarpTile<E, P, L> node(l, tile);
  wait();
  node.load(l, 0, a.work.rows[2 * pair]);
  node.all_tiers(l, meeting, a.first_step + before, tiers);
  if (tiers % 2)
    node.store(l, 1, a.work.rows[2 * (1 - pair)], node.part.begin, node.part.end);
  else
    node.store(l, 0, a.work.rows[2 * (1 - pair)], node.part.begin, node.part.end);
}

template <class E, int P, bool is_halo>
__global__ void __launch_bounds__(32 * warps_a_block) passes_kernel(PassArgs<E> a) {
  const Index warp = static_cast<Index>(blockIdx.x * warps_a_block + threadIdx.x / 32);
  const Index warps = static_cast<Index>(gridDim.x * warps_a_block);
  const int lane = threadIdx.x % 32;
  const std::int64_t last = is_halo ? a.passes - 1 : a.passes;
  for (std::int64_t pass = 0; pass <= last; ++pass) {
    const int set = is_halo ? 0 : static_cast<int>(pass % 2), before = is_halo ? 0 : 1 - set;
    for (Index i = warp; i < a.count[set]; i += warps) {
      const Tile& tile = a.tiles[set][i];
      const Index other = lane < tile.waits ? tile.wait[lane] : -1;
      const auto wait = [&] {
        if (pass > 0 && other >= 0)
          wait_for_flag(a.done[before] + other, a.epoch + static_cast<std::int32_t>(pass));
        __syncwarp();
      };
      constexpr int end_lanes = E::couples ? 8 : 16, end_points = 16 * P / end_lanes;
      if constexpr (is_halo) {
        if (tile.meeting >= 0)
          halo_tile<E, end_points, end_lanes>(a, tile, pass, wait);
        else
          halo_tile<E, P, 32>(a, tile, pass, wait);
      } else {
        if (tile.meeting >= 0)
          swept_tile<E, end_points, end_lanes>(a, tile, pass, wait);
        else
          swept_tile<E, P, 32>(a, tile, pass, wait);
      }
      __syncwarp();
      if (lane == 0) store_release(a.done[set] + i, a.epoch + static_cast<std::int32_t>(pass) + 1);
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
  nodes.epoch = 0;
}

/// What a step of halo tiles of n = 32 P points takes, about, us: the arithmetic (`work` cycles a point and
/// step) on one of 528 quarters of a multiprocessor, at least the `chain` of instructions that wait for each
/// other, and what a round of `steps` costs: an exchange, and all values read and written once. Fitted to an
/// H200.
template <class E>
double halo_step_time(std::int64_t points, Index n, Index steps) {
  constexpr bool small = E::components == 1;
  constexpr double cycles_a_us = 1800, exchange = 1.6, bytes_a_us = 3.5e6;
  constexpr double work = small ? (E::radius == 1 ? 7.5 : 45) : 250,
                   chain = small ? (E::radius == 1 ? 85 : 400) : 2500;
  const Index kept = n - 2 * steps * E::stages * E::radius;
  const double deep = std::ceil(std::ceil(static_cast<double>(points) / kept) / 528);
  const double traffic = 16.0 * E::components * static_cast<double>(points) / bytes_a_us;
  return std::max(deep * n / 32 * work, chain) / cycles_a_us + (exchange + traffic) / steps;
}

/// The halo that is fastest by that. @return steps a round, 0 if none fits
template <class E>
Index best_halo(const Lines& lines, Index n, Index given) {
  constexpr Index reach = E::stages * E::radius;
  Index most = 3 * n / 8;
  for (const Segment& s : lines.segments) {
    if (s.points % 2 != 0) return 0;
    most = std::min(most, s.meeting[0] < 0 ? s.points : std::min(n / 4, s.points / 2));
  }
  if (given > 0) return given * reach <= most ? given : 0;
  Index best = 0;
  for (Index steps = 1; steps * reach <= most; ++steps)
    if (best == 0 || halo_step_time<E>(lines.points(), n, steps) < halo_step_time<E>(lines.points(), n, best))
      best = steps;
  return best;
}

template <class E, class B>
Scheme Schemes<E, B>::best(const Lines& lines) {
  return best_halo<E>(lines, 64, 0) > 0 ? Scheme::halo : Scheme::graph;
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
    double least = 1e300;
    for (Index i = 64; i <= wide; i *= 2)
      if (const Index steps = best_halo<E>(lines, i, method.depth); steps > 0)
        if (const double time = halo_step_time<E>(lines.points(), i, steps); time < least)
          least = time, n = i;
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
    const Index steps = best_halo<E>(lines, n, method.depth);
    if (steps == 0)
      throw InputError("method.depth: does not fit nodes as narrow, or segments as short, as these");
    nodes.halo = steps * E::stages * E::radius, nodes.depth = static_cast<int>(steps * E::stages);
    nodes.host[0] = halo_tiles(lines, n, n / 2, nodes.halo).pass[0];
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
                steps};
  with_width<E>(nodes.node, [&]<int P>(std::integral_constant<int, P>) {
    launch_persistent(stream, &passes_kernel<E, P, true>, 32 * warps_a_block,
                      (a.count[0] + warps_a_block - 1) / warps_a_block, a);
  });
  advance_epoch(stream, nodes, rounds);
  return rounds;
}

} // namespace ibsim::line
