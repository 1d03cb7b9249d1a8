#include "geometry/fluid_region.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ibsim {
namespace {

/// A part of the nodes that have joined so far.
struct Joined {
  real peak = 0; ///< depth of its deepest node
  std::size_t deepest = 0;
  std::vector<Int3> windings; ///< through the box, independent of each other
};

int rank_of(const std::vector<Int3>& w) {
  if (w.size() < 2) return w.empty() || w[0] == Int3{} ? 0 : 1;
  const auto cross_of = [](const Int3& a, const Int3& b) {
    return Vec3<long>{long{a.y} * b.z - long{a.z} * b.y, long{a.z} * b.x - long{a.x} * b.z,
                      long{a.x} * b.y - long{a.y} * b.x};
  };
  const Vec3<long> c = cross_of(w[0], w[1]);
  if (c == Vec3<long>{}) return 1;
  if (w.size() == 2) return 2;
  return c.x * w[2].x + c.y * w[2].y + c.z * w[2].z != 0 ? 3 : 2;
}

/// Adds a winding if it is independent. @return whether it is
bool add_winding(std::vector<Int3>& windings, const Int3& w) {
  if (w == Int3{} || windings.size() >= 3) return false;
  std::vector<Int3> with = windings;
  with.push_back(w);
  if (rank_of(with) < static_cast<int>(with.size())) return false;
  windings = with;
  return true;
}

/// Sets of nodes that know by how many boxes a node is apart from its root.
class Sets {
 public:
  explicit Sets(std::size_t n) : parent_(n), offset_(n) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  struct Found {
    std::size_t root;
    Int3 offset;
  };
  Found find(std::size_t i) {
    std::size_t root = i;
    Int3 offset;
    while (parent_[root] != root) offset += offset_[root], root = parent_[root];
    Int3 left = offset; // now straight to the root
    while (parent_[i] != root && i != root) {
      const std::size_t next = parent_[i];
      const Int3 step = offset_[i];
      parent_[i] = root, offset_[i] = left;
      left -= step, i = next;
    }
    return {root, offset};
  }
  void join(std::size_t root, std::size_t below, const Int3& offset) {
    parent_[below] = root, offset_[below] = offset;
  }

 private:
  std::vector<std::size_t> parent_;
  std::vector<Int3> offset_;
};

/// The depth of the deepest place within 0.71 of a cell of a node: what it misses of a passage that runs
/// between nodes.
Throat between_nodes(const SignedDistance& shape, const Throat& at_node, real h) {
  Throat best = at_node;
  for (real step = 0.35 * h; step > 0.02 * h; step /= 2)
    for (bool better = true; better;) {
      better = false;
      const Real3 from = best.place;
      for (int way = 0; way < 27; ++way) {
        const Real3 x = from + step * Real3{way % 3 - 1.0, way / 3 % 3 - 1.0, way / 9 - 1.0};
        const real depth = norm(x - at_node.place) < 0.71 * h ? -shape.distance(x) : 0;
        if (depth > best.radius) best = {x, depth}, better = true;
      }
    }
  return best;
}

} // namespace

FluidRegion look_at_fluid(const SampledDistance& sampled, const SignedDistance& shape) {
  const Int3 n = sampled.n;
  const Real3 spacing = sampled.spacing();
  const real h = std::min({spacing.x, spacing.y, spacing.z}), cell = spacing.x * spacing.y * spacing.z;
  FluidRegion region;
  std::vector<std::size_t> fluid;
  for (std::size_t i = 0; i < sampled.values.size(); ++i) {
    region.volume += cell * std::clamp(0.5 - sampled.values[i] / h, real{0}, real{1});
    if (sampled.values[i] < 0) fluid.push_back(i);
  }
  region.has_wall = fluid.size() < sampled.values.size();
  std::stable_sort(fluid.begin(), fluid.end(),
                   [&](std::size_t a, std::size_t b) { return sampled.values[a] < sampled.values[b]; });
  const auto place_of = [&](std::size_t i) {
    const auto x = static_cast<int>(i % n.x), y = static_cast<int>(i / n.x % n.y),
               z = static_cast<int>(i / n.x / n.y);
    return Int3{x, y, z};
  };
  const auto at = [&](std::size_t i) {
    const Int3 p = place_of(i);
    return sampled.node(p.x, p.y, p.z);
  };

  // From here on a node of the fluid has the number of its place in the order, and one that has not joined
  // has none.
  constexpr auto none = static_cast<std::size_t>(-1);
  std::vector<std::size_t> number_of(sampled.values.size(), none);
  Sets sets(fluid.size());
  std::vector<Joined> all;
  all.reserve(fluid.size());
  const auto note_throat = [&](std::size_t i, real depth) {
    if (!region.narrowest || depth < region.narrowest->radius) region.narrowest = Throat{at(i), depth};
  };
  for (const std::size_t node : fluid) {
    const real depth = -sampled.values[node];
    const std::size_t i = number_of[node] = all.size();
    all.push_back({depth, node, {}});
    const Int3 p = place_of(node);
    for (int way = 0; way < 6; ++way) {
      const int d = way / 2;
      Int3 q = p, beyond;
      q[d] += way % 2 ? 1 : -1;
      if (q[d] < 0) q[d] += n[d], beyond[d] = -1;
      if (q[d] >= n[d]) q[d] -= n[d], beyond[d] = 1;
      const std::size_t j = number_of[sampled.number(q.x, q.y, q.z)];
      if (j == none) continue;
      const auto a = sets.find(i), b = sets.find(j);
      const Int3 apart = a.offset + beyond - b.offset; // from root to root, by way of these two nodes
      if (a.root == b.root) {
        if (add_winding(all[a.root].windings, apart)) note_throat(node, depth);
        continue;
      }
      Joined &first = all[a.root], &second = all[b.root];
      const real least_rise = std::max(h, 0.15 * depth);
      if (std::min(first.peak, second.peak) - depth > least_rise) note_throat(node, depth);
      const bool a_stays = first.peak >= second.peak;
      Joined &stays = a_stays ? first : second, &goes = a_stays ? second : first;
      for (const Int3& w : goes.windings) add_winding(stays.windings, w);
      if (a_stays)
        sets.join(a.root, b.root, apart);
      else
        sets.join(b.root, a.root, Int3{} - apart);
    }
  }
  if (region.narrowest) region.narrowest = between_nodes(shape, *region.narrowest, h);
  std::vector<int> part_of(all.size(), -1);
  for (std::size_t i = 0; i < fluid.size(); ++i) {
    const std::size_t root = sets.find(i).root;
    int& part = part_of[root];
    if (part < 0) {
      part = static_cast<int>(region.parts.size());
      const Joined& joined = all[root];
      FluidPart made{0, at(joined.deepest), joined.peak, {}};
      for (const Int3& w : joined.windings)
        for (int d = 0; d < 3; ++d) made.goes_through[d] = made.goes_through[d] || w[d] != 0;
      region.parts.push_back(made);
    }
    region.parts[part].volume += cell;
  }
  std::stable_sort(region.parts.begin(), region.parts.end(),
                   [](const FluidPart& a, const FluidPart& b) { return a.volume > b.volume; });
  return region;
}

} // namespace ibsim
