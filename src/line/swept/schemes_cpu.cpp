// The schemes on the cores of the CPU.
#include "base/error.hpp"
#include "base/text.hpp"
#include "parallel/device.hpp"
#include "swept/equations.hpp"
#include "swept/stepper.hpp"
#include "swept/tile_cpu.hpp"

#include <algorithm>

namespace ibsim::line {
namespace {

/// Plain stepping, one tier: the points at ends, or where a periodic line closes, by themselves; all others
/// in runs. Called by every thread of a parallel region.
template <int stage, class E>
void plain_tier(const LinesView<E>& l, const real* from, real* into, real* kept, std::int64_t at_step) {
  constexpr int r = E::radius;
  constexpr Index run = 512;
  for (Index k = 0; k < l.segment_count; ++k) {
    const Segment& s = l.segments[k];
    const Index last = s.first + s.points - r,
                runs = std::max<Index>(0, (last - s.first - r + run - 1) / run);
#pragma omp for schedule(static) nowait
    for (Index i = -1; i < runs; ++i) {
      if (i < 0) {
        step_points<stage>(l, k, s.first, from, into, kept, at_step);
        if (last > s.first) step_points<stage>(l, k, last, from, into, kept, at_step);
      } else {
        const Index lo = s.first + r + i * run;
        advance_run<stage>(l.equation, l.equation.local(k), -s.first, from, into, l.points, lo,
                           std::min(last, lo + run));
      }
    }
  }
#pragma omp barrier
}

template <class E>
void plain_tiers(const Work<E>& w, std::int64_t first_step, std::int64_t begin, std::int64_t end) {
  for (std::int64_t t = begin; t < end; ++t)
    with_stage<E>(static_cast<int>(t % E::stages), [&]<int stage>(std::integral_constant<int, stage>) {
      plain_tier<stage>(w.lines, w.rows[t % 2], w.rows[1 - t % 2], w.beyond[0], first_step + t / E::stages);
    });
}

} // namespace

/// T is a whole number of cycles of rows and stages where this divides the node.
template <class E>
constexpr Index node_unit = 2 * E::radius* Schemes<E, Cpu>::tiers_a_cycle;

template <class E, class B>
Scheme Schemes<E, B>::best(const Lines& lines) {
  const bool divides = std::all_of(lines.segments.begin(), lines.segments.end(),
                                   [](const Segment& s) { return s.points % node_unit<E> == 0; });
  return divides ? Scheme::swept : Scheme::barrier;
}

template <class E, class B>
Nodes<B> Schemes<E, B>::nodes(const Stream<B>& stream, const Lines& lines, const Method& method,
                              Scheme scheme) {
  constexpr Index unit = node_unit<E>;
  Nodes<B> nodes;
  nodes.scheme = scheme;
  Index shortest = lines.points();
  for (const Segment& s : lines.segments) shortest = std::min(shortest, s.points);
  if (scheme == Scheme::swept) {
    Index n = method.node;
    if (n ==
        0) { // the widest that divides all segments and leaves every thread two nodes, at most 2048 points
      const Index most = std::min<Index>(2048, std::max<Index>(unit, lines.points() / (2 * cpu_threads())));
      for (Index i = unit; i <= most; i += unit)
        if (std::all_of(lines.segments.begin(), lines.segments.end(),
                        [&](const Segment& s) { return s.points % i == 0; }))
          n = i;
      if (n == 0)
        throw InputError(
            text("method.scheme: swept needs points that %d divides, such as %d; classic takes any number",
                 unit, (shortest / unit + 1) * unit));
    }
    if (n % unit != 0) throw InputError(text("method.node: must be a multiple of %d here, got %d", unit, n));
    Tiles tiles = swept_tiles(lines, n, E::radius);
    nodes.node = nodes.width = n, nodes.depth = n / (2 * E::radius);
    for (const int k : {0, 1}) nodes.host[k] = std::move(tiles.pass[k]);
  } else {
    // tiles of n points kept, a quarter of it on either side read and computed again
    const Index n =
        method.node > 0 ? method.node : std::clamp<Index>(lines.points() / (2 * cpu_threads()), 16, 2048);
    const Index most_depth =
        std::min(n / (4 * E::radius), (lines.periodic() ? shortest : shortest / 2) / E::radius) / E::stages;
    const Index steps = method.depth > 0 ? method.depth : std::max<Index>(1, most_depth);
    nodes.halo = steps * E::stages * E::radius, nodes.depth = static_cast<int>(steps * E::stages);
    nodes.node = n, nodes.width = n + 2 * nodes.halo;
    if (!lines.periodic() && shortest % 2 != 0)
      throw InputError("method.scheme: halo needs an even number of points");
    nodes.host[0] = halo_tiles(lines, nodes.width, n + nodes.halo, nodes.halo).pass[0];
  }
  (void)stream;
  return nodes;
}

template <class E, class B>
void Schemes<E, B>::launches(const Stream<B>&, const Work<E>& w, std::int64_t first_step, std::int64_t tiers,
                             bool on_clock) {
  for (std::int64_t t = 0; t < tiers; ++t) {
#pragma omp parallel
    plain_tiers(w, on_clock ? *w.clock : first_step, t, t + 1);
  }
}

template <class E, class B>
void Schemes<E, B>::barrier(const Stream<B>&, const Work<E>& w, std::int64_t first_step, std::int64_t tiers) {
#pragma omp parallel
  plain_tiers(w, first_step, 0, tiers);
}

/// Pass 0: up triangles. Passes 1 .. passes - 1: down, then up. The last: down alone, which leaves full rows.
template <class E, class B>
void Schemes<E, B>::swept(const Stream<B>&, const Work<E>& w, Nodes<B>& nodes, std::int64_t first_step,
                          std::int64_t passes) {
  constexpr int r = E::radius;
  const Index n = nodes.node, half = n / 2, T = nodes.depth;
  const std::int64_t steps_a_pass = T / E::stages;
#pragma omp parallel
  {
    CpuTile<E> local(n);
    local.part_width = half;
    for (std::int64_t pass = 0; pass <= passes; ++pass) {
      const std::vector<Tile>& tiles = nodes.host[pass % 2];
      real* const* from = w.rows + 2 * (pass % 2);
      real* const* into = w.rows + 2 * ((pass + 1) % 2);
      const auto count = static_cast<std::ptrdiff_t>(tiles.size());
#pragma omp for schedule(static)
      for (std::ptrdiff_t i = 0; i < count; ++i) {
        const Tile& tile = tiles[static_cast<std::size_t>(i)];
        const auto width = [&](const Part& p) { return p.side < 0 ? n : half; };
        // column of the node's middle
        const auto middle = [&](const Part& p) { return p.side == left_side ? 0 : half; };
        const auto around = [&](const Part& p, Index reach) { // those within `reach` of the middle
          return std::pair<Index, Index>{std::max<Index>(0, middle(p) - reach),
                                         std::min(width(p), middle(p) + reach)};
        };
        for (int p = 0; p < tile.parts; ++p)
          for (const int parity : {0, 1})
            if (pass > 0 || parity == 0)
              local.load(w.lines, tile.part[p], p, parity, from[parity], -r, width(tile.part[p]) + r);
        if (pass > 0 && tile.meeting < 0) local.load_beyond(w.lines, tile.part[0], n, w.beyond[pass % 2]);
        if (pass > 0) // down: the gap between two triangles fills from its lower tip
          for (Index t = 1; t <= T; ++t)
            local.tier(w.lines, tile, t, first_step + (pass - 1) * steps_a_pass + (t - 1) / E::stages,
                       [&](const Part& p) { return around(p, r * t); });
        if (pass < passes) // up: each tier rho points shorter on both sides
          for (Index t = 1; t < T; ++t)
            local.tier(w.lines, tile, t, first_step + pass * steps_a_pass + (t - 1) / E::stages,
                       [&](const Part& p) { return around(p, half - r * t); });
        if (pass < passes && tile.meeting >= 0)
          local.close_tip(w.lines, tile, first_step + (pass + 1) * steps_a_pass - 1,
                          w.beyond[(pass + 1) % 2]);
        for (int p = 0; p < tile.parts; ++p)
          for (const int parity : {0, 1})
            if (pass < passes || parity == 0)
              local.store(w.lines, tile.part[p], p, parity, into[parity], 0, width(tile.part[p]));
      }
    }
  }
}

template <class E, class B>
std::int64_t Schemes<E, B>::halo(const Stream<B>&, const Work<E>& w, Nodes<B>& nodes, std::int64_t first_step,
                                 std::int64_t steps) {
  constexpr int r = E::radius;
  const std::int64_t depth = nodes.depth / E::stages, rounds = (steps + depth - 1) / depth;
  const std::vector<Tile>& tiles = nodes.host[0];
  const auto count = static_cast<std::ptrdiff_t>(tiles.size());
#pragma omp parallel
  {
    CpuTile<E> local(nodes.width);
    local.part_width = nodes.node + nodes.halo;
    for (std::int64_t round = 0; round < rounds; ++round) {
      const real* from = w.rows[2 * (round % 2)];
      real* into = w.rows[2 * ((round + 1) % 2)];
      const std::int64_t now = std::min(depth, steps - round * depth), tiers = now * E::stages;
#pragma omp for schedule(static)
      for (std::ptrdiff_t i = 0; i < count; ++i) {
        const Tile& tile = tiles[static_cast<std::size_t>(i)];
        const auto width = [&](const Part& p) { return p.side < 0 ? nodes.width : local.part_width; };
        for (int p = 0; p < tile.parts; ++p)
          local.load(w.lines, tile.part[p], p, 0, from, 0, width(tile.part[p]));
        for (Index t = 1; t <= tiers; ++t)
          local.tier(w.lines, tile, t, first_step + round * depth + (t - 1) / E::stages, [&](const Part& p) {
            const Index need = r * static_cast<Index>(tiers - t); // around what is kept
            return std::pair<Index, Index>{p.side == left_side ? 0 : p.begin - p.first - need,
                                           p.side == right_side ? width(p) : p.end - p.first + need};
          });
        for (int p = 0; p < tile.parts; ++p)
          local.store(w.lines, tile.part[p], p, static_cast<int>(tiers % 2), into,
                      tile.part[p].begin - tile.part[p].first, tile.part[p].end - tile.part[p].first);
      }
    }
  }
  return rounds;
}

#define IBSIM_INSTANTIATE(E) template struct Schemes<E, Cpu>;
IBSIM_FOR_EACH_EQUATION(IBSIM_INSTANTIATE)
#undef IBSIM_INSTANTIATE

} // namespace ibsim::line
