// See near_itself.hpp.
#include "mechanics/near_itself.hpp"

#include "mechanics/close_sites.hpp"
#include "parallel/atomic_lower.hpp"
#include "parallel/atomic_words.hpp"
#include "parallel/for_each_team.hpp"

#include <cmath>
#include <limits>

namespace ibsim {
namespace {

constexpr int of_group = PointLeaves::leaves_of_group, most_group_words = 2; // 128 groups
constexpr real margin_of_range = 0.25;

/// A sphere, um.
struct Ball {
  float x, y, z, radius;
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
  std::uint64_t* near;   ///< the groups near each group, a bit each
  PlaceInObject* points; ///< where they fit

  IBSIM_IN_KERNEL TeamMemory(std::byte* memory, int n)
      : leaves(reinterpret_cast<Ball*>(memory)), groups(leaves + n),
        near(reinterpret_cast<std::uint64_t*>(groups + n / of_group)),
        points(reinterpret_cast<PlaceInObject*>(near + most_group_words * (n / of_group))) {}
  static std::size_t bytes(int n, Index points) {
    return sizeof(Ball) * (n + n / of_group) + sizeof(std::uint64_t) * most_group_words * (n / of_group) +
           sizeof(PlaceInObject) * points;
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

/// PointLeaves on a backend.
struct Leaves {
  int leaves;
  Index n; ///< points of an object
  real range, margin;
  const std::uint16_t* may_feel;
  const LeafAtStart* leaves_at_start;
  const PointAtStart* at_start;

  IBSIM_HD Index begin(int leaf) const {
    return static_cast<Index>(static_cast<std::int64_t>(n) * leaf / leaves);
  }
};

/// The points of an object. @tparam staged a team's memory holds them
template <bool staged>
struct PointsNow {
  VectorsView<const real> X;
  Index first;
  Real3 middle;
  const PlaceInObject* in_memory;

  IBSIM_IN_KERNEL PlaceInObject place(Index k) const {
    const Real3 x = X.at(first + k) - middle;
    return {static_cast<float>(x.x), static_cast<float>(x.y), static_cast<float>(x.z)};
  }
  IBSIM_IN_KERNEL Ball at(Index k) const {
    const PlaceInObject x = staged ? in_memory[k] : place(k);
    return {x.x, x.y, x.z, 0};
  }
};

/// The middle of some points of an object, the same for all threads.
IBSIM_IN_KERNEL Real3 middle_of(VectorsView<const real> X, Index first, Index n) {
  constexpr Index taken = 8;
  Real3 sum;
  for (Index k = 0; k < taken; ++k) sum += X.at(first + n * k / taken);
  return (real{1} / taken) * sum;
}

/// Whether a point may have moved by half of the margin; yes if it is not finite, or was not seen.
IBSIM_IN_KERNEL bool has_moved(const Ball& now, const PlaceInObject& seen, float margin) {
  const float x = now.x - seen.x, y = now.y - seen.y, z = now.z - seen.z,
              still = 0.5f * margin - 1e-6f * (std::fabs(now.x) + std::fabs(now.y) + std::fabs(now.z));
  return !(still > 0 && x * x + y * y + z * z < still * still);
}

/// Balls around leaves and groups, and which of the latter are near each other.
template <bool staged>
IBSIM_IN_KERNEL void find_balls(const Team& team, const Leaves& tree, const PointsNow<staged>& points,
                                const TeamMemory& memory, float range) {
  const int groups = tree.leaves / of_group;
  for (int l = team.rank; l < tree.leaves; l += team.size)
    memory.leaves[l] = ball_around(tree.begin(l), tree.begin(l + 1), [&](Index k) { return points.at(k); });
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
    for (int other = from; other < to && other < groups; ++other)
      if (within(ball, memory.groups[other], range)) near |= std::uint64_t{1} << other % 64;
    if (near) atomic_or(&memory.near[most_group_words * g + from / 64], near);
  }
  team.wait();
}

/// Whether a point of leaf p is within rho and the margin of one of leaf q. Leaves are coarse: in the thin
/// middle and around the rim of a cell at rest many are near others, of which no point is.
template <bool staged>
IBSIM_IN_KERNEL bool leaves_meet(const Leaves& tree, const PointsNow<staged>& points, int p, int q,
                                 float range) {
  for (Index k = tree.begin(p); k < tree.begin(p + 1); ++k) {
    Ball mine = points.at(k);
    mine.radius = 1e-6f * (std::fabs(mine.x) + std::fabs(mine.y) + std::fabs(mine.z) + range); // of rounding
    for (Index l = tree.begin(q); l < tree.begin(q + 1); ++l) {
      if (!within(mine, points.at(l), range)) continue;
      const real rho = range_of_pair(tree.at_start[k], tree.at_start[l], tree.range);
      const Real3 r = points.X.at(points.first + k) - points.X.at(points.first + l);
      if (rho > 0 && dot(r, r) < (rho + tree.margin) * (rho + tree.margin)) return true;
    }
  }
  return false;
}

/// Whether leaf p meets any other.
template <bool staged>
IBSIM_IN_KERNEL bool meets(const Leaves& tree, const PointsNow<staged>& points, const TeamMemory& memory,
                           int p, float range) {
  const Ball ball = memory.leaves[p];
  const LeafAtStart start = tree.leaves_at_start[p];
  const auto may_meet = [&](int q) { // the two sides of a thin body lie closer than the range as they start
    if (!within(ball, memory.leaves[q], range)) return false;
    const float rho = range_of_leaves(start, tree.leaves_at_start[q], static_cast<float>(tree.range)),
                reach = (rho + static_cast<float>(tree.margin)) * (1 + 1e-5f);
    return within(ball, memory.leaves[q], reach);
  };
  for (int w = 0; w < most_group_words; ++w)
    for (std::uint64_t left = memory.near[most_group_words * (p / of_group) + w]; left; left &= left - 1) {
      const int g = 64 * w + lowest_bit(left);
      for (unsigned others = tree.may_feel[g * tree.leaves + p]; others; others &= others - 1) {
        const int q = of_group * g + lowest_bit(others);
        if (may_meet(q) && leaves_meet(tree, points, p, q, range)) return true;
      }
    }
  return false;
}

template <bool staged, class B>
void find_near(const Stream<B>& stream, Leaves tree, VectorsView<const real> X, const Index* cell,
               Index* owners, PlaceInObject* seen, std::uint8_t* is_near) {
  for_each_team(stream, X.n / tree.n, TeamMemory::bytes(tree.leaves, staged ? tree.n : 0),
                [=] IBSIM_KERNEL(const Team& team, Index object) {
                  const TeamMemory memory(team.memory, tree.leaves);
                  const Index n = tree.n, first = object * n;
                  const PointsNow<staged> points{X, first, middle_of(X, first, n), memory.points};
                  const float margin = static_cast<float>(tree.margin),
                              range = static_cast<float>(tree.range + tree.margin) * (1 + 1e-6f);
                  bool moved = false;
                  for (Index k = team.rank; k < n; k += team.size) {
                    if (staged) memory.points[k] = points.place(k);
                    moved |= has_moved(points.at(k), seen[first + k], margin);
                  }
                  const bool anew = team.any(moved);
                  if (anew) {
                    find_balls(team, tree, points, memory, range);
                    for (Index k = team.rank; k < n; k += team.size) {
                      const Ball at = points.at(k);
                      seen[first + k] = {at.x, at.y, at.z};
                    }
                  }
                  for (int p = team.rank; p < tree.leaves; p += team.size) {
                    std::uint8_t* const found = &is_near[object * tree.leaves + p];
                    if (anew) *found = meets(tree, points, memory, p, range);
                    if (*found)
                      for (Index k = tree.begin(p); k < tree.begin(p + 1); ++k)
                        atomic_put(&owners[cell[first + k]], CloseSites::many);
                  }
                });
}

} // namespace

template <class B>
NearItself<B>::NearItself(const Stream<B>& stream, const SurfaceKind& kind, const PointsOfObject& of,
                          int objects, const std::vector<Real3>& at_start, real range)
    : leaves_(of.leaves), range_(range) {
  if (leaves_ == 0) return;
  const PointLeaves tree = point_leaves(kind, of, at_start, range);
  at_start_ = Array<PointAtStart, B>(stream, tree.points);
  may_feel_ = Array<std::uint16_t, B>(stream, tree.may_feel);
  leaves_at_start_ = Array<LeafAtStart, B>(stream, tree.at_start);
  constexpr float nowhere = std::numeric_limits<float>::quiet_NaN();
  const std::size_t all = tree.points.size() * static_cast<std::size_t>(objects);
  const std::vector<PlaceInObject> not_seen(all, {nowhere, nowhere, nowhere});
  seen_ = Array<PlaceInObject, B>(stream, not_seen);
  is_near_ = Array<std::uint8_t, B>(static_cast<std::size_t>(leaves_) * objects);
  stream.synchronize(); // these are in use until here
}

template <class B>
void NearItself<B>::find(const Stream<B>& stream, const ContactPoints& points, const Index* cell,
                         Index* owners) {
  if (leaves_ == 0 || points.positions.n == 0) return;
  const Leaves tree{.leaves = leaves_,
                    .n = points.n,
                    .range = range_,
                    .margin = margin_of_range * range_,
                    .may_feel = may_feel_.data(),
                    .leaves_at_start = leaves_at_start_.data(),
                    .at_start = at_start_.data()};
  if (TeamMemory::bytes(leaves_, tree.n) <= most_team_memory(stream))
    find_near<true>(stream, tree, points.positions, cell, owners, seen_.data(), is_near_.data());
  else
    find_near<false>(stream, tree, points.positions, cell, owners, seen_.data(), is_near_.data());
}

template <class B>
OwnPoints NearItself<B>::points(const ContactPoints& points) const {
  return {.leaves = leaves_,
          .n = points.n,
          .range = range_,
          .at_start = at_start_.data(),
          .is_near = is_near_.data(),
          .positions = points.positions};
}

template class NearItself<ThisBackend>;

} // namespace ibsim
