// See near_itself.hpp.
#include "mechanics/near_itself.hpp"

#include "mechanics/close_sites.hpp"
#include "parallel/atomic_lower.hpp"
#include "parallel/atomic_words.hpp"
#include "parallel/for_each_team.hpp"

#include <cmath>

namespace ibsim {
namespace {

using Ball = SiteLeaves::Ball;
constexpr int of_group = SiteLeaves::leaves_of_group, most_group_words = 2; // 128 groups

struct Point {
  float x, y, z;
};

IBSIM_IN_KERNEL float distance2(const Ball& a, const Ball& b) {
  const float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
  return x * x + y * y + z * z;
}
/// Whether two balls come within a distance of each other; no if one is of nothing. Without a root.
IBSIM_IN_KERNEL bool within(const Ball& a, const Ball& b, float distance) {
  const float reach = distance + a.radius + b.radius;
  return reach > 0 && distance2(a, b) < reach * reach;
}

/// What a team has in its memory.
struct TeamMemory {
  Ball *leaves, *groups;
  std::uint64_t* near; ///< the groups near each group, a bit each
  Point* sites;        ///< where they fit

  IBSIM_IN_KERNEL TeamMemory(std::byte* memory, int n)
      : leaves(reinterpret_cast<Ball*>(memory)), groups(leaves + n),
        near(reinterpret_cast<std::uint64_t*>(groups + n / of_group)),
        sites(reinterpret_cast<Point*>(near + most_group_words * (n / of_group))) {}
  static std::size_t bytes(int n, Index sites) {
    return sizeof(Ball) * (n + n / of_group) + sizeof(std::uint64_t) * most_group_words * (n / of_group) +
           sizeof(Point) * sites;
  }
};

/// A ball around points given by number, and a little more, for what was rounded.
template <class At>
IBSIM_IN_KERNEL Ball ball_around(Index begin, Index end, At at) {
  if (begin == end) return {0, 0, 0, -1e30f}; // near nothing
  Ball ball{0, 0, 0, 0};
  const float part = 1 / static_cast<float>(end - begin);
  for (Index k = begin; k < end; ++k) {
    const Ball b = at(k);
    ball.x += part * b.x, ball.y += part * b.y, ball.z += part * b.z;
  }
  for (Index k = begin; k < end; ++k) {
    const Ball b = at(k);
    const float reach = std::sqrt(distance2(ball, b)) + b.radius;
    // written so that a ball of what is not finite is near nothing
    ball.radius = reach > ball.radius ? reach : ball.radius;
  }
  ball.radius += 1e-6f * (std::fabs(ball.x) + std::fabs(ball.y) + std::fabs(ball.z) + ball.radius);
  return ball;
}

/// SiteLeaves on a backend.
struct Leaves {
  int leaves;
  Index n;     ///< sites of an object
  float range; ///< and a little more
  real exact_range;
  const Index *by_leaf, *place;
  const std::uint16_t* may_feel;
  const SiteAtStart* sites;
};

/// @tparam staged a team's memory holds the sites of an object
template <bool staged, class B>
void find_near(const Stream<B>& stream, Leaves tree, VectorsView<const real> X, const Index* cell,
               Index* owners, std::uint8_t* is_near) {
  for_each_team(
      stream, X.n / tree.n, TeamMemory::bytes(tree.leaves, staged ? tree.n : 0),
      [=] IBSIM_KERNEL(const Team& team, Index object) {
        const int leaves = tree.leaves;
        const Index n = tree.n;
        const float range = tree.range;
        const Index *const by_leaf = tree.by_leaf, *const place = tree.place;
        const std::uint16_t* const may_feel = tree.may_feel;
        const int groups = leaves / of_group;
        const TeamMemory memory(team.memory, leaves);
        const Index first = object * n;
        const Real3 origin = X.at(first);
        const auto site = [&](Index s) {
          const Real3 x = X.at(first + s) - origin;
          return Point{static_cast<float>(x.x), static_cast<float>(x.y), static_cast<float>(x.z)};
        };
        if (staged) {
          for (Index s = team.rank; s < n; s += team.size) memory.sites[place[s]] = site(s);
          team.wait();
        }
        const auto at = [&](Index k) { // the site at a place in the order of leaves
          const Point x = staged ? memory.sites[k] : site(by_leaf[k]);
          return Ball{x.x, x.y, x.z, 0};
        };
        const auto begin = [=](int leaf) {
          return static_cast<Index>(static_cast<std::int64_t>(n) * leaf / leaves);
        };
        for (int l = team.rank; l < leaves; l += team.size)
          memory.leaves[l] = ball_around(begin(l), begin(l + 1), at);
        team.wait();
        for (int g = team.rank; g < groups; g += team.size)
          memory.groups[g] =
              ball_around(g * of_group, (g + 1) * of_group, [&](Index l) { return memory.leaves[l]; });
        for (int w = team.rank; w < most_group_words * groups; w += team.size) memory.near[w] = 0;
        team.wait();
        constexpr int at_once = 8;
        const int stretches = (groups - 1) / at_once + 1;
        for (int i = team.rank; i < groups * stretches; i += team.size) {
          const int g = i % groups, from = i / groups * at_once, to = from + at_once;
          const Ball ball = memory.groups[g];
          std::uint64_t near = 0;
          for (int other = from; other < to && other < groups; ++other) {
            const Ball b = memory.groups[other];
            if (within(ball, b, range)) near |= std::uint64_t{1} << other % 64;
          }
          if (near) atomic_or(&memory.near[most_group_words * g + from / 64], near);
        }
        team.wait();
        for (int p = team.rank; p < leaves; p += team.size) {
          const Ball ball = memory.leaves[p];
          const float rounding =
              1e-6f * (std::fabs(ball.x) + std::fabs(ball.y) + std::fabs(ball.z) + ball.radius);
          bool found = false;
          for (int w = 0; w < most_group_words && !found; ++w)
            for (std::uint64_t left = memory.near[most_group_words * (p / of_group) + w]; left && !found;
                 left &= left - 1) {
              const int g = 64 * w + lowest_bit(left);
              for (unsigned others = may_feel[g * leaves + p]; others && !found; others &= others - 1) {
                const int q = of_group * g + lowest_bit(others);
                const Ball b = memory.leaves[q];
                if (!within(ball, b, range)) continue;
                // leaves are coarse: in the thin middle and around the rim of a cell at rest many are near
                // others, of which no site is
                for (Index k = begin(p); k < begin(p + 1) && !found; ++k)
                  for (Index l = begin(q); l < begin(q + 1) && !found; ++l) {
                    Ball mine = at(k);
                    mine.radius = rounding;
                    if (!within(mine, at(l), range)) continue;
                    const Index s = by_leaf[k], t = by_leaf[l];
                    const Real3 r = X.at(first + s) - X.at(first + t);
                    const real reach = range_of_pair(tree.sites[s], tree.sites[t], tree.exact_range);
                    found = dot(r, r) < reach * reach;
                  }
              }
            }
          is_near[object * leaves + p] = found;
          if (found)
            for (Index k = begin(p); k < begin(p + 1); ++k)
              atomic_put(&owners[cell[first + by_leaf[k]]], CloseSites::many);
        }
      });
}

} // namespace

template <class B>
NearItself<B>::NearItself(const Stream<B>& stream, const SurfaceKind& kind, int objects,
                          const std::vector<Real3>& at_start, real range)
    : range_(range) {
  if (at_start.size() < 2 * of_group) return;
  const SiteLeaves tree = site_leaves(kind, at_start, range);
  leaves_ = tree.leaves;
  at_start_ = Array<SiteAtStart, B>(stream, tree.sites);
  by_leaf_ = Array<Index, B>(stream, tree.by_leaf);
  std::vector<Index> place(tree.by_leaf.size());
  for (std::size_t k = 0; k < place.size(); ++k) place[tree.by_leaf[k]] = static_cast<Index>(k);
  place_ = Array<Index, B>(stream, place);
  leaf_of_ = Array<std::uint16_t, B>(stream, tree.leaf_of);
  may_feel_ = Array<std::uint16_t, B>(stream, tree.may_feel);
  is_near_ = Array<std::uint8_t, B>(static_cast<std::size_t>(leaves_) * objects);
  stream.synchronize(); // the tree is in use until here
}

template <class B>
void NearItself<B>::find(const Stream<B>& stream, const StructureSites<B>& of, const Index* cell,
                         Index* owners) {
  if (leaves_ == 0 || of.positions.n == 0) return;
  const Leaves tree{.leaves = leaves_,
                    .n = of.surface.samples_per_object(),
                    .range = static_cast<float>(range_) * (1 + 1e-6f),
                    .exact_range = range_,
                    .by_leaf = by_leaf_.data(),
                    .place = place_.data(),
                    .may_feel = may_feel_.data(),
                    .sites = at_start_.data()};
  if (TeamMemory::bytes(leaves_, tree.n) <= most_team_memory(stream))
    find_near<true>(stream, tree, of.positions, cell, owners, is_near_.data());
  else
    find_near<false>(stream, tree, of.positions, cell, owners, is_near_.data());
}

template <class B>
OwnSites NearItself<B>::sites(const StructureSites<B>& of) const {
  return {.leaves = leaves_,
          .n_sample = of.surface.samples_per_object(),
          .range = range_,
          .at_start = at_start_.data(),
          .leaf_of = leaf_of_.data(),
          .is_near = is_near_.data(),
          .positions = of.positions};
}

template class NearItself<ThisBackend>;

} // namespace ibsim
